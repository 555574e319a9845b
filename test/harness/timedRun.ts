import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { openContexts } from '../../nodes/Collection/openContexts';
import { collectionRegistry } from '../../nodes/Collection/registry';
import type { Clock } from '../../nodes/shared/clock';
import { runItems } from '../../nodes/shared/runItems';
import type { Simulator } from '../simulator/simulator';
import { connectedCredential } from './credentialsHelper';
import { createWorkflow } from './workflow';

interface TimedRun {
	simulator: Simulator;
	clock: Clock;
	credentialId: string;
	step: string;
	parameters: INodeParameters;
	items: IDataObject[];
	continueOnFail?: boolean;
}

/** Runs a step in n8n's own context as the node does, on a clock of the test's choice. */
export async function timedRun(run: TimedRun): Promise<INodeExecutionData[]> {
	const [resource = '', operation = ''] = run.step.split('.');
	const { workflow, node, additionalData } = await createWorkflow({
		node: 'collection',
		parameters: { resource, operation, ...run.parameters },
		credential: connectedCredential('collectionOAuth2Api', run.simulator, 'collection'),
		credentialId: run.credentialId,
		continueOnFail: run.continueOnFail,
	});
	const input = run.items.map((json) => ({ json }));
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		input,
		{ main: [input] },
		{ node, data: { main: [input] }, source: null },
		[],
	);
	const [output = []] = await runItems.call(
		context,
		collectionRegistry,
		async () => await openContexts.call(context, run.clock),
	);
	return output;
}
