import type { INodeProperties, INodePropertyMode, NodePropertyTypes } from 'n8n-workflow';
import { z } from 'zod';
import { withPage } from '../../../credentials/docsPage';
import { moment as momentText } from '../text/moments';
import type { Field } from './field';
import { field } from './field';
import type { Choice } from './inputSchemas';
import {
	flag,
	jsonObject,
	optionalChoiceOf,
	optionalFlag,
	optionalLocator,
	optionalText,
	requiredChoiceOf,
	textList,
	wholeNumber,
} from './inputSchemas';

/**
 * One builder for each kind of field. Each takes the name that workflows store, the label and the
 * description, and then what this field has of its own. Type, default and schema follow from the kind.
 */

/** What a field has of its own, in n8n's words. */
interface Own extends Omit<
	Partial<INodeProperties>,
	'name' | 'displayName' | 'type' | 'description'
> {
	/** A page of docs/ that says more, with its heading: `mail.md#schedule-email`. */
	page?: string;
	/** No expression may leave it empty without saying so, as with `narrowing`. */
	narrows?: true;
	/** A language model fills it in a tool, as with `byModel`: by its description, or by this text. */
	byModel?: true | string;
}

function kind<Input extends z.ZodTypeAny>(
	type: NodePropertyTypes,
	initial: INodeProperties['default'],
	usual: (own: Own) => Input,
) {
	/** `own` may be the placeholder alone; its `input` reads the value where the usual schema does not fit. */
	function build<const Name extends string, Other extends z.ZodTypeAny>(
		name: Name,
		displayName: string,
		description: string,
		own: Own & { input: Other },
	): Field<Name, Other>;
	function build<const Name extends string>(
		name: Name,
		displayName: string,
		description?: string,
		own?: Own | string,
	): Field<Name, Input>;
	function build(
		name: string,
		displayName: string,
		description = '',
		given: (Own & { input?: z.ZodTypeAny }) | string = {},
	): Field {
		const own = typeof given === 'string' ? { placeholder: given } : given;
		const { input = usual(own), page, narrows, byModel, ...rest } = own;
		const text = page === undefined ? description : withPage(description, page);
		const described = text !== '' && { description: text };
		const property = { displayName, name, type, default: initial, ...rest, ...described };
		const toolText = byModel === true ? '' : byModel;
		return { ...field(property, input, narrows ? [name] : []), toolText };
	}
	return build;
}

/** A line of text; undefined when left empty. */
export const text = kind('string', '', () => optionalText);

/** Several texts in one line; an empty list when left empty. */
export const list = kind('string', '', () => textList);

/** A whole number within the bounds of its `typeOptions`; from 0 on where they have none. */
export const number = kind('number', 0, ({ typeOptions = {} }) => {
	const { minValue: min = 0, maxValue: max } = typeOptions;
	return wholeNumber({ min, max });
});

/** A switch that is off until somebody turns it on. */
export const toggle = kind('boolean', false, () => flag);

/** A switch that is on until somebody turns it off: an expression that gives nothing does not. */
export const toggleOn = kind('boolean', true, () =>
	optionalFlag.transform((given) => given ?? true),
);

/** A switch inside a collection: it decides nothing where it was not added, and is on when it is. */
export const optionalToggle = kind('boolean', true, () => optionalFlag);

/** A moment as ISO 8601; undefined when left empty. */
export const moment = kind('dateTime', '', () => momentText);

/** A JSON object. */
export const json = kind('json', '{}', () => jsonObject);

/** What an entry of a selector is called, and what it means. */
interface Named {
	name: string;
	description?: string;
}
type Entry<Value extends string> = Choice<Value> & Named;

/** What a selector has of its own; its entries are at once what is accepted. */
interface Selector<Value extends string> extends Omit<Own, 'options' | 'default'> {
	/** The entries, or their names by what is stored: these are shown in the order of the alphabet. */
	options: ReadonlyArray<Entry<Value>> | Readonly<Record<Value, string | Named>>;
}

const isList = <T>(given: readonly T[] | object): given is readonly T[] => Array.isArray(given);

function entriesOf<Value extends string>({ options: given }: Selector<Value>): Array<Entry<Value>> {
	if (isList(given)) return [...given];
	const values = Object.keys(given) as Value[];
	const entries = values.map((value): Entry<Value> => {
		const named: string | Named = given[value];
		return typeof named === 'string' ? { name: named, value } : { ...named, value };
	});
	return entries.sort((one, other) => one.name.localeCompare(other.name));
}

const options = kind('options', '', () => optionalText);
const multiOptions = kind('multiOptions', [], () => textList);

/** One of the entries of a selector; an empty field means its default. */
export function choice<const Name extends string, const Value extends string>(
	name: Name,
	displayName: string,
	description: string,
	own: Selector<Value> & { default: NoInfer<Value> },
) {
	const entries = entriesOf(own);
	const input = optionalChoiceOf(entries).transform((value): Value => value ?? own.default);
	return options(name, displayName, description, { ...own, options: entries, input });
}

/**
 * One of the entries of a selector, or undefined for an empty field and for the value `unchanged`:
 * for entries of collections, where nobody has chosen what is not there.
 */
export function optionalChoice<const Name extends string, const Value extends string>(
	name: Name,
	displayName: string,
	description: string,
	own: Selector<Value> & { default: NoInfer<Value> },
) {
	const entries = entriesOf(own);
	const input = optionalChoiceOf(entries);
	return options(name, displayName, description, { ...own, options: entries, input });
}

/**
 * One of the entries of a selector that starts at none of them, for effects that somebody has to choose. n8n
 * does not store a default: a field that nobody touched, and one where somebody chose it, would look the same.
 * A language model fills a selector only where an expression lets it.
 */
export function requiredChoice<const Name extends string, const Value extends string>(
	name: Name,
	displayName: string,
	description: string,
	own: Selector<Value>,
) {
	const entries = entriesOf(own);
	const input = requiredChoiceOf(entries);
	return options(name, displayName, description, {
		...own,
		required: true,
		options: [{ name: '(Choose One)', value: '' }, ...entries],
		input,
	});
}

/** Any number of the entries of a selector, as a list or as text with commas between them; at least one if required. */
export function choices<const Name extends string, const Value extends string>(
	name: Name,
	displayName: string,
	description: string,
	own: Selector<Value> & { default?: Array<NoInfer<Value>> },
) {
	const entries = entriesOf(own);
	const input = textList
		.pipe(z.array(requiredChoiceOf(entries)))
		.refine((chosen) => chosen.length > 0 || !own.required, 'choose at least one');
	return multiOptions(name, displayName, description, { ...own, options: entries, input });
}

/** Ways to name something by a text, in their order: the modes that workflows store, and what they are called. */
const WAYS = [
	['email', 'By Email'],
	['name', 'By Name'],
	['id', 'By ID'],
	['url', 'By Link'],
] as const;

/** What a resource locator has of its own. */
interface Locator<Input extends z.ZodTypeAny> extends Omit<Own, 'default' | 'modes'> {
	/** What the list holds, with its article, as in `Select a client...`, and the method that reads it. */
	list: { holds: string; searchListMethod: string };
	/** The ways in which it can be named, each with the placeholder of its field, or a hint below it. */
	entered: Partial<
		Record<(typeof WAYS)[number][0], string | Pick<INodePropertyMode, 'placeholder' | 'hint'>>
	>;
	input: Input;
}

const resourceLocator = kind('resourceLocator', { mode: 'list', value: '' }, () => optionalLocator);

/** A resource locator: a list, and texts that can be entered instead. */
export function locator<const Name extends string, Input extends z.ZodTypeAny>(
	name: Name,
	displayName: string,
	description: string,
	{ list: listed, entered, ...own }: Locator<Input>,
): Field<Name, Input> {
	const { holds, ...typeOptions } = listed;
	const fromList = {
		displayName: 'From List',
		name: 'list',
		type: 'list' as const,
		placeholder: `Select ${holds}...`,
		typeOptions: { ...typeOptions, searchable: true },
	};
	const texts = WAYS.flatMap(([mode, label]) => {
		const given = entered[mode];
		if (given === undefined) return [];
		const shown = typeof given === 'string' ? { placeholder: given } : given;
		return { displayName: label, name: mode, ...shown, type: 'string' as const };
	});
	return resourceLocator(name, displayName, description, { ...own, modes: [fromList, ...texts] });
}
