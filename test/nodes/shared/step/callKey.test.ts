import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { callKeyOf } from '../../../../nodes/shared/step/runKey';
import { node, runInEngine } from '../../../harness/engine';

/** What an agent asks n8n to run for a call of its model. */
const call = (nodeName: string, id: string) => ({
	actions: [
		{
			actionType: 'ExecutionNodeAction' as const,
			nodeName,
			id,
			// The model writes the input, and may write this as well.
			input: { toolCallId: 'forged' },
			type: 'ai_tool' as const,
			metadata: { itemIndex: 0 },
		},
	],
	metadata: {},
});

function nodeType(name: string, execute: INodeType['execute']): INodeType {
	const description: Partial<INodeTypeDescription> = {
		name,
		inputs: [],
		outputs: [],
		properties: [],
	};
	return { description: description as INodeTypeDescription, execute };
}

/** The keys of the calls in n8n's own engine, in the order in which it runs them. */
async function keysOf(calls: Array<[node: string, id: string]>): Promise<string[]> {
	const keys: string[] = [];
	const left = [...calls];
	const types: Record<string, INodeType> = {
		start: nodeType('start', async () => [[{ json: { toolCallId: 'of the input' } }]]),
		agent: nodeType('agent', async () => {
			const next = left.shift();
			return next ? call(...next) : [[{ json: {} }]];
		}),
		tool: nodeType('tool', async function (this: IExecuteFunctions) {
			keys.push(callKeyOf(this, 0));
			return [[{ json: {} }]];
		}),
	};
	await runInEngine(types, {
		nodes: [
			...[node('Start', 'start'), node('Agent', 'agent')],
			...[node('Review', 'tool'), node('Tool', 'tool')],
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Review: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	});
	return keys;
}

describe('the key of a call', () => {
	it('is the same for a review and the tool after it, and not what the model wrote', async () => {
		const [review, tool] = await keysOf([
			['Review', 'call_1'],
			['Tool', 'call_1'],
		]);
		expect(review).toBe('["7","call_1"]');
		expect(tool).toBe(review);
	});

	it('is another one for each call', async () => {
		const keys = await keysOf([
			['Review', 'call_1'],
			['Review', 'call_2'],
		]);
		expect(new Set(keys).size).toBe(2);
	});
});
