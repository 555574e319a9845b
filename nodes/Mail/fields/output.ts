import { choice, collection, field } from '../../shared/field';
import { flag, textList, wholeNumber } from '../../shared/inputSchemas';

/** Names of properties as Graph spells them, for its `$select`. */
const propertyNames = textList.refine(
	(names) => names.every((name) => /^[A-Za-z@.]+$/.test(name)),
	{ message: 'must be names of properties with commas between them' },
);

/** Whether mails are put out small and flat. */
export const simplify = field(
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	flag,
);

/** How the body of a mail is put out. */
export const body = choice({
	displayName: 'Body',
	name: 'body',
	type: 'options',
	options: [
		{ name: 'HTML', value: 'html', description: 'As it was sent' },
		{ name: 'None', value: 'none', description: 'Only the preview of 255 characters' },
		{
			name: 'Text',
			value: 'text',
			description:
				'What people see, without formatting: quoted lines begin with >, a signature with a line --; best for AI agents',
		},
	],
	default: 'text',
	description: 'How the body of each email is returned',
});

/** Which properties of a mail are put out. */
export const chosenProperties = field(
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'string',
		default: '',
		placeholder: 'e.g. subject, from, internetMessageHeaders',
		description:
			'Names of the properties to return, as Microsoft Graph spells them, with commas between them. Used when Simplify is off.',
	},
	propertyNames,
);

/** Where bodies are cut, in characters. */
export const maxBodyLength = field(
	{
		displayName: 'Maximum Body Length (Characters)',
		name: 'maxBodyLength',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 2000,
		hint: '0 for the whole body',
		description: 'Longer bodies are cut and marked with "truncated"',
	},
	wholeNumber({ min: 0 }),
);

/** The entries of the Options of a mail that is put out. */
export const messageOutputFields = [body, chosenProperties, maxBodyLength] as const;

/** What of a mail is put out. */
export const messageOutput = collection(
	{
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		description: 'What is returned of each email',
	},
	messageOutputFields,
);
