/** A query as the client takes it; undefined values are left out. */
export type Query = Record<string, string | number | boolean | undefined>;

/** Text as an OData string literal: in single quotes, apostrophes doubled. */
export function filterText(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A search as Graph takes it: the whole text in double quotes, inner quotes and backslashes escaped.
 * https://learn.microsoft.com/graph/search-query-parameter
 */
export function searchText(text: string): string {
	return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A query string with its question mark, or nothing. */
export function queryString(query: Query = {}): string {
	const pairs = Object.entries(query)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encode(name).replace(/^%24/, '$')}=${encode(String(value))}`);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function encode(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}
