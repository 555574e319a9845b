import { randomUUID } from 'node:crypto';
import type { Lane } from '../../../../nodes/shared/http/lane';
import { createRateLane } from '../../../../nodes/shared/http/rateLane';
import { sharedLane } from '../../../../nodes/shared/http/sharedLane';
import { refuse } from '../../../harness/lanes';
import { createVirtualClock } from '../../../harness/virtualClock';

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
		if (paused) await refuse(paused, clock.now() + 20_000);
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
