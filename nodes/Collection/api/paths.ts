import { encodeSegment } from '../../shared/http/pathSegment';

/** Where the Partner API lies below the API root. */
const API_PREFIX = '/partner_api/v1';

/**
 * Builds a path of the Partner API, such as ``collectionPath`/clients/${id}` ``. Every ID is
 * encoded, so that it stays one segment; nothing else in the node builds paths from values.
 * @throws InvalidInput for what cannot be an ID.
 */
export function collectionPath(parts: TemplateStringsArray, ...ids: string[]): string {
	return `${API_PREFIX}${String.raw({ raw: parts }, ...ids.map(encodeSegment))}`;
}

/** A checked endpoint of the user's own, with the API's prefix in front unless it is there. */
export function withApiPrefix(endpoint: string): string {
	return /^\/partner_api\/v\d+([/?]|$)/.test(endpoint) ? endpoint : `${API_PREFIX}${endpoint}`;
}

/** What a path names below the API, such as `clients/ID`; undefined for another version of it. */
export function belowApi(path: string): string | undefined {
	return path.startsWith(`${API_PREFIX}/`) ? path.slice(API_PREFIX.length + 1) : undefined;
}
