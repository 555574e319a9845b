import { systemClock } from '../../../../nodes/shared/http/clock';
import { ProviderFailure } from '../../../../nodes/shared/http/failures';
import { once } from '../../../../nodes/shared/provider/once';

const lost = new ProviderFailure('unavailable', 'The answer was lost', { mayHaveHappened: true });
const refused = new ProviderFailure('rejected', 'It was refused');
const notDone = new ProviderFailure('unavailable', 'It was not done');

/**
 * Does something whose attempts and look-ups end as told, one after the other; counts them.
 * @param ends what an attempt gives, or why it fails
 * @param found what each look finds
 */
async function run(ends: unknown[], found: unknown[], attempts = 3) {
	const made = { attempts: 0, looks: 0 };
	const result = await once({
		attempts,
		limits: { clock: systemClock },
		async act() {
			const end = ends[made.attempts++];
			if (end instanceof Error) throw end;
			return end;
		},
		async lookUp() {
			const end = found[made.looks++];
			if (end instanceof Error) throw end;
			return end;
		},
		notDone: () => notDone,
	}).catch((error: unknown) => error);
	return { result, ...made };
}

describe('once', () => {
	it('what is answered is done, and not looked for', async () => {
		expect(await run(['done'], [])).toEqual({ result: 'done', attempts: 1, looks: 0 });
	});

	it('what is refused did not happen, and is not tried again', async () => {
		expect(await run([refused], [])).toEqual({ result: refused, attempts: 1, looks: 0 });
	});

	it('what is found after a lost answer is not done again', async () => {
		expect(await run([lost], ['found'])).toEqual({ result: 'found', attempts: 1, looks: 1 });
	});

	it('what is not found is done again', async () => {
		expect(await run([lost, 'done'], [undefined])).toEqual({
			result: 'done',
			attempts: 2,
			looks: 1,
		});
	});

	it('a second attempt that is refused because the first was only slow is looked for too', async () => {
		expect(await run([lost, refused], [undefined, 'found'])).toEqual({
			result: 'found',
			attempts: 2,
			looks: 2,
		});
	});

	it('a second attempt that is refused for a reason of its own fails with that reason', async () => {
		expect(await run([lost, refused], [undefined, undefined])).toEqual({
			result: refused,
			attempts: 2,
			looks: 2,
		});
	});

	it('it ends with what the caller says when answers stay lost', async () => {
		expect(await run([lost, lost, lost], [])).toEqual({ result: notDone, attempts: 3, looks: 3 });
		expect(await run([lost], [], 1)).toEqual({ result: notDone, attempts: 1, looks: 1 });
	});

	it('nothing is done again when it cannot be told whether it happened', async () => {
		const closed = new ProviderFailure('forbidden', 'Looking is not allowed');
		expect(await run([lost, 'done'], [closed])).toEqual({ result: closed, attempts: 1, looks: 1 });
	});

	it('an error of another kind is thrown on', async () => {
		const bug = new TypeError('x is undefined');
		expect(await run([lost, bug], [undefined])).toEqual({ result: bug, attempts: 2, looks: 1 });
	});
});
