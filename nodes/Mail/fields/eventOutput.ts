import type { INodeProperties } from 'n8n-workflow';

/** What of an event is put out; entries of an Options collection. */
export const eventOutputFields = {
	body: {
		displayName: 'Description',
		name: 'body',
		type: 'options',
		options: [
			{ name: 'HTML', value: 'html', description: 'As it was written' },
			{ name: 'None', value: 'none', description: 'Only the preview of 255 characters' },
			{ name: 'Text', value: 'text', description: 'Without formatting; best for AI agents' },
		],
		default: 'text',
		description: 'How the description of each event is returned',
	},
	fields: {
		displayName: 'Fields',
		name: 'fields',
		type: 'string',
		default: '',
		placeholder: 'e.g. subject, start, end, webLink',
		description:
			'Names of the properties to return, as Microsoft Graph spells them, with commas between them. Used when Simplify is off.',
	},
	maxBodyLength: {
		displayName: 'Maximum Description Length',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 2000,
		description:
			'Longer descriptions are cut after this many characters and marked with "truncated". 0 returns the whole description.',
	},
} as const satisfies Record<string, INodeProperties>;
