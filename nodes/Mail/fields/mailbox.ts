import { z } from 'zod';
import { changed } from '../../shared/step/field';
import { text } from '../../shared/step/fieldKinds';
import { optionalText, textList } from '../../shared/step/inputSchemas';
import { toEmailAddress } from '../../shared/text/emailAddress';
import { isMailbox } from '../graph/paths';

/** Mailboxes of one trigger: each is asked in each poll, and stored with each delivery. */
const MOST_MAILBOXES = 10;

const APP_ONLY = { authentication: ['mailAppOAuth2Api'] };

/** Every step of the Mail node has it, first, as have the triggers: lists of folders and the like depend on it. */
export const mailbox = text(
	'mailbox',
	'Mailbox',
	"Address or user ID of a shared mailbox. Leave empty for the account's own mailbox. Needs a credential with shared mailbox permissions.",
	{
		displayOptions: { hide: APP_ONLY },
		placeholder: 'Empty: your own mailbox',
		input: optionalText
			.transform((name) => name && (toEmailAddress(name) ?? name))
			.refine(
				(name) => name === undefined || isMailbox(name),
				'must be an email address or a user ID',
			),
		narrows: true,
	},
);

/** The same field where nobody has signed in, shown in its place, for requests that may name the mailbox themselves. */
export const mailboxOfCall = changed(mailbox, {
	displayOptions: { show: APP_ONLY },
	placeholder: 'e.g. support@contoso.com',
	description: 'Address or user ID of the mailbox: an application has none of its own',
});

/** The same for all other steps: the client refuses a request where it is empty. */
export const mailboxOfApplication = changed(mailboxOfCall, { required: true });

/** What the triggers read: mailboxes, each once, by its name in any case. */
const watched = textList
	.pipe(z.array(mailbox.input))
	.transform((given) => {
		const names = given.flatMap((name) => name ?? []);
		const keys = names.map((name) => name.toLowerCase());
		return names.filter((name, at) => keys.indexOf(name.toLowerCase()) === at);
	})
	.refine(
		({ length }) => length <= MOST_MAILBOXES,
		`holds more than ${MOST_MAILBOXES} mailboxes: add another trigger for the others`,
	);

/** The triggers have the two fields for one mailbox or several. */
export const watchedMailboxes = changed(
	mailbox,
	{
		description: `Address or user ID of a shared mailbox, or of up to ${MOST_MAILBOXES}, comma-separated. Leave empty for the account's own mailbox. Needs a credential with shared mailbox permissions.`,
	},
	watched,
);
export const watchedByApplication = changed(
	mailboxOfApplication,
	{
		description: `Address or user ID of the mailbox, or of up to ${MOST_MAILBOXES}, comma-separated: an application has none of its own`,
	},
	watched,
);
