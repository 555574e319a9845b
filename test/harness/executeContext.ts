import { ExecuteContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import type { Simulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './account';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';
import { countRequests } from './network';
import { runSignal } from './testRuns';
import { createWorkflow, credentialOf } from './workflow';

export interface ContextOptions {
	/** The Mail node unless given. */
	node?: 'mail' | 'collection';
	simulator: Simulator;
	parameters?: INodeParameters;
	account?: string;
	credential?: HarnessCredential;
	/** Names the credential for n8n, and so the lanes that its requests share. */
	credentialId?: string;
	items?: INodeExecutionData[];
	abortSignal?: AbortSignal;
	/** Of the workflow. */
	settings?: IWorkflowSettings;
}

/** n8n's own context for a run of a node, for tests of what lies below its operations. */
export async function createExecuteContext(options: ContextOptions): Promise<ExecuteContext> {
	const { simulator, node: name = 'mail', items = [{ json: {} }] } = options;
	const account = options.account ?? (name === 'mail' ? OWN_MAILBOX : 'collection');
	const { workflow, node, additionalData } = await createWorkflow({
		node: name,
		parameters: options.parameters ?? {},
		credential: options.credential ?? connectedCredential(credentialOf(name), simulator, account),
		credentialId: options.credentialId,
		settings: options.settings,
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createRunExecutionData({ resultData: { runData: {} } }),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
		runSignal(options.abortSignal),
	);
	countRequests(context, { simulator });
	return context;
}
