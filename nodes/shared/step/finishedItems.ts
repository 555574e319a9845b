import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isTool } from './notices';

/** What became of an item for good: its output, or the failure of what must not be tried again. */
type Settled = { output: INodeExecutionData[] } | { error: unknown };

/**
 * By n8n's record of the run, and gone with it: an attempt at a run knows nothing else of those before
 * it, and n8n gives nodes no place of their own to keep something in between. The calls of an agent's tools may share
 * a record: each is known by the object of what the model wrote for it.
 */
const runs = new WeakMap<object, Map<number, Settled>>();

/**
 * What earlier attempts at the same run have settled, by the index of the item. With Retry On Fail
 * n8n runs all items again when one of them failed, also those that are done, so that mails would go
 * out twice. All attempts at a run share one record of n8n's (`getExecuteData`), and those at a call of a tool its item.
 */
export function finishedItems(context: IExecuteFunctions): Map<number, Settled> {
	const isOfTool = isTool(context.getNode());
	const run = isOfTool ? context.getInputData()[0]?.json : context.getExecuteData();
	if (!run) return new Map();
	const settled = runs.get(run) ?? new Map<number, Settled>();
	runs.set(run, settled);
	return settled;
}
