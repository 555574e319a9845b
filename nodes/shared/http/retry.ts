import { DateTime } from 'luxon';
import type { Outcome } from './request';
import { NO_TOKEN } from './thrown';

/** Attempts at one request in all, the first included. */
export const REQUEST_ATTEMPTS = 6;
/**
 * Attempts at a request that is throttled: more, as it surely did not run, and as several n8n workers
 * that share an account take turns this way.
 */
const MAX_THROTTLED_ATTEMPTS = 10;
/**
 * Longest first pause of the exponential back-off, in milliseconds; it doubles with each attempt, with
 * full jitter: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter
 */
const FIRST_PAUSE_MS = 1_000;
/** Longest pause of the exponential back-off, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
/**
 * Longest Retry-After that is waited for, in milliseconds: five minutes, as long as n8n gives a poll. A
 * provider that asks for more gets no earlier attempt; the failure carries the time instead.
 */
export const LONGEST_RETRY_AFTER_MS = 300_000;

/** The provider turned the request away before running it, so that any method may be repeated. */
const NOT_RUN = new Set([424, 429]);
/** The provider may have run the request: repeated only where that changes nothing. */
const MAY_HAVE_RUN = new Set([408, 500, 502, 503, 504, 509]);
/** There is no room for what the request would store (RFC 4918, 11.5): it did not run, nor will it soon. */
export const INSUFFICIENT_STORAGE = 507;
/**
 * Network errors from before anything was sent, so that any method may be repeated. EHOSTUNREACH is none of them: a
 * host may become unreachable after a request was sent.
 */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', NO_TOKEN]);

/** True when the provider may have run the request although there is no answer that says so. */
export function mayHaveRun(outcome: Outcome): boolean {
	if (!('status' in outcome)) return !NEVER_CONNECTED.has(outcome.network);
	const { status } = outcome;
	return MAY_HAVE_RUN.has(status) || (status >= 500 && status !== INSUFFICIENT_STORAGE);
}

interface RetryQuestion {
	outcome: Outcome;
	/** Running the request twice is the same as running it once. */
	repeatable: boolean;
	/** Attempts made so far, at least 1. */
	attempt: number;
	/** Milliseconds since the epoch. */
	now: number;
	/** The latest moment at which another attempt may start, in milliseconds since the epoch. */
	deadline?: number;
	/** A number from 0 up to 1. */
	random: number;
}

/**
 * How long to wait before the next attempt, in milliseconds, or undefined to give up. No other place decides whether a
 * request is repeated that ran or was refused. A paused lane (`provider/lanes.ts`) only keeps others waiting, and what
 * must not happen twice is looked up first (`provider/once.ts`).
 *
 * What did not run is repeated for every method: throttled (429) or never connected. 5xx and broken connections are
 * repeated only where that is harmless. Nothing is repeated before a `Retry-After` is over; without one the pause
 * grows exponentially with full jitter.
 */
export function pauseBeforeRetry(question: RetryQuestion): number | undefined {
	const { outcome, repeatable, attempt, now, deadline, random } = question;
	if (attempt >= maxAttempts(outcome, repeatable)) return undefined;
	// A wait of zero, or a date that has passed, counts as none given: an attempt made at once only uses up more of the
	// quota, or finds the same failure.
	const asked = ('status' in outcome && retryAfterMs(outcome.headers, now)) || undefined;
	if ((asked ?? 0) > LONGEST_RETRY_AFTER_MS) return undefined;
	// A second refusal means that others came back at the same moment: from then on, random delays spread them.
	const spread = attempt > 1 ? random * Math.min(asked ?? 0, FIRST_PAUSE_MS) : 0;
	const pause =
		asked === undefined
			? Math.ceil(random * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
			: asked + Math.ceil(spread);
	return deadline !== undefined && now + pause > deadline ? undefined : pause;
}

function maxAttempts(outcome: Outcome, repeatable: boolean): number {
	if ('status' in outcome && NOT_RUN.has(outcome.status)) return MAX_THROTTLED_ATTEMPTS;
	const lost = !('status' in outcome) || MAY_HAVE_RUN.has(outcome.status);
	return lost && (repeatable || !mayHaveRun(outcome)) ? REQUEST_ATTEMPTS : 1;
}

/**
 * The wait that an answer asks for, in milliseconds: `Retry-After` in seconds (fractions too) or as
 * a date (RFC 9110, 10.2.3). Undefined when there is none or it cannot be read.
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
	const value = headers['retry-after']?.trim();
	if (!value) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) {
		return Math.min(Math.ceil(Number(value) * 1_000), Number.MAX_SAFE_INTEGER);
	}
	const date = parseHttpDate(value);
	// The clocks of the two sides may differ: a date is measured by the clock it was made with.
	return date === undefined ? undefined : Math.max(0, date - (parseHttpDate(headers.date) ?? now));
}

/** An HTTP date in milliseconds since the epoch; undefined when it is none. */
function parseHttpDate(text = ''): number | undefined {
	const date = DateTime.fromHTTP(text);
	return date.isValid ? date.toMillis() : undefined;
}
