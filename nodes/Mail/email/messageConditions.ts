import { DateTime } from 'luxon';
import { foldText } from '../filter/words';
import { filterText } from '../graph/odata';
import type { Message } from './message';

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

/** How many folders a filter excludes, as URLs are limited in length. This package drops the mails of the others. */
export const MAX_FILTERED_FOLDERS = 5;

/**
 * The conditions as a filter. The sort property comes first, as Graph demands:
 * https://learn.microsoft.com/graph/api/user-list-messages (InefficientFilter)
 * @param without IDs of folders whose mails are left out, here and below.
 * @param before Where a list goes on: only mails received before it.
 */
export function toFilter(
	conditions: MessageConditions,
	without: string[],
	before?: DateTime,
): string {
	const { from, subject, receivedAfter, isRead, hasAttachments, importance } = conditions;
	const { label, conversationId } = conditions;
	const ends = [conditions.receivedBefore, before].filter((end) => end !== undefined);
	const receivedBefore = DateTime.min(...ends);
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
		...without
			.slice(0, MAX_FILTERED_FOLDERS)
			.map((folder) => `parentFolderId ne ${filterText(folder)}`),
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

/** Tests what no filter of Graph can: recipients, words of the body, where a sender's domain ends, folders. */
export function toTest({ from, to, bodyWords }: MessageConditions, without: string[]) {
	const isFromDomain = from !== undefined && DOMAIN.test(from);
	const isShown = liesElsewhere(without);
	const words = bodyWords === undefined ? [] : plain(bodyWords).split(/\s+/);
	const isAuthor = isFromDomain ? recipientTest(from) : undefined;
	const isWanted = to === undefined ? undefined : recipientTest(to);
	// Where words of the body are asked for, the body is text already.
	return (message: Message): boolean => {
		const text = words.length > 0 ? plain(message.body?.content) : '';
		const recipients = [...(message.toRecipients ?? []), ...(message.ccRecipients ?? [])];
		return (
			isShown(message) &&
			words.every((word) => word !== '' && text.includes(word)) &&
			(isAuthor?.(message.from) ?? true) &&
			(isWanted === undefined || recipients.some(isWanted))
		);
	};
}

/** Whether `toTest` may drop a mail for one of these. */
export function isTested({ from = '', to, bodyWords }: MessageConditions): boolean {
	return DOMAIN.test(from) || to !== undefined || bodyWords !== undefined;
}

/** Whether a mail lies in none of these folders. */
export function liesElsewhere(without: string[]): (message: Message) => boolean {
	const folders = new Set(without);
	return ({ parentFolderId }) => !folders.has(parentFolderId ?? '');
}

/** The lookahead checks once that nothing but a domain follows, not again for each dot. */
const DOMAIN = /^@(?=[^@\s]+$).+\..+$/;

/** An address has to be equal, and `@contoso.com` to be the end of one; other text is a part of name or address. */
function recipientTest(text: string): (recipient: Message['from']) => boolean {
	const wanted = plain(text);
	return (recipient) => {
		if (wanted === '') return false;
		const name = plain(recipient?.emailAddress?.name);
		const address = plain(recipient?.emailAddress?.address);
		if (/^[^@\s]+@[^@\s]+$/.test(wanted)) return address === wanted;
		return DOMAIN.test(wanted) ? address.endsWith(wanted) : `${name} ${address}`.includes(wanted);
	};
}

/** Neither case nor the kind of an apostrophe counts, nor what shows nothing: of that alone nothing is left. */
function plain(text: string | null | undefined): string {
	return foldText(text ?? '', 'case').trim();
}

/** The properties to read for `toTest`, and to sort. */
export function neededFor(
	{ from, to, bodyWords }: MessageConditions,
	leavesOut: boolean,
): string[] {
	return [
		...(from === undefined ? [] : ['from']),
		...(to === undefined ? [] : ['toRecipients', 'ccRecipients']),
		...(bodyWords === undefined ? [] : ['body']),
		...(leavesOut ? ['parentFolderId'] : []),
		'receivedDateTime',
	];
}
