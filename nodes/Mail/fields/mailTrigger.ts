import type { INodeProperties } from 'n8n-workflow';
import { folderModes } from './folder';
import { mailbox } from './mailbox';

/** Which mail starts the workflow. */
const choiceFields: INodeProperties[] = [
	{
		displayName: 'Search Filter',
		name: 'searchFilter',
		type: 'string',
		default: '',
		placeholder: 'e.g. from:*@contoso.com AND subject:invoice',
		hint: 'subject:invoice · body:"past due" · from:*@contoso.com · hasAttachments:true · received:03/31/2026 · AND OR NOT. Empty: every email.',
		description:
			'Only emails that match start the workflow. Properties: subject, body, from, to, cc, bcc, participants, recipients, attachment, hasAttachments, importance, size, received, sent. Words, "phrases", prefix*, AND, OR, NOT, parentheses. A filter that cannot be evaluated is refused when the workflow is activated.',
	},
	{
		displayName: 'Folders',
		name: 'folders',
		type: 'options',
		options: [
			{
				name: 'All Incoming Email',
				value: 'incoming',
				description:
					'Wherever rules put it; not Sent Items, Drafts, Outbox, Junk Email and Deleted Items',
			},
			{
				name: 'Chosen Folders',
				value: 'chosen',
				description: 'Only the folders that you choose',
			},
		],
		default: 'incoming',
		description: 'Where to look for new email',
	},
	{
		displayName: 'Chosen Folders',
		name: 'chosenFolders',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Folder',
		default: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] },
		displayOptions: { show: { folders: ['chosen'] } },
		description: 'The folders to look in',
		options: [
			{
				displayName: 'Folder',
				name: 'folder',
				values: [
					{
						displayName: 'Folder',
						name: 'folder',
						type: 'resourceLocator',
						default: { mode: 'list', value: '' },
						description: 'The folder, chosen from the list, by its name or path, or by its ID',
						modes: [...folderModes],
					},
				],
			},
		],
	},
	{
		displayName: 'Include Subfolders',
		name: 'includeSubfolders',
		type: 'boolean',
		default: false,
		displayOptions: { show: { folders: ['chosen'] } },
		description: 'Whether to look in the folders below the chosen ones too',
	},
	{
		displayName: 'When Activated',
		name: 'whenActivated',
		type: 'options',
		options: [
			{
				name: 'New Email Only',
				value: 'new',
				description: 'What arrives after the workflow was activated',
			},
			{
				name: 'Also What Came Since It Was Last Active',
				value: 'sinceLast',
				description: 'Catch up on what arrived while the workflow was switched off',
			},
		],
		default: 'new',
		description:
			'Where to begin when the workflow is switched on. After a restart of n8n the trigger always continues where it was.',
	},
	{
		displayName: 'Maximum Age (Hours)',
		name: 'maximumAge',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		displayOptions: { show: { whenActivated: ['sinceLast'] } },
		description: 'Email received longer ago than this is left out when catching up',
	},
];

/** What the workflow gets. */
const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Chosen Fields', value: 'fields', description: 'Only the properties you name' },
			{ name: 'Raw', value: 'raw', description: 'Everything, as Microsoft Graph returns it' },
			{ name: 'Simplified', value: 'simplified', description: 'The most used properties, flat' },
		],
		default: 'simplified',
		description: 'What of each email to return',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. subject, from, internetMessageHeaders',
		displayOptions: { show: { output: ['fields'] } },
		description:
			'Names of the properties to return, as Microsoft Graph spells them, with commas between them',
	},
	{
		displayName: 'Body',
		name: 'body',
		type: 'options',
		options: [
			{ name: 'HTML', value: 'html', description: 'As it was sent' },
			{ name: 'None', value: 'none', description: 'Only the preview of 255 characters' },
			{ name: 'Text', value: 'text', description: 'Without formatting' },
		],
		default: 'text',
		description: 'How the body of each email is returned',
	},
	{
		displayName: 'Download Attachments',
		name: 'downloadAttachments',
		type: 'boolean',
		default: false,
		description:
			'Whether to read the attachments into binary fields. Attached emails become .eml files; of files in the cloud the link is returned.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Attachment Prefix',
				name: 'attachmentPrefix',
				type: 'string',
				default: 'attachment_',
				description: 'Beginning of the names of the binary fields; a number from 0 follows',
			},
			{
				displayName: 'Emit Skipped Emails',
				name: 'emitSkipped',
				type: 'boolean',
				default: false,
				description:
					'Whether an email that is skipped for its attachments starts the workflow with an item that says what was skipped and why',
			},
			{
				displayName: 'Mark as Read',
				name: 'markAsRead',
				type: 'boolean',
				default: false,
				description: 'Whether to mark each email that starts the workflow as read',
			},
			{
				displayName: 'Maximum Attachment Size (MB)',
				name: 'maxAttachmentSize',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 25,
				description:
					'An email with an attachment larger than this is not processed. 1 MB is 1,048,576 bytes; inline attachments count, links to files in the cloud do not. 0 for no limit.',
			},
			{
				displayName: 'Maximum Body Length',
				name: 'maxBodyLength',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Longer bodies are cut after this many characters and marked with "truncated". 0 returns the whole body.',
			},
			{
				displayName: 'Maximum Emails per Poll',
				name: 'maxMails',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: 50,
				description:
					'How many emails one execution gets at most, oldest first; the rest follows with the next polls',
			},
		],
	},
];

/** All fields of the Mail Trigger; n8n adds the poll times. */
export const mailTriggerFields: INodeProperties[] = [
	mailbox.property,
	...choiceFields,
	...outputFields,
];
