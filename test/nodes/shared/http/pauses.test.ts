import { systemClock } from '../../../../nodes/shared/http/clock';
import { createPauses, mapWithPauses } from '../../../../nodes/shared/http/pauses';
import { leastHeld, turnsOf } from '../../../harness/eventLoop';

/**
 * Steps of 5 ms that begin in a go of 10 ms at most: those that fill it, and one that asked before they did. A slow
 * machine does fewer.
 */
const STEPS_OF_A_GO = 3;

/** Holds the event loop, as reading a long mail does. */
function work(ms: number): number {
	const end = performance.now() + ms;
	while (performance.now() < end);
	return ms;
}

it('work of many steps holds the event loop for a few of them, not for all', async () => {
	const steps = Array.from({ length: 60 }, () => 5);
	const most = await leastHeld(STEPS_OF_A_GO + 1, async () => {
		const turns = await turnsOf(async (began) => {
			const result = await mapWithPauses(steps, (ms) => (began(), work(ms)));
			expect(result).toEqual(steps);
		});
		return Math.max(...turns);
	});
	expect(most).toBeLessThanOrEqual(STEPS_OF_A_GO);
});

it('steps that wait side by side go on one after the other, each once', async () => {
	const steps = Array.from({ length: 60 }, (_, step) => step);
	const most = await leastHeld(STEPS_OF_A_GO + 1, async () => {
		const pause = createPauses();
		const done: number[] = [];
		const turns = await turnsOf(async (began) => {
			const goOn = async (step: number) => {
				await pause();
				began();
				work(5);
				done.push(step);
			};
			await Promise.all(steps.map(goOn));
		});
		expect(done).toEqual(steps);
		return Math.max(...turns);
	});
	expect(most).toBeLessThanOrEqual(STEPS_OF_A_GO);
});

it('light work waits no more often than every 10 ms', async () => {
	let waits = 0;
	const wait = async (ms: number) => {
		waits++;
		await systemClock.wait(ms);
	};
	const begun = performance.now();
	const pause = createPauses({ ...systemClock, wait });
	const results = await mapWithPauses(Array.from({ length: 1_000 }), () => 1, pause);
	expect(results).toHaveLength(1_000);
	expect(waits).toBeLessThanOrEqual((performance.now() - begun) / 10);
});
