import fc from 'fast-check';
import type { Patience } from '../../../../nodes/shared/http/lane';
import { createRateLane } from '../../../../nodes/shared/http/rateLane';
import { arbitraryTasks, many, refuse, runTasks } from '../../../harness/lanes';
import { quantile, raceForQuota } from '../../../harness/quota';
import { createVirtualClock } from '../../../harness/virtualClock';

describe('a rate lane', () => {
	it('feels its way to all places, and uses each again when its window is over', async () => {
		const clock = createVirtualClock();
		const spans = await runTasks(clock, createRateLane(20, 10_000, clock), many(50, 100));
		const starts = spans.map(({ start }) => start);
		// One, the rest of a quarter, one by one up to more than a half, two by two.
		const first = [0, ...Array.from({ length: 4 }, () => 100)];
		const singles = [200, 300, 400, 500, 600, 700];
		const twos = [800, 800, 900, 900, 1_000, 1_000, 1_100, 1_100, 1_200];
		expect(starts.slice(0, 20)).toEqual([...first, ...singles, ...twos]);
		expect(starts.slice(20, 40)).toEqual(starts.slice(0, 20).map((start) => start + 10_100));
		expect(starts.slice(40)).toEqual(starts.slice(0, 10).map((start) => start + 20_200));
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
					expect(counted.length).toBeLessThanOrEqual(5);
				}
			}),
			{ numRuns: 60 },
		);
	});

	it('starts nothing while it is paused, then goes on', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock);
		await refuse(lane, clock.now() + 7_000);
		const spans = await runTasks(clock, lane, many(3, 10));
		expect(spans.map(({ start }) => start)).toEqual([7_000, 7_010, 7_020]);
	});

	it('keeps the later of two pauses', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock);
		await lane.run(1, async (place) => {
			place.refused(clock.now() + 7_000);
			place.refused(clock.now() + 3_000);
			await Promise.resolve();
		});
		const [span] = await runTasks(clock, lane, many(1, 10));
		expect(span?.start).toBe(7_000);
	});

	it('sends those away at once who may not wait until the pause ends, and keeps the others', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(1, 10_000, clock);
		const begin = clock.now();
		const startOf = async (patience: Patience) =>
			await lane.run(1, async () => await Promise.resolve(clock.now() - begin), patience);
		const refusal = lane.run(1, async (place) => {
			await clock.wait(0);
			place.refused(begin + 30_000);
		});
		const waiting = startOf({ deadline: begin + 20_000 });
		const patient = startOf({ deadline: begin + 60_000 });
		await clock.runUntil(refusal);
		const paused = { name: 'LanePaused', until: begin + 30_000 };
		await expect(waiting).rejects.toMatchObject(paused);
		await expect(startOf({ deadline: begin + 29_999 })).rejects.toMatchObject(paused);
		expect(clock.now()).toBe(begin);
		expect(await clock.runUntil(patient)).toBe(30_000);
	});

	it('lets a task start after its deadline once the pause is over', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(1, 10_000, clock);
		await refuse(lane, clock.now() + 1_000);
		await clock.runUntil(clock.wait(2_000));
		const task = async () => await Promise.resolve('started');
		await expect(lane.run(1, task, { deadline: clock.now() - 1_500 })).resolves.toBe('started');
	});

	it('counts the end of a pause as its end, for tasks that come then and for those that wait until then', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(2, 10_000, clock);
		const end = clock.now() + 1_000;
		await refuse(lane, end);
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

	it('uses its own places on when it is refused another one, and looks for that one later', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(5, 100));
		const begin = clock.now();
		// The provider names a time at which there is no room either.
		await refuse(lane, clock.now());
		await refuse(lane, begin + 10_000);
		const spans = await runTasks(clock, lane, many(9, 100));
		// The five places are free again after their window; the other tasks wait for them once more.
		expect(spans.map(({ start }) => start)).toEqual([
			9_900, 10_000, 10_000, 10_000, 10_000, 20_000, 20_100, 20_100, 20_100,
		]);
	});

	it('looks for places for the last of many tasks, and for none where they come one by one', async () => {
		const lastStart = async (together: number) => {
			const clock = createVirtualClock();
			const lane = createRateLane(20, 10_000, clock, () => 0.5);
			for (let task = 0; task < 6; task++) await runTasks(clock, lane, many(1, 0));
			await refuse(lane, clock.now());
			await refuse(lane, clock.now());
			return (await runTasks(clock, lane, many(together, 0))).at(-1)?.start;
		};
		// Six places are free after ten seconds. Of eight tasks, two do not wait ten seconds more.
		expect(await lastStart(8)).toBe(10_000);
		expect(await lastStart(1)).toBe(10_000);
	});

	it('takes several requests that are refused together for one refusal', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(1, 100));
		const refusals = many(4, 100).map(
			async ({ weight, duration }) =>
				await lane.run(weight, async (place) => {
					await clock.wait(duration);
					place.refused(clock.now() + 1_000);
				}),
		);
		await clock.runUntil(Promise.all(refusals));
		const spans = await runTasks(clock, lane, many(8, 100));
		// It looks again when the provider says that there is room.
		expect(spans[0]?.start).toBe(1_000);
	});

	it.each([
		[0, 37_500],
		[0.5, 50_000],
		[1, 62_500],
	])(
		'looks again at a moment of its own after two refusals: where it draws %f, after %i ms',
		async (drawn, after) => {
			const clock = createVirtualClock();
			const lane = createRateLane(20, 10_000, clock, () => drawn);
			await runTasks(clock, lane, many(5, 100));
			await refuse(lane, clock.now());
			await refuse(lane, clock.now());
			const spans = await runTasks(clock, lane, many(8, 100_000));
			expect(spans[5]?.start).toBe(after);
		},
	);

	it('looks for room when the provider says that there is some, as long as that is true', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(50, 10_000, clock, () => 0.5);
		const begin = clock.now();
		for (let task = 0; task < 12; task++) {
			await clock.runUntil(refuse(lane, clock.now() + 1_000));
			await runTasks(clock, lane, many(1, 100));
		}
		expect(clock.now() - begin).toBeGreaterThanOrEqual(12_000);
		expect(clock.now() - begin).toBeLessThanOrEqual(12 * 1_100);
	});

	it('counts how long a place is its own from when the event loop runs again', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(20, 100));
		const tasks = runTasks(clock, lane, many(20, 100));
		// Nothing runs while the places become free, and for three seconds after.
		await clock.pass(7_000);
		clock.set(clock.now() + 6_000);
		const starts = (await tasks).map(({ start }) => start);
		expect(Math.max(...starts)).toBe(13_000);
	});

	it('has no place of its own left after the event loop stood still for longer than a window', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(20, 100));
		const starts: number[] = [];
		const waiting = many(20, 100).map(({ duration, weight }) =>
			lane.run(weight, async () => {
				starts.push(clock.now());
				await clock.wait(duration);
			}),
		);
		clock.set(clock.now() + 60_000);
		await clock.runUntil(Promise.all(waiting));
		expect(starts.filter((start) => start === starts[0])).toHaveLength(1);
	});

	it('gives up places for which nobody waited', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(20, 100));
		await clock.pass(15_000);
		const spans = await runTasks(clock, lane, many(20, 100));
		expect(spans.filter(({ start }) => start === 0)).toHaveLength(1);
	});

	it('keeps its other places when it is refused one of them, and looks for that one when there is room', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(8, 0));
		await clock.pass(10_000);
		await refuse(lane, clock.now() + 7_000);
		const spans = await runTasks(clock, lane, many(12, 100));
		expect(spans.map(({ start }) => start).slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 7_000]);
	});

	it('waits as long as it is asked to when it is refused the last of its own places', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(1, 0));
		await clock.pass(10_000);
		await refuse(lane, clock.now() + 7_000);
		const [span] = await runTasks(clock, lane, many(1, 100));
		expect(span?.start).toBe(7_000);
	});

	it('gives up half of all places when another process has got one of them', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock, () => 0.5);
		await runTasks(clock, lane, many(20, 0));
		await clock.pass(10_000);
		await refuse(lane, clock.now() + 1_000);
		const spans = await runTasks(clock, lane, many(30, 0));
		const perWindow = [0, 1, 2].map(
			(window) => spans.filter(({ start }) => Math.floor(start / 10_000) === window).length,
		);
		expect(perWindow).toEqual([10, 10, 10]);
	});

	it('closes all places when the provider wants to be left alone for longer than a window', async () => {
		const clock = createVirtualClock();
		const lane = createRateLane(20, 10_000, clock);
		await runTasks(clock, lane, many(5, 0));
		await refuse(lane, clock.now() + 60_000);
		const [span] = await runTasks(clock, lane, many(1, 0));
		expect(span?.start).toBe(60_000);
	});

	it.each([
		[2, 0, 1.1, 0.05],
		[4, 0, 1.1, 0.05],
		[2, 1, 1.1, 0.05],
		[2, 2, 1.1, 0.05],
		// Of four, those that are not busy take more places of the others.
		[4, 1, 1.1, 0.06],
		[4, 4, 1.1, 0.07],
	])(
		'of each of %i processes, %i of them busy for seconds, has its share: at most %f of the least time, under %f refused, nothing given up',
		async (processes, busy, most, mostRefused) => {
			const seeds = [1, 2, 3, 4, 5, 6, 7];
			const races = [];
			for (const seed of seeds) {
				races.push(await raceForQuota({ processes, writes: 250, seed, beginWithinMs: 300, busy }));
			}
			expect(
				quantile(
					races.map(({ ratio }) => ratio),
					0.5,
				),
			).toBeLessThanOrEqual(most);
			expect(
				quantile(
					races.map(({ refused }) => refused),
					0.5,
				),
			).toBeLessThan(mostRefused);
			expect(races.every(({ failed }) => failed === 0)).toBe(true);
		},
	);

	it('lets two processes of 100 writes each end within 1.1 of the least time, six times in seven', async () => {
		const races = [];
		for (let seed = 1; seed <= 70; seed++) {
			races.push(await raceForQuota({ processes: 2, writes: 100, seed, beginWithinMs: 300 }));
		}
		expect(races.filter(({ ratio }) => ratio <= 1.1).length).toBeGreaterThanOrEqual(60);
		expect(
			quantile(
				races.map(({ refused }) => refused),
				0.5,
			),
		).toBeLessThan(0.05);
	});

	it.each([
		[10, 20],
		[40, 60],
	])(
		'lets a process that comes late with %i writes have its share: half of such jobs end within %i s',
		async (writes, mostSeconds) => {
			const times = [];
			for (let seed = 1; seed <= 30; seed++) {
				const late = { writes, afterMs: 15_000 };
				const race = { processes: 1, writes: 300, seed, beginWithinMs: 0, late };
				times.push((await raceForQuota(race)).lateMs);
			}
			expect(quantile(times, 0.5)).toBeLessThanOrEqual(mostSeconds * 1_000);
		},
	);

	it('of a single process loses nothing: 0.97 of the allowed speed, and no refusal', async () => {
		const race = await raceForQuota({ processes: 1, writes: 400, seed: 1, beginWithinMs: 0 });
		expect(race).toMatchObject({ refused: 0, failed: 0 });
		expect(1 / race.ratio).toBeGreaterThanOrEqual(0.97);
	});
});
