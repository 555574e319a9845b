import { mapWithPauses } from '../../shared/html/pauses';
import { recover } from '../../shared/http/failures';
import { toImmutableIds } from '../graph/exchangeIds';
import { searchText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient, GraphOptions, Page } from '../graph/types';
import type { SideFolders } from './besideList';
import type { From } from './fittingPages';
import { fittingPages } from './fittingPages';
import { countDamaged, gather, mailPages } from './mailPages';
import type { Message } from './message';
import { bodyPreference, largestPage, PAGE_WITH_BODY, withTextBody } from './message';
import type { MessageConditions } from './messageConditions';
import {
	liesElsewhere,
	MAX_FILTERED_FOLDERS,
	neededFor,
	toFilter,
	toTest,
} from './messageConditions';
import type { RawMessage } from './messageOutput';
import { rawMessage, withNeeded } from './messageOutput';
import { withKnownSigns } from './searchSyntax';

export interface Found {
	messages: RawMessage[];
	/** False when there are more than were asked for. */
	complete: boolean;
	/** How many of them come without their text, or were not looked into, as it cannot be read. */
	damaged: number;
	/** True when a search ended at the most it can find: there may be more that it never shows. */
	searchEnded?: boolean;
}

interface FindOptions {
	/** ID or well-known name; the whole mailbox when left out. */
	folder?: string;
	without?: SideFolders;
	/** Of a search: Graph cannot filter it. */
	unreadOnly?: boolean;
	/** Everything when left out. */
	limit?: number;
	query: NonNullable<GraphOptions['query']>;
	prefer: string[];
	/** Reads each mail for the output, while the next page is fetched. */
	read?: (mail: RawMessage) => Promise<RawMessage>;
	/** What reading waits for now and then. */
	pause: () => Promise<void>;
}

/** Results of a search end here: https://learn.microsoft.com/graph/search-query-parameter */
const MAX_SEARCH_RESULTS = 1_000;
/** Mails a page more where some are left out here, so that a few in a row do not cost a page each. */
const SPARE = 25;

function messagesPath(folder: string | undefined): string {
	return folder === undefined ? mailPath`/messages` : mailPath`/mailFolders/${folder}/messages`;
}

/**
 * Mails by the provider's own search, newest first. At most 1,000 exist in a search. Their IDs are
 * translated, since a search cannot return immutable ones.
 */
export async function searchMessages(
	graph: GraphClient,
	text: string,
	{ folder, without, unreadOnly, limit = Infinity, query, prefer, ...reading }: FindOptions,
): Promise<Found> {
	const { needs, strip } = withNeeded(query, [
		...(without ? ['parentFolderId'] : []),
		...(unreadOnly ? ['isRead'] : []),
	]);
	const $top = pageFor(needs, unreadOnly ? Infinity : limit, without !== undefined);
	const asked = {
		query: { ...needs, $search: searchText(withKnownSigns(text)), $top },
		prefer,
		mutableIds: true,
	};
	const damaged = new Set<string>();
	const pages = mailPages(graph, messagesPath(folder), rawMessage, asked, damaged);
	const select = async (mails: RawMessage[]) => {
		const liesThere = liesElsewhere((await without?.folders) ?? []);
		return mails.filter(({ message }) => liesThere(message) && !(unreadOnly && message.isRead));
	};
	const { messages, complete, seen } = await firstMeeting(pages, {
		...reading,
		limit,
		pageSize: $top,
		select,
	});
	const ids = await toImmutableIds(
		graph,
		messages.map(({ message }) => message.id),
	);
	const found = messages.map((one) => {
		const { raw, message } = strip(one);
		const id = ids.get(message.id) ?? message.id;
		return { raw: { ...raw, id }, message: { ...message, id } };
	});
	const searchEnded = complete && seen >= MAX_SEARCH_RESULTS;
	return {
		messages: found.sort(newestFirst),
		complete: complete && !searchEnded,
		damaged: countDamaged(damaged, messages),
		searchEnded,
	};
}

/** Mails that meet typed conditions, newest first; what Graph cannot filter is compared here. */
export async function filterMessages(
	graph: GraphClient,
	conditions: MessageConditions,
	{ folder, without, limit = Infinity, query, prefer, ...reading }: FindOptions,
): Promise<Found> {
	const path = messagesPath(folder);
	const { pause } = reading;
	const readsText = conditions.bodyWords !== undefined;
	const leftOut = async () => (await without?.folders) ?? [];
	const select = async (mails: RawMessage[]) => {
		const meets = toTest(conditions, await leftOut());
		const messages = mails.map(({ message }) => message);
		const toText = async (message: Message) => await withTextBody(message, pause);
		const texts = readsText ? await mapWithPauses(messages, toText, pause) : messages;
		return mails.filter((_, index) => texts[index] && meets(texts[index]));
	};
	const { needs, strip } = withNeeded(query, neededFor(conditions, without !== undefined));
	const damaged = new Set<string>();
	const open = (options: GraphOptions) => {
		const asked = { ...options, prefer: readsText ? bodyPreference('text') : prefer };
		return mailPages(graph, path, rawMessage, asked, damaged);
	};
	const find = async () => {
		// Of a domain's mails nearly all are meant, of others perhaps none.
		const most = readsText || conditions.to !== undefined ? Infinity : limit;
		const guess = without?.guess ?? [];
		const isFiltered = !without || (guess.length > 0 && guess.length <= MAX_FILTERED_FOLDERS);
		const pageSize = pageFor(needs, most, !isFiltered);
		const openFrom = (folders: string[], { before, size }: From) =>
			open({
				readsAll: limit === Infinity && pageSize > PAGE_WITH_BODY,
				query: {
					...needs,
					$filter: toFilter(conditions, folders, before),
					$orderby: 'receivedDateTime desc',
					$top: size,
				},
			});
		const list = (folders: string[]) =>
			fittingPages((from) => openFrom(folders, from), pageSize, most + 1);
		const pages = without ? pagesWithout(list, without) : list([]);
		return await firstMeeting(pages, { ...reading, select, limit, pageSize });
	};
	// Graph refuses some filters together with an order: read all that match, and sort here.
	const findUnordered = async () => {
		const $filter = toFilter(conditions, await leftOut());
		const query = { ...needs, $filter, $top: pageFor(needs, Infinity) };
		const all = await gather(open({ readsAll: true, query }));
		const messages = (await select(onceEach(all))).sort(newestFirst);
		return { messages: messages.slice(0, limit), complete: messages.length <= limit };
	};
	const { messages, complete } = await find().catch(
		recover(({ details }) => details.providerCode === 'InefficientFilter', findUnordered),
	);
	return {
		messages: messages.map(strip),
		complete,
		damaged: readsText ? damaged.size : countDamaged(damaged, messages),
	};
}

/**
 * The pages of a list that leaves out folders which are only told beside it. Where they are others than guessed,
 * the first page is of use as far as nothing was left out that is meant; then the list begins anew.
 */
async function* pagesWithout(
	open: (folders: string[]) => AsyncGenerator<Page<RawMessage>, void>,
	{ guess, folders }: SideFolders,
): AsyncGenerator<Page<RawMessage>, void> {
	const guessed = open(guess);
	const first = await guessed.next();
	const found = await folders;
	const isSound = guess.every((id) => found.includes(id));
	const isRight = isSound && found.length === guess.length;
	if (isSound && !first.done) yield first.value;
	if (isRight) return yield* guessed;
	if (isSound && first.value?.isLast) return;
	yield* open(found);
}

interface Wanted extends Pick<FindOptions, 'read' | 'pause'> {
	limit: number;
	/** Mails asked for in a page. */
	pageSize: number;
	/** Those of a page that are meant. */
	select: (mails: RawMessage[]) => RawMessage[] | Promise<RawMessage[]>;
}

/**
 * Those of the mails that did not come before. Pages go by position, so that mail that arrives meanwhile moves others
 * into the next page; and a list that begins anew has some again.
 */
function onceEach(mails: RawMessage[], known = new Set<string>()): RawMessage[] {
	return mails.filter(({ message: { id } }) => {
		const isNew = !known.has(id);
		known.add(id);
		return isNew;
	});
}

/** The first mails that are meant, up to a limit, and how many were looked at. */
async function firstMeeting(
	pages: AsyncGenerator<Page<RawMessage>, void>,
	{ select, limit, pageSize, read, pause }: Wanted,
): Promise<Pick<Found, 'messages' | 'complete'> & { seen: number }> {
	const messages: RawMessage[] = [];
	const known = new Set<string>();
	let seen = 0;
	for (let page = await pages.next(); !page.done;) {
		const { entries, isLast } = page.value;
		seen += entries.length;
		const met = await select(onceEach(entries, known));
		const count = messages.length + met.length;
		// Where nothing was left out, a page after a full one holds more of the same: it need not be read.
		const isFull = entries.length === pageSize && !isLast;
		const isEnough = count > limit || (count === limit && known.size === limit && isFull);
		const wanted = met.slice(0, limit - messages.length);
		const [next, meant] = await Promise.all([
			isEnough ? undefined : pages.next(),
			read ? mapWithPauses(wanted, read, pause) : wanted,
		]);
		messages.push(...meant);
		if (!next) return { messages, complete: false, seen };
		page = next;
	}
	return { messages, complete: true, seen };
}

/**
 * Mails a page: one more than wanted tells whether there is more.
 * @param leavesOut Some of a page are not wanted.
 */
function pageFor(query: FindOptions['query'], limit: number, leavesOut = false): number {
	return Math.min(limit + (leavesOut ? SPARE : 1), largestPage(query, MAX_SEARCH_RESULTS));
}

function newestFirst(one: RawMessage, other: RawMessage): number {
	const received = ({ message }: RawMessage) => Date.parse(message.receivedDateTime ?? '') || 0;
	return received(other) - received(one);
}
