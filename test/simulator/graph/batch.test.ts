import { type ApiClient, type ClientAnswer, graphClient } from '../apiClient';
import { type Simulator, startSimulator } from '../simulator';
import type { Mailbox } from './mailbox';

interface Part {
	id: string;
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

function partsOf(answer: ClientAnswer): Part[] {
	const responses: unknown = Object(answer.body).responses;
	if (!Array.isArray(responses)) throw new Error(`No batch answer: ${JSON.stringify(answer.body)}`);
	return responses;
}

describe('batches and throttling in the simulated Graph', () => {
	let simulator: Simulator;
	let me: Mailbox;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator();
		me = simulator.graph.mailbox('me@contoso.com');
		call = graphClient(simulator, me.address);
	});

	afterEach(() => simulator.stop());

	const get = (id: number | string, url = '/me') => ({ id: String(id), method: 'GET', url });

	async function batch(...requests: object[]): Promise<ClientAnswer> {
		return await call('POST', '/$batch', { requests });
	}

	it('run up to 20 parts, four at a time, and answer in another order', async () => {
		const answer = await batch(...Array.from({ length: 20 }, (_, id) => get(id)));
		const parts = partsOf(answer);
		expect(parts.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(parts[0]?.id).not.toBe('0');
		expect(simulator.graph.gauge.peak(me.address)).toBe(4);
	});

	it.each([
		['21 parts', Array.from({ length: 21 }, (_, id) => get(id))],
		['no part', []],
		['ids that differ only in case', [get('a'), get('A')]],
		['an absolute url', [get(1, 'https://example.com/me')]],
		['a body without content type', [{ ...get(1), method: 'POST', body: {} }]],
		['a write without body', [{ ...get(1), method: 'POST' }]],
		['a dependence on nothing', [{ ...get(1), dependsOn: ['2'] }]],
		[
			'a circle of dependences',
			[
				{ ...get(1), dependsOn: ['2'] },
				{ ...get(2), dependsOn: ['1'] },
			],
		],
		['a batch inside', [{ ...get(1), method: 'POST', url: '/$batch' }]],
	])('are refused as a whole with %s', async (_name, requests) => {
		expect((await batch(...requests)).status).toBe(400);
	});

	it('answer 424 to what depends on a failed part', async () => {
		const parts = partsOf(
			await batch(get(1, '/me/messages/no-id'), { ...get(2), dependsOn: ['1'] }, get(3)),
		);
		const statuses = Object.fromEntries(parts.map(({ id, status }) => [id, status]));
		expect(statuses).toEqual({ 1: 400, 2: 424, 3: 200 });
	});

	it('take preferences from each part only', async () => {
		const mail = me.deliver({ subject: 'x', from: 'a@b.example' });
		const url = `/me/messages/${mail.id}`;
		const requests = [{ ...get(1, url), headers: { Prefer: 'IdType="ImmutableId"' } }, get(2, url)];
		const outer = { prefer: 'IdType="ImmutableId"' };
		const parts = partsOf(await call('POST', '/$batch', { requests }, outer));
		const ids = Object.fromEntries(parts.map(({ id, body }) => [id, Object(body).id]));
		expect(ids).toEqual({ 1: mail.immutableId, 2: mail.id });
		expect(parts.find(({ id }) => id === '1')?.headers['Preference-Applied']).toBeDefined();
	});

	it('carry bytes as base64', async () => {
		const mail = me.deliver({ subject: 'x', from: 'a@b.example' });
		const [part] = partsOf(await batch(get(1, `/me/messages/${mail.id}/$value`)));
		expect(Buffer.from(String(part?.body), 'base64').toString()).toContain('Subject: x');
	});

	it('are logged with their parts', async () => {
		await batch(get('a', '/me/messages?$top=1'), get('b'));
		const [entry, ...rest] = simulator.requests.all;
		expect(rest).toEqual([]);
		expect(entry).toMatchObject({ path: '/$batch', account: 'me@contoso.com' });
		expect(entry?.parts).toEqual([
			expect.objectContaining({ path: '/me/messages', status: 200, batch: { id: 'a', index: 0 } }),
			expect.objectContaining({ path: '/me', batch: { id: 'b', index: 1 } }),
		]);
		expect(simulator.requests.count({ path: '/me' })).toBe(1);
		expect(simulator.requests.count({ path: '/me', inBatch: false })).toBe(0);
	});

	/** Time enough for all of them to arrive, on a machine that does something else as well. */
	const LONG_MS = 500;

	it('throttle the fifth request at once with a time to wait', async () => {
		simulator.graph.latencyMs = LONG_MS;
		const answers = await Promise.all(Array.from({ length: 6 }, () => call('GET', '/me')));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(2);
		expect(refused[0]?.headers.get('retry-after')).toBe('0.1');
		expect(JSON.stringify(refused[0]?.body)).toContain('ApplicationThrottled');
	});

	it('throttle parts when two batches run at once for one mailbox', async () => {
		simulator.graph.latencyMs = LONG_MS;
		const both = await Promise.all([batch(get(1), get(2), get(3)), batch(get(1), get(2), get(3))]);
		const statuses = both.flatMap(partsOf).map(({ status }) => status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(2);
		expect(both.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('count each mailbox by itself', async () => {
		simulator.graph.latencyMs = 50;
		const other = graphClient(simulator, 'other@contoso.com');
		const answers = await Promise.all(
			[call, other].flatMap((client) => Array.from({ length: 4 }, () => client('GET', '/me'))),
		);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
	});

	it.each([
		['none', {}, 'Access token is empty.'],
		['an unknown one', { authorization: 'Bearer nonsense' }, 'Invalid token'],
	])('refuse a token that is %s', async (_name, headers, message) => {
		const answer = await fetch(`${simulator.graphRoot}/v1.0/me`, { headers });
		expect(answer.status).toBe(401);
		const text = await answer.text();
		expect(text).toContain('InvalidAuthenticationToken');
		expect(text).toContain(message);
	});

	it('refuse an expired token, and take the one it is exchanged for', async () => {
		const tokens = simulator.tokens.issue(me.address);
		const ask = async (token: string | undefined) =>
			await fetch(`${simulator.graphRoot}/v1.0/me`, {
				headers: { authorization: `Bearer ${token}` },
			});
		simulator.tokens.expireAccess(me.address);
		const refused = await ask(tokens.access_token);
		expect([refused.status, await refused.text()]).toEqual([
			401,
			expect.stringContaining('the token is expired'),
		]);
		const next = simulator.tokens.refresh(tokens.refresh_token);
		expect((await ask(next?.access_token)).status).toBe(200);
		expect(simulator.tokens.refresh(tokens.refresh_token)).toBeUndefined();
	});
});
