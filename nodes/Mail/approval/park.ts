import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomString, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { OperationResult } from '../../shared/operation';
import type { Choice, ParkedQuestion, Question } from './question';
import { CHOICE_PARAMETER } from './question';

/** Enough characters that no two questions of a server share them. */
const ID_LENGTH = 20;

/** Holding an execution until a person answers. */
export interface Parking {
	/** The signed address of the page for a choice. */
	link(choice: Choice): string;
	/**
	 * Parks the execution after this step.
	 * @param until When it goes on without an answer; never when left out.
	 * @param unanswered What the step then puts out; its input when left out.
	 */
	park(question: Question, until?: Date, unanswered?: IDataObject): Promise<OperationResult[]>;
}

export function createParking(context: IExecuteFunctions): Parking {
	return {
		link: (choice) => context.getSignedResumeUrl({ [CHOICE_PARAMETER]: choice }),
		async park(question, until = WAIT_INDEFINITELY, unanswered) {
			// n8n puts out the input of a waiting step when nobody answers in time, and gives it to the
			// webhook: so the question and what to do then are laid there.
			const parked = context.getExecuteData();
			const kept = parked.data.main?.[0]?.[0]?.json ?? {};
			const asked: ParkedQuestion = { ...question, id: randomString(ID_LENGTH) };
			const json = unanswered
				? { data: unanswered, question: asked }
				: { ...kept, question: asked };
			parked.data.main = [[{ json, pairedItem: { item: 0 } }]];
			await context.putExecutionToWait(until);
			return [{ json }];
		},
	};
}
