import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Simulator, startSimulator } from './simulator';

describe('the simulated providers', () => {
	let simulator: Simulator;

	beforeEach(async () => {
		simulator = await startSimulator({ clock: () => Date.parse('2026-11-20T08:00:00.400Z') });
	});

	afterEach(() => simulator.stop());

	it('answers with the date of its own clock', async () => {
		const response = await fetch(`${simulator.graphRoot}/v1.0/me`);
		expect(response.headers.get('date')).toBe('Fri, 20 Nov 2026 08:00:00 GMT');
	});

	it('answers 501 to paths and versions it does not know', async () => {
		const { access_token: token } = simulator.tokens.issue('me@contoso.com');
		const headers = { authorization: `Bearer ${token}` };
		for (const path of ['/v1.0/me/drive', '/v1.0/groups', '/beta/me/messages']) {
			const response = await fetch(`${simulator.graphRoot}${path}`, { headers });
			expect(response.status).toBe(501);
		}
	});

	it('takes the time of the line for a request and its answer', async () => {
		simulator.line.roundTripMs = 200;
		const begin = performance.now();
		await fetch(`${simulator.graphRoot}/v1.0/me`);
		expect(performance.now() - begin).toBeGreaterThan(190);
	});

	it('logs what arrived and what it was answered', async () => {
		await fetch(`${simulator.graphRoot}/v1.0/me/messages?$top=1`);
		expect(simulator.requests.all).toEqual([
			expect.objectContaining({
				service: 'graph',
				method: 'GET',
				path: '/me/messages',
				url: '/graph/v1.0/me/messages?$top=1',
				query: { $top: '1' },
				status: 401,
			}),
		]);
	});

	it('forgets by a reset what was sent before, although it arrives only then', async () => {
		const { hostname, port, pathname } = new URL(`${simulator.graphRoot}/v1.0/me`);
		simulator.graph.latencyMs = 600_000;
		const socket = connect(Number(port), hostname);
		await once(socket, 'connect');
		socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
		socket.destroy();
		expect(simulator.requests.count()).toBe(0);
		await simulator.reset();
		for (let turn = 0; turn < 100; turn++) await nextTurn();
		expect(simulator.requests.count()).toBe(0);
	});

	it('ends by a reset what it still works at', async () => {
		const { access_token: token } = simulator.tokens.issue('me@contoso.com');
		simulator.graph.latencyMs = 600_000;
		const waiting = fetch(`${simulator.graphRoot}/v1.0/me/messages`, {
			headers: { authorization: `Bearer ${token}` },
		});
		waiting.catch(() => undefined);
		while (simulator.requests.count() === 0) await nextTurn();
		await simulator.reset();
		await expect(waiting).rejects.toThrow('fetch failed');
		expect(simulator.graph.gauge.enter('me@contoso.com', 1)).toBe(true);
	});
});
