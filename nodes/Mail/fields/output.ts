import { changed } from '../../shared/step/field';
import { choice, number, text, toggle, toggleOn } from '../../shared/step/fieldKinds';
import { optionalChoiceOf, textList } from '../../shared/step/inputSchemas';
import { MODEL_LENGTH } from '../../shared/step/notices';

/** Names of properties as Graph spells them, for its `$select`. */
const propertyNames = textList.refine(
	(names) => names.every((name) => /^[A-Za-z@.]+$/.test(name)),
	{ message: 'must be comma-separated names of properties' },
);

export const simplify = toggleOn(
	'simplify',
	'Simplify',
	'Whether to return a simplified version of the response instead of the raw data',
);

const BODIES = [
	{ name: 'HTML', value: 'html', description: 'As it was sent' },
	{
		name: 'Preview',
		value: 'none',
		description:
			"No body, only Microsoft's preview of 255 characters, which may hold hidden text. AI agents get text instead.",
	},
	{
		name: 'Text',
		value: 'text',
		description:
			'What people see, without formatting: quoted lines begin with >, a signature with a line --; best for AI agents',
	},
] as const;

export const body = choice('body', 'Body', 'How the body of each email is returned', {
	options: BODIES,
	default: 'text',
});

/** The same for the mails of a list; undefined where nobody asked for bodies. */
export const listedBody = changed(
	body,
	{
		description:
			'How the body of each email is returned. Without this option a list has the preview alone, and for an AI agent the first 200 characters of the text.',
	},
	optionalChoiceOf(BODIES),
);

export const chosenProperties = text(
	'fields',
	'Fields',
	'Names of the properties to return, as Microsoft Graph spells them, comma-separated. Used when Simplify is off.',
	{ placeholder: 'e.g. subject, from, internetMessageHeaders', input: propertyNames },
);

export const maxBodyLength = number(
	'maxBodyLength',
	'Maximum Body Length (Characters)',
	'Longer bodies are cut and marked with "truncated", but not those of raw data',
	{
		typeOptions: { minValue: 0 },
		default: 2000,
		hint: '0 for the whole body',
	},
);

/** Characters of the text of one email or event for a language model unless the user says more: about 5,000 tokens. */
const MODEL_TEXT_LENGTH = 20_000;

/** As many characters a language model gets of each of so many texts, unless the user says more. */
export function modelTextLength(count: number): number {
	return Math.min(MODEL_TEXT_LENGTH, Math.floor(MODEL_LENGTH / count));
}

/**
 * What a language model is told of a text that was cut.
 * @param name What the label of the option calls the text.
 * @param count How many it asked for at once.
 */
export function textCut(name: 'Body' | 'Description', count: number): string {
	const text = name.toLowerCase();
	if (modelTextLength(count) < MODEL_TEXT_LENGTH)
		return `The ${text} was cut: ask for fewer at once.`;
	return `The ${text} was cut. The person who made this tool gets the rest by a higher Maximum ${name} Length in its Options; 0 is the whole ${text}.`;
}

/** Whether the headers of a mail are read for what they say of the sender (fact: headers-size). */
export const checkSender = toggle(
	'checkSender',
	'Check Sender',
	"Whether to return senderVerified: pass, fail or none, as the mailbox's own server at Microsoft found by SPF, DKIM and DMARC. Colleagues who signed in pass. Reads the headers too, some 10 kB of each email.",
	{ page: 'mail-trigger.md#who-really-wrote-it' },
);
