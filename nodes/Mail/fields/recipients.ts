import type { InputOf } from '../../shared/field';
import { field } from '../../shared/field';
import { optionalRecipient, recipients } from '../email/recipients';

/** Who gets the mail. */
export const to = field(
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com',
		description:
			'Email addresses of the recipients, with commas or semicolons between them; names are allowed: Ann Lee &lt;ann@contoso.com&gt;',
	},
	recipients,
);

/** Who gets a copy. */
export const cc = field(
	{
		displayName: 'Cc',
		name: 'cc',
		type: 'string',
		default: '',
		placeholder: 'e.g. team@contoso.com',
		description: 'Email addresses that get a copy, with commas between them; leave empty for none',
	},
	recipients,
);

/** Who gets a copy unseen by the others. */
export const bcc = field(
	{
		displayName: 'Bcc',
		name: 'bcc',
		type: 'string',
		default: '',
		placeholder: 'e.g. archive@contoso.com',
		description:
			'Email addresses that get a copy which the other recipients do not see, with commas between them; leave empty for none',
	},
	recipients,
);

/** Whom a mail goes to. */
export const recipientFields = [to, cc, bcc] as const;

/** Where answers go. */
export const replyTo = field(
	{
		displayName: 'Reply To',
		name: 'replyTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. support@contoso.com',
		description: 'Email addresses that answers go to, if not to the sender',
	},
	recipients,
);

/** The mailbox that stands as the sender. */
export const from = field(
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '',
		placeholder: 'e.g. support@contoso.com',
		description:
			'Address of a shared mailbox, group or other user to send as; the account needs Send As or Send on Behalf rights. Leave empty to send as the mailbox itself.',
	},
	optionalRecipient,
);

/** Recipients of one message: https://learn.microsoft.com/graph/api/resources/message */
const MAX_RECIPIENTS = 500;

type Recipients = InputOf<typeof recipientFields>;

function countRecipients(given: Recipients): number {
	return given.to.length + given.cc.length + given.bcc.length;
}

/** For mails that are sent at once. */
export const hasRecipients = {
	holds: (given: Recipients) => countRecipients(given) > 0,
	field: 'to' as const,
	message: 'give at least one address in To, Cc or Bcc',
};

/** For every mail. */
export const notTooManyRecipients = {
	holds: (given: Recipients) => countRecipients(given) <= MAX_RECIPIENTS,
	field: 'to' as const,
	message: `an email has at most ${MAX_RECIPIENTS} recipients in To, Cc and Bcc together`,
};
