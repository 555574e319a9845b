import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import type {
	INodeExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { questionShape } from '../../nodes/Mail/approval/question';
import type { Simulator } from '../simulator/simulator';
import { connectedCredential } from './credentialsHelper';
import { OWN_MAILBOX } from './executeNode';
import { expectDescribedOutput } from './expectDescribedOutput';
import { createWorkflow } from './workflow';

type Http = Required<Pick<IWorkflowExecuteAdditionalData, 'httpRequest' | 'httpResponse'>>;

export interface OpenOptions {
	simulator: Simulator;
	/** What the waiting step was parked with. */
	parked: INodeExecutionData[];
	method?: 'GET' | 'HEAD' | 'POST';
	/** What the link says; the ID of the parked question and the first approver unless given. */
	query?: Record<string, string>;
	/** Stands for a signature of n8n's. */
	signature?: string;
	/** The fields of the form; n8n gives none for a form without fields. */
	body?: Record<string, string>;
	executionId?: string;
	/** What n8n answers to an answer that it was given, where that is not the page. */
	n8nAnswers?: number;
	/** The reader is gone before that: the response gets its status, and is never sent (seen in Node 24). */
	hasLeft?: boolean;
	/** What the browser sends as Accept-Language; nothing unless given. */
	acceptLanguage?: string;
}

export interface Opened {
	status: number;
	headers: Record<string, string>;
	html: string;
	/** The items that resume the execution; undefined when it goes on waiting. */
	resumed?: INodeExecutionData[];
}

/** Opens a link of a question in n8n's own WebhookContext, as its waiting webhook does. */
export async function openQuestion(options: OpenOptions): Promise<Opened> {
	const { simulator, parked, method = 'GET', body } = options;
	const { workflow, node, nodeType, additionalData } = await createWorkflow({
		node: 'mail',
		parameters: { resource: 'email', operation: 'sendAndWait' },
		credential: connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX),
	});
	const opened: Opened = { status: 0, headers: {}, html: '' };
	const finished = new EventEmitter();
	const response = {
		get statusCode() {
			return opened.status;
		},
		once: finished.once.bind(finished),
		status(status: number) {
			opened.status = status;
			return response;
		},
		set(headers: Record<string, string>) {
			Object.assign(opened.headers, headers);
			return response;
		},
		send(html: string) {
			opened.html = html;
			return response;
		},
	};
	additionalData.executionId = options.executionId ?? 'execution';
	const query: Record<string, string> = {};
	const headers = { 'accept-language': options.acceptLanguage };
	additionalData.httpRequest = { method, query, body, headers } as unknown as Http['httpRequest'];
	additionalData.httpResponse = response as unknown as Http['httpResponse'];
	const context = new WebhookContext(
		workflow,
		node,
		additionalData,
		'webhook',
		{} as IWebhookData,
		[],
		createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node, data: { main: [parked] }, source: null }],
			},
		}),
	);
	const { choice, ...more } = options.query ?? {};
	const asked = questionShape.parse(parked[0]?.json.question);
	const says = { ...(choice === undefined ? {} : { choice }), question: asked.id, approver: '0' };
	const link = new URL(context.getSignedResumeUrl({ ...says, ...more }));
	if (options.signature !== undefined) link.searchParams.set('signature', options.signature);
	Object.assign(query, Object.fromEntries(link.searchParams));
	const result: IWebhookResponseData | undefined = await nodeType.webhook?.call(context);
	const resumed = result?.workflowData?.[0];
	// n8n sends the page of an answer that it takes, once it has claimed the execution.
	if (resumed) {
		opened.html = z.string().parse(result.webhookResponse);
		opened.status = options.n8nAnswers ?? opened.status;
		if (!options.hasLeft) finished.emit('finish');
	} else if (!result?.noWebhookResponse) throw new Error('The node left the response to n8n');
	expectDescribedOutput('mail', { resource: 'email', operation: 'sendAndWait' }, resumed ?? []);
	return { ...opened, resumed };
}
