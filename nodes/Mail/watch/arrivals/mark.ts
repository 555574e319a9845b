import type { ListedMail } from '../mails/listedMail';
import { listedAt } from '../mails/listedMail';
import type { MailboxPosition, Mark, Peek } from './position';
import type { Listing, PlacesLook } from './window';
import { newestOf, OVERLAP_MS } from './window';

/**
 * How long an unchanged look of the mailbox is believed while late mail may still appear, in
 * milliseconds: one mail that appears just when another one is deleted for good leaves the look
 * unchanged, and must not wait for the next mail.
 */
const TRUST_MS = OVERLAP_MS / 2;

/** Times of mails are shown in whole seconds (fact: whole-seconds). */
const SECOND_MS = 1_000;

/** True while the mailbox, from the mark's start on, looks as it did when everything was handled. */
export function looksUnchanged(position: MailboxPosition, seen: Peek[], now: number): boolean {
	return (
		trustedMark(position, seen, now)?.peeks.every(
			({ count, newest }, index) => count === seen[index]?.count && newest === seen[index]?.newest,
		) ?? false
	);
}

/** What is to be listed of the places, where all that they held before is as it was. */
interface Rest {
	/** From when on, one for each place, in milliseconds since the epoch. */
	starts: number[];
	/** Without the newest mails that were handled: what came in the same second later is missing. */
	isAfter: boolean;
}

/**
 * What to list, the cheapest first; nothing where everything has to be listed.
 * @param few How many mails more are few.
 */
export function restsOf(position: MailboxPosition, seen: Peek[], now: number, few: number): Rest[] {
	const mark = trustedMark(position, seen, now);
	// Where nothing is counted (fact: count-filtered), nothing tells what is as it was.
	if (!mark || seen.some(({ count }) => count < 0)) return [];
	const startsAfter = (ms: number) =>
		mark.peeks.map(({ newest }) => Math.max(newest + ms, mark.start));
	const more = mark.peeks.map(({ count }, place) => (seen[place]?.count ?? NaN) - count);
	const sum = more.reduce((all, one) => all + one, 0);
	const isFew = more.every((one) => one >= 0) && sum > 0 && sum <= few;
	return [
		...(isFew ? [{ starts: startsAfter(SECOND_MS), isAfter: true }] : []),
		{ starts: startsAfter(0), isAfter: false },
	];
}

/**
 * How the places look after what is new in them was listed.
 * @param seen how they looked just before.
 * @param rest what each holds from the newest mail on that was handled, or after it.
 * @returns undefined where mail came, or went, that is not in the rest: everything has to be listed.
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
	// Where no late mail can appear any more, all of it is as certain as if it had been listed.
	const at = mark.at > since + OVERLAP_MS ? now : mark.at;
	return { start: mark.start, at, peeks };
}

/** The mark, while what it says can be believed. */
function trustedMark(
	{ since, mark }: MailboxPosition,
	seen: Peek[],
	now: number,
): Mark | undefined {
	if (mark?.peeks.length !== seen.length) return undefined;
	return mark.at > since + OVERLAP_MS || now < mark.at + TRUST_MS ? mark : undefined;
}

/** The mark of a mailbox that still looks so. It changes now and then only: n8n may store each change. */
export function confirm(mark: Mark, now: number): Mark {
	return now < mark.confirmed + TRUST_MS ? mark : { ...mark, confirmed: now };
}

/** The mark of a mailbox in which all that is listed was handled. */
export function markOf({ placesId, places, look }: Listing, start: number, now: number): Mark {
	// What was not listed may hide a late mail, until a look is sure of all.
	if (look) return { placesId, ...look, confirmed: look.at };
	const counted = places.map((mails) => mails.filter((mail) => listedAt(mail) >= start));
	const peeks = counted.map((mails) => peekAtAll(mails));
	return { placesId, start, at: now, confirmed: now, peeks };
}

/** @param before mails of the place that were received earlier than all of these. */
function peekAtAll(mails: ListedMail[], before = 0): Peek {
	const newest = Math.max(0, newestOf(mails));
	const latest = mails.filter((mail) => listedAt(mail) === newest).length;
	return { count: before + mails.length, newest, latest };
}
