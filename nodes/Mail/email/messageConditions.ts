import { DateTime } from 'luxon';
import { comparable } from '../../shared/text/sameText';
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

/** Folders that a filter names; those behind them are left out here, as addresses have a bound. */
export const MAX_FILTERED_FOLDERS = 5;

/**
 * The conditions as a filter. The sort property comes first, as Graph demands:
 * https://learn.microsoft.com/graph/api/user-list-messages (InefficientFilter)
 * @param before Where a list goes on: emails that were received before it.
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

/** What no filter of Graph says: recipients, words of the body, where a sender's domain ends, folders. */
export function toTest({ from, to, bodyWords }: MessageConditions, without: string[]) {
	const isFromDomain = from !== undefined && DOMAIN.test(from);
	const isShown = liesElsewhere(without);
	const words = bodyWords === undefined ? [] : comparable(bodyWords).split(/\s+/);
	const isAuthor = isFromDomain ? recipientTest(from) : undefined;
	const isWanted = to === undefined ? undefined : recipientTest(to);
	/** A mail whose text was read already, where words of it are asked for. */
	return (message: Message): boolean => {
		const text = words.length > 0 ? comparable(message.body?.content) : '';
		const recipients = [...(message.toRecipients ?? []), ...(message.ccRecipients ?? [])];
		return (
			isShown(message) &&
			words.every((word) => text.includes(word)) &&
			(isAuthor?.(message.from) ?? true) &&
			(isWanted === undefined || recipients.some(isWanted))
		);
	};
}

/** Whether a mail lies in none of these folders. */
export function liesElsewhere(without: string[]): (message: Message) => boolean {
	const folders = new Set(without);
	return ({ parentFolderId }) => !folders.has(parentFolderId ?? '');
}

/** Looks ahead first: whether nothing but a domain follows is told once, not again for each dot. */
const DOMAIN = /^@(?=[^@\s]+$).+\..+$/;

/** A whole address is compared whole, `@contoso.com` from the @ on; anything else is a part. */
function recipientTest(text: string): (recipient: Message['from']) => boolean {
	const wanted = comparable(text);
	return (recipient) => {
		const name = comparable(recipient?.emailAddress?.name);
		const address = comparable(recipient?.emailAddress?.address);
		if (/^[^@\s]+@[^@\s]+$/.test(wanted)) return address === wanted;
		return DOMAIN.test(wanted) ? address.endsWith(wanted) : `${name} ${address}`.includes(wanted);
	};
}

/** What has to be read to compare, and to sort. */
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
