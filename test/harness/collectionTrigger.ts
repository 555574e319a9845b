import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { eventItem } from '../../nodes/Collection/watch/eventItem';
import { receive } from '../../nodes/Collection/watch/receive';
import { reconcile } from '../../nodes/Collection/watch/reconcile';
import { checkExists, create, remove } from '../../nodes/Collection/watch/register';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Simulator } from '../simulator/simulator';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';
import { countRequests } from './network';
import { createWorkflow } from './workflow';

/** A Collection Trigger in n8n's own contexts; deliveries reach it over real HTTP. */
export interface CollectionTriggerBench {
	/** n8n's address of the trigger, without the secret. */
	readonly address: string;
	/** What started the workflow, in order: the items of each execution. */
	executions: INodeExecutionData[][];
	parameters: INodeParameters;
	/** What n8n's database holds for the trigger. */
	database: IDataObject;
	credential: HarnessCredential;
	/** Names the credential for n8n. */
	credentialId: string;
	/** Switches the workflow on, as n8n 2.41 does: a poll first, then the webhook. */
	activate(activation?: WorkflowActivateMode): Promise<void>;
	deactivate(): Promise<void>;
	/** A person listens for a test event. */
	listen(): Promise<void>;
	/** The times of Reconcile At have come. @returns the items. */
	poll(): Promise<INodeExecutionData[]>;
	/** n8n updates the package: the code is loaded anew, the workflow stays published. */
	reload(): void;
	/** n8n dies, and nothing is answered until it is started. */
	kill(): void;
	/** n8n starts with what its database holds. */
	start(): Promise<void>;
	/** Waits for deliveries that were answered, and are still looked at. */
	settled(): Promise<void>;
	stop(): Promise<void>;
}

const trigger = { receive, reconcile, checkExists, create, remove };

/** The code of the trigger, loaded anew: as n8n has it after it updated the package. */
function loadTrigger(): typeof trigger {
	let loaded = trigger;
	jest.isolateModules(() => {
		const folder = '../../nodes/Collection/watch';
		loaded = {
			...trigger,
			...jest.requireActual<Partial<typeof trigger>>(`${folder}/receive`),
			...jest.requireActual<Partial<typeof trigger>>(`${folder}/reconcile`),
			...jest.requireActual<Partial<typeof trigger>>(`${folder}/register`),
		};
	});
	return loaded;
}

export async function startCollectionTrigger(
	simulator: Simulator,
	parameters: INodeParameters,
	clock?: Clock,
	{ durable = false }: { durable?: boolean } = {},
): Promise<CollectionTriggerBench> {
	/** Names what only this process of n8n knows. */
	let process = randomUUID();
	let inMemory: IDataObject = {};
	let code = trigger;
	/** n8n keeps one context from the time it switches a workflow on until it makes it anew. */
	let polling: PollContext | undefined;
	/** What n8n stores for polls where its cursors are durable, beside what it stores for the workflow. */
	let cursor: IDataObject | undefined;
	/** What a poll works on: with durable cursors a copy, which is kept where n8n stores it. */
	let staged: IDataObject = {};
	const commit = () => {
		if (durable) cursor = structuredClone(staged);
	};
	let isUp = true;
	let isTest = false;
	let working: Array<Promise<unknown>> = [];

	const server = createServer((request, response) => {
		const handle = async () => {
			const body: unknown = await json(request);
			const url = new URL(request.url ?? '/', 'http://n8n');
			if (!isUp) return void response.destroy();
			const query = Object.fromEntries(url.searchParams);
			const http = Object.assign(request, { body, query, params: {} });
			const test = url.pathname.startsWith('/webhook-test/');
			const mode = test ? ('manual' as const) : ('webhook' as const);
			const { setup, save } = await open(test ? inMemory : bench.database);
			const httpData = { httpRequest: http, httpResponse: response } as unknown;
			Object.assign(setup.additionalData, httpData);
			const context = new WebhookContext(
				setup.workflow,
				setup.node,
				setup.additionalData,
				mode,
				{ workflowId: setup.workflow.id, node: setup.node.name } as unknown as IWebhookData,
				[],
				null,
			);
			countRequests(context);
			const { workflowData } = await code.receive.call(context, clock);
			if (!isUp) return;
			// n8n stores what a delivery changed, and nothing where it changed nothing.
			if (!test && setup.workflow.staticData.__dataChanged === true) bench.database = save();
			const [items = []] = workflowData ?? [];
			if (items.length > 0) bench.executions.push(items);
		};
		working.push(handle());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const root = `http://127.0.0.1:${port}`;

	/** The workflow as n8n makes it from what it stores; `save` gives what it would store of it. */
	async function open(staticData: IDataObject) {
		const setup = await createWorkflow({
			node: 'collectionTrigger',
			parameters: bench.parameters,
			credential: bench.credential,
			credentialId: bench.credentialId,
			staticData: structuredClone(staticData),
			workflowId: `workflow ${process}`,
		});
		setup.node.webhookId = 'hook-1';
		Object.assign(setup.additionalData, {
			webhookBaseUrl: `${root}/webhook`,
			webhookTestBaseUrl: `${root}/webhook-test`,
		} satisfies Partial<IWorkflowExecuteAdditionalData>);
		const key = `node:${setup.node.name}`;
		const save = () =>
			JSON.parse(JSON.stringify(setup.workflow.staticData[key] ?? {})) as IDataObject;
		return { setup, save };
	}

	async function hook(
		method: typeof create,
		activation: WorkflowActivateMode,
		stored = bench.database,
	): Promise<{ answered: boolean; stored: IDataObject }> {
		const { setup, save } = await open(stored);
		const mode = isTest ? 'manual' : 'trigger';
		const data = { isTest } as unknown as IWebhookData;
		const { workflow, node, additionalData } = setup;
		const context = new HookContext(workflow, node, additionalData, mode, activation, data);
		countRequests(context);
		return { answered: await method.call(context, clock), stored: save() };
	}

	async function openPoll(activation: WorkflowActivateMode): Promise<PollContext> {
		const { setup } = await open({});
		const context = new PollContext(
			setup.workflow,
			setup.node,
			setup.additionalData,
			'trigger',
			activation,
			undefined,
			undefined,
			async () => await Promise.resolve(commit()),
			undefined,
			() => staged,
		);
		countRequests(context);
		return context;
	}

	/** @param isScheduled n8n 2.41 stores what such a poll left where it gave no items, not of others. */
	async function pollOnce(
		context: PollContext,
		isScheduled = false,
	): Promise<INodeExecutionData[]> {
		staged = durable ? structuredClone(cursor ?? inMemory) : inMemory;
		const [items = []] = (await code.reconcile.call(context, clock)) ?? [];
		if (items.length > 0) {
			commit();
			if (!durable) bench.database = JSON.parse(JSON.stringify(inMemory)) as IDataObject;
			bench.executions.push(items);
		} else if (isScheduled) commit();
		return items;
	}

	async function register(activation: WorkflowActivateMode): Promise<void> {
		const checked = await hook(code.checkExists, activation);
		bench.database = checked.stored;
		if (!checked.answered) bench.database = (await hook(code.create, activation)).stored;
	}

	async function begin(activation: WorkflowActivateMode): Promise<void> {
		inMemory = structuredClone(bench.database);
		polling = await openPoll(activation);
		await pollOnce(polling);
		// n8n stores what the poll of an activation left, and what registering left after it.
		bench.database = JSON.parse(JSON.stringify(inMemory)) as IDataObject;
		await register(activation);
	}

	const bench: CollectionTriggerBench = {
		address: `${root}/webhook/hook-1/webhook`,
		executions: [],
		parameters,
		database: {},
		credential: connectedCredential('collectionOAuth2Api', simulator, 'collection'),
		credentialId: `trigger-${process}`,
		activate: async (activation = 'activate') => await begin(activation),
		async deactivate() {
			await bench.settled();
			bench.database = (await hook(code.remove, 'manual')).stored;
		},
		async listen() {
			isTest = true;
			inMemory = (await hook(code.create, 'manual', {})).stored;
			isTest = false;
		},
		poll: async () => await pollOnce((polling ??= await openPoll('init')), true),
		reload() {
			code = loadTrigger();
		},
		kill() {
			isUp = false;
		},
		async start() {
			await bench.settled();
			process = randomUUID();
			isUp = true;
			await begin('init');
		},
		async settled() {
			const waiting = working;
			working = [];
			await Promise.all(waiting);
		},
		async stop() {
			await bench.settled();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return bench;
}

/** What started the workflow is what `eventItem` says, to the last key and in its order. */
export function expectDescribedEvents({ executions }: CollectionTriggerBench): void {
	for (const { json: item, error } of executions.flat()) {
		if (error) continue;
		const read = eventItem.parse(item);
		expect(JSON.stringify(read)).toBe(JSON.stringify(item));
	}
}
