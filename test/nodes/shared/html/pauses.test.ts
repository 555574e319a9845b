import { createPauses, mapWithPauses } from '../../../../nodes/shared/html/pauses';
import { longestHold } from '../../../harness/eventLoop';

/** Holds the event loop, as reading a long mail does. */
function work(ms: number): number {
	const end = performance.now() + ms;
	while (performance.now() < end);
	return ms;
}

it('work of many steps holds the event loop for a few of them, not for all', async () => {
	const steps = Array.from({ length: 60 }, () => 5);
	const { result, held } = await longestHold(async () => await mapWithPauses(steps, work));
	expect(result).toEqual(steps);
	expect(held).toBeLessThan(60 * 5 * 0.3);
});

it('steps that wait side by side go on one after the other, each once', async () => {
	const pause = createPauses();
	const done: number[] = [];
	const { held } = await longestHold(
		async () =>
			await Promise.all(
				Array.from({ length: 60 }, async (_, step) => {
					await pause();
					work(5);
					done.push(step);
				}),
			),
	);
	expect(done).toEqual(Array.from({ length: 60 }, (_, step) => step));
	expect(held).toBeLessThan(60 * 5 * 0.3);
});

it('light work is done in one go', async () => {
	let turns = 0;
	let counts = true;
	const next = () => setImmediate(() => counts && (turns++, next()));
	next();
	const results = await mapWithPauses(Array.from({ length: 1_000 }), () => 1);
	counts = false;
	expect(results).toHaveLength(1_000);
	expect(turns).toBeLessThan(20);
});
