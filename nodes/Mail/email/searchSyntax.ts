/**
 * What other products write in a search and Graph knows no property for, with what is meant here. Graph
 * takes such words for text, and finds nothing.
 * @see https://support.google.com/mail/answer/7190
 * @see https://learn.microsoft.com/graph/search-query-parameter
 */
const FOREIGN: ReadonlyArray<{ names: string[]; meant: string }> = [
	{
		names: ['newer_than', 'newer', 'after', 'receivedDateTime'],
		meant: 'a date, as in received>=2026-03-01',
	},
	{ names: ['older_than', 'older', 'before'], meant: 'a date, as in received<2026-03-01' },
	{ names: ['has'], meant: 'hasAttachments:true' },
	{ names: ['filename'], meant: 'attachment:' },
	{ names: ['larger', 'smaller'], meant: 'bytes, as in size>1000000' },
	{ names: ['deliveredto'], meant: 'to:' },
	{ names: ['in'], meant: 'the field Folder' },
	{ names: ['is'], meant: 'Find By: Filters with Read Status, or importance:high' },
	{ names: ['label'], meant: 'Find By: Filters with Label' },
];

const MEANT = new Map(
	FOREIGN.flatMap(({ names, meant }) => names.map((name) => [name.toLowerCase(), meant] as const)),
);
/** A property with its value; `in: Berlin` is text. */
const PROPERTY = /(?<![\p{L}\p{N}_])([a-z_]+)(?::|[<>]=?)(?=\S)/giu;
const ODATA =
	/\$(?:filter|search)\s?=|\b(?:contains|startswith)\([a-z]+[,/]|[a-z]\s(?:eq|ne|g[et]|l[et])\s(?:'|true\b|false\b|\d{4}-)/i;

/**
 * Why a text is no search of Graph, to be read behind the field's name; undefined where it may be one.
 * What stands in quotes is text.
 */
export function objectionToSearch(text: string): string | undefined {
	if (/^[*?%]+$/.test(text)) {
		return 'finds nothing by * alone: leave it empty for the newest emails, or write the beginning of a word, as in invoice*';
	}
	if (ODATA.test(text)) {
		return 'takes no OData: write from:ann@contoso.com, subject:invoice, received>=2026-03-01 or hasAttachments:true, joined by AND, or choose Find By: Filters';
	}
	for (const [written, name = ''] of text.replace(/"[^"]*"/g, '""').matchAll(PROPERTY)) {
		const meant = MEANT.get(name.toLowerCase());
		if (meant !== undefined) return `knows no "${written}": use ${meant}`;
	}
	return undefined;
}
