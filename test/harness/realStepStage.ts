import { executeNode } from './executeNode';
import { openQuestion } from './openQuestion';
import type { StepStage } from './stepStage';

/** n8n's own contexts, and the simulator over real HTTP; a process that ends is one whose execution is cancelled. */
export const realStepStage: Omit<StepStage, 'restart'> = {
	runStep: async ({ life, ...run }) =>
		await executeNode({ ...run, node: run.node ?? 'mail', abortSignal: life }),
	openLink: async ({ query: { signature = '', ...query } = {}, ...options }) =>
		await openQuestion({ ...options, query, signature }),
};
