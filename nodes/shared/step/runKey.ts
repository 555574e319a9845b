import type { IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './notices';

/**
 * The object that all attempts at a run share, and no other run has: n8n's record of it. Calls of an agent's tools may
 * share a record: for them it is the item that the model wrote.
 */
export function runOf(context: IExecuteFunctions): object {
	return isTool(context.getNode())
		? (context.getInputData()[0]?.json ?? {})
		: context.getExecuteData();
}

/**
 * The calls of agents' tools, by what their attempts share. n8n may count each attempt as a round, may count two calls as
 * the same, and its MCP Server Trigger has no execution for them.
 */
const calls = new WeakMap<object, string>();

/**
 * Names one item of one run of a node: the same when n8n repeats the item after a failure (Retry on
 * Fail), different in every other run, also in the next round of a loop. The node goes by its name: in a workflow that a
 * program wrote, several may have one ID (n8n-io/n8n/pull/36340).
 */
export function runKeyOf(context: IExecuteFunctions, itemIndex: number): string {
	if (isTool(context.getNode())) {
		const run = runOf(context);
		const call = calls.get(run) ?? crypto.randomUUID();
		calls.set(run, call);
		return `${call}/${itemIndex}`;
	}
	const round: unknown = context.getWorkflowDataProxy(itemIndex).$runIndex;
	return JSON.stringify([context.getExecutionId(), context.getNode().name, round, itemIndex]);
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

/**
 * Names the credential that a node works with. Beside it, n8n may keep that of another Authentication
 * (n8n-io/n8n/pull/34937).
 */
export function accountOf(context: Pick<IExecuteFunctions, 'getNode'>): string {
	const { credentials = {}, parameters } = context.getNode();
	const inUse = credentials[String(parameters.authentication)];
	return (inUse ? [inUse] : Object.values(credentials)).map(({ id }) => id).join();
}
