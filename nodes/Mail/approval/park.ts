import type { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InvalidInput } from '../../shared/http/failures';
import { isOwnMachine } from '../../shared/http/origin';
import type { OperationResult } from '../../shared/step/operation';
import { copyOf } from '../../shared/step/outputs';
import { readGatedCall } from './gatedTool';
import type { Link } from './link';
import { requireSignatures, signedLink } from './link';
import type { Question, QuestionOrigin } from './question';
import { lostPathAdvice, unreachableAdvice } from './texts';

const NOTHING_WAITS = 'Nobody was asked, as nothing here could wait for the answer';
const WHERE_IT_WAITS =
	'A person can put this step into a workflow, or as Human review in front of a tool of an AI Agent.';

/** The input as items that are declined. They keep no key that agents or later steps could take for a decision. */
function declined(data: IDataObject) {
	return (input: INodeExecutionData, item: number): INodeExecutionData => {
		const json: IDataObject = { ...input.json, data };
		for (const key of ['approved', 'chatInput', 'question']) delete json[key];
		// Of an item with an error, n8n keeps only the error's text, and hands it on as failed.
		return { ...input, json, error: undefined, pairedItem: { item } };
	};
}

/**
 * Whether another node runs this one as its tool: a sub-agent, an AI Agent before its version 3, and n8n's MCP Server
 * Trigger in a worker. The execution would wait at that node, which takes no answer, and the model go on without one
 * (read in n8n-core 1.123.81, 2.8.4 and 2.41.1, supply-data-context.js).
 */
const runsInsideAnother = (context: object) => 'getNextRunIndex' in context;

export type Parking = ReturnType<typeof createParking>;

/** Holding an execution until a person answers. */
export function createParking(context: IExecuteFunctions) {
	return {
		/** What is to be approved, where the step stands in front of an agent's tools. */
		gatedCall: () => readGatedCall(context),
		/** Which node of which workflow asks at this moment. */
		origin: (now: DateTime): QuestionOrigin => ({
			workflow: context.getWorkflow().name,
			step: context.getNode().name,
			askedAt: { at: now.toJSDate().toISOString(), zone: now.zoneName ?? 'utc' },
		}),
		link(link: Link): string {
			// n8n's MCP Server Trigger runs its tools before the execution begins.
			if (!context.getExecutionId() || runsInsideAnother(context))
				throw new InvalidInput(NOTHING_WAITS, undefined, WHERE_IT_WAITS);
			return signedLink(context, link);
		},
		/** What the builder of the workflow has to see to, so that the links can be opened and answered. */
		linkAdvice(): string[] {
			// The address of the editor may be another one; that of the API begins as those of webhooks do.
			const base = new URL('.', context.getRestApiUrl());
			return [
				...(base.pathname === '/' ? [] : [lostPathAdvice(base.pathname)]),
				...(isOwnMachine(base) ? [unreachableAdvice(base.host)] : []),
			];
		},
		/**
		 * Parks the execution after this step. Without an answer by the question's deadline the step puts out a
		 * decline, and beside it what came in where that is wanted.
		 */
		async park(question: Question): Promise<OperationResult[]> {
			requireSignatures(context);
			// When nobody answers in time, n8n puts out the input of the waiting step. The webhook reads it,
			// too: so the question and the decline are put into the input.
			const parked = context.getExecuteData();
			const { deadline, notReached, copyKept } = question;
			const data = { approved: false, timedOut: true, notReached, copyKept };
			const input = (deadline?.passOn && parked.data.main?.[0]) || [{ json: {} }];
			const [first, ...others] = input.map(declined(data));
			const json = { ...first?.json, question: copyOf({ ...question }) };
			parked.data.main = [[{ ...first, json }, ...others]];
			await context.putExecutionToWait(deadline ? new Date(deadline.at) : WAIT_INDEFINITELY);
			return [{ json }];
		},
	};
}
