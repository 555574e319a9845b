import { constants, createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** An application with access of its own (fact: application-assertion). */
export interface Application {
	clientId: string;
	/** Certificates that it may sign with, as PEM. */
	certificates: string[];
	secrets: string[];
	/** Those whose day has come. */
	expiredSecrets: string[];
	/** Application permissions, separated by spaces; empty: all. */
	roles: string;
	/** Addresses that Exchange confines it to; undefined: every mailbox. */
	mailboxes?: string[];
}

/** A refusal of the token endpoint: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
export class TokenRefusal extends Error {
	constructor(
		readonly status: 400 | 401,
		readonly error: 'invalid_client' | 'invalid_scope' | 'invalid_request' | 'unauthorized_client',
		code: string,
		reason = 'The simulator lets nobody in by this.',
	) {
		super(`${code}: ${reason}`);
	}
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const requestSchema = z.object({
	client_id: z.string(),
	scope: z.string(),
	client_secret: z.string().optional(),
	client_assertion_type: z.literal(ASSERTION_TYPE).optional(),
	client_assertion: z.string().optional(),
});

/** https://learn.microsoft.com/entra/identity-platform/certificate-credentials: PS256, and RS256 before. */
const headerSchema = z.union([
	z.object({ alg: z.literal('RS256'), typ: z.literal('JWT'), x5t: z.string() }),
	z.object({ alg: z.literal('PS256'), typ: z.literal('JWT'), 'x5t#S256': z.string() }),
]);

/** The same page, on the claims; times in seconds since the epoch. */
const claimsSchema = z.object({
	aud: z.string(),
	iss: z.string(),
	sub: z.string(),
	jti: z.string().min(1),
	nbf: z.number(),
	exp: z.number(),
});

type Claims = z.output<typeof claimsSchema>;

/** The applications that are registered, and the assertions that they have used. */
export class Applications {
	private readonly registered = new Map<string, Application>();

	private readonly used = new Set<string>();

	constructor(private readonly clock: () => number) {}

	/** Registers an application, or another one in its place. */
	register(application: Partial<Application> & { clientId: string }): Application {
		const known = { certificates: [], secrets: [], expiredSecrets: [], roles: '', ...application };
		this.registered.set(known.clientId, known);
		return known;
	}

	/**
	 * Who asks for a token.
	 * @param fields the body of the request
	 * @param tokenUrl the address that it came to
	 * @throws TokenRefusal
	 */
	authenticate(fields: unknown, tokenUrl: string): Application {
		const asked = requestSchema.safeParse(fields);
		if (!asked.success) throw new TokenRefusal(400, 'invalid_request', 'AADSTS900144');
		const { client_id, client_secret, client_assertion, scope } = asked.data;
		const application = this.registered.get(client_id);
		if (!application) throw new TokenRefusal(400, 'unauthorized_client', 'AADSTS700016');
		if (!/^https?:\/\/\S+\/\.default$/.test(scope)) {
			throw new TokenRefusal(400, 'invalid_scope', 'AADSTS1002012');
		}
		if (client_assertion !== undefined)
			this.checkAssertion(application, client_assertion, tokenUrl);
		else this.checkSecret(client_id, client_secret ?? '');
		return application;
	}

	/**
	 * Whether an application proves who it is, where it is registered.
	 * @throws TokenRefusal
	 */
	checkSecret(clientId: string, given: string): void {
		const application = this.registered.get(clientId);
		if (!application) return;
		const isAmong = (secrets: string[]) => secrets.some((secret) => isSame(secret, given));
		if (isAmong(application.expiredSecrets)) {
			throw new TokenRefusal(401, 'invalid_client', 'AADSTS7000222');
		}
		if (!isAmong(application.secrets)) {
			throw new TokenRefusal(401, 'invalid_client', 'AADSTS7000215');
		}
	}

	private checkAssertion(application: Application, assertion: string, tokenUrl: string): void {
		const claims = readSigned(application, assertion, this.clock());
		const { aud, iss, sub, jti, nbf, exp } = claims;
		const now = this.clock() / 1000;
		const isMeant = aud === tokenUrl && iss === application.clientId && sub === iss;
		if (!isMeant) throw new TokenRefusal(401, 'invalid_client', 'AADSTS700023');
		// Clocks may differ by five minutes: entra-docs, certificate-credentials.
		if (exp <= now || nbf > now + 300) {
			throw new TokenRefusal(401, 'invalid_client', 'AADSTS700024');
		}
		// "a unique identifier for the JWT": one that was seen is not taken again (RFC 7523, 3).
		if (this.used.has(jti)) throw new TokenRefusal(401, 'invalid_client', 'AADSTS700025');
		this.used.add(jti);
	}
}

function isSame(one: string, other: string): boolean {
	const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
	return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function thumbprint(pem: string, hash: 'sha1' | 'sha256'): string {
	return createHash(hash).update(new X509Certificate(pem).raw).digest('base64url');
}

/** The claims of an assertion that one of the certificates has signed. */
function readSigned({ certificates }: Application, assertion: string, now: number): Claims {
	const [head = '', body = '', signature = ''] = assertion.split('.');
	const header = headerSchema.safeParse(readJson(head));
	const claims = claimsSchema.safeParse(readJson(body));
	if (!header.success || !claims.success) {
		throw new TokenRefusal(401, 'invalid_client', 'AADSTS50027');
	}
	const named = header.data;
	const signer = certificates.find((pem) =>
		'x5t' in named
			? thumbprint(pem, 'sha1') === named.x5t
			: thumbprint(pem, 'sha256') === named['x5t#S256'],
	);
	// The reasons as errors that people report have them; Microsoft's reference lists the code alone.
	if (signer === undefined) {
		throw new TokenRefusal(
			401,
			'invalid_client',
			'AADSTS700027',
			reasonFor('The key was not found.'),
		);
	}
	const { publicKey: key, validTo } = new X509Certificate(signer);
	if (Date.parse(validTo) < now) {
		throw new TokenRefusal(
			401,
			'invalid_client',
			'AADSTS700027',
			reasonFor('The key used is expired.'),
		);
	}
	const padded =
		named.alg === 'PS256'
			? {
					key,
					padding: constants.RSA_PKCS1_PSS_PADDING,
					saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
				}
			: key;
	const signed = Buffer.from(`${head}.${body}`);
	if (!verify('sha256', signed, padded, Buffer.from(signature, 'base64url'))) {
		const reason = 'The provided signature value did not match the expected signature value.';
		throw new TokenRefusal(401, 'invalid_client', 'AADSTS700027', reasonFor(reason));
	}
	return claims.data;
}

/** How Entra says why it does not take a signature. */
function reasonFor(reason: string): string {
	return `Client assertion failed signature validation. [Reason - ${reason}]`;
}

function readJson(part: string): unknown {
	try {
		return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
