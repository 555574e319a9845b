import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './notices';

/**
 * The calls of agents' tools, by the object of what the model wrote: the attempts at one share it. n8n may count each of
 * them as a round, may count two calls as the same, and its MCP Server Trigger has no execution for them.
 */
const calls = new WeakMap<object, string>();

/**
 * Names one item of one run of a node: the same when n8n repeats the item after a failure (Retry on
 * Fail), different in every other run, also in the next round of a loop.
 */
export function runKeyOf(context: IExecuteFunctions, itemIndex: number): string {
	const written = isTool(context.getNode()) && context.getInputData()[itemIndex]?.json;
	if (written) {
		const key = calls.get(written) ?? crypto.randomUUID();
		calls.set(written, key);
		return key;
	}
	const run: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	return [context.getExecutionId(), context.getNode().id, String(run), itemIndex].join('/');
}

/**
 * Names one call of an agent's tool: the review in front of the tool and the tool after it have the same, as n8n
 * gives both the ID of the call, over whatever the model wrote, and runs both in one execution.
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
export function callKeyOf(context: IExecuteFunctions, itemIndex: number): string {
	const { toolCallId } = context.getInputData()[itemIndex]?.json ?? {};
	return JSON.stringify([context.getExecutionId(), toolCallId]);
}
