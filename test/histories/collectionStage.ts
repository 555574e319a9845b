import type {
	IDataObject,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import type { CollectionStage, Delivery } from '../harness/collectionTriggerBench';
import { standIn } from '../harness/inProcess';
import { hearWithin } from '../simulator/collection/deliveries';
import { currentCode, freshCode, shippedNode } from './loaded';

const NODE = 'collectionTrigger';
/** n8n's own, in milliseconds. */
const BUDGET_MS = 300_000;
let instances = 0;

/** The answer of a trigger: its status, as soon as it is given. */
function answerTo(hear: (status: number) => void): object {
	let given = 0;
	const response = {
		writeHead(status: number) {
			given = status;
			return response;
		},
		end: () => hear(given),
	};
	return response;
}

/** Everything within the process: no connection, no object of n8n's. */
export const collectionStage: CollectionStage = {
	get code() {
		return currentCode(NODE).trigger;
	},
	loadCode: () => freshCode(NODE).trigger,
	async listen(handle: (delivery: Delivery) => void) {
		const root = `http://n8n-${++instances}.example.com`;
		const hear = async (url: URL, body: string) =>
			await new Promise<number>((resolve) => {
				handle({
					isTest: url.pathname.startsWith('/webhook-test/'),
					request: {
						body: JSON.parse(body) as unknown,
						query: Object.fromEntries(url.searchParams),
					},
					response: answerTo(resolve),
					// fetch reports no answer as no status.
					refuse: () => resolve(0),
				});
			});
		const end = hearWithin(root, hear);
		return await Promise.resolve({ root, stop: async () => await Promise.resolve(end()) });
	},
	async open({ root, staticData, ...options }) {
		const { parameter, ...common } = standIn({
			node: NODE,
			nodeType: shippedNode(NODE),
			...options,
		});
		let hasChanged = false;
		/** n8n notes that something was written, whatever it was. */
		const watched = new Proxy(staticData, {
			set(...write) {
				hasChanged = true;
				return Reflect.set(...write);
			},
		});
		const shared = { ...common, getNodeParameter: parameter, getWorkflowStaticData: () => watched };
		const kindOf = (isTest: boolean) => (isTest ? 'webhook-test' : 'webhook');
		return await Promise.resolve({
			webhook: ({ request, response }: Pick<Delivery, 'request' | 'response'>, mode: string) =>
				({
					...shared,
					getMode: () => mode,
					getQueryData: () => Reflect.get(request, 'query') as IDataObject,
					getBodyData: () => Reflect.get(request, 'body') as IDataObject,
					getResponseObject: () => response,
				}) as unknown as IWebhookFunctions,
			hook: (mode: string, activation: WorkflowActivateMode, isTest: boolean) =>
				({
					...shared,
					getMode: () => mode,
					getActivationMode: () => activation,
					getNodeWebhookUrl: () => `${root}/${kindOf(isTest)}/hook-1/webhook`,
				}) as unknown as IHookFunctions,
			poll: (
				activation: WorkflowActivateMode,
				commit: () => Promise<void>,
				stored: () => IDataObject,
				__emitError: (error: Error) => void,
			) =>
				({
					...shared,
					getMode: () => 'trigger',
					getActivationMode: () => activation,
					getWorkflowStaticData: stored,
					getPollBudgetMs: () => BUDGET_MS,
					__commitCursor: commit,
					__emitError,
				}) as unknown as IPollFunctions,
			save: () => JSON.parse(JSON.stringify(staticData)) as IDataObject,
			hasChanged: () => hasChanged,
		});
	},
};
