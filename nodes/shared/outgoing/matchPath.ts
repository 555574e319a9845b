/** What a path may name in place of an ID: other things of the provider, functions, or more of a path. */
const NO_ID = /^\$|^microsoft\.graph|[/\\()';%?#]/i;
/** The same for the address or ID of a user, in which an apostrophe may stand. */
const NO_USER = /^\$|[/\\();%?#]/;

/** What is below the mailbox that a path names; undefined where its name may hide another path. */
export function belowMailbox(path: string): string | undefined {
	const [, user = 'me', below] = /^\/(?:me|users\/([^/]+))\/(.+)$/.exec(path) ?? [];
	const [name = ''] = decoded([user]) ?? [];
	return name === '' || NO_USER.test(name) ? undefined : below;
}

/**
 * The IDs that a path names where a pattern has `:name`, decoded; undefined for a path of another form, and
 * for one that is not encoded as it should be. Names are the same in any case, IDs are not.
 * @param pattern Such as `messages/:message/send`.
 * @param path Without a query.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
	const parts = pattern.split('/');
	const segments = decoded(path.split('/'));
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

/** Whether something in a path can be no ID, as a name in its place may be: `Lunch on Friday?`. */
export function namesNoId(path: string): boolean {
	return decoded(path.split('/'))?.some((segment) => NO_ID.test(segment)) !== false;
}

/** Segments of a path as they are meant; undefined where one is not encoded as it should be. */
export function decoded(segments: string[]): string[] | undefined {
	try {
		return segments.map(decodeURIComponent);
	} catch {
		// Bytes that are no UTF-8 are no ID, and name nobody.
		return undefined;
	}
}
