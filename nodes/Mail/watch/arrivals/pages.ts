import { z } from 'zod';
import { recover } from '../../../shared/http/failures';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import { deferralShape, deferredTo, SEND_TIME_EXPAND } from '../../graph/deferral';
import { MAX_PAGE } from '../../graph/pages';
import { mailPath } from '../../graph/paths';
import type { ListOptions } from '../../graph/types';
import type { ListedMail } from '../mails/listedMail';
import { listedAt, SECOND_MS, wholeSeconds } from '../mails/listedMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import { readWhole, wholeQuestion } from '../mails/readMail';

/** The last second that has a year of four digits, in milliseconds since the epoch. */
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z');

/** A moment as Graph writes it. */
const moment = z.string().datetime({ offset: true });

/** A row of a list. */
export const row = z
	.object({
		id: z.string(),
		receivedDateTime: moment,
		lastModifiedDateTime: moment.nullish(),
		parentFolderId: z.string().nullish(),
		singleValueExtendedProperties: deferralShape.shape.singleValueExtendedProperties.catch(null),
	})
	.transform(
		({ id, receivedDateTime, lastModifiedDateTime, parentFolderId, ...sent }): ListedMail => ({
			id,
			received: Math.max(Date.parse(receivedDateTime), deferredTo(sent) ?? -Infinity),
			...(lastModifiedDateTime ? { listed: Date.parse(lastModifiedDateTime) } : {}),
			...(parentFolderId ? { folderId: parentFolderId } : {}),
		}),
	);

/** What an entry needs so that its mail can be asked for. */
const entry = z.object({ id: z.string() }).passthrough();

/**
 * Reads a place page by page, each page from the second in which the one before it ended. A link to the next page skips
 * a number of mails (fact: next-link): it would miss one for each that goes meanwhile. It is followed within one second,
 * and where mails come whole: there are so few of these that the count tells whether one is missing.
 */
export async function* pagesFrom(
	poll: MailboxPoll,
	path: string,
	start: number,
	withFolders: boolean,
	isWhole: boolean,
): AsyncGenerator<ListedMail[], void> {
	const fields = shown(poll, withFolders);
	const asked: ListOptions = isWhole ? wholeQuestion(poll, fields) : { query: fields };
	const { query: wanted, prefer, pageSize: $top = MAX_PAGE } = asked;
	const query = { ...listedFrom(poll, start), ...wanted, $top };
	// An unreadable entry must not count as looked at.
	const options = { query, prefer, needsEntries: true };
	const read = async (listed: z.output<typeof entry>) => {
		const whole = isWhole ? readWhole(listed) : undefined;
		return (await readRow(poll, listed)).map((mail) => ({ ...mail, whole }));
	};
	for await (const { entries, isLast } of poll.graph.pages(path, entry, options)) {
		const page = (await Promise.all(entries.map(read))).flat();
		yield page;
		const last = page.at(-1);
		if (last && !isLast && !isWhole && listedAt(last) >= start + SECOND_MS)
			return yield* pagesFrom(poll, path, listedAt(last), withFolders, isWhole);
	}
}

/**
 * Reads an entry of a list. Where that does not tell when the mail was received, the mail itself is asked. One that
 * cannot tell either is left out: it cannot be put in order, and is asked again as long as it is listed.
 */
async function readRow(poll: MailboxPoll, listed: z.output<typeof entry>): Promise<ListedMail[]> {
	const read = row.safeParse(listed);
	if (read.success) return [read.data];
	const query = shown(poll, true);
	const asked = poll.graph.get(mailPath`/messages/${listed.id}`, row, { query });
	return await asked.then(
		(mail) => [mail],
		recover(isOfTheThing, () => {
			poll.context.logger.warn('Mail Trigger: nothing tells when a mail was received');
			return [];
		}),
	);
}

/**
 * Filter and order of a list from a moment on, which is not before 1970, and not after what Graph can read. `$orderby`
 * needs its field first in the filter: https://learn.microsoft.com/graph/api/user-list-messages
 */
export function listedFrom({ places: { order } }: MailboxPoll, start: number) {
	const time = Math.min(Math.max(0, start), LAST_SECOND);
	return { $filter: `${order} ge ${wholeSeconds(time)}`, $orderby: order };
}

/** The fields that `row` reads. @param withFolder Makes the answer half as long again. */
export function shown({ places: { order } }: MailboxPoll, withFolder = false) {
	const names = new Set(['receivedDateTime', order, ...(withFolder ? ['parentFolderId'] : [])]);
	const $select = [...names].join(',');
	return order === 'receivedDateTime' ? { $select } : { $select, $expand: SEND_TIME_EXPAND };
}
