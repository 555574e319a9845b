import type { INodeProperties } from 'n8n-workflow';

/** Who gets the mail. */
export const toField = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com',
	description:
		'Email addresses of the recipients, with commas or semicolons between them; names are allowed: Ann Lee &lt;ann@contoso.com&gt;',
} as const satisfies INodeProperties;

/** Who gets a copy. */
export const ccField = {
	displayName: 'Cc',
	name: 'cc',
	type: 'string',
	default: '',
	placeholder: 'e.g. team@contoso.com',
	description: 'Email addresses that get a copy, with commas between them; leave empty for none',
} as const satisfies INodeProperties;

/** Who gets a copy unseen by the others. */
export const bccField = {
	displayName: 'Bcc',
	name: 'bcc',
	type: 'string',
	default: '',
	placeholder: 'e.g. archive@contoso.com',
	description:
		'Email addresses that get a copy which the other recipients do not see, with commas between them; leave empty for none',
} as const satisfies INodeProperties;

/** Where answers go. */
export const replyToField = {
	displayName: 'Reply To',
	name: 'replyTo',
	type: 'string',
	default: '',
	placeholder: 'e.g. support@contoso.com',
	description: 'Email addresses that answers go to, if not to the sender',
} as const satisfies INodeProperties;

/** The mailbox that stands as the sender. */
export const fromField = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. support@contoso.com',
	description:
		'Address of a shared mailbox, group or other user to send as; the account needs Send As or Send on Behalf rights. Leave empty to send as the mailbox itself.',
} as const satisfies INodeProperties;
