import { type ApiClient, graphClient } from './apiClient';
import { Faults } from './faults';
import { type Simulator, startSimulator } from './simulator';

describe('planned faults', () => {
	let simulator: Simulator;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator();
		simulator.graph.mailbox('me@contoso.com');
		call = graphClient(simulator, 'me@contoso.com');
	});

	afterEach(() => simulator.stop());

	const draft = { subject: 'x' };
	const drafts = (): number => simulator.graph.mailbox('me@contoso.com').messages.length;

	it('answer instead of running, in order, as often as asked', async () => {
		const match = { method: 'POST', path: '/me/messages', times: 2 };
		simulator.faults.next(match, { status: 503, headers: { 'retry-after': '2' } });
		simulator.faults.next({ path: /^\/me/ }, { status: 429 });
		const statuses = [];
		for (let index = 0; index < 4; index += 1) {
			statuses.push((await call('POST', '/me/messages', draft)).status);
		}
		expect(statuses).toEqual([503, 503, 429, 201]);
		expect(drafts()).toBe(1);
		expect(simulator.faults.pending).toBe(0);
	});

	it('can let the request run and then hide its answer', async () => {
		simulator.faults.next({ method: 'POST' }, { status: 503, after: true });
		expect((await call('POST', '/me/messages', draft)).status).toBe(503);
		expect(drafts()).toBe(1);
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)('cut the connection %s the request ran', async (cut, made) => {
		simulator.faults.next({ method: 'POST' }, { cut });
		await expect(call('POST', '/me/messages', draft)).rejects.toThrow();
		expect(drafts()).toBe(made);
		expect(simulator.requests.all[0]?.status).toBe(0);
	});

	it('cut an answer short', async () => {
		simulator.faults.next({ path: '/me' }, { bodyCutAfterBytes: 10 });
		await expect(call('GET', '/me')).rejects.toThrow();
	});

	it('redirect and delay', async () => {
		simulator.faults.next({ path: '/me' }, { redirectTo: 'http://127.0.0.1:9/elsewhere' });
		const response = await fetch(`${simulator.graphRoot}/v1.0/me`, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([
			302,
			'http://127.0.0.1:9/elsewhere',
		]);
		simulator.faults.next({ path: '/me' }, { delayMs: 60 });
		const started = performance.now();
		expect((await call('GET', '/me')).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(55);
	});

	it('hold a request until somebody lets it go', async () => {
		let letGo = () => {};
		const heldUntil = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		simulator.faults.next({ path: '/me' }, { heldUntil });
		let ended = false;
		const held = call('GET', '/me').finally(() => {
			ended = true;
		});
		// Another request comes and goes meanwhile.
		expect((await call('GET', '/me')).status).toBe(200);
		expect(ended).toBe(false);
		letGo();
		expect((await held).status).toBe(200);
	});

	it('delay a whole batch', async () => {
		const requests = [{ id: '1', method: 'GET', url: '/me' }];
		simulator.faults.next({ path: '/$batch', inBatch: false }, { delayMs: 60 });
		const started = performance.now();
		expect((await call('POST', '/$batch', { requests })).status).toBe(200);
		expect(performance.now() - started).toBeGreaterThan(55);
	});

	it('reach single parts of a batch, whose cut connection is a 504', async () => {
		simulator.faults.next({ path: '/me', inBatch: true }, { status: 429 });
		simulator.faults.next({ path: '/me', inBatch: true }, { cut: 'before' });
		const requests = ['1', '2', '3'].map((id) => ({ id, method: 'GET', url: '/me' }));
		await call('POST', '/$batch', { requests });
		const parts = simulator.requests.all[0]?.parts ?? [];
		expect(parts.map(({ status }) => status).sort()).toEqual([200, 429, 504]);
	});

	it('come at random in the same order for the same seed', () => {
		const draw = (seed: number): string => {
			const faults = new Faults();
			faults.random({ seed, rate: 0.3, kinds: [429, 503, 'cut'] });
			const request = { method: 'GET', path: '/me' };
			return JSON.stringify(Array.from({ length: 50 }, () => faults.take(request, false) ?? null));
		};
		expect(draw(1)).toBe(draw(1));
		expect(draw(1)).not.toBe(draw(2));
	});
});
