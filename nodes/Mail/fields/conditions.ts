import type { INodeProperties } from 'n8n-workflow';

/** Typed conditions on a mail; entries of the Filters collection of Find Email. */
export const conditionFields = [
	{
		displayName: 'Body Contains',
		name: 'bodyWords',
		type: 'string',
		default: '',
		placeholder: 'e.g. contract renewal',
		description:
			'Words that all have to stand in the body. Bodies are read and compared one by one, so add a date or a sender to be quick.',
	},
	{
		displayName: 'Conversation ID',
		name: 'conversationId',
		type: 'string',
		default: '',
		description: 'Only emails of this conversation, as another step returns it in "conversationId"',
	},
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@contoso.com, @contoso.com or Ann',
		description: "The sender's whole address, a domain beginning with @, or a part of the name",
	},
	{
		displayName: 'Has Attachments',
		name: 'hasAttachments',
		type: 'boolean',
		default: true,
		description: 'Whether the email has attachments; images inside the text do not count',
	},
	{
		displayName: 'Importance',
		name: 'importance',
		type: 'options',
		options: [
			{ name: 'High', value: 'high' },
			{ name: 'Low', value: 'low' },
			{ name: 'Normal', value: 'normal' },
		],
		default: 'high',
		description: 'Only emails of this importance',
	},
	{
		displayName: 'Label',
		name: 'label',
		type: 'string',
		default: '',
		placeholder: 'e.g. Invoice',
		description: 'Only emails that carry this label (category), by its whole name',
	},
	{
		displayName: 'Read Status',
		name: 'readStatus',
		type: 'options',
		options: [
			{ name: 'Read', value: 'read' },
			{ name: 'Unread', value: 'unread' },
		],
		default: 'unread',
		description: 'Only emails that were read, or only those that were not',
	},
	{
		displayName: 'Received After',
		name: 'receivedAfter',
		type: 'dateTime',
		default: '',
		description: 'Only emails received at or after this time',
	},
	{
		displayName: 'Received Before',
		name: 'receivedBefore',
		type: 'dateTime',
		default: '',
		description: 'Only emails received before this time',
	},
	{
		displayName: 'Subject Contains',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoice',
		description: 'Only emails whose subject holds this text',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder: 'e.g. support@contoso.com',
		description: 'An address, a domain or a part of a name among To and Cc',
	},
] as const satisfies INodeProperties[];
