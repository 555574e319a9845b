import type { INodeParameters } from 'n8n-workflow';
import { executeNode } from './executeNode';
import { own, provider } from './mail';

/**
 * Asks a person whether a tool of the Mail node may run, as a review in front of it does.
 * @returns the question as it was mailed.
 */
export async function reviewTool(parameters: INodeParameters, toolParameters: INodeParameters) {
	await executeNode({
		node: 'mail',
		simulator: provider(),
		parameters: {
			resource: 'email',
			operation: 'sendAndWait',
			to: 'boss@contoso.com',
			message: 'May it go out?',
		},
		items: [{ json: { tool: 'Reviewed', toolParameters, toolCallId: 'c' } }],
		reviews: [
			{ name: 'Reviewed', type: 'mailTool', parameters: { resource: 'email', ...parameters } },
		],
	});
	return own().sent.at(-1)?.body.content ?? '';
}
