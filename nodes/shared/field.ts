import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Choice } from './inputSchemas';
import { choiceOf, choicesOf, optionalChoiceOf, requiredChoiceOf } from './inputSchemas';

/**
 * A field is one value: what the user sees, and what is accepted. The rest is read from there: what an
 * operation's `run` gets, the entries of a collection and their order, docs/steps.md.
 */
export interface Field<Name extends string = string, Input extends z.ZodTypeAny = z.ZodTypeAny> {
	property: INodeProperties & { name: Name };
	/** Reads the value as n8n, an expression or a language model gives it. */
	input: Input;
}

type Fields = readonly Field[];

/** What is left of a list of fields once it was read. */
export type InputOf<Listed extends Fields> = {
	[One in Listed[number] as One['property']['name']]: z.output<One['input']>;
};

export function field<const Name extends string, Input extends z.ZodTypeAny>(
	property: INodeProperties & { name: Name },
	input: Input,
): Field<Name, Input> {
	return { property, input };
}

/**
 * The same field for another operation: required, with another text, or read by another schema.
 * Its name stays, as workflows store it.
 */
export function changed<Name extends string, Input extends z.ZodTypeAny>(
	{ property, input }: Field<Name, Input>,
	changes: Omit<Partial<INodeProperties>, 'name'>,
): Field<Name, Input>;
export function changed<Name extends string, Input extends z.ZodTypeAny>(
	{ property }: Field<Name>,
	changes: Omit<Partial<INodeProperties>, 'name'>,
	input: Input,
): Field<Name, Input>;
export function changed(
	one: Field,
	changes: Omit<Partial<INodeProperties>, 'name'>,
	input = one.input,
): Field {
	return { property: { ...one.property, ...changes }, input };
}

/** A resource locator that may stay empty; its list says what that means. */
export function whenEmpty<Name extends string, Input extends z.ZodTypeAny>(
	one: Field<Name, Input>,
	meaning: string,
): Field<Name, Input> {
	const modes = one.property.modes?.map((mode) =>
		mode.name === 'list' ? { ...mode, placeholder: `Empty: ${meaning}` } : mode,
	);
	return changed(one, { modes });
}

/** A selector: its entries are at once what is accepted. */
interface Selector<Name extends string, Value extends string> extends Omit<
	INodeProperties,
	'name' | 'options'
> {
	name: Name;
	type: 'options';
	options: ReadonlyArray<Choice<Value> & { description?: string }>;
	default: NoInfer<Value>;
}

/** One of the entries of a selector; an empty field means its default. */
export function choice<const Name extends string, const Value extends string>(
	property: Selector<Name, Value>,
) {
	return field(withOptions(property), choiceOf(property.options, property.default));
}

/**
 * One of the entries of a selector, or undefined for an empty field and for the value `unchanged`:
 * for entries of collections, where nobody has chosen what is not there.
 */
export function optionalChoice<const Name extends string, const Value extends string>(
	property: Selector<Name, Value>,
) {
	return field(withOptions(property), optionalChoiceOf(property.options));
}

/**
 * One of the entries of a selector, for what must not happen because nobody chose: it starts at none of
 * them. n8n does not store a default, so what a person left as it was and what a person chose would look
 * the same; and a language model fills a selector only where an expression lets it.
 */
export function requiredChoice<const Name extends string, const Value extends string>(
	property: Omit<Selector<Name, Value>, 'type' | 'default' | 'required'>,
) {
	const options = [{ name: '(Choose One)', value: '' }, ...property.options];
	return field(
		{ ...property, type: 'options', required: true, default: '', options },
		requiredChoiceOf(property.options),
	);
}

/** A selector of several entries. */
interface MultiSelector<Name extends string, Value extends string> extends Omit<
	Selector<Name, Value>,
	'type' | 'default'
> {
	type: 'multiOptions';
	default: Array<NoInfer<Value>>;
}

/** Any number of the entries of a selector, as a list or as text with commas between them. */
export function choices<const Name extends string, const Value extends string>(
	property: MultiSelector<Name, Value>,
) {
	return field(withOptions(property), choicesOf(property.options));
}

function withOptions<Name extends string>(
	property: Selector<Name, string> | MultiSelector<Name, string>,
): INodeProperties & { name: Name } {
	return { ...property, options: [...property.options] };
}

/** What n8n shows of a collection beside its entries. */
type Frame<Name extends string> = Omit<INodeProperties, 'name' | 'type' | 'options' | 'default'> & {
	name: Name;
};

/** A collection of fields that are added one by one; sorted by what they are called. */
export function collection<const Name extends string, const Listed extends Fields>(
	property: Frame<Name>,
	listed: Listed,
) {
	const options = listed
		.map((one) => one.property)
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return field({ ...property, type: 'collection', default: {}, options }, orEmpty(listed));
}

/** An object of fields; nothing given is as an object of nothing. */
function orEmpty<const Listed extends Fields>(listed: Listed) {
	return z.preprocess((given) => given ?? {}, inputOf(listed));
}

/** A group of fields inside a fixed collection. */
interface Group<Listed extends Fields> {
	displayName: string;
	fields: Listed;
}

/** Fields that are filled in together, at most once; undefined while they are not there. */
export function fixedCollection<
	const Name extends string,
	const GroupName extends string,
	const Listed extends Fields,
>(property: Frame<Name>, groupName: GroupName, { displayName, fields }: Group<Listed>) {
	const group = { displayName, name: groupName, values: fields.map((one) => one.property) };
	const input = z
		.object({ [groupName]: inputOf(fields).nullish() })
		.nullish()
		.transform((given) => given?.[groupName] ?? undefined);
	return field({ ...property, type: 'fixedCollection', default: {}, options: [group] }, input);
}

/** Groups of fields, each filled in as often as wanted: a list for each group, empty when not given. */
export function fixedCollectionLists<
	const Name extends string,
	const Groups extends Record<string, Fields>,
>(property: Frame<Name>, groups: { [GroupName in keyof Groups]: Group<Groups[GroupName]> }) {
	const entries = Object.entries<Group<Fields>>(groups);
	const options = entries.map(([name, { displayName, fields }]) => ({
		displayName,
		name,
		values: fields.map((one) => one.property),
	}));
	const lists = entries.map(([name, { fields }]): [string, z.ZodTypeAny] => [name, listOf(fields)]);
	// As above.
	const input: z.ZodTypeAny = z.preprocess(
		(given) => given ?? {},
		z.object(Object.fromEntries(lists)),
	);
	const typed: z.ZodType<ListsOf<Groups>, z.ZodTypeDef, unknown> = input;
	return field(
		{
			...property,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, ...property.typeOptions },
			default: {},
			options,
		},
		typed,
	);
}

type ListsOf<Groups extends Record<string, Fields>> = {
	[GroupName in keyof Groups]: Array<InputOf<Groups[GroupName]>>;
};

function listOf(fields: Fields) {
	return z.preprocess((given) => given ?? [], z.array(inputOf(fields)));
}

/** The schema of the values of fields, by their names. */
export function inputOf<const Listed extends Fields>(
	listed: Listed,
): z.ZodType<InputOf<Listed>, z.ZodTypeDef, unknown> {
	const shape = listed.map(({ property, input }): [string, z.ZodTypeAny] => [property.name, input]);
	// TypeScript does not know the keys of an object that is made of entries.
	const schema: z.ZodTypeAny = z.object(Object.fromEntries(shape));
	return schema;
}
