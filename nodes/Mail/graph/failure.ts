import { z } from 'zod';
import type { FailureKind } from '../../shared/failures';
import { presentableRequestId } from '../../shared/failures';
import type { Answer } from '../../shared/http/request';
import type { FailureTexts, Refusal } from '../../shared/provider/failure';
import { kindOf } from '../../shared/provider/failure';

/** What is said of Graph's refusals; it names fields and settings, so that the node gives it. */
export interface GraphTexts extends FailureTexts {
	/** What to do about `forbidden` in another mailbox than the account's own. */
	sharedMailboxHint: string;
	/** A name or ID is taken, unlike a change that collided. */
	clash: { message: string; hint: string };
	/** What to do about single codes; more exact than the hint of their kind. */
	codeHints: ReadonlyMap<string, string>;
}

/** Graph's error object: https://learn.microsoft.com/graph/errors */
const graphError = z.object({
	error: z.object({
		code: z.string().optional().catch(undefined),
		message: z.string().optional().catch(undefined),
		innerError: z.object({ 'request-id': z.string().optional() }).optional().catch(undefined),
	}),
});

/** HTTP 409 Conflict. */
const CONFLICT = 409;
/** Two writers collided: https://learn.microsoft.com/graph/errors */
const IRRESOLVABLE_CONFLICT = 'ErrorIrresolvableConflict';

/** Codes that say more than the status they come with. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
	// An item that is gone already answers 403 under immutable IDs (docs: graph errors).
	['ErrorCannotDeleteObject', 'notFound'],
	['ErrorInvalidIdMalformed', 'notFound'],
	['ErrorInvalidMailboxItemId', 'notFound'],
]);

/**
 * What Graph says of a request that it did not fulfil.
 * @param sharedMailbox The user addressed a mailbox other than the own one.
 */
export function readRefusal(
	{ status, headers, body }: Answer,
	texts: GraphTexts,
	sharedMailbox: boolean,
): Refusal {
	const parsed = graphError.safeParse(body);
	const { code = '', message, innerError } = parsed.success ? parsed.data.error : {};
	const kind = KINDS.get(code) ?? kindOf(status);
	const clash = status === CONFLICT && code !== IRRESOLVABLE_CONFLICT;
	const byKind = kind === 'forbidden' && sharedMailbox ? texts.sharedMailboxHint : undefined;
	return {
		kind,
		code,
		requestId: presentableRequestId(innerError?.['request-id']) ?? headers['request-id'],
		// Elsewhere the kind says it all, and Graph's text may repeat what is nobody's business.
		reason: kind === 'rejected' || clash ? message : undefined,
		hint: texts.codeHints.get(code) ?? byKind,
		...(clash ? texts.clash : {}),
	};
}
