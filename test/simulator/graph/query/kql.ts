import type { Recipient, SimMessage } from '../message';
import type { KqlNode, KqlOperator, KqlValue } from './kqlParser';

type TermNode = Extract<KqlNode, { kind: 'term' }>;

const DAY_MS = 86_400_000;

function words(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** By word, case-insensitive; a star at the end is a prefix (fact: search-words). */
function holdsWords(text: string, value: KqlValue): boolean {
	// What Graph does with a leading star is not documented; it finds nothing here (fact: search-leading-star).
	if (value.text.startsWith('*')) return false;
	const prefix = !value.phrase && value.text.endsWith('*');
	const wanted = words(value.text);
	if (wanted.length === 0) return false;
	const found = words(text);
	return found.some((_, start) =>
		wanted.every((word, index) => {
			const candidate = found[start + index];
			const isLast = index === wanted.length - 1;
			return prefix && isLast ? candidate?.startsWith(word) === true : candidate === word;
		}),
	);
}

/** Address properties match the address, the display name or the alias (fact: search-properties). */
function holdsAddress(recipients: Array<Recipient | null>, value: KqlValue): boolean {
	return recipients.some((recipient) => {
		if (recipient === null) return false;
		const { address, name } = recipient.emailAddress;
		return holdsWords(address, value) || holdsWords(name, value);
	});
}

function numberFits(value: number, operator: KqlOperator, text: string): boolean {
	const [from = '', to] = text.split('..');
	if (to !== undefined) return value >= Number(from) && value <= Number(to);
	const bound = Number(from);
	switch (operator) {
		case '<':
			return value < bound;
		case '>':
			return value > bound;
		case '<=':
			return value <= bound;
		case '>=':
			return value >= bound;
		case '<>':
			return value !== bound;
		default:
			return value === bound;
	}
}

/** First and last millisecond that a date stands for: MM/DD/YYYY, ISO day or ISO instant. */
function dateSpan(text: string): [number, number] | undefined {
	const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
	const iso =
		american === null
			? text
			: `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`;
	const start = Date.parse(iso.includes('T') && !/Z|[+-]\d\d:\d\d$/.test(iso) ? `${iso}Z` : iso);
	if (Number.isNaN(start)) return undefined;
	return iso.includes('T') ? [start, start] : [start, start + DAY_MS - 1];
}

/** Whether a time fits, by the day where only that is given (fact: search-dates). */
function dateFits(time: number, operator: KqlOperator, text: string): boolean {
	const [from = '', to] = text.split('..');
	const first = dateSpan(from);
	const last = to === undefined ? first : dateSpan(to);
	if (first === undefined || last === undefined) return false;
	switch (operator) {
		case '<':
			return time < first[0];
		case '>':
			return time > last[1];
		case '<=':
			return time <= last[1];
		case '>=':
			return time >= first[0];
		case '<>':
			return time < first[0] || time > last[1];
		default:
			return time >= first[0] && time <= last[1];
	}
}

/** The documented list of searchable properties (fact: search-properties, fact: search-other-properties); others find nothing. */
function termFits(term: TermNode, mail: SimMessage): boolean {
	const { property, operator, value } = term;
	const { toRecipients, ccRecipients, bccRecipients } = mail;
	switch (property) {
		case undefined:
			return (
				holdsAddress([mail.from], value) ||
				holdsWords(mail.subject, value) ||
				holdsWords(mail.bodyText, value)
			);
		case 'from':
			return holdsAddress([mail.from], value);
		case 'to':
			return holdsAddress(toRecipients, value);
		case 'cc':
			return holdsAddress(ccRecipients, value);
		case 'bcc':
			return holdsAddress(bccRecipients, value);
		case 'recipients':
			return holdsAddress([...toRecipients, ...ccRecipients, ...bccRecipients], value);
		case 'participants':
			return holdsAddress([mail.from, ...toRecipients, ...ccRecipients, ...bccRecipients], value);
		case 'subject':
			return holdsWords(mail.subject, value);
		case 'body':
			return holdsWords(mail.bodyText, value);
		case 'attachment':
			return mail.attachments.some((attachment) => holdsWords(attachment.name, value));
		case 'hasattachment':
		case 'hasattachments':
			return String(mail.hasAttachments) === value.text.toLowerCase();
		case 'importance':
			return mail.importance.replace('normal', 'medium') === value.text.toLowerCase();
		case 'kind':
			// fact: search-kind-meetings.
			return (
				value.text.toLowerCase() === 'email' ||
				(value.text.toLowerCase() === 'meetings' &&
					(mail.invitedBy !== '' || mail.ofMeeting !== undefined))
			);
		case 'received':
			return dateFits(Date.parse(mail.receivedDateTime), operator, value.text);
		case 'sent':
			return dateFits(Date.parse(mail.sentDateTime), operator, value.text);
		case 'size':
			return numberFits(mail.size, operator, value.text);
		default:
			return false;
	}
}

/** Whether a mail fits the query. */
export function fitsKql(node: KqlNode, mail: SimMessage): boolean {
	switch (node.kind) {
		case 'and':
			return node.parts.every((part) => fitsKql(part, mail));
		case 'or':
			return node.parts.some((part) => fitsKql(part, mail));
		case 'not':
			return !fitsKql(node.inner, mail);
		case 'term':
			return termFits(node, mail);
	}
}

/** Whether the query names a property anywhere. */
export function namesProperty(node: KqlNode): boolean {
	switch (node.kind) {
		case 'and':
		case 'or':
			return node.parts.some(namesProperty);
		case 'not':
			return namesProperty(node.inner);
		case 'term':
			return node.property !== undefined;
	}
}
