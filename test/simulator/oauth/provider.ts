import { generateKeyPairSync } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { TokenBook } from '../tokenBook';
import { createMemoryAdapter } from './memoryAdapter';
import { ALL_SCOPES, asksForCollection } from './scopes';

/** Applications that are registered with the provider; the secret goes into the body. */
const CLIENTS = [
	{ client_id: 'n8n', client_secret: 'n8n-secret' },
	{ client_id: 'mail-client', client_secret: 'mail-secret' },
	{ client_id: 'collection-client', client_secret: 'collection-secret' },
];

/** Any address on this machine: n8n's callback runs on ports of its own choice. */
function isLoopback(uri: string): boolean {
	if (!URL.canParse(uri)) return false;
	const { protocol, hostname } = new URL(uri);
	return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Path below the issuer at which a person signs in. */
export const SIGN_IN_PATH = '/sign-in';

/**
 * The certified OAuth2 and OpenID Connect server, set up as the two providers are: authorization
 * code with optional PKCE (S256), secrets in the body, rotating refresh tokens, revocation.
 * Consent is given without asking; who signs in is asked on every sign-in.
 * @param issuer its address, ending in `/oauth`
 */
export async function createProvider(issuer: string, tokens: TokenBook): Promise<Provider> {
	// An ES module: it cannot be loaded by require().
	const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
	const policy = interactionPolicy.base();
	// Every sign-in asks anew: a session must not decide which account a credential gets.
	const login = policy.get('login');
	login?.checks.clear();
	login?.checks.add(
		new interactionPolicy.Check(
			'no_account_yet',
			'End-User authentication is required',
			(context) => context.oidc.result?.login === undefined,
		),
	);
	// What the Microsoft identity platform knows as prompt=select_account.
	policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const provider = new OidcProvider(issuer, {
		clients: CLIENTS.map((client) => ({
			...client,
			redirect_uris: ['http://localhost:5678/rest/oauth2-credential/callback'],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'client_secret_post',
			id_token_signed_response_alg: 'ES256',
		})),
		jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
		cookies: { keys: ['simulated'] },
		adapter: createMemoryAdapter(),
		renderError: (context: { type: string; body: unknown }, out: unknown) => {
			context.type = 'json';
			context.body = out;
		},
		scopes: ALL_SCOPES,
		pkce: { required: () => false },
		rotateRefreshToken: true,
		expiresWithSession: () => false,
		// Microsoft: only with offline_access (fact: offline-access); Collection: always (fact: oauth-flow).
		issueRefreshToken: (_context: unknown, _client: unknown, source: { scopes: Set<string> }) =>
			source.scopes.has('offline_access') || asksForCollection([...source.scopes].join(' ')),
		features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
		interactions: {
			policy,
			url: (_context: unknown, interaction: { uid: string }) =>
				`${new URL(issuer).pathname}${SIGN_IN_PATH}/${interaction.uid}`,
		},
		routes: { authorization: '/authorization', token: '/token', revocation: '/revoke' },
		ttl: {
			AccessToken: () => Math.ceil(tokens.accessTokenMs / 1000),
			AuthorizationCode: 600,
			Grant: 86_400,
			IdToken: 3600,
			Interaction: 3600,
			RefreshToken: 86_400,
			Session: 86_400,
		},
		findAccount: (_context: unknown, accountId: string) => ({
			accountId,
			claims: () => ({ sub: accountId }),
		}),
		loadExistingGrant: async (context: Parameters<Parameters<Provider['on']>[1]>[0]) => {
			const grant = new provider.Grant({
				...(context.oidc.client === undefined ? {} : { clientId: context.oidc.client.clientId }),
				...(context.oidc.session?.accountId === undefined
					? {}
					: { accountId: context.oidc.session.accountId }),
			});
			grant.addOIDCScope([...context.oidc.requestParamOIDCScopes].join(' '));
			await grant.save();
			return grant;
		},
	});
	Object.defineProperty(provider.Client.prototype, 'redirectUriAllowed', {
		value: (uri: string) => isLoopback(uri),
	});
	connectTokens(provider, tokens);
	return provider;
}

/** Keeps the simulator's token book and the server of one mind. */
function connectTokens(provider: Provider, tokens: TokenBook): void {
	const grants = new Map<string, Set<string>>();
	provider.on('grant.success', ({ body, oidc }) => {
		const { accountId, grantId } = oidc.entities.AccessToken ?? {};
		if (typeof body !== 'object' || body === null || accountId === undefined) return;
		if (!('access_token' in body) || typeof body.access_token !== 'string') return;
		const scope = 'scope' in body ? String(body.scope) : '';
		const expiresInMs = tokens.accessTokenMs;
		tokens.adopt(body.access_token, { account: accountId, scope, expiresInMs });
		if (grantId === undefined) return;
		grants.set(accountId, (grants.get(accountId) ?? new Set()).add(grantId));
	});
	const end = async (account: string): Promise<void> => {
		for (const grantId of grants.get(account) ?? []) {
			await provider.AccessToken.revokeByGrantId(grantId);
			await provider.RefreshToken.revokeByGrantId(grantId);
		}
		grants.delete(account);
	};
	tokens.onRevoke((account) => void end(account));
}
