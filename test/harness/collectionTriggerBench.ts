import { randomUUID } from 'node:crypto';
import type {
	IDataObject,
	IHookFunctions,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	IWebhookFunctions,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Simulator } from '../simulator/simulator';
import type * as collectionTriggerCode from './collectionTriggerCode';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';

export type CollectionTriggerCode = typeof collectionTriggerCode;

/** What somebody posts to the address of a trigger. */
export interface Delivery {
	isTest: boolean;
	/** As n8n's webhook server hands them to a node. */
	request: object;
	response: object;
	/** Nobody answers. */
	refuse(): void;
}

/** A workflow of a trigger, as n8n makes it from what it stores. */
export interface OpenedTrigger {
	webhook(
		delivery: Pick<Delivery, 'request' | 'response'>,
		mode: WorkflowExecuteMode,
	): IWebhookFunctions;
	hook(
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
		isTest: boolean,
	): IHookFunctions;
	poll(
		activation: WorkflowActivateMode,
		commit: () => Promise<void>,
		staticData: () => IDataObject,
		emitError: (error: Error) => void,
	): IPollFunctions;
	/** What n8n would store of it. */
	save(): IDataObject;
	hasChanged(): boolean;
}

/** What a workflow of a trigger is made of. */
export interface TriggerSetup {
	/** Where n8n listens. */
	root: string;
	simulator: Simulator;
	parameters: INodeParameters;
	credential: HarnessCredential;
	credentialId: string;
	staticData: IDataObject;
	workflowId: string;
	/** Those of the node, and another trigger of the workflow. */
	nodeId?: string;
	beside?: { id: string; name: string };
}

/** In what a Collection Trigger is played: in n8n's own contexts and over HTTP, or within the process. */
export interface CollectionStage {
	code: CollectionTriggerCode;
	/** The code of the trigger, loaded anew: as n8n has it after it updated the package. */
	loadCode(): CollectionTriggerCode;
	listen(handle: (delivery: Delivery) => void): Promise<{ root: string; stop(): Promise<void> }>;
	open(setup: TriggerSetup): Promise<OpenedTrigger>;
}

/** A Collection Trigger on a stage. */
export interface CollectionTriggerBench {
	/** n8n's address of the trigger, without the secret. */
	readonly address: string;
	/** What started the workflow, in order: the items of each execution. */
	executions: INodeExecutionData[][];
	/** Of what n8n made failed executions, beside the polls that threw. */
	failures: Error[];
	parameters: INodeParameters;
	/** What n8n's database holds for the trigger. */
	database: IDataObject;
	credential: HarnessCredential;
	/** Names the credential for n8n. */
	credentialId: string;
	/** Which node of the workflow it is, where there is another one. */
	node: Pick<TriggerSetup, 'nodeId' | 'beside'>;
	/** Switches the workflow on, as n8n 2.41 does: a poll first, then the webhook. */
	activate(activation?: WorkflowActivateMode): Promise<void>;
	deactivate(): Promise<void>;
	/** A person listens for a test event. */
	listen(): Promise<void>;
	/** The times of Reconcile At have come. @returns the items. */
	poll(): Promise<INodeExecutionData[]>;
	/**
	 * Another trigger of the workflow tells something: n8n stores its copy of what all of them keep (n8n 2.41.1: emit in
	 * workflows/triggers/trigger-execution-context.factory).
	 */
	storeCopy(): void;
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

export async function openCollectionTrigger(
	stage: CollectionStage,
	simulator: Simulator,
	parameters: INodeParameters,
	clock?: Clock,
	{ durable = false }: { durable?: boolean } = {},
): Promise<CollectionTriggerBench> {
	/** Names what only this process of n8n knows. */
	let process = randomUUID();
	let inMemory: IDataObject = {};
	let code = stage.code;
	/** n8n keeps one context from the time it switches a workflow on until it makes it anew. */
	let polling: IPollFunctions | undefined;
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

	async function handle({ isTest: test, ...delivery }: Delivery): Promise<void> {
		if (!isUp) return delivery.refuse();
		const mode = test ? ('manual' as const) : ('webhook' as const);
		const opened = await open(test ? inMemory : bench.database);
		const { workflowData } = await code.receive.call(opened.webhook(delivery, mode), clock);
		if (!isUp) return;
		// n8n stores what a delivery changed, and nothing where it changed nothing.
		if (!test && opened.hasChanged()) bench.database = opened.save();
		const [items = []] = workflowData ?? [];
		if (items.length > 0) bench.executions.push(items);
	}
	const { root, stop } = await stage.listen((delivery) => working.push(handle(delivery)));

	/** The workflow as n8n makes it from what it stores. */
	const open = async (staticData: IDataObject) =>
		await stage.open({
			root,
			simulator,
			parameters: bench.parameters,
			credential: bench.credential,
			credentialId: bench.credentialId,
			staticData: structuredClone(staticData),
			workflowId: `workflow ${process}`,
			...bench.node,
		});

	async function hook(
		method: CollectionTriggerCode['create'],
		activation: WorkflowActivateMode,
		stored = bench.database,
	): Promise<{ answered: boolean; stored: IDataObject }> {
		const opened = await open(stored);
		const mode = isTest ? 'manual' : 'trigger';
		const context = opened.hook(mode, activation, isTest);
		return { answered: await method.call(context, clock), stored: opened.save() };
	}

	async function openPoll(activation: WorkflowActivateMode): Promise<IPollFunctions> {
		// A poll with durable cursors is handed its cursor, and its workflow has what n8n stores with that (n8n 2.41.1:
		// activateInternal in workflows/triggers/workflow-trigger-activator).
		const opened = await open(durable ? bench.database : {});
		return opened.poll(
			activation,
			async () => await Promise.resolve(commit()),
			() => staged,
			(error) => bench.failures.push(error),
		);
	}

	/** @param isScheduled n8n 2.41 stores what such a poll left where it gave no items, not of others. */
	async function pollOnce(
		context: IPollFunctions,
		isScheduled = false,
	): Promise<INodeExecutionData[]> {
		staged = durable ? structuredClone(cursor ?? inMemory) : inMemory;
		const [items = []] = (await code.reconcile.call(context, clock)) ?? [];
		// n8n 2.41 throws away what a poll brings that ends after its workflow was taken off.
		if (context !== polling) return [];
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
		try {
			await pollOnce(polling);
		} finally {
			// n8n stores what the poll of an activation left, also of one that failed (n8n 2.41.1: activateInternal in
			// workflows/triggers/workflow-trigger-activator), and what registering left after it.
			bench.database = JSON.parse(JSON.stringify(inMemory)) as IDataObject;
		}
		await register(activation);
	}

	const bench: CollectionTriggerBench = {
		address: `${root}/webhook/hook-1/webhook`,
		executions: [],
		failures: [],
		parameters,
		database: {},
		credential: connectedCredential('collectionOAuth2Api', simulator, 'collection'),
		credentialId: `trigger-${process}`,
		node: {},
		activate: async (activation = 'activate') => await begin(activation),
		async deactivate() {
			await bench.settled();
			polling = undefined;
			bench.database = (await hook(code.remove, 'manual')).stored;
		},
		async listen() {
			isTest = true;
			inMemory = (await hook(code.create, 'manual', {})).stored;
			isTest = false;
		},
		async poll() {
			// With durable cursors, n8n's scheduler makes each poll a context of its own, and calls it an update (n8n 2.41.1:
			// createPollExecutionContext in workflows/triggers/trigger-execution-context.factory).
			if (durable) polling = await openPoll('update');
			return await pollOnce((polling ??= await openPoll('init')), true);
		},
		storeCopy() {
			bench.database = JSON.parse(JSON.stringify(inMemory)) as IDataObject;
		},
		reload() {
			code = stage.loadCode();
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
			await stop();
		},
	};
	return bench;
}
