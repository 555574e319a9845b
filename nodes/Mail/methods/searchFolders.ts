import { listFolders } from '../graph/email/folders';
import { mailboxSearch } from './mailboxSearch';

/** The folders of the mailbox, all levels, by their whole path. */
export const searchFolders = mailboxSearch(async (graph) =>
	(await listFolders(graph)).map(({ path, id }) => ({ name: path, value: id })),
);
