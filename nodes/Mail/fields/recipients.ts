import type { InputOf } from '../../shared/step/field';
import { byModel, narrowing } from '../../shared/step/field';
import { text } from '../../shared/step/fieldKinds';
import { optionalRecipient, recipientsOrNames } from '../email/recipients';

export const to = text(
	'to',
	'To',
	'Email addresses of the recipients, separated by commas: Ann Lee &lt;ann@contoso.com&gt;. A name alone means the contact who has it, "me" the mailbox itself. Write semicolons where names alone are among them.',
	{
		page: 'mail.md#what-the-fields-accept',
		placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com',
		input: recipientsOrNames,
		byModel: 'Email addresses or names of contacts, separated by semicolons',
	},
);

export const cc = byModel(
	text('cc', 'Cc', 'Email addresses that get a copy, comma-separated; leave empty for none', {
		placeholder: 'e.g. team@contoso.com',
		input: recipientsOrNames,
	}),
	'Email addresses that get a copy; empty for none',
);

export const bcc = text(
	'bcc',
	'Bcc',
	'Email addresses that get a copy which the other recipients do not see, comma-separated; leave empty for none',
	{ placeholder: 'e.g. archive@contoso.com', input: recipientsOrNames },
);

/** Those of a draft. A person sees it before it leaves. */
export const draftRecipients = [to, cc, bcc] as const;
/** Without its To an email would go to the others alone. */
export const recipientFields = [narrowing(to), cc, bcc] as const;

export const replyTo = text(
	'replyTo',
	'Reply To',
	'Email addresses that answers go to, if not to the sender',
	{ placeholder: 'e.g. support@contoso.com', input: recipientsOrNames },
);

export const from = text(
	'from',
	'From',
	'Address of a shared mailbox, group or other user to send as; the account needs Send As or Send on Behalf rights. Leave empty to send as the mailbox itself. An email with an alias in From leaves from the main address, unless an administrator lets aliases send.',
	{ placeholder: 'e.g. support@contoso.com', input: optionalRecipient },
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

export const notTooManyRecipients = {
	holds: (given: Recipients) => countRecipients(given) <= MAX_RECIPIENTS,
	field: 'to' as const,
	message: `an email has at most ${MAX_RECIPIENTS} recipients in To, Cc and Bcc together`,
};
