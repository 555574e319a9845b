import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Names one item of one run of a node: the same when n8n repeats the item after a failure (Retry on
 * Fail), different in every other run, also in the next round of a loop.
 */
export function runKeyOf(context: IExecuteFunctions, itemIndex: number): string {
	const run: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	return [context.getExecutionId(), context.getNode().id, String(run), itemIndex].join('/');
}
