import type { Clock } from '../../shared/http/clock';
import { download } from '../../shared/http/download';
import { ProviderFailure } from '../../shared/http/failures';
import type { Send } from '../../shared/http/request';
import { isSuccess } from '../../shared/http/request';
import { mayHaveRun } from '../../shared/http/retry';
import { headersOf, signedBy } from '../graph/senderVerified';

/** What RFC 8058, section 3.1, has as the value of the second header, and as the body of the request. */
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const HEADERS_OF_LISTS = ['list-unsubscribe', 'list-unsubscribe-post'];

/**
 * Ends of names that lead into a network of one's own, or nowhere: RFC 6761; RFC 6762 with its appendix G;
 * RFC 8375; `internal` of ICANN; `localdomain` of many hosts files. In some of them machines have certificates for their
 * names: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service,
 * https://developer.hashicorp.com/consul/docs/discover/dns, https://tailscale.com/kb/1153/enabling-https.
 */
const OWN_NETWORK =
	/(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|test|invalid|onion|svc|consul|ts\.net)$/;
/** A name of several labels; never an address, whose last part is a number (https://url.spec.whatwg.org/#host-parsing). */
const PUBLIC_NAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * The address of a stranger's link, where a request to it cannot reach a machine of one's own: https, at its usual
 * port, at a public name, without a user. Where such a name leads to a machine inside all the same, nothing is sent to
 * one that has no certificate for it.
 * @returns undefined for any other link.
 */
export function publicAddress(link: string): URL | undefined {
	if (/[\s\p{Cc}\\]/u.test(link) || !URL.canParse(link)) return undefined;
	const address = new URL(link);
	const { protocol, username, password, port, hostname } = address;
	const isPlain = protocol === 'https:' && username === '' && password === '' && port === '';
	const host = hostname.replace(/\.$/, '');
	return isPlain && PUBLIC_NAME.test(host) && !OWN_NETWORK.test(host) ? address : undefined;
}

/**
 * Where a mail says that one request is enough to leave its list (RFC 8058, section 3.1).
 * @param raw The mail as Graph gives it, with its headers.
 * @returns its https links; none where it does not say so, or says it twice: a second header may be a stranger's.
 */
export function oneClickLinks(raw: unknown): string[] {
	const [links, post] = HEADERS_OF_LISTS.map((wanted) =>
		headersOf(raw).flatMap(({ name, value }) => (name.toLowerCase() === wanted ? [value] : [])),
	);
	if (links?.length !== 1 || post?.length !== 1 || post[0]?.trim() !== ONE_CLICK) return [];
	return [...(links[0] ?? '').matchAll(/<([^<>]*)>/g)]
		.map(([, link = '']) => link.replace(/\s/g, ''))
		.filter((link) => /^https:/i.test(link));
}

/**
 * Whether a good signature of a mail covers its headers of lists (RFC 8058, section 4): otherwise somebody on the way
 * may have written these. Exchange does not say which signature of a domain was good, so that each has to cover them.
 * @param raw The mail as Graph gives it, with its headers.
 */
export function isListSigned(raw: unknown): boolean {
	const signatures = headersOf(raw).filter(({ name }) => name.toLowerCase() === 'dkim-signature');
	return signedBy(raw).some((domain) => {
		const own = signatures.filter(({ value }) => tagOf(value, 'd') === domain);
		const covers = ({ value }: { value: string }) => {
			const covered = tagOf(value, 'h').split(':');
			return HEADERS_OF_LISTS.every((header) => covered.includes(header));
		};
		return own.length > 0 && own.every(covers);
	});
}

/** A tag of a signature in lower case, without blanks (RFC 6376, section 3.2). */
function tagOf(signature: string, tag: string): string {
	const tags = signature.toLowerCase().replace(/\s/g, '').split(';');
	return tags.find((given) => given.startsWith(`${tag}=`))?.slice(tag.length + 1) ?? '';
}

const MAY_HAVE_LEFT = 'The mailbox may have been taken off the list already.';

/**
 * Asks a list to take its reader off, once: without any token or cookie, following no redirect, and without
 * reading what it answers.
 * @throws ProviderFailure where it did not say that it did.
 */
export async function postOneClick(send: Send, clock: Clock, address: URL): Promise<void> {
	const request = {
		method: 'POST' as const,
		url: address.href,
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		body: ONE_CLICK,
	};
	const { outcome } = await download(send, request, async () => undefined, { clock });
	const hint = 'A person can use the link in the email, or have a rule delete what comes.';
	const httpCode = 'status' in outcome ? outcome.status : undefined;
	if (isSuccess(outcome)) return;
	const failure =
		httpCode === undefined
			? new ProviderFailure('unavailable', 'The mailing list did not answer', {
					hint: `Try again later. ${hint}`,
				})
			: new ProviderFailure('rejected', `The mailing list did not take it (HTTP ${httpCode})`, {
					hint,
					httpCode,
				});
	// Many a list answers what it took by a redirect to the page that says so, against RFC 8058, section 3.1.
	const isElsewhere = httpCode !== undefined && httpCode < 400;
	throw isElsewhere || mayHaveRun(outcome) ? failure.withLeft(MAY_HAVE_LEFT) : failure;
}
