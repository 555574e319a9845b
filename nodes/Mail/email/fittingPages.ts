import { DateTime } from 'luxon';
import { undefinedOn } from '../../shared/http/failures';
import { MAX_PAGE } from '../graph/pages';
import type { Page } from '../graph/types';
import { PAGE_WITH_BODY } from './message';
import type { RawMessage } from './messageOutput';

/** Characters of bodies that a page should hold: n8n reads a page in one go, and is held by so many for some 25 ms. */
const PAGE_CHARACTERS = 2_500_000;
/** How many times as large the next page may be: the newest emails may be short, and those behind them long. */
const GROWTH = 4;

/** Graph could not make the page in time (fact: page-size). */
const TOO_SLOW = 504;

/** Where a list begins, or goes on. */
export interface From {
	/** Only emails that were received before it. */
	before?: DateTime;
	/** Emails a page. */
	size: number;
}

/**
 * A list, the newest first, in pages as large as its bodies allow. A link to the next page has to be followed as it
 * is (fact: next-link), so that for pages of another size the list is asked for anew, from the second of the last
 * email on: some come again. Where the provider cannot make a large page in time, it is asked for small ones.
 * @param size Emails of the first page.
 * @param most Emails to read, where all are meant; Infinity for all.
 */
export async function* fittingPages(
	open: (from: From) => AsyncGenerator<Page<RawMessage>, void>,
	size: number,
	most: number,
): AsyncGenerator<Page<RawMessage>, void> {
	const seen = new Set<string>();
	let from: From = { size };
	let pages = open(from);
	const goOn = (next: From) => {
		from = next;
		pages = open(next);
	};
	let largest = MAX_PAGE;
	for (;;) {
		const isLarge = from.size > PAGE_WITH_BODY;
		const page = await pages
			.next()
			.catch(undefinedOn(({ details }) => isLarge && details.httpCode === TOO_SLOW));
		if (!page) {
			largest = PAGE_WITH_BODY;
			goOn({ ...from, size: largest });
			continue;
		}
		if (page.done) return;
		const { entries, isLast } = page.value;
		yield page.value;
		if (isLast) return;
		for (const { message } of entries) seen.add(message.id);
		const before = afterLast(entries);
		const fitting = Math.min(largest, most - seen.size + 1, sizeAfter(entries, from.size));
		const next = Math.max(PAGE_WITH_BODY, fitting);
		// Where all emails of a page are of one second, only Graph's link goes on.
		const isFurther = before !== undefined && before.toMillis() !== from.before?.toMillis();
		if (isFurther && next !== from.size) goOn({ before, size: next });
	}
}

/** The first second that the list goes on before: emails of the last one's second may still come (fact: whole-seconds). */
function afterLast(entries: RawMessage[]): DateTime | undefined {
	const last = DateTime.fromISO(entries.at(-1)?.message.receivedDateTime ?? '', { zone: 'utc' });
	return last.isValid ? last.startOf('second').plus({ seconds: 1 }) : undefined;
}

/** How many emails the page after these may hold. */
function sizeAfter(entries: RawMessage[], size: number): number {
	const lengths = entries.map(({ message }) => message.body?.content?.length ?? 0);
	const characters = lengths.reduce((sum, length) => sum + length, 0);
	const fitting = Math.floor((PAGE_CHARACTERS * entries.length) / Math.max(characters, 1));
	return Math.min(fitting, GROWTH * size);
}
