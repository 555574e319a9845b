import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput } from '../http/failures';
import { showsSigns, strayEscape, unfilledPart } from '../text/drafts';
import { isLeftOpen, isNone } from '../text/noValue';
import { isSameText } from '../text/sameText';
import { entriesOf } from './fieldLabels';
import { chosenValue } from './readParameters';

/**
 * What language models write into fields without meaning it. People may write all of it: they may call an event
 * "same", and see what they wrote.
 */

type Values = Record<string, unknown>;

/** The step that was chosen, as far as its fields are read. */
interface Step {
	fields: INodeProperties[];
	/** Empty where it only reads: what is looked for may be called "unknown". */
	effects: readonly unknown[];
}

const values = z.record(z.unknown());
const oneText = z.tuple([z.string()]);

/** Fields of which a text is an entry of a list, or JSON. */
const CHOSEN = ['options', 'multiOptions', 'json'];
/** Fields whose text is used as it is. */
const TEXTS = ['string', 'resourceLocator'];
/** IDs, and a path with its query, which have signs of their own. */
const NO_TEXTS = /Ids?$|^endpoint$/;

/** What a field is called, without the unit behind it: `Duration` of `Duration (Minutes)`. */
export function plainLabel({ displayName }: INodeProperties): string {
	return displayName.replace(/ \(.*$/, '');
}

/**
 * The given values without words for no value, such as `N/A`: as text they would be looked for, stored or sent. A word
 * that the description of its field names in quotes is a value there.
 * @param given What the step was given, as n8n holds it.
 * @returns the values, and what to say of the words that were left out.
 * @throws InvalidInput, naming the field, for such a word in a field that needs a value, and for a part of a
 * template that nobody filled in.
 */
export function withoutNoValues(
	{ fields, effects }: Step,
	given: Values,
): { parameters: Values; leftOut: string[] } {
	const leftOut: string[] = [];
	const parameters = mapFieldTexts(fields, given, (field, text) => {
		// None of several entries is written as a word, too.
		const isNoEntry = field.type === 'multiOptions' && isNone(text);
		if (CHOSEN.includes(field.type) && !isNoEntry) return text;
		if (text === '[object Object]') {
			throw new InvalidInput(`is "${text}"`, field.name, 'Write a text.');
		}
		if (field.description?.includes(`"${text}"`)) return text;
		const isText = effects.length === 0 && field.type === 'string';
		const looksUp = isText || field.type === 'resourceLocator';
		const isNothing = looksUp ? isNone(text) : isLeftOpen(text, plainLabel(field));
		if (!isNothing) return checkFilled(field, text);
		if (field.required && otherChoices(field, fields, given).length === 0) {
			throw new InvalidInput(
				`is "${text}", which stands for no value`,
				field.name,
				'Write a value.',
			);
		}
		// A model may mean to empty what is there.
		const so = effects.length === 0 ? '' : ': it removes nothing';
		leftOut.push(`${plainLabel(field)} "${text}" was read as no value${so}.`);
		return undefined;
	});
	return { parameters, leftOut };
}

function checkFilled({ name, type, modes }: INodeProperties, text: string): string {
	// Something may really have such a name. Where nothing has it, the step refuses the name.
	const isLookedUp = ['name', 'id'].every((by) => modes?.some((mode) => mode.name === by));
	const part = TEXTS.includes(type) && !isLookedUp ? unfilledPart(text) : undefined;
	if (part === undefined) return text;
	throw new InvalidInput(
		`holds "${part}", which nobody filled in`,
		name,
		'Write what belongs there.',
	);
}

/**
 * Refuses texts that would be stored or sent with signs that people do not write.
 * @param parameters What `withoutNoValues` left.
 * @throws InvalidInput, naming the field and how to write it.
 */
export function checkModelTexts({ fields, effects }: Step, parameters: Values): void {
	if (effects.length === 0) return;
	mapFieldTexts(fields, parameters, (field, text) => {
		if (field.type === 'string' && !NO_TEXTS.test(field.name)) checkText(field, text);
		return text;
	});
}

function checkText(field: INodeProperties, text: string): void {
	const { name, typeOptions } = field;
	const escape = strayEscape(text);
	if (escape !== undefined) {
		const isBreak = escape === '\\n';
		throw new InvalidInput(
			`holds ${escape} as two characters${isBreak ? ' instead of line breaks' : ''}`,
			name,
			isBreak ? 'Write real line breaks.' : 'Write it without the backslash.',
		);
	}
	const label = plainLabel(field);
	if (text.trim().toLowerCase().startsWith(`${label.toLowerCase()}:`)) {
		throw new InvalidInput(`begins with "${label}:", the name of a field`, name, 'Leave it out.');
	}
	// A model may write what is to be done with the number, such as `delete`: that would be stored.
	if (/phone/i.test(name) && !/\p{Nd}/u.test(text)) {
		const next = 'Write a number, or leave it empty to keep what is there.';
		throw new InvalidInput('holds no digit', name, next);
	}
	if (typeOptions?.rows === undefined && showsSigns(text)) {
		throw new InvalidInput(
			'holds Markdown, HTML or JSON, which is shown as it is written',
			name,
			'Write it as plain text.',
		);
	}
}

/**
 * What to say of values that a step does not use, as they count only with another choice in a field beside them. Where
 * the model makes that choice, n8n shows the tool all such fields.
 * @param parameters What `withoutNoValues` left.
 */
export function unusedFields(fields: INodeProperties[], parameters: Values): string[] {
	return fields.flatMap((field) => {
		const given = parameters[field.name];
		// What a model fills is a text.
		if (typeof chosenValue(given) !== 'string' || !isEntered(field, given)) return [];
		return otherChoices(field, fields, parameters).map(({ other, wanted }) => {
			const choices = wanted.map((value) => `"${String(value)}"`).join(' or ');
			return `${plainLabel(field)} was not used: it needs ${plainLabel(other)} ${choices}.`;
		});
	});
}

/** The fields whose choice keeps a field from counting, each with the `wanted` choices; none where the field counts. */
export function otherChoices(
	{ displayOptions }: INodeProperties,
	fields: INodeProperties[],
	parameters: Values,
) {
	return Object.entries(displayOptions?.show ?? {}).flatMap(([name, wanted = []]) => {
		const other = fields.find((field) => field.name === name);
		const chosen = other && choiceIn(other, parameters[name]);
		if (!other || wanted.some((value) => isSame(value, chosen))) return [];
		return { other, wanted };
	});
}

/** True where a field holds something other than its default. */
export function isEntered({ default: initial }: INodeProperties, given: unknown): boolean {
	return (chosenValue(given) ?? '') !== '' && JSON.stringify(given) !== JSON.stringify(initial);
}

/** What is chosen in a field by its value or its label, as the steps read it. */
function choiceIn(field: INodeProperties, given: unknown): unknown {
	const value = isEntered(field, given) ? given : field.default;
	const entries = (field.options ?? []).flatMap((entry) => ('value' in entry ? [entry] : []));
	return entries.find(({ name }) => isSame(name, value))?.value ?? value;
}

const isSame = (one: unknown, other: unknown) => isSameText(String(one), String(other));

/** Returns a text as it is to be read; undefined for no value, as an empty text makes some fields clear something. */
type Read = (field: INodeProperties, text: string) => string | undefined;

/** The values with each text, in whatever collection it stands, as `read` gives it back. */
export function mapFieldTexts(fields: INodeProperties[], given: Values, read: Read): Values {
	const mapped = { ...given };
	for (const field of fields) {
		const value = mapped[field.name];
		if (value !== undefined && value !== null) mapped[field.name] = mapValue(field, value, read);
	}
	return mapped;
}

function mapValue(field: INodeProperties, value: unknown, read: Read): unknown {
	const { type, options = [] } = field;
	const entries = values.safeParse(value).data;
	if (type === 'collection' && entries) return mapFieldTexts(entriesOf(field), entries, read);
	if (type === 'fixedCollection' && entries) {
		const groups = options.flatMap((option) => ('values' in option ? [option] : []));
		const mapGroup = (name: string, group: unknown): unknown => {
			if (Array.isArray(group)) return group.map((part: unknown) => mapGroup(name, part));
			const listed = groups.find((known) => known.name === name)?.values ?? [];
			const held = values.safeParse(group).data;
			return held ? mapFieldTexts(listed, held, read) : group;
		};
		return Object.fromEntries(
			Object.entries(entries).map(([name, group]) => [name, mapGroup(name, group)]),
		);
	}
	const chosen = chosenValue(value);
	const [text] = oneText.safeParse(chosen).data ?? [chosen];
	if (typeof text !== 'string' || text.trim() === '') return value;
	const left = read(field, text);
	if (left === text) return value;
	return entries ? { ...entries, value: left } : left;
}
