import { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { ApiAnswer, ApiRequest } from '../exchange';
import { property, readableBody } from '../exchange';
import type { TokenBook } from '../tokenBook';
import type { Applications } from './applications';
import { TokenRefusal } from './applications';
import { SIGN_IN_PATH } from './provider';
import { asksForCollection } from './scopes';
import { signInPage } from './signInPage';

/** Who signs in without being asked. */
export interface SignIn {
	account?: string;
}

const ROOT = '/oauth';

/** `/common/oauth2/v2.0/authorize` and its kin, and `/authorize`, are the server's own routes. */
function serverPath(path: string): string {
	const name = path.slice(ROOT.length).replace(/^\/[^/]+\/oauth2\/v2\.0\//, '/');
	return name === '/authorize' ? '/authorization' : name;
}

function invalidGrant(): ApiAnswer {
	return {
		status: 400,
		body: {
			error: 'invalid_grant',
			error_description: 'The refresh token is unknown, used up or revoked.',
		},
	};
}

/** Everything below `/oauth`: sign-in pages, token endpoint, discovery. */
export class OAuthEndpoint {
	/** The sign-in server; without one only the token book's refresh tokens are served. */
	provider: Provider | undefined;

	readonly signIn: SignIn = {};

	constructor(
		private readonly tokens: TokenBook,
		private readonly applications: Applications,
		private readonly origin: () => string,
	) {}

	/** Answers what needs no sign-in server; undefined: the server has to answer. */
	answer(request: ApiRequest): ApiAnswer | undefined {
		if (request.path.endsWith('/.well-known/openid-configuration')) {
			return { status: 200, body: this.discovery(request.path) };
		}
		if (serverPath(request.path) === '/token' && request.method === 'POST') {
			const answer = this.giveToken(request);
			if (answer !== undefined) return answer;
		}
		return this.provider === undefined ? { status: 404 } : undefined;
	}

	/** Lets the sign-in server answer on the raw connection. */
	async serve(request: ApiRequest, raw: FastifyRequest, reply: FastifyReply): Promise<void> {
		const { provider } = this;
		if (provider === undefined) throw new Error('The sign-in server is not running');
		reply.hijack();
		const path = serverPath(request.path);
		if (path.startsWith(`${SIGN_IN_PATH}/`)) {
			await this.serveSignIn(provider, request, raw, reply);
			return;
		}
		await provider.callback()(toServerRequest(request, path, raw), reply.raw);
	}

	private giveToken(request: ApiRequest): ApiAnswer | undefined {
		try {
			return this.letApplicationIn(request) ?? this.refresh(request);
		} catch (error) {
			if (!(error instanceof TokenRefusal)) throw error;
			const { status, error: code, message } = error;
			return { status, body: { error: code, error_description: message } };
		}
	}

	/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
	private letApplicationIn(request: ApiRequest): ApiAnswer | undefined {
		const body = readableBody(request.body, request.headers['content-type']);
		if (property(body, 'grant_type') !== 'client_credentials') return undefined;
		const tokenUrl = `${this.origin()}${request.path}`;
		const application = this.applications.authenticate(body, tokenUrl);
		return { status: 200, body: this.tokens.issueFor(application) };
	}

	private refresh(request: ApiRequest): ApiAnswer | undefined {
		const body = readableBody(request.body, request.headers['content-type']);
		const fields = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}));
		const token = fields.get('refresh_token');
		if (fields.get('grant_type') !== 'refresh_token' || typeof token !== 'string') {
			return this.provider === undefined ? invalidGrant() : undefined;
		}
		if (!this.tokens.issued(token)) return this.provider === undefined ? invalidGrant() : undefined;
		// Id and secret in the body; nobody uses a Basic header (fact: oauth-token).
		const [id, secret] = [fields.get('client_id'), fields.get('client_secret')];
		if (typeof id !== 'string' || typeof secret !== 'string') {
			return { status: 401, body: { error: 'invalid_client' } };
		}
		this.applications.checkSecret(id, secret);
		const tokens = this.tokens.refresh(token);
		return tokens === undefined ? invalidGrant() : { status: 200, body: tokens };
	}

	private async serveSignIn(
		provider: Provider,
		request: ApiRequest,
		raw: FastifyRequest,
		reply: FastifyReply,
	): Promise<void> {
		const serverRequest = toServerRequest(request, request.path.slice(ROOT.length), raw);
		const { params } = await provider.interactionDetails(serverRequest, reply.raw);
		const forCollection = asksForCollection(String(params.scope ?? ''));
		const hint = typeof params.login_hint === 'string' ? params.login_hint : this.signIn.account;
		const typed =
			request.method === 'POST'
				? new URLSearchParams(request.body.toString('utf8')).get('login')
				: hint;
		const account = typed?.trim().toLowerCase();
		const fits = account !== undefined && account !== '' && account.includes('@') !== forCollection;
		if (!fits) {
			const suggested = forCollection ? 'collection' : 'support@contoso.com';
			const kind = forCollection ? 'an account name without @' : 'a mail address';
			const problem = request.method === 'POST' ? `Please give ${kind}.` : undefined;
			reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
			reply.raw.end(signInPage(suggested, problem));
			return;
		}
		const result = { login: { accountId: account }, consent: {}, select_account: {} };
		await provider.interactionFinished(serverRequest, reply.raw, result, {
			mergeWithLastSubmission: false,
		});
	}

	private discovery(path: string): Record<string, unknown> {
		const tenant = /^\/oauth\/([^/]+)\/v2\.0\//.exec(path)?.[1] ?? 'common';
		const root = `${this.origin()}${ROOT}/${tenant}`;
		return {
			issuer: `${root}/v2.0`,
			authorization_endpoint: `${root}/oauth2/v2.0/authorize`,
			token_endpoint: `${root}/oauth2/v2.0/token`,
			token_endpoint_auth_methods_supported: ['client_secret_post'],
			response_types_supported: ['code'],
			code_challenge_methods_supported: ['S256'],
		};
	}
}

/** The query as the server wants it: a refresh token needs the person's consent (OpenID Connect
 *  Core, section 11), which Microsoft's platform does not ask to be spelled out. */
function withConsent(query: URLSearchParams): string {
	const wanted = new URLSearchParams(query);
	if (wanted.get('response_type') !== null) {
		const prompts = new Set((wanted.get('prompt') ?? '').split(' ').filter((text) => text !== ''));
		wanted.set('prompt', [...prompts.add('consent')].join(' '));
	}
	const text = wanted.toString();
	return text === '' ? '' : `?${text}`;
}

/** A form-encoded body, whatever encoding the client chose (fact: oauth-token: both are used). */
function formBody(request: ApiRequest): Buffer {
	if (request.headers['content-type']?.includes('json') !== true) return request.body;
	const body = readableBody(request.body, request.headers['content-type']);
	const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
	return Buffer.from(
		new URLSearchParams(
			fields.map(([name, value]): [string, string] => [name, String(value)]),
		).toString(),
	);
}

/**
 * The request as the sign-in server gets it: path below its root, body readable again, and
 * without its own session cookie, so that nobody is signed in already.
 */
function toServerRequest(request: ApiRequest, path: string, raw: FastifyRequest): IncomingMessage {
	const body = formBody(request);
	const copy = new IncomingMessage(raw.raw.socket);
	const cookies = (request.headers.cookie ?? '')
		.split(/;\s*/)
		.filter((cookie) => cookie !== '' && !cookie.startsWith('_session'));
	copy.method = request.method;
	copy.url = `${path}${withConsent(request.query)}`;
	copy.headers = {
		...request.headers,
		cookie: cookies.join('; '),
		...(body.length === 0
			? {}
			: {
					'content-type': 'application/x-www-form-urlencoded',
					'content-length': String(body.length),
				}),
	};
	// The server builds its own addresses from the difference of the two.
	Object.assign(copy, { originalUrl: `${ROOT}${copy.url}`, complete: true });
	copy.push(body);
	copy.push(null);
	return copy;
}
