import { recover } from '../../shared/http/failures';
import { mapWithPauses } from '../../shared/http/pauses';
import { isFirstTime } from '../../shared/provider/firstTime';
import { toImmutableIds } from '../graph/exchangeIds';
import { isTooComplex } from '../graph/failure';
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
	isTested,
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
	/** How many have a text that Graph cannot read: they come without it, or were not searched by it. */
	damaged: number;
	/** True when a search stopped at Graph's maximum of results: more mails may match. */
	searchEnded?: boolean;
}

interface FindOptions {
	/** ID or well-known name; the whole mailbox when left out. */
	folder?: string;
	/** Folders whose mails are left out. */
	without?: SideFolders;
	/** For a search only: Graph takes no filter beside it. */
	unreadOnly?: boolean;
	/** Everything when left out. */
	limit?: number;
	query: NonNullable<GraphOptions['query']>;
	prefer: string[];
	/** Reads each mail for the output, while the next page is fetched. */
	read?: (mail: RawMessage) => Promise<RawMessage>;
	/** Made by `createPauses`: long texts do not hold n8n up. */
	pause: () => Promise<void>;
}

/** Results of a search end here: https://learn.microsoft.com/graph/search-query-parameter */
const MAX_SEARCH_RESULTS = 1_000;
/** Mails asked for in excess where this package drops some: a few dropped ones then cost no further page. */
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
	const { messages, complete, seen } = await firstMatching(pages, {
		...reading,
		limit,
		pageSize: $top,
		isExact: !without && !unreadOnly,
		select,
	});
	const mutable = messages.map(({ message }) => message.id);
	const ids = await toImmutableIds(graph, mutable);
	const translated = messages.map((mail) => {
		const { raw, message } = strip(mail);
		const id = ids.get(message.id) ?? message.id;
		return { raw: { ...raw, id }, message: { ...message, id } };
	});
	const searchEnded = complete && seen >= MAX_SEARCH_RESULTS;
	return {
		messages: translated.sort(newestFirst),
		complete: complete && !searchEnded,
		damaged: countDamaged(damaged, messages),
		searchEnded,
	};
}

/** Mails that meet typed conditions, newest first. This package tests the conditions that Graph cannot filter by. */
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
		const matches = toTest(conditions, await leftOut());
		const messages = mails.map(({ message }) => message);
		const toText = async (message: Message) => await withTextBody(message, pause);
		const texts = readsText ? await mapWithPauses(messages, toText, pause) : messages;
		return mails.filter((_, index) => texts[index] && matches(texts[index]));
	};
	const { needs, strip } = withNeeded(query, neededFor(conditions, without !== undefined));
	const damaged = new Set<string>();
	const open = (options: GraphOptions) => {
		const asked = { ...options, prefer: readsText ? bodyPreference('text') : prefer };
		return mailPages(graph, path, rawMessage, asked, damaged);
	};
	const find = async () => {
		// Perhaps none of the mails that Graph finds has the words or the recipient: ask for full pages.
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
		const isExact = !isTested(conditions);
		return await firstMatching(pages, { ...reading, select, limit, pageSize, isExact });
	};
	// Graph refuses some filters together with an order: read all that match, and sort here.
	const findUnordered = async () => {
		const $filter = toFilter(conditions, await leftOut());
		const query = { ...needs, $filter, $top: pageFor(needs, Infinity) };
		const all = await gather(open({ readsAll: true, query }));
		const messages = (await select(onceEach(all))).sort(newestFirst);
		return { messages: messages.slice(0, limit), complete: messages.length <= limit };
	};
	const { messages, complete } = await find().catch(recover(isTooComplex, findUnordered));
	return {
		messages: messages.map(strip),
		complete,
		damaged: readsText ? damaged.size : countDamaged(damaged, messages),
	};
}

/**
 * The pages of a list without the mails of some folders. Their IDs are read at the same time, so that the list begins
 * with a guess. A first page that left out none of the other folders is kept; after a wrong guess the list begins anew.
 */
async function* pagesWithout(
	open: (folders: string[]) => AsyncGenerator<Page<RawMessage>, void>,
	{ guess, folders }: SideFolders,
): AsyncGenerator<Page<RawMessage>, void> {
	const guessed = open(guess);
	const first = await guessed.next();
	const actual = await folders;
	const leftOutNoOther = guess.every((id) => actual.includes(id));
	const isExact = leftOutNoOther && actual.length === guess.length;
	if (leftOutNoOther && !first.done) yield first.value;
	if (isExact) return yield* guessed;
	if (leftOutNoOther && first.value?.isLast) return;
	yield* open(actual);
}

interface Wanted extends Pick<FindOptions, 'read' | 'pause'> {
	limit: number;
	/** Mails asked for in a page. */
	pageSize: number;
	/** Whether Graph alone selects, but for a few folders. */
	isExact: boolean;
	/** Picks the mails of a page that match. */
	select: (mails: RawMessage[]) => RawMessage[] | Promise<RawMessage[]>;
}

/**
 * The mails whose IDs are not in `known`, which gets them. A mail comes twice where arriving mail moved it into the next
 * page, as Graph counts pages by position. It also does where the list began anew.
 */
function onceEach(mails: RawMessage[], known = new Set<string>()): RawMessage[] {
	return mails.filter(({ message }) => isFirstTime(message.id, known));
}

/** The first mails that match, up to a limit, and how many were looked at. */
async function firstMatching(
	pages: AsyncGenerator<Page<RawMessage>, void>,
	{ select, limit, pageSize, isExact, read, pause }: Wanted,
): Promise<Pick<Found, 'messages' | 'complete'> & { seen: number }> {
	const messages: RawMessage[] = [];
	const known = new Set<string>();
	let seen = 0;
	for (let page = await pages.next(); !page.done;) {
		const { entries, isLast } = page.value;
		seen += entries.length;
		const matching = await select(onceEach(entries, known));
		const count = messages.length + matching.length;
		// Where every mail matched so far, the page after a full one has more of what Graph selects: it need not be read.
		const isFull = isExact && entries.length === pageSize && !isLast;
		const isEnough = count > limit || (count === limit && known.size === limit && isFull);
		const wanted = matching.slice(0, limit - messages.length);
		const [next, finished] = await Promise.all([
			isEnough ? undefined : pages.next(),
			read ? mapWithPauses(wanted, read, pause) : wanted,
		]);
		messages.push(...finished);
		if (!next) return { messages, complete: false, seen };
		page = next;
	}
	return { messages, complete: true, seen };
}

/**
 * How many mails to ask for in a page: one more than wanted shows whether there are more.
 * @param leavesOut Whether this package drops some mails of a page.
 */
function pageFor(query: FindOptions['query'], limit: number, leavesOut = false): number {
	return Math.min(limit + (leavesOut ? SPARE : 1), largestPage(query, MAX_SEARCH_RESULTS));
}

function newestFirst(one: RawMessage, other: RawMessage): number {
	const received = ({ message }: RawMessage) => Date.parse(message.receivedDateTime ?? '') || 0;
	return received(other) - received(one);
}
