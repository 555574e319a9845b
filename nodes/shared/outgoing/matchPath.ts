import { decodeAll } from '../http/pathSegment';

/** A segment that is no ID: another thing of the provider, a function, or several segments in one. */
const NO_ID = /^\$|^microsoft\.graph|[/\\()';%?#]/i;
/** The same for the address or ID of a user, which may have an apostrophe, or `#EXT#` as guests have. */
const NO_USER = /^\$|[/\\();%?]|#(?!EXT#)(?<!#EXT#)/i;

/** The part of a path below its mailbox; undefined where the mailbox's name may hide another path. */
export function belowMailbox(path: string): string | undefined {
	const [, user = 'me', below] = /^\/(?:me|users\/([^/]+))\/(.+)$/.exec(path) ?? [];
	const [name = ''] = decodeAll([user]) ?? [];
	return name === '' || NO_USER.test(name) ? undefined : below;
}

/**
 * The decoded IDs that a path has where the pattern has `:name`; undefined for a path of another form, and for one
 * with broken encoding. Names are compared in any case, IDs are not.
 * @param pattern Such as `messages/:message/send`.
 * @param path Without a query.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
	const parts = pattern.split('/');
	const segments = decodeAll(path.split('/'));
	if (parts.length !== segments?.length) return undefined;
	const ids: Record<string, string> = {};
	for (const [index, part] of parts.entries()) {
		const segment = segments[index] ?? '';
		if (part.startsWith(':')) {
			if (segment === '' || NO_ID.test(segment)) return undefined;
			ids[part.slice(1)] = segment;
		} else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
	}
	return ids;
}

/** Whether a segment of a path cannot be an ID, such as a name in its place: `Lunch on Friday?`. */
export function namesNoId(path: string): boolean {
	return decodeAll(path.split('/'))?.some((segment) => NO_ID.test(segment)) !== false;
}
