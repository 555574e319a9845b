import { listLabels } from '../graph/email/labels';
import { mailboxSearch } from './mailboxSearch';

/** The labels of the mailbox; a mail carries them by name. */
export const searchLabels = mailboxSearch(async (graph) =>
	(await listLabels(graph)).map(({ displayName }) => ({ name: displayName, value: displayName })),
);
