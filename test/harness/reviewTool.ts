import type { INodeParameters } from 'n8n-workflow';
import { executeNode } from './executeNode';
import { own, provider } from './mail';

const executionId = 'reviewed';

/** Runs a tool as n8n does once a review approved the call. */
export const approved = (toolCallId = 'c') => ({
	asTool: true,
	executionId,
	items: [{ json: { toolCallId } }],
});

/**
 * Asks a person whether a tool of the Mail node may run, as a review in front of it does.
 * @returns the question as it was mailed.
 */
export async function reviewTool(
	parameters: INodeParameters,
	toolParameters: INodeParameters,
	toolCallId = 'c',
) {
	await executeNode({
		node: 'mail',
		simulator: provider(),
		parameters: {
			resource: 'email',
			operation: 'sendAndWait',
			to: 'boss@contoso.com',
			message: 'May it go out?',
		},
		items: [{ json: { tool: 'Reviewed', toolParameters, toolCallId } }],
		executionId,
		reviews: [
			{ name: 'Reviewed', type: 'mailTool', parameters: { resource: 'email', ...parameters } },
		],
	});
	return own().sent.at(-1)?.body.content ?? '';
}
