import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './executeNode';
import type { PollOptions } from './pollNode';
import { pollNode } from './pollNode';

export const START = Date.parse('2026-03-02T12:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60_000;

/** A Mail Trigger in n8n's own PollContext against the simulator, on the simulator's clock. */
export interface TriggerBench {
	simulator: Simulator;
	mailbox: Mailbox;
	/** The provider's time, in milliseconds. */
	time: { now: number };
	/** What n8n holds in memory; polls change it in place. */
	memory: IDataObject;
	/** The saved cursor, as far as tests look into it. */
	cursor(): IDataObject | undefined;
	/** Lets time pass, then polls. */
	poll(options?: Partial<PollOptions> & { after?: number }): Promise<INodeExecutionData[]>;
	/** Switches the workflow on. */
	activate(options?: Partial<PollOptions>): Promise<INodeExecutionData[]>;
	/** n8n dies and starts again: it has only what it had saved. */
	restart(): void;
	/** n8n makes the workflow anew, as after an edit: from what it had saved, in the same process. */
	remake(): void;
	stop(): Promise<void>;
}

/** Workflows by number: nothing in the process's memory is shared by two of them. */
let processes = 0;

/** @param start the provider's time at the beginning, in milliseconds. */
export async function startTriggerBench(
	parameters: INodeParameters = {},
	start = START,
): Promise<TriggerBench> {
	const time = { now: start };
	const simulator = await startSimulator({ clock: () => time.now });
	simulator.graph.latencyMs = 0;
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const bench: TriggerBench = {
		simulator,
		mailbox,
		time,
		memory: {},
		cursor: () => bench.memory.cursor as IDataObject | undefined,
		async poll({ after = MINUTE, ...options } = {}) {
			time.now += after;
			const items = await pollNode({
				simulator,
				parameters,
				staticData: bench.memory,
				workflowId: `process ${processes}`,
				...options,
			});
			// n8n saves the state when a poll returns items.
			if (items !== null) saved = JSON.stringify(bench.memory);
			return items ?? [];
		},
		async activate(options = {}) {
			const items = await bench.poll({ after: 0, activation: 'activate', ...options });
			// And at the end of the activation.
			saved = JSON.stringify(bench.memory);
			return items;
		},
		restart() {
			bench.remake();
			processes += 1;
		},
		remake() {
			bench.memory = JSON.parse(saved) as IDataObject;
		},
		stop: () => simulator.stop(),
	};
	let saved = '{}';
	processes += 1;
	return bench;
}

/** Subjects of the delivered mails, in order. */
export function subjects(items: INodeExecutionData[]): unknown[] {
	return items.map(({ json }) => json.subject);
}
