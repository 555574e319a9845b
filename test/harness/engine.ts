import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	INodeType,
	INodeTypes,
	IRunData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowParameters,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

/** A node of a workflow, with nothing chosen. */
export const node = (name: string, type: string) => ({
	...{ id: name, name, type, typeVersion: 1, parameters: {} },
	position: [0, 0] satisfies [number, number],
});

/** Runs a workflow from its node `Start` on in n8n's own engine. @param types The types of its nodes, by their names. */
export async function runInEngine(
	types: Record<string, Pick<INodeType, 'execute'> & { description: object }>,
	workflow: Pick<WorkflowParameters, 'nodes' | 'connections'>,
): Promise<IRunData> {
	const played = new Workflow({
		...workflow,
		active: false,
		nodeTypes: { getByNameAndVersion: (type: string) => types[type] } as unknown as INodeTypes,
		settings: { executionOrder: 'v1' },
	});
	const additionalData: Partial<IWorkflowExecuteAdditionalData> = {
		executionId: '7',
		hooks: new ExecutionLifecycleHooks('manual', '7', {} as IWorkflowBase),
		setExecutionStatus: () => undefined,
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
	};
	const { data } = await new WorkflowExecute(
		additionalData as IWorkflowExecuteAdditionalData,
		'manual',
	).run({ workflow: played, startNode: played.getNode('Start') ?? undefined });
	expect(data.resultData.error).toBeUndefined();
	return data.resultData.runData;
}
