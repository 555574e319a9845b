import { addSeen, isSeen } from './cursor';
import type { Cursor, FailedMail, ListedMail, Mark, View } from './cursor';

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

/** Mails received from a moment on, in any order. */
export interface Listing {
	mails: ListedMail[];
	/** Mail received after this may be missing; undefined when nothing is. */
	horizon?: number;
}

/**
 * What became of a mail:
 * `done` - delivered, or not wanted, for good;
 * `waiting` - not wanted where it is now (Junk), but it may come back;
 * `failed` - could not be loaded.
 */
export type Verdict = 'done' | 'waiting' | 'failed';

export interface Looked {
	listing: Listing;
	/** By ID: of the candidates that were handled, and of the failed mails that were tried again. */
	verdicts: ReadonlyMap<string, Verdict>;
	/** How the mailbox looked before it was listed. */
	look?: { start: number; views: View[] };
}

/** Mail received from here on is asked for. */
export function windowStart({ since, from }: Pick<Cursor, 'since' | 'from'>): number {
	return Math.max(from, since - OVERLAP_MS);
}

/** The mails of a listing that were not handled yet, oldest first, each once. */
export function candidates(cursor: Cursor, { mails, horizon = Infinity }: Listing): ListedMail[] {
	const fresh = new Map<string, ListedMail>();
	for (const mail of mails) {
		if (mail.received < cursor.from || mail.received > horizon || isSeen(cursor, mail)) continue;
		fresh.set(mail.id, mail);
	}
	return [...fresh.values()].sort((a, b) => a.received - b.received);
}

/** True while the mailbox looks as it did when everything in it was handled. */
export function looksUnchanged(cursor: Cursor, views: View[], now: number): boolean {
	const { mark } = cursor;
	if (!mark || mark.views.length !== views.length) return false;
	const settled = mark.at > cursor.since + OVERLAP_MS || now < mark.at + TRUST_MS;
	return (
		settled &&
		mark.views.every(
			({ count, newest }, index) =>
				count === views[index]?.count && newest === views[index]?.newest,
		)
	);
}

/**
 * The cursor after a look at the mailbox. It moves only over what was handled: the oldest mail
 * without a verdict, and everything after it, is listed again by the next poll.
 * @param now the provider's time, in milliseconds since the epoch. Mail dated later does not move
 * the cursor past it.
 */
export function settle(cursor: Cursor, looked: Looked, now: number): Cursor {
	const { listing, verdicts, look } = looked;
	const fresh = candidates(cursor, listing);
	const open = fresh.filter(({ id }) => !verdicts.has(id));
	const waiting = fresh.filter(
		({ id, received }) => verdicts.get(id) === 'waiting' && received >= now - OVERLAP_MS,
	);
	const held = new Set([...open, ...waiting]);
	const since = Math.max(cursor.since, Math.min(handledUntil(listing, open), now));
	const complete = listing.horizon === undefined && held.size === 0;
	const next = {
		scope: cursor.scope,
		since,
		from: cursor.from,
		failed: stillFailed(cursor, fresh, verdicts),
		mark: complete && look ? { ...look, at: now } : keptMark(cursor, looked),
	};
	const handled = fresh.filter((mail) => !held.has(mail));
	return { ...next, seen: addSeen(cursor.seen, handled, windowStart(next)) };
}

/** Everything listed that was received before this moment has a verdict. */
function handledUntil({ mails, horizon }: Listing, open: ListedMail[]): number {
	const [oldest] = open;
	if (oldest) return oldest.received;
	if (horizon !== undefined) return horizon;
	return mails.reduce((newest, { received }) => Math.max(newest, received), -Infinity);
}

/** A poll that only tried failed mails again says nothing about the look of the mailbox. */
function keptMark({ mark }: Cursor, { listing, look }: Looked): Mark | undefined {
	return look === undefined && listing.mails.length === 0 ? mark : undefined;
}

function stillFailed(
	{ failed }: Cursor,
	fresh: ListedMail[],
	verdicts: Looked['verdicts'],
): FailedMail[] {
	const again = failed.flatMap((mail) => {
		const verdict = verdicts.get(mail.id);
		if (verdict === undefined) return [mail];
		return verdict === 'failed' ? [{ ...mail, attempts: mail.attempts + 1 }] : [];
	});
	const anew = fresh
		.filter(({ id }) => verdicts.get(id) === 'failed')
		.map((mail) => ({ ...mail, attempts: 1 }));
	return [...again, ...anew];
}
