import { z } from 'zod';
import { isTooDeep, MAX_LEVELS } from '../http/depth';
import { objectionToId } from '../http/pathSegment';
import { ofRecord, unwrapId, unwrapList } from './wrappedId';

/**
 * The values of n8n's fields, read forgivingly: an expression or a language model may give a number
 * as text, a list as one string, and an empty string for "not given".
 */

/** The message for a value of another kind, instead of zod's "Invalid input". */
export function mustBe(kind: string) {
	return { errorMap: () => ({ message: `must be ${kind}` }) };
}

/** For a schema's `transform`: refuses what was given, and returns what zod takes for no value. */
export function refuse(context: z.RefinementCtx, message: string | undefined): never {
	context.addIssue({ code: 'custom', message });
	return z.NEVER;
}

/** The same schema for a value that must be given. */
export function mustBeGiven<Input extends z.ZodTypeAny>(input: Input, message = 'is required') {
	const given = z.custom<NonNullable<z.output<Input>>>((value) => value !== undefined, message);
	return input.pipe(given);
}

/** Text that may be left out; blanks around it do not count. */
export const optionalText = z
	.union([z.string(), z.number(), z.null(), z.undefined()], mustBe('text'))
	.transform((value) => String(value ?? '').trim() || undefined);

/** Text that must be given. */
export const requiredText = mustBeGiven(optionalText);

function checkId(id: string | undefined, context: z.RefinementCtx): void {
	const message = id === undefined ? undefined : objectionToId(id);
	if (message !== undefined) context.addIssue({ code: 'custom', message });
}

/** The ID of something at the provider, or undefined when left out. */
export const optionalIdText = optionalText
	.transform((text) => (text && unwrapId(text)) || undefined)
	.superRefine(checkId);

/** The same, which must be given. */
export const requiredIdText = mustBeGiven(optionalIdText);

/** A text that is looked for letter by letter, or undefined when left empty. */
export const wantedText = optionalText.refine((text = '') => !/^[*?%]+$/.test(text), {
	message: 'finds nothing by * alone: leave it empty for all',
});

/** Text kept to the letter, blanks included; empty when not given. */
export const rawText = z
	.union([z.string(), z.number(), z.boolean(), z.null(), z.undefined()], mustBe('text'))
	.transform((value) => String(value ?? ''));

/** A switch that may be left out: true, false, or the words for them; an empty value decides nothing. */
export const optionalFlag = z
	.union([z.boolean(), z.string(), z.null(), z.undefined()], mustBe('true or false'))
	.transform((value, context) => {
		const word = String(value ?? '')
			.trim()
			.toLowerCase();
		if (word === '') return undefined;
		if (word === 'true' || word === 'false') return word === 'true';
		return refuse(context, 'must be true or false');
	});

/** A switch, which is off where it is left out. */
export const flag = optionalFlag.transform((value) => value ?? false);

/** An entry of a selector: its label and what is stored. */
export interface Choice<Value extends string> {
	name: string;
	value: Value;
}

/** The entry that leaves a field as it is. */
const UNCHANGED = 'unchanged';
/** Entries that decide nothing; `either` is that of a condition. */
const UNDECIDED = [UNCHANGED, 'either'];

/** What can be chosen, as an error lists it. */
function namesOf(choices: ReadonlyArray<Choice<string>>): string {
	const values = choices.map(({ value }) => value);
	return values.filter((value) => value !== UNCHANGED).join(', ');
}

/**
 * One of the entries of a selector, by its value or its label in any case; undefined for an empty field and for the
 * entries `unchanged` and `either`.
 */
export function optionalChoiceOf<Value extends string>(choices: ReadonlyArray<Choice<Value>>) {
	const isOptional = choices.some(({ value }) => value === UNCHANGED);
	const kind = `one of: ${namesOf(choices)}${isOptional ? ', or left empty' : ''}`;
	return z
		.union([z.string(), z.boolean(), z.null(), z.undefined()], mustBe(kind))
		.transform((given, context): Value | undefined => {
			const word = String(given ?? '')
				.trim()
				.toLowerCase();
			if (word === '' || UNDECIDED.includes(word)) return undefined;
			const chosen = choices.find(
				({ name, value }) => value.toLowerCase() === word || name.toLowerCase() === word,
			);
			if (chosen) return UNDECIDED.includes(chosen.value) ? undefined : chosen.value;
			return refuse(context, `must be ${kind}`);
		});
}

/** The same, and refused with the choices when empty. */
export function requiredChoiceOf<Value extends string>(choices: ReadonlyArray<Choice<Value>>) {
	return mustBeGiven(optionalChoiceOf(choices), `is required, one of: ${namesOf(choices)}`);
}

/** A whole number between two bounds, or undefined when left empty. */
export function wholeNumber({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
	const upTo = max === Number.MAX_SAFE_INTEGER ? ` or more` : ` to ${max}`;
	const kind = `a whole number from ${min}${upTo}`;
	return z
		.union([z.number(), z.string(), z.null(), z.undefined()], mustBe(kind))
		.transform((value, context) => {
			const given = typeof value === 'string' ? value.trim() : value;
			if (given === null || given === undefined || given === '') return undefined;
			const number = Number(given);
			if (Number.isInteger(number) && number >= min && number <= max) return number;
			return refuse(context, `must be ${kind}`);
		});
}

const textEntries = z.array(z.union([z.string(), z.number(), z.null(), z.undefined()]));

/** A list: an array, one as text in JSON or as Python writes it, or text with commas, semicolons or line breaks between the entries. */
export const textList = z
	.union([textEntries, optionalText], mustBe('text, or a list of texts'))
	.transform((value = []) => (Array.isArray(value) ? value : splitList(value)))
	.refine((entries) => entries, 'is a list that cannot be read: write it as ["one", "two"]')
	.transform((entries = []) => entries.map((entry) => String(entry ?? '').trim()).filter(Boolean));

/** The entries of a text; undefined for a list of other things, or one with a mistake, whose brackets would be stored. */
function splitList(text: string): z.output<typeof textEntries> | undefined {
	const given = text.trim().replace(/^".*$/s, '[$&]');
	const parsed = given.startsWith('[') ? parseJson(given) : undefined;
	if (parsed !== undefined) return textEntries.safeParse(parsed).data;
	// Language models write lists as Python does, too: the brackets and quotes would be stored.
	const [, quoted] = /^\[\s*'(.*)'\s*\]$/s.exec(given) ?? [];
	if (quoted !== undefined) return quoted.split(/'\s*,\s*'/);
	if (/^\[\s*["'{].*\]$/s.test(text.trim())) return undefined;
	// As in CSV, an entry that holds a comma stands in quotes.
	const entries = text.match(/[ \t]*"[^"\n]*"[ \t]*(?=[,;\n]|$)|[^,;\n]+/g) ?? [];
	return entries.map((entry) => entry.replace(/^\s*"([^"]*)"\s*$/, '$1'));
}

/** A JSON object, as such or as text; an empty text is no object. */
export const jsonObject = z
	.unknown()
	.transform((value, context) => {
		const given = typeof value === 'string' ? value.trim() : value;
		if (given === undefined || given === null || given === '') return undefined;
		const read = typeof given === 'string' ? parseJson(given) : given;
		const object = z.record(z.unknown()).safeParse(read);
		if (object.success) return object.data;
		return refuse(context, 'must be a JSON object, such as {"key": "value"}');
	})
	.superRefine(checkDepth);

/** Any JSON value, as such or as text; an empty text is none. */
export const jsonValue = z
	.unknown()
	.transform((value, context) => {
		if (typeof value !== 'string') return value ?? undefined;
		if (value.trim() === '') return undefined;
		const parsed = parseJson(value);
		if (parsed !== undefined) return parsed;
		return refuse(context, 'is not valid JSON');
	})
	.superRefine(checkDepth);

/** Refuses JSON with too many levels: a language model may write it, as a stranger told it to. */
function checkDepth(value: unknown, context: z.RefinementCtx): void {
	if (!isTooDeep(value)) return;
	context.addIssue({ code: 'custom', message: `must not have more than ${MAX_LEVELS} levels` });
}

/** What language models put around JSON, with the name of a language. */
const FENCE = /^\s*```\w{0,8}\s([^]*)```\s*$/;

function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text.replace(FENCE, '$1'));
		return value;
	} catch {
		return undefined;
	}
}

/** What a resource locator holds: how the user chose, and what. */
export interface Locator {
	/** `list` and `id` hold an ID; `name` a name to look up. */
	mode: string;
	value: string;
}

const locatorValue = z.object({
	mode: z.string().default('id'),
	value: z.union([z.string(), z.number(), z.null(), z.undefined()]),
	/** An item of another step stands for its ID. */
	id: z.union([z.string(), z.number()]).optional(),
});

/** What the modes ask for that want no ID. */
const ASKED_FOR = new Map(Object.entries({ email: 'an email address', name: 'a name' }));
const errorMap: z.ZodErrorMap = (_, { data }) => ({
	message: `must be ${ASKED_FOR.get(Object(data).mode) ?? 'an ID'}`,
});

/** A locator of things that have names and no IDs; undefined when left empty. A bare text from an expression counts as an ID. */
export const optionalNameLocator = z
	.preprocess(
		(given) => ofRecord(unwrapList(given)),
		z.union([locatorValue, z.string(), z.number(), z.null(), z.undefined()], { errorMap }),
	)
	.transform((given): Locator | undefined => {
		const { mode, value } =
			typeof given === 'object' && given !== null
				? { mode: given.mode, value: given.value ?? given.id }
				: { mode: 'id', value: given };
		const text = String(value ?? '').trim();
		return text === '' ? undefined : { mode, value: text };
	});

/** Modes whose text is no ID and no link. */
const UNWRAPPED = ['name', 'email'];

/** A resource locator. Undefined when left empty. */
export const optionalLocator = optionalNameLocator.transform((locator, context) => {
	if (locator === undefined || UNWRAPPED.includes(locator.mode)) return locator;
	const value = unwrapId(locator.value);
	if (value === '') return undefined;
	checkId(value, context);
	return { ...locator, value };
});

/** An ID in a field of its own, for which an item of another step may stand as well. */
export const optionalOneId = optionalLocator.transform((located) => located?.value);

/** A resource locator that must be filled in. */
export const requiredLocator = mustBeGiven(optionalLocator);
