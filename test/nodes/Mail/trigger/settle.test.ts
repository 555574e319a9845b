import fc from 'fast-check';
import type { Cursor, ListedMail, Peek } from '../../../../nodes/Mail/trigger/cursor';
import { readCursor, saveCursor, startCursor } from '../../../../nodes/Mail/trigger/cursor';
import type { Listing, Verdict } from '../../../../nodes/Mail/trigger/settle';
import {
	candidates,
	lookAfter,
	looksUnchanged,
	MAX_WAITING,
	OVERLAP_MS,
	settle,
	startsOfRest,
	watchedSince,
	windowStart,
} from '../../../../nodes/Mail/trigger/settle';

const START = Date.parse('2026-03-02T12:00:00Z');
const SECOND = 1_000;

interface ModelMail extends ListedMail {
	visibleAt: number;
	/** Until then it lies in Junk. */
	asideUntil: number;
}

interface ModelPoll {
	/** Time since the poll before, in milliseconds. */
	wait: number;
	/** Mails handled at most. */
	cap: number;
	/** Mails listed at most. */
	page: number;
	/** The process dies before this poll: it resumes from the last state that was saved. */
	restarts: boolean;
	/** Every n-th mail that is handled fails to load. */
	failsEvery: number;
}

/** n8n and the provider, reduced to times and lists. */
class Model {
	now = START;

	delivered: string[] = [];

	memory: Cursor = startCursor('scope', START);

	/** n8n saves the state when a poll returns mail, and at the end of the activation. */
	saved: string = JSON.stringify(saveCursor(this.memory));

	constructor(private readonly mails: ModelMail[]) {}

	poll({ wait, cap, page, restarts, failsEvery }: ModelPoll) {
		this.now += wait;
		if (restarts) this.memory = restored(this.saved);
		const listing = this.look(page);
		const handled = listing ? candidates(this.memory, listing).slice(0, cap) : [];
		const verdicts = new Map<string, Verdict>();
		const batch: string[] = [];
		for (const { id } of this.memory.failed) {
			verdicts.set(id, 'done');
			batch.push(id);
		}
		for (const { id } of this.memory.waiting) {
			if (this.isAside(id)) verdicts.set(id, 'waiting');
			else if (batch.length < cap) {
				verdicts.set(id, 'done');
				batch.push(id);
			}
		}
		for (const [index, { id }] of handled.entries()) {
			if (this.isAside(id)) {
				verdicts.set(id, 'waiting');
				continue;
			}
			const fails = (index + 1) % failsEvery === 0;
			verdicts.set(id, fails ? 'failed' : 'done');
			if (!fails) batch.push(id);
		}
		this.memory = settle(this.memory, { listing, verdicts }, this.now);
		this.delivered.push(...batch);
		if (batch.length > 0) this.saved = JSON.stringify(saveCursor(this.memory));
		return batch;
	}

	private isAside(id: string): boolean {
		return this.mails.some((mail) => mail.id === id && mail.asideUntil > this.now);
	}

	/** As a poll does: a look at the mailbox, then what is new in it, or else everything. */
	private look(page: number): Listing | undefined {
		const { memory, now } = this;
		const start = memory.mark?.start ?? windowStart(memory);
		const visible = this.visibleFrom(start);
		const newest = visible.at(-1)?.received ?? 0;
		const seen = { of: 'places', peeks: [{ count: visible.length, newest }] };
		if (looksUnchanged(memory, seen, now)) return undefined;
		const [rest] = startsOfRest(memory, seen, now) ?? [];
		if (rest !== undefined) {
			const listing = this.list(rest, page);
			const look = lookAfter(memory, seen.peeks, listing.places, now);
			if (look) return { ...listing, look };
		}
		return this.list(windowStart(memory), page);
	}

	private visibleFrom(start: number): ModelMail[] {
		return this.mails
			.filter(({ received, visibleAt }) => received >= start && visibleAt <= this.now)
			.sort((a, b) => a.received - b.received);
	}

	private list(start: number, page: number): Listing {
		const visible = this.visibleFrom(start);
		// A listing that is cut reads on until there is something new in it.
		let end = page;
		while (end < visible.length) {
			const mails = visible.slice(0, end);
			const horizon = mails.at(-1)?.received ?? start;
			if (candidates(this.memory, { places: [mails], horizon }).length > 0) {
				return { of: 'places', places: [mails], horizon };
			}
			end += page;
		}
		return listed(visible);
	}
}

const listed = (mails: ListedMail[]): Listing => ({ of: 'places', places: [mails] });

function restored(saved: string): Cursor {
	const read = readCursor(JSON.parse(saved));
	if (read.state !== 'sound') throw new Error('The saved state cannot be read');
	return read.cursor;
}

const mailsArbitrary = (longestLag: number) =>
	fc
		.array(
			fc.record({
				// Many mails share a second: providers show whole seconds.
				gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 })),
				lag: fc.integer({ min: 0, max: longestLag }),
				// Rescued in time: late mail is left out, which may be too old to be rescued at first sight.
				aside: fc.option(fc.integer({ min: 0, max: 300 }), { freq: 3 }),
			}),
			{ maxLength: 60 },
		)
		.map((seeds) => {
			let received = START;
			return seeds.map(({ gap, lag, aside }, index): ModelMail => {
				received += gap * SECOND;
				return {
					id: `mail-${index}`,
					received,
					visibleAt: received + (aside === null ? lag * SECOND : 0),
					asideUntil: received + (aside ?? 0) * SECOND,
				};
			});
		});

const pollsArbitrary = fc.array(
	fc.record({
		wait: fc.integer({ min: 1, max: 300 }).map((seconds) => seconds * SECOND),
		cap: fc.integer({ min: 1, max: 8 }),
		page: fc.integer({ min: 1, max: 20 }),
		restarts: fc.boolean(),
		failsEvery: fc.constantFrom(2, 3, Infinity),
	}),
	{ maxLength: 40 },
);

/** Polls until everything that was ever received is visible and handled. */
function drain(model: Model, count: number) {
	const calm = { cap: 100, page: 1_000, restarts: false, failsEvery: Infinity };
	for (let left = count + 3; left > 0; left--) model.poll({ ...calm, wait: OVERLAP_MS / 2 });
}

describe('settle', () => {
	it('delivers every mail once, with lag, equal times, pages, caps, failures and restarts', () => {
		fc.assert(
			fc.property(mailsArbitrary(600), pollsArbitrary, (mails, polls) => {
				const model = new Model(mails);
				for (const poll of polls) model.poll(poll);
				drain(model, mails.length);
				expect([...model.delivered].sort()).toEqual(mails.map(({ id }) => id).sort());
			}),
			{ numRuns: 500 },
		);
	});

	it('delivers what becomes visible up to twenty minutes after its time', () => {
		fc.assert(
			fc.property(mailsArbitrary(OVERLAP_MS / SECOND), pollsArbitrary, (mails, polls) => {
				const model = new Model(mails);
				for (const poll of polls) model.poll(poll);
				drain(model, mails.length);
				expect([...model.delivered].sort()).toEqual(mails.map(({ id }) => id).sort());
			}),
			{ numRuns: 200 },
		);
	});

	it('never moves back, and never past mail without a verdict or the time of the provider', () => {
		fc.assert(
			fc.property(mailsArbitrary(0), fc.nat(60), fc.nat(7_200), (mails, handled, at) => {
				const cursor = startCursor('scope', START);
				const now = START + at * SECOND;
				const verdicts = new Map<string, Verdict>(
					mails.slice(0, handled).map(({ id }) => [id, 'done']),
				);
				const next = settle(cursor, { listing: listed(mails), verdicts }, now);
				const open = mails.slice(handled);
				expect(next.since).toBeGreaterThanOrEqual(cursor.since);
				expect(next.since).toBeLessThanOrEqual(Math.max(now, cursor.since));
				for (const { received } of open) expect(next.since).toBeLessThanOrEqual(received);
				expect(candidates(next, listed(mails))).toEqual(open);
			}),
		);
	});

	it('moves to the horizon of an incomplete listing, not to what another folder lists after it', () => {
		const mails = [1, 9].map((at) => ({ id: `mail-${at}`, received: START + at * SECOND }));
		const listing = { ...listed(mails), horizon: START + 4 * SECOND };
		const verdicts = new Map<string, Verdict>([['mail-1', 'done']]);
		const next = settle(startCursor('scope', START), { listing, verdicts }, START + 60_000);
		expect(next.since).toBe(START + 4 * SECOND);
		expect(next.mark).toBeUndefined();
	});

	it('is not moved past its time by mail dated in the future, and delivers that mail once', () => {
		const scheduled = { id: 'scheduled', received: START + 86_400_000 };
		const listing = listed([scheduled]);
		const verdicts = new Map<string, Verdict>([['scheduled', 'done']]);
		const next = settle(startCursor('scope', START), { listing, verdicts }, START + 60_000);
		expect(next.since).toBe(START + 60_000);
		expect(candidates(next, listing)).toEqual([]);
	});

	it('keeps waiting mail until it is too old, without holding the rest', () => {
		const junk = { id: 'junk', received: START + SECOND };
		const good = { id: 'good', received: START + 2 * SECOND };
		const listing = listed([junk, good]);
		const verdicts = new Map<string, Verdict>([
			['junk', 'waiting'],
			['good', 'done'],
		]);
		const soon = settle(startCursor('scope', START), { listing, verdicts }, START + 60 * SECOND);
		expect(soon.since).toBe(good.received);
		expect(soon.waiting).toEqual([junk]);
		expect(candidates(soon, listing)).toEqual([]);
		expect(soon.mark).toBeDefined();
		const late = START + OVERLAP_MS + 2 * SECOND;
		expect(settle(soon, { verdicts }, late).waiting).toEqual([]);
		// Nobody has looked at it, or it was taken out and has to wait for its delivery.
		expect(settle(soon, { verdicts: new Map() }, late).waiting).toEqual([junk]);
	});

	it('keeps waiting mail for twenty minutes to the millisecond', () => {
		const junk = { id: 'junk', received: START };
		const cursor = { ...startCursor('scope', START), waiting: [junk] };
		const verdicts = new Map<string, Verdict>([['junk', 'waiting']]);
		expect(settle(cursor, { verdicts }, START + OVERLAP_MS).waiting).toEqual([junk]);
		expect(settle(cursor, { verdicts }, START + OVERLAP_MS + 1).waiting).toEqual([]);
	});

	it('loses none of the mail that waits, however much it is, and takes no more', () => {
		const waiting = Array.from({ length: MAX_WAITING + 10 }, (_, index) => ({
			id: `junk-${index}`,
			received: START,
		}));
		const more = { id: 'more', received: START + SECOND };
		const verdicts = new Map<string, Verdict>([['more', 'waiting']]);
		const cursor = { ...startCursor('scope', START), waiting };
		const next = settle(cursor, { listing: listed([more]), verdicts }, START + 60 * SECOND);
		expect(next.waiting).toEqual(waiting);
		expect(candidates(next, listed([more]))).toEqual([more]);
	});

	it('tries waiting mail again that came back and could not be loaded', () => {
		const mail = { id: 'back', received: START };
		const cursor = { ...startCursor('scope', START), waiting: [mail] };
		const verdicts = new Map<string, Verdict>([['back', 'failed']]);
		const next = settle(cursor, { verdicts }, START + SECOND);
		expect([next.waiting, next.failed]).toEqual([[], [{ ...mail, attempts: 1 }]]);
		// Nobody has looked at it in the next poll.
		expect(settle(next, { verdicts: new Map() }, START + 2 * SECOND).failed).toEqual(next.failed);
	});

	it('lets mail wait that could not be loaded, and turns out to lie in Junk', () => {
		const mail = { id: 'junk', received: START };
		const failed = [{ ...mail, attempts: 2 }];
		const cursor = { ...startCursor('scope', START), failed };
		const verdicts = new Map<string, Verdict>([['junk', 'waiting']]);
		const next = settle(cursor, { verdicts }, START + SECOND);
		expect([next.waiting, next.failed]).toEqual([failed, []]);
		const full = Array.from({ length: MAX_WAITING }, (_, index) => ({
			id: `other-${index}`,
			received: START,
		}));
		// Where there is no room it is loaded again, and nothing is forgotten.
		const crowded = settle({ ...cursor, waiting: full }, { verdicts }, START + SECOND);
		expect([crowded.waiting, crowded.failed]).toEqual([full, failed]);
	});

	it('forgets no mail because nobody could tell where it lies, for a day', () => {
		const waiting = [{ id: 'junk', received: START }];
		const cursor = { ...startCursor('scope', START), waiting };
		const later = (ms: number) => settle(cursor, { verdicts: new Map() }, START + ms).waiting;
		expect(later(OVERLAP_MS + SECOND)).toEqual(waiting);
		expect(later(24 * 3_600 * SECOND + 1)).toEqual([]);
	});

	it('marks what each place shows from the next window on, also where that is nothing', () => {
		const now = START + 2 * OVERLAP_MS;
		const [old, first, last] = [START, START + OVERLAP_MS, now].map((received) => ({
			id: `mail-${received}`,
			received,
		}));
		const places = [[old, last, first].flatMap((mail) => mail ?? []), []];
		const verdicts = new Map(places.flat().map(({ id }): [string, Verdict] => [id, 'done']));
		const cursor = startCursor('scope', START);
		const { mark } = settle(cursor, { listing: { of: 'two places', places }, verdicts }, now);
		expect(mark).toEqual({
			of: 'two places',
			start: START + OVERLAP_MS,
			at: now,
			confirmed: now,
			peeks: [
				{ count: 2, newest: now, latest: 1 },
				{ count: 0, newest: 0, latest: 0 },
			],
		});
	});

	it('confirms a mark every ten minutes, as n8n may store each change', () => {
		const at = START + SECOND;
		const cursor = settle(
			startCursor('scope', START),
			{ listing: listed([]), verdicts: new Map() },
			at,
		);
		const confirmedAt = (now: number) =>
			settle(cursor, { verdicts: new Map() }, now).mark?.confirmed;
		expect(confirmedAt(at + OVERLAP_MS / 2 - 1)).toBe(at);
		expect(confirmedAt(at + OVERLAP_MS / 2)).toBe(at + OVERLAP_MS / 2);
		const unmarked = settle({ ...cursor, mark: undefined }, { verdicts: new Map() }, at);
		expect(unmarked.mark).toBeUndefined();
	});

	it('lists waiting mail again for which there is no room', () => {
		const junk = Array.from({ length: MAX_WAITING + 2 }, (_, index) => ({
			id: `junk-${index}`,
			received: START + index * SECOND,
		}));
		const verdicts = new Map<string, Verdict>(junk.map(({ id }) => [id, 'waiting']));
		const handled = { listing: listed(junk), verdicts };
		const next = settle(startCursor('scope', START), handled, START + 60 * SECOND);
		expect(next.waiting).toEqual(junk.slice(0, MAX_WAITING));
		expect(candidates(next, listed(junk))).toEqual(junk.slice(MAX_WAITING));
		expect(next.mark).toBeUndefined();
	});

	it('counts the polls that failed to load a mail, and lets it go once it is done', () => {
		const mail = { id: 'poison', received: START + SECOND };
		const listing = listed([mail]);
		const failed = new Map<string, Verdict>([['poison', 'failed']]);
		const once = settle(startCursor('scope', START), { listing, verdicts: failed }, START + 60_000);
		const twice = settle(once, { listing, verdicts: failed }, START + 120_000);
		expect(candidates(once, listing)).toEqual([]);
		expect(twice.failed).toEqual([{ ...mail, attempts: 2 }]);
		const done = new Map<string, Verdict>([['poison', 'done']]);
		expect(settle(twice, { listing, verdicts: done }, START + 180_000).failed).toEqual([]);
	});
});

describe('the moment from which mail counts', () => {
	it('is one overlap before the position, and not before the activation', () => {
		const at = (since: number) => windowStart({ since, from: START });
		expect(at(START + OVERLAP_MS + 5)).toBe(START + 5);
		expect(at(START + OVERLAP_MS - 5)).toBe(START);
	});

	it('is one overlap before the last look for the places that were watched', () => {
		const since = START;
		const mark = { of: 'places', start: 0, at: START + 1, confirmed: START + 9, peeks: [] };
		expect(watchedSince({ since, mark })).toBe(START + 9 - OVERLAP_MS);
		expect(watchedSince({ since })).toBe(START - OVERLAP_MS);
	});
});

describe('candidates', () => {
	it('come oldest first, in whatever order and places they are listed', () => {
		const cursor = startCursor('scope', START);
		const [one, two, three] = [1, 2, 3].map((at) => ({ id: `m${at}`, received: START + at }));
		if (!one || !two || !three) throw new Error('There are three');
		expect(candidates(cursor, { places: [[three, one], [two]] })).toEqual([one, two, three]);
	});

	it('holds a mail that two folders list once, and nothing from before the activation', () => {
		const cursor = startCursor('scope', START);
		const mail = { id: 'a', received: START };
		const before = { id: 'b', received: START - SECOND };
		expect(candidates(cursor, { places: [[mail, before], [{ ...mail }]] })).toEqual([mail]);
	});

	it('leaves out what lies past the horizon of an incomplete listing', () => {
		const cursor = startCursor('scope', START);
		const mails = [1, 2, 3].map((at) => ({ id: `mail-${at}`, received: START + at * SECOND }));
		const found = candidates(cursor, { places: [mails], horizon: START + 2 * SECOND });
		expect(found.map(({ id }) => id)).toEqual(['mail-1', 'mail-2']);
	});
});

describe('looksUnchanged', () => {
	const mail = { id: 'a', received: START };
	const seen = { of: 'places', peeks: [{ count: 1, newest: START }] };
	const marked = settle(
		startCursor('scope', START),
		{ listing: listed([mail]), verdicts: new Map([['a', 'done']]) },
		START + SECOND,
	);

	it('is true for the same counts and newest mails', () => {
		expect(looksUnchanged(marked, seen, START + 60_000)).toBe(true);
	});

	it('is false for another count, newest mail or folder, and without a mark', () => {
		const at = START + 60_000;
		const others = [
			{ ...seen, peeks: [{ count: 2, newest: START }] },
			{ ...seen, peeks: [{ count: 1, newest: START + SECOND }] },
			{ ...seen, peeks: [...seen.peeks, ...seen.peeks] },
			{ ...seen, of: 'other places' },
		];
		for (const other of others) expect(looksUnchanged(marked, other, at)).toBe(false);
		expect(looksUnchanged(startCursor('scope', START), seen, at)).toBe(false);
	});

	it('is believed for ten minutes to the millisecond', () => {
		const end = START + SECOND + OVERLAP_MS / 2;
		expect(looksUnchanged(marked, seen, end - 1)).toBe(true);
		expect(looksUnchanged(marked, seen, end)).toBe(false);
	});

	it('is believed for good once the mark is more than twenty minutes younger than the newest mail', () => {
		const markAt = (at: number) =>
			settle(marked, { listing: listed([mail]), verdicts: new Map() }, at);
		const ever = START + 100 * OVERLAP_MS;
		expect(looksUnchanged(markAt(START + OVERLAP_MS), seen, ever)).toBe(false);
		expect(looksUnchanged(markAt(START + OVERLAP_MS + 1), seen, ever)).toBe(true);
	});

	it('is believed for ten minutes while late mail may appear, and for good afterwards', () => {
		expect(looksUnchanged(marked, seen, START + OVERLAP_MS)).toBe(false);
		const late = START + OVERLAP_MS + 2 * SECOND;
		const again = settle(marked, { listing: listed([mail]), verdicts: new Map() }, late);
		expect(looksUnchanged(again, seen, late + 100 * OVERLAP_MS)).toBe(true);
	});
});

describe('what is listed of a mailbox that was read to its end', () => {
	const early = { id: 'early', received: START };
	const last = { id: 'last', received: START + SECOND };
	const twin = { id: 'twin', received: START + SECOND };
	const at = START + 2 * SECOND;
	const marked = settle(
		startCursor('scope', START),
		{
			listing: listed([early, last, twin]),
			verdicts: new Map([early, last, twin].map(({ id }) => [id, 'done'])),
		},
		at,
	);
	const peek = (count: number, newest = START + 9 * SECOND) => ({ count, newest });
	const seen = (...peeks: Peek[]) => ({ of: 'places', peeks });
	const fresh = { id: 'fresh', received: START + 9 * SECOND };

	it('begins with the newest mail that was handled, as others may carry its second', () => {
		expect(startsOfRest(marked, seen(peek(4)), at)).toEqual([last.received]);
	});

	it('is all of it without a mark, in other places, and once the mark is no longer believed', () => {
		const stale = at + OVERLAP_MS / 2;
		expect(startsOfRest({ ...marked, mark: undefined }, seen(peek(4)), at)).toBeUndefined();
		expect(startsOfRest(marked, { ...seen(peek(4)), of: 'others' }, at)).toBeUndefined();
		expect(startsOfRest(marked, seen(peek(4), peek(0)), at)).toBeUndefined();
		expect(startsOfRest(marked, seen(peek(4)), stale)).toBeUndefined();
		expect(startsOfRest(marked, seen(peek(4)), stale - 1)).toBeDefined();
	});

	it('is enough where the count says that nothing joined or left what was handled', () => {
		const rest = [[last, twin, fresh]];
		expect(lookAfter(marked, [peek(4)], rest, at + 1)).toEqual({
			start: marked.mark?.start,
			at,
			peeks: [{ count: 4, newest: fresh.received, latest: 1 }],
		});
	});

	it.each([
		['a late mail shows among those that were handled', 5, [last, twin, fresh]],
		['one of those that were handled is gone', 3, [last, twin, fresh]],
		['a mail came between the look and the list', 3, [last, twin, fresh, fresh]],
		['the newest mails are gone', 1, []],
	])('is not enough when %s', (_, count, rest) => {
		expect(lookAfter(marked, [peek(count)], [rest], at + 1)).toBeUndefined();
	});

	it('is not enough with a state that did not count the mails of the newest second', () => {
		const { mark } = marked;
		if (!mark) throw new Error('a mark was expected');
		const older = { ...marked, mark: { ...mark, peeks: [{ count: 3, newest: last.received }] } };
		expect(lookAfter(older, [peek(4)], [[last, twin, fresh]], at + 1)).toBeUndefined();
	});

	it('is enough where nothing had been there', () => {
		const empty = settle(
			startCursor('scope', START),
			{ listing: listed([]), verdicts: new Map() },
			at,
		);
		expect(startsOfRest(empty, seen(peek(1)), at)).toEqual([empty.mark?.start]);
		expect(lookAfter(empty, [peek(1)], [[fresh]], at + 1)?.peeks).toEqual([
			{ count: 1, newest: fresh.received, latest: 1 },
		]);
	});

	it('counts as listed now where no late mail can appear before it any more', () => {
		const late = START + SECOND + OVERLAP_MS + 1;
		const quiet = settle(
			marked,
			{ listing: listed([early, last, twin]), verdicts: new Map() },
			late,
		);
		const rest = [[last, twin, { ...fresh, received: late }]];
		expect(lookAfter(quiet, [peek(4)], rest, late + 7)?.at).toBe(late + 7);
	});

	it('is what the next poll believes', () => {
		const rest = [[last, twin, fresh]];
		const look = lookAfter(marked, [peek(4)], rest, at + SECOND);
		const listing = { of: 'places', places: rest, ...(look ? { look } : {}) };
		const next = settle(
			marked,
			{ listing, verdicts: new Map([['fresh', 'done']]) },
			fresh.received + SECOND,
		);
		expect(next.mark).toEqual({
			of: 'places',
			start: marked.mark?.start,
			at,
			confirmed: fresh.received + SECOND,
			peeks: [{ count: 4, newest: fresh.received, latest: 1 }],
		});
	});
});
