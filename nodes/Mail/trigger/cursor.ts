import { z } from 'zod';
import { HASH_LENGTH, joinHashes, shortHash, splitHashes } from '../../shared/shortHash';
import type { Progress } from '../../shared/trigger/session';

/** A mail as a listing shows it; times are the provider's, in milliseconds since the epoch. */
export interface ListedMail {
	/** Immutable. */
	id: string;
	/** When it was received, or left: what was scheduled bears the time at which it was handed over. */
	received: number;
	/** The time by which the listing is ordered, where that is another one; never saved. */
	listed?: number;
	/** Where it lies, if that was asked for; never saved. */
	folderId?: string;
}

/** A mail that could not be loaded; it is asked for by its ID in later polls. */
export interface FailedMail extends ListedMail {
	/** Polls that tried, at least 1. */
	attempts: number;
}

/** What a place (the whole mailbox, or one folder) looked like from a moment on. */
export interface Peek {
	/** Mails received since then. */
	count: number;
	/** When the newest of them was received; 0 when there is none. */
	newest: number;
	/** How many of them were received at that moment, where that was counted. */
	latest?: number;
}

/** How the mailbox looked when everything in it was handled: as long as it looks so, nothing is new. */
export interface Mark {
	/** Names the places. */
	of: string;
	/** The mails are counted from here. */
	start: number;
	/** When it was taken. */
	at: number;
	/** When the mailbox was last seen to look so. */
	confirmed: number;
	/** One for each place. */
	peeks: Peek[];
}

/**
 * How far the mailbox was read. All times are the provider's own, never those of the clock of n8n's
 * machine. Never changed in place.
 */
export interface Cursor extends Progress {
	/** Everything received before was handled, unless it became visible later than that. */
	since: number;
	/** Mail received before is none of the trigger's business. */
	from: number;
	/** Short hashes of the mails handled already, by the minute in which they were received. */
	seen: ReadonlyMap<number, ReadonlySet<string>>;
	failed: readonly FailedMail[];
	/** Mails in Junk or Deleted Items that may be taken out again; asked for by their IDs. */
	waiting: readonly ListedMail[];
	mark?: Mark;
}

/** The time by which the listing that shows a mail is ordered. */
export function listedAt({ received, listed = received }: ListedMail): number {
	return listed;
}

const MINUTE_MS = 60_000;
/** How far dates go, in milliseconds before and after 1970: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LAST_MOMENT = 8_640_000_000_000_000;

/** A cursor that lets through what is received from a moment on. */
export function startCursor(scope: string, from: number): Cursor {
	return { scope, since: from, from, seen: new Map(), failed: [], waiting: [], deliveries: 0 };
}

/**
 * The same position, without what the provider's clock says cannot be: no poll gets further than the
 * moment at which it looks. A state that says so was changed by something else, and would wait for a
 * moment that never comes.
 * @param now the provider's time, in milliseconds since the epoch.
 * @param margin how far the clocks of the provider's machines may be apart, in milliseconds.
 */
export function notAhead(cursor: Cursor, now: number, margin: number): Cursor {
	const { since, from, mark, emittedAt = 0 } = cursor;
	const moments = [since, from, emittedAt, ...(mark ? [mark.start, mark.at, mark.confirmed] : [])];
	if (moments.every((moment) => moment <= now + margin)) return cursor;
	return {
		...cursor,
		since: Math.min(since, now),
		from: Math.min(from, now),
		...(cursor.emittedAt === undefined ? {} : { emittedAt: Math.min(emittedAt, now) }),
		mark: undefined,
	};
}

export function isSeen(cursor: Pick<Cursor, 'seen'>, { id, received }: ListedMail): boolean {
	return cursor.seen.get(minuteOf(received))?.has(shortHash(id)) ?? false;
}

/** The seen mails with others added, without the minutes that lie wholly before `start`. */
export function addSeen(
	seen: Cursor['seen'],
	mails: Iterable<ListedMail>,
	start: number,
): Cursor['seen'] {
	const next = new Map<number, Set<string>>();
	for (const [minute, hashes] of seen) {
		if (minute >= minuteOf(start)) next.set(minute, new Set(hashes));
	}
	for (const { id, received } of mails) {
		const minute = minuteOf(received);
		if (minute < minuteOf(start)) continue;
		const hashes = next.get(minute) ?? new Set();
		next.set(minute, hashes.add(shortHash(id)));
	}
	return next;
}

function minuteOf(moment: number): number {
	return Math.floor(moment / MINUTE_MS);
}

/** A moment as `toText` writes it: years beyond 9999 have a sign, as an offset can make them of 9999. */
const time = z
	.string()
	.regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
	.transform((text) => Date.parse(text))
	.refine(Number.isFinite);

const listedMail = z.object({ id: z.string().min(1), received: time });

/** More mails than are ever saved with their IDs: what was saved with more was not written here. */
const MAX_SAVED = 100;

const savedCursor = z.object({
	v: z.literal(1),
	scope: z.string(),
	since: time,
	from: time,
	seen: z.record(
		z.string().regex(/^-?\d{1,12}$/),
		z.string().regex(new RegExp(`^(?:[A-Za-z0-9_-]{${HASH_LENGTH}})*$`)),
	),
	failed: z.array(listedMail.extend({ attempts: z.number().int().min(1) })).max(MAX_SAVED),
	waiting: z.array(listedMail).max(MAX_SAVED),
	mark: z
		.object({
			of: z.string(),
			start: time,
			at: time,
			confirmed: time.optional(),
			views: z.array(
				z.object({ count: z.number(), newest: z.number(), latest: z.number().optional() }),
			),
		})
		.transform(({ views, ...mark }) => ({
			...mark,
			confirmed: mark.confirmed ?? mark.at,
			peeks: views,
		}))
		.optional(),
	deliveries: z.number().int().safe().min(0).default(0),
	emitted: time.optional(),
});

/** The form in which n8n stores it: small, and JSON. */
export type SavedCursor = z.input<typeof savedCursor>;

export type ReadCursor =
	| { state: 'none' }
	| { state: 'sound'; cursor: Cursor }
	/** What was saved cannot be read; `since`, if that at least can be. */
	| { state: 'damaged'; since?: number };

export function saveCursor(cursor: Cursor): SavedCursor {
	const { scope, since, from, seen, failed, waiting, mark, deliveries, emittedAt } = cursor;
	return {
		v: 1,
		scope,
		since: toText(since),
		from: toText(from),
		seen: Object.fromEntries([...seen].map(([minute, hashes]) => [minute, joinHashes(hashes)])),
		failed: failed.map(({ attempts, ...mail }) => ({ ...saveMail(mail), attempts })),
		waiting: waiting.map(saveMail),
		...(mark ? { mark: saveMark(mark) } : {}),
		deliveries,
		...(emittedAt === undefined ? {} : { emitted: toText(emittedAt) }),
	};
}

function saveMail({ id, received }: ListedMail) {
	return { id, received: toText(received) };
}

function saveMark({ of, peeks, start, at, confirmed }: Mark): SavedCursor['mark'] {
	return { of, views: peeks, start: toText(start), at: toText(at), confirmed: toText(confirmed) };
}

/** Reads what `saveCursor` wrote, and trusts nothing of it. */
export function readCursor(saved: unknown): ReadCursor {
	if (saved === undefined || saved === null) return { state: 'none' };
	const parsed = savedCursor.safeParse(saved);
	if (!parsed.success) {
		const rest = z.object({ since: time }).safeParse(saved);
		return { state: 'damaged', since: rest.success ? rest.data.since : undefined };
	}
	const { scope, since, from, seen, failed, waiting, mark, deliveries, emitted } = parsed.data;
	return {
		state: 'sound',
		cursor: {
			scope,
			since,
			from,
			failed,
			waiting,
			mark,
			deliveries,
			...(emitted === undefined ? {} : { emittedAt: emitted }),
			seen: new Map(
				Object.entries(seen).map(([minute, hashes]) => [Number(minute), splitHashes(hashes)]),
			),
		},
	};
}

/** As text; a moment that no date can name, as the one nearest to it. */
function toText(moment: number): string {
	return new Date(Math.max(-LAST_MOMENT, Math.min(moment, LAST_MOMENT))).toISOString();
}
