import { z } from 'zod';
import { anyObject } from '../../shared/provider/understand';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/** What the mailbox's own server made of the sender of a mail. */
export const senderVerdict = z.enum(['pass', 'fail', 'none']);
export type SenderVerdict = z.output<typeof senderVerdict>;

/** https://learn.microsoft.com/graph/api/resources/internetmessageheader */
const headersShape = z.object({
	internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});

/** The property that `senderVerified` and its neighbours read, for `$select`. */
export const HEADERS = 'internetMessageHeaders';

const RESULTS = /^authentication-results$/i;
const RECEIVED = /^received$/i;
const AUTHENTICATED_AS = /^x-ms-exchange-organization-authas$/i;
/** The servers of Exchange Online, in each cloud. */
const OWN_SERVER = /\.(outlook\.com|exchangelabs\.com|office365\.com|office365\.us|outlook\.cn)$/i;
/** Servers by which mail comes in from outside, or leaves another organization. */
const AT_THE_DOOR = /\.(mail|outbound)\.protection\./i;

/**
 * Whether Microsoft's own server found that a mail is from whom it says: `pass` also for colleagues, `none` where it
 * did not say. A sender writes all headers below the one with which the mail came in, and may imitate Exchange there:
 * only headers above it count (fact: results-topmost). Of several results the worst counts, so that a forged one can
 * only harm its own mail.
 * @param raw The mail as Graph gives it, with its headers.
 */
export function senderVerified(raw: unknown): SenderVerdict {
	const headers = headersOf(raw);
	const { own, isFromOutside } = aboveTheDoor(headers);
	const [first] = valuesOf(own, RESULTS);
	if (!isFromOutside && isInternal(headers)) return 'pass';
	if (first === undefined || verdictOf(first) === undefined) return 'none';
	// Exchange renames results that came along with a mail. Where it left one, that one counts, too (fact: results-original).
	const verdicts = valuesOf(headers, RESULTS).flatMap((value) => verdictOf(value) ?? []);
	return verdicts.includes('fail') ? 'fail' : verdicts.includes('none') ? 'none' : 'pass';
}

/**
 * The domains whose signatures (DKIM) of a mail Microsoft's own server found good; none where it did not say.
 * @param raw The mail as Graph gives it, with its headers.
 */
export function signedBy(raw: unknown): string[] {
	const { own } = aboveTheDoor(headersOf(raw));
	const [first = ''] = valuesOf(own, RESULTS);
	return (resultsOf(first) ?? []).flatMap(({ method, result, domain }) =>
		method === 'dkim' && result === 'pass' ? domain : [],
	);
}

type Headers = NonNullable<z.output<typeof headersShape>['internetMessageHeaders']>;

/** The headers of a mail that was read with them, topmost first; none of one that has none, such as a sent one. */
export function headersOf(raw: unknown): Headers {
	return headersShape.safeParse(raw).data?.internetMessageHeaders ?? [];
}

/** A mail with its headers alone, and what else is named. @param $expand What to read besides properties. */
export async function readHeaders(
	graph: GraphClient,
	id: string,
	besides: string[] = [],
	$expand?: string,
) {
	const query = { $select: [HEADERS, ...besides].join(','), $expand };
	return await graph.get(mailPath`/messages/${id}`, anyObject, { query });
}

export function valuesOf(headers: Headers, name: RegExp): string[] {
	return headers.filter((header) => name.test(header.name)).map(({ value }) => value);
}

/** The headers that Exchange wrote itself, each server above those of the one before (fact: headers-order). */
function aboveTheDoor(headers: Headers): { own: Headers; isFromOutside: boolean } {
	for (const [index, { name, value }] of headers.entries()) {
		if (!RECEIVED.test(name)) continue;
		const from = /^\s*from\s+(\S+)/i.exec(value)?.[1] ?? '';
		const by = /\sby\s+(\S+)/i.exec(` ${value}`)?.[1] ?? '';
		const isInside = OWN_SERVER.test(by) && OWN_SERVER.test(from);
		if (!isInside || AT_THE_DOOR.test(by) || AT_THE_DOOR.test(from)) {
			// Without a server of Microsoft's own, nothing above it is Exchange's either.
			return { own: OWN_SERVER.test(by) ? headers.slice(0, index) : [], isFromOutside: true };
		}
	}
	return { own: headers, isFromOutside: false };
}

/** Whether somebody of the organization signed in to send it: no such header comes in from outside (fact: header-firewall). */
function isInternal(headers: Headers): boolean {
	const known = valuesOf(headers, AUTHENTICATED_AS);
	const isSent = valuesOf(headers, RECEIVED).length > 0;
	return isSent && known.length > 0 && known.every((value) => value.trim() === 'Internal');
}

/**
 * The verdict of a header that Exchange wrote for a mail that came in: only there `compauth` stands (fact: results-form).
 * The header repeats names that the sender chose, but all in front of `compauth`.
 * @returns undefined for any other header.
 */
function verdictOf(value: string): SenderVerdict | undefined {
	const results = resultsOf(value);
	if (!results) return /compauth/i.test(value) ? 'none' : undefined;
	const compauths = results.filter(({ method }) => method === 'compauth');
	const [compauth] = compauths;
	if (!compauth) return undefined;
	const fails = (wanted: string) =>
		results.some(({ method, result }) => method === wanted && result === 'fail');
	// A trusted server in between vouches for what fails by itself (fact: results-reason).
	const isVouchedFor = compauths.every(({ reason }) => reason === '130');
	if (fails('compauth') || (fails('dmarc') && !isVouchedFor)) return 'fail';
	const isLast = compauths.length === 1 && results.at(-1) === compauth;
	const { result, reason } = compauth;
	return isLast && result === 'pass' && /^[17]\d\d$/.test(reason) ? 'pass' : 'none';
}

interface Result {
	/** Empty for a part that is no result. */
	method: string;
	result: string;
	reason: string;
	/** Whose signature it is about, in lower case; empty where it is about none. */
	domain: string;
}

/** The parts of a header; undefined for one that breaks off, or begins with the name of a server. */
function resultsOf(value: string): Result[] | undefined {
	const plain = withoutComments(value);
	if (plain === undefined || !/^[\s\w=.:;,@<>[\]+/*~!#$%&'`{|}^?-]*$/.test(plain)) return undefined;
	const results = plain
		.toLowerCase()
		.split(';')
		.filter((part) => part.trim() !== '')
		.map((part): Result => {
			const [, method = '', result = ''] = /^\s*([a-z]+)\s*=\s*([a-z]+)(?=\s|$)/.exec(part) ?? [];
			const reason = /\sreason\s*=\s*(\d+)\s*$/.exec(part)?.[1] ?? '';
			const domain = /\sheader\.d\s*=\s*([^\s;]+)/.exec(part)?.[1] ?? '';
			return { method, result, reason, domain };
		});
	// Exchange names no server in front, others do (fact: results-form).
	return results[0]?.method === '' ? undefined : results;
}

/** A header without comments and quoted texts, which may hold anything; undefined where one does not end. */
function withoutComments(value: string): string | undefined {
	let depth = 0;
	let isQuoted = false;
	let plain = '';
	for (let at = 0; at < value.length; at++) {
		const sign = value[at] ?? '';
		if (sign === '\\' && (isQuoted || depth > 0)) at++;
		else if (depth === 0 && sign === '"') isQuoted = !isQuoted;
		else if (isQuoted) continue;
		else if (sign === '(') depth++;
		else if (sign === ')') depth--;
		else if (depth === 0) plain += sign;
		if (depth < 0) return undefined;
	}
	return depth === 0 && !isQuoted ? plain : undefined;
}
