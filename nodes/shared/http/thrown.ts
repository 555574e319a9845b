import { z } from 'zod';

/** The sign-in server gave no token for the moment. The provider was not asked, or refused the old one. */
export const NO_TOKEN = 'SIGN_IN_UNAVAILABLE';
/** The code of a sign-in that has ended because it came without anything to renew it. */
export const NOT_RENEWABLE = 'NO_REFRESH_TOKEN';

/** HTTP 401: the provider ran nothing, so that the request may be made again. */
export const UNAUTHORIZED = 401;

/**
 * n8n's messages where a credential is not connected. The last is for one with PKCE that was saved without a sign-in
 * (run in n8n-core 2.41.1, read in 1.123 and 2.8).
 */
const NOT_CONNECTED =
	/OAuth credentials not connected|Unable to sign without access token|^Cannot read properties of (?:undefined|null) \(reading 'accessToken'\)/;
/** n8n's code where the sign-in server does not renew the token. */
const REFRESH_REFUSED = 'EAUTH';
/** The same from n8n before 2.14, which gives the words of RFC 6749 (5.2) without a code. */
const GRANT_REFUSED =
	/^The provided authorization grant\b|^Client authentication failed\b|\binvalid_(grant|client)\b/;
/** n8n's message where an expired token cannot be renewed, as nothing was given for that (n8n 2.41.1). */
const NO_RENEWAL = /\bno refresh token\b/i;
/** How many errors deep the code of a broken connection is looked for. */
const MAX_CAUSES = 4;

const thrown = z.object({
	message: z.string().catch(''),
	/** Null in n8n's errors where there is no code. */
	httpCode: z.coerce
		.string()
		.nullish()
		.transform((code) => code ?? undefined)
		.catch(undefined),
	code: z.string().optional().catch(undefined),
	response: z.object({ status: z.number(), data: z.unknown() }).optional().catch(undefined),
	context: z.object({ data: z.unknown() }).optional().catch(undefined),
	/** What the sign-in server answered: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
	body: z
		.object({ error: z.unknown(), error_description: z.string().optional().catch(undefined) })
		.optional()
		.catch(undefined),
	config: z.object({ url: z.string() }).optional().catch(undefined),
	failure: z.object({ cause: z.string() }).optional().catch(undefined),
	cause: z.unknown(),
});
/** What can be read of an error that n8n throws. */
export type Thrown = z.infer<typeof thrown>;

/** What an `httpCode` is where n8n has a status; else it is the code of a network error. */
const STATUS = /^\d{3}$/;

/** The status of the answer that n8n threw, where it tells one. */
export function statusOf({ httpCode = '' }: Partial<Thrown> = {}): number | undefined {
	return STATUS.test(httpCode) ? Number(httpCode) : undefined;
}

/** The code that says why there is no answer. n8n up to 2.20 at least has it in `httpCode`, without the cause. */
export function codeOf({ code, httpCode }: Thrown): string | undefined {
	return code ?? (httpCode && !STATUS.test(httpCode) ? httpCode : undefined);
}

/** Whether the credential was refused. */
export function isRefused(error: Thrown): boolean {
	const { message, response, failure } = error;
	return (
		statusOf(error) === UNAUTHORIZED ||
		response?.status === UNAUTHORIZED ||
		codeOf(error) === REFRESH_REFUSED ||
		GRANT_REFUSED.test(message) ||
		failure?.cause === 'credential-invalid' ||
		isNotRenewable(error) ||
		isNotConnected(error)
	);
}

/** Whether nobody has signed in with the credential. */
export function isNotConnected({ message }: Pick<Thrown, 'message'>): boolean {
	return NOT_CONNECTED.test(message);
}

/** Whether the sign-in has ended because it came without anything to renew it. */
export function isNotRenewable({ message }: Pick<Thrown, 'message'>): boolean {
	return NO_RENEWAL.test(message);
}

/** What a sign-in server says that cannot answer for the moment: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
const BUSY: unknown[] = ['temporarily_unavailable', 'server_error'];
/** n8n's code for an answer of the sign-in server that makes no sense. */
const ODD_ANSWER = 'ESTATUS';

/** Whether the sign-in server says that it gives no token for the moment. */
export function isSignInBusy({ code, body }: Thrown): boolean {
	return code === REFRESH_REFUSED && BUSY.includes(body?.error);
}

/** Whether an error is of a request to the sign-in server. */
export function isOfSignIn({ code, config }: Thrown, signInUrl: unknown): boolean {
	return code === ODD_ANSWER || (config !== undefined && config.url === signInUrl);
}

/** An error and what caused it, the outermost first. */
export function* withCauses(error: unknown): Generator<Thrown> {
	let next = error;
	for (let depth = 0; depth < MAX_CAUSES; depth++) {
		const seen = thrown.safeParse(next);
		if (!seen.success) return;
		yield seen.data;
		next = seen.data.cause;
	}
}
