import type { INodeProperties } from 'n8n-workflow';

/** Every step of the Mail node has it, last. */
export const mailboxField = {
	displayName: 'Mailbox',
	name: 'mailbox',
	type: 'string',
	default: '',
	placeholder: 'e.g. support@contoso.com',
	description:
		"Address or user ID of a shared mailbox. Leave empty for the account's own mailbox. Needs a credential with shared mailbox permissions.",
} as const satisfies INodeProperties;
