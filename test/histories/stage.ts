import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import { OWN_MAILBOX } from '../harness/account';
import type { CollectionStage } from '../harness/collectionTriggerBench';
import { connectedCredential } from '../harness/credentialsHelper';
import { standIn } from '../harness/inProcess';
import type { PollOptions, TriggerCode } from '../harness/pollNode';
import { createSkippingClock } from '../harness/skippingClock';
import type { StepStage } from '../harness/stepStage';
import type { TriggerStage } from '../harness/triggerBench';
import { startSimulator } from '../simulator/simulator';
import { collectionStage } from './collectionStage';
import { freshCode, named, nodeIn, shippedNode } from './loaded';
import { stepStage } from './stepStage';

/** Turns of the event loop without work: requests within the process go on from promise to promise. */
const QUIET_TURNS = 2;
/** n8n's own, in milliseconds. */
const BUDGET_MS = 300_000;

function codeOf(node: ReturnType<typeof shippedNode>): TriggerCode {
	if (!node.poll) throw new Error(`${node.description.displayName} cannot poll`);
	return node.poll;
}

export function createClock(start?: number): Clock {
	return createSkippingClock(start, { quietTurns: QUIET_TURNS, usesFiles: false });
}

async function startPolling(options: PollOptions): ReturnType<TriggerStage['startPolling']> {
	const { simulator, node = 'mailTrigger', clock } = options;
	const nodeType = shippedNode(node);
	const { parameter, ...common } = standIn({
		...options,
		node,
		nodeType,
		credential:
			options.credential ??
			connectedCredential('mailOAuth2Api', simulator, options.account ?? OWN_MAILBOX),
	});
	const context = {
		...common,
		getNodeParameter: parameter,
		getMode: () => options.mode ?? 'trigger',
		getActivationMode: () => options.activation ?? 'init',
		getWorkflowStaticData: () => options.staticData as IDataObject,
		getPollBudgetMs: () => options.budgetMs ?? BUDGET_MS,
		__emitError: options.recordFailure,
	} as unknown as IPollFunctions;
	return async (code = codeOf(nodeType)) => (await code.call(context, clock))?.[0] ?? null;
}

/** In what all histories are played. */
export interface Stage extends TriggerStage {
	collection: CollectionStage;
	steps: StepStage;
}

/** Everything within the process: no connection, no object of n8n's. */
export const stage: Stage = {
	collection: collectionStage,
	steps: stepStage,
	startSimulator: async (options) => await startSimulator({ ...options, listens: false }),
	createClock,
	startPolling,
	loadTriggerCode: (node) => codeOf(nodeIn(freshCode(named(node)), node)),
};
