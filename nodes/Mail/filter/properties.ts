/** The properties of a mail that Graph documents as searchable, and how their values are read. */
const PROPERTIES = [
	{ name: 'attachment', kind: 'text' },
	{ name: 'bcc', kind: 'address' },
	{ name: 'body', kind: 'text' },
	{ name: 'cc', kind: 'address' },
	{ name: 'from', kind: 'address' },
	{ name: 'hasAttachments', kind: 'choice' },
	{ name: 'importance', kind: 'choice' },
	{ name: 'kind', kind: 'choice' },
	{ name: 'participants', kind: 'address' },
	{ name: 'received', kind: 'date' },
	{ name: 'recipients', kind: 'address' },
	{ name: 'sent', kind: 'date' },
	{ name: 'size', kind: 'size' },
	{ name: 'subject', kind: 'text' },
	{ name: 'to', kind: 'address' },
] as const;

export type Property = (typeof PROPERTIES)[number];
export type PropertyName = Property['name'];
export type PropertyKind = Property['kind'];
export type PropertyOf<Kind extends PropertyKind> = Extract<Property, { kind: Kind }>;

export type Operator = ':' | '=' | '<>' | '<=' | '>=' | '<' | '>';

const BY_NAME = new Map<string, Property>(
	PROPERTIES.map((property) => [property.name.toLowerCase(), property]),
);

/** Graph's list of properties says hasAttachment, its example hasAttachments. */
const ALIASES = new Map([['hasattachment', 'hasattachments']]);

/** Names that other search tools, or Graph's messages, have, and what here is nearest to each. */
const FOREIGN_NAMES = new Map<string, PropertyName>([
	['sender', 'from'],
	['author', 'from'],
	['email', 'from'],
	['recipient', 'recipients'],
	['title', 'subject'],
	['text', 'body'],
	['content', 'body'],
	['message', 'body'],
	['file', 'attachment'],
	['filename', 'attachment'],
	['date', 'received'],
	['receiveddatetime', 'received'],
	['sentdatetime', 'sent'],
	['priority', 'importance'],
	['type', 'kind'],
	['category', 'subject'],
	['categories', 'subject'],
	['label', 'subject'],
	['tag', 'subject'],
	['has', 'hasAttachments'],
	['isread', 'hasAttachments'],
	['isflagged', 'hasAttachments'],
]);

/** The names as Graph writes them. */
export const PROPERTY_NAMES = PROPERTIES.map((property) => property.name);

/** The property of that name, in any case; undefined where there is none. */
export function lookUpProperty(name: string): Property | undefined {
	const key = name.toLowerCase();
	return BY_NAME.get(ALIASES.get(key) ?? key);
}

/** Longest unknown name that is compared letter by letter; a longer one resembles none of ours. */
const LONGEST_COMPARED = 40;

/** The known names that stand for `name` or resemble it, the nearest first. */
export function nearestProperties(name: string): PropertyName[] {
	const wanted = name.normalize('NFKC').toLowerCase().slice(0, LONGEST_COMPARED);
	const foreign = FOREIGN_NAMES.get(wanted);
	const most = Math.floor(wanted.length / 2);
	const names = nearestOf(wanted, PROPERTY_NAMES, most);
	return foreign === undefined ? names : [foreign];
}

/** `known`, ordered by how few letters, at `most` so many, have to change to get there from `wanted`. */
export function nearestOf<Name extends string>(
	wanted: string,
	known: readonly Name[],
	most = Infinity,
): Name[] {
	return known
		.map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
		.filter(({ distance }) => distance <= most)
		.sort((a, b) => a.distance - b.distance)
		.map(({ name }) => name);
}

/** Letters to insert, remove or replace to turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
	let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [row, letter] of [...from].entries()) {
		const current = [row + 1];
		for (let column = 1; column <= to.length; column += 1) {
			const replaced = (previous[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
			const removed = (previous[column] ?? 0) + 1;
			const inserted = (current[column - 1] ?? 0) + 1;
			current.push(Math.min(replaced, removed, inserted));
		}
		previous = current;
	}
	return previous[to.length] ?? 0;
}
