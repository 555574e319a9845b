import { DateTime } from 'luxon';
import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { randomString } from 'n8n-workflow';
import { z } from 'zod';
import { inOrder } from '../../shared/step/outputs';
import { formText, readForm, sentTexts } from './form';
import type { PageNotice } from './languages/words';
import { readLink, signedLink } from './link';
import { noticePage, pageHeaders, questionPage } from './page';
import type { LinkChoice, Question } from './question';
import { choicesOf, questionShape, sendingShape } from './question';
import { wordsOf } from './spoken';
import { buttonLabel } from './texts';

/**
 * Where the links of a question lead: n8n opens them while the execution waits, and nothing is
 * registered anywhere. `responseData` is empty, so that n8n sends the page that `webhook` returns.
 */
export const answerWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '={{ "" }}',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** Characters of a nonce: 128 bits and more, as Content Security Policy Level 3 (7.1) recommends. */
const NONCE_LENGTH = 32;

/**
 * Questions that were answered in this process, with the status of n8n's response. Two answers of the same moment both
 * meet a waiting execution; only the first may resume it. n8n 2 itself refuses the second one, in whichever process it
 * arrives, as it answers only once it has claimed the execution (read in 2.8.4, run in 2.41.1); in n8n 1
 * this is all there is. One that n8n could not claim does not count (HTTP 5xx).
 */
const answered = new Map<string, { statusCode: number }>();
/** The first status of an answer that n8n could not take. */
const NOT_TAKEN = 500;
/** Answers that are remembered: far more than can arrive before n8n marks an execution as running. */
const MAX_REMEMBERED = 10_000;

/** n8n looks once a minute for executions whose deadline is over: an answer within that minute still counts. */
const GRACE_MS = 60_000;

/** A form without fields has no body at all. */
const form = z.object({ text: formText.optional().catch(undefined) }).catch({});

/**
 * The page behind the links of a question. Opening it decides nothing, however often and by whomever;
 * only the form that it shows does, and only for the question that it shows.
 */
export async function answerQuestion(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const parked = questionShape.safeParse(this.evaluateExpression('{{ $json.question }}', 0));
	const link = readLink(this, { ...(this.getQueryData() as IDataObject) });
	const accepted = this.getHeaderData()['accept-language'];
	const words = wordsOf(parked.data?.language ?? 'automatic', accepted);
	const notice = (status: number, said: PageNotice) =>
		show(this, status, (nonce) => noticePage(said, words, nonce));
	if (!parked.success || !link) return notice(404, words.invalidLink);
	const question = parked.data;
	if (link.question !== question.id) return notice(409, words.replaced);
	const answeredBy = question.approvers[link.approver];
	if (!choicesOf(question).includes(link.choice) || answeredBy === undefined)
		return notice(404, words.invalidLink);
	if (isTooLate(question)) return notice(410, words.tooLate);
	const openPage = (status: number, texts?: string[]) => {
		const others = choicesOf(question)
			.filter((choice) => choice !== link.choice)
			.map((choice) => ({ choice, link: signedLink(this, { ...link, choice }) }));
		return show(this, status, (nonce) => questionPage(question, link, others, words, nonce, texts));
	};
	if (this.getRequestObject().method !== 'POST') return openPage(200);
	const { text } = form.parse(this.getBodyData());
	const asksText =
		question.responseType === 'freeText' ||
		(link.choice === 'approve' && question.text !== undefined);
	const texts = sentTexts(question.form, this.getBodyData());
	const answers = readForm(question.form, texts);
	if (!answers || (asksText && !text)) return openPage(422, texts);
	const status = answered.get(question.id)?.statusCode ?? NOT_TAKEN;
	if (status < NOT_TAKEN) return notice(409, words.alreadyAnswered);
	remember(this, question.id);
	const { notReached, copyKept } = question;
	const decided = outcome(question, link.choice, text, answers);
	const data = inOrder(decisionItem, { ...decided, answeredBy, notReached, copyKept });
	// n8n sends the page, and not before it has claimed the execution.
	const nonce = prepareAnswer(this, 200);
	const thanks =
		link.choice === 'answer'
			? words.answerTaken
			: words.decisionTaken(buttonLabel(question, link.choice, words));
	const webhookResponse = noticePage(thanks, words, nonce);
	return { webhookResponse, workflowData: [[{ json: { data } }]] };
}

/** Whether the deadline is over. n8n itself may go on waiting for a while, where it was down at the deadline. */
function isTooLate({ deadline }: Question): boolean {
	return deadline !== undefined && Date.parse(deadline.at) + GRACE_MS < DateTime.utc().toMillis();
}

/** A decision as the step puts it out. */
export const decisionItem = z.object({
	/** Missing where a text was asked for. */
	approved: z.boolean().optional(),
	/** The text that was asked for, or approved. */
	text: z.string().optional(),
	/** What was filled in, by the names of the form's fields; null where one was left empty. */
	form: z.record(z.unknown()).optional(),
	/** Whether the person changed the text before they approved it; missing where there was none. */
	textChanged: z.boolean().optional(),
	/** ISO 8601, UTC; missing where nobody answered. */
	respondedAt: z.string().optional(),
	/** Why it was declined; an agent hears it as what the person said. */
	chatInput: z.string().optional(),
	/** Address whose links were used; missing where nobody answered. */
	answeredBy: z.string().optional(),
	/** True where nobody answered in time. */
	timedOut: z.boolean().optional(),
	...sendingShape,
});

function outcome(
	question: Question,
	choice: LinkChoice,
	text: string | undefined,
	form: z.infer<typeof decisionItem>['form'],
): z.infer<typeof decisionItem> {
	const respondedAt = DateTime.utc().toISO();
	if (question.responseType === 'form') return { form, respondedAt };
	if (choice === 'answer') return { text, respondedAt };
	const approved = choice === 'approve';
	if (!approved) {
		const chatInput = question.askReason ? text : undefined;
		return { approved, respondedAt, ...(chatInput && { chatInput }) };
	}
	return question.text === undefined
		? { approved, respondedAt }
		: { approved, text, textChanged: text !== question.text, respondedAt };
}

function show(context: IWebhookFunctions, status: number, write: (nonce: string) => string) {
	const nonce = prepareAnswer(context, status);
	context.getResponseObject().send(write(nonce));
	return { noWebhookResponse: true };
}

/** @returns the nonce that the style and the script of the page have to carry. */
function prepareAnswer(context: IWebhookFunctions, status: number): string {
	const nonce = randomString(NONCE_LENGTH);
	context.getResponseObject().status(status).set(pageHeaders(nonce));
	return nonce;
}

function remember(context: IWebhookFunctions, question: string): void {
	const response = context.getResponseObject();
	answered.set(question, response);
	const [oldest] = answered.keys();
	if (answered.size > MAX_REMEMBERED && oldest !== undefined) answered.delete(oldest);
	// A response whose reader left is never sent. It gets its status all the same.
	response.once('finish', () => answered.set(question, { statusCode: response.statusCode }));
}
