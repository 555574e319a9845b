import { z } from 'zod';
import type { Answer, Outcome } from '../../shared/http/request';
import { isSuccess } from '../../shared/http/request';
import type { FailureTexts, Refusal } from '../../shared/provider/failure';
import { kindOf } from '../../shared/provider/failure';

/** What to do when the account may not use the API at all: it is off until support switches it on. */
const API_ACCESS = 'API access may not be enabled on the account: ask Content Snare support.';

export const failureTexts: FailureTexts = {
	messages: {
		auth: 'The sign-in has expired or was revoked',
		forbidden: 'The account is not allowed to do this',
		notFound: 'Content Snare has nothing with this ID',
		conflict: 'The record was changed by somebody else at the same moment',
		throttled: 'Content Snare is limiting requests for this account',
		unavailable: 'Content Snare did not answer',
		rejected: 'Content Snare refused the request',
		lost: 'The connection broke before Content Snare answered: the request may or may not have taken effect',
		unreached: 'Content Snare could not be reached',
		unreadable: "Content Snare's answer could not be read",
	},
	hints: {
		auth: `If that does not help: ${API_ACCESS}`,
		forbidden: `Choose Permissions that include it in the credential (Everything for team and webhooks), press "Switch account" there and sign in again. The role of the signed-in person may be too low as well: settings, webhooks and team need an Admin. ${API_ACCESS}`,
		notFound:
			'The record may be deleted, or the ID may belong to another kind of record: take it from the output of another step.',
		conflict: 'Run the step again.',
		throttled: 'Other programs share the account: wait and run the step again.',
		unavailable: 'Run the step again later.',
		rejected: undefined,
		lost: 'Check in Content Snare before running the step again.',
		mayHaveHappened:
			'It may have taken effect: check in Content Snare before running the step again.',
	},
};

/** What Content Snare says of a request that it did not fulfil. */
export function readRefusal({ status, headers, body }: Answer): Refusal {
	return {
		kind: kindOf(status),
		requestId: headers['x-request-id'],
		reason: providerText(body),
	};
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

/** A page of HTML comes from somebody in between, and says nothing of the request. */
function isPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

/** The outcome of a request that writes: a page of HTML in place of its answer counts as no answer. */
export function toWrittenAnswer(outcome: Outcome): Outcome {
	if (!isSuccess(outcome) || !isPage(outcome.body)) return outcome;
	return { network: 'ANSWER_BROKEN', unreadable: { requestId: outcome.headers['x-request-id'] } };
}

function providerText(body: unknown): string | undefined {
	if (typeof body === 'string') return isPage(body) ? undefined : body;
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
