import { InvalidInput } from '../failures';

/** The origin that a credential may be sent to, and the root under which its paths lie. */
export interface Origin {
	root: string;
	/**
	 * An absolute address for a path under the root, or for an absolute link the provider gave.
	 * @throws InvalidInput when the address leaves the origin.
	 */
	resolve(pathOrLink: string): string;
}

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Binds requests to one origin: whatever is resolved against it, stays on it.
 * @param root The credential's API root, such as `https://graph.microsoft.com`.
 * @throws InvalidInput unless the root is https, or http on loopback, without user, query and fragment.
 */
export function createOrigin(root: string): Origin {
	const base = parse(root);
	if (!base) throw new InvalidInput('The API root of the credential is not a valid address');
	const secure =
		base.protocol === 'https:' || (base.protocol === 'http:' && LOOPBACK.test(base.hostname));
	if (!secure) {
		throw new InvalidInput(
			'The API root of the credential must start with https:// (http:// only on this machine)',
		);
	}
	if (base.username || base.password || base.search || base.hash) {
		throw new InvalidInput(
			'The API root of the credential must not hold a user, query or fragment',
		);
	}
	const rootPath = base.pathname.replace(/\/+$/, '');
	return {
		root: `${base.origin}${rootPath}`,
		resolve(pathOrLink) {
			// Two slashes begin a host (RFC 3986, 4.2), and some parsers read a backslash as one.
			const isPath = /^\/(?![/\\])/.test(pathOrLink);
			const target = parse(isPath ? `${base.origin}${rootPath}${pathOrLink}` : pathOrLink);
			const stays =
				target?.protocol === base.protocol &&
				target.host === base.host &&
				!target.username &&
				!target.password &&
				(target.pathname === rootPath || target.pathname.startsWith(`${rootPath}/`)) &&
				!hasDotSegments(target.pathname);
			if (!target || !stays) {
				throw new InvalidInput('The address lies outside the API of the credential');
			}
			return target.href;
		},
	};
}

/** Encoded slashes hide dot segments from the URL parser, but not from a server that decodes them. */
function hasDotSegments(path: string): boolean {
	return path
		.replace(/%2e/gi, '.')
		.split(/[/\\]|%2f|%5c/i)
		.some((segment) => segment === '.' || segment === '..');
}

function parse(address: string): URL | undefined {
	return URL.canParse(address) ? new URL(address) : undefined;
}
