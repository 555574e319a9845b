import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import type { Lane, Patience } from '../../../../nodes/shared/http/limiter';
import { createRateLane, createSlotLane, sharedLane } from '../../../../nodes/shared/http/limiter';
import type { VirtualClock } from '../../../harness/virtualClock';
import { createVirtualClock } from '../../../harness/virtualClock';

interface Span {
	start: number;
	end: number;
	weight: number;
}

/** Runs tasks that arrive and last as told; returns when each really ran. */
async function runTasks(
	clock: VirtualClock,
	lane: Lane,
	tasks: Array<{ arrival: number; duration: number; weight: number }>,
): Promise<Span[]> {
	const begin = clock.now();
	const spans: Span[] = [];
	await clock.runUntil(
		Promise.all(
			tasks.map(async ({ arrival, duration, weight }) => {
				await clock.wait(arrival);
				await lane.run(weight, async () => {
					const span = { start: clock.now() - begin, end: 0, weight };
					spans.push(span);
					await clock.wait(duration);
					span.end = clock.now() - begin;
				});
			}),
		),
	);
	return spans;
}

const many = (count: number, duration: number, weight = 1) =>
	Array.from({ length: count }, () => ({ arrival: 0, duration, weight }));

const arbitraryTasks = fc.array(
	fc.record({
		arrival: fc.integer({ min: 0, max: 30_000 }),
		duration: fc.integer({ min: 0, max: 12_000 }),
		weight: fc.integer({ min: 1, max: 4 }),
	}),
	{ maxLength: 60 },
);

describe('a slot lane', () => {
	it('runs no more at the same time than there are slots, in the order of arrival', async () => {
		const clock = createVirtualClock();
		const spans = await runTasks(clock, createSlotLane(4, clock), many(10, 100));
		expect(spans.map(({ start }) => start)).toEqual([0, 0, 0, 0, 100, 100, 100, 100, 200, 200]);
	});

	it('lets a task that takes all slots wait for all of them, and later ones wait behind it', async () => {
		const clock = createVirtualClock();
		const tasks = [...many(1, 100), ...many(1, 50, 4), ...many(1, 10)];
		const spans = await runTasks(clock, createSlotLane(4, clock), tasks);
		expect(spans.map(({ start }) => start)).toEqual([0, 100, 150]);
	});

	it('never goes over its slots, whatever arrives', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryTasks, async (tasks) => {
				const clock = createVirtualClock();
				const spans = await runTasks(clock, createSlotLane(4, clock), tasks);
				expect(spans).toHaveLength(tasks.length);
				for (const { start } of spans) {
					const running = spans.filter((span) => span.start <= start && start < span.end);
					expect(sum(running)).toBeLessThanOrEqual(4);
				}
			}),
			{ numRuns: 60 },
		);
	});

	it('starts the small tasks behind a heavy one that leaves the line', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		const stop = new AbortController();
		void lane.run(1, async () => await clock.wait(60_000));
		const heavy = lane.run(4, async () => 'heavy', { signal: stop.signal });
		const small = lane.run(1, async () => clock.now());
		const begin = clock.now();
		stop.abort(new Error('cancelled'));
		await expect(heavy).rejects.toThrow('cancelled');
		expect(await clock.runUntil(small)).toBe(begin);
	});

	it('lets a task that would take more than all slots take all of them', async () => {
		const clock = createVirtualClock();
		const tasks = [...many(1, 100), ...many(1, 50, 9), ...many(1, 10)];
		const spans = await runTasks(clock, createSlotLane(4, clock), tasks);
		expect(spans.map(({ start }) => start)).toEqual([0, 100, 150]);
	});

	it('is idle when nobody runs or waits in it, and its pause is over', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(2, clock);
		expect(lane.isIdle()).toBe(true);
		const running = lane.run(1, async () => await clock.wait(100));
		expect(lane.isIdle()).toBe(false);
		await clock.runUntil(running);
		expect(lane.isIdle()).toBe(true);
		lane.pauseUntil(clock.now() + 100);
		expect(lane.isIdle()).toBe(false);
		const waiting = lane.run(1, async () => lane.isIdle());
		clock.set(clock.now() + 100);
		expect(lane.isIdle()).toBe(false);
		expect(await clock.runUntil(waiting)).toBe(false);
		expect(lane.isIdle()).toBe(true);
		lane.pauseUntil(clock.now());
		expect(lane.isIdle()).toBe(true);
	});

	it('leaves nothing behind on the signal of a task that started, or was cancelled', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(1, clock);
		const stop = new AbortController();
		const { signal } = stop;
		const listeners = () => getEventListeners(signal, 'abort').length;
		const running = lane.run(1, async () => await clock.wait(100), { signal });
		const waiting = lane.run(1, async () => 'started', { signal });
		await clock.pass(0);
		expect(listeners()).toBe(1);
		stop.abort(new Error('cancelled'));
		await expect(waiting).rejects.toThrow('cancelled');
		await clock.runUntil(running);
		expect(listeners()).toBe(0);
	});

	it('gives the slot of a failed task back', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(1, clock);
		await expect(
			lane.run(1, async () => await Promise.reject(new Error('refused'))),
		).rejects.toThrow('refused');
		await expect(lane.run(1, async () => await Promise.resolve('next'))).resolves.toBe('next');
	});
});

describe('a rate lane', () => {
	it('starts as many as allowed at once, and the next when the window of the first is over', async () => {
		const clock = createVirtualClock();
		const spans = await runTasks(clock, createRateLane(20, 10_000, clock), many(50, 100));
		expect(spans.filter(({ start }) => start === 0)).toHaveLength(20);
		expect(spans.filter(({ start }) => start === 10_100)).toHaveLength(20);
		expect(spans.filter(({ start }) => start === 20_200)).toHaveLength(10);
	});

	it('keeps more than 0.95 of the allowed speed with answers that take 100 ms', async () => {
		const clock = createVirtualClock();
		const spans = await runTasks(clock, createRateLane(20, 10_000, clock), many(400, 100));
		const allowedMs = ((400 - 20) / 20) * 10_000;
		expect(Math.max(...spans.map(({ end }) => end))).toBeLessThan(allowedMs / 0.95);
	});

	it('never lets a provider count more in a window, at whatever moment of a task it counts', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryTasks, async (tasks) => {
				const clock = createVirtualClock();
				const spans = await runTasks(clock, createRateLane(5, 10_000, clock), tasks);
				expect(spans).toHaveLength(tasks.length);
				for (const { start } of spans) {
					// Whoever could have been counted in the window that ends with this start.
					const counted = spans.filter((span) => span.start <= start && span.end > start - 10_000);
					expect(sum(counted)).toBeLessThanOrEqual(5);
				}
			}),
			{ numRuns: 60 },
		);
	});

	it('starts nothing while it is paused, then goes on', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock);
		lane.pauseUntil(clock.now() + 7_000);
		const spans = await runTasks(clock, lane, many(3, 10));
		expect(spans.map(({ start }) => start)).toEqual([7_000, 7_000, 7_000]);
	});

	it('keeps the later of two pauses', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock);
		lane.pauseUntil(clock.now() + 7_000);
		lane.pauseUntil(clock.now() + 3_000);
		const [span] = await runTasks(clock, lane, many(1, 10));
		expect(span?.start).toBe(7_000);
	});

	it('sends those away at once who may not wait until the pause ends, and keeps the others', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(1, 10_000, clock);
		const begin = clock.now();
		const startOf = async (patience: Patience) =>
			await lane.run(1, async () => await Promise.resolve(clock.now() - begin), patience);
		const first = startOf({});
		const waiting = startOf({ deadline: begin + 20_000 });
		const patient = startOf({ deadline: begin + 60_000 });
		lane.pauseUntil(begin + 30_000);
		const paused = { name: 'LanePaused', until: begin + 30_000 };
		await expect(waiting).rejects.toMatchObject(paused);
		await expect(startOf({ deadline: begin + 29_999 })).rejects.toMatchObject(paused);
		expect(clock.now()).toBe(begin);
		expect(await clock.runUntil(Promise.all([first, patient]))).toEqual([0, 30_000]);
	});

	it('lets a task start after its deadline once the pause is over', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(1, 10_000, clock);
		lane.pauseUntil(clock.now() + 1_000);
		await clock.runUntil(clock.wait(2_000));
		const task = async () => await Promise.resolve('started');
		await expect(lane.run(1, task, { deadline: clock.now() - 1_500 })).resolves.toBe('started');
	});

	it('counts the end of a pause as its end, for tasks that come then and for those that wait until then', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(2, 10_000, clock);
		const end = clock.now() + 1_000;
		lane.pauseUntil(end);
		const startOf = async (deadline: number) =>
			await lane.run(1, async () => clock.now(), { deadline });
		const until = startOf(end);
		await clock.pass(1_000);
		expect(await until).toBe(end);
		expect(await startOf(end - 1)).toBe(end);
	});

	it('is not closed for longer than a window by a clock that is set back', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(2, 10_000, clock);
		await runTasks(clock, lane, many(2, 10));
		clock.set(clock.now() - 3_600_000);
		const [span] = await runTasks(clock, lane, many(1, 10));
		expect(span?.start).toBe(10_000);
	});

	it('takes a task out of the line when it is cancelled, and starts the ones behind it', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(1, 10_000, clock);
		const started: string[] = [];
		const task = (name: string) => async () => {
			started.push(name);
			await clock.wait(10);
		};
		const stop = new AbortController();
		const first = lane.run(1, task('first'));
		const cancelled = lane.run(1, task('cancelled'), { signal: stop.signal });
		cancelled.catch(() => undefined);
		const last = lane.run(1, task('last'));
		stop.abort(new Error('stopped by the user'));
		await clock.runUntil(Promise.all([first, last]));
		await expect(cancelled).rejects.toThrow('stopped by the user');
		expect(started).toEqual(['first', 'last']);
		await expect(lane.run(1, task('late'), { signal: stop.signal })).rejects.toThrow(
			'stopped by the user',
		);
	});
});

describe('a shared lane', () => {
	/** Lanes of one window each on one clock; tells which were made, in order. */
	function sharedLanes() {
		const clock = createVirtualClock();
		const made: string[] = [];
		const lane = (name: string) =>
			sharedLane(`${randomUUID()} ${name}`, () => {
				made.push(name);
				return createRateLane(1, 10_000, clock);
			});
		const use = async (shared: Lane) =>
			await clock.runUntil(shared.run(1, async () => clock.now()));
		return { clock, made, lane, use };
	}

	it('is one and the same for all who name it', async () => {
		const clock = createVirtualClock();
		const name = randomUUID();
		const [one, other] = [name, name].map((same) =>
			sharedLane(same, () => createRateLane(1, 10_000, clock)),
		);
		const [first = 0, second = 0] = await clock.runUntil(
			Promise.all([one, other].map(async (lane) => await lane?.run(1, async () => clock.now()))),
		);
		expect(second - first).toBe(10_000);
	});

	it('makes way for a new one once nothing of it is left to remember', async () => {
		const { clock, made, lane, use } = sharedLanes();
		const [a, b] = [lane('a'), lane('b')];
		await use(a);
		await use(b);
		expect(made).toEqual(['a', 'b']);
		await clock.pass(10_000);
		await use(lane('c'));
		await use(a);
		expect(made).toEqual(['a', 'b', 'c', 'a']);
	});

	it('stays while its window is open, while it is paused, and while a task runs in it', async () => {
		const { clock, made, lane, use } = sharedLanes();
		const names = ['open', 'paused', 'running'];
		const [open, paused, running] = names.map(lane);
		if (open) await use(open);
		paused?.pauseUntil(clock.now() + 20_000);
		void running?.run(1, async () => await new Promise<never>(() => undefined));
		await use(lane('new'));
		expect([open, paused, running].map((kept) => kept?.isIdle())).toEqual([false, false, false]);
		expect(made).toEqual([...names, 'new']);
	});

	it('is the same lane again to those who held it while it was dropped', async () => {
		const { clock, lane, use } = sharedLanes();
		const name = randomUUID();
		const create = () => createRateLane(1, 10_000, clock);
		const [before, after] = [sharedLane(name, create), sharedLane(name, create)];
		await use(before);
		await clock.pass(10_000);
		await use(lane('another'));
		const first = await use(after);
		expect(await use(before)).toBe(first + 10_000);
	});
});

function sum(spans: Span[]): number {
	return spans.reduce((total, { weight }) => total + weight, 0);
}
