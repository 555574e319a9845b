import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { callKeyOf } from '../../../../nodes/shared/step/runKey';

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
	const nodeTypes = { getByNameAndVersion: (type: string) => types[type] };
	const node = (name: string, type: string) => ({
		...{ id: name, name, type, typeVersion: 1, parameters: {} },
		position: [0, 0] satisfies [number, number],
	});
	const nodes = [node('Start', 'start'), node('Agent', 'agent')];
	const workflow = new Workflow({
		active: false,
		nodes: [...nodes, node('Review', 'tool'), node('Tool', 'tool')],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Review: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		nodeTypes: nodeTypes as unknown as INodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const additionalData: Partial<IWorkflowExecuteAdditionalData> = {
		executionId: '7',
		hooks: new ExecutionLifecycleHooks('manual', '7', {} as IWorkflowBase),
		setExecutionStatus: () => undefined,
		currentNodeExecutionIndex: 0,
	};
	await new WorkflowExecute(additionalData as IWorkflowExecuteAdditionalData, 'manual').run({
		workflow,
		startNode: workflow.getNode('Start') ?? undefined,
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
