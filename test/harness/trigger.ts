import type { INodeParameters } from 'n8n-workflow';
import { startSimulator } from '../simulator/simulator';
import { loadTriggerCode, startPolling } from './pollNode';
import { createSkippingClock } from './skippingClock';
import type { TriggerBench, TriggerStage } from './triggerBench';
import { openTriggerBench } from './triggerBench';

export type { TriggerBench };
export { MINUTE, SECOND, START, subjects } from './triggerBench';

/** n8n's own PollContext, and the simulator over real HTTP. */
export const realStage: TriggerStage = {
	startSimulator,
	createClock: createSkippingClock,
	startPolling,
	loadTriggerCode,
};

/**
 * @param skew what n8n's clock is ahead of the provider's, in milliseconds.
 * @param node which trigger.
 */
export async function startTriggerBench(
	parameters: INodeParameters = {},
	skew = 0,
	node = 'mailTrigger',
): Promise<TriggerBench> {
	return await openTriggerBench(realStage, parameters, skew, node);
}
