import { request } from 'node:http';
import { type Simulator, startSimulator } from './simulator';

describe('the control interface', () => {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator();
	});

	afterEach(() => simulator.stop());

	async function control(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${simulator.url}/_control${path}`, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return await response.json();
	}

	it('delivers mail and shows what is in a mailbox', async () => {
		const mail = {
			subject: 'Hello',
			from: 'pat@example.com',
			attachments: [{ name: 'a.txt', content: 'x' }],
		};
		await control('POST', '/mailboxes/me@contoso.com/deliver', { mail, folder: 'archive' });
		expect(await control('GET', '/mailboxes/me@contoso.com')).toMatchObject({
			messages: [{ subject: 'Hello', folder: 'archive', attachments: [{ name: 'a.txt' }] }],
			sent: [],
		});
	});

	it.each([{ origin: 'https://evil.example' }, { host: 'rebound.evil.example' }])(
		'is closed to web pages: %j',
		async (headers) => {
			const { hostname, port } = new URL(simulator.url);
			const options = { hostname, port, path: '/_control/requests', method: 'DELETE', headers };
			const status = await new Promise((resolve, reject) => {
				request(options, (answer) => resolve(answer.resume().statusCode))
					.on('error', reject)
					.end();
			});
			expect(status).toBe(403);
		},
	);

	it('shows the log without tokens, and plans faults', async () => {
		const fault = { match: { pathPattern: '^/me' }, fault: { status: 503 } };
		await control('POST', '/faults', fault);
		const { access_token: token } = simulator.tokens.issue('me@contoso.com');
		await fetch(`${simulator.graphRoot}/v1.0/me`, {
			headers: { authorization: `Bearer ${token}` },
		});
		const log = await control('GET', '/requests');
		expect(log).toEqual([expect.objectContaining({ path: '/me', status: 503 })]);
		expect(JSON.stringify(log)).not.toContain(token);
		await control('DELETE', '/requests');
		expect(await control('GET', '/requests')).toEqual([]);
	});

	it('gives out, expires and revokes tokens', async () => {
		const account = 'me@contoso.com';
		const tokens = await control('POST', '/tokens', { account });
		const token = String(Object(tokens).access_token);
		expect(simulator.tokens.check(token)).toMatchObject({ state: 'valid', account });
		await control('POST', '/tokens/expire', { account });
		expect(simulator.tokens.check(token)).toEqual({ state: 'expired' });
		await control('POST', '/tokens/revoke', { account });
		expect(simulator.tokens.check(token)).toEqual({ state: 'unknown' });
	});

	it('sets everything back', async () => {
		simulator.graph.mailbox('me@contoso.com').deliver({ subject: 'x', from: 'a@b.example' });
		simulator.collection.addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		await control('POST', '/reset');
		expect(await control('GET', '/mailboxes/me@contoso.com')).toMatchObject({ messages: [] });
		expect(await control('GET', '/collection')).toMatchObject({ clients: [] });
	});
});
