import fc from 'fast-check';
import type { Outcome } from '../../../../nodes/shared/http/request';
import { mayHaveRun, pauseBeforeRetry, retryAfterMs } from '../../../../nodes/shared/http/retry';

const NOW = Date.parse('2026-03-02T10:00:00Z');

const answered = (status: number, retryAfter?: string): Outcome => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: undefined,
});
const cut: Outcome = { network: 'ECONNRESET' };

const ask = (outcome: Outcome, more: Partial<Parameters<typeof pauseBeforeRetry>[0]> = {}) =>
	pauseBeforeRetry({ outcome, repeatable: true, attempt: 1, now: NOW, random: 0.5, ...more });

describe('what is worth another attempt', () => {
	it.each([429, 424])('%i is repeated for every method, as it was turned away unrun', (status) => {
		expect(ask(answered(status), { repeatable: true })).toBeDefined();
		expect(ask(answered(status), { repeatable: false })).toBeDefined();
	});

	it.each([408, 500, 502, 503, 504, 509])(
		'%i is repeated only where that changes nothing',
		(status) => {
			expect(ask(answered(status), { repeatable: true })).toBeDefined();
			expect(ask(answered(status), { repeatable: false })).toBeUndefined();
		},
	);

	it('a broken connection is repeated only where that changes nothing', () => {
		expect(ask(cut, { repeatable: true })).toBeDefined();
		expect(ask(cut, { repeatable: false })).toBeUndefined();
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
		'%s came before anything was sent, so that every method is repeated, six times in all',
		(network) => {
			expect(ask({ network }, { repeatable: false, attempt: 5 })).toBeDefined();
			expect(ask({ network }, { repeatable: false, attempt: 6 })).toBeUndefined();
		},
	);

	it('a Retry-After does not make a send repeatable', () => {
		expect(ask(answered(503, '1'), { repeatable: false })).toBeUndefined();
	});

	it.each([200, 204, 302, 400, 401, 403, 404, 409, 410, 412, 501, 507])('%i is final', (status) => {
		expect(ask(answered(status, '1'))).toBeUndefined();
	});

	it('after six attempts nothing is repeated any more that was lost', () => {
		for (const lost of [cut, answered(503)]) {
			expect(ask(lost, { attempt: 5 })).toBeDefined();
			expect(ask(lost, { attempt: 6 })).toBeUndefined();
		}
	});

	it('after ten attempts nothing is repeated any more that was throttled', () => {
		expect(ask(answered(429), { attempt: 9, repeatable: false })).toBeDefined();
		expect(ask(answered(429), { attempt: 10 })).toBeUndefined();
	});
});

describe('what may have run', () => {
	it.each([408, 500, 501, 502, 503, 504, 599])('is what is answered with %i', (status) => {
		expect(mayHaveRun(answered(status))).toBe(true);
	});

	it.each([200, 302, 400, 401, 403, 404, 409, 424, 429, 507])(
		'is not what is answered with %i',
		(status) => {
			expect(mayHaveRun(answered(status))).toBe(false);
		},
	);

	it('is what has no answer, unless it never reached the provider', () => {
		expect(mayHaveRun(cut)).toBe(true);
		expect(mayHaveRun({ network: 'ETIMEDOUT' })).toBe(true);
		expect(mayHaveRun({ network: 'EHOSTUNREACH' })).toBe(true);
		expect(mayHaveRun({ network: 'ECONNREFUSED' })).toBe(false);
	});
});

describe('how long the pause is', () => {
	it('a Retry-After is kept to, whatever the dice say', () => {
		expect(ask(answered(429, '7'), { random: 0 })).toBe(7_000);
		expect(ask(answered(429, '7'), { random: 0.99 })).toBe(7_000);
	});

	it('from the second refusal on, requests come apart: up to a second later, never earlier', () => {
		const again = (retryAfter: string, random: number) =>
			ask(answered(429, retryAfter), { attempt: 2, random });
		expect([again('7', 0), again('7', 0.5), again('7', 0.999999)]).toEqual([7_000, 7_500, 8_000]);
		expect([again('0.2', 0), again('0.2', 0.999999)]).toEqual([200, 400]);
	});

	it.each([429, 503])(
		'a provider that answers %i and names no time to come is not asked again at once',
		(status) => {
			const passed = 'Mon, 02 Mar 2026 09:00:00 GMT';
			for (const none of ['0', passed, undefined]) {
				expect(ask(answered(status, none), { attempt: 3, random: 0.999999 })).toBe(4_000);
			}
		},
	);

	it('without one it grows from a second to half a minute, with full jitter', () => {
		const longest = [1, 2, 3, 4, 5].map((attempt) => ask(cut, { attempt, random: 0.999999 }));
		expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
		expect(ask(cut, { attempt: 5, random: 0 })).toBe(0);
	});

	it('a provider that asks for more than five minutes gets no earlier attempt', () => {
		expect(ask(answered(429, '300'))).toBe(300_000);
		expect(ask(answered(429, '301'))).toBeUndefined();
		expect(ask(answered(429, '9'.repeat(400)))).toBeUndefined();
	});

	it('no attempt starts after the deadline', () => {
		const throttled = answered(429, '10');
		expect(ask(throttled, { deadline: NOW + 10_000 })).toBe(10_000);
		expect(ask(throttled, { deadline: NOW + 9_999 })).toBeUndefined();
		expect(ask(cut, { deadline: NOW - 1 })).toBeUndefined();
	});

	it('is undefined or a finite time within the limits, whatever is answered', () => {
		const outcomes = fc.oneof(
			fc.record({
				status: fc.integer({ min: 100, max: 599 }),
				headers: fc.oneof(
					fc.constant({}),
					fc.record({ 'retry-after': fc.oneof(fc.string(), fc.double().map(String)) }),
				),
				body: fc.anything(),
			}),
			fc.record({ network: fc.string() }),
		);
		fc.assert(
			fc.property(
				outcomes,
				fc.boolean(),
				fc.integer({ min: 1, max: 20 }),
				fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				fc.option(fc.integer({ min: -1_000, max: 600_000 }), { nil: undefined }),
				(outcome, repeatable, attempt, random, left) => {
					const deadline = left === undefined ? undefined : NOW + left;
					const pause = ask(outcome, { repeatable, attempt, random, deadline });
					if (pause === undefined) return;
					expect(Number.isInteger(pause)).toBe(true);
					expect(pause).toBeGreaterThanOrEqual(0);
					expect(pause).toBeLessThanOrEqual(left ?? 301_000);
					expect(attempt).toBeLessThan(10);
					if (!repeatable) expect(outcome).toMatchObject({ status: expect.any(Number) });
				},
			),
		);
	});
});

describe('retryAfterMs', () => {
	const read = (value: string) => retryAfterMs({ 'retry-after': value }, NOW);

	it('reads seconds, with fractions rounded up to the millisecond', () => {
		expect(read('0')).toBe(0);
		expect(read('120')).toBe(120_000);
		expect(read('2.128')).toBe(2_128);
		expect(read(' 0.0001 ')).toBe(1);
	});

	it('reads the three forms of an HTTP date as UTC', () => {
		expect(read('Mon, 02 Mar 2026 10:00:05 GMT')).toBe(5_000);
		expect(read('Monday, 02-Mar-26 10:00:05 GMT')).toBe(5_000);
		expect(read('Mon Mar  2 10:00:05 2026')).toBe(5_000);
	});

	it("measures a date by the provider's own clock, where the answer tells its time", () => {
		const headers = { 'retry-after': 'Mon, 02 Mar 2026 10:00:05 GMT' };
		const ahead = NOW + 60_000;
		expect(retryAfterMs({ ...headers, date: 'Mon, 02 Mar 2026 10:00:00 GMT' }, ahead)).toBe(5_000);
		expect(retryAfterMs({ ...headers, date: 'today' }, NOW)).toBe(5_000);
	});

	it('a date that has passed asks for no wait', () => {
		expect(read('Mon, 02 Mar 2026 09:00:00 GMT')).toBe(0);
	});

	it.each(['', ' ', '-5', '1,5', '+3', '1e9', '5s', 'soon', '12 34', 'NaN', 'Infinity'])(
		'takes "%s" for no answer at all',
		(value) => {
			expect(read(value)).toBeUndefined();
		},
	);

	it('is undefined without the header', () => {
		expect(retryAfterMs({}, NOW)).toBeUndefined();
	});
});
