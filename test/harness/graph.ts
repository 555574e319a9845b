import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { connectGraph } from '../../nodes/Mail/connectGraph';
import { mailPath } from '../../nodes/Mail/graph/paths';
import type { GraphClient } from '../../nodes/Mail/graph/types';
import { EVERY_WRITE } from '../../nodes/Mail/outgoing/writes';
import { OVERLAPPING_MS } from '../simulator/graph/world';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import type { ContextOptions } from './executeContext';
import { createExecuteContext } from './executeContext';
import { OWN_MAILBOX } from './executeNode';
import { createSkippingClock } from './skippingClock';
import { beginTest } from './testRuns';

/** The part of a mail that the tests of the client rely on. */
export const subject = z.object({ subject: z.string() });

/** A simulator for the tests of one file, and a client as the Mail node connects it. */
export function setUpGraph() {
	const clock = createSkippingClock();
	const running: { simulator?: Simulator } = {};
	let credentials = 0;

	function started(): Simulator {
		if (!running.simulator) throw new Error('The simulator runs only within a test');
		return running.simulator;
	}

	beforeAll(async () => {
		running.simulator = await startSimulator({ clock: clock.now });
		running.simulator.graph.latencyMs = OVERLAPPING_MS;
	});
	beforeEach(async () => await beginTest(started()));
	afterAll(async () => {
		await started().stop();
	});

	return {
		clock,
		get simulator() {
			return started();
		},
		own: () => started().graph.mailbox(OWN_MAILBOX),

		/** A client on lanes of its own, unless it is given a credential to share. */
		async connect(
			options: Partial<ContextOptions & { deadline: number }> = {},
		): Promise<GraphClient> {
			const context = await createExecuteContext({
				simulator: started(),
				credentialId: `client ${++credentials}`,
				...options,
			});
			return await connectGraph(context, {
				effects: EVERY_WRITE,
				clock,
				deadline: options.deadline,
				signal: options.abortSignal,
			});
		},

		/** Mails with the subjects "Mail 0", "Mail 1" and so on; their IDs as the client sees them. */
		deliver(count: number, address = OWN_MAILBOX) {
			return Array.from({ length: count }, (_, index) =>
				started()
					.graph.mailbox(address)
					.deliver({ subject: `Mail ${index}`, from: 'ann@contoso.com', body: `Body ${index}` }),
			);
		},

		/** Resolves when a request has arrived and is being answered. */
		async arrival(): Promise<void> {
			while (started().requests.count() === 0) await nextTurn();
		},

		/** Requests that arrived, a batch counted once. */
		requestCount: () => started().requests.count({ inBatch: false }),
		refreshCount: () => started().requests.count({ path: '/oauth/token' }),
	};
}

/** Reads the subject of a mail. */
export async function readSubject(graph: GraphClient, id = ''): Promise<{ subject: string }> {
	return await graph.get(mailPath`/messages/${id}`, subject, { query: { $select: 'subject' } });
}
