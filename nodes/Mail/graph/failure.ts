import { z } from 'zod';
import type { ProviderFailure, RefusalKind } from '../../shared/http/failures';
import { presentableRequestId } from '../../shared/http/failures';
import type { Answer, Outcome } from '../../shared/http/request';
import { isSuccess } from '../../shared/http/request';
import { INSUFFICIENT_STORAGE } from '../../shared/http/retry';
import type { FailureTexts, Refusal } from '../../shared/provider/failure';
import { kindOf } from '../../shared/provider/failure';
import {
	ACCESS_DENIED,
	DAMAGED_CODES,
	DAY_IS_FULL_CODES,
	kindOfCode,
	NO_MAILBOX_CODES,
	NOTHING_THERE_CODES,
	QUOTA_CODES,
} from './refusalCodes';
import { SAVE_CONFLICTS } from './saveConflicts';

/** Texts about Graph's refusals. They name fields and settings, so that the node passes them in. */
export interface GraphTexts extends FailureTexts {
	/** What to do in another mailbox than the account's own, where there is more to say of a kind. */
	sharedMailboxHints: Partial<Record<RefusalKind, string>>;
	/** A name or ID is taken, unlike a change that collided. */
	clash: { message: string; hint: string };
	/** Behind the address, or the account itself, is no mailbox that Graph can open. */
	noMailbox: { message: string; hint: string };
	/** There is no room left in the mailbox. */
	mailboxFull: { message: string; hint: string };
	/** It is there, and may not be deleted. */
	undeletable: { message: string; hint: string };
	/** It was looked for on another server than that of the mailbox. */
	otherServer: { message: string; hint: string };
	/** An attachment cannot be opened, while its email is there. */
	shutAttachment: { message: string; hint: string };
	/** The text of a mail or an event cannot be read. */
	damaged: { message: string; hint: string };
	/** What to do where Graph does not know an address, which it says by no code of its own. */
	unknownAddressHint: string;
	/** What to do about single codes; more exact than the hint of their kind. */
	codeHints: ReadonlyMap<string, string>;
	/** Why Entra refuses the application, where signing in again changes nothing; by Entra's code and message. */
	notLetIn(code: string, says: string): { message?: string; hint?: string };
}

/** Graph's error object: https://learn.microsoft.com/graph/errors */
const graphError = z.object({
	error: z.object({
		code: z.string().optional().catch(undefined),
		message: z.string().optional().catch(undefined),
		innerError: z.object({ 'request-id': z.string().optional() }).optional().catch(undefined),
	}),
});

/** Mostly said of an ID of another mailbox (fact: id-of-another-mailbox). */
const ON_ANOTHER_SERVER = /\bCross Server access is not allowed\b/i;

/** What has no Inbox is no mailbox (fact: not-shared). */
const NO_INBOX = /\bDefault folder (?:Inbox|Root) not found\b/i;

/** What a file would be made of is of a kind that cannot be one (fact: smime-value). */
const NO_FILE = 'ErrorMimeContentConversionFailed';

/** Said of an attachment, in an answer that the email is not found (fact: smime-forward). */
const SHUT_ATTACHMENT = /\bCannot open attachment\b/i;

/** HTTP statuses: 400 Bad Request, 403 Forbidden, 409 Conflict, 429 Too Many Requests, 500 Internal Server Error, 503 Service Unavailable. */
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const CONFLICT = 409;
const THROTTLED = 429;
const INTERNAL = 500;
const UNAVAILABLE = 503;
/** The code for an answer that is not whole, where Graph gives none. */
const BROKEN = 'ANSWER_BROKEN';

/** There is no room for the name of another property, whatever the status (fact: names-full). */
const NO_NAME = /\bID from name\b/i;
const NAMES_FULL = {
	message: 'The mailbox has no room for another named property',
	hint: 'An administrator can ask Microsoft about "named properties quota exceeded".',
};

/** Graph does not know an address, as not every cloud has everything (fact: missing-in-cloud). */
const UNKNOWN_ADDRESS = /^Resource not found for the segment\b/;

/** What a request is about: the account's mailbox, another one, or whatever an endpoint names. */
export type Addressee = 'own' | 'shared' | 'any';

/** What Graph says of a request that it did not fulfil. */
export function readRefusal(
	{ status, headers, body }: Answer,
	texts: GraphTexts,
	addressee: Addressee,
): Refusal {
	const { code = '', message, innerError } = graphError.safeParse(body).data?.error ?? {};
	const kind = kindOfCode(code) ?? kindOf(status);
	const refusal = {
		kind,
		code,
		requestId: presentableRequestId(innerError?.['request-id']) ?? headers['request-id'],
	};
	if (status === INSUFFICIENT_STORAGE || QUOTA_CODES.has(code)) {
		const said = NO_NAME.test(message ?? '') ? NAMES_FULL : texts.mailboxFull;
		return { ...refusal, kind: 'rejected', ...said };
	}
	if (DAMAGED_CODES.has(code)) return { ...refusal, ...texts.damaged };
	if (SHUT_ATTACHMENT.test(message ?? '')) {
		return { ...refusal, kind: 'rejected', ...texts.shutAttachment };
	}
	if (ON_ANOTHER_SERVER.test(message ?? '')) return { ...refusal, ...texts.otherServer };
	if (kind === 'notFound' && (isNoMailbox(code, addressee) || NO_INBOX.test(message ?? ''))) {
		const hint = texts.codeHints.get(code) ?? texts.noMailbox.hint;
		return { ...refusal, ...texts.noMailbox, hint };
	}
	const clash = status === CONFLICT && !SAVE_CONFLICTS.has(code);
	const denied = kind === 'forbidden' && (code === '' || ACCESS_DENIED.test(code));
	const byKind = addressee === 'shared' ? texts.sharedMailboxHints[kind] : undefined;
	const isUnknown = kind === 'rejected' && UNKNOWN_ADDRESS.test(message ?? '');
	return {
		...refusal,
		// For other kinds, the kind says enough, and Graph's message may repeat private data.
		reason:
			kind === 'rejected' || clash || (kind === 'forbidden' && !denied)
				? withoutServers(message)
				: undefined,
		hint: isUnknown ? texts.unknownAddressHint : (texts.codeHints.get(code) ?? byKind),
		...(clash ? texts.clash : {}),
		...(kind === 'auth' ? texts.notLetIn(code, message ?? '') : {}),
	};
}

/** True where a mailbox cannot be reached at all, unlike a thing in it that is gone. */
export function isMailboxMissing({ kind, details }: ProviderFailure): boolean {
	return kind === 'notFound' && isNoMailbox(details.providerCode ?? '', 'own');
}

/** True where a thing is not there, while its mailbox is: that may come back with all that is in it. */
export function isThingMissing(failure: ProviderFailure): boolean {
	return failure.kind === 'notFound' && !isMailboxMissing(failure);
}

/** True where a mailbox refuses a filter, which it may take without an order (fact: filter-too-complex). */
export function isTooComplex({ details: { providerCode = '' } }: ProviderFailure): boolean {
	return ['InefficientFilter', 'ErrorRestrictionTooComplex'].includes(providerCode);
}

/** True where a mailbox has room, but not for the name of a property that it does not know yet. */
export function takesNoNames({ message }: ProviderFailure): boolean {
	return message === NAMES_FULL.message;
}

/** Whether an item with a damaged text may be the cause: when a list fails by one, Graph does not say so. */
export function isDamaged({ details: { httpCode, providerCode = '' } }: ProviderFailure): boolean {
	return httpCode === INTERNAL || providerCode === BROKEN || DAMAGED_CODES.has(providerCode);
}

function isNoMailbox(code: string, addressee: Addressee): boolean {
	return NO_MAILBOX_CODES.has(code) || (addressee !== 'any' && NOTHING_THERE_CODES.has(code));
}

/** Exchange ends some of its errors with the name of the server: of no use to anybody else (fact: odd-texts). */
export function withoutServers(message: string | null | undefined): string {
	const [words = ''] = message?.split('Name of the server where exception originated', 1) ?? [];
	// What is left of the line before it: a full stop that stands alone.
	return words.trim().replace(/(?<!\s)\s+\.$/, '');
}

/** The beginning of an error in the middle of an answer; inside a text of it, quotes are escaped. */
const ERROR_INSIDE = /"error":\s{0,4}\{\s{0,4}"code":\s{0,4}"([\w.-]{1,60})"/;
const entryOfError = z.object({ error: z.object({ code: z.string() }) }).strict();
const listWithError = z.object({ value: z.array(z.unknown()) });

/**
 * Graph sends lists while it still makes them. When it fails meanwhile, it has said 200 already: the
 * error stands in the place of an entry, and mostly the JSON ends there. Such an answer is none.
 * Seen: GNOME/msgraph tests/traces/user/find-users, microsoft-graph-docs-contrib issues 106 and 1274.
 */
export function toWholeAnswer(outcome: Outcome): Outcome {
	if (!isSuccess(outcome)) return refusedForGood(outcome);
	const { headers, body } = outcome;
	const code = codeInside(headers['content-type'], body);
	return code === undefined ? outcome : broken(code, headers);
}

/**
 * Nothing is made again, and nobody kept waiting, for what a moment does not change: a full day is a 403, as others get
 * it, and what is looked for on another server, or is never made a file of, a 400. Nobody may take that for gone.
 */
function refusedForGood(outcome: Outcome): Outcome {
	if (!('status' in outcome)) return outcome;
	const { status, body } = outcome;
	const { code = '', message = '' } = graphError.safeParse(body).data?.error ?? {};
	if (status === THROTTLED && DAY_IS_FULL_CODES.has(code)) return { ...outcome, status: FORBIDDEN };
	const isElsewhere = status === UNAVAILABLE && ON_ANOTHER_SERVER.test(message);
	return isElsewhere || code === NO_FILE ? { ...outcome, status: BAD_REQUEST } : outcome;
}

/**
 * The same for a request that writes. Graph answers it with JSON or nothing. A text is a page of some proxy, and an
 * error alone says that nothing was done: neither counts as an answer.
 */
export function toWrittenAnswer(outcome: Outcome): Outcome {
	if (!isSuccess(outcome)) return outcome;
	const { headers, body } = outcome;
	const error = graphError.strict().safeParse(body).data?.error;
	if (!error && (typeof body !== 'string' || body.trim() === '')) return outcome;
	return broken(error?.code, headers);
}

function broken(code: string | undefined, headers: Answer['headers']): Outcome {
	return { network: BROKEN, unreadable: { code, requestId: headers['request-id'] } };
}

/** The code of the error in an answer that is not whole; empty where it has none. */
function codeInside(type: string | undefined, body: unknown): string | undefined {
	if (typeof body === 'string') {
		// n8n parses whole JSON: where it is still text, it breaks off.
		const isCut = /\bjson\b/i.test(type ?? '') && /^\s*[{[]/.test(body);
		return isCut ? (ERROR_INSIDE.exec(body)?.[1] ?? '') : undefined;
	}
	const entries = listWithError.safeParse(body).data?.value ?? [];
	return entryOfError.safeParse(entries.at(-1)).data?.error.code;
}
