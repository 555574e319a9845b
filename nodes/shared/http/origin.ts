import { InvalidInput } from './failures';

/** The origin that a credential may be sent to, and the root under which its paths lie. */
export type Origin = ReturnType<typeof createOrigin>;

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Binds requests to one origin: whatever is resolved against it, stays on it.
 * @param root The credential's API root, such as `https://graph.microsoft.com`.
 * @throws InvalidInput unless the root is https, or http on loopback, without user, query and fragment.
 */
export function createOrigin(root: string) {
	const base = /\s/.test(root) ? undefined : parse(root);
	if (!base) throw new InvalidInput('The API root of the credential is not a valid address');
	if (base.protocol !== 'https:' && !isLoopback(base)) {
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
	const holds = (address: URL) =>
		address.protocol === base.protocol &&
		address.host === base.host &&
		!address.username &&
		!address.password &&
		(address.pathname === rootPath || address.pathname.startsWith(`${rootPath}/`)) &&
		!hasDotSegments(address.pathname);
	return {
		root: `${base.origin}${rootPath}`,
		/** Tells whether an absolute address lies under the root, so that the token may be sent there. */
		holds,
		/**
		 * An absolute address for a path under the root, or for an absolute link the provider gave.
		 * @throws InvalidInput when the address leaves the root.
		 */
		resolve(pathOrLink: string): string {
			// Two slashes begin a host (RFC 3986, 4.2).
			const isPath = /^\/(?!\/)/.test(pathOrLink);
			const target = parse(isPath ? `${base.origin}${rootPath}${pathOrLink}` : pathOrLink);
			if (!target || !holds(target)) {
				throw new InvalidInput(
					'The address lies outside the API of the credential',
					undefined,
					'A gateway has to put its own address into the links of the answers that it hands on.',
				);
			}
			return target.href;
		},
		/**
		 * The address behind a link of the provider's that is used without the token, wherever it leads.
		 * @param from What a relative link is relative to.
		 * @returns undefined unless it is https, or http on loopback as the root itself, without a user.
		 */
		outside(link: string, from?: URL): URL | undefined {
			const address = parse(link, from);
			const isSafe =
				address?.protocol === 'https:' ||
				(address !== undefined && isLoopback(address) && isLoopback(base));
			return isSafe && !address.username && !address.password ? address : undefined;
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

/** Whether an address means the machine of whoever opens it. */
export function isOwnMachine({ hostname }: URL): boolean {
	return LOOPBACK.test(hostname);
}

function isLoopback(address: URL): boolean {
	return address.protocol === 'http:' && isOwnMachine(address);
}

/** Signs that some parsers drop or take for a slash, others not (https://url.spec.whatwg.org/#url-parsing). */
const CONFUSABLE = /\p{Cc}|^[^?#]*\\|^\s*https?:(?!\/\/[^/])/iu;

function parse(address: string, base?: URL): URL | undefined {
	if (CONFUSABLE.test(address)) return undefined;
	return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
}
