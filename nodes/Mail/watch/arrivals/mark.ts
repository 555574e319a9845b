import type { ListedMail } from '../mails/listedMail';
import { listedAt, SECOND_MS } from '../mails/listedMail';
import type { MailboxPosition, Mark, Peek } from './position';
import type { Listing, PlacesLook } from './window';
import { newestOf, OVERLAP_MS } from './window';

/**
 * How long an unchanged peek at the mailbox is believed while late mail may still appear, in milliseconds. One mail
 * may appear just as another one is deleted for good: the peek stays the same, but the new mail must not wait for
 * another one.
 */
const TRUST_MS = OVERLAP_MS / 2;

/** True while the mailbox shows, from the mark's start on, the same peeks as when everything was handled. */
export function looksUnchanged(position: MailboxPosition, seen: Peek[], now: number): boolean {
	return (
		trustedMark(position, seen, now)?.peeks.every(
			({ count, newest }, index) => count === seen[index]?.count && newest === seen[index]?.newest,
		) ?? false
	);
}

/**
 * Ways to list what is new, the cheapest first; none where everything has to be listed.
 * @param few Up to how many new mails the cheapest way is worth it.
 * @returns what has to be listed, provided that all older mails are as they were: from when on (`starts`, one for each
 * place, in milliseconds since the epoch), and whether (`isAfter`) to begin after the second of the newest handled
 * mails, without what came later in that second.
 */
export function restsOf(position: MailboxPosition, seen: Peek[], now: number, few: number) {
	const mark = trustedMark(position, seen, now);
	// Without a count (fact: count-filtered), nothing tells whether the older mails are as they were.
	if (!mark || seen.some(({ count }) => count < 0)) return [];
	const startsAfter = (ms: number) =>
		mark.peeks.map(({ newest }) => Math.max(newest + ms, mark.start));
	const added = mark.peeks.map(({ count }, place) => (seen[place]?.count ?? NaN) - count);
	const sum = added.reduce((total, count) => total + count, 0);
	const isFew = added.every((count) => count >= 0) && sum > 0 && sum <= few;
	return [
		...(isFew ? [{ starts: startsAfter(SECOND_MS), isAfter: true }] : []),
		{ starts: startsAfter(0), isAfter: false },
	];
}

/**
 * The peeks that stand for all mails of the places, once what is new was listed.
 * @param seen the peeks from just before the listing.
 * @param rest the listed mails of each place: those from its newest handled mail on, or only those after it.
 * @returns undefined where mail came or went that is not in the rest: everything has to be listed.
 */
export function lookAfter(
	{ since, mark }: MailboxPosition,
	seen: Peek[],
	rest: ListedMail[][],
	now: number,
	isAfter: boolean,
): PlacesLook | undefined {
	if (!mark) return undefined;
	const peeks = mark.peeks.flatMap((peek, index): Peek[] => {
		const { count, newest, latest } = peek;
		const listed = rest[index] ?? [];
		const known = isAfter || newest === 0 ? count : count - (latest ?? NaN);
		const isNew = !isAfter || listed.every((mail) => listedAt(mail) > newest);
		const isComplete = isNew && seen[index]?.count === known + listed.length;
		if (!isComplete || (listed.length === 0 && known !== count)) return [];
		return [listed.length === 0 ? peek : peekAtAll(listed, known)];
	});
	if (peeks.length < mark.peeks.length) return undefined;
	// Once no late mail can appear any more, the whole is as certain as if it had been listed.
	const at = mark.at > since + OVERLAP_MS ? now : mark.at;
	return { start: mark.start, at, peeks };
}

/** The mark, as long as it can be believed. */
function trustedMark(
	{ since, mark }: MailboxPosition,
	seen: Peek[],
	now: number,
): Mark | undefined {
	if (mark?.peeks.length !== seen.length) return undefined;
	return mark.at > since + OVERLAP_MS || now < mark.at + TRUST_MS ? mark : undefined;
}

/** The mark, confirmed by an unchanged peek. It changes only now and then, as n8n may store each change. */
export function confirm(mark: Mark, now: number): Mark {
	return now < mark.confirmed + TRUST_MS ? mark : { ...mark, confirmed: now };
}

/** The mark of a mailbox in which all that is listed was handled. */
export function markOf({ placesId, places, look }: Listing, start: number, now: number): Mark {
	// A late mail may hide in what was not listed: `at` stays the time of the last full listing.
	if (look) return { placesId, ...look, confirmed: look.at };
	const counted = places.map((mails) => mails.filter((mail) => listedAt(mail) >= start));
	const peeks = counted.map((mails) => peekAtAll(mails));
	return { placesId, start, at: now, confirmed: now, peeks };
}

/** The peek at a place with these mails. @param before How many mails it has that were received earlier. */
function peekAtAll(mails: ListedMail[], before = 0): Peek {
	const newest = Math.max(0, newestOf(mails));
	const latest = mails.filter((mail) => listedAt(mail) === newest).length;
	return { count: before + mails.length, newest, latest };
}
