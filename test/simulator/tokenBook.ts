import { createHash } from 'node:crypto';
import type { Application } from './oauth/applications';

/** What a token endpoint answers. */
export interface TokenSet {
	access_token: string;
	refresh_token: string;
	token_type: 'Bearer';
	/** Seconds. */
	expires_in: number;
	scope: string;
	/** Says who signed in (fact: id-token). */
	id_token?: string;
}

interface TokenEntry {
	account: string;
	scope: string;
	/** Whose token it is, where nobody signed in. */
	application?: Application;
	/** Milliseconds on the simulator's clock. */
	expiresAt: number;
}

/** What became of an access token that was shown. */
export type TokenState =
	| { state: 'valid'; account: string; scope: string; application?: Application }
	| { state: 'expired' | 'unknown' };

/** Lifetime of an access token where no other is asked for (fact: token-life: 60 to 90 minutes). */
const ACCESS_TOKEN_MS = 3_600_000;

/** How tokens of the book begin; those of the sign-in server do not. */
const TOKEN_PREFIX = 'sim-';

/** Bearer tokens of all accounts, with rotating refresh tokens (fact: oauth-lifetime). */
export class TokenBook {
	/** Lifetime of access tokens in milliseconds, also of those given out by the sign-in. */
	accessTokenMs = ACCESS_TOKEN_MS;

	private readonly access = new Map<string, TokenEntry>();

	private readonly refreshTokens = new Map<string, TokenEntry>();

	private readonly revokeListeners: Array<(account: string) => void> = [];

	private serial = 0;

	constructor(private readonly clock: () => number) {}

	/** A new pair of tokens for a mailbox address or `collection`. An empty scope allows all. */
	issue(account: string, options: { expiresInMs?: number; scope?: string } = {}): TokenSet {
		const lifetime = options.expiresInMs ?? this.accessTokenMs;
		const entry = {
			account,
			scope: options.scope ?? '',
			expiresAt: this.clock() + lifetime,
		};
		const tokens = { access: this.createToken('at'), refresh: this.createToken('rt') };
		this.access.set(tokens.access, entry);
		this.refreshTokens.set(tokens.refresh, entry);
		const set = toTokenSet(tokens, entry.scope, lifetime);
		return account.includes('@') ? { ...set, id_token: idToken(account, this.clock()) } : set;
	}

	/** A token of an application: it has no refresh token, as the application asks again. */
	issueFor(application: Application): Omit<TokenSet, 'refresh_token' | 'scope'> {
		const { clientId: account, roles: scope } = application;
		const token = this.createToken('at');
		const expiresAt = this.clock() + this.accessTokenMs;
		this.access.set(token, { account, scope, application, expiresAt });
		return {
			access_token: token,
			token_type: 'Bearer',
			expires_in: Math.floor(this.accessTokenMs / 1000),
		};
	}

	/** Takes over an access token that the sign-in server gave out. */
	adopt(token: string, entry: { account: string; scope: string; expiresInMs: number }): void {
		this.access.set(token, { ...entry, expiresAt: this.clock() + entry.expiresInMs });
	}

	/** Whether this book gave out the token, be it still good or not. */
	issued(token: string): boolean {
		return token.startsWith(TOKEN_PREFIX);
	}

	/**
	 * Exchanges a refresh token for a new pair; the old refresh token is used up, older access
	 * tokens stay valid until they expire. Undefined when the token is unknown, used or revoked.
	 */
	refresh(refreshToken: string): TokenSet | undefined {
		const entry = this.refreshTokens.get(refreshToken);
		if (entry === undefined) return undefined;
		this.refreshTokens.delete(refreshToken);
		return this.issue(entry.account, { scope: entry.scope });
	}

	/** Ends every token of the account, refresh tokens too. */
	revoke(account: string): void {
		for (const book of [this.access, this.refreshTokens]) {
			for (const [token, entry] of book) if (entry.account === account) book.delete(token);
		}
		for (const listener of this.revokeListeners) listener(account);
	}

	/** Lets every access token of the account expire now; refresh tokens stay good. */
	expireAccess(account: string): void {
		for (const entry of this.access.values()) {
			if (entry.account === account) entry.expiresAt = Number.NEGATIVE_INFINITY;
		}
	}

	/** Calls back when an account is revoked. */
	onRevoke(listener: (account: string) => void): void {
		this.revokeListeners.push(listener);
	}

	/** What an access token is worth now. */
	check(token: string): TokenState {
		const entry = this.access.get(token);
		if (entry === undefined) return { state: 'unknown' };
		if (this.clock() >= entry.expiresAt) return { state: 'expired' };
		const { account, scope, application } = entry;
		return { state: 'valid', account, scope, ...(application && { application }) };
	}

	private createToken(kind: 'at' | 'rt'): string {
		this.serial += 1;
		const digest = createHash('sha256').update(`${kind}/${this.serial}`).digest('base64url');
		return `${TOKEN_PREFIX}${kind}-${digest}`;
	}
}

/** An ID token of whoever has the mailbox. Nobody checks its signature, as it comes from the token endpoint itself. */
function idToken(account: string, now: number): string {
	const oid = createHash('sha256').update(account.toLowerCase()).digest('hex');
	const iat = Math.floor(now / 1_000);
	const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
	return [
		part({ typ: 'JWT', alg: 'RS256' }),
		part({ oid, iat, preferred_username: account }),
		'',
	].join('.');
}

function toTokenSet(
	tokens: { access: string; refresh: string },
	scope: string,
	lifetimeMs: number,
): TokenSet {
	return {
		access_token: tokens.access,
		refresh_token: tokens.refresh,
		token_type: 'Bearer',
		expires_in: Math.max(0, Math.floor(lifetimeMs / 1000)),
		scope,
	};
}
