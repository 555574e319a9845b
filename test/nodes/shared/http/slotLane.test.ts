import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { createSlotLane, SLOT_TRIAL_MS } from '../../../../nodes/shared/http/slotLane';
import { arbitraryTasks, many, refuse, runTasks, sum } from '../../../harness/lanes';
import { createVirtualClock } from '../../../harness/virtualClock';

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

	it('lets nobody wait for a task that hangs: what would take all slots gets one', async () => {
		const clock = createVirtualClock();
		const tasks = [...many(1, 120_000), ...many(2, 100, 4), ...many(1, 10)];
		const spans = await runTasks(clock, createSlotLane(4, clock), tasks);
		expect(spans.map(({ start, weight }) => [start, weight])).toEqual([
			[0, 1],
			[20_000, 1],
			[20_000, 1],
			[20_000, 1],
		]);
	});

	it('gives all slots again once the task that hung is over', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		void lane.run(1, async () => await clock.wait(30_000));
		const grants: number[] = [];
		const batch = async () =>
			await lane.run(4, async ({ weight }) => {
				grants.push(weight);
				await clock.wait(100);
			});
		await clock.runUntil(batch());
		await clock.runUntil(clock.wait(10_000));
		await clock.runUntil(batch());
		expect(grants).toEqual([1, 4]);
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
		await refuse(lane, clock.now() + 60_000);
		await clock.pass(30_000);
		expect(lane.isIdle()).toBe(false);
		const waiting = lane.run(1, async () => await Promise.resolve(lane.isIdle()));
		clock.set(clock.now() + 30_000);
		expect(lane.isIdle()).toBe(false);
		expect(await clock.runUntil(waiting)).toBe(false);
		expect(lane.isIdle()).toBe(true);
	});

	it('gives each task one slot, and has half of them itself, once others were met', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		await refuse(lane, clock.now());
		const weights: number[] = [];
		const tasks = many(6, 100, 4).map(({ weight }) =>
			lane.run(weight, async (place) => {
				weights.push(place.weight);
				await clock.wait(100);
			}),
		);
		const begin = clock.now();
		await clock.runUntil(Promise.all(tasks));
		expect(weights).toEqual([1, 1, 1, 1, 1, 1]);
		expect(clock.now() - begin).toBe(300);
	});

	it('has one slot fewer with each refusal, one more after a while without, and all of it in the end', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		/** How many of the tasks that want two slots each run at once, and what each gets. */
		const atOnce = async () => {
			const spans = await runTasks(clock, lane, many(8, 10, 2));
			return spans.filter(({ start }) => start === 0).length;
		};
		expect(await atOnce()).toBe(2);
		for (const expected of [2, 1, 1]) {
			await refuse(lane, clock.now());
			expect(await atOnce()).toBe(expected);
		}
		for (const expected of [2, 3, 4]) {
			await clock.pass(SLOT_TRIAL_MS);
			expect(await atOnce()).toBe(expected);
			expect(lane.isIdle()).toBe(false);
		}
		await clock.pass(SLOT_TRIAL_MS);
		expect(lane.isIdle()).toBe(true);
		expect(await atOnce()).toBe(2);
	});

	it('is neither paused for longer by a clock that is set back, nor paused again', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		const startAfterSetBack = async () => {
			clock.set(clock.now() - 24 * 3_600_000);
			const [span] = await runTasks(clock, lane, many(1, 10));
			return span?.start;
		};
		await refuse(lane, clock.now() + 10_000);
		expect(await startAfterSetBack()).toBe(10_000);
		expect(await startAfterSetBack()).toBe(0);
	});

	it('has all slots again in the end where a clock is set back', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(4, clock);
		await refuse(lane, 0);
		clock.set(clock.now() - 24 * 3_600_000);
		await runTasks(clock, lane, many(1, 10));
		expect(lane.isIdle()).toBe(false);
		await clock.pass(3 * SLOT_TRIAL_MS);
		expect(lane.isIdle()).toBe(true);
	});

	it('leaves nothing behind on the signal of a task that started, or was cancelled', async () => {
		const clock = createVirtualClock();
		const lane = createSlotLane(1, clock);
		const stop = new AbortController();
		const { signal } = stop;
		const followers = jest.spyOn(AbortSignal, 'any');
		const listeners = () =>
			[signal, ...followers.mock.results.map(({ value }) => value as AbortSignal)].flatMap((one) =>
				getEventListeners(one, 'abort'),
			).length;
		const running = lane.run(1, async () => await clock.wait(100), { signal });
		const waiting = lane.run(1, async () => 'started', { signal });
		await clock.pass(0);
		expect(listeners()).toBe(1);
		stop.abort(new Error('cancelled'));
		await expect(waiting).rejects.toThrow('cancelled');
		await clock.runUntil(running);
		expect(listeners()).toBe(0);
		followers.mockRestore();
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
