import './environment';
import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import type { Simulator } from '../simulator/simulator';
import { connectedCredential } from './credentialsHelper';
import type { HarnessCredential } from './credentialsHelper';
import { OWN_MAILBOX } from './executeNode';
import { createWorkflow } from './workflow';

export interface PollOptions {
	parameters: INodeParameters;
	simulator: Simulator;
	account?: string;
	/** `trigger` (a scheduled poll) unless given. */
	mode?: 'trigger' | 'manual';
	/** How the workflow became active; the first poll of an activation has it. */
	activation?: WorkflowActivateMode;
	/** The node's saved state; changed in place, as n8n does. */
	staticData: object;
	/** Milliseconds; n8n's five minutes unless given. */
	budgetMs?: number;
	timezone?: string;
	credentialData?: ICredentialDataDecryptedObject;
	credential?: HarnessCredential;
}

/** Polls the Mail Trigger once in n8n's own PollContext. */
export async function pollNode(options: PollOptions): Promise<INodeExecutionData[] | null> {
	const { simulator, staticData, budgetMs = 300_000 } = options;
	const { workflow, node, nodeType, additionalData } = await createWorkflow({
		node: 'mailTrigger',
		parameters: options.parameters,
		credential:
			options.credential ??
			connectedCredential(
				'mailOAuth2Api',
				simulator,
				options.account ?? OWN_MAILBOX,
				options.credentialData,
			),
		timezone: options.timezone,
	});
	const context = new PollContext(
		workflow,
		node,
		additionalData,
		options.mode ?? 'trigger',
		options.activation ?? 'init',
		undefined,
		undefined,
		undefined,
		undefined,
		() => staticData as IDataObject,
		() => budgetMs,
	);
	if (!nodeType.poll) throw new Error('The Mail Trigger cannot poll');
	const outputs = await nodeType.poll.call(context);
	return outputs?.[0] ?? null;
}
