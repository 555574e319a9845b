import { explainLoose } from '../filter/looseProperty';
import { lookUpProperty } from '../filter/properties';
import { firstOf } from '../filter/repairs';
import { parseSearchFilter } from '../filter/searchFilter';

const READ = 'the field Unread Only, or leave it out and look at isRead of each email';
/** A tool has no filters, unless whoever made it chose them. */
const LABELLED = 'Find By: Filters with Label, or leave it out and look at labels of each email';

/**
 * What other products write in a search and Graph knows no property for, in small letters, with what is meant here.
 * Graph takes such words for text, and finds nothing.
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

/** The same of names that Graph does not document, and may know; said only where nothing was found. */
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
/** The same without a value, as an expression that gives nothing leaves it. */
const VALUELESS =
	/(?<![\p{L}\p{N}_])(([A-Za-z]+)(?::|<>|[<>]=?|=))(?:""|\s*(?:$|\)|(?:AND|OR|NOT)(?=[\s(])))/gu;
/** A property with a parenthesis in the place of its value. */
const GROUP = /(?<![\p{L}\p{N}_])([A-Za-z]+)[:=]\(/u;
/** Only behind the name of a time is `le` no French article. */
const ODATA =
	/\$(?:filter|search)\s?=|\b(?:contains|startswith)\([a-z]+[,/]|(?:[a-z]\s(?:eq|ne|g[et]|lt)|DateTime\sle)\s(?:'|true\b|false\b|\d{4}-)/i;

/**
 * Why a text is no search of Graph, to be read behind the field's name; undefined where it may be one.
 * What stands in quotes is text.
 */
export function objectionToSearch(text: string): string | undefined {
	if (/^[*?%]+$/.test(text)) {
		return 'finds nothing by * alone: leave it empty for the newest emails, or write the beginning of a word, as in invoice*';
	}
	if (ODATA.test(outsideQuotes(text))) {
		return 'takes no OData: write from:ann@contoso.com, subject:invoice, received>=2026-03-01 or hasAttachments:true, joined by AND, or choose Find By: Filters';
	}
	if (/^\s*(?:\{|\[")/.test(text)) {
		return 'takes no JSON: write from:ann@contoso.com AND subject:invoice, or choose Find By: Filters';
	}
	return valuelessProperty(text) ?? unknownProperty(text, FOREIGN);
}

/** What stands in quotes; or, in its group, a sign by itself between two words; or a colon in front of another sign. */
const SIGN = /"[^"]*"?|(&&?|\|\|?)(?<=[^\s(]\s+\1)(?=\s+[^\s)])|((?<=[a-z]):(?=[<>]))/gi;

/**
 * A search with AND and OR in the place of `&` and `|`, beside which Graph finds nothing (fact: search-signs), and with
 * one sign behind a property: of `received:>=` nothing is told.
 */
export function withKnownSigns(text: string): string {
	return text.replace(SIGN, (found, sign?: string, colon?: string) => {
		if (colon !== undefined) return '';
		return sign === undefined ? found : sign.startsWith('&') ? 'AND' : 'OR';
	});
}

/** Graph would look for the name of the property, which stands in emails of anybody (fact: search-operators). */
function valuelessProperty(text: string): string | undefined {
	const filled = text.replace(/"[^"]*"/g, (quoted) => (/[^"\s]/.test(quoted) ? 'x' : '""'));
	for (const [, written = '', name = ''] of filled.matchAll(VALUELESS)) {
		if (!lookUpProperty(name)) continue;
		return `has nothing behind "${written}": write a value directly after it, or leave it out`;
	}
	return undefined;
}

/** What Graph makes of such a group is written nowhere: it may look for its words in other parts of an email. */
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

/** Why what a search found may be something else than was meant; undefined where nothing says so. */
export function doubtSearch(text = ''): string | undefined {
	const group = explainGroup(text);
	return group ? `Search${group}` : explainLoose(text, 'Search');
}

/**
 * How a search that found nothing was understood, and how to write it, in the words of the Mail Trigger's filter:
 * both have one language. To be read behind the field's name; undefined for a single word.
 */
export function explainSearch(text: string): string | undefined {
	const unknown = unknownProperty(text, UNDOCUMENTED);
	if (unknown !== undefined) return ` ${unknown}.`;
	const loose = explainGroup(text) ?? explainLoose(text);
	if (loose !== undefined) return loose;
	try {
		parseSearchFilter(text);
	} catch (error) {
		return `: ${firstOf(error, []).advice}`;
	}
	if (/(?<!(?:received|sent):)"[^"]*\s[^"]*"/i.test(text))
		return ': words in quotes have to stand there in this order: leave the quotes out.';
	const words = text.split(/[,;.]*[\s()]+/).filter((word) => word !== '');
	if (words.length < 2 || /(?:^|\s)(?:OR|NOT|-\S+)(?:\s|$)/.test(text)) return undefined;
	return words.some((word) => /[:<>=]/.test(word))
		? ': all of these conditions have to hold for one email: leave one out.'
		: `: all of these words have to stand in the email: ${words.join(', ')}. Write fewer, or invoice* for the beginning of a word.`;
}
