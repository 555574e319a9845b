import { mapWithPauses } from '../../shared/html/pauses';
import { recover } from '../../shared/http/failures';
import { toImmutableIds } from '../graph/exchangeIds';
import { searchText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient, GraphOptions } from '../graph/types';
import type { Message } from './message';
import { bodyPreference, largestPage, withTextBody } from './message';
import type { MessageConditions } from './messageConditions';
import {
	isRare,
	liesElsewhere,
	MAX_FILTERED_FOLDERS,
	neededFor,
	toFilter,
	toTest,
} from './messageConditions';
import type { RawMessage } from './messageOutput';
import { rawMessage, withNeeded } from './messageOutput';

export interface Found {
	messages: RawMessage[];
	/** False when there are more than were asked for. */
	complete: boolean;
	/** True when a search ended at the most it can find: there may be more that it never shows. */
	searchEnded?: boolean;
}

interface FindOptions {
	/** ID or well-known name; the whole mailbox when left out. */
	folder?: string;
	/** IDs of folders whose mails are left out. */
	without?: string[];
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
/** Least mails a page where some are left out here, so that a few in a row do not cost a page each. */
const MIN_PAGE = 25;

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
	{ folder, without = [], limit = Infinity, query, prefer, ...reading }: FindOptions,
): Promise<Found> {
	const liesThere = liesElsewhere(without);
	const { needs, strip } = withNeeded(query, without.length > 0 ? ['parentFolderId'] : []);
	const { messages, complete, seen } = await firstMeeting(
		graph,
		messagesPath(folder),
		{
			pageSize: pageFor(needs, limit, without.length > 0),
			query: { ...needs, $search: searchText(text) },
			prefer,
			mutableIds: true,
		},
		{
			...reading,
			limit,
			select: (mails) => mails.filter(({ message }) => liesThere(message)),
		},
	);
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
	return { messages: found.sort(newestFirst), complete: complete && !searchEnded, searchEnded };
}

/** Mails that meet typed conditions, newest first; what Graph cannot filter is compared here. */
export async function filterMessages(
	graph: GraphClient,
	conditions: MessageConditions,
	{ folder, without = [], limit = Infinity, query, prefer, ...reading }: FindOptions,
): Promise<Found> {
	const path = messagesPath(folder);
	const meets = toTest(conditions, without);
	const { pause } = reading;
	const select = async (mails: RawMessage[]) => {
		const messages = mails.map(({ message }) => message);
		const toText = async (message: Message) => await withTextBody(message, pause);
		const needsText = conditions.bodyWords !== undefined;
		const texts = needsText ? await mapWithPauses(messages, toText, pause) : messages;
		return mails.filter((_, index) => texts[index] && meets(texts[index]));
	};
	const { needs, strip } = withNeeded(query, neededFor(conditions, without));
	const options = { prefer: conditions.bodyWords === undefined ? prefer : withBody(prefer) };
	const $filter = toFilter(conditions, without);
	const find = async (): Promise<Found> => {
		// Of a domain's mails nearly all are meant, of others perhaps none.
		const most = isRare(conditions) ? Infinity : limit;
		const pageSize = pageFor(needs, most, without.length > MAX_FILTERED_FOLDERS);
		const ordered = { ...needs, $filter, $orderby: 'receivedDateTime desc' };
		const paged = { ...options, pageSize, query: ordered };
		return await firstMeeting(graph, path, paged, { ...reading, select, limit });
	};
	// Graph refuses some filters together with an order: read all that match, and sort here.
	const findUnordered = async (): Promise<Found> => {
		const all = await graph.list(path, rawMessage, {
			...options,
			pageSize: pageFor(needs, Infinity),
			query: { ...needs, $filter },
		});
		const messages = (await select(all)).sort(newestFirst);
		return { messages: messages.slice(0, limit), complete: messages.length <= limit };
	};
	const { messages, complete } = await find().catch(
		recover(({ details }) => details.providerCode === 'InefficientFilter', findUnordered),
	);
	return { messages: messages.map(strip), complete };
}

interface Wanted extends Pick<FindOptions, 'read' | 'pause'> {
	limit: number;
	/** Those of a page that are meant. */
	select: (mails: RawMessage[]) => RawMessage[] | Promise<RawMessage[]>;
}

/** The first mails that are meant, up to a limit, and how many were looked at. */
async function firstMeeting(
	graph: GraphClient,
	path: string,
	{ pageSize, query, ...rest }: GraphOptions & { pageSize: number },
	{ select, limit, read, pause }: Wanted,
): Promise<Found & { seen: number }> {
	const messages: RawMessage[] = [];
	let seen = 0;
	const pages = graph.pages(path, rawMessage, { ...rest, query: { ...query, $top: pageSize } });
	for (let page = await pages.next(); !page.done;) {
		const { entries, isLast } = page.value;
		seen += entries.length;
		const met = await select(entries);
		const count = messages.length + met.length;
		// Where nothing was left out, a page after a full one holds more of the same: it need not be read.
		const isFull = entries.length === pageSize && !isLast;
		const isEnough = count > limit || (count === limit && seen === limit && isFull);
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

function withBody(prefer: string[]): string[] {
	return prefer.some((one) => one.startsWith('outlook.body-content-type'))
		? prefer
		: [...prefer, ...bodyPreference('text')];
}

/**
 * Mails a page: one more than wanted tells whether there is more.
 * @param leavesOut Some of a page are not wanted.
 */
function pageFor(query: FindOptions['query'], limit: number, leavesOut = false): number {
	const wanted = Math.max(limit + 1, leavesOut ? MIN_PAGE : 1);
	return Math.min(wanted, largestPage(query, MAX_SEARCH_RESULTS));
}

function newestFirst(one: RawMessage, other: RawMessage): number {
	const received = ({ message }: RawMessage) => Date.parse(message.receivedDateTime ?? '') || 0;
	return received(other) - received(one);
}
