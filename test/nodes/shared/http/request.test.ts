import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpRequest } from '../../../../nodes/shared/http/request';
import { createAnonymousSend, createSend, isSuccess } from '../../../../nodes/shared/http/request';
import { connectedCredential } from '../../../harness/credentialsHelper';
import type { ContextOptions } from '../../../harness/executeContext';
import { createExecuteContext } from '../../../harness/executeContext';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { beginTest } from '../../../harness/testRuns';
import type { Simulator } from '../../../simulator/simulator';
import { startSimulator } from '../../../simulator/simulator';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
beforeEach(async () => await beginTest(simulator));
afterAll(async () => {
	await simulator.stop();
});

const url = (path: string) => `${simulator.graphRoot}/v1.0${path}`;
const inbox = (): HttpRequest => ({ method: 'GET', url: url('/me/mailFolders/inbox') });

async function connect(options: Partial<ContextOptions> = {}) {
	return createSend(await createExecuteContext({ simulator, ...options }), 'mailOAuth2Api');
}

const refreshes = () => simulator.requests.count({ path: '/oauth/token' });

describe('an answer', () => {
	it('comes with status, headers by lower-case names, and parsed body', async () => {
		const send = await connect();
		const outcome = await send(inbox());
		expect(outcome).toMatchObject({
			status: 200,
			headers: { 'content-type': expect.stringContaining('json') },
			body: { displayName: 'Inbox' },
		});
		expect(isSuccess(outcome)).toBe(true);
	});

	it.each([400, 403, 404, 412, 429, 500, 503])(
		'with status %i is data, not an error',
		async (status) => {
			const send = await connect();
			simulator.faults.next({}, { status, headers: { 'Retry-After': '7' } });
			const outcome = await send(inbox());
			expect(outcome).toMatchObject({ status, headers: { 'retry-after': '7' } });
			expect(isSuccess(outcome)).toBe(false);
		},
	);

	it.each([101, 4_000, 100_000])('of %i levels is none that could be read', async (levels) => {
		const send = await connect();
		const body = Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`);
		const answer = { status: 200, headers: { 'content-type': 'application/json' }, body };
		simulator.faults.next({}, answer);
		expect(await send(inbox())).toEqual({ network: 'TOO_DEEP', unreadable: {} });
		simulator.faults.next({}, { ...answer, body: body.subarray(levels - 100, levels + 100) });
		expect(await send(inbox())).toMatchObject({ status: 200, body: expect.any(Array) });
	});

	it('may hold nothing in places', async () => {
		const send = await connect();
		const body = { value: [{ displayName: null }, null] };
		simulator.faults.next({}, { status: 200, body });
		expect(await send(inbox())).toMatchObject({ status: 200, body });
	});

	it('whose body is broken is handed on as it is, for its reader to refuse', async () => {
		const send = await connect();
		simulator.faults.next({}, { status: 200, body: Buffer.from('{"value": [') });
		await expect(send(inbox())).resolves.toMatchObject({ status: 200, body: '{"value": [' });
	});

	it('can be wanted as text', async () => {
		const send = await connect();
		await expect(send({ ...inbox(), encoding: 'text' })).resolves.toMatchObject({
			body: expect.stringMatching(/^\{.*"Inbox"/),
		});
	});
});

/**
 * Sends as n8n before 2.9 does: it knows no exception among the statuses that are no errors. What it throws
 * says nothing of its cause, as with n8n 2.20 still.
 */
async function connectOld(
	options: Partial<ContextOptions> = {},
	note: (answer: unknown) => void = () => undefined,
) {
	const context = await createExecuteContext({ simulator, ...options });
	const { httpRequestWithAuthentication: real } = context.helpers;
	context.helpers.httpRequestWithAuthentication = async function (type, request, more) {
		const ignoreHttpStatusErrors = Boolean(request.ignoreHttpStatusErrors);
		const sent = real.call(this, type, { ...request, ignoreHttpStatusErrors }, more);
		return await sent.then(
			(answer: unknown) => {
				note(answer);
				return answer;
			},
			(error: unknown) => {
				Reflect.deleteProperty(Object(error), 'cause');
				throw error;
			},
		);
	};
	return createSend(context, 'mailOAuth2Api');
}

describe('an n8n before 2.9', () => {
	it('renews the token when it has expired, and makes the request again', async () => {
		const send = await connectOld();
		simulator.tokens.expireAccess(OWN_MAILBOX);
		await expect(send(inbox())).resolves.toMatchObject({
			status: 200,
			body: { displayName: 'Inbox' },
		});
		expect(refreshes()).toBe(1);
		expect(simulator.requests.count({ path: '/me/mailFolders/inbox' })).toBe(3);
	});

	it('closes the answer in between where bytes were asked for', async () => {
		const bodies: Readable[] = [];
		const send = await connectOld({ credentialId: 'bytes' }, (answer) => {
			const body: unknown = Reflect.get(Object(answer), 'body');
			if (body instanceof Readable) bodies.push(body);
		});
		simulator.tokens.expireAccess(OWN_MAILBOX);
		const outcome = await send({ ...inbox(), encoding: 'stream' });
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, false]);
		expect(outcome).toMatchObject({ status: 200, body: bodies[1] });
		bodies[1]?.destroy();
	});

	it('hands on what the provider answers after that, as everywhere', async () => {
		const send = await connectOld();
		const body = { error: { code: 'ErrorItemNotFound', message: 'not there' } };
		const path = '/me/mailFolders/inbox';
		simulator.faults.next({ path, times: 2 }, { status: 401 });
		simulator.faults.next({ path }, { status: 404, headers: { 'Request-Id': 'r' }, body });
		await expect(send(inbox())).resolves.toEqual({ status: 404, headers: {}, body });
	});

	it('is told that the sign-in was refused, once the new token is refused too', async () => {
		const send = await connectOld();
		simulator.faults.next({ path: '/me/mailFolders/inbox', times: Infinity }, { status: 401 });
		const error = {
			code: 'InvalidAuthenticationToken',
			message: 'The simulator was told to answer 401.',
		};
		await expect(send(inbox())).resolves.toEqual({ status: 401, headers: {}, body: { error } });
		simulator.faults.clear();
	});

	it.each(['before', 'after'] as const)(
		'tells a connection cut %s the request ran by its code',
		async (cut) => {
			const send = await connectOld();
			simulator.faults.next({}, { cut });
			await expect(send(inbox())).resolves.toEqual({ network: 'ECONNRESET' });
		},
	);

	it('tells that the sign-in server refused the account', async () => {
		const send = await connectOld({ credentialId: 'old' });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		const body = { error: 'invalid_grant', error_description: 'Signed out' };
		simulator.faults.next({ path: '/oauth/token' }, { status: 400, body });
		await expect(send(inbox())).resolves.toMatchObject({ status: 401 });
	});
});

describe('no answer', () => {
	it.each(['before', 'after'] as const)(
		'a connection cut %s the request ran is told by its code',
		async (cut) => {
			const send = await connect();
			simulator.faults.next({}, { cut });
			await expect(send(inbox())).resolves.toEqual({ network: 'ECONNRESET' });
		},
	);

	it('a body that ends too early is no answer', async () => {
		const send = await connect();
		simulator.faults.next({}, { bodyCutAfterBytes: 10 });
		await expect(send(inbox())).resolves.toEqual({ network: expect.stringMatching(/^E[A-Z_]+$/) });
	});

	it.each(['gzip', 'deflate', 'br', 'zstd'])(
		'a body that cannot be unpacked (%s) is none that could be read',
		async (encoding) => {
			const send = await connect();
			const headers = { 'content-encoding': encoding };
			simulator.faults.next({}, { status: 202, headers, body: 'not packed' });
			const network = expect.stringMatching(/^(Z|ERR|ZSTD)_\w+$/);
			await expect(send(inbox())).resolves.toEqual({ network, unreadable: {} });
		},
	);

	it('nobody listens', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		await new Promise((resolve) => server.close(resolve));
		const send = await connect();
		const outcome = await send({ method: 'GET', url: `http://127.0.0.1:${port}/` });
		expect(outcome).toEqual({ network: 'ECONNREFUSED' });
	});

	it('a name that does not exist', async () => {
		const send = await connect();
		const outcome = await send({ method: 'GET', url: 'http://nowhere.invalid/' });
		expect(outcome).toEqual({ network: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
	});
});

describe('what is thrown in the place of an answer', () => {
	/** What comes of an error that n8n's helper throws. */
	async function thrown(code: string | undefined, message = 'failed') {
		const context = await createExecuteContext({ simulator });
		context.helpers.httpRequest = async () =>
			await Promise.reject(Object.assign(new Error(message), { code }));
		return await createAnonymousSend(context)(inbox());
	}

	// RFC 6749, 5.2, as n8n before 2.14 says what the sign-in server answered.
	it.each([
		'The provided authorization grant (e.g., authorization code) or refresh token is invalid, expired',
		'Client authentication failed (e.g., unknown client, no client authentication included)',
		'invalid_grant: the refresh token was revoked',
	])('"%s" is a credential that is refused', async (message) => {
		expect(await thrown(undefined, message)).toMatchObject({ status: 401 });
	});

	it('says nothing of a credential where it only speaks of a grant', async () => {
		const refusal = thrown(undefined, 'See The provided authorization grant');
		await expect(refusal).rejects.toThrow('The request could not be sent');
	});

	// https://nodejs.org/api/errors.html, OpenSSL's verification errors as Node names them, axios, undici
	it.each([
		...['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ERR_NETWORK', 'ERR_BAD_RESPONSE'],
		...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
		...['ERR_SSL_WRONG_VERSION_NUMBER', 'HPE_INVALID_CONSTANT', 'UND_ERR_SOCKET'],
		...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
		...['SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	])('%s is a broken connection', async (code) => {
		expect(await thrown(code)).toEqual({ network: code });
	});

	// https://nodejs.org/api/zlib.html: the codes of zlib, of Brotli's decoder and of Zstandard
	it.each([
		...['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR__ERROR_FORMAT_PADDING_1', 'ERR_BROTLI_INVALID_PARAM'],
		...['ZSTD_error_prefix_unknown'],
	])('%s is an answer that cannot be read', async (code) => {
		expect(await thrown(code)).toEqual({ network: code, unreadable: {} });
	});

	it.each([
		...['ERR_INVALID_URL', 'ERR_BAD_REQUEST', 'ERR_FR_TOO_MANY_REDIRECTS', 'not ECONNRESET'],
		...['ECONNRESET at once', 'ERR_INVALID_CHAR', 'XHPE_X', 'UNABLE'],
	])('%s is none', async (code) => {
		await expect(thrown(code)).rejects.toMatchObject({
			message: expect.stringMatching(/^The request could not be sent/),
			details: { hint: expect.stringMatching(/^Check the values of the step/) },
		});
	});
});

describe('a redirect', () => {
	it('is not followed, so that the token stays where it belongs', async () => {
		let visits = 0;
		const elsewhere = createServer((_request, response) => {
			visits++;
			response.end('{}');
		});
		await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
		const { port } = elsewhere.address() as AddressInfo;
		const send = await connect();
		simulator.faults.next({}, { redirectTo: `http://127.0.0.1:${port}/` });
		await expect(send(inbox())).resolves.toMatchObject({ status: 302 });
		expect(visits).toBe(0);
		await new Promise((resolve) => elsewhere.close(resolve));
	});
});

describe('an expired access token', () => {
	it('is refreshed once for eight requests side by side, each of which is repeated', async () => {
		const send = await connect({ credentialId: 'eight' });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		const outcomes = await Promise.all(
			Array.from(
				{ length: 8 },
				async (_, index) =>
					await send({ ...inbox(), url: url(`/me/mailFolders/inbox?n=${index}`) }),
			),
		);
		expect(refreshes()).toBe(1);
		// The eight were not within a lane here, so that some may be throttled; none is refused.
		for (const outcome of outcomes) expect(outcome).not.toMatchObject({ status: 401 });
	});

	it('lets a sending request run once', async () => {
		const send = await connect({ credentialId: 'once' });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		const outcome = await send({
			method: 'POST',
			url: url('/me/outlook/masterCategories'),
			body: { displayName: 'New', color: 'none' },
		});
		expect(outcome).toMatchObject({ status: 201 });
		expect(simulator.graph.mailbox(OWN_MAILBOX).categories).toHaveLength(1);
		expect(refreshes()).toBe(1);
	});

	it('the refreshed token is kept for the next run', async () => {
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX);
		simulator.tokens.expireAccess(OWN_MAILBOX);
		await (
			await connect({ credential, credentialId: 'kept' })
		)(inbox());
		await (
			await connect({ credential, credentialId: 'kept' })
		)(inbox());
		expect(refreshes()).toBe(1);
	});
});

describe('a credential that is refused', () => {
	it('because its refresh token was revoked, is the outcome 401', async () => {
		const send = await connect({ credentialId: 'revoked' });
		simulator.tokens.revoke(OWN_MAILBOX);
		await expect(send(inbox())).resolves.toEqual({ status: 401, headers: {}, body: undefined });
	});

	it('although its token is fresh, is the outcome 401', async () => {
		const send = await connect({ credentialId: 'fresh' });
		simulator.faults.next({ path: '/me/mailFolders/inbox', times: 2 }, { status: 401 });
		await expect(send(inbox())).resolves.toMatchObject({ status: 401 });
		expect(refreshes()).toBe(1);
	});

	it('because the sign-in server refuses the client, is the outcome 401', async () => {
		const send = await connect({ credentialId: 'client' });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		simulator.faults.next(
			{ path: '/oauth/token' },
			{ status: 400, body: { error: 'invalid_client', error_description: 'Secret expired' } },
		);
		await expect(send(inbox())).resolves.toMatchObject({ status: 401 });
	});

	it('because it was never connected, is the outcome 401', async () => {
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, {
			oauthTokenData: {},
		});
		const send = await connect({ credential, credentialId: 'never' });
		await expect(send(inbox())).resolves.toMatchObject({ status: 401 });
		expect(simulator.requests.count()).toBe(0);
	});

	it('is not what a sign-in server that is down means', async () => {
		const send = await connect({ credentialId: 'down' });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		simulator.faults.next({ path: '/oauth/token' }, { status: 503 });
		await expect(send(inbox())).resolves.toEqual({ network: 'ERR_BAD_RESPONSE' });
	});
});

describe('what cannot be sent', () => {
	it('is an error that says why and holds no token', async () => {
		const send = await connect();
		const failed = send({ ...inbox(), headers: { 'X Note': 'a' } });
		await expect(failed).rejects.toMatchObject({
			name: 'ProviderFailure',
			kind: 'rejected',
			message: expect.stringContaining('Header name must be a valid HTTP token'),
		});
		const error = await failed.catch((reason: unknown) => reason);
		expect(error).not.toHaveProperty('cause');
		expect(JSON.stringify(error) + String(Reflect.get(Object(error), 'stack'))).not.toContain(
			'sim-at',
		);
		expect(simulator.requests.count()).toBe(0);
	});

	it('because the run was cancelled, ends at once and says so', async () => {
		const abort = new AbortController();
		const send = await connect({ abortSignal: abort.signal });
		// Far longer than the test may take.
		simulator.faults.next({}, { delayMs: 600_000 });
		const cancelled = send(inbox());
		cancelled.catch(() => undefined);
		while (simulator.requests.count() === 0) await nextTurn();
		abort.abort();
		await expect(cancelled).rejects.toThrow('The request could not be sent: it was cancelled');
	});
});

describe('without a credential', () => {
	it('no token goes out, and a refusal is an answer too', async () => {
		const send = createAnonymousSend(await createExecuteContext({ simulator }));
		await expect(send(inbox())).resolves.toMatchObject({ status: 401 });
		const [request] = simulator.requests.all;
		expect(request?.headers).not.toHaveProperty('authorization');
		expect(refreshes()).toBe(0);
	});

	it('cancelling ends the request', async () => {
		const abort = new AbortController();
		const context = await createExecuteContext({ simulator, abortSignal: abort.signal });
		const cancelled = createAnonymousSend(context)(inbox());
		abort.abort();
		await expect(cancelled).rejects.toThrow('cancelled');
	});
});
