import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { runOf } from './runKey';

/** What became of an item for good: its output, or the failure of what must not be tried again. */
type Settled = { output: INodeExecutionData[] } | { error: unknown };

/** By what the attempts at a run share, and gone with it: n8n gives nodes no place of their own to keep something in between. */
const runs = new WeakMap<object, Map<number, Settled>>();

/**
 * What earlier attempts at the same run have settled, by the index of the item. With Retry On Fail
 * n8n runs all items again when one of them failed, also those that are done, so that mails would go
 * out twice.
 */
export function finishedItems(context: IExecuteFunctions): Map<number, Settled> {
	const run = runOf(context);
	const settled = runs.get(run) ?? new Map<number, Settled>();
	runs.set(run, settled);
	return settled;
}
