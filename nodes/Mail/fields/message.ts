import type { INodeProperties } from 'n8n-workflow';
import { otherAttachmentsField } from './attachments';
import { fromField, replyToField } from './recipients';

export const subjectField = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your invoice',
	description: 'Subject line of the email',
} as const satisfies INodeProperties;

export const messageField = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	description: 'The text of the email, plain or HTML',
} as const satisfies INodeProperties;

export const messageFormatField = {
	displayName: 'Message Format',
	name: 'messageFormat',
	type: 'options',
	default: 'auto',
	description: 'How the message is written',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'HTML when the message contains HTML tags, otherwise plain text',
		},
		{ name: 'HTML', value: 'html', description: 'The message is HTML' },
		{ name: 'Text', value: 'text', description: 'The message is plain text; line breaks are kept' },
	],
} as const satisfies INodeProperties;

/** Entries of an Options collection that every mail can have. */
export const messageOptionFields = {
	deliveryReceipt: {
		displayName: 'Delivery Receipt',
		name: 'deliveryReceipt',
		type: 'boolean',
		default: false,
		description: "Whether to ask the recipients' mail servers to confirm the delivery",
	},
	from: fromField,
	headers: {
		displayName: 'Headers',
		name: 'headers',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Header',
		default: {},
		description: 'Headers of your own to send along; their names begin with x-',
		options: [
			{
				displayName: 'Header',
				name: 'header',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. x-order-number',
						description: 'Name of the header, beginning with x-',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Value of the header, on one line',
					},
				],
			},
		],
	},
	importance: {
		displayName: 'Importance',
		name: 'importance',
		type: 'options',
		default: 'normal',
		description: 'How important the email is marked',
		options: [
			{ name: 'High', value: 'high' },
			{ name: 'Low', value: 'low' },
			{ name: 'Normal', value: 'normal' },
		],
	},
	labels: {
		displayName: 'Labels',
		name: 'labels',
		type: 'string',
		default: '',
		placeholder: 'e.g. Invoice, Urgent',
		description: 'Labels (categories) for the copy in the mailbox, with commas between them',
	},
	readReceipt: {
		displayName: 'Read Receipt',
		name: 'readReceipt',
		type: 'boolean',
		default: false,
		description: 'Whether to ask the recipients to confirm that they read the email',
	},
	replyTo: replyToField,
} as const satisfies Record<string, INodeProperties>;

/** The Options of a new mail. */
export const outgoingOptionsField = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'Sender, importance, receipts, headers and other attachments',
	options: [
		messageOptionFields.deliveryReceipt,
		messageOptionFields.from,
		messageOptionFields.headers,
		messageOptionFields.importance,
		messageOptionFields.labels,
		otherAttachmentsField,
		messageOptionFields.readReceipt,
		messageOptionFields.replyTo,
	],
} as const satisfies INodeProperties;

/** Leaves the mail in Drafts. */
export const saveAsDraftField = {
	displayName: 'Save as Draft',
	name: 'saveAsDraft',
	type: 'boolean',
	default: false,
	description: 'Whether to leave the email in Drafts instead of sending it',
} as const satisfies INodeProperties;
