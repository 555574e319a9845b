import { InvalidInput } from '../http/failures';
import { normalizeText } from '../text/normalizeText';

/**
 * Guards for the steps that send a request of the user's own making: whatever is entered, it stays
 * below the API root and carries no credential but the connected account's.
 */

/** Longest endpoint that is sent, in characters: what common gateways take as a request line. */
const MAX_ENDPOINT_LENGTH = 8_000;
/** How often text may be percent-encoded over: once by the user, once by a tool before. */
const MAX_ENCODINGS = 3;
/** Longest header value, in characters: Node's server refuses 16 KiB of headers in all. */
const MAX_HEADER_LENGTH = 4_000;
const MAX_HEADERS = 30;

/** Characters that mean the same encoded or not (RFC 3986, 2.3); a dot was looked at before. */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Characters that URL parsers drop or that split a request into two. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * An endpoint below the API root, query included, fit to be resolved against it.
 * @param text Such as `/clients?limit=5`; blanks around it do not count.
 * @param field Stored name of the field, for the error.
 * @returns the same without them, as a server reads it: what needs no encoding decoded in the path, backslashes in the
 * query encoded.
 * @throws InvalidInput unless it starts with exactly one slash and is free of `#` and control
 * characters, and its path of schemes, `//`, `\` and dot segments, percent-encoded ones included.
 */
export function checkEndpoint(text: string, field: string): string {
	const refuse = (message: string) => new InvalidInput(message, field, ENDPOINT_HINT);
	const endpoint = text.trim();
	if (endpoint === '') throw refuse('is required');
	if (!endpoint.startsWith('/')) throw refuse('must start with /');
	if (endpoint.length > MAX_ENDPOINT_LENGTH) {
		throw refuse(`must not be longer than ${MAX_ENDPOINT_LENGTH} characters`);
	}
	if (endpoint.includes('#')) throw refuse('must not hold #; write %23 for the character itself');
	if (!endpoint.isWellFormed()) throw refuse('must not hold broken characters');
	if (/%(?![0-9a-f]{2})/i.test(endpoint)) {
		throw refuse('must not hold a bare %; write %25 for the character itself');
	}
	for (const layer of decodings(endpoint, refuse)) {
		if (CONTROL.test(layer)) throw refuse('must not hold line breaks or control characters');
	}
	const [path = ''] = endpoint.split('?', 1);
	for (const layer of decodings(path, refuse)) {
		if (layer.includes('\\')) throw refuse('must not hold a backslash');
		if (layer.includes('//')) throw refuse('must not hold two slashes in a row');
		if (layer.split('/').some(isDotSegment)) {
			throw refuse('must not hold . or .. as a part of the path');
		}
	}
	const plain = path.replace(UNRESERVED, (escape) => decodeURIComponent(escape));
	// Parsers leave a backslash in a query as it is (https://url.spec.whatwg.org/#query-percent-encode-set).
	return `${plain}${endpoint.slice(path.length).replaceAll('\\', '%5C')}`;
}

/** A segment that names the folder it is in or the one above; `;` begins parameters some servers cut off. */
function isDotSegment(segment: string): boolean {
	const [name = ''] = segment.split(';', 1);
	return name.includes('.') && /^[\s.]*$/.test(name);
}

const ENDPOINT_HINT =
	'Enter the path below the API root only, such as /name/ID; the address itself comes from the credential.';

/**
 * The text and all that it becomes when it is decoded again and again, as a chain of servers may
 * do, with look-alikes of the ASCII characters turned into them.
 */
function decodings(text: string, refuse: (message: string) => InvalidInput): string[] {
	const layers = [normalizeText(text, 'NFKC')];
	for (let current = text; ;) {
		// Overlong forms of ASCII characters are no UTF-8, yet some servers still read them.
		if (/%c[01]|%e0%[89]|%f0%8/i.test(current)) throw refuse('holds a character that is no UTF-8');
		const decoded = decodeOnce(current);
		if (decoded === current) return layers;
		if (layers.length > MAX_ENCODINGS) throw refuse('is percent-encoded too many times');
		layers.push(normalizeText(decoded, 'NFKC'));
		current = decoded;
	}
}

/** Escapes decoded where they are valid; the rest stays as it is. */
function decodeOnce(text: string): string {
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
		try {
			return decodeURIComponent(escapes);
		} catch {
			// Bytes that are no UTF-8 stay encoded; what is ASCII among them is still looked at.
			return escapes.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
				String.fromCharCode(parseInt(code, 16)),
			);
		}
	});
}

/** Headers that sign in, that belong to the connection, or that send the request elsewhere. */
const REFUSED_HEADERS = new Set([
	...['authorization', 'authentication', 'cookie', 'cookie2', 'set-cookie', 'set-cookie2'],
	...['connection', 'keep-alive', 'te', 'trailer', 'trailers', 'transfer-encoding', 'upgrade'],
	...['http2-settings', 'content-length', 'expect'],
	...['host', 'forwarded', 'via', 'x-host', 'x-http-host-override'],
	...['x-original-url', 'x-original-host', 'x-rewrite-url'],
	...['x-http-method', 'x-http-method-override', 'x-method-override', '--proto--'],
]);
/**
 * Headers whose values are lists, which several of one name make together: RFC 9110, 5.3 and 12.5;
 * RFC 9111, 5.2; RFC 7240, 2.
 */
const LISTS = new Set([
	...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control'],
	...['if-match', 'if-none-match', 'prefer'],
]);
const REFUSED_FAMILIES = /^(proxy-|x-forwarded-|x-authorization|:)/;

/** Stored name of the field of headers, for the errors. */
const HEADERS = 'headers';

/**
 * Headers of the user's choice, names in lower case.
 * @param entries Names and values as entered; empty values are left out.
 * @throws InvalidInput for a name or value that HTTP does not allow, and for headers that carry a
 * credential, belong to the connection (RFC 9110, 7.6.1), reroute the request, or stand twice
 * although they have one value.
 */
export function checkHeaders(entries: Array<[string, unknown]>): Record<string, string> {
	const headers = new Map<string, string>();
	for (const [given, value] of entries) {
		const name = given.trim().toLowerCase();
		const isEmpty = (value ?? '') === '';
		if (name === '' && isEmpty) continue;
		// Gateways that turn headers into variables make no difference between _ and -.
		const compared = name.replaceAll('_', '-');
		if (REFUSED_HEADERS.has(compared) || REFUSED_FAMILIES.test(compared)) {
			throw new InvalidInput(
				`must not hold the header "${given.trim().slice(0, 40).replace(CONTROL, '')}"`,
				HEADERS,
				'Sign-in, address and connection come from the credential: remove the header.',
			);
		}
		if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(name)) {
			throw new InvalidInput('holds a name that is no header name', HEADERS, NAME_HINT);
		}
		if (isEmpty) continue;
		const before = headers.get(name);
		if (before !== undefined && !LISTS.has(name)) {
			throw new InvalidInput(`holds the header "${name}" twice`, HEADERS, 'Remove one of them.');
		}
		headers.set(name, headerValue(name, value, before));
	}
	if (headers.size > MAX_HEADERS) {
		throw new InvalidInput(`must not hold more than ${MAX_HEADERS} headers`, HEADERS);
	}
	return Object.fromEntries(headers);
}

const NAME_HINT = 'Header names consist of letters, digits and hyphens, such as X-Request-Reason.';

/** @param before What the header holds already. */
function headerValue(name: string, value: unknown, before?: string): string {
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
		throw new InvalidInput(`needs a text for the header "${name}"`, HEADERS);
	}
	const text = [before, String(value).trim()].filter((part) => part !== undefined).join(', ');
	// Printable ASCII and blanks: what RFC 9110 (5.5) lets senders use.
	if (!/^[\t\x20-\x7e]*$/.test(text)) {
		throw new InvalidInput(
			`holds a line break or a character that a header cannot carry in "${name}"`,
			HEADERS,
		);
	}
	if (text.length > MAX_HEADER_LENGTH) {
		throw new InvalidInput(
			`holds more than ${MAX_HEADER_LENGTH} characters in the header "${name}"`,
			HEADERS,
		);
	}
	return text;
}
