import { mailPath } from '../../../../nodes/Mail/graph/paths';
import { anyObject } from '../../../../nodes/shared/provider/understand';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { setUpGraph, subject } from '../../../harness/graph';

const world = setUpGraph();
const { connect, deliver, own, refreshCount, requestCount } = world;

describe('pages', () => {
	it('are followed by the links of the provider, to the end', async () => {
		const graph = await connect();
		deliver(25);
		const found = await graph.list(mailPath`/messages`, subject, {
			pageSize: 10,
			query: { $select: 'subject' },
		});
		expect(found).toHaveLength(25);
		expect(world.simulator.requests.all).toHaveLength(3);
		expect(world.simulator.requests.all.map(({ headers }) => headers.prefer)).toEqual([
			'IdType="ImmutableId"',
			'IdType="ImmutableId"',
			'IdType="ImmutableId"',
		]);
	});

	it.each([
		[true, 2],
		[false, 1],
	])(
		'are on the line while the one before is used, where all are read: %s',
		async (readsAll, asked) => {
			const graph = await connect();
			deliver(25);
			const query = { $select: 'subject', $top: 10 };
			const pages = graph.pages(mailPath`/messages`, subject, { query, readsAll });
			expect((await pages.next()).value?.entries).toHaveLength(10);
			for (let turn = 0; turn < 50; turn++) await world.clock.wait(0);
			expect(requestCount()).toBe(asked);
			const rest = [(await pages.next()).value, (await pages.next()).value];
			expect(rest.map((page) => page?.entries.length)).toEqual([10, 5]);
			expect((await pages.next()).done).toBe(true);
			expect(requestCount()).toBe(3);
		},
	);

	it('are not read further than the limit', async () => {
		const graph = await connect();
		deliver(25);
		const wanted = { pageSize: 10, limit: 7, query: { $select: 'subject' } };
		await expect(graph.list(mailPath`/messages`, subject, wanted)).resolves.toHaveLength(7);
		expect(world.simulator.requests.all).toHaveLength(1);
	});

	it('are not read to learn that there is one more', async () => {
		const graph = await connect();
		deliver(20);
		const wanted = { pageSize: 10, query: { $select: 'subject' } };
		const take = async (limit: number) =>
			await graph.collect(mailPath`/messages`, subject, { ...wanted, limit });
		await expect(take(10)).resolves.toMatchObject({ complete: false });
		expect(world.simulator.requests.all).toHaveLength(1);
		await expect(take(20)).resolves.toMatchObject({ complete: true });
		expect(world.simulator.requests.all).toHaveLength(3);
	});

	it.each([
		'https://evil.example/v1.0/me/messages',
		'http://127.0.0.1:1/graph/v1.0/me/messages',
		'//evil.example/x',
		'',
	])('a link to elsewhere (%s) is not followed, and no token goes there', async (link) => {
		const graph = await connect();
		world.simulator.faults.next({}, { status: 200, body: { value: [], '@odata.nextLink': link } });
		await expect(graph.list(mailPath`/messages`, subject)).rejects.toMatchObject({
			message: 'The address lies outside the API of the credential',
			hint: 'A gateway has to put its own address into the links of the answers that it hands on.',
		});
		expect(world.simulator.requests.all).toHaveLength(1);
	});

	it('a link that leads back to its own page does not go on forever', async () => {
		const graph = await connect();
		const link = `${world.simulator.graphRoot}/v1.0/me/messages?$skip=10`;
		world.simulator.faults.next(
			{ times: 50 },
			{ status: 200, body: { value: [], '@odata.nextLink': link } },
		);
		await expect(graph.list(mailPath`/messages`, subject)).rejects.toMatchObject({
			kind: 'unavailable',
		});
		expect(world.simulator.requests.all.length).toBeLessThan(5);
	});

	it.each([2, 3, 7])(
		'%i pages that name each other in a circle end, and it is said',
		async (size) => {
			const graph = await connect();
			const page = (index: number) => ({
				value: [],
				'@odata.nextLink': `${world.simulator.graphRoot}/v1.0/me/messages?$skip=${index % size}`,
			});
			for (let index = 0; index < 5 * size; index++) {
				world.simulator.faults.next({}, { status: 200, body: page(index) });
			}
			await expect(graph.list(mailPath`/messages`, subject)).rejects.toMatchObject({
				kind: 'unavailable',
				message: expect.stringContaining('a page names an earlier one as the next'),
			});
			expect(world.simulator.requests.all).toHaveLength(size + 1);
		},
	);

	it('a throttled page is asked for again', async () => {
		const graph = await connect();
		deliver(25);
		world.simulator.faults.next(
			{ path: '/me/messages', times: 1 },
			{ status: 429, headers: { 'retry-after': '0.05' } },
		);
		await expect(
			graph.list(mailPath`/messages`, anyObject, { pageSize: 10 }),
		).resolves.toHaveLength(25);
	});
});

describe('downloads', () => {
	const bytesOf = async (stream: AsyncIterable<unknown>) => {
		let text = '';
		for await (const chunk of stream) text += String(chunk);
		return text;
	};

	it('hand the bytes on as a stream', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		const text = await graph.download(
			mailPath`/messages/${mail?.immutableId ?? ''}/$value`,
			bytesOf,
		);
		expect(text).toContain('Mail 0');
	});

	it.each([{ bodyCutAfterBytes: 20 }, { cut: 'before' } as const, { status: 503 }])(
		'begin anew when the connection breaks (%j)',
		async (fault) => {
			const graph = await connect();
			const [mail] = deliver(1);
			world.simulator.faults.next({}, fault);
			const text = await graph.download(
				mailPath`/messages/${mail?.immutableId ?? ''}/$value`,
				bytesOf,
			);
			expect(text).toContain(btoa('Body 0'));
			expect(requestCount()).toBe(2);
		},
	);

	it('that are refused give the failure, not the bytes', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		if (mail) own().remove(mail);
		const consumed: unknown[] = [];
		const path = mailPath`/messages/${mail?.immutableId ?? ''}/$value`;
		const refused = graph.download(path, async (bytes) => {
			consumed.push(bytes);
		});
		await expect(refused).rejects.toMatchObject({
			kind: 'notFound',
			details: { httpCode: 404, providerCode: 'ErrorItemNotFound' },
		});
		expect(consumed).toEqual([]);
	});

	it("the reader's own error is its own, and is not tried again", async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		const failed = graph.download(
			mailPath`/messages/${mail?.immutableId ?? ''}/$value`,
			async () => {
				throw new RangeError('disk full');
			},
		);
		await expect(failed).rejects.toThrow('disk full');
		expect(requestCount()).toBe(1);
	});

	it('with an expired token are refreshed', async () => {
		const graph = await connect();
		const [mail] = deliver(1);
		world.simulator.tokens.expireAccess(OWN_MAILBOX);
		const text = await graph.download(
			mailPath`/messages/${mail?.immutableId ?? ''}/$value`,
			bytesOf,
		);
		expect(text).toContain(btoa('Body 0'));
		expect(refreshCount()).toBe(1);
	});
});
