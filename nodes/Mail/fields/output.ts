import { changed, choice, collection, field } from '../../shared/field';
import { flag, optionalChoiceOf, textList, wholeNumber } from '../../shared/inputSchemas';

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

const BODIES = [
	{ name: 'HTML', value: 'html', description: 'As it was sent' },
	{
		name: 'Preview',
		value: 'none',
		description: "No body, only Microsoft's preview of 255 characters, which may hold hidden text",
	},
	{
		name: 'Text',
		value: 'text',
		description:
			'What people see, without formatting: quoted lines begin with >, a signature with a line --; best for AI agents',
	},
] as const;

/** How the body of a mail is put out. */
export const body = choice({
	displayName: 'Body',
	name: 'body',
	type: 'options',
	options: BODIES,
	default: 'text',
	description: 'How the body of each email is returned',
});

/** The same in a list, where bodies are asked for: undefined while nobody did. */
export const listedBody = changed(
	body,
	{
		description:
			'How the body of each email is returned. Without this option a list has the preview alone, and for an AI agent the first 200 characters of the text.',
	},
	optionalChoiceOf(BODIES),
);

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

/** What of a mail is put out. */
export const messageOutput = collection(
	{
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		description: 'What is returned of each email',
	},
	[body, chosenProperties, maxBodyLength],
);
