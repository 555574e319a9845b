import type { IBinaryKeyData, IDataObject, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { InvalidInput } from '../http/failures';
import { mapWithPauses } from '../http/pauses';
import { runForEach, severalIn } from './eachId';
import type { Field, InputOf } from './field';
import { inputOf, narrowsOf } from './field';
import { nameMissing } from './nameMissing';
import { inOrder } from './outputs';
import { peopleNotice, propertiesOf, toolDescription } from './toolFields';

/** One output item; `runItems` adds the link to its input item. */
export interface OperationResult {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What an operation is to those who choose, run and describe it. */
interface Described {
	/** What the operation selector shows, in Title Case. */
	label: string;
	/** A verb and an object, at most 36 characters: n8n names the node and an agent's tool after it. */
	action: string;
	/** The line under the label in the operation selector. */
	summary: string;
	/** What the items hold, in a few words. */
	returns: string;
	/** The least permissions of the provider that it needs, for the account's own data. */
	permission: readonly string[];
	/** The `json` of an item as it is put out by default, to the last key and in its order: IDs last. */
	output: z.ZodTypeAny;
	/** The keys of `output` that a language model gets, where it wrote the rest itself, or needs no more. */
	modelKeys?: readonly string[];
	/** By field: how a text that found nothing was understood, to be read behind the field's name. */
	explain?: Record<string, (text: string) => string | undefined>;
	/** Runs for the first item only: it holds the whole execution. */
	firstItemOnly?: boolean;
	/** Its items run one after the other: they may name, or find, the same things. */
	oneByOne?: boolean;
}

export interface OperationDefinition<
	Fields extends readonly Field[],
	Context,
	Name,
> extends Described {
	/**
	 * What it does to others, and takes away: the names of the requests with which it may write, none for a step that
	 * only reads. Every other is refused.
	 */
	effects: readonly Name[];
	/**
	 * What a language model has to know beyond `summary` and `returns`: when another step is the right
	 * one, what happens to others, limits. Undefined for a step that is no tool.
	 */
	toolText: string | undefined;
	fields: Fields;
	/** Rules across fields; `field` is the one the message is shown for. */
	rules?: Array<{
		holds(input: InputOf<Fields>): boolean;
		field?: Extract<keyof InputOf<Fields>, string>;
		message: string;
	}>;
	/**
	 * Names what the operation reads and writes back, looks for before it makes or sends it, or leaves as the
	 * first or the last item says, such as a message's ID. Items of one account with the same key run one after the other, in this
	 * process, of whatever operation and execution; all others run side by side, as do those without a key.
	 */
	inTurnBy?(input: InputOf<Fields>): string | undefined;
	/**
	 * @param inTurn Gives each of several things that one item names its own turn; never used beside `inTurnBy`.
	 * @param count Of how many things that a language model names at once this is one.
	 */
	run(
		input: InputOf<Fields>,
		context: Context,
		inTurn: InTurn,
		count: number,
	): Promise<OperationResult[]>;
}

/** Runs a task once it has the turn of a key; at once without a key. */
export type InTurn = <T>(key: string | undefined, task: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = async (_, task) => await task();

/** An operation with validated input, ready to run. */
export interface PreparedOperation<Context> {
	inTurnBy?: string;
	/** @param inTurn Gives each of several things that were named its own turn. */
	run(context: Context, inTurn?: InTurn): Promise<OperationResult[]>;
}

/** A definition with its input type sealed behind its own schema, so that all fit in one list. */
export interface Operation<Context, Write> extends Described {
	/** The requests that its definition names. */
	effects: readonly Write[];
	/** Its fields as a person sees them, which is how they are read. */
	fields: INodeProperties[];
	/** All that n8n shows of it, to people and to tools. */
	properties: INodeProperties[];
	/** Stored names of optional fields, at any depth, that narrow what the step reads or writes. */
	conditions: readonly string[];
	/**
	 * Validates the parameters as n8n gives them.
	 * @param forModel A language model gave them, which may name several items at once.
	 * @throws ZodError or InvalidInput, both of which name the field.
	 */
	prepare(parameters: Record<string, unknown>, forModel?: boolean): PreparedOperation<Context>;
}

/** Fields that every operation of a node has in front of its own, and what is done around each of them. */
export interface SharedFields<Shared extends readonly Field[], Context> {
	fields: Shared;
	/**
	 * Runs an operation in the context that was chosen in these fields.
	 * @param input What was entered in its own fields, to be prepared.
	 */
	around(
		chosen: InputOf<Shared>,
		input: unknown,
		context: Context,
		run: (inside: Context) => Promise<OperationResult[]>,
	): Promise<OperationResult[]>;
}

interface NodeParts<
	Shared extends readonly Field[],
	Context,
	Name extends string,
	Write,
> extends SharedFields<Shared, Context> {
	/** The requests that write, by the names that operations give in `effects`. */
	writes: Record<Name, Write | readonly Write[]>;
}

/**
 * Fixes the context type, the requests that write, by name, and the shared fields of one node; returns that node's
 * `defineOperation`.
 */
export function operationsFor<
	Context,
	Write extends { reachesPeople?: true },
	const Shared extends readonly Field[],
	const Name extends string = never,
>(shared: NodeParts<Shared, Context, Name, Write>) {
	const sharedInput = inputOf(shared.fields);
	const sharedProperties = shared.fields.map(({ property }) => property);

	return function defineOperation<const Fields extends readonly Field[]>(
		definition: OperationDefinition<Fields, Context, Name>,
	): Operation<Context, Write> {
		const { fields, rules = [], toolText, ...rest } = definition;
		const schema = inputOf(fields);
		const properties = [...sharedProperties, ...fields.map(({ property }) => property)];
		const effects = definition.effects.flatMap((name) => shared.writes[name]);
		const reachesPeople = effects.some((write) => write.reachesPeople);
		const shown = [
			...(reachesPeople ? [peopleNotice] : []),
			...(toolText === undefined
				? properties
				: [
						toolDescription(`${rest.summary}. Returns ${rest.returns}. ${toolText}`),
						...sharedProperties,
						...fields.flatMap(propertiesOf),
					]),
		];
		const prepareOne = (parameters: unknown, count = 1): PreparedOperation<Context> => {
			const input = schema.parse(parameters);
			const chosen = sharedInput.parse(parameters);
			const broken = rules.find((rule) => !rule.holds(input));
			if (broken) throw new InvalidInput(broken.message, broken.field);
			return {
				inTurnBy: definition.inTurnBy?.(input),
				async run(context, inTurn = atOnce) {
					const run = async (inside: Context) => await definition.run(input, inside, inTurn, count);
					const results = await shared
						.around(chosen, input, context, run)
						.catch(nameMissing(fields, input));
					// Lists may hold thousands.
					return await mapWithPauses(results, (result) => ({
						...result,
						json: inOrder(rest.output, result.json),
					}));
				},
			};
		};
		return {
			...rest,
			effects,
			fields: properties,
			properties: shown,
			conditions: conditionsOf([...shared.fields, ...fields], rest.explain),
			prepare(parameters, forModel = false) {
				const several = forModel ? severalIn(fields, parameters) : undefined;
				if (!several) return prepareOne(parameters);
				const { name, ids } = several;
				const prepareEach = (id: string) => prepareOne({ ...parameters, [name]: id }, ids.length);
				const each = new Map(ids.map((id) => [id, prepareEach(id)]));
				return {
					run: async (context, inTurn = atOnce) =>
						await runForEach(
							ids,
							async (id) => {
								const one = each.get(id);
								return await inTurn(one?.inTurnBy, async () => (await one?.run(context)) ?? []);
							},
							properties,
						),
				};
			},
		};
	};
}

/** The optional fields that hold what is looked for, or narrow the step otherwise. */
function conditionsOf(fields: readonly Field[], explain: object = {}): string[] {
	const optional = fields.filter(({ property }) => !property.required);
	return [
		...optional.flatMap(({ property: { name } }) => (name in explain ? [name] : [])),
		...narrowsOf(optional),
	];
}
