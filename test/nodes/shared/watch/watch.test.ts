import type { Entry, Ledger } from '../../../../nodes/shared/watch/ledger';
import type { Change, Loaded, LookLimits, Verdict } from '../../../../nodes/shared/watch/watch';
import { lookOnce, UNLIMITED, withRoom } from '../../../../nodes/shared/watch/watch';

const NOW = 1_800_000_000_000;
const ONE_BY_ONE: LookLimits = { ...UNLIMITED, width: 1 };

function ledgerOf(entries: Record<string, Entry>): Ledger<object> {
	return {
		scope: '',
		since: 0,
		deliveries: 0,
		entries: new Map(Object.entries(entries)),
		extra: {},
	};
}

/** A change of a thing that is to be loaded, named by its key. */
function change(key: string, more: Partial<Change<string>> = {}): Change<string> {
	return { key, happening: key, next: ['handled'], ...more };
}

function verdict(given: Verdict): Loaded {
	return { verdict: given, items: given === 'done' ? [{ json: {} }] : [] };
}

/**
 * One look at changes.
 * @param verdicts By key; the others are done, with an item.
 */
async function look(
	ledger: Ledger<object>,
	changes: Array<Change<string>>,
	limits: LookLimits,
	verdicts: Record<string, Loaded> = {},
) {
	const lastTries: Record<string, boolean> = {};
	let open: string[] = [];
	const watch = {
		observe: async () => await Promise.resolve({ now: NOW }),
		diff: () => changes,
		async load(key: string, { isLast }: { isLast: boolean }) {
			lastTries[key] = isLast;
			return await Promise.resolve(verdicts[key] ?? verdict('done'));
		},
		advance(after: Ledger<object>, _: unknown, left: Array<Change<string>>) {
			open = left.map(({ key }) => key);
			return after;
		},
	};
	const result = await lookOnce(ledger, watch, limits, { isLate: () => false });
	return { entries: Object.fromEntries(result.ledger.entries), open, lastTries };
}

describe('a look', () => {
	it('goes on where something made no item: only what is handed over counts', async () => {
		const { lastTries } = await look(
			ledgerOf({}),
			['unwanted', 'wanted', 'left'].map((key) => change(key)),
			{ ...ONE_BY_ONE, most: 1 },
			{ unwanted: { verdict: 'done', items: [] } },
		);
		expect(Object.keys(lastTries)).toEqual(['unwanted', 'wanted']);
	});

	it('takes along what makes no items, also behind something that is larger than all that it may hand over', async () => {
		const changes = [change('large', { weight: 3 }), change('silent', { weight: 0 })];
		const { open } = await look(ledgerOf({}), changes, { ...UNLIMITED, most: 2 });
		expect(open).toEqual([]);
	});

	it('gives the last try at once to what fails where enough have failed, each of them counted once', async () => {
		const failed = verdict('failed');
		const { lastTries } = await look(
			ledgerOf({ before: { state: [], tries: 1 } }),
			['before', 'second', 'third'].map((key) => change(key)),
			{ ...ONE_BY_ONE, tries: 5, failed: 2 },
			{ before: failed, second: failed, third: failed },
		);
		expect(lastTries).toEqual({ before: false, second: false, third: true });
	});

	it('lets another thing wait in the place of one that waits no more', async () => {
		const { entries, open } = await look(
			ledgerOf({ handled: { state: [], waits: true } }),
			[change('handled'), change('new', { held: ['id'] })],
			{ ...ONE_BY_ONE, waiting: 1 },
			{ new: verdict('waiting') },
		);
		expect(entries).toEqual({
			handled: { state: ['handled'] },
			new: { state: ['id'], waits: true },
		});
		expect(open).toEqual([]);
	});

	it('leaves what waits in its place, and no room for more than may wait', async () => {
		const waits = { state: ['id'], waits: true };
		const { entries, open } = await look(
			ledgerOf({ there: waits }),
			[change('there'), change('new')],
			{ ...ONE_BY_ONE, waiting: 1 },
			{ there: verdict('waiting'), new: verdict('waiting') },
		);
		expect(entries).toEqual({ there: waits });
		expect(open).toEqual(['new']);
	});

	it('keeps the state of what could not be loaded, unless its watch names another one', async () => {
		const { entries } = await look(
			ledgerOf({ kept: { state: ['known'] }, named: { state: ['known'] } }),
			[change('kept'), change('named', { held: ['id'] })],
			{ ...ONE_BY_ONE, tries: 5, failed: 5 },
			{ kept: verdict('failed'), named: verdict('failed') },
		);
		expect(entries).toEqual({
			kept: { state: ['known'], tries: 1 },
			named: { state: ['id'], tries: 1 },
		});
	});
});

it('a full ledger has room for what it knows and for what needs no entry, and leaves the rest for later', () => {
	const changes = [change('new'), change('known'), change('gone', { next: null })];
	const left = withRoom(changes, ledgerOf({ known: { state: [] } }), 1);
	expect(left.map(({ key }) => key)).toEqual(['known', 'gone']);
});
