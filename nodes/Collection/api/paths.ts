import { encodeSegment } from '../../shared/http/pathSegment';

/** Where the Partner API lies below the API root. */
const API_PREFIX = '/partner_api/v1';

/** A value of a query: lists and objects become bracket keys, undefined values are left out. */
export type QueryValue =
	string | number | boolean | null | undefined | QueryValue[] | { [key: string]: QueryValue };

export type Query = Record<string, QueryValue>;

/**
 * Builds a path of the Partner API, such as ``collectionPath`/clients/${id}` ``. Every ID is
 * encoded, so that it stays one segment; nothing else in the node builds paths from values.
 * @throws InvalidInput for an ID that is empty or only dots: it would name another resource.
 */
export function collectionPath(parts: TemplateStringsArray, ...ids: string[]): string {
	return `${API_PREFIX}${String.raw({ raw: parts }, ...ids.map(encodeSegment))}`;
}

/** A checked endpoint of the user's own, with the API's prefix in front unless it is there. */
export function withApiPrefix(endpoint: string): string {
	return /^\/partner_api\/v\d+([/?]|$)/.test(endpoint) ? endpoint : `${API_PREFIX}${endpoint}`;
}

/** A query string with its question mark, or nothing; lists as `key[]=a&key[]=b`. */
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
	return [`${encoded(name)}=${encoded(String(value))}`];
}

function encoded(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}
