import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Names one item of one run of a node: the same when n8n repeats the item after a failure (Retry on
 * Fail), different in every other run, also in the next round of a loop.
 */
export function runKeyOf(context: IExecuteFunctions, itemIndex: number): string {
	const run: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	// n8n's MCP Server Trigger runs its tools before there is an execution: each call is a run of its own.
	const execution = context.getExecutionId() || crypto.randomUUID();
	return [execution, context.getNode().id, String(run), itemIndex].join('/');
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
