import type { Cursor, FailedMail, ListedMail, Mark, Peek } from './cursor';
import { addSeen, isSeen, listedAt } from './cursor';

/**
 * How much later than its timestamp a mail may become visible and still be found, in milliseconds.
 * Minutes are seen in practice; twenty leave room.
 */
export const OVERLAP_MS = 20 * 60_000;

/**
 * How long an unchanged look of the mailbox is believed while late mail may still appear, in
 * milliseconds: one mail that appears just when another one is deleted for good leaves the look
 * unchanged, and must not wait for the next mail.
 */
const TRUST_MS = OVERLAP_MS / 2;

/** Mails that wait at most: their IDs are saved in full, and the state shall stay small. */
export const MAX_WAITING = 50;

/**
 * How long a mail that was in Junk is asked for while nobody can tell where it is, in milliseconds: a day,
 * longer than the provider fails for a moment; one that can never be read would be asked for at each poll.
 */
const UNKNOWN_MS = 24 * 60 * 60_000;

/** How the places look from a moment on, and when all of that was listed last. */
export type Look = Pick<Mark, 'start' | 'at' | 'peeks'>;

/** Mails that are listed from a moment on. */
export interface Listing {
	/** Names the places. */
	of: string;
	/** The mails of each place, in any order; one mail may be in several. */
	places: ListedMail[][];
	/** Mail listed after this may be missing; undefined when nothing is. */
	horizon?: number;
	/** Set where what is not listed is as it was when everything was handled: how the places look now. */
	look?: Look;
}

/**
 * What became of a mail:
 * `done` - delivered, or not wanted, for good;
 * `waiting` - not wanted where it is now (Junk), but it may come back;
 * `failed` - could not be loaded.
 */
export type Verdict = 'done' | 'waiting' | 'failed';

/**
 * What the folder of a mail says about it: `incoming` - deliver it; `never` - it did not come in;
 * `aside` - in Junk or Deleted Items, from where it may come back.
 */
export type Arrival = 'incoming' | 'never' | 'aside';

/** The verdict on a mail whose folder says that it does not fire. */
export function verdictOn(arrival: Exclude<Arrival, 'incoming'>): Verdict {
	return arrival === 'aside' ? 'waiting' : 'done';
}

/** What a poll made of the mails that it looked at. */
export interface Settlement {
	/** Left out where only failed and waiting mails were looked at. */
	listing?: Listing;
	/** By ID: of the candidates, failed and waiting mails that were handled or looked at. */
	verdicts: ReadonlyMap<string, Verdict>;
}

/** Mail received from here on is asked for. */
export function windowStart({ since, from }: Pick<Cursor, 'since' | 'from'>): number {
	return Math.max(from, since - OVERLAP_MS);
}

/**
 * One overlap before the last look at the places that were watched: mail received earlier was looked
 * at there, or became visible too late. Where they are quiet this is far later than `since`.
 */
export function watchedSince({ since, mark }: Pick<Cursor, 'since' | 'mark'>): number {
	return mark ? mark.confirmed - OVERLAP_MS : since - OVERLAP_MS;
}

/** The mails of a listing that were not handled yet, oldest first, each once. */
export function candidates(
	cursor: Cursor,
	{ places, horizon = Infinity }: Pick<Listing, 'places' | 'horizon'>,
): ListedMail[] {
	const fresh = new Map<string, ListedMail>();
	// Where changes are listed, what is older was handled and forgotten, and only changed.
	const start = windowStart(cursor);
	for (const mail of places.flat()) {
		const { received, listed } = mail;
		if (received < cursor.from || (listed !== undefined && received < start)) continue;
		if (listedAt(mail) > horizon || isSeen(cursor, mail)) continue;
		fresh.set(mail.id, mail);
	}
	return [...fresh.values()].sort((a, b) => a.received - b.received);
}

/** True while the mailbox, from the mark's start on, looks as it did when everything was handled. */
export function looksUnchanged(
	{ since, mark }: Cursor,
	{ of, peeks }: Pick<Mark, 'of' | 'peeks'>,
	now: number,
): boolean {
	const trusted = trustedMark({ since, mark }, { of, peeks }, now);
	return (
		trusted?.peeks.every(
			({ count, newest }, index) =>
				count === peeks[index]?.count && newest === peeks[index]?.newest,
		) ?? false
	);
}

/**
 * From when on each place has to be listed, if all that it held before is as it was: from the newest
 * mail that was handled. Undefined where everything has to be listed.
 */
export function startsOfRest(
	cursor: Cursor,
	seen: Pick<Mark, 'of' | 'peeks'>,
	now: number,
): number[] | undefined {
	const mark = trustedMark(cursor, seen, now);
	return mark?.peeks.map(({ newest }) => Math.max(newest, mark.start));
}

/**
 * How the places look after what is new in them was listed.
 * @param seen how they looked just before.
 * @param rest what each holds from the newest mail on that was handled.
 * @returns undefined where mail came, or went, that is not in the rest: everything has to be listed.
 */
export function lookAfter(
	{ since, mark }: Pick<Cursor, 'since' | 'mark'>,
	seen: Peek[],
	rest: ListedMail[][],
	now: number,
): Look | undefined {
	if (!mark) return undefined;
	const peeks = mark.peeks.flatMap(({ count, newest, latest }, index): Peek[] => {
		const listed = rest[index] ?? [];
		const known = newest === 0 ? 0 : count - (latest ?? NaN);
		const isComplete = seen[index]?.count === known + listed.length;
		return isComplete && (listed.length > 0 || known === 0) ? [peekAtAll(listed, known)] : [];
	});
	if (peeks.length < mark.peeks.length) return undefined;
	// Where no late mail can appear any more, all of it is as certain as if it had been listed.
	const at = mark.at > since + OVERLAP_MS ? now : mark.at;
	return { start: mark.start, at, peeks };
}

/** The mark, while what it says of these places can be believed. */
function trustedMark(
	{ since, mark }: Pick<Cursor, 'since' | 'mark'>,
	{ of, peeks }: Pick<Mark, 'of' | 'peeks'>,
	now: number,
): Mark | undefined {
	if (!mark || mark.of !== of || mark.peeks.length !== peeks.length) return undefined;
	return mark.at > since + OVERLAP_MS || now < mark.at + TRUST_MS ? mark : undefined;
}

/** @param before mails of the place that were received earlier than all of these. */
function peekAtAll(mails: ListedMail[], before = 0): Peek {
	const newest = Math.max(0, newestOf(mails));
	const latest = mails.filter((mail) => listedAt(mail) === newest).length;
	return { count: before + mails.length, newest, latest };
}

/**
 * The cursor after a look at the mailbox. It moves only over what was handled: the oldest mail
 * without a verdict, and everything after it, is listed again by the next poll.
 * @param now the provider's time, in milliseconds since the epoch. Mail dated later does not move
 * the cursor past it.
 */
export function settle(cursor: Cursor, { listing, verdicts }: Settlement, now: number): Cursor {
	const fresh = listing ? candidates(cursor, listing) : [];
	const waits = ({ id, received }: ListedMail) =>
		verdicts.get(id) === 'waiting' && received >= now - OVERLAP_MS;
	const still = cursor.waiting.filter(
		(mail) => waits(mail) || (!verdicts.has(mail.id) && mail.received >= now - UNKNOWN_MS),
	);
	const anew = [...cursor.failed, ...fresh].filter(waits);
	const waiting = [...still, ...anew].slice(0, Math.max(still.length, MAX_WAITING));
	const leftOver = anew.filter((mail) => !waiting.includes(mail));
	const failed = stillFailed(cursor, fresh, verdicts, leftOver);
	if (!listing) {
		return { ...cursor, failed, waiting, mark: cursor.mark && confirm(cursor.mark, now) };
	}
	const open = fresh.filter(({ id }) => !verdicts.has(id));
	// What finds no room is listed again, as if nobody had looked at it.
	const held = new Set([...open, ...leftOver]);
	const since = Math.max(cursor.since, Math.min(handledUntil(listing, open), now));
	const start = windowStart({ since, from: cursor.from });
	const seen = addSeen(
		cursor.seen,
		fresh.filter((mail) => !held.has(mail)),
		start,
	);
	const complete = listing.horizon === undefined && fresh.every((mail) => !held.has(mail));
	const mark = complete ? markOf(listing, start, now) : undefined;
	return { ...cursor, since, seen, failed, waiting, mark };
}

/** The mark of a mailbox that still looks so. It changes now and then only: n8n may store each change. */
function confirm(mark: Mark, now: number): Mark {
	return now < mark.confirmed + TRUST_MS ? mark : { ...mark, confirmed: now };
}

/** Everything that was received or listed before this moment has a verdict. */
function handledUntil({ places, horizon }: Listing, open: ListedMail[]): number {
	if (open.length === 0) return horizon ?? newestOf(places.flat());
	return open.reduce((oldest, mail) => Math.min(oldest, mail.received, listedAt(mail)), Infinity);
}

function markOf({ of, places, look }: Listing, start: number, now: number): Mark {
	if (look) return { of, ...look, confirmed: now };
	const counted = places.map((mails) => mails.filter((mail) => listedAt(mail) >= start));
	return { of, start, at: now, confirmed: now, peeks: counted.map((mails) => peekAtAll(mails)) };
}

function newestOf(mails: ListedMail[]): number {
	return mails.reduce((newest, mail) => Math.max(newest, listedAt(mail)), -Infinity);
}

/** @param leftOver mails that find no room among those that wait: they are loaded again. */
function stillFailed(
	{ failed, waiting }: Cursor,
	fresh: ListedMail[],
	verdicts: Settlement['verdicts'],
	leftOver: ListedMail[],
): FailedMail[] {
	const again = failed.flatMap((mail) => {
		const verdict = verdicts.get(mail.id);
		if (verdict === undefined || leftOver.includes(mail)) return [mail];
		return verdict === 'failed' ? [{ ...mail, attempts: mail.attempts + 1 }] : [];
	});
	const anew = [...fresh, ...waiting]
		.filter(({ id }) => verdicts.get(id) === 'failed')
		.map((mail) => ({ ...mail, attempts: 1 }));
	return [...again, ...anew];
}
