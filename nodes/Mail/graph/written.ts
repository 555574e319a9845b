import { z } from 'zod';
import { InvalidInput, rethrow } from '../../shared/http/failures';
import { REDIRECTS } from '../../shared/http/request';
import { checkEndpoint } from '../../shared/step/apiCall';
import { mailboxRoot } from './paths';

/** In any case, and in front of anything that does not make it another word: Graph takes all of these for `/me`. */
const OWN = /^\/me(?![\w.-])/i;
const BATCH = /\/(?:\$|%24)batch\b/i;

/** Whether a path that somebody wrote leads to a batch, whose parts have paths of their own. */
export function isBatch(path: string): boolean {
	return BATCH.test(path);
}

/**
 * The end of a path behind which lie the bytes of a file (fact: attachment-value), or a count as text (OData 4.01).
 * Whoever wrote them may write a link as a list of Graph's has it, which leads anywhere that the account may read.
 * @see https://learn.microsoft.com/graph/api/driveitem-get-contentstream
 */
const BYTES = /\/(?:(?:\$|%24)(?:value|count)|content(?:stream)?)\/?$/i;

/** Whether a path that somebody wrote leads to the bytes of a file, or to a count. */
export function leadsToBytes(path: string): boolean {
	return BYTES.test(path.split('?', 1)[0] ?? '');
}

/**
 * The rest of an address that somebody wrote, behind `/me`, which stands for the mailbox of the item; undefined where
 * the address begins with anything else.
 * @param address Without the version, as `checkEndpoint` gives it.
 * @param field Stored name of the field, for the error.
 * @throws InvalidInput for a beginning that would be another one if it was decoded twice.
 */
export function belowOwn(address: string, field: string): string | undefined {
	if (/^\/[^/?]*%25/.test(address)) {
		throw new InvalidInput('must not hold %25 in the first part of the path', field);
	}
	return OWN.test(address) ? address.replace(OWN, '') : undefined;
}

/**
 * The body of a batch, with the mailbox in place of each `/me` of its parts. What is no part stays as it is: Graph
 * refuses it.
 * @throws InvalidInput for a body that is a text, and for a part whose address cannot be judged.
 */
export function batchFor(mailbox: string, body: object | string | undefined) {
	if (typeof body === 'string') throw new InvalidInput('must be JSON for $batch', 'body');
	const address = (url: unknown) => (typeof url === 'string' ? partOf(mailbox, url) : url);
	return changeIn(body, 'requests', (requests) =>
		Array.isArray(requests) ? requests.map((part) => changeIn(part, 'url', address)) : requests,
	);
}

/** The address of a part of a batch, which may begin without a slash. */
function partOf(mailbox: string, url: string): string {
	const address = checkEndpoint(url.replace(/^\/?/, '/'), 'body');
	if (isBatch(address)) throw new InvalidInput('must not hold a batch in a batch', 'body');
	const below = belowOwn(address, 'body');
	return below === undefined ? address : `${mailboxRoot(mailbox)}${below}`;
}

/** A copy of an object with another value under a key, in any case; what is no object stays as it is. */
function changeIn<T>(
	holder: T,
	name: string,
	change: (value: unknown) => unknown,
): T | Record<string, unknown> {
	const values = z.record(z.unknown()).safeParse(holder).data;
	if (!values) return holder;
	const named = Object.keys(values).filter((key) => key.toLowerCase() === name);
	return { ...values, ...Object.fromEntries(named.map((key) => [key, change(values[key])])) };
}

/**
 * For `catch`: says where the bytes of a file in the cloud are, to which Graph redirects.
 * @see https://learn.microsoft.com/graph/api/driveitem-get-content
 */
export const explainRedirect = rethrow(
	({ details: { httpCode = 0 } }) => REDIRECTS.has(httpCode),
	(failure) =>
		failure.withHint(
			'It answered with a redirect, which is not followed. Of a file in the cloud, read @microsoft.graph.downloadUrl, and open that with HTTP Request. If every call is redirected, enter the final address in the credential.',
		),
);
