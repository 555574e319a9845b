import fc from 'fast-check';
import { lookAfter, looksUnchanged, restsOf } from '../../../../../nodes/Mail/watch/arrivals/mark';
import type {
	MailboxExtra,
	MailboxPosition,
} from '../../../../../nodes/Mail/watch/arrivals/position';
import {
	MAX_WAITING,
	openMails,
	openState,
	positionOf,
	storedMails,
} from '../../../../../nodes/Mail/watch/arrivals/position';
import type { MailboxLook } from '../../../../../nodes/Mail/watch/arrivals/watchArrivals';
import { advance, diff } from '../../../../../nodes/Mail/watch/arrivals/watchArrivals';
import type { Listing } from '../../../../../nodes/Mail/watch/arrivals/window';
import {
	candidates,
	OVERLAP_MS,
	watchedSince,
	windowStart,
} from '../../../../../nodes/Mail/watch/arrivals/window';
import type { ListedMail } from '../../../../../nodes/Mail/watch/mails/listedMail';
import { shortHash } from '../../../../../nodes/shared/text/shortHash';
import type { Entry, Ledger } from '../../../../../nodes/shared/watch/ledger';
import { readLedger, saveLedger } from '../../../../../nodes/shared/watch/ledger';
import type { Attempt, LookLimits, Verdict } from '../../../../../nodes/shared/watch/watch';
import { lookOnce } from '../../../../../nodes/shared/watch/watch';

const START = Date.parse('2026-03-02T12:00:00Z');
const SECOND = 1_000;
/** Mails that come whole with a list. */
const FEW = 3;

const LIMITS: LookLimits = {
	most: Infinity,
	loads: Infinity,
	width: 4,
	mayBeCut: true,
	tries: 5,
	failed: 25,
	waiting: MAX_WAITING,
};

/** What a look finds, in place of a provider. */
interface Found
	extends Pick<MailboxLook, 'now'>, Partial<Pick<MailboxLook, 'listing' | 'arrivals'>> {
	load?(mail: ListedMail, attempt: Attempt): Verdict;
}

/** One look of the frame. */
async function lookFor(
	ledger: Ledger<MailboxExtra>,
	found: Found,
	limits: Partial<LookLimits> = {},
) {
	const { now, listing, arrivals = new Map(), load = () => 'done' } = found;
	const position = positionOf(ledger);
	const fresh = listing ? candidates(position, listing) : [];
	const seen: MailboxLook = { now, position, listing, fresh, arrivals };
	const ready = Promise.resolve(seen);
	return await lookOnce<MailboxLook, ListedMail, MailboxExtra>(
		ledger,
		{
			observe: async () => await ready,
			diff,
			async load(mail, attempt) {
				await ready;
				const verdict = load(mail, attempt);
				return { verdict, items: verdict === 'done' ? [{ json: { id: mail.id } }] : [] };
			},
			advance,
		},
		{ ...LIMITS, ...limits },
		{ isLate: () => false },
	);
}

const started = (from = START): Ledger<MailboxExtra> => ({
	scope: 'scope',
	since: from,
	deliveries: 0,
	entries: new Map(),
	extra: { from },
});

/** A position that knows these mails, as they are marked. */
const startedWith = (
	...known: Array<{ mails: ListedMail[]; mark: Omit<Entry, 'state'> }>
): Ledger<MailboxExtra> => ({
	...started(),
	entries: new Map(
		known.flatMap(({ mails, mark }) =>
			mails.map((mail): [string, Entry] => [
				shortHash(mail.id),
				{ state: openState(mail), ...mark },
			]),
		),
	),
});
const WAITS = { waits: true };

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

	delivered: unknown[] = [];

	memory = started();

	/** n8n saves the state when a poll returns mail, and at the end of the activation. */
	saved: string = JSON.stringify(saveLedger(this.memory));

	constructor(private readonly mails: ModelMail[]) {}

	async poll({ wait, cap, page, restarts, failsEvery }: ModelPoll) {
		this.now += wait;
		if (restarts) this.memory = restored(this.saved);
		const waiting = openMails(this.memory, 'waits');
		let loaded = 0;
		const { ledger, items } = await lookFor(
			this.memory,
			{
				now: this.now,
				listing: this.look(page),
				arrivals: new Map(
					waiting.map(({ id }) => [id, this.isAside(id) ? ('aside' as const) : 'incoming']),
				),
				load: ({ id }, { isLast }) => {
					if (this.isAside(id)) return 'waiting';
					return !isLast && ++loaded % failsEvery === 0 ? 'failed' : 'done';
				},
			},
			{ loads: cap },
		);
		this.memory = ledger;
		this.delivered.push(...items.map(({ json }) => json.id));
		if (items.length > 0) this.saved = JSON.stringify(saveLedger(ledger));
	}

	private isAside(id: string): boolean {
		return this.mails.some((mail) => mail.id === id && mail.asideUntil > this.now);
	}

	/** As a poll does: a look at the mailbox, then what is new in it, or else everything. */
	private look(page: number): Listing | undefined {
		const { now } = this;
		const position = positionOf(this.memory);
		const start = position.mark?.start ?? windowStart(position);
		const visible = this.visibleFrom(start);
		const newest = visible.at(-1)?.received ?? 0;
		const seen = [{ count: visible.length, newest }];
		if (looksUnchanged(position, seen, now)) return undefined;
		for (const { starts, isAfter } of restsOf(position, seen, now, FEW)) {
			const listing = this.list(starts[0] ?? 0, page);
			const look = lookAfter(position, seen, listing.places, now, isAfter);
			if (look) return { ...listing, look };
		}
		return this.list(windowStart(position), page);
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
			if (candidates(positionOf(this.memory), { places: [mails], horizon }).length > 0) {
				return { placesId: 'places', places: [mails], horizon };
			}
			end += page;
		}
		return listed(visible);
	}
}

const listed = (mails: ListedMail[]): Listing => ({ placesId: 'places', places: [mails] });

function restored(saved: string): Ledger<MailboxExtra> {
	const ledger = readLedger(JSON.parse(saved), storedMails);
	if (!ledger) throw new Error('The saved state cannot be read');
	return ledger;
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
async function drain(model: Model, count: number) {
	const calm = { cap: 100, page: 1_000, restarts: false, failsEvery: Infinity };
	for (let left = count + 3; left > 0; left--) await model.poll({ ...calm, wait: OVERLAP_MS / 2 });
}

/** The ledger after a look. */
const after = async (...look: Parameters<typeof lookFor>) => (await lookFor(...look)).ledger;
const waitingIn = (ledger: Ledger<MailboxExtra>) => openMails(ledger, 'waits');
const failedIn = ({ entries }: Ledger<MailboxExtra>) =>
	[...entries.values()].flatMap(({ tries, state }) => (tries ? [[state[1], tries]] : []));
const openIn = (ledger: Ledger<MailboxExtra>, listing: Listing) =>
	candidates(positionOf(ledger), listing);

describe('what arrives', () => {
	it('is delivered once, with lag, equal times, pages, caps, failures and restarts', async () => {
		await fc.assert(
			fc.asyncProperty(mailsArbitrary(600), pollsArbitrary, async (mails, polls) => {
				const model = new Model(mails);
				for (const poll of polls) await model.poll(poll);
				await drain(model, mails.length);
				expect([...model.delivered].sort()).toEqual(mails.map(({ id }) => id).sort());
			}),
			{ numRuns: 500 },
		);
	});

	it('is delivered where it becomes visible up to twenty minutes after its time', async () => {
		await fc.assert(
			fc.asyncProperty(
				mailsArbitrary(OVERLAP_MS / SECOND),
				pollsArbitrary,
				async (mails, polls) => {
					const model = new Model(mails);
					for (const poll of polls) await model.poll(poll);
					await drain(model, mails.length);
					expect([...model.delivered].sort()).toEqual(mails.map(({ id }) => id).sort());
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe('the position', () => {
	it('never moves back, and never past mail that was not handled or the time of the provider', async () => {
		await fc.assert(
			fc.asyncProperty(mailsArbitrary(0), fc.nat(60), fc.nat(7_200), async (mails, handled, at) => {
				const now = START + at * SECOND;
				const next = await after(started(), { now, listing: listed(mails) }, { loads: handled });
				const open = mails.slice(handled);
				expect(next.since).toBeGreaterThanOrEqual(START);
				expect(next.since).toBeLessThanOrEqual(Math.max(now, START));
				for (const { received } of open) expect(next.since).toBeLessThanOrEqual(received);
				expect(openIn(next, listed(mails))).toEqual(open);
			}),
		);
	});

	it('moves to the horizon of an incomplete listing, not to what another folder lists after it', async () => {
		const mails = [1, 9].map((at) => ({ id: `mail-${at}`, received: START + at * SECOND }));
		const listing = { ...listed(mails), horizon: START + 4 * SECOND };
		const next = await after(started(), { now: START + 60_000, listing });
		expect(next.since).toBe(START + 4 * SECOND);
		expect(next.extra.mark).toBeUndefined();
	});

	it('is not moved past its time by mail dated in the future, and delivers that mail once', async () => {
		const listing = listed([{ id: 'scheduled', received: START + 86_400_000 }]);
		const next = await after(started(), { now: START + 60_000, listing });
		expect(next.since).toBe(START + 60_000);
		expect(openIn(next, listing)).toEqual([]);
	});

	it('keeps no mail of minutes that lie before the window', async () => {
		const first = await after(started(), {
			now: START + SECOND,
			listing: listed([{ id: 'old', received: START }]),
		});
		const next = await after(first, {
			now: START + 2 * OVERLAP_MS,
			listing: listed([{ id: 'new', received: START + 2 * OVERLAP_MS }]),
		});
		expect([...first.entries.keys()]).toEqual([shortHash('old')]);
		expect([...next.entries.keys()]).toEqual([shortHash('new')]);
	});

	it('is not held by mail that could not be loaded, which is asked for by its ID', async () => {
		const mails = [1, 2].map((at) => ({ id: `mail-${at}`, received: START + at * SECOND }));
		const next = await after(started(), {
			now: START + 60_000,
			listing: listed(mails),
			load: ({ id }) => (id === 'mail-1' ? 'failed' : 'done'),
		});
		expect(next.since).toBe(START + 2 * SECOND);
		expect(next.extra.mark).toBeDefined();
	});
});

describe('mail that waits', () => {
	const junk = { id: 'junk', received: START + SECOND };
	const good = { id: 'good', received: START + 2 * SECOND };

	it('does so until it is too old, without holding the rest', async () => {
		const listing = listed([junk, good]);
		const soon = await after(started(), {
			now: START + 60 * SECOND,
			listing,
			load: ({ id }) => (id === 'junk' ? 'waiting' : 'done'),
		});
		expect(soon.since).toBe(good.received);
		expect(waitingIn(soon)).toEqual([junk]);
		expect(openIn(soon, listing)).toEqual([]);
		expect(soon.extra.mark).toBeDefined();
		const late = { now: START + OVERLAP_MS + 2 * SECOND };
		const aside = await after(soon, { ...late, arrivals: new Map([['junk', 'aside']]) });
		expect(waitingIn(aside)).toEqual([]);
		// It is not taken for new.
		expect(openIn(aside, listing)).toEqual([]);
		// Nobody could tell where it lies.
		expect(waitingIn(await after(soon, late))).toEqual([junk]);
		// It was taken out, and has to wait for its delivery.
		const taken = { ...late, arrivals: new Map([['junk', 'incoming' as const]]) };
		expect(waitingIn(await after(soon, taken, { loads: 0 }))).toEqual([junk]);
		expect((await lookFor(soon, taken)).items).toEqual([{ json: { id: 'junk' } }]);
	});

	it('is kept for twenty minutes to the millisecond', async () => {
		const ledger = startedWith({ mails: [{ id: 'junk', received: START }], mark: WAITS });
		const arrivals = new Map([['junk', 'aside' as const]]);
		const at = async (now: number) => waitingIn(await after(ledger, { now, arrivals }));
		expect(await at(START + OVERLAP_MS)).toHaveLength(1);
		expect(await at(START + OVERLAP_MS + 1)).toHaveLength(0);
	});

	it('is remembered by its ID where the list tells the folder, and only while it is young', async () => {
		const listing = listed([junk]);
		const arrivals = new Map([['junk', 'aside' as const]]);
		const load = () => {
			throw new Error('Its folder has decided');
		};
		const at = async (now: number) => await after(started(), { now, listing, arrivals, load });
		expect(waitingIn(await at(junk.received + OVERLAP_MS))).toEqual([junk]);
		const late = await at(junk.received + OVERLAP_MS + 1);
		expect(waitingIn(late)).toEqual([]);
		expect(openIn(late, listing)).toEqual([]);
	});

	it('is no longer asked for where it never came in', async () => {
		const ledger = startedWith({ mails: [junk], mark: WAITS });
		const arrivals = new Map([['junk', 'never' as const]]);
		const { ledger: next, items } = await lookFor(ledger, { now: START + SECOND, arrivals });
		expect([waitingIn(next), items]).toEqual([[], []]);
	});

	it('is not lost, however much it is, and no more is taken', async () => {
		const waiting = Array.from({ length: MAX_WAITING + 10 }, (_, index) => ({
			id: `junk-${index}`,
			received: START,
		}));
		const more = { id: 'more', received: START + SECOND };
		const next = await after(startedWith({ mails: waiting, mark: WAITS }), {
			now: START + 60 * SECOND,
			listing: listed([more]),
			load: () => 'waiting',
		});
		expect(waitingIn(next)).toEqual(waiting);
		expect(openIn(next, listed([more]))).toEqual([more]);
	});

	it('is tried again where it came back and could not be loaded', async () => {
		const ledger = startedWith({ mails: [junk], mark: WAITS });
		const next = await after(ledger, {
			now: START + SECOND,
			arrivals: new Map([['junk', 'incoming']]),
			load: () => 'failed',
		});
		expect([waitingIn(next), failedIn(next)]).toEqual([[], [['junk', 1]]]);
		// Nobody has looked at it in the next poll.
		const later = await after(next, { now: START + 2 * SECOND }, { loads: 0 });
		expect(failedIn(later)).toEqual([['junk', 1]]);
	});

	it('is also what could not be loaded, and turns out to lie in Junk', async () => {
		const failed = { mails: [junk], mark: { tries: 2 } };
		const load = () => 'waiting' as const;
		const next = await after(startedWith(failed), { now: START + SECOND, load });
		expect([waitingIn(next), failedIn(next)]).toEqual([[junk], []]);
		const full = Array.from({ length: MAX_WAITING }, (_, index) => ({
			id: `other-${index}`,
			received: START,
		}));
		// Where there is no room it is loaded again, and nothing is forgotten.
		const known = startedWith(failed, { mails: full, mark: WAITS });
		const crowded = await after(known, { now: START + SECOND, load });
		expect([waitingIn(crowded), failedIn(crowded)]).toEqual([full, [['junk', 2]]]);
	});

	it('is not forgotten because nobody could tell where it lies, for a day', async () => {
		const waiting = [{ id: 'junk', received: START }];
		const ledger = startedWith({ mails: waiting, mark: WAITS });
		const later = async (ms: number) => waitingIn(await after(ledger, { now: START + ms }));
		expect(await later(OVERLAP_MS + SECOND)).toEqual(waiting);
		expect(await later(24 * 3_600 * SECOND)).toEqual(waiting);
		expect(await later(24 * 3_600 * SECOND + 1)).toEqual([]);
	});

	it('is listed again where there is no room for it', async () => {
		const mails = Array.from({ length: MAX_WAITING + 2 }, (_, index) => ({
			id: `junk-${index}`,
			received: START + index * SECOND,
		}));
		const next = await after(started(), {
			now: START + 60 * SECOND,
			listing: listed(mails),
			load: () => 'waiting',
		});
		expect(waitingIn(next)).toEqual(mails.slice(0, MAX_WAITING));
		expect(openIn(next, listed(mails))).toEqual(mails.slice(MAX_WAITING));
		expect(next.extra.mark).toBeUndefined();
	});
});

describe('mail that could not be loaded', () => {
	it('is counted by the polls that tried, and let go once it is done', async () => {
		const listing = listed([{ id: 'poison', received: START + SECOND }]);
		const failing = { listing, load: () => 'failed' as const };
		const once = await after(started(), { ...failing, now: START + 60_000 });
		const twice = await after(once, { ...failing, now: START + 120_000 });
		expect(openIn(once, listing)).toEqual([]);
		expect(failedIn(twice)).toEqual([['poison', 2]]);
		const done = await after(twice, { listing, now: START + 180_000 });
		expect([failedIn(done), openIn(done, listing)]).toEqual([[], []]);
	});
});

describe('the mark', () => {
	it('says what each place shows from the next window on, also where that is nothing', async () => {
		const now = START + 2 * OVERLAP_MS;
		const [old, first, last] = [START, START + OVERLAP_MS, now].map((received) => ({
			id: `mail-${received}`,
			received,
		}));
		const places = [[old, last, first].flatMap((mail) => mail ?? []), []];
		const { extra } = await after(started(), {
			now,
			listing: { placesId: 'two places', places },
		});
		expect(extra.mark).toEqual({
			placesId: 'two places',
			start: START + OVERLAP_MS,
			at: now,
			confirmed: now,
			peeks: [
				{ count: 2, newest: now, latest: 1 },
				{ count: 0, newest: 0, latest: 0 },
			],
		});
	});

	it('is confirmed every ten minutes, as n8n may store each change', async () => {
		const at = START + SECOND;
		const ledger = await after(started(), { now: at, listing: listed([]) });
		const confirmedAt = async (now: number) => (await after(ledger, { now })).extra.mark?.confirmed;
		expect(await confirmedAt(at + OVERLAP_MS / 2 - 1)).toBe(at);
		expect(await confirmedAt(at + OVERLAP_MS / 2)).toBe(at + OVERLAP_MS / 2);
		expect((await after(started(), { now: at })).extra.mark).toBeUndefined();
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
		const mark = { placesId: 'places', start: 0, at: START + 1, confirmed: START + 9, peeks: [] };
		expect(watchedSince({ since, mark })).toBe(START + 9 - OVERLAP_MS);
		expect(watchedSince({ since })).toBe(START - OVERLAP_MS);
	});
});

describe('candidates', () => {
	it('come oldest first, in whatever order and places they are listed', () => {
		const position = positionOf(started());
		const [one, two, three] = [1, 2, 3].map((at) => ({ id: `m${at}`, received: START + at }));
		if (!one || !two || !three) throw new Error('There are three');
		expect(candidates(position, { places: [[three, one], [two]] })).toEqual([one, two, three]);
	});

	it('holds a mail that two folders list once, and nothing from before the activation', () => {
		const position = positionOf(started());
		const mail = { id: 'a', received: START };
		const before = { id: 'b', received: START - SECOND };
		expect(candidates(position, { places: [[mail, before], [{ ...mail }]] })).toEqual([mail]);
	});

	it('leaves out what lies past the horizon of an incomplete listing', () => {
		const position = positionOf(started());
		const mails = [1, 2, 3].map((at) => ({ id: `mail-${at}`, received: START + at * SECOND }));
		const found = candidates(position, { places: [mails], horizon: START + 2 * SECOND });
		expect(found.map(({ id }) => id)).toEqual(['mail-1', 'mail-2']);
	});
});

describe('looksUnchanged', () => {
	const mail = { id: 'a', received: START };
	const seen = [{ count: 1, newest: START }];
	const markedAt = async (now: number) =>
		positionOf(await after(started(), { now, listing: listed([mail]) }));
	let marked: MailboxPosition;
	beforeAll(async () => (marked = await markedAt(START + SECOND)));

	it('is true for the same counts and newest mails', () => {
		expect(looksUnchanged(marked, seen, START + 60_000)).toBe(true);
	});

	it('is false for another count, newest mail or number of folders, and without a mark', () => {
		const at = START + 60_000;
		const others = [
			[{ count: 2, newest: START }],
			[{ count: 1, newest: START + SECOND }],
			[...seen, ...seen],
		];
		for (const other of others) expect(looksUnchanged(marked, other, at)).toBe(false);
		expect(looksUnchanged(positionOf(started()), seen, at)).toBe(false);
	});

	it('is believed for ten minutes to the millisecond', () => {
		const end = START + SECOND + OVERLAP_MS / 2;
		expect(looksUnchanged(marked, seen, end - 1)).toBe(true);
		expect(looksUnchanged(marked, seen, end)).toBe(false);
	});

	it('is believed for good once the mark is more than twenty minutes younger than the newest mail', async () => {
		const ever = START + 100 * OVERLAP_MS;
		expect(looksUnchanged(await markedAt(START + OVERLAP_MS), seen, ever)).toBe(false);
		expect(looksUnchanged(await markedAt(START + OVERLAP_MS + 1), seen, ever)).toBe(true);
	});
});

describe('what is listed of a mailbox that was read to its end', () => {
	const early = { id: 'early', received: START };
	const last = { id: 'last', received: START + SECOND };
	const twin = { id: 'twin', received: START + SECOND };
	const at = START + 2 * SECOND;
	const all = listed([early, last, twin]);
	let marked: MailboxPosition;
	beforeAll(async () => (marked = positionOf(await after(started(), { now: at, listing: all }))));
	const peek = (count: number, newest = START + 9 * SECOND) => ({ count, newest });
	const fresh = { id: 'fresh', received: START + 9 * SECOND };

	const rests = (...[position, look, now]: Parameters<typeof looksUnchanged>) =>
		restsOf(position, look, now, FEW).map(({ starts, isAfter }) => [isAfter, ...starts]);

	it('is what came after the newest mail that was handled, else from it on, as others may carry its second', () => {
		const whole = [true, last.received + SECOND];
		const listedOnly = [false, last.received];
		for (const count of [4, 3 + FEW])
			expect(rests(marked, [peek(count)], at)).toEqual([whole, listedOnly]);
		for (const count of [2, 3, 4 + FEW])
			expect(rests(marked, [peek(count)], at)).toEqual([listedOnly]);
	});

	it('is all of it without a mark, in other places, and once the mark is no longer believed', () => {
		const stale = at + OVERLAP_MS / 2;
		expect(rests({ ...marked, mark: undefined }, [peek(4)], at)).toEqual([]);
		expect(rests(marked, [peek(4), peek(0)], at)).toEqual([]);
		expect(rests(marked, [peek(4)], stale)).toEqual([]);
		expect(rests(marked, [peek(4)], stale - 1)).toHaveLength(2);
	});

	it('is enough where as many came after the newest as the count says', () => {
		expect(lookAfter(marked, [peek(4)], [[fresh]], at + 1, true)).toEqual({
			start: marked.mark?.start,
			at,
			peeks: [{ count: 4, newest: fresh.received, latest: 1 }],
		});
		// Of two places only one has something new.
		const two = { ...marked, mark: marked.mark && { ...marked.mark } };
		if (two.mark) two.mark.peeks = [...two.mark.peeks, ...two.mark.peeks];
		const [unchanged] = marked.mark?.peeks ?? [];
		const look = lookAfter(two, [peek(3), peek(4)], [[], [fresh]], at + 1, true);
		expect(look?.peeks).toEqual([unchanged, { count: 4, newest: fresh.received, latest: 1 }]);
	});

	it.each([
		['one more carries the second of the newest', 5, [fresh]],
		['one of those that were handled is gone', 3, [fresh]],
		['none came', 4, []],
		['the newest itself came again, and not the one that joined it', 4, [twin]],
	])('is not enough after the newest when %s', (_, count, rest) => {
		expect(lookAfter(marked, [peek(count)], [rest], at + 1, true)).toBeUndefined();
	});

	it('is enough where the count says that nothing joined or left what was handled', () => {
		const rest = [[last, twin, fresh]];
		expect(lookAfter(marked, [peek(4)], rest, at + 1, false)).toEqual({
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
		expect(lookAfter(marked, [peek(count)], [rest], at + 1, false)).toBeUndefined();
	});

	it('is not enough with a state that did not count the mails of the newest second', () => {
		const { mark } = marked;
		if (!mark) throw new Error('a mark was expected');
		const older = { ...marked, mark: { ...mark, peeks: [{ count: 3, newest: last.received }] } };
		expect(lookAfter(older, [peek(4)], [[last, twin, fresh]], at + 1, false)).toBeUndefined();
	});

	it('is enough where nothing had been there', async () => {
		const empty = positionOf(await after(started(), { now: at, listing: listed([]) }));
		const start = empty.mark?.start;
		expect(rests(empty, [peek(1)], at)).toEqual([
			[true, start],
			[false, start],
		]);
		expect(lookAfter(empty, [peek(1)], [[fresh]], at + 1, false)?.peeks).toEqual([
			{ count: 1, newest: fresh.received, latest: 1 },
		]);
	});

	it('counts as listed now where no late mail can appear before it any more', async () => {
		const late = START + SECOND + OVERLAP_MS + 1;
		const quiet = positionOf(await after(started(), { now: late, listing: all }));
		const rest = [[last, twin, { ...fresh, received: late }]];
		expect(lookAfter(quiet, [peek(4)], rest, late + 7, false)?.at).toBe(late + 7);
	});

	it('is what the next poll believes', async () => {
		const ledger = await after(started(), { now: at, listing: all });
		const rest = [[last, twin, fresh]];
		const look = lookAfter(positionOf(ledger), [peek(4)], rest, at + SECOND, false);
		const listing = { placesId: 'places', places: rest, ...(look ? { look } : {}) };
		const next = await after(ledger, { now: fresh.received + SECOND, listing });
		expect(next.extra.mark).toEqual({
			placesId: 'places',
			start: ledger.extra.mark?.start,
			at,
			confirmed: at,
			peeks: [{ count: 4, newest: fresh.received, latest: 1 }],
		});
	});
});
