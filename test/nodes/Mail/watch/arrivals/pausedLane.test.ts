import { connectGraph } from '../../../../../nodes/Mail/connectGraph';
import { createExecuteContext } from '../../../../harness/executeContext';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';

const OTHER = '/me/messages/other';

let bench: TriggerBench;
let other: AbortController;

beforeEach(async () => {
	other = new AbortController();
	bench = await startTriggerBench();
	await bench.activate();
});

afterEach(async () => {
	other.abort();
	await bench.stop();
});

/**
 * Another execution with the same account is told to wait, and waits: the way to the mailbox, which
 * both share, is closed for as long.
 */
async function throttleAnotherExecution(seconds: number): Promise<void> {
	const { simulator, credentialId, clock } = bench;
	const headers = { 'retry-after': String(seconds) };
	simulator.faults.next({ path: OTHER }, { status: 429, headers });
	const context = await createExecuteContext({ simulator, credentialId });
	const graph = await connectGraph(context, { effects: [], clock, signal: other.signal });
	graph.request({ method: 'GET', path: '/messages/other' }).catch(() => undefined);
}

it('a poll waits for a pause that ends in time', async () => {
	bench.mailbox.deliver({ subject: 'mail', from: 'billing@contoso.com' });
	const started = bench.clock.now();
	await throttleAnotherExecution(100);
	expect(subjects(await bench.poll())).toEqual(['mail']);
	expect(bench.clock.now() - started).toBe(100 * SECOND);
});

it('a poll does not sit out a pause that outlasts it: n8n hears how long to wait', async () => {
	bench.mailbox.deliver({ subject: 'mail', from: 'billing@contoso.com' });
	const started = bench.clock.now();
	await throttleAnotherExecution(300);
	await expect(bench.poll({ after: MINUTE })).rejects.toMatchObject({
		message: 'The provider is limiting requests for this mailbox',
		failure: { cause: 'rate-limited', retryAfterMs: 4 * MINUTE },
	});
	expect(bench.clock.now() - started).toBe(MINUTE);
});

it('a pause that was over does not begin again where the clock of n8n is set back', async () => {
	await throttleAnotherExecution(10);
	await bench.poll();
	bench.mailbox.deliver({ subject: 'mail', from: 'billing@contoso.com' });
	const { now } = bench.clock;
	bench.clock.now = () => now() - 60 * MINUTE;
	expect(subjects(await bench.poll())).toEqual(['mail']);
});
