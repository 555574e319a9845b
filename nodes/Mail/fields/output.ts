import type { INodeProperties } from 'n8n-workflow';
import { field } from '../../shared/field';
import { flag } from '../../shared/inputSchemas';
import { messageOutputInput } from '../schemas/output';

/** Whether mails are put out small and flat. */
export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies INodeProperties;

export const simplify = field(simplifyField, flag);

/** Names of properties as Graph spells them, for its `$select`. */
export const propertyNames = messageOutputInput.fields;

/** What of a mail is put out; entries of an Options collection. */
export const messageOutputOptions = [
	{
		displayName: 'Body',
		name: 'body',
		type: 'options',
		options: [
			{ name: 'HTML', value: 'html', description: 'As it was sent' },
			{ name: 'None', value: 'none', description: 'Only the preview of 255 characters' },
			{ name: 'Text', value: 'text', description: 'Without formatting; best for AI agents' },
		],
		default: 'text',
		description: 'How the body of each email is returned',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'string',
		default: '',
		placeholder: 'e.g. subject, from, internetMessageHeaders',
		description:
			'Names of the properties to return, as Microsoft Graph spells them, with commas between them. Used when Simplify is off.',
	},
	{
		displayName: 'Maximum Body Length',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 2000,
		description:
			'Longer bodies are cut after this many characters and marked with "truncated". 0 returns the whole body.',
	},
] as const satisfies INodeProperties[];
