import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { withRaw } from '../../../shared/provider/understand';
import { shortHash } from '../../../shared/text/shortHash';
import { resolveFolder } from '../../email/folders';
import { filterText } from '../../graph/odata';
import { MAX_PAGE } from '../../graph/pages';
import { mailPath } from '../../graph/paths';
import { providerTime } from '../../graph/providerTime';
import type { GraphClient } from '../../graph/types';
import { whereChosenIsMissing, whereMissing } from '../attempts';
import type { ListedMail } from '../mails/listedMail';
import { SECOND_MS, wholeSeconds } from '../mails/listedMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import { folderGone } from '../mails/places';
import { readWhole, wholeQuestion } from '../mails/readMail';

/** The most emails that a set may hold: all are listed when one joins, and each takes 12 bytes of the state. */
export const MAX_MEMBERS = 5_000;

/** How many emails a set holds, and which one is the newest. */
export interface SetLook {
	count: number;
	/** Short hash of its ID; empty for none. */
	newest: string;
}

export interface WatchedSet {
	/** Names the set: part of the scope. */
	of: string;
	path: string;
	/** For `$filter`. */
	filter: string;
	/** What its emails have in common, as people read it. */
	what: string;
}

/** `$orderby` needs its field first in the filter: https://learn.microsoft.com/graph/api/user-list-messages */
const ALL = 'receivedDateTime ge 1900-01-01T00:00:00Z';

/**
 * The set that an email joins when it is flagged, labelled or moved.
 * @throws InvalidInput when the label or the folder is not chosen, or there is no such folder.
 */
export async function watchedSet({ graph, settings }: MailboxPoll): Promise<WatchedSet> {
	const { event, label, folder } = settings;
	if (event === 'flagged') {
		return named('are flagged', mailPath`/messages`, `${ALL} and flag/flagStatus eq 'flagged'`);
	}
	if (event === 'labelAdded') {
		if (!label) throw new InvalidInput('is required', 'label');
		const anyOf = label.names.map((name) => `categories/any(c:c eq ${filterText(name)})`);
		return named('have the label', mailPath`/messages`, `${ALL} and (${anyOf.join(' or ')})`);
	}
	if (!folder) throw new InvalidInput('is required', 'folder');
	const id = await resolveFolder(graph, folder, 'folder');
	return named('are in the folder', mailPath`/mailFolders/${id}/messages`, ALL);
}

function named(what: string, path: string, filter: string): WatchedSet {
	return { of: shortHash(`${path}\n${filter}`), path, filter, what };
}

const listedMail = z
	.object({ id: z.string(), receivedDateTime: z.string().datetime({ offset: true }) })
	.transform(({ id, receivedDateTime }): ListedMail => ({
		id,
		received: Date.parse(receivedDateTime),
	}));

const wholeMail = withRaw(listedMail).transform(({ raw, used }): ListedMail => ({
	...used,
	whole: readWhole(raw),
}));

const firstOfSet = z.object({
	/** A count below zero is none (fact: count-filtered). */
	'@odata.count': z.number().min(0),
	value: z.array(z.object({ id: z.string() })),
});

/** Counts a set in one small request; also returns the provider's time. No `look` where the provider does not count. */
export async function lookAt(
	{ graph, settings, places }: MailboxPoll,
	{ path, filter }: WatchedSet,
): Promise<{ look?: SetLook; now: number }> {
	const { headers, body } = await graph
		.request({ method: 'GET', path, query: { ...newestFirst(filter), $top: 1, $count: true } })
		.catch(
			settings.event === 'moved'
				? whereChosenIsMissing('folder')
				: whereMissing(() => folderGone(places)),
		);
	const now = providerTime([{ headers }]);
	const first = firstOfSet.safeParse(body).data;
	if (!first) return { now };
	const { '@odata.count': count, value } = first;
	return { look: { count, newest: value[0] ? shortHash(value[0].id) : '' }, now };
}

/**
 * All emails of a set, oldest first.
 * @throws InvalidInput when it holds more than can be watched.
 */
export async function listSet({ graph }: MailboxPoll, set: WatchedSet): Promise<ListedMail[]> {
	const mails = new Map<string, ListedMail>();
	for await (const page of pagesOf(graph, set)) {
		for (const mail of page) mails.set(mail.id, mail);
		if (mails.size > MAX_MEMBERS) throw tooMany(set);
	}
	return [...mails.values()].reverse();
}

/**
 * Reads a set page by page, newest first. Each page begins where the one before it ended. A link to the next page
 * skips a number of emails (fact: next-link): it would miss one for each that leaves the set meanwhile. A link is
 * followed only where a page ends in the second in which it began.
 * @param before In milliseconds since the epoch.
 */
async function* pagesOf(
	graph: GraphClient,
	set: WatchedSet,
	before = Infinity,
): AsyncGenerator<ListedMail[], void> {
	const older = before < Infinity ? [`receivedDateTime lt ${wholeSeconds(before)}`] : [];
	const query = { ...newestFirst([...older, set.filter].join(' and ')), $top: MAX_PAGE };
	const options = { query, needsEntries: true };
	for await (const { entries, isLast } of graph.pages(set.path, listedMail, options)) {
		yield entries;
		const next = (entries.at(-1)?.received ?? Infinity) + SECOND_MS;
		if (!isLast && next < before) return yield* pagesOf(graph, set, next);
	}
}

function tooMany({ what }: WatchedSet): InvalidInput {
	return new InvalidInput(
		`more than ${MAX_MEMBERS} emails ${what}, which are too many to watch`,
		'event',
		'Choose another label or folder, or have old emails unflagged, relabelled or moved away.',
	);
}

/**
 * The emails of a set that were changed from a moment on, whole; undefined where they are too many. Those that joined
 * it are among them, if joining moved their stamps (fact: message-stamp).
 * @param from In milliseconds since the epoch.
 * @param most The most that are not too many.
 */
export async function listChanged(
	poll: MailboxPoll,
	{ path, filter }: WatchedSet,
	from: number,
	most: number,
): Promise<ListedMail[] | undefined> {
	const { query, ...asked } = wholeQuestion(poll, { $select: 'receivedDateTime' });
	const $filter = `lastModifiedDateTime ge ${wholeSeconds(from)} and ${filter}`;
	const { items, complete } = await poll.graph.collect(path, wholeMail, {
		...asked,
		query: { ...query, $filter, $orderby: 'lastModifiedDateTime' },
		limit: most,
		needsEntries: true,
	});
	return complete ? items.sort((a, b) => a.received - b.received) : undefined;
}

function newestFirst(filter: string) {
	return { $filter: filter, $orderby: 'receivedDateTime desc', $select: 'receivedDateTime' };
}
