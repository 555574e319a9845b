import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { mustBeGiven } from './inputSchemas';

/**
 * A field is one value: what the user sees, and what is accepted. The rest follows from it: what an
 * operation's `run` gets, the entries of a collection and their order, docs/steps.md.
 */
export interface Field<Name extends string = string, Input extends z.ZodTypeAny = z.ZodTypeAny> {
	property: INodeProperties & { name: Name };
	/** Reads the value as n8n, an expression or a language model gives it. */
	input: Input;
	/** Whether a language model fills it in a tool, and what it reads instead of the description. */
	toolText?: string;
	/** Reads several IDs, in a field for one of which a language model may give several. */
	ids?: z.ZodType<string[], z.ZodTypeDef, unknown>;
	/** The fields of a collection. */
	entries?: readonly Field[];
	/** Stored names, of itself or fields inside: if one is empty, the step does more, does it elsewhere, or sends nothing. */
	narrows: readonly string[];
	/** What people read below it. */
	notice?: INodeProperties;
}

type Fields = readonly Field[];

/** The values of fields once they are read, by their names. */
export type InputOf<Listed extends Fields> = {
	[One in Listed[number] as One['property']['name']]: z.output<One['input']>;
};

export function field<const Name extends string, Input extends z.ZodTypeAny>(
	property: INodeProperties & { name: Name },
	input: Input,
	narrows: readonly string[] = [],
): Field<Name, Input> {
	return { property, input, narrows };
}

/** What an operation may change of a field that another one has as well; `byModel` is that of the function below. */
type Changes = Omit<Partial<INodeProperties>, 'name'> & { byModel?: true | string };

/**
 * The same field, which a language model fills in a tool unless a person types over it.
 * @param toolText What the model reads where the description is for people: forms, where IDs come from.
 */
export function byModel<One extends Field>(one: One, toolText = ''): One {
	return { ...one, toolText };
}

/** The same field, which only a person fills, in a tool, too: an empty one stays empty. */
export function byPerson<One extends Field>(one: One): One {
	return { ...one, toolText: undefined };
}

/**
 * The same field for another operation: required, with another text, or read by another schema.
 * Its name stays, as workflows store it.
 */
export function changed<One extends Field>(one: One, changes: Changes): One;
export function changed<Name extends string, Input extends z.ZodTypeAny>(
	one: Field<Name>,
	changes: Changes,
	input: Input,
): Field<Name, Input>;
export function changed(
	one: Field,
	{ byModel: toolText = one.toolText, ...changes }: Changes,
	input = one.input,
): Field {
	const property = { ...one.property, ...changes };
	return { ...one, property, input, toolText: toolText === true ? '' : toolText };
}

/** The same field for another value of a step, under a name of its own; what narrows is said of that afterwards. */
export function renamed<const Name extends string, Input extends z.ZodTypeAny>(
	one: Field<string, Input>,
	name: Name,
): Field<Name, Input> {
	return { ...one, property: { ...one.property, name } };
}

/** The same field, which no expression may leave empty without saying so: the step would do what nobody meant. */
export function narrowing<One extends Field>(one: One): One {
	return { ...one, narrows: [one.property.name] };
}

/** Stored names of what narrows a step, wherever it stands in these fields. */
export function narrowsOf(listed: Fields): string[] {
	return listed.flatMap(({ narrows }) => narrows);
}

/** A resource locator that may stay empty; its list says what that means. */
export function whenEmpty<One extends Field>(one: One, meaning: string): One {
	const modes = one.property.modes?.map((mode) =>
		mode.name === 'list' ? { ...mode, placeholder: `Empty: ${meaning}` } : mode,
	);
	return narrowing(changed(one, { modes }));
}

/** The same field, which must be given. */
export function required<Name extends string, Input extends z.ZodTypeAny>(
	one: Field<Name, Input>,
): Field<Name, z.ZodType<NonNullable<z.output<Input>>, z.ZodTypeDef, unknown>> {
	return changed(one, { required: true }, mustBeGiven(one.input));
}

/** What a collection has of its own. */
type Own = Pick<INodeProperties, 'displayOptions' | 'placeholder'>;

/** What is said of an expression that stands for a whole collection, and gives something else. */
const NO_FIELDS = { invalid_type_error: 'must be an object that holds the fields by their names' };
const NO_LIST = { invalid_type_error: 'must be a list of objects' };

/** What the button to add something says: the last word of the label, as in "Add Filter". */
function buttonOf(displayName: string): string {
	return `Add ${/(\w+?)s?$/.exec(displayName)?.[1] ?? displayName}`;
}

/** A collection of fields that are added one by one; sorted by what they are called. */
export function collection<const Name extends string, const Listed extends Fields>(
	name: Name,
	displayName: string,
	description: string,
	listed: Listed,
	own: Own = {},
) {
	const options = listed
		.map((one) => one.property)
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
	const placeholder = buttonOf(displayName);
	const described = description !== '' && { description };
	const property = { displayName, name, type: 'collection' as const, default: {}, placeholder };
	const input = z.preprocess((given) => given ?? {}, inputOf(listed));
	return {
		...field({ ...property, ...own, ...described, options }, input, narrowsOf(listed)),
		entries: listed,
	};
}

/** The collection Options of a step or a trigger: what most people leave as it is. */
export function optionsOf<const Listed extends Fields>(description: string, listed: Listed) {
	return collection('options', 'Options', description, listed);
}

/** A group of fields inside a fixed collection. */
interface Group<Listed extends Fields> {
	displayName: string;
	fields: Listed;
}

/** What n8n shows of a fixed collection beside its groups. */
function frameOf<const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	own: Own,
) {
	const placeholder = buttonOf(displayName);
	return { displayName, name, placeholder, ...own, description, type: 'fixedCollection' as const };
}

/** Fields that are filled in together, at most once; undefined while they are not there. */
export function fixedCollection<
	const Name extends string,
	const GroupName extends string,
	const Listed extends Fields,
>(
	name: Name,
	displayName: string,
	description: string,
	group: Group<Listed> & { name: GroupName },
	own: Own = {},
) {
	const { fields, ...shown } = group;
	const options = [{ ...shown, values: fields.map((one) => one.property) }];
	const input = z
		.object({ [group.name]: inputOf(fields).nullish() }, NO_FIELDS)
		.nullish()
		.transform((given) => given?.[group.name] ?? undefined);
	return field(
		{ ...frameOf(name, displayName, description, own), default: {}, options },
		input,
		narrowsOf(fields),
	);
}

/** Groups of fields, each filled in as often as wanted: a list for each group, empty when not given. */
export function fixedCollectionLists<
	const Name extends string,
	const Groups extends Record<string, Fields>,
>(
	name: Name,
	displayName: string,
	description: string,
	groups: { [GroupName in keyof Groups]: Group<Groups[GroupName]> },
	own: Own = {},
) {
	const entries = Object.entries<Group<Fields>>(groups);
	const options = entries.map(([group, { fields, ...shown }]) => ({
		...shown,
		name: group,
		values: fields.map((one) => one.property),
	}));
	const lists = entries.map(([group, { fields }]): [string, z.ZodTypeAny] => [
		group,
		z.preprocess((given) => given ?? [], z.array(inputOf(fields), NO_LIST)),
	]);
	// TypeScript does not know the keys of an object that is made of entries.
	const input: z.ZodTypeAny = z.preprocess(
		(given) => given ?? {},
		z.object(Object.fromEntries(lists), NO_FIELDS),
	);
	const typed: z.ZodType<ListsOf<Groups>, z.ZodTypeDef, unknown> = input;
	const frame = frameOf(name, displayName, description, own);
	return field(
		{ ...frame, typeOptions: { multipleValues: true }, default: {}, options },
		typed,
		entries.flatMap(([, { fields }]) => narrowsOf(fields)),
	);
}

type ListsOf<Groups extends Record<string, Fields>> = {
	[GroupName in keyof Groups]: Array<InputOf<Groups[GroupName]>>;
};

/** The schema of the values of fields, by their names. */
export function inputOf<const Listed extends Fields>(
	listed: Listed,
): z.ZodType<InputOf<Listed>, z.ZodTypeDef, unknown> {
	const shape = listed.map(({ property, input }): [string, z.ZodTypeAny] => [property.name, input]);
	// TypeScript does not know the keys of an object that is made of entries.
	const schema: z.ZodTypeAny = z.object(Object.fromEntries(shape), NO_FIELDS);
	return schema;
}
