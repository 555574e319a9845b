import type { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { InvalidInput } from '../../shared/http/failures';
import type { OperationResult } from '../../shared/step/operation';
import { readGatedCall } from './gatedTool';
import type { Link } from './link';
import { requireSignatures, signedLink } from './link';
import type { Question, QuestionOrigin } from './question';

const NOTHING_WAITS = 'Nobody was asked, as there is no execution that could wait for the answer';
const WHERE_IT_WAITS =
	'A person can put this step into a workflow, or as Human review in front of a tool of an AI Agent.';

/** What n8n's agents and the next steps read as a decision must not come from the input: each item says that it is declined. */
function declined(
	data: IDataObject,
): (input: INodeExecutionData, item: number) => INodeExecutionData {
	return (input, item) => {
		const json: IDataObject = { ...input.json, data };
		for (const key of ['approved', 'chatInput', 'question']) delete json[key];
		// n8n leaves nothing but its text in the JSON of an item that carries an error, and hands it on as failed.
		return { ...input, json, error: undefined, pairedItem: { item } };
	};
}

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
		/** The signed address of the page for a choice. */
		link(link: Link): string {
			// n8n's MCP Server Trigger runs its tools before the execution begins.
			if (!context.getExecutionId())
				throw new InvalidInput(NOTHING_WAITS, undefined, WHERE_IT_WAITS);
			return signedLink(context, link);
		},
		/** The path under which n8n's webhooks stand, such as `/n8n/`; undefined for none. */
		subPath(): string | undefined {
			// The address of the editor may be another one; that of the API begins as those of webhooks do.
			const { pathname } = new URL('.', context.getRestApiUrl());
			return pathname === '/' ? undefined : pathname;
		},
		/**
		 * Parks the execution after this step. Without an answer by the question's deadline the step puts out a
		 * decline, and beside it what came in where that is wanted.
		 */
		async park(question: Question): Promise<OperationResult[]> {
			requireSignatures(context);
			// n8n puts out the input of a waiting step when nobody answers in time, and gives it to the
			// webhook: so the question and what to do then are laid there.
			const parked = context.getExecuteData();
			const { deadline, notReached, copyKept } = question;
			const data = { approved: false, timedOut: true, notReached, copyKept };
			const input = (deadline?.passOn && parked.data.main?.[0]) || [{ json: {} }];
			const [first, ...others] = input.map(declined(data));
			const json = { ...first?.json, question };
			parked.data.main = [[{ ...first, json }, ...others]];
			await context.putExecutionToWait(deadline ? new Date(deadline.at) : WAIT_INDEFINITELY);
			return [{ json }];
		},
	};
}
