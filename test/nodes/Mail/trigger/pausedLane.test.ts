import { setTimeout as realTime } from 'node:timers/promises';
import { executeNode } from '../../../harness/executeNode';
import type { TriggerBench } from '../../../harness/trigger';
import { startTriggerBench, subjects } from '../../../harness/trigger';

const OTHER = '/me/messages/other';

let bench: TriggerBench;

beforeEach(async () => {
	bench = await startTriggerBench();
	await bench.activate();
});

afterEach(async () => {
	await bench.stop();
});

/**
 * Another execution with the same account is told to wait, and waits: the way to the mailbox, which
 * both share, is closed for as long.
 * @returns what ends the execution.
 */
async function throttleAnotherExecution(seconds: number): Promise<() => Promise<void>> {
	const { simulator } = bench;
	const headers = { 'retry-after': String(seconds) };
	simulator.faults.next({ path: OTHER }, { status: 429, headers });
	const stop = new AbortController();
	const execution = executeNode({
		node: 'mail',
		simulator,
		abortSignal: stop.signal,
		parameters: { resource: 'advanced', operation: 'apiCall', endpoint: OTHER },
	}).catch(() => undefined);
	const answered = () => simulator.requests.all.some(({ status }) => status === 429);
	while (!answered()) await realTime(5);
	// The answer has arrived at the execution as well.
	await realTime(100);
	return async () => {
		stop.abort(new Error('ended'));
		await execution;
	};
}

it('a poll waits for a pause that ends in time', async () => {
	bench.mailbox.deliver({ subject: 'mail', from: 'billing@contoso.com' });
	const end = await throttleAnotherExecution(1);
	expect(subjects(await bench.poll({ budgetMs: 10_000 }))).toEqual(['mail']);
	await end();
}, 30_000);

it('a poll does not sit out a pause that outlasts it: n8n hears how long to wait', async () => {
	bench.mailbox.deliver({ subject: 'mail', from: 'billing@contoso.com' });
	const end = await throttleAnotherExecution(8);
	const started = performance.now();
	await expect(bench.poll({ budgetMs: 4_000 })).rejects.toMatchObject({
		message: 'The provider is limiting requests for this mailbox',
		failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
	});
	expect(performance.now() - started).toBeLessThan(2_000);
	await end();
}, 30_000);
