import fc from 'fast-check';
import type { Lane } from '../../nodes/shared/http/lane';
import type { VirtualClock } from './virtualClock';

/** When a task ran, in milliseconds since the beginning of its test. */
export interface Span {
	start: number;
	end: number;
	weight: number;
}

/** Runs tasks that arrive and last as told; returns when each really ran. */
export async function runTasks(
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
				await lane.run(weight, async (place) => {
					const span = { start: clock.now() - begin, end: 0, weight: place.weight };
					spans.push(span);
					await clock.wait(duration);
					span.end = clock.now() - begin;
				});
			}),
		),
	);
	return spans;
}

/** Tasks that all arrive at the beginning. */
export const many = (count: number, duration: number, weight = 1) =>
	Array.from({ length: count }, () => ({ arrival: 0, duration, weight }));

/** Tasks that arrive within half a minute. */
export const arbitraryTasks = fc.array(
	fc.record({
		arrival: fc.integer({ min: 0, max: 30_000 }),
		duration: fc.integer({ min: 0, max: 30_000 }),
		weight: fc.integer({ min: 1, max: 4 }),
	}),
	{ maxLength: 60 },
);

/** A provider turns one request of the lane away, and wants no other before the given moment. */
export async function refuse(lane: Lane, until: number): Promise<void> {
	await lane.run(1, async (place) => {
		place.refused(until);
		await Promise.resolve();
	});
}

/** How much room the spans took together. */
export function sum(spans: Span[]): number {
	return spans.reduce((total, { weight }) => total + weight, 0);
}
