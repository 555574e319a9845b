import fc from 'fast-check';
import { pageShape, walkPages } from '../../../../nodes/Collection/api/pages';

interface Server {
	rows: number;
	/** The most rows a page has. */
	maximum: number;
	/** Says how many rows there are. */
	counts: boolean;
}

/** Walks a list; returns the rows and how many pages were read. */
async function walk({ rows, maximum, counts }: Server, size: number, start = 0) {
	const all = Array.from({ length: rows }, (_, id) => ({ id }));
	let reads = 0;
	const found: unknown[] = [];
	const pages = walkPages({
		size,
		start,
		async read(limit, offset) {
			if (++reads > rows + 2) throw new Error('The walk does not end');
			const page = all.slice(offset, offset + Math.min(limit, maximum));
			return await Promise.resolve(counts ? { rows: page, total: rows } : { rows: page });
		},
	});
	for await (const page of pages) found.push(...page.rows);
	return { found, reads };
}

describe('walkPages', () => {
	it('reads a list to its end', async () => {
		expect((await walk({ rows: 450, maximum: 200, counts: true }, 200)).reads).toBe(3);
		expect((await walk({ rows: 400, maximum: 200, counts: true }, 200)).reads).toBe(2);
		expect((await walk({ rows: 0, maximum: 200, counts: true }, 200)).reads).toBe(1);
	});

	it('reads on after a short page where the provider gives fewer rows than asked for', async () => {
		const { found } = await walk({ rows: 120, maximum: 50, counts: true }, 200);
		expect(found).toHaveLength(120);
	});

	it('takes a short page for the last one where nothing is counted', async () => {
		const { found, reads } = await walk({ rows: 250, maximum: 200, counts: false }, 200);
		expect([found.length, reads]).toEqual([250, 2]);
	});

	it('ends when a server ignores the offset and gives the same rows again', async () => {
		let reads = 0;
		const found: unknown[] = [];
		const pages = walkPages({
			size: 2,
			read: async () =>
				await Promise.resolve({ rows: [{ id: 1 }, { id: 2 }], total: ++reads * 10 }),
		});
		for await (const page of pages) found.push(...page.rows);
		expect([found.length, reads]).toEqual([2, 2]);
	});

	it.each([
		['the same page again', [['a', 'b']]],
		[
			'two pages in turn',
			[
				['a', 'b'],
				['c', 'c'],
			],
		],
	])('ends when a server gives rows without IDs, and %s', async (_, given) => {
		let reads = 0;
		const found: unknown[] = [];
		const pages = walkPages({
			size: 2,
			async read() {
				if (reads > 9) throw new Error('The walk does not end');
				return await Promise.resolve({ rows: given[reads++ % given.length] ?? [], total: 1_000 });
			},
		});
		for await (const page of pages) found.push(...page.rows);
		expect(found).toEqual(given.flat());
	});

	it('gives rows without IDs that are alike, as there may be several', async () => {
		const rows = ['a', 'a', 'a', 'a', 'b'];
		const read = async (limit: number, offset: number) =>
			await Promise.resolve({ rows: rows.slice(offset, offset + limit), total: rows.length });
		const found: unknown[] = [];
		for await (const page of walkPages({ size: 3, read })) found.push(...page.rows);
		expect(found).toEqual(rows);
	});

	it('gives every row once, whatever the sizes', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					rows: fc.nat(60),
					maximum: fc.integer({ min: 1, max: 30 }),
					counts: fc.constant(true),
				}),
				fc.integer({ min: 1, max: 30 }),
				async (server, size) => {
					const { found } = await walk(server, size);
					expect(found).toEqual(Array.from({ length: server.rows }, (_, id) => ({ id })));
				},
			),
		);
	});

	it('misses no row and gives none twice where one is deleted, moved or added while it reads', async () => {
		const change = fc.constantFrom('deleted', 'moved', 'added');
		await fc.assert(
			fc.asyncProperty(
				fc.record({ count: fc.integer({ min: 3, max: 40 }), of: fc.nat(39), change }),
				fc.record({
					size: fc.integer({ min: 2, max: 12 }),
					before: fc.integer({ min: 2, max: 9 }),
				}),
				async ({ count, of, ...happens }, { size, before }) => {
					const all = Array.from({ length: count }, (_, id) => ({ id }));
					const [row] = all.slice(of % count);
					let reads = 0;
					async function read(limit: number, offset: number) {
						if (++reads === before) {
							if (happens.change !== 'added' && row) all.splice(all.indexOf(row), 1);
							if (happens.change === 'moved' && row) all.unshift(row);
							if (happens.change === 'added') all.unshift({ id: -1 });
						}
						const rows = all.slice(offset, offset + limit);
						return await Promise.resolve({ rows, total: all.length });
					}
					const found: Array<{ id: number }> = [];
					for await (const page of walkPages({ size, read })) found.push(...page.rows);
					const ids = found.map(({ id }) => id).sort((one, other) => one - other);
					expect([...new Set(ids)]).toEqual(ids);
					expect(ids).toEqual(
						expect.arrayContaining(all.map(({ id }) => id).filter((id) => id >= 0)),
					);
					expect(reads).toBeLessThanOrEqual(2 * Math.ceil((count + 1) / size) + 1);
				},
			),
			{ numRuns: 3000 },
		);
	});
});

describe('a page', () => {
	it.each([
		[
			{ results: [1], pagination: { total_count: 5 } },
			{ rows: [1], total: 5 },
		],
		[
			{ results: [1], pagination: { offset: 0 } },
			{ rows: [1], total: undefined },
		],
		[
			{ results: [1], pagination: 'odd' },
			{ rows: [1], total: undefined },
		],
		[{ results: [] }, { rows: [], total: undefined }],
		[[1, 2], { rows: [1, 2] }],
		[{ id: 1 }, undefined],
		['text', undefined],
		[undefined, undefined],
	])('reads %j', (body, page) => {
		expect(pageShape.safeParse(body).data).toEqual(page);
	});
});
