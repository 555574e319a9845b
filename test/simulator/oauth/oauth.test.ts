import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rule-of-43-characters';
const CLIENT = { client_id: 'n8n', client_secret: 'n8n-secret' };
const MAIL_SCOPE = 'openid profile offline_access User.Read Mail.ReadWrite Mail.Send';

const tokensSchema = z.object({
	access_token: z.string(),
	refresh_token: z.string().optional(),
	token_type: z.string(),
	expires_in: z.number(),
});

/** What the simulator prints when it is up. */
const addressesSchema = z.object({
	url: z.string(),
	graphRoot: z.string(),
	collectionRoot: z.string(),
	control: z.string(),
});

type Tokens = z.infer<typeof tokensSchema>;

async function readTokens(response: Response): Promise<Tokens> {
	return tokensSchema.parse(await response.json());
}

/** Follows redirects with cookies, as a browser does, until the callback. */
async function follow(start: string, init: RequestInit = {}): Promise<Response | URL> {
	let url = start;
	let next = init;
	for (;;) {
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
		const headers = { ...next.headers, cookie };
		const response = await fetch(url, { ...next, headers, redirect: 'manual' });
		for (const line of response.headers.getSetCookie()) {
			const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
			jar.set(name, value);
		}
		const location = response.headers.get('location');
		if (location === null) return response;
		url = new URL(location, url).href;
		if (url.startsWith(REDIRECT)) return new URL(url);
		next = {};
	}
}

const jar = new Map<string, string>();

describe('signing in at the simulated provider', () => {
	let simulator: z.infer<typeof addressesSchema>;
	let server: ChildProcess;

	// In a process of its own: the sign-in server is an ES module, which jest does not load.
	beforeAll(async () => {
		const main = path.join(__dirname, '../main.ts');
		const child = spawn(process.execPath, ['--import', 'tsx', main], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		server = child;
		const [line] = await once(createInterface({ input: child.stdout }), 'line');
		simulator = addressesSchema.parse(JSON.parse(String(line)));
	});

	afterAll(async () => {
		const ended = once(server, 'exit');
		server.kill();
		await ended;
	});

	beforeEach(async () => {
		jar.clear();
		await control('/sign-in', {});
	});

	async function control(what: string, body: object): Promise<Response> {
		return await fetch(`${simulator.control}${what}`, {
			method: 'POST',
			body: JSON.stringify(body),
		});
	}

	async function readMe(tokens: Tokens): Promise<Response> {
		return await fetch(`${simulator.graphRoot}/v1.0/me`, {
			headers: { authorization: `Bearer ${tokens.access_token}` },
		});
	}

	function authorizeUrl(path: string, scope: string, more: Record<string, string> = {}): string {
		const query = new URLSearchParams({
			client_id: CLIENT.client_id,
			redirect_uri: REDIRECT,
			response_type: 'code',
			state: 'kept',
			scope,
			...more,
		});
		return `${simulator.url}/oauth${path}?${query.toString()}`;
	}

	function pkce(): Record<string, string> {
		const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
		return { code_challenge: challenge, code_challenge_method: 'S256' };
	}

	async function token(path: string, fields: Record<string, string>): Promise<Response> {
		return await fetch(`${simulator.url}/oauth${path}`, {
			method: 'POST',
			body: new URLSearchParams({ ...CLIENT, ...fields }),
		});
	}

	async function signIn(path: string, scope: string, more = {}): Promise<string> {
		const end = await follow(authorizeUrl(path, scope, more));
		if (!(end instanceof URL)) throw new Error(await end.text());
		expect(end.searchParams.get('state')).toBe('kept');
		return end.searchParams.get('code') ?? '';
	}

	it('gives a mailbox tokens for a code, with PKCE and the platform’s paths', async () => {
		await control('/sign-in', { account: 'me@contoso.com' });
		const more = { ...pkce(), prompt: 'select_account' };
		const code = await signIn('/common/oauth2/v2.0/authorize', MAIL_SCOPE, more);
		const response = await token('/common/oauth2/v2.0/token', {
			grant_type: 'authorization_code',
			code,
			redirect_uri: REDIRECT,
			code_verifier: VERIFIER,
		});
		expect(response.status).toBe(200);
		const tokens = await readTokens(response);
		expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
		const me = await readMe(tokens);
		expect(await me.json()).toMatchObject({ mail: 'me@contoso.com' });
	});

	it('refuses a code with a wrong verifier', async () => {
		await control('/sign-in', { account: 'me@contoso.com' });
		const code = await signIn('/authorize', MAIL_SCOPE, pkce());
		const response = await token('/token', {
			grant_type: 'authorization_code',
			code,
			redirect_uri: REDIRECT,
			code_verifier: `${VERIFIER}-another`,
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
	});

	it('refuses a wrong client secret, and one in a Basic header', async () => {
		const wrong = await token('/token', { grant_type: 'refresh_token', client_secret: 'wrong' });
		expect(wrong.status).toBe(401);
		const basic = await fetch(`${simulator.url}/oauth/token`, {
			method: 'POST',
			headers: { authorization: `Basic ${Buffer.from('n8n:n8n-secret').toString('base64')}` },
			body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x' }),
		});
		expect(basic.ok).toBe(false);
	});

	async function connect(account: string, scope: string): Promise<Tokens> {
		await control('/sign-in', { account });
		const code = await signIn('/authorization', scope);
		const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
		return await readTokens(await token('/token', grant));
	}

	it('rotates refresh tokens, and takes JSON as well as forms', async () => {
		const first = await connect('collection', 'offline_access read_clients');
		const refresh = async (value: string | undefined): Promise<Response> =>
			await fetch(`${simulator.url}/oauth/token`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ ...CLIENT, grant_type: 'refresh_token', refresh_token: value }),
			});
		const second = await refresh(first.refresh_token);
		expect(second.status).toBe(200);
		const tokens = await readTokens(second);
		expect(tokens.refresh_token).not.toBe(first.refresh_token);
		const me = await fetch(`${simulator.collectionRoot}/partner_api/v1/me`, {
			headers: { authorization: `Bearer ${tokens.access_token}` },
		});
		expect(me.status).toBe(200);
		expect((await refresh(first.refresh_token)).status).toBe(400);
	});

	it('gives a mailbox no refresh token without offline_access', async () => {
		expect(await connect('me@contoso.com', 'User.Read Mail.Read')).not.toHaveProperty(
			'refresh_token',
		);
	});

	it('always gives the Collection account a refresh token', async () => {
		expect(await connect('collection', 'read_clients')).toHaveProperty('refresh_token');
	});

	it('ends access and refresh token when the account is revoked', async () => {
		const tokens = await connect('gone@contoso.com', MAIL_SCOPE);
		expect((await readMe(tokens)).status).toBe(200);
		await control('/tokens/revoke', { account: 'gone@contoso.com' });
		expect((await readMe(tokens)).status).toBe(401);
		const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
		expect((await token('/token', again)).status).toBe(400);
	});

	it('shows a page that asks who signs in, each time anew', async () => {
		for (const account of ['one@contoso.com', 'two@contoso.com']) {
			const page = await follow(authorizeUrl('/authorize', MAIL_SCOPE));
			if (page instanceof URL) throw new Error('No page was shown');
			expect(await page.text()).toContain('name="login"');
			const end = await follow(page.url, {
				method: 'POST',
				body: new URLSearchParams({ login: account }),
			});
			if (!(end instanceof URL)) throw new Error(await end.text());
			const grant = {
				grant_type: 'authorization_code',
				code: end.searchParams.get('code') ?? '',
				redirect_uri: REDIRECT,
			};
			const me = await readMe(await readTokens(await token('/token', grant)));
			expect(await me.json()).toMatchObject({ mail: account });
		}
	});

	it('refuses to send a code to another machine', async () => {
		const redirect = { redirect_uri: 'https://example.com/callback' };
		const end = await follow(authorizeUrl('/authorize', MAIL_SCOPE, redirect));
		expect(end instanceof URL ? undefined : end.status).toBe(400);
	});

	it('refreshes tokens that a test made, once each', async () => {
		const made = await readTokens(await control('/tokens', { account: 'me@contoso.com' }));
		const grant = { grant_type: 'refresh_token', refresh_token: made.refresh_token ?? '' };
		expect((await token('/token', grant)).status).toBe(200);
		const again = await token('/token', grant);
		expect([again.status, await again.json()]).toEqual([
			400,
			expect.objectContaining({ error: 'invalid_grant' }),
		]);
	});
});
