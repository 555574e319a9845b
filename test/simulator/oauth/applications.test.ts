import { constants, createHash, randomUUID, sign, X509Certificate } from 'node:crypto';
import { createCertificate } from '../../harness/certificate';
import { startSimulator } from '../simulator';

const CLIENT = 'application';
const key = createCertificate();
const stranger = createCertificate();
const NOW_S = Math.floor(Date.now() / 1000);

let simulator: Awaited<ReturnType<typeof startSimulator>>;

beforeAll(async () => {
	simulator = await startSimulator();
	simulator.applications.register({
		clientId: CLIENT,
		certificates: [key.certificate],
		secrets: ['secret'],
		mailboxes: ['support@contoso.com'],
	});
	simulator.graph.mailbox('support@contoso.com');
	simulator.graph.mailbox('sales@contoso.com');
});
afterAll(async () => await simulator.stop());

const tokenUrl = () => `${simulator.url}/oauth/contoso.com/oauth2/v2.0/token`;
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An assertion by the book, with changes. */
function assertion(claims: object = {}, { alg = 'RS256', by = key, header = {} } = {}): string {
	const hash = alg === 'PS256' ? 'sha256' : 'sha1';
	const print = createHash(hash).update(new X509Certificate(by.certificate).raw).digest();
	const named = { [hash === 'sha256' ? 'x5t#S256' : 'x5t']: print.toString('base64url') };
	const times = { nbf: NOW_S, iat: NOW_S, exp: NOW_S + 300 };
	const who = { aud: tokenUrl(), iss: CLIENT, sub: CLIENT, jti: randomUUID() };
	const signed = [
		{ alg, typ: 'JWT', ...named, ...header },
		{ ...who, ...times, ...claims },
	]
		.map(base64url)
		.join('.');
	const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
	const signer = alg === 'PS256' ? { key: by.privateKey, padding, saltLength } : by.privateKey;
	return `${signed}.${sign('sha256', Buffer.from(signed), signer).toString('base64url')}`;
}

async function ask(fields: Record<string, string>) {
	const answer = await fetch(tokenUrl(), {
		method: 'POST',
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: CLIENT,
			scope: 'https://graph.microsoft.com/.default',
			...fields,
		}),
	});
	const body = (await answer.json()) as Record<string, string>;
	const { status } = answer;
	return { ...body, status, access_token: body.access_token };
}

const asserted = (client_assertion: string) => ({
	client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
	client_assertion,
});

describe('an application that asks for a token', () => {
	it.each(['RS256', 'PS256'])('is let in by an assertion of its certificate (%s)', async (alg) => {
		const answer = await ask(asserted(assertion({}, { alg })));
		expect(answer).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600 });
		expect(answer).not.toHaveProperty('refresh_token');
	});

	it('is let in by its secret, and by no other', async () => {
		expect(await ask({ client_secret: 'secret' })).toMatchObject({ status: 200 });
		expect(await ask({ client_secret: 'other' })).toMatchObject({
			status: 401,
			error: 'invalid_client',
			error_description: expect.stringContaining('AADSTS7000215'),
		});
	});

	it.each([
		['is meant for another address', { aud: 'https://login.microsoftonline.com/x' }],
		['is of another application', { iss: 'other', sub: 'other' }],
		['is about somebody else', { sub: 'other' }],
		['has run out', { exp: NOW_S - 1 }],
		['is not valid yet', { nbf: NOW_S + 3_000 }],
		['has no ID', { jti: '' }],
	])('is refused where the assertion %s', async (_what, claims) => {
		expect(await ask(asserted(assertion(claims)))).toMatchObject({
			status: 401,
			error: 'invalid_client',
		});
	});

	it('is refused where the assertion was used before', async () => {
		const once = asserted(assertion());
		expect(await ask(once)).toMatchObject({ status: 200 });
		expect(await ask(once)).toMatchObject({ status: 401, error: 'invalid_client' });
	});

	it('is refused where another key has signed, or another certificate is named', async () => {
		const { privateKey } = stranger;
		for (const by of [stranger, { ...key, privateKey }]) {
			expect(await ask(asserted(assertion({}, { by })))).toMatchObject({
				status: 401,
				error_description: expect.stringContaining('AADSTS700027'),
			});
		}
	});

	it('is refused for scopes one by one, and where nobody knows it', async () => {
		const scope = 'https://graph.microsoft.com/Mail.Read';
		expect(await ask({ client_secret: 'secret', scope })).toMatchObject({ error: 'invalid_scope' });
		expect(await ask({ client_id: 'other', client_secret: 'secret' })).toMatchObject({
			status: 400,
			error: 'unauthorized_client',
		});
	});
});

describe('the token of an application', () => {
	const read = async (path: string) => {
		const { access_token } = await ask({ client_secret: 'secret' });
		const answer = await fetch(`${simulator.graphRoot}/v1.0${path}`, {
			headers: { authorization: `Bearer ${access_token}` },
		});
		return { status: answer.status, body: await answer.text() };
	};

	it('reaches the mailboxes that it was given, and no other', async () => {
		expect(await read('/users/support@contoso.com/messages')).toMatchObject({ status: 200 });
		expect(await read('/users/sales@contoso.com/messages')).toMatchObject({
			status: 403,
			body: expect.stringContaining('Access to OData is disabled.'),
		});
	});

	it('is refused at /me: nobody has signed in', async () => {
		expect(await read('/me/messages')).toMatchObject({
			status: 400,
			body: expect.stringContaining('only valid with delegated authentication flow'),
		});
	});
});
