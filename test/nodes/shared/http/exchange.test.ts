import fc from 'fast-check';
import type { Clock } from '../../../../nodes/shared/http/clock';
import { exchange } from '../../../../nodes/shared/http/exchange';
import type { Outcome } from '../../../../nodes/shared/http/request';
import { createVirtualClock } from '../../../harness/virtualClock';

const START = Date.parse('2026-03-02T10:00:00Z');

const ok: Outcome = { status: 200, headers: {}, body: { done: true } };
const throttled = (retryAfter: string): Outcome => ({
	status: 429,
	headers: { 'retry-after': retryAfter },
	body: undefined,
});
const cut: Outcome = { network: 'ECONNRESET' };

/** A clock on which every wait is over at once, and that remembers them. */
function createFastClock(): Clock & { waits: number[] } {
	const waits: number[] = [];
	let now = START;
	return {
		waits,
		now: () => now,
		async wait(ms) {
			waits.push(ms);
			now += ms;
		},
	};
}

/** Answers with the outcomes one after the other, and counts. */
function answering(...outcomes: Outcome[]) {
	const attempts = { made: 0 };
	const attempt = async (): Promise<Outcome> => outcomes[attempts.made++] ?? ok;
	return { attempt, attempts };
}

describe('exchange', () => {
	it('an answer is the outcome, without any wait', async () => {
		const clock = createFastClock();
		const { attempt, attempts } = answering(ok);
		await expect(exchange(attempt, { clock, repeatable: false })).resolves.toBe(ok);
		expect([attempts.made, clock.waits]).toEqual([1, []]);
	});

	it('a throttled request is made again after the time asked for, whatever its method', async () => {
		const clock = createFastClock();
		const { attempt } = answering(throttled('2.5'), throttled('7'));
		const options = { clock, repeatable: false, random: () => 0.5 };
		await expect(exchange(attempt, options)).resolves.toBe(ok);
		expect(clock.waits).toEqual([2_500, 7_500]);
	});

	it('a broken connection is met with growing pauses', async () => {
		const clock = createFastClock();
		const { attempt } = answering(cut, cut, cut);
		await exchange(attempt, { clock, repeatable: true, random: () => 0.5 });
		expect(clock.waits).toEqual([500, 1_000, 2_000]);
	});

	it('what cannot be repeated is not: the lost answer is the outcome', async () => {
		const clock = createFastClock();
		const { attempt, attempts } = answering(cut);
		await expect(exchange(attempt, { clock, repeatable: false })).resolves.toBe(cut);
		expect([attempts.made, clock.waits]).toEqual([1, []]);
	});

	it('the last outcome is returned when the attempts are used up', async () => {
		const clock = createFastClock();
		const { attempt, attempts } = answering(...Array.from({ length: 20 }, () => throttled('1')));
		await expect(exchange(attempt, { clock, repeatable: true })).resolves.toMatchObject({
			status: 429,
		});
		expect(attempts.made).toBe(10);
	});

	it('nothing starts after the deadline', async () => {
		const clock = createFastClock();
		const { attempt, attempts } = answering(throttled('10'), throttled('10'));
		const outcome = await exchange(attempt, {
			clock,
			repeatable: true,
			deadline: START + 15_000,
		});
		expect(outcome).toMatchObject({ status: 429 });
		expect([attempts.made, clock.waits]).toEqual([2, [10_000]]);
	});

	it('an error of its own ends it', async () => {
		const bug = new TypeError('x is undefined');
		const failing = async (): Promise<Outcome> => {
			throw bug;
		};
		await expect(exchange(failing, { clock: createFastClock(), repeatable: true })).rejects.toBe(
			bug,
		);
	});

	it('ends within ten attempts and with a real outcome, whatever is answered', async () => {
		const outcomes = fc.array(
			fc.oneof(
				fc.constant(cut),
				fc.record({
					status: fc.integer({ min: 200, max: 599 }),
					headers: fc.record({ 'retry-after': fc.oneof(fc.string(), fc.nat().map(String)) }),
					body: fc.constant(undefined),
				}),
			),
			{ minLength: 10, maxLength: 10 },
		);
		await fc.assert(
			fc.asyncProperty(outcomes, fc.boolean(), async (planned, repeatable) => {
				const clock = createFastClock();
				const { attempt, attempts } = answering(...planned);
				const outcome = await exchange(attempt, { clock, repeatable });
				expect(outcome).toBe(planned[attempts.made - 1]);
				expect(clock.waits).toHaveLength(attempts.made - 1);
			}),
		);
	});
});

describe('a cancelled exchange', () => {
	const reason = new Error('cancelled');

	it('makes no attempt at all', async () => {
		const { attempt, attempts } = answering(ok);
		const signal = AbortSignal.abort(reason);
		const cancelled = exchange(attempt, { clock: createFastClock(), repeatable: true, signal });
		await expect(cancelled).rejects.toBe(reason);
		expect(attempts.made).toBe(0);
	});

	it('ends at once while it waits to try again, and does not try again', async () => {
		const abort = new AbortController();
		const { attempt, attempts } = answering(throttled('60'));
		const clock = createVirtualClock();
		const cancelled = exchange(attempt, { clock, repeatable: true, signal: abort.signal });
		cancelled.catch(() => undefined);
		await clock.pass(59_999);
		abort.abort(reason);
		await expect(cancelled).rejects.toBe(reason);
		expect(attempts.made).toBe(1);
	});

	it('ends at once while an attempt is stuck', async () => {
		const abort = new AbortController();
		const stuck = async () => await new Promise<Outcome>(() => undefined);
		const cancelled = exchange(stuck, {
			clock: createFastClock(),
			repeatable: true,
			signal: abort.signal,
		});
		abort.abort(reason);
		await expect(cancelled).rejects.toBe(reason);
	});
});
