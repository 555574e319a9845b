import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Simulator } from '../simulator/simulator';
import type { HarnessCredential } from './credentialsHelper';
import type { ExecuteResult } from './executeNode';
import type { Opened, OpenOptions } from './openQuestion';
import type { ReviewedTool } from './workflow';

/** A run of a step. */
export interface StepRun {
	/** The Mail node unless given. */
	node?: 'mail' | 'collection';
	simulator: Simulator;
	clock: Clock;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	credential: HarnessCredential;
	credentialId: string;
	executionId: string;
	/** How often it runs when it fails, as n8n does with Retry On Fail. */
	tries: number;
	continueOnFail: boolean;
	/** Runs it as the tool of an AI agent, or between it and these tools, as a human review. */
	asTool?: boolean;
	reviews?: ReviewedTool[];
	/** The process of n8n: what it has not asked for when it ends is not asked for any more. */
	life: AbortSignal;
}

/** In what steps are run: in n8n's own contexts and over HTTP, or within the process. */
export interface StepStage {
	/** Rejects with the node's error; where the process ends, nobody waits for it. */
	runStep(run: StepRun): Promise<Pick<ExecuteResult, 'items' | 'parked' | 'waitTill'>>;
	/** Opens a link of a question, as a person or a program does. */
	openLink(
		options: OpenOptions & { executionId: string },
	): Promise<Pick<Opened, 'status' | 'resumed'>>;
	/** n8n starts anew: what only its process knew is gone. */
	restart(): void;
}

/**
 * Runs a step again as long as it fails, as n8n's Retry On Fail does.
 * @param execute runs it once.
 */
export async function withTries(
	tries: number,
	execute: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	if (tries <= 1) return await execute();
	const answered = await execute().catch(() => undefined);
	// n8n takes an error in the first item for a failure, too.
	const isDone = answered && answered[0]?.[0]?.json.error === undefined;
	return isDone ? answered : await withTries(tries - 1, execute);
}
