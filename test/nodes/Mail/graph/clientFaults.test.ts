import { mailPath } from '../../../../nodes/Mail/graph/paths';
import type { GraphClient } from '../../../../nodes/Mail/graph/types';
import { anything } from '../../../../nodes/shared/provider/understand';
import { readSubject, setUpGraph, subject } from '../../../harness/graph';

const world = setUpGraph();
const { arrival, clock, connect, deliver, own, requestCount } = world;

describe('throttling', () => {
	it('a throttled part is made again alone, after its own Retry-After; the others are not', async () => {
		const graph = await connect();
		const mails = deliver(4);
		const path = (index: number) =>
			`/me/messages/${encodeURIComponent(mails[index]?.immutableId ?? '')}`;
		world.simulator.faults.next(
			{ path: path(1) },
			{ status: 429, headers: { 'retry-after': '0.2' } },
		);
		world.simulator.faults.next(
			{ path: path(2) },
			{ status: 429, headers: { 'retry-after': '0.5' } },
		);
		const started = clock.now();
		await Promise.all(mails.map(({ immutableId }) => readSubject(graph, immutableId)));
		const attempts = (index: number) =>
			world.simulator.requests
				.matching({ path: path(index) })
				.map(({ startedAt }) => startedAt - started);
		expect([0, 1, 2, 3].map(attempts)).toEqual([[0], [0, 200], [0, 500], [0]]);
	});

	it('no part is made again before its own Retry-After where all are throttled', async () => {
		const graph = await connect();
		const mails = deliver(3);
		for (const [index, { immutableId }] of mails.entries()) {
			const headers = { 'retry-after': ['0.2', '0.5', '0.3'][index] ?? '' };
			const path = `/me/messages/${encodeURIComponent(immutableId)}`;
			world.simulator.faults.next({ path }, { status: 429, headers });
		}
		const started = clock.now();
		await Promise.all(mails.map(({ immutableId }) => readSubject(graph, immutableId)));
		const batches = world.simulator.requests.matching({ path: '/$batch' });
		const [first, ...later] = batches.map(({ startedAt }) => startedAt - started);
		expect([first, Math.min(...later)]).toEqual([0, 500]);
	});

	it('a part that is to wait for an hour fails alone where all are throttled', async () => {
		const graph = await connect();
		const mails = deliver(3);
		for (const [index, { immutableId }] of mails.entries()) {
			const headers = { 'retry-after': index === 0 ? '3600' : '0.2' };
			const path = `/me/messages/${encodeURIComponent(immutableId)}`;
			world.simulator.faults.next({ path }, { status: 429, headers });
		}
		const read = mails.map(({ immutableId }) => readSubject(graph, immutableId));
		const settled = await Promise.allSettled(read);
		expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
	});

	it('a part whose predecessor failed (424) is made again', async () => {
		const graph = await connect();
		const mails = deliver(2);
		world.simulator.faults.next({ method: 'PATCH', times: 2 }, { status: 424 });
		await Promise.all(
			mails.map(({ immutableId }) =>
				graph.patch(mailPath`/messages/${immutableId}`, { isRead: true }, anything),
			),
		);
		expect(mails.every(({ isRead }) => isRead)).toBe(true);
	});

	it('a throttled batch is made again whole, and the mailbox is left alone until then', async () => {
		const graph = await connect();
		const mails = deliver(3);
		world.simulator.faults.next(
			{ path: '/$batch' },
			{ status: 429, headers: { 'retry-after': '0.3' } },
		);
		const started = clock.now();
		const first = Promise.all(mails.map(({ immutableId }) => readSubject(graph, immutableId)));
		await clock.wait(100);
		await Promise.all([first, readSubject(graph, mails[0]?.immutableId)]);
		const [, ...later] = world.simulator.requests.all.map(({ startedAt }) => startedAt - started);
		expect(Math.min(...later)).toBe(300);
	});

	it('a wait of an hour is not waited for, by nobody; the failure carries it', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		world.simulator.faults.next({}, { status: 429, headers: { 'retry-after': '3600' } });
		await expect(readSubject(graph, mail?.immutableId)).rejects.toMatchObject({
			kind: 'throttled',
			details: { retryAfterMs: 3_600_000 },
		});
		await expect(readSubject(graph, mail?.immutableId)).resolves.toBeDefined();
	});

	it('a deadline ends the waiting', async () => {
		const graph = await connect({ deadline: clock.now() + 2_000 });
		const [mail] = deliver(1);
		world.simulator.faults.next({ times: 9 }, { status: 429, headers: { 'retry-after': '1.2' } });
		await expect(readSubject(graph, mail?.immutableId)).rejects.toMatchObject({
			kind: 'throttled',
		});
		expect(requestCount()).toBe(2);
	});
});

describe('an answer that is lost', () => {
	const create = (graph: GraphClient, displayName: string) =>
		graph.post(mailPath`/outlook/masterCategories`, { displayName, color: 'none' }, anything);

	it.each([
		{ cut: 'before' } as const,
		{ cut: 'after' } as const,
		{ status: 503 },
		{ status: 504, after: true },
	])(
		'to a batch (%j): reads and fixed changes are repeated, whatever sends is not',
		async (fault) => {
			const graph = await connect();
			const [one, other] = deliver(2);
			world.simulator.faults.next({ path: '/$batch' }, fault);
			const [reading, writing, sending] = await Promise.allSettled([
				readSubject(graph, one?.immutableId),
				graph.patch(mailPath`/messages/${other?.immutableId ?? ''}`, { isRead: true }, anything),
				create(graph, 'New'),
			]);
			expect(reading).toMatchObject({ status: 'fulfilled', value: { subject: 'Mail 0' } });
			expect(writing).toMatchObject({ status: 'fulfilled' });
			expect(other?.isRead).toBe(true);
			expect(sending).toMatchObject({
				status: 'rejected',
				reason: { kind: 'unavailable', details: { mayHaveHappened: true } },
			});
			expect(own().categories.length).toBeLessThanOrEqual(1);
			expect(
				world.simulator.requests.count({ method: 'POST', path: /masterCategories/ }),
			).toBeLessThanOrEqual(1);
		},
	);

	it('to a request that is safe to repeat although it is a POST', async () => {
		const graph = await connect();
		world.simulator.faults.next({ method: 'POST' }, { cut: 'before' });
		await graph.post(
			mailPath`/outlook/masterCategories`,
			{ displayName: 'New', color: 'none' },
			anything,
			{ repeatable: true },
		);
		expect(own().categories).toHaveLength(1);
	});

	it('a batch whose answer cannot be read is made again, its sends are not', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		world.simulator.faults.next({ path: '/$batch' }, { status: 200, body: { responses: 'none' } });
		const [reading, sending] = await Promise.allSettled([
			readSubject(graph, mail?.immutableId),
			create(graph, 'New'),
		]);
		expect(reading).toMatchObject({ status: 'fulfilled' });
		expect(sending).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
	});

	it('a 200 with an unusable body is a failure, not a result', async () => {
		const graph = await connect();
		world.simulator.faults.next(
			{},
			{ status: 200, body: { error: { code: 'ErrorInvalidIdMalformed' } } },
		);
		await expect(readSubject(graph, 'AAMk')).rejects.toMatchObject({
			kind: 'unavailable',
			message: "The provider's answer could not be read",
		});
	});

	const inside = { code: 'InternalServerError', message: 'Expected list response.' };
	const cut = Buffer.from(`{"value":[{"id":"A"},{"error":${JSON.stringify(inside)}`);
	const broken = {
		status: 200,
		headers: { 'content-type': 'application/json;odata.streaming=true' },
		body: cut,
	};
	const listWithError = { status: 200, body: { value: [{ error: inside }] } };

	it.each([
		['a list that breaks off', broken],
		['a list with an error for an entry', listWithError],
	])('%s is asked for again, as after 5xx', async (_, fault) => {
		const graph = await connect();
		deliver(2);
		world.simulator.faults.next({}, fault);
		await expect(graph.list(mailPath`/messages`, subject)).resolves.toHaveLength(2);
		expect(requestCount()).toBe(2);
	});

	it.each([
		['a list that breaks off', broken],
		['a list with an error for an entry', listWithError],
	])('%s each time is a failure with the code inside', async (_, fault) => {
		const graph = await connect();
		world.simulator.faults.next({ times: 9 }, fault);
		await expect(graph.list(mailPath`/messages`, subject)).rejects.toMatchObject({
			kind: 'unavailable',
			message: "The provider's answer could not be read",
			details: { providerCode: 'InternalServerError', mayHaveHappened: false },
		});
		expect(requestCount()).toBe(6);
	});

	it('an answer that breaks off is not asked for again where that would send twice', async () => {
		const graph = await connect();
		world.simulator.faults.next({}, { ...broken, after: true });
		await expect(create(graph, 'New')).rejects.toMatchObject({
			details: { mayHaveHappened: true, providerCode: 'InternalServerError' },
		});
		expect(own().categories).toHaveLength(1);
		expect(requestCount()).toBe(1);
	});

	it.each([
		['a part', { inBatch: true }, listWithError],
		['a batch', { path: '/$batch' }, broken],
	])('%s that breaks off is asked for again', async (_, match, fault) => {
		const graph = await connect();
		deliver(2);
		world.simulator.faults.next(match, fault);
		const lists = [1, 2].map(async () => await graph.list(mailPath`/messages`, subject));
		await expect(Promise.all(lists)).resolves.toMatchObject([{ length: 2 }, { length: 2 }]);
	});

	const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };
	const onlyError = { status: 200, body: { error: inside } };

	describe.each([
		['a page', page],
		['text', { ...page, headers: {}, body: 'done' }],
		['nothing but an error', onlyError],
	])('%s in the place of an answer', (_, fault) => {
		it.each(['alone', 'in a batch'])(
			'is none to what writes, %s: a fixed change is repeated, a sending is not',
			async (way) => {
				const graph = await connect();
				const [mail] = deliver(1);
				const path = mailPath`/messages/${mail?.immutableId ?? ''}`;
				const inBatch = way === 'in a batch';
				if (inBatch) void readSubject(graph, mail?.immutableId);
				world.simulator.faults.next({ method: 'PATCH', inBatch }, fault);
				await graph.patch(path, { isRead: true }, anything);
				expect(mail?.isRead).toBe(true);
				if (inBatch) void readSubject(graph, mail?.immutableId);
				world.simulator.faults.next({ method: 'POST', path: /masterCategories/, inBatch }, fault);
				await expect(create(graph, 'New')).rejects.toMatchObject({
					kind: 'unavailable',
					details: { mayHaveHappened: true },
				});
				expect(world.simulator.faults.pending).toBe(0);
				expect(own().categories).toEqual([]);
			},
		);

		it('is handed on to whoever wrote the request', async () => {
			const graph = await connect();
			world.simulator.faults.next({}, fault);
			const call = { method: 'POST' as const, path: '/outlook/masterCategories', body: {} };
			const answer = await graph.request({ ...call, freeform: true });
			expect(answer.body).toEqual(fault.body);
		});
	});

	it.each([{ status: 202 }, { status: 200, body: '' }, { status: 200, body: ' \n' }])(
		'an answer that is empty (%j) is one to what writes',
		async (fault) => {
			const graph = await connect();
			world.simulator.faults.next({}, fault);
			await create(graph, 'New');
			expect(requestCount()).toBe(1);
		},
	);

	it('text that is no JSON is an answer as it is, whatever it begins with', async () => {
		const graph = await connect();
		const headers = { 'content-type': 'text/plain' };
		world.simulator.faults.next({}, { status: 200, headers, body: Buffer.from('{"not": JSON') });
		const answer = await graph.request({ method: 'GET', path: mailPath`/messages` });
		expect(answer.body).toBe('{"not": JSON');
	});

	it('faults of all kinds at random: everything is done in the end, nothing twice', async () => {
		world.simulator.faults.random({ seed: 7, rate: 0.05, kinds: [429, 503, 'cut'] });
		const graph = await connect();
		const mails = deliver(60);
		const answers = await Promise.all(
			mails.map(async ({ immutableId }) => {
				const path = mailPath`/messages/${immutableId}`;
				await graph.patch(path, { isRead: true }, anything);
				return await readSubject(graph, immutableId);
			}),
		);
		expect(answers).toHaveLength(60);
		expect(mails.every(({ isRead }) => isRead)).toBe(true);
	});
});

describe('cancelling', () => {
	it('ends a wait for the provider at once, and nothing is sent any more', async () => {
		const abort = new AbortController();
		const graph = await connect({ abortSignal: abort.signal });
		const mails = deliver(50);
		world.simulator.faults.next(
			{ path: '/$batch' },
			{ status: 429, headers: { 'retry-after': '4' } },
		);
		const started = clock.now();
		const cancelled = Promise.allSettled(
			mails.map(({ immutableId }) => readSubject(graph, immutableId)),
		);
		await clock.wait(150);
		abort.abort(new Error('cancelled'));
		for (const result of await cancelled) {
			expect(result).toMatchObject({ status: 'rejected', reason: { message: 'cancelled' } });
		}
		expect(clock.now() - started).toBe(150);
		await clock.wait(4_500);
		expect(requestCount()).toBe(1);
	});

	it('leaves the lane free for others', async () => {
		const abort = new AbortController();
		const cancelled = await connect({ credentialId: 'left', abortSignal: abort.signal });
		const other = await connect({ credentialId: 'left' });
		const mails = deliver(30);
		const all = Promise.allSettled(
			mails.map(({ immutableId }) => readSubject(cancelled, immutableId)),
		);
		await arrival();
		abort.abort(new Error('cancelled'));
		await all;
		await expect(readSubject(other, mails[0]?.immutableId)).resolves.toEqual({ subject: 'Mail 0' });
	});
});
