import type { ListedMail } from '../mails/listedMail';
import { listedAt } from '../mails/listedMail';
import type { MailboxPosition, Mark } from './position';
import { isKnown } from './position';

/**
 * How much later than its timestamp a mail may become visible and still be found, in milliseconds.
 * Minutes are seen in practice; twenty leave room.
 */
export const OVERLAP_MS = 20 * 60_000;

/** The peeks at the places from a moment on, and when all their mails were last listed. */
export type PlacesLook = Pick<Mark, 'start' | 'at' | 'peeks'>;

/** Mails that are listed from a moment on. */
export interface Listing {
	/** Names the places. */
	placesId: string;
	/** The mails of each place, in any order; one mail may be in several. */
	places: ListedMail[][];
	/** Mail that is listed after this moment may be missing; undefined when none is. */
	horizon?: number;
	/** Set where only new mail was listed, and all other is as it was handled: the peeks at the places now. */
	look?: PlacesLook;
}

/** The moment from which on mail is asked for. */
export function windowStart({ since, from }: Pick<MailboxPosition, 'since' | 'from'>): number {
	return Math.max(from, since - OVERLAP_MS);
}

/**
 * The moment one overlap before the last look at the watched places. Mail received before it was looked at there, or
 * became visible too late. Where the places are quiet, it is far later than `since`.
 */
export function watchedSince({ since, mark }: Pick<MailboxPosition, 'since' | 'mark'>): number {
	return mark ? mark.confirmed - OVERLAP_MS : since - OVERLAP_MS;
}

/** The mails of a listing that are not known yet, oldest first, each once. */
export function candidates(
	position: MailboxPosition,
	{ places, horizon = Infinity }: Pick<Listing, 'places' | 'horizon'>,
): ListedMail[] {
	const fresh = new Map<string, ListedMail>();
	// Older mail was handled and forgotten. It is listed because it changed, or is the newest of a quiet folder.
	const start = windowStart(position);
	for (const mail of places.flat()) {
		if (mail.received < start) continue;
		if (listedAt(mail) > horizon || isKnown(position, mail)) continue;
		fresh.set(mail.id, mail);
	}
	return [...fresh.values()].sort((a, b) => a.received - b.received);
}

/**
 * The moment before which all mail was handled, or is asked for by its ID.
 * @param left mails of the listing of which neither is true.
 */
export function handledUntil({ places, horizon }: Listing, left: ListedMail[]): number {
	if (left.length === 0) return horizon ?? newestOf(places.flat());
	return left.reduce((oldest, mail) => Math.min(oldest, mail.received, listedAt(mail)), Infinity);
}

/** `listedAt` of the newest mail; -Infinity for none. */
export function newestOf(mails: ListedMail[]): number {
	return mails.reduce((newest, mail) => Math.max(newest, listedAt(mail)), -Infinity);
}
