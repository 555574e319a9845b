import { z } from 'zod';
import type { FailureDetails, FailureKind } from '../../shared/failures';
import {
	presentableCode,
	presentableRequestId,
	presentableText,
	ProviderFailure,
} from '../../shared/failures';
import type { Outcome } from '../../shared/http/request';
import { retryAfterMs } from '../../shared/http/retry';

/** Graph's error object: https://learn.microsoft.com/graph/errors */
const graphError = z.object({
	error: z.object({
		code: z.string().optional().catch(undefined),
		message: z.string().optional().catch(undefined),
		innerError: z.object({ 'request-id': z.string().optional() }).optional().catch(undefined),
	}),
});

interface FailedRequest {
	/** The request cannot be repeated without doing its work twice. */
	sends: boolean;
	/** The user addressed a mailbox other than the own one. */
	sharedMailbox: boolean;
	/** The credential's name, as the user knows it. */
	credential: string;
	/** Milliseconds since the epoch. */
	now: number;
}

const MESSAGES: Record<FailureKind, string> = {
	auth: 'The sign-in has expired or was revoked',
	forbidden: 'The account is not allowed to do this',
	notFound: 'Not found in this mailbox',
	conflict: 'The item was changed by somebody else at the same moment',
	throttled: 'The provider is limiting requests for this mailbox',
	unavailable: 'The provider did not answer',
	rejected: 'The provider refused the request',
};

const HINTS: Partial<Record<FailureKind, string>> = {
	notFound:
		'The ID may be stale, or belong to another mailbox: run the step that finds it again. An ID changes when a mail is moved, unless it came from this node.',
	conflict: 'Run the step again.',
	throttled: 'Wait and run the step again, or work on fewer items at a time.',
	unavailable: 'Run the step again later.',
	rejected: 'Check the values of the step.',
};

const REDIRECT_HINT =
	'It answered with a redirect, which is not followed: enter the final address in the credential.';

/** HTTP 409 Conflict: the name or ID is taken, unlike a change that collided (412). */
const CONFLICT = 409;
const CLASH_MESSAGE = 'It clashes with something that is already there';
const CLASH_HINT = 'Choose another name, or work with the one that exists.';
/** Two writers collided: https://learn.microsoft.com/graph/errors */
const IRRESOLVABLE_CONFLICT = 'ErrorIrresolvableConflict';

/** What to do about single codes; more exact than the hint of their kind. */
const CODE_HINTS = new Map(
	Object.entries({
		InefficientFilter:
			'The filter and the order together are too complex: put the sort field first in the filter.',
		SearchWithFilter: 'Use either Search or Filters, not both.',
		SearchWithOrderBy: 'A search has an order of its own: remove the sort order.',
		ErrorInvalidIdMalformed: 'The ID is cut or not an ID: take it from the output of another step.',
		ErrorInvalidMailboxItemId:
			'The ID belongs to another mailbox: set Mailbox to the one it is from.',
		ErrorSendAsDenied:
			'The account has no right to send as this mailbox: ask the administrator for Send As.',
		MailboxNotEnabledForRESTAPI: 'The account has no mailbox in Exchange Online.',
		ErrorMessageSizeExceeded: 'Send fewer or smaller attachments, or a link to the file.',
	}),
);

/** Turns an outcome that is not a success into the failure the user sees. */
export function toFailure(outcome: Outcome, request: FailedRequest): ProviderFailure {
	if (!('status' in outcome)) {
		return request.sends
			? new ProviderFailure(
					'unavailable',
					'The connection broke before the provider answered: the request may or may not have taken effect',
					{
						mayHaveHappened: true,
						hint: 'Check the mailbox before running the step again.',
						providerCode: outcome.network,
					},
				)
			: new ProviderFailure('unavailable', 'The provider could not be reached', {
					hint: 'Check the network of the n8n server, then run the step again.',
					providerCode: outcome.network,
				});
	}
	const parsed = graphError.safeParse(outcome.body);
	const error = parsed.success ? parsed.data.error : undefined;
	const kind = kindOf(outcome.status, error?.code);
	const clash = outcome.status === CONFLICT && error?.code !== IRRESOLVABLE_CONFLICT;
	const message = clash ? CLASH_MESSAGE : MESSAGES[kind];
	const reason =
		kind === 'auth'
			? `the credential "${request.credential}" was refused`
			: kind === 'rejected' || clash
				? presentableText(error?.message)
				: undefined;
	const details: FailureDetails = {
		httpCode: outcome.status,
		providerCode: presentableCode(error?.code),
		requestId:
			presentableRequestId(error?.innerError?.['request-id']) ??
			presentableRequestId(outcome.headers['request-id']),
		retryAfterMs: retryAfterMs(outcome.headers, request.now),
		mayHaveHappened: request.sends && outcome.status >= 500,
		hint: clash ? CLASH_HINT : hintFor(kind, outcome.status, error?.code, request),
	};
	return new ProviderFailure(kind, reason ? `${message}: ${reason}` : message, details);
}

function kindOf(status: number, code?: string): FailureKind {
	// An item that is gone already answers 403 under immutable IDs (docs: graph errors).
	if (code === 'ErrorCannotDeleteObject') return 'notFound';
	if (code === 'ErrorInvalidIdMalformed' || code === 'ErrorInvalidMailboxItemId') return 'notFound';
	if (status === 401) return 'auth';
	if (status === 403) return 'forbidden';
	if (status === 404 || status === 410) return 'notFound';
	if (status === 409 || status === 412) return 'conflict';
	if (status === 429) return 'throttled';
	return status >= 500 ? 'unavailable' : 'rejected';
}

function hintFor(
	kind: FailureKind,
	status: number,
	code: string | undefined,
	request: FailedRequest,
): string | undefined {
	if (kind === 'auth') return `Open the credential "${request.credential}" and reconnect it.`;
	const byCode = code === undefined ? undefined : CODE_HINTS.get(code);
	if (byCode) return byCode;
	if (kind === 'unavailable' && request.sends) {
		return 'It may have taken effect: check the mailbox before running the step again.';
	}
	if (status >= 300 && status < 400) return REDIRECT_HINT;
	if (kind !== 'forbidden') return HINTS[kind];
	return request.sharedMailbox
		? 'The account needs access to this mailbox in Exchange, and the credential the permission set "Mail, Calendar and Contacts + Shared Mailboxes".'
		: 'Give the credential a permission set that includes this step, then reconnect it.';
}

/** The ID is one, but nothing has it: under immutable IDs 403 (docs: graph.md, 4). */
export function isGone({ kind, details }: ProviderFailure): boolean {
	return kind === 'notFound' && details.httpCode !== 400;
}
