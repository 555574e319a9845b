import { z } from 'zod';
import type { FailureKind } from '../../shared/failures';
import { presentableRequestId, presentableText, ProviderFailure } from '../../shared/failures';
import type { Outcome } from '../../shared/http/request';
import { retryAfterMs } from '../../shared/http/retry';

interface FailedRequest {
	/** The request cannot be repeated without doing its work twice. */
	sends: boolean;
	/** The credential's name, as the user knows it. */
	credential: string;
	/** Milliseconds since the epoch. */
	now: number;
}

const MESSAGES: Record<FailureKind, string> = {
	auth: 'The sign-in has expired or was revoked',
	forbidden: 'The account is not allowed to do this',
	notFound: 'Content Snare has nothing with this ID',
	conflict: 'The record was changed by somebody else at the same moment',
	throttled: 'Content Snare is limiting requests for this account',
	unavailable: 'Content Snare did not answer',
	rejected: 'Content Snare refused the request',
};

/** What to do when the account may not use the API at all: it is off until support switches it on. */
const API_ACCESS = 'API access may not be enabled on the account: ask Content Snare support.';

const HINTS: Partial<Record<FailureKind, string>> = {
	forbidden: `The role of the signed-in person may be too low (settings, webhooks and team need an Admin), or the credential's permissions may not include this step: choose them in the credential and reconnect it. ${API_ACCESS}`,
	notFound:
		'The record may be deleted, or the ID may belong to another kind of record: take it from the output of another step.',
	conflict: 'Run the step again.',
	throttled: 'Other programs share the account: wait and run the step again.',
	unavailable: 'Run the step again later.',
};

/** Network errors that come before anything was sent. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

/** True when the request may have taken effect although its answer is missing. */
export function mayHaveRun(outcome: Outcome): boolean {
	return 'status' in outcome ? outcome.status >= 500 : !NEVER_CONNECTED.has(outcome.network);
}

/** Turns an outcome that is not a success into the failure the user sees. */
export function toFailure(outcome: Outcome, request: FailedRequest): ProviderFailure {
	const mayHaveHappened = request.sends && mayHaveRun(outcome);
	if (!('status' in outcome)) {
		return mayHaveHappened
			? new ProviderFailure(
					'unavailable',
					'The connection broke before Content Snare answered: the request may or may not have taken effect',
					{
						mayHaveHappened,
						providerCode: outcome.network,
						hint: 'Check in Content Snare before running the step again.',
					},
				)
			: new ProviderFailure('unavailable', 'Content Snare could not be reached', {
					providerCode: outcome.network,
					hint: 'Check the network of the n8n server, then run the step again.',
				});
	}
	const kind = kindOf(outcome.status);
	const reason =
		kind === 'auth'
			? `the credential "${request.credential}" was refused`
			: presentableText(providerText(outcome.body));
	return new ProviderFailure(kind, reason ? `${MESSAGES[kind]}: ${reason}` : MESSAGES[kind], {
		httpCode: outcome.status,
		requestId: presentableRequestId(outcome.headers['x-request-id']),
		retryAfterMs: retryAfterMs(outcome.headers, request.now),
		mayHaveHappened,
		hint: mayHaveHappened
			? 'It may have taken effect: check in Content Snare before running the step again.'
			: hintFor(kind, request),
	});
}

function kindOf(status: number): FailureKind {
	if (status === 401) return 'auth';
	if (status === 403) return 'forbidden';
	if (status === 404 || status === 410) return 'notFound';
	if (status === 409 || status === 412) return 'conflict';
	if (status === 429) return 'throttled';
	return status >= 500 ? 'unavailable' : 'rejected';
}

function hintFor(kind: FailureKind, { credential }: FailedRequest): string | undefined {
	return kind === 'auth'
		? `Open the credential "${credential}" and reconnect it. If that does not help: ${API_ACCESS}`
		: HINTS[kind];
}

/** Errors as a list, as one text, or by field; and the form of the OAuth endpoints (RFC 6749, 5.2). */
const providerError = z.union([
	z.object({ errors: z.array(z.union([z.string(), z.object({ message: z.string() })])) }),
	z.object({ errors: z.record(z.union([z.string(), z.array(z.string())])) }),
	z.object({ errors: z.string() }),
	z.object({ error_description: z.string() }),
	z.object({ error: z.string() }),
	z.object({ message: z.string() }),
]);

function providerText(body: unknown): string | undefined {
	// A page of HTML comes from a gateway and says nothing to the user.
	if (typeof body === 'string') return body.trimStart().startsWith('<') ? undefined : body;
	const parsed = providerError.safeParse(body);
	if (!parsed.success) return undefined;
	const [text] = Object.values(parsed.data);
	if (typeof text === 'string') return text;
	if (Array.isArray(text)) {
		return text.map((entry) => (typeof entry === 'string' ? entry : entry.message)).join('; ');
	}
	return Object.entries(text)
		.map(([name, messages]) => `${name} ${[messages].flat().join(', ')}`)
		.join('; ');
}
