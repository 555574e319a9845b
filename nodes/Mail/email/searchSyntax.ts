import { explainLoose } from '../filter/looseProperty';
import { lookUpProperty } from '../filter/properties';
import { firstOf } from '../filter/repairs';
import { parseSearchFilter } from '../filter/searchFilter';

const READ = 'the field Unread Only, or leave it out and look at isRead of each email';
/** A tool has no filters, unless whoever made it chose them. */
const LABELLED =
	'what each email says: leave it out and look at labels of each email. A person can choose Find By: Filters with Label';

/**
 * Properties of other products' searches that Graph does not have, in lower case, with what to use instead. Graph takes
 * them for text, and finds nothing.
 * @see https://support.google.com/mail/answer/7190
 * @see https://learn.microsoft.com/graph/search-query-parameter
 */
const FOREIGN: ReadonlyArray<{ names: string[]; meant: string }> = [
	{
		names: ['newer_than', 'newer', 'after', 'receiveddatetime'],
		meant: 'a date, as in received>=2026-03-01',
	},
	{ names: ['older_than', 'older', 'before'], meant: 'a date, as in received<2026-03-01' },
	{ names: ['has'], meant: 'hasAttachments:true' },
	{ names: ['filename'], meant: 'attachment:' },
	{ names: ['larger', 'smaller'], meant: 'bytes, as in size>1000000' },
	{ names: ['deliveredto'], meant: 'to:' },
	{ names: ['in'], meant: 'the field Folder' },
	{ names: ['is'], meant: `${READ}; for important ones importance:high` },
	{ names: ['label'], meant: LABELLED },
];

/** The same for names that Graph may know without documenting them; mentioned only where nothing was found. */
const UNDOCUMENTED: typeof FOREIGN = [
	{ names: ['isread', 'isunread', 'read', 'unread'], meant: READ },
	{ names: ['category', 'categories', 'tag', 'tags'], meant: LABELLED },
	{ names: ['folder', 'mailbox'], meant: 'the field Folder' },
	{
		names: ['flag', 'flagged', 'isflagged'],
		meant: 'what each email that is found says of its flag',
	},
];

/** A property with its value; `in: Berlin` is text. */
const PROPERTY = /(?<![\p{L}\p{N}_])([a-z_]+)(?::|[<>]=?)(?=\S)/giu;
/** A property without a value, as an expression leaves it that gives nothing. */
const VALUELESS =
	/(?<![\p{L}\p{N}_])(([A-Za-z]+)(?::|<>|[<>]=?|=))(?:""|\s*(?:$|\)|(?:AND|OR|NOT)(?=[\s(])))/gu;
/** A property with a parenthesis in place of its value. */
const GROUP = /(?<![\p{L}\p{N}_])([A-Za-z]+)[:=]\(/u;
/** Expressions of OData. `le` counts only behind the name of a time: elsewhere it is a French article. */
const ODATA =
	/\$(?:filter|search)\s?=|\b(?:contains|startswith)\([a-z]+[,/]|(?:[a-z]\s(?:eq|ne|g[et]|lt)|DateTime\sle)\s(?:'|true\b|false\b|\d{4}-)/i;

/** A star in front of a word, which is no phrase (first group; fact: search-leading-star); or a quoted text. */
const LEADING_STAR = /((?:(?<=[:=])"?|(?<![^\s(+-]))\*[^\s*)"])|"[^"]*"?/g;

/**
 * Why Graph cannot take a text as a search, to be read behind the field's name; undefined where it can.
 * What stands in quotes is text, never syntax.
 */
export function objectionToSearch(written: string): string | undefined {
	const text = withStraightQuotes(written);
	if (/^[*?%]+$/.test(text)) {
		return 'finds nothing by * alone: leave it empty for the newest emails, or write the beginning of a word, as in invoice*';
	}
	if ([...text.matchAll(LEADING_STAR)].some(([, star]) => star)) {
		return 'finds nothing by a * in front: write from:contoso.com for a domain, or order* for the beginning of a word';
	}
	if (ODATA.test(outsideQuotes(text))) {
		return 'takes no OData: write from:ann@contoso.com, subject:invoice, received>=2026-03-01 or hasAttachments:true, joined by AND. A person can choose Find By: Filters';
	}
	if (/^\s*(?:\{|\[")/.test(text)) {
		return 'takes no JSON: write from:ann@contoso.com AND subject:invoice. A person can choose Find By: Filters';
	}
	return valuelessProperty(text) ?? unknownProperty(text, FOREIGN);
}

/** The search with the quotes of editors and telephones as Graph knows them: it takes straight ones alone (fact: search-words). */
function withStraightQuotes(text: string): string {
	return text.replace(/"[^"]*"?|[“”„]([^"“”„]*)[“”]/g, (found, inside?: string) =>
		inside === undefined ? found : `"${inside}"`,
	);
}

/** The importance `normal`; or a quoted text; or `&` or `|` alone between two words; or a colon before `<` or `>`. */
const SIGN =
	/((?<=\bimportance[:=])"?normal\b"?)|"[^"]*"?|(&&?|\|\|?)(?<=[^\s(]\s+\2)(?=\s+[^\s)])|((?<=[a-z]):(?=[<>]))/gi;

/**
 * The search with AND and OR in place of `&` and `|`, with which Graph finds nothing (fact: search-signs), and with
 * straight quotes. A colon goes where another sign follows: how Graph reads `received:>=` is documented nowhere. What
 * emails call normal, a search calls medium (fact: search-properties).
 */
export function withKnownSigns(text: string): string {
	const straight = withStraightQuotes(text);
	return straight.replace(SIGN, (found, normal?: string, sign?: string, colon?: string) => {
		if (normal !== undefined) return 'medium';
		if (colon !== undefined) return '';
		return sign === undefined ? found : sign.startsWith('&') ? 'AND' : 'OR';
	});
}

/** Objects to a property without a value: Graph would search for its name as a word (fact: search-operators). */
function valuelessProperty(text: string): string | undefined {
	const filled = text.replace(/"[^"]*"/g, (quoted) => (/[^"\s]/.test(quoted) ? 'x' : '""'));
	for (const [, written = '', name = ''] of filled.matchAll(VALUELESS)) {
		if (!lookUpProperty(name)) continue;
		return `has nothing behind "${written}": write a value directly after it, or leave it out`;
	}
	return undefined;
}

/** Warns of a group as in `from:(ann bob)`: Graph does not document how it reads it, and may look elsewhere. */
function explainGroup(text: string): string | undefined {
	const name = GROUP.exec(outsideQuotes(text))?.[1];
	if (name === undefined || !lookUpProperty(name)) return undefined;
	return `: what stands in parentheses behind "${name}:" may be looked for elsewhere. Write (${name}:one OR ${name}:other).`;
}

function outsideQuotes(text: string): string {
	return text.replace(/"[^"]*"/g, '""');
}

function unknownProperty(text: string, known: typeof FOREIGN): string | undefined {
	for (const [written, name = ''] of outsideQuotes(text).matchAll(PROPERTY)) {
		const found = known.find(({ names }) => names.includes(name.toLowerCase()));
		if (found) return `knows no "${written}": use ${found.meant}`;
	}
	return undefined;
}

/** Faults with which a search may find emails all the same: an operator in lower case, an unsuitable value. */
const MISREAD = /^"(?:or|not)" as an operator|" is not (?:a date|one of)\b|": a size is /;
/** Operators with which a search finds emails also where a part of it fits none. */
const LOOSENED = /(?:^|[\s(])(?:OR|NOT|-\S+)(?=[\s(]|$)/;

/** Why a search may have found other emails than were meant; undefined where nothing says so. */
export function doubtSearch(written = ''): string | undefined {
	const text = withStraightQuotes(written);
	const group = explainGroup(text);
	if (group) return `Search${group}`;
	const isLoose = LOOSENED.test(text);
	const unknown = isLoose ? unknownProperty(text, UNDOCUMENTED) : undefined;
	if (unknown) return `Search ${unknown}.`;
	const fault = faultIn(text) ?? '';
	const isMisread = MISREAD.test(fault) || (isLoose && fault.includes('" is not a property '));
	return explainLoose(text, 'Search') ?? (isMisread ? `Search: ${fault}` : undefined);
}

/** What the Mail Trigger's filter says is wrong with a text; undefined for nothing. */
function faultIn(text: string): string | undefined {
	try {
		parseSearchFilter(text);
		return undefined;
	} catch (error) {
		return firstOf(error, []).advice;
	}
}

/** What models write to get all emails. */
const EVERYTHING = /^(?:all|any|everything|latest|newest|recent|unread)$/i;

/**
 * How a search that found nothing was understood, and how to write it. The words are those of the Mail Trigger's
 * filter, which has the same language. To be read behind the field's name; undefined for a single word.
 */
export function explainSearch(written: string): string | undefined {
	const text = withStraightQuotes(written);
	const unknown = unknownProperty(text, UNDOCUMENTED);
	if (unknown !== undefined) return ` ${unknown}.`;
	const loose = explainGroup(text) ?? explainLoose(text);
	if (loose !== undefined) return loose;
	const fault = faultIn(text);
	if (fault !== undefined) return `: ${fault}`;
	if (/(?<!(?:received|sent):)"[^"]*\s[^"]*"/i.test(text))
		return ': words in quotes have to stand there in this order: leave the quotes out.';
	const words = text
		.replace(/:"[^"]*"/g, ':x')
		.split(/[,;.]*[\s()]+/)
		.filter((word) => word !== '');
	if (EVERYTHING.test(words.join(''))) {
		return `: "${words.join('')}" is looked for as a word. Leave it empty for the newest emails.`;
	}
	if (words.length < 2 || LOOSENED.test(text)) return undefined;
	return words.some((word) => /[:<>=]/.test(word))
		? ': all of these conditions have to hold for one email: leave one out.'
		: `: all of these words have to stand in the email: ${words.join(', ')}. Write fewer, or invoice* for the beginning of a word.`;
}
