import { createHmac } from 'node:crypto';
import type {
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { OWN_MAILBOX } from '../harness/account';
import { connectedCredential } from '../harness/credentialsHelper';
import { standIn } from '../harness/inProcess';
import type { StepStage } from '../harness/stepStage';
import { withTries } from '../harness/stepStage';
import { currentCode, forgetCode, shippedNode } from './loaded';

const NODE = 'mail';
/** What a person's n8n knows alone. */
const SECRET = 'harness';

/** As n8n signs the links of an execution that waits. */
function signer(executionId: string, nodeId: string) {
	return (parameters: Record<string, string> = {}): string => {
		const url = new URL(`http://127.0.0.1/webhook-waiting/${executionId}/${nodeId}`);
		for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
		const signature = createHmac('sha256', SECRET).update(url.href).digest('hex');
		url.searchParams.set('signature', signature);
		return url.href;
	};
}

const never = async () => await new Promise<never>(() => undefined);

/** Everything within the process: no connection, no object of n8n's. */
export const stepStage: StepStage = {
	async runStep(run) {
		const { executionId, life, items, clock, continueOnFail, tries, reviews } = run;
		const { node: name = NODE } = run;
		const { parameter, node, helpers, ...common } = standIn({
			...run,
			node: name,
			nodeType: shippedNode(name),
			variant: reviews ? 'HitlTool' : run.asTool ? 'Tool' : '',
		});
		/** A request whose answer nobody is there for any more. */
		const alive = async <T>(task: () => Promise<T>): Promise<T> => {
			if (life.aborted) return await never();
			const answer = await task().catch(async (error: unknown) => {
				if (life.aborted) return await never();
				throw error;
			});
			return life.aborted ? await never() : answer;
		};
		const executeData: IExecuteData = { node, data: { main: [items] }, source: null };
		let waitTill: Date | undefined;
		const context = {
			...common,
			getNodeParameter: (name: string, _item: number, fallback?: unknown) =>
				parameter(name, fallback),
			getInputData: () => items,
			getExecuteData: () => executeData,
			getExecutionId: () => executionId,
			getExecutionCancelSignal: () => undefined,
			getMode: () => 'trigger',
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			getParentNodes: () =>
				(reviews ?? []).map(({ type, ...tool }) => ({
					...tool,
					type: `n8n-nodes-mail-collection.${type}`,
					typeVersion: 1,
				})),
			// A model writes nothing beside the parameters of its tool.
			evaluateExpression: () => undefined,
			getSignedResumeUrl: signer(executionId, node.id),
			continueOnFail: () => continueOnFail,
			async putExecutionToWait(till: Date) {
				waitTill = await Promise.resolve(till);
			},
			helpers: {
				httpRequest: async (options: Parameters<typeof helpers.httpRequest>[0]) =>
					await alive(async () => await helpers.httpRequest(options)),
				async httpRequestWithAuthentication(
					this: IExecuteFunctions,
					...args: Parameters<typeof helpers.httpRequestWithAuthentication>
				) {
					const send = helpers.httpRequestWithAuthentication;
					return await alive(async () => await send.call(this, ...args));
				},
			},
		} as unknown as IExecuteFunctions;
		const { executeOn } = currentCode(name);
		const outputs = await withTries(tries, async () => await executeOn[name](context, clock));
		return { items: outputs[0] ?? [], parked: executeData.data.main?.[0] ?? [], waitTill };
	},
	async openLink({ simulator, parked, method = 'GET', query = {}, body = {}, executionId }) {
		const nodeType = shippedNode(NODE);
		const { parameter, node, ...common } = standIn({
			simulator,
			node: NODE,
			nodeType,
			parameters: { resource: 'email', operation: 'sendAndWait' },
			credential: connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX),
		});
		const opened: { status: number; resumed?: INodeExecutionData[] } = { status: 0 };
		const response = {
			// Node's own begins with 200.
			statusCode: 200,
			status(status: number) {
				response.statusCode = status;
				opened.status = status;
				return response;
			},
			set: () => response,
			send: () => response,
			// n8n takes every answer here.
			once: () => response,
		};
		const context = {
			...common,
			getNodeParameter: parameter,
			// The only expression of the page.
			evaluateExpression: () => parked[0]?.json.question,
			// The words of a page are of no matter: its status is what is looked at.
			getHeaderData: () => ({}),
			getQueryData: () => query,
			getBodyData: () => body,
			getRequestObject: () => ({ method }),
			getResponseObject: () => response,
			getSignedResumeUrl: signer(executionId, node.id),
		} as unknown as IWebhookFunctions;
		const answered = await nodeType.webhook?.call(context);
		return { ...opened, resumed: answered?.workflowData?.[0] };
	},
	restart: forgetCode,
};
