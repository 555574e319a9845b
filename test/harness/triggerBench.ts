import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { Simulator, SimulatorOptions } from '../simulator/simulator';
import { OWN_MAILBOX } from './account';
import { connectedCredential } from './credentialsHelper';
import type { PollOptions, TriggerCode } from './pollNode';

export const START = Date.parse('2026-03-02T12:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60_000;

/** In what a trigger is played: in n8n's own contexts and over HTTP, or within the process. */
export interface TriggerStage {
	startSimulator(options: SimulatorOptions): Promise<Simulator>;
	createClock(start: number): Clock;
	/** Makes a context of n8n's. @returns what polls the trigger with it, as often as wanted. */
	startPolling(
		options: PollOptions,
	): Promise<(code?: TriggerCode) => Promise<INodeExecutionData[] | null>>;
	/** The code of a trigger, loaded anew. */
	loadTriggerCode(node: string): TriggerCode;
}

/** A trigger on a stage, against the simulator; nobody really waits. */
export interface TriggerBench {
	simulator: Simulator;
	mailbox: Mailbox;
	/** The provider's time, in milliseconds. */
	time: { now: number };
	/** n8n's clock. */
	clock: Clock;
	/** Names the credential for n8n. */
	credentialId: string;
	/** What n8n holds in memory; polls change it in place. */
	memory: IDataObject;
	/** What polls told n8n of, which makes a failed execution of it, beside what they returned. */
	failures: Error[];
	/** The saved cursor, as far as tests look into it. */
	cursor(): IDataObject | undefined;
	/** Lets time pass, then polls. */
	poll(options?: Partial<PollOptions> & { after?: number }): Promise<INodeExecutionData[]>;
	/** Switches the workflow on. */
	activate(options?: Partial<PollOptions>): Promise<INodeExecutionData[]>;
	/** n8n dies and starts again: it has only what it had saved. */
	restart(): void;
	/** n8n dies after a poll, before it stored what the poll delivered, and starts again. */
	crash(options?: Partial<PollOptions>): Promise<void>;
	/** n8n updates the package: the code is loaded anew, the workflow stays published. */
	reload(): void;
	/** n8n makes the workflow anew, as after an edit: from what it had saved, in the same process. */
	remake(): void;
	stop(): Promise<void>;
}

/** By number: nothing in the process's memory is shared by two benches, or from before a restart. */
let processes = 0;
let credentials = 0;

/**
 * @param skew what n8n's clock is ahead of the provider's, in milliseconds.
 * @param node which trigger.
 */
export async function openTriggerBench(
	stage: TriggerStage,
	parameters: INodeParameters = {},
	skew = 0,
	node = 'mailTrigger',
): Promise<TriggerBench> {
	const time = { now: START };
	const clock = stage.createClock(START + skew);
	const simulator = await stage.startSimulator({ clock: () => time.now });
	simulator.graph.latencyMs = 0;
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
	const bench: TriggerBench = {
		simulator,
		mailbox,
		time,
		clock,
		credentialId: `credential ${++credentials}`,
		memory: {},
		failures: [],
		cursor: () => bench.memory.cursor as IDataObject | undefined,
		async poll({ after = MINUTE, ...options } = {}) {
			// An update of the package while a poll runs changes nothing of it.
			const codeNow = code;
			time.now += after;
			await clock.wait(after);
			// n8n keeps one context from the time it switches a workflow on until it makes it anew.
			const isUsual = Object.keys(options).length === 0;
			const pollHere =
				(isUsual && kept?.memory === bench.memory && kept.poll) ||
				(await stage.startPolling({
					node,
					simulator,
					parameters,
					clock,
					credential,
					credentialId: bench.credentialId,
					staticData: bench.memory,
					workflowId: `process ${process}`,
					recordFailure: (error) => bench.failures.push(error),
					// As n8n's scheduler has it; n8n that was started anew, or made the workflow anew, starts the trigger.
					activation: kept?.memory === bench.memory ? 'update' : 'init',
					...options,
				}));
			if (isUsual || options.activation) kept = { poll: pollHere, memory: bench.memory };
			const items = await pollHere(codeNow);
			// n8n saves the state when a poll returns items.
			if (items !== null) saved = JSON.stringify(bench.memory);
			return items ?? [];
		},
		async activate(options = {}) {
			try {
				return await bench.poll({ after: 0, activation: 'activate', ...options });
			} finally {
				// And at the end of the activation, also of one that failed (n8n 2.41.1: activateInternal in
				// workflows/triggers/workflow-trigger-activator).
				saved = JSON.stringify(bench.memory);
			}
		},
		restart() {
			bench.remake();
			process = ++processes;
		},
		reload() {
			code = stage.loadTriggerCode(node);
		},
		async crash(options = {}) {
			const before = saved;
			const noted = bench.failures.length;
			await bench.poll({ after: 0, ...options }).catch(() => []);
			saved = before;
			// Else the next poll would count as failed, and what it tells as told to nobody.
			bench.failures.splice(noted);
			bench.restart();
		},
		remake() {
			bench.memory = JSON.parse(saved) as IDataObject;
		},
		stop: () => simulator.stop(),
	};
	let process = ++processes;
	let saved = '{}';
	let kept:
		{ poll: Awaited<ReturnType<TriggerStage['startPolling']>>; memory: IDataObject } | undefined;
	let code: TriggerCode | undefined;
	return bench;
}

/** Subjects of the delivered mails, in order. */
export function subjects(items: INodeExecutionData[]): unknown[] {
	return items.map(({ json }) => json.subject);
}
