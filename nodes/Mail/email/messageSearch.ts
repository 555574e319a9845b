import type { DateTime } from 'luxon';
import { recover } from '../../shared/failures';
import { toImmutableIds } from '../graph/exchangeIds';
import { filterText, searchText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient, GraphOptions } from '../graph/types';
import type { Message } from './message';
import { bodyOf, bodyPreference } from './message';
import type { RawMessage } from './messageOutput';
import { rawMessage } from './messageOutput';

/** Typed conditions on a mail; all of them have to hold. */
export interface MessageConditions {
	/** An address, a domain such as `@contoso.com`, or a part of the name. */
	from?: string;
	/** An address, a domain, or a part of a name among To and Cc. */
	to?: string;
	/** A part of the subject. */
	subject?: string;
	/** Words that all stand in the body. */
	bodyWords?: string;
	receivedAfter?: DateTime;
	receivedBefore?: DateTime;
	isRead?: boolean;
	hasAttachments?: boolean;
	importance?: string;
	label?: string;
	conversationId?: string;
}

export interface Found {
	messages: RawMessage[];
	/** False when there are more than were asked for. */
	complete: boolean;
}

interface FindOptions {
	/** ID or well-known name; the whole mailbox when left out. */
	folder?: string;
	/** Everything when left out. */
	limit?: number;
	query: NonNullable<GraphOptions['query']>;
	prefer: string[];
}

/** Results of a search end here: https://learn.microsoft.com/graph/search-query-parameter */
export const MAX_SEARCH_RESULTS = 1_000;
/** Mails a page where bodies are read too: Graph answers 504 to large pages with bodies. */
const PAGE_WITH_BODY = 100;

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
	{ folder, limit, query, prefer }: FindOptions,
): Promise<Found> {
	const { items, complete } = await graph.collect(messagesPath(folder), rawMessage, {
		limit: Math.min(limit ?? MAX_SEARCH_RESULTS, MAX_SEARCH_RESULTS),
		pageSize: pageSizeFor(query),
		query: { ...query, $search: searchText(text) },
		prefer,
		mutableIds: true,
	});
	const ids = await toImmutableIds(
		graph,
		items.map(({ message }) => message.id),
	);
	const messages = items.map(({ raw, message }) => {
		const id = ids.get(message.id) ?? message.id;
		return { raw: { ...raw, id }, message: { ...message, id } };
	});
	return {
		messages: messages.sort(newestFirst),
		complete: complete && messages.length < MAX_SEARCH_RESULTS,
	};
}

/** Mails that meet typed conditions, newest first; what Graph cannot filter is compared here. */
export async function filterMessages(
	graph: GraphClient,
	conditions: MessageConditions,
	{ folder, limit, query, prefer }: FindOptions,
): Promise<Found> {
	const path = messagesPath(folder);
	const meets = localCondition(conditions);
	const added = missingFields(query, conditions);
	const $select = added.length > 0 ? [query.$select, ...added].join(',') : query.$select;
	const needs = { ...query, $select };
	const options = {
		prefer: conditions.bodyWords === undefined ? prefer : withText(prefer),
		pageSize: pageSizeFor(needs),
	};
	const $filter = toFilter(conditions);
	const ordered = { ...needs, $filter, $orderby: 'receivedDateTime desc' };
	const find = async (): Promise<Found> => {
		if (meets) {
			// Of a domain's mails nearly all are meant, of others perhaps none.
			const most = isRare(conditions) || limit === undefined ? Infinity : limit + 1;
			const pageSize = Math.min(options.pageSize, most);
			const paged = { ...options, pageSize, query: ordered };
			return await firstMeeting(graph, path, paged, meets, limit);
		}
		const { items, complete } = await graph.collect(path, rawMessage, {
			...options,
			limit,
			query: ordered,
		});
		return { messages: items, complete };
	};
	// Graph refuses some filters together with an order: read all that match, and sort here.
	const findUnordered = async (): Promise<Found> => {
		const all = await graph.list(path, rawMessage, { ...options, query: { ...needs, $filter } });
		const messages = (meets ? all.filter(({ message }) => meets(message)) : all).sort(newestFirst);
		return { messages: messages.slice(0, limit), complete: messages.length <= (limit ?? Infinity) };
	};
	const found = await find().catch(
		recover(({ details }) => details.providerCode === 'InefficientFilter', findUnordered),
	);
	const messages = found.messages.map(({ raw, message }) => {
		const kept = Object.entries(raw).filter(([name]) => !added.includes(name));
		return { raw: Object.fromEntries(kept), message };
	});
	return { ...found, messages };
}

async function firstMeeting(
	graph: GraphClient,
	path: string,
	options: GraphOptions & { pageSize: number },
	meets: (message: Message) => boolean,
	limit = Infinity,
): Promise<Found> {
	const messages: RawMessage[] = [];
	const { pageSize, query, ...rest } = options;
	const paged = { ...rest, query: { ...query, $top: pageSize } };
	for await (const page of graph.pages(path, rawMessage, paged)) {
		messages.push(...page.filter(({ message }) => meets(message)));
		if (messages.length > limit) return { messages: messages.slice(0, limit), complete: false };
	}
	return { messages, complete: true };
}

/**
 * The conditions as a filter. The sort property comes first, as Graph demands:
 * https://learn.microsoft.com/graph/api/user-list-messages (InefficientFilter)
 */
function toFilter(conditions: MessageConditions): string {
	const { from, subject, receivedAfter, receivedBefore, isRead, hasAttachments, importance } =
		conditions;
	const { label, conversationId } = conditions;
	const after = receivedAfter?.toUTC().toISO() ?? '1900-01-01T00:00:00Z';
	const clauses = [
		`receivedDateTime ge ${after}`,
		receivedBefore && `receivedDateTime lt ${receivedBefore.toUTC().toISO()}`,
		from && fromClause(from),
		subject && `contains(subject,${filterText(subject)})`,
		isRead !== undefined && `isRead eq ${isRead}`,
		hasAttachments !== undefined && `hasAttachments eq ${hasAttachments}`,
		importance && `importance eq ${filterText(importance)}`,
		label && `categories/any(c:c eq ${filterText(label)})`,
		conversationId && `conversationId eq ${filterText(conversationId)}`,
	];
	return clauses.filter((clause) => clause).join(' and ');
}

function fromClause(from: string): string {
	if (/^[^@\s]+@[^@\s]+$/.test(from)) return `from/emailAddress/address eq ${filterText(from)}`;
	const part = filterText(from);
	return from.includes('@')
		? `contains(from/emailAddress/address,${part})`
		: `(contains(from/emailAddress/name,${part}) or contains(from/emailAddress/address,${part}))`;
}

/** What Graph has no filter for: recipients, words of the body, and where a sender's domain ends. */
function localCondition({ from, to, bodyWords }: MessageConditions) {
	const isFromDomain = from !== undefined && DOMAIN.test(from);
	if (!isFromDomain && to === undefined && bodyWords === undefined) return undefined;
	const words = bodyWords?.toLowerCase().split(/\s+/) ?? [];
	const isAuthor = isFromDomain ? recipientTest(from) : undefined;
	const isWanted = to === undefined ? undefined : recipientTest(to);
	return (message: Message): boolean => {
		const text = words.length > 0 ? bodyOf(message, 'text').toLowerCase() : '';
		const recipients = [...(message.toRecipients ?? []), ...(message.ccRecipients ?? [])];
		return (
			words.every((word) => text.includes(word)) &&
			(isAuthor?.(message.from) ?? true) &&
			(isWanted === undefined || recipients.some(isWanted))
		);
	};
}

function isRare({ to, bodyWords }: MessageConditions): boolean {
	return to !== undefined || bodyWords !== undefined;
}

/** Looks ahead first: whether nothing but a domain follows is told once, not again for each dot. */
const DOMAIN = /^@(?=[^@\s]+$).+\..+$/;

/** A whole address is compared whole, `@contoso.com` from the @ on; anything else is a part. */
function recipientTest(text: string): (recipient: Message['from']) => boolean {
	const wanted = text.toLowerCase();
	return (recipient) => {
		const name = recipient?.emailAddress?.name?.toLowerCase() ?? '';
		const address = recipient?.emailAddress?.address?.toLowerCase() ?? '';
		if (/^[^@\s]+@[^@\s]+$/.test(wanted)) return address === wanted;
		return DOMAIN.test(wanted) ? address.endsWith(wanted) : `${name} ${address}`.includes(wanted);
	};
}

/** What has to be read besides the fields that were asked for: to compare, and to sort. */
function missingFields(
	{ $select }: FindOptions['query'],
	{ from, to, bodyWords }: MessageConditions,
): string[] {
	if ($select === undefined) return [];
	const asked = String($select).split(',');
	const needed = [
		...(from === undefined ? [] : ['from']),
		...(to === undefined ? [] : ['toRecipients', 'ccRecipients']),
		...(bodyWords === undefined ? [] : ['body']),
		'receivedDateTime',
	];
	return needed.filter((name) => !asked.includes(name));
}

function withText(prefer: string[]): string[] {
	return prefer.some((one) => one.startsWith('outlook.body-content-type'))
		? prefer
		: [...prefer, ...bodyPreference('text')];
}

function pageSizeFor({ $select }: FindOptions['query']): number {
	return $select === undefined || String($select).split(',').includes('body')
		? PAGE_WITH_BODY
		: MAX_SEARCH_RESULTS;
}

function newestFirst(one: RawMessage, other: RawMessage): number {
	const received = ({ message }: RawMessage) => Date.parse(message.receivedDateTime ?? '') || 0;
	return received(other) - received(one);
}
