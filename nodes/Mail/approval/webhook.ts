import { DateTime } from 'luxon';
import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { randomString } from 'n8n-workflow';
import { z } from 'zod';
import { MAX_TEXT_LENGTH, noticePage, pageHeaders, questionPage } from './page';
import type { Choice, Question } from './question';
import { CHOICE_PARAMETER, choiceShape, choicesOf, questionShape } from './question';
import { ALREADY_ANSWERED, INVALID_LINK, thanksFor } from './texts';

/** Where the links of a question lead: n8n opens them while the execution waits, and nothing is registered anywhere. */
export const answerWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** Characters of a nonce: 128 bits and more, as Content Security Policy Level 3 (7.1) recommends. */
const NONCE_LENGTH = 32;

/**
 * Questions that were answered in this process. Two answers of the same moment both meet a waiting
 * execution; only the first may resume it. Kept for the process, as n8n gives the two calls nothing
 * to share.
 */
const answered = new Set<string>();
/** Answers that are remembered: far more than can arrive before n8n marks an execution as running. */
const MAX_REMEMBERED = 10_000;

/** A form without fields has no body at all. */
const form = z
	.object({ text: z.string().max(MAX_TEXT_LENGTH).optional().catch(undefined) })
	.catch({});

/**
 * The page behind the links of a question. Opening it decides nothing, however often and by whomever;
 * only the form that it shows does. n8n has checked the signature of the address before.
 */
export async function answerQuestion(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const question = questionShape.safeParse(this.evaluateExpression('{{ $json.question }}', 0));
	const query: Record<string, unknown> = { ...(this.getQueryData() as IDataObject) };
	const choice = choiceShape.safeParse(query[CHOICE_PARAMETER]);
	if (!question.success || !choice.success || !choicesOf(question.data).includes(choice.data)) {
		return show(this, 404, (nonce) => noticePage(INVALID_LINK, nonce));
	}
	if (this.getRequestObject().method !== 'POST') {
		return show(this, 200, (nonce) => openPage(this, question.data, choice.data, nonce));
	}
	const text = form.parse(this.getBodyData()).text?.trim();
	if (choice.data === 'answer' && !text) {
		return show(this, 422, (nonce) => openPage(this, question.data, choice.data, nonce));
	}
	if (answered.has(question.data.id)) {
		return show(this, 409, (nonce) => noticePage(ALREADY_ANSWERED, nonce));
	}
	remember(question.data.id);
	show(this, 200, (nonce) => noticePage(thanksFor(question.data, choice.data), nonce));
	return {
		noWebhookResponse: true,
		workflowData: [[{ json: { data: outcome(choice.data, text) } }]],
	};
}

function openPage(
	context: IWebhookFunctions,
	question: Question,
	choice: Choice,
	nonce: string,
): string {
	const others = choicesOf(question)
		.filter((other) => other !== choice)
		.map((other) => ({
			choice: other,
			link: context.getSignedResumeUrl({ [CHOICE_PARAMETER]: other }),
		}));
	return questionPage(question, choice, others, nonce);
}

/** A decision as the step puts it out. */
export const decisionItem = z.object({
	/** Missing where a text was asked for. */
	approved: z.boolean().optional(),
	/** ISO 8601, UTC; missing where nobody answered. */
	respondedAt: z.string().optional(),
	/** Why it was declined; an agent hears it as what the person said. */
	chatInput: z.string().optional(),
	/** The text that was asked for. */
	text: z.string().optional(),
	/** True where nobody answered in time. */
	timedOut: z.boolean().optional(),
});

function outcome(choice: Choice, text: string | undefined): z.infer<typeof decisionItem> {
	const respondedAt = DateTime.utc().toISO();
	if (choice === 'answer') return { text, respondedAt };
	const approved = choice === 'approve';
	return { approved, respondedAt, ...(!approved && text ? { chatInput: text } : {}) };
}

function show(
	context: IWebhookFunctions,
	status: number,
	write: (nonce: string) => string,
): IWebhookResponseData {
	const nonce = randomString(NONCE_LENGTH);
	const response = context.getResponseObject();
	response.status(status).set(pageHeaders(nonce)).send(write(nonce));
	return { noWebhookResponse: true };
}

function remember(question: string) {
	answered.add(question);
	const [oldest] = answered;
	if (answered.size > MAX_REMEMBERED && oldest !== undefined) answered.delete(oldest);
}
