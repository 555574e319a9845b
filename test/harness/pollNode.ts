import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import { shippedNode } from '../../scripts/shippedClasses';
import type { Simulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './account';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';
import { expectNoEmptyKeys } from './expectDescribedOutput';
import { countRequests } from './network';
import { createWorkflow } from './workflow';

/** The code of a trigger that polls: what n8n calls, and with a clock that is not the machine's. */
export type TriggerCode = (
	this: IPollFunctions,
	clock?: Clock,
) => Promise<INodeExecutionData[][] | null>;

function codeOf({ description, poll }: INodeType): TriggerCode {
	if (!poll) throw new Error(`${description.displayName} cannot poll`);
	return poll;
}

/** The code of a trigger, loaded anew: as n8n has it after it updated the package. */
export function loadTriggerCode(node: string): TriggerCode {
	const loaded: TriggerCode[] = [];
	jest.isolateModules(() => loaded.push(codeOf(shippedNode(node))));
	const [code] = loaded;
	if (!code) throw new Error(`${node} was not loaded`);
	return code;
}

export interface PollOptions {
	/** The Mail Trigger unless given. */
	node?: string;
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
	/** Names the credential for n8n, and so the lanes that its requests share. */
	credentialId?: string;
	/** What the node keeps in the process belongs to a workflow; one for each simulator unless given. */
	workflowId?: string;
	/** Those of the trigger in the workflow. */
	nodeId?: string;
	nodeName?: string;
	/** The name of another node of the workflow that has the same ID. */
	twin?: string;
	/** Another node of the workflow, of the same kind unless given. */
	beside?: Pick<INode, 'id' | 'name'> & Partial<Pick<INode, 'type'>>;
	/** n8n's clock; the machine's unless given. */
	clock?: Clock;
	/** How long a request to an address is on its way, in milliseconds on n8n's clock. */
	trip?: (url: string) => number;
	/** Gets what the poll tells n8n of, to keep it as a failed execution; unless given, such a poll fails. */
	recordFailure?: (error: Error) => void;
}

/** Polls a trigger once in n8n's own PollContext. */
export async function pollNode(options: PollOptions): Promise<INodeExecutionData[] | null> {
	return await (
		await startPolling(options)
	)();
}

/**
 * Makes n8n's own PollContext, which n8n keeps for all polls of an activation.
 * @returns what polls the trigger with it, as often as wanted; with code that was loaded anew, where given.
 */
export async function startPolling(
	options: PollOptions,
): Promise<(code?: TriggerCode) => Promise<INodeExecutionData[] | null>> {
	const { staticData, recordFailure: emitError } = options;
	const { context, nodeType } = await createPoll(options, { staticData, emitError });
	return async (code = codeOf(nodeType)) => {
		const items = (await code.call(context, options.clock))?.[0] ?? null;
		expectNoEmptyKeys(items ?? []);
		return items;
	};
}

/** What n8n's database holds for a trigger while durable cursors are on. */
export interface DurableCursor {
	cursor: object;
}

/** As long as n8n 2.41 gives a poll of its scheduler, in milliseconds: 45 s without a fifth (trigger-execution-context.factory). */
const SCHEDULED_BUDGET_MS = 36_000;

export interface DurablePollOptions extends Omit<PollOptions, 'staticData' | 'mode'> {
	/** It is the poll that n8n makes when the workflow is published, not one of its schedule. */
	publishing?: boolean;
}

/**
 * Polls a trigger once by n8n's own poll executor, as n8n does while durable cursors are on:
 * the poll works on a copy of the stored cursor, which is stored with the items that it returns, and
 * by a scheduled poll without items. (n8n 2.41.1: getExecutePollFunctions in
 * workflows/triggers/trigger-execution-context.factory, and PollTriggerExecutor.)
 * @param stored replaced when n8n would write it to its database.
 */
export async function pollDurably(
	options: DurablePollOptions,
	stored: DurableCursor,
): Promise<INodeExecutionData[]> {
	const staticData = structuredClone(stored.cursor);
	let emitted: INodeExecutionData[] = [];
	const commit = () => {
		stored.cursor = structuredClone(staticData);
	};
	const budgetMs = options.publishing ? undefined : SCHEDULED_BUDGET_MS;
	const { context, workflow, node } = await createPoll(
		{ budgetMs, ...options },
		{
			staticData,
			emit([items = []]) {
				commit();
				emitted = items;
			},
			emitError:
				options.recordFailure ??
				((error) => {
					throw error;
				}),
			commit: async () => commit(),
		},
	);
	const run = Container.get(PollTriggerExecutor).create(workflow, node, context, () => true);
	await run(options.publishing);
	return emitted;
}

interface Engine {
	staticData: object;
	emit?: IPollFunctions['__emit'];
	emitError?: IPollFunctions['__emitError'];
	commit?: IPollFunctions['__commitCursor'];
}

async function createPoll(options: Omit<PollOptions, 'staticData'>, engine: Engine) {
	const { simulator, budgetMs = 300_000 } = options;
	const setup = await createWorkflow({
		node: options.node ?? 'mailTrigger',
		parameters: options.parameters,
		credential:
			options.credential ??
			connectedCredential(
				'mailOAuth2Api',
				simulator,
				options.account ?? OWN_MAILBOX,
				options.credentialData,
			),
		credentialId: options.credentialId,
		timezone: options.timezone,
		workflowId: options.workflowId ?? `workflow at ${simulator.url}`,
		nodeId: options.nodeId,
		nodeName: options.nodeName,
		twin: options.twin,
		beside: options.beside,
	});
	const context = new PollContext(
		setup.workflow,
		setup.node,
		setup.additionalData,
		options.mode ?? 'trigger',
		options.mode === 'manual' ? 'manual' : (options.activation ?? 'init'),
		engine.emit,
		engine.emitError,
		engine.commit,
		undefined,
		() => engine.staticData as IDataObject,
		() => budgetMs,
	);
	countRequests(context);
	const { clock, trip = () => 0 } = options;
	const send = context.helpers.httpRequestWithAuthentication;
	context.helpers.httpRequestWithAuthentication = async function (credential, request, ...rest) {
		await clock?.wait(trip(request.url));
		return await send.call(this, credential, request, ...rest);
	};
	return { ...setup, context };
}
