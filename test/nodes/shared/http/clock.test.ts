import { defaultMaxListeners, getEventListeners } from 'node:events';
import { onAbort, systemClock } from '../../../../nodes/shared/http/clock';

describe('systemClock', () => {
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	it('waits as long as it is told', async () => {
		const start = performance.now();
		await systemClock.wait(30);
		expect(performance.now() - start).toBeGreaterThanOrEqual(25);
	});

	it('ends a wait at once when it is aborted, with the reason of the signal', async () => {
		const abort = new AbortController();
		const reason = new Error('cancelled');
		const start = performance.now();
		const waiting = systemClock.wait(60_000, abort.signal);
		abort.abort(reason);
		await expect(waiting).rejects.toBe(reason);
		expect(performance.now() - start).toBeLessThan(30_000);
	});

	it('does not begin a wait that is already aborted', async () => {
		const reason = new Error('cancelled');
		await expect(systemClock.wait(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
	});

	it('resolves with a signal that is never aborted, and leaves no listener behind', async () => {
		const { signal } = new AbortController();
		const followers = jest.spyOn(AbortSignal, 'any');
		await systemClock.wait(1, signal);
		const all = [signal, ...followers.mock.results.map(({ value }) => value as AbortSignal)];
		expect(all).toHaveLength(2);
		expect(all.flatMap((one) => getEventListeners(one, 'abort'))).toEqual([]);
	});

	it('any number wait for one signal without what Node calls a leak in the log of n8n', async () => {
		const abort = new AbortController();
		const reason = new Error('cancelled');
		const many = Array.from({ length: defaultMaxListeners + 1 });
		const waiting = many.map(async () => await systemClock.wait(60_000, abort.signal));
		expect(getEventListeners(abort.signal, 'abort').length).toBeLessThanOrEqual(
			defaultMaxListeners,
		);
		abort.abort(reason);
		const ended = await Promise.allSettled(waiting);
		expect(ended).toEqual(many.map(() => ({ status: 'rejected', reason })));
	});

	it('a long wait is slept in short pieces, and not shortened by it', async () => {
		jest.useFakeTimers();
		let over = false;
		void systemClock.wait(90_500).then(() => {
			over = true;
		});
		await jest.advanceTimersByTimeAsync(90_499);
		expect(over).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(over).toBe(true);
	});

	it('an aborted wait leaves no timer behind for longer than a quarter of a second', async () => {
		jest.useFakeTimers();
		const abort = new AbortController();
		const waiting = systemClock.wait(60_000, abort.signal);
		abort.abort(new Error('cancelled'));
		await expect(waiting).rejects.toThrow('cancelled');
		jest.advanceTimersByTime(250);
		// No turn of the event loop: in it, what other files of this process left running would set timers, too.
		for (let turn = 0; turn < 10; turn++) await Promise.resolve();
		expect(jest.getTimerCount()).toBe(0);
	});
});

describe('listening to a signal', () => {
	const nextTurn = async () => await new Promise((resolve) => setImmediate(resolve));
	const reason = new Error('cancelled');

	it('that was aborted before hears it in a moment, once, with its reason', async () => {
		const heard: unknown[] = [];
		onAbort(AbortSignal.abort(reason), (why) => heard.push(why));
		expect(heard).toEqual([]);
		await nextTurn();
		expect(heard).toEqual([reason]);
	});

	it('hears nothing any more once it has ended, whenever the signal was aborted', async () => {
		const heard = jest.fn();
		const abort = new AbortController();
		onAbort(abort.signal, heard)();
		abort.abort(reason);
		onAbort(abort.signal, heard)();
		await nextTurn();
		expect(heard).not.toHaveBeenCalled();
	});
});
