import { ExecuteContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type { Registry } from '../../nodes/shared/step/registry';

export interface ItemRun {
	parameters: INodeParameters;
	items: IDataObject[];
	continueOnFail?: boolean;
	abortSignal?: AbortSignal;
	/** The round of a loop; the first one unless given. */
	runIndex?: number;
	executionId?: string;
	/** That of the node; `test` unless given. */
	type?: string;
	/** What the node is called; `Test` unless given. */
	name?: string;
	/** What else n8n keeps of the node. */
	node?: Pick<INode, 'credentials' | 'onError' | 'rewireOutputLogTo'>;
}

/** n8n's own context for a node of these operations: parameters with defaults, expressions, items. */
export function createContext<Context, Write>(
	registry: Registry<Context, Write>,
	run: ItemRun,
): ExecuteContext {
	const nodeType: INodeType = {
		description: {
			displayName: 'Test',
			name: 'test',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Test' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties: registry.properties,
		},
	};
	const node: INode = {
		id: 'node-1',
		name: run.name ?? 'Test',
		type: run.type ?? 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: run.parameters,
		continueOnFail: run.continueOnFail,
		...run.node,
	};
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const input = run.items.map((json) => ({ json }));
	return new ExecuteContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		{
			executionId: run.executionId ?? 'execution-1',
			variables: {},
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		} as unknown as IWorkflowExecuteAdditionalData,
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		run.runIndex ?? 0,
		input,
		{ main: [input] },
		{ node, data: { main: [input] }, source: null },
		[],
		run.abortSignal,
	);
}
