/** A value of a query: lists and objects become bracket keys, null and undefined are left out. */
export type QueryValue =
	string | number | boolean | null | undefined | QueryValue[] | { [key: string]: QueryValue };

export type Query = Record<string, QueryValue>;

/**
 * A query string with its question mark, or nothing: lists as `key[]=a&key[]=b`, a `$` in front of a
 * name as it is, for OData.
 */
export function queryString(query: Query = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function queryPairs(name: string, value: QueryValue): string[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) {
		const key = name.endsWith('[]') ? name : `${name}[]`;
		return value.flatMap((entry) => queryPairs(key, entry));
	}
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, inner]) => queryPairs(`${name}[${key}]`, inner));
	}
	return [`${encoded(name).replace(/^%24/, '$')}=${encoded(String(value))}`];
}

function encoded(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}
