import { nearest } from '../../shared/text/nearest';
import { shown } from './error';
import type { MailPart } from './mail';

/**
 * The properties of a mail that Graph documents as searchable, how their values are read, and which
 * parts of a mail they are compared with; a condition reads no other parts.
 * https://learn.microsoft.com/graph/search-query-parameter#using-search-on-message-collections
 */
const PROPERTIES = [
	{ name: 'attachment', kind: 'text', reads: ['attachments'] },
	{ name: 'bcc', kind: 'address', reads: ['bcc'] },
	{ name: 'body', kind: 'text', reads: ['body'] },
	{ name: 'cc', kind: 'address', reads: ['cc'] },
	{ name: 'from', kind: 'address', reads: ['from', 'sender'] },
	{ name: 'hasAttachments', kind: 'choice', reads: ['hasAttachments'] },
	{ name: 'importance', kind: 'choice', reads: ['importance'] },
	{ name: 'kind', kind: 'choice', reads: ['isMeeting'] },
	{ name: 'participants', kind: 'address', reads: ['from', 'sender', 'to', 'cc', 'bcc'] },
	{ name: 'received', kind: 'date', reads: ['receivedDateTime'] },
	{ name: 'recipients', kind: 'address', reads: ['to', 'cc', 'bcc'] },
	{ name: 'sent', kind: 'date', reads: ['sentDateTime'] },
	{ name: 'size', kind: 'size', reads: ['size'] },
	{ name: 'subject', kind: 'text', reads: ['subject'] },
	{ name: 'to', kind: 'address', reads: ['to'] },
] as const satisfies ReadonlyArray<{ name: string; kind: string; reads: readonly MailPart[] }>;

export type Property = (typeof PROPERTIES)[number];
export type PropertyName = Property['name'];
export type PropertyOf<Kind extends Property['kind']> = Extract<Property, { kind: Kind }>;

export type Operator = ':' | '=' | '<>' | '<=' | '>=' | '<' | '>';

/** The names as Graph writes them. */
export const PROPERTY_NAMES = PROPERTIES.map(({ name }) => name);

/** The names of properties that are compared with a text, or with people. */
export const TEXT_PROPERTY_NAMES = PROPERTIES.flatMap(({ name, kind }) =>
	kind === 'text' || kind === 'address' ? [name] : [],
);

const BY_NAME = new Map<string, Property>(
	PROPERTIES.map((property) => [property.name.toLowerCase(), property]),
);

/** Graph's list of properties says hasAttachment, its example hasAttachments. */
const ALIASES = new Map([['hasattachment', 'hasattachments']]);

/** The property of that name, in any case; undefined where there is none. */
export function lookUpProperty(name: string): Property | undefined {
	const key = name.toLowerCase();
	return BY_NAME.get(ALIASES.get(key) ?? key);
}

/** Names that other search tools, or Graph's messages, have for the same. */
const FOREIGN_NAMES = new Map<string, PropertyName>([
	['sender', 'from'],
	['author', 'from'],
	['title', 'subject'],
	['text', 'body'],
	['content', 'body'],
	['file', 'attachment'],
	['filename', 'attachment'],
	['has', 'hasAttachments'],
	['date', 'received'],
	['after', 'received'],
	['before', 'received'],
	['receiveddatetime', 'received'],
	['sentdatetime', 'sent'],
	['priority', 'importance'],
]);

/** What other search tools look for and this syntax has no property for. */
const NOT_SEARCHED =
	/^(?:categor(?:y|ies)|labels?|tags?|is|(?:is)?(?:un)?read|(?:is)?flag(?:ged)?)$/;

/** One sentence or two on a name that is no property. */
export function whyUnknown(name: string): string {
	const wanted = name.toLowerCase();
	const names = `${shown(name)} is not a property that can be searched (${PROPERTY_NAMES.join(', ')}).`;
	if (NOT_SEARCHED.test(wanted)) {
		return `${names} Check labels, the read state and flags after the trigger, for example with a Filter node.`;
	}
	// In a short name, two letters more or less make another word.
	const near = nearest(wanted, PROPERTY_NAMES, String, wanted.length > 5 ? 2 : 1);
	const meant = FOREIGN_NAMES.get(wanted) ?? near[0];
	return meant === undefined ? names : `${names} Did you mean ${meant}?`;
}
