import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { systemClock } from '../http/clock';
import { InvalidInput, ProviderFailure, withPermissions } from '../http/failures';
import { createPauses } from '../http/pauses';
import { sharedLane } from '../http/sharedLane';
import { createSlotLane } from '../http/slotLane';
import { DryRun } from '../outgoing/dryRun';
import { refusalOf } from '../outgoing/refusal';
import { earlierAttempts, stillThere, withLeft } from './earlierAttempts';
import { conditionCheck, explainEmpty } from './emptyExpression';
import { endsAgent } from './failingTool';
import { argumentCheck } from './modelArguments';
import { checkModelTexts, unusedFields, withoutNoValues } from './modelValues';
import { explainNothing, nothingFound } from './nothingFound';
import { createNotices, NOTICE_KEYS } from './notices';
import type { InTurn, Operation, OperationResult } from './operation';
import { onlyKeys } from './outputs';
import { parameterReader } from './readParameters';
import type { Registry } from './registry';
import { accountOf } from './runKey';
import { toNodeError } from './toNodeError';
import { withoutSignatures } from './withoutSignatures';

type NodeError = ReturnType<typeof toNodeError>;

/**
 * The only item loop: runs the chosen operation once per input item, many items side by side.
 * Output items keep the order of the input and are linked to their input item. An item that a dry run
 * held back says so in its output.
 *
 * With Continue On Fail each failed item becomes one error item. Without it nothing new starts
 * after the first failure, what is under way finishes, and the error says how many were done. Once
 * the execution is cancelled nothing new starts either way. When n8n retries the run, items that are
 * done are not repeated.
 * @param itemsAtOnce Items at work at the same time: enough to keep the provider busy.
 * @param connect Opens the account once for the run, for the requests that the operation may write with;
 * returns what gives each item its context.
 */
export async function runItems<Context, Write>(
	execution: IExecuteFunctions,
	registry: Registry<Context, Write>,
	itemsAtOnce: number,
	connect: (
		this: IExecuteFunctions,
		effects: readonly Write[],
	) => Promise<(itemIndex: number) => Context>,
	clock = systemClock,
): Promise<INodeExecutionData[][]> {
	// The same for all items: n8n evaluates no expression in these fields.
	const resource = String(execution.getNodeParameter('resource', 0, ''));
	const name = String(execution.getNodeParameter('operation', 0, ''));
	const step = registry.find(resource, name);
	// Each item fails with it: if the node itself threw, On Error could have n8n hand on the input as if all was done.
	const createContext = await connect
		.call(execution, step?.effects ?? [])
		.catch((error: unknown) => (): Context => {
			throw error;
		});
	const items = execution.getInputData().length;
	const count = step?.firstItemOnly ? Math.min(items, 1) : items;
	const read = parameterReader(execution, step?.fields ?? []);
	const checkConditions = conditionCheck(execution, step ?? { fields: [], conditions: [] });
	const output = new Array<INodeExecutionData[]>(count);
	const { settled, left } = earlierAttempts(execution);
	const { forModel, hint } = createNotices(execution);
	const others = step && step.effects.length > 0 ? registry.properties : [];
	const checkArguments = forModel
		? argumentCheck(execution, step?.fields ?? [], others)
		: undefined;
	const signal = execution.getExecutionCancelSignal();
	// A model calls several tools at the same time, each of them an execution of its own.
	const account = accountOf(execution);
	const inTurn: InTurn = async (key, task) => {
		if (key === undefined) return await task();
		const lane = sharedLane(`turn of ${account} ${key}`, () => createSlotLane(1, clock));
		return await lane.run(1, task, { signal });
	};
	const pause = createPauses(clock);
	const stopped: { error?: NodeError } = {};
	const isStopped = () => stopped.error !== undefined || signal?.aborted === true;
	let next = 0;

	const fail = (
		thrown: unknown,
		itemIndex: number,
		operation?: Operation<Context, Write>,
		leftOut: string[] = [],
	) => {
		const failed = operation
			? withPermissions(thrown, operation.label, operation.permission)
			: thrown;
		const error = withLeft(left, itemIndex, failed);
		if (error instanceof ProviderFailure && error.details.mayHaveHappened) {
			settled.set(itemIndex, { error: failed });
		}
		const nodeError = toNodeError(execution.getNode(), error, {
			itemIndex,
			fields: operation?.fields,
			explainEmpty: (path) => explainEmpty(execution, path, itemIndex),
			goesOn: execution.continueOnFail(),
		});
		if (leftOut.length > 0) {
			nodeError.message = [nodeError.message.replace(/\.?$/, '.'), ...leftOut].join(' ');
		}
		if (execution.continueOnFail() || endsAgent(execution)) {
			const item = { json: { error: nodeError.message }, pairedItem: { item: itemIndex } };
			// For an error output, n8n adds the input to the text, but not where the item carries an error.
			const hasOutput = execution.getNode().onError === 'continueErrorOutput';
			output[itemIndex] = [hasOutput ? item : { ...item, error: nodeError }];
		} else {
			stopped.error ??= nodeError;
		}
	};
	const succeed = (results: INodeExecutionData[], itemIndex: number) => {
		settled.set(itemIndex, { output: results });
		output[itemIndex] = results;
	};
	const runItem = async (itemIndex: number) => {
		const earlier = settled.get(itemIndex);
		if (earlier) {
			if ('error' in earlier) fail(earlier.error, itemIndex);
			else succeed(earlier.output, itemIndex);
			return;
		}
		let leftOut: string[] = [];
		try {
			if (!step) throw noOperation(resource, name);
			const { fields, label } = step;
			const unknown = checkArguments?.(itemIndex) ?? [];
			const given = read(itemIndex);
			checkConditions(given, itemIndex);
			const meant = forModel ? withoutNoValues(step, given) : { parameters: given, leftOut };
			const { parameters } = meant;
			({ leftOut } = meant);
			const { inTurnBy: key, run } = step.prepare(parameters, forModel);
			if (forModel) checkModelTexts(step, parameters);
			const unused = forModel ? unusedFields(fields, parameters) : [];
			await inTurn(key, async () => {
				if (isStopped()) return;
				try {
					const returned = await run(createContext(itemIndex), inTurn).catch(heldBack(label));
					const isNothing = returned.every(({ json }) => json.found === 0);
					const why = isNothing ? explainNothing(step, parameters) : undefined;
					const said = stillThere(left, itemIndex);
					if (!forModel) [why ?? [], said].flat().forEach(hint);
					const results =
						isNothing && forModel ? [nothingFound(fields, parameters, returned[0], why)] : returned;
					succeed(
						(forModel
							? toModel(step, results, [...said, ...leftOut, ...unused, ...unknown])
							: results
						).map((result) => ({ ...result, pairedItem: { item: itemIndex } })),
						itemIndex,
					);
				} catch (error) {
					// Caught here: it has to be settled before the next item with the same key has its turn.
					fail(refusalOf(label, parameters, error), itemIndex, step, leftOut);
					await pause();
				}
			});
		} catch (error) {
			fail(error, itemIndex, step, leftOut);
			// An item may fail before any request: thousands of such items would hold n8n until the last one.
			await pause();
		}
	};
	const work = async () => {
		while (next < count && !isStopped()) await runItem(next++);
	};
	await Promise.all(
		Array.from({ length: Math.min(step?.oneByOne ? 1 : itemsAtOnce, count) }, work),
	);
	const error = signal?.aborted ? toNodeError(execution.getNode(), cancelled()) : stopped.error;
	if (error) {
		const unclear = [...settled].flatMap(([index, end]) => ('error' in end ? index : []));
		const open = [...left].flatMap(([index, told]) =>
			told.length > 0 && !settled.has(index) ? index : [],
		);
		// Earlier attempts may have done items that this one did not come to.
		const done = settled.size - unclear.length;
		throw withProgress(error, { done, count, unclear: [...unclear, ...open] });
	}
	return [output.flat()];
}

/**
 * The items for a language model: only the keys that it needs, without signatures. The last one has `said` in its key
 * `more`, in front of what the step says there.
 */
function toModel(
	{ modelKeys }: Pick<Operation<unknown, unknown>, 'modelKeys'>,
	results: OperationResult[],
	said: string[],
): OperationResult[] {
	const told = said.length > 0 ? said.join(' ') : undefined;
	return results.map(({ json, ...files }, index) => {
		const kept = withoutSignatures(
			modelKeys ? onlyKeys([...NOTICE_KEYS, ...modelKeys], json) : json,
		);
		if (told === undefined || index < results.length - 1) return { ...files, json: kept };
		const more = [told, ...[json.more].flatMap((one) => one ?? [])].join(' ');
		return { ...files, json: { ...kept, more } };
	});
}

/** For `catch`: the output for an input item that a dry run held back. */
const heldBack =
	(label: string) =>
	(error: unknown): OperationResult[] => {
		if (!(error instanceof DryRun)) throw error;
		return [{ json: { dryRun: true, would: `${label}: ${error.would}`, ...error.left } }];
	};

/** The error of a cancelled execution. n8n's signal gives no reason: a person stopped it, or it took too long. */
function cancelled(): Error {
	return new Error('The execution was cancelled: somebody stopped it, or its workflow timed out');
}

/** The stored names are those of no operation. */
function noOperation(resource: string, name: string): InvalidInput {
	return new InvalidInput(
		`There is no operation "${name}" for the resource "${resource}"`,
		'operation',
		'Choose the resource and the operation again.',
	);
}

/**
 * Says how far the other items came, and which of them may have been done; items as n8n shows them, such as `[item 3]`.
 */
function withProgress(
	error: NodeError,
	{ done, count, unclear }: { done: number; count: number; unclear: number[] },
): NodeError {
	const others = unclear.filter((index) => index !== error.context.itemIndex);
	const shown = others.sort((a, b) => a - b).map((index) => `[item ${index}]`);
	const told: string[] = [];
	if (count > 1 && done > 0) {
		told.push(
			`${done} of ${count} items were already done; they are not undone. A retry of the execution does them again.`,
		);
	}
	if (shown.length > 0) {
		told.push(
			`These may have been done, too: ${shown.join(', ')}. Look before you run them again.`,
		);
	}
	if (told.length > 0) error.description = [error.description || [], told].flat().join(' ');
	return error;
}
