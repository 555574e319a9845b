import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { z } from 'zod';
import type { GraphRequest } from '../../../../nodes/Mail/graph/batch';
import { createCoalescer } from '../../../../nodes/Mail/graph/batch';
import type { HttpRequest, Outcome } from '../../../../nodes/shared/http/request';
import { createSlotLane } from '../../../../nodes/shared/http/slotLane';
import { createWay } from '../../../../nodes/shared/provider/lanes';
import { createSkippingClock } from '../../../harness/skippingClock';

const clock = createSkippingClock();

const ROOT = 'https://graph.microsoft.com/v1.0';

const batchBody = z.object({
	requests: z.array(
		z
			.object({
				id: z.string(),
				method: z.string(),
				url: z.string(),
				headers: z.record(z.string()),
				body: z.record(z.unknown()).optional(),
				dependsOn: z.array(z.string()).optional(),
			})
			.strict(),
	),
});
type Part = z.infer<typeof batchBody>['requests'][number];

const partsOf = (request: HttpRequest): Part[] => batchBody.parse(request.body).requests;
const isBatch = ({ url }: HttpRequest) => url === `${ROOT}/$batch`;
const ok = (body: unknown): Outcome => ({ status: 200, headers: {}, body });
const status = (code: number): Outcome => ({ status: code, headers: {}, body: undefined });

/** A provider that answers each part, or each request of its own, with its path. */
const echo = async (request: HttpRequest): Promise<Outcome> =>
	isBatch(request)
		? ok({
				responses: partsOf(request)
					.reverse()
					.map(({ id, url }) => ({ id, status: 200, body: { url } })),
			})
		: ok({ url: request.url.slice(ROOT.length) });

/** A coalescer on a lane of its own, and every request it sends. */
function coalescing(answer = echo, signal?: AbortSignal) {
	const sent: HttpRequest[] = [];
	const lane = createSlotLane(4, clock);
	const send = async (request: HttpRequest) => {
		sent.push(request);
		return await answer(request);
	};
	const submit = createCoalescer({
		way: createWay(lane, send, clock),
		clock,
		versionRoot: ROOT,
		patience: { signal },
	});
	return { submit, sent, lane };
}

const get = (url: string, more: Partial<GraphRequest> = {}): GraphRequest => ({
	method: 'GET',
	url,
	headers: { Prefer: 'IdType="ImmutableId"' },
	...more,
});
const gets = (count: number) => Array.from({ length: count }, (_, index) => get(`/me/${index}`));

describe('what goes together', () => {
	it('one request goes directly', async () => {
		const { submit, sent } = coalescing();
		await expect(submit(get('/me/messages?$top=1'))).resolves.toEqual(
			ok({ url: '/me/messages?$top=1' }),
		);
		expect(sent).toEqual([
			{
				method: 'GET',
				url: `${ROOT}/me/messages?$top=1`,
				headers: { Prefer: 'IdType="ImmutableId"' },
				body: undefined,
			},
		]);
	});

	it('two or more of the same turn go as one batch, with their own headers', async () => {
		const { submit, sent } = coalescing();
		const body = { isRead: true };
		await Promise.all([submit(get('/me/a')), submit(get('/me/b', { method: 'PATCH', body }))]);
		expect(sent).toHaveLength(1);
		expect(sent.flatMap(partsOf)).toEqual([
			{ id: '1', method: 'GET', url: '/me/a', headers: { Prefer: 'IdType="ImmutableId"' } },
			{
				id: '2',
				method: 'PATCH',
				url: '/me/b',
				headers: { 'Content-Type': 'application/json', Prefer: 'IdType="ImmutableId"' },
				body,
			},
		]);
	});

	it('a batch has at most twenty parts', async () => {
		const { submit, sent } = coalescing();
		await Promise.all(gets(45).map(submit));
		expect(sent.map((request) => partsOf(request).length)).toEqual([20, 20, 5]);
	});

	/** The line takes longer, and more turns of the event loop, than answers wait for it. */
	async function slowly(request: HttpRequest) {
		for (let turn = 0; turn < 100; turn++) await clock.wait(1);
		return await echo(request);
	}

	it('a full batch that waits is on the line before the answers to the last one are handed out', async () => {
		const { submit, sent } = coalescing(slowly);
		const onTheLine = await Promise.all(
			gets(65).map(async (request) => {
				await submit(request);
				return sent.length;
			}),
		);
		const twenty = (batches: number) => Array<number>(20).fill(batches);
		// The last five are no full batch: what the callers ask next may go with them.
		expect(onTheLine).toEqual([
			...twenty(2),
			...twenty(3),
			...twenty(3),
			...Array<number>(5).fill(4),
		]);
	});

	it('they wait until n8n has read the credential for it', async () => {
		let onTheLine = 0;
		const { submit } = coalescing(async (request) => {
			await clock.wait(10);
			onTheLine += 1;
			return await slowly(request);
		});
		const seen = await Promise.all(
			gets(40).map(async (request) => {
				await submit(request);
				return onTheLine;
			}),
		);
		expect(seen).toEqual(Array<number>(40).fill(2));
	});

	it('what a caller makes of its answer holds up neither the batch that waits nor other callers', async () => {
		const { submit } = coalescing(slowly);
		let turn = 0;
		let isOver = false;
		const counted = (async () => {
			for (; !isOver; turn++) await nextTurn();
		})();
		const turns = await Promise.all(
			gets(40).map(async (request) => {
				await submit(request);
				return turn;
			}),
		);
		isOver = true;
		await counted;
		expect(new Set(turns.slice(0, 20)).size).toBe(20);
	});

	it('each caller gets the answer to its own request, whatever their number and order', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 60 }), async (turns) => {
				const { submit } = coalescing();
				const answers = await Promise.all(
					turns.map(async (turn, index) => {
						for (let past = 0; past < turn; past++) await clock.wait(0);
						return await submit(get(`/me/${index}`));
					}),
				);
				expect(answers.map((answer) => 'body' in answer && answer.body)).toEqual(
					turns.map((_, index) => ({ url: `/me/${index}` })),
				);
			}),
			{ numRuns: 30 },
		);
	});

	it('what is asked for once a batch is answered fills up the next one', async () => {
		const { submit, sent } = coalescing();
		// 25 callers that each read and then write: the five left over go with the next twenty.
		await Promise.all(
			gets(25).map(async (request) => {
				await submit(request);
				for (let hop = 0; hop < 20; hop++) await Promise.resolve();
				await submit({ ...request, method: 'PATCH', body: { isRead: true } });
			}),
		);
		expect(sent.map((request) => partsOf(request).length)).toEqual([20, 20, 10]);
	});

	it('what asks to go alone, and what is large, goes alone', async () => {
		const { submit, sent } = coalescing();
		const large = { content: 'x'.repeat(65_536) };
		await Promise.all([
			submit(get('/me/a', { alone: true })),
			submit(get('/me/b', { method: 'POST', body: large })),
			submit(get('/me/c')),
			submit(get('/me/d')),
		]);
		expect(sent.map(({ url }) => url).sort()).toEqual(
			[`${ROOT}/$batch`, `${ROOT}/me/a`, `${ROOT}/me/b`].sort(),
		);
	});

	it('a body of 65,536 characters goes with the others; a longer one, or a text, goes alone', async () => {
		const { submit, sent } = coalescing();
		const bodyOf = (length: number) => ({ content: 'x'.repeat(length - '{"content":""}'.length) });
		await Promise.all(
			[bodyOf(65_536), {}, bodyOf(65_537), 'text'].map((body, index) =>
				submit(get(`/me/${index}`, { method: 'POST', body })),
			),
		);
		expect(sent.map(({ url }) => url).sort()).toEqual(
			[`${ROOT}/$batch`, `${ROOT}/me/2`, `${ROOT}/me/3`].sort(),
		);
	});

	it('twenty parts of the largest size stay under 4 MB', async () => {
		const { submit, sent } = coalescing();
		const content = '€'.repeat(65_000);
		await Promise.all(
			gets(20).map((request) => submit({ ...request, method: 'POST', body: { content } })),
		);
		expect(sent).toHaveLength(1);
		expect(Buffer.byteLength(JSON.stringify(sent[0]?.body))).toBeLessThan(4_000_000);
	});

	it('four single requests of different turns run side by side', async () => {
		const begin = clock.now();
		const { submit } = coalescing(async (request) => {
			await clock.wait(100);
			return await echo(request);
		});
		const answers = [];
		for (const request of gets(4)) {
			answers.push(submit(request));
			await clock.wait(1);
		}
		await Promise.all(answers);
		// The last one was asked for three milliseconds after the first.
		expect(clock.now() - begin).toBe(103);
	});

	it('a batch waits until the mailbox is idle, and nothing runs beside it', async () => {
		let running = 0;
		const busy: string[] = [];
		const { submit } = coalescing(async (request) => {
			running += isBatch(request) ? 4 : 1;
			if (running > 4) busy.push(request.url);
			await clock.wait(5);
			running -= isBatch(request) ? 4 : 1;
			return await echo(request);
		});
		const alone = gets(6).map((request) => submit({ ...request, alone: true }));
		await Promise.all([...alone, ...gets(50).map(submit)]);
		expect(busy).toEqual([]);
	});
});

describe('what each part is told', () => {
	const answering = (responses: unknown[]) =>
		coalescing(async (request) => (isBatch(request) ? ok({ responses }) : await echo(request)));

	it('its own status and headers, by lower-case names', async () => {
		const { submit } = answering([
			{ id: '2', status: 404, body: { error: {} } },
			{ id: '1', status: 429, headers: { 'Retry-After': '3' } },
		]);
		await expect(Promise.all(gets(2).map(submit))).resolves.toEqual([
			{ status: 429, headers: { 'retry-after': '3' }, body: undefined },
			{ status: 404, headers: {}, body: { error: {} } },
		]);
	});

	it("the provider's time, which only the batch says; its own, where it says one", async () => {
		const date = 'Mon, 02 Mar 2026 10:00:00 GMT';
		const later = 'Mon, 02 Mar 2026 10:00:01 GMT';
		const { submit } = coalescing(async () => ({
			status: 200,
			headers: { date },
			body: {
				responses: [
					{ id: '1', status: 200, headers: null },
					{ id: '2', status: 200, headers: { Date: later } },
				],
			},
		}));
		await expect(Promise.all(gets(2).map(submit))).resolves.toMatchObject([
			{ headers: { date } },
			{ headers: { date: later } },
		]);
	});

	it('that there is no answer, when it is missing', async () => {
		const { submit } = answering([{ id: '2', status: 200 }]);
		await expect(Promise.all(gets(2).map(submit))).resolves.toEqual([
			{ network: 'BATCH_PART_MISSING', unreadable: {} },
			{ status: 200, headers: {}, body: undefined },
		]);
	});

	it.each([[null], ['text'], [{ id: '1' }], [{ id: '1', status: 'fine' }], [{ status: 200 }]])(
		'that there is no answer, when its own is %j; the others are not touched',
		async (broken) => {
			const { submit } = answering([broken, { id: 2, status: 200, headers: 7 }]);
			await expect(Promise.all(gets(2).map(submit))).resolves.toEqual([
				{ network: 'BATCH_PART_MISSING', unreadable: {} },
				{ status: 200, headers: {}, body: undefined },
			]);
		},
	);

	it.each([undefined, '', '{"responses":[{"id":"1","sta', [], {}, { responses: 'none' }])(
		'that the answer could not be read, when the batch is answered %j',
		async (body) => {
			const { submit } = coalescing(async () => ok(body));
			await expect(Promise.all(gets(2).map(submit))).resolves.toEqual([
				{ network: 'BATCH_ANSWER_UNREADABLE', unreadable: {} },
				{ network: 'BATCH_ANSWER_UNREADABLE', unreadable: {} },
			]);
		},
	);

	it.each<[string, Outcome]>([
		['throttled', { status: 429, headers: { 'retry-after': '2' }, body: undefined }],
		['timed out', status(408)],
		['unavailable', status(503)],
		['redirected', status(302)],
		['refused for its token', status(401)],
		['cut', { network: 'ECONNRESET' }],
	])('what became of the batch, when that is %s as a whole', async (_, outcome) => {
		const { submit, sent } = coalescing(async () => outcome);
		await expect(Promise.all(gets(3).map(submit))).resolves.toEqual([outcome, outcome, outcome]);
		expect(sent).toHaveLength(1);
	});

	it('the error, when sending itself fails', async () => {
		const bug = new TypeError('x is undefined');
		const { submit } = coalescing(async () => {
			throw bug;
		});
		const settled = await Promise.allSettled(gets(3).map(submit));
		expect(settled).toEqual(gets(3).map(() => ({ status: 'rejected', reason: bug })));
		await expect(submit(get('/me'))).rejects.toBe(bug);
	});

	it('a part whose token is refused goes alone, where n8n can refresh it', async () => {
		const { submit, sent } = coalescing(async (request) =>
			isBatch(request)
				? ok({
						responses: partsOf(request).map(({ id }) => ({ id, status: id === '2' ? 401 : 200 })),
					})
				: await echo(request),
		);
		const answers = await Promise.all(gets(3).map(submit));
		expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([200, 200, 200]);
		expect(sent.map(({ url }) => url)).toEqual([`${ROOT}/$batch`, `${ROOT}/me/1`]);
	});

	it.each([400, 403, 404, 405, 413])(
		'when a batch is refused with %i, its requests go alone, and only the culprit fails',
		async (refusal) => {
			const { submit, sent } = coalescing(async (request) =>
				isBatch(request) || request.url.endsWith('/1') ? status(refusal) : await echo(request),
			);
			const answers = await Promise.all(gets(3).map(submit));
			expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([
				200,
				refusal,
				200,
			]);
			expect(sent).toHaveLength(4);
		},
	);
});

describe('cancelling', () => {
	it('sends nothing of what waits, and tells everybody', async () => {
		const abort = new AbortController();
		const reason = new Error('cancelled');
		const { submit, sent } = coalescing(async (request) => {
			await clock.wait(30);
			return await echo(request);
		}, abort.signal);
		const settled = Promise.allSettled(gets(50).map(submit));
		await clock.wait(10);
		abort.abort(reason);
		const results = await settled;
		expect(sent).toHaveLength(1);
		expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(20);
		expect(results.slice(20)).toEqual(gets(30).map(() => ({ status: 'rejected', reason })));
		await expect(submit(get('/me'))).rejects.toBe(reason);
	});
});

describe('a mailbox that other processes use too', () => {
	/** A provider that refuses a part with the status told for it, once, and runs chains as Graph does. */
	function chained(refusals: Record<string, number>) {
		const left = new Map(Object.entries(refusals));
		return async (request: HttpRequest): Promise<Outcome> => {
			if (!isBatch(request)) return await echo(request);
			const statuses = new Map<string, number>();
			const responses = partsOf(request).map(({ id, url, dependsOn = [] }) => {
				const isCutOff = dependsOn.some((before) => (statuses.get(before) ?? 0) >= 400);
				const code = isCutOff ? 424 : (left.get(url) ?? 200);
				if (!isCutOff) left.delete(url);
				statuses.set(id, code);
				return { id, status: code, body: { url } };
			});
			return ok({ responses });
		};
	}

	it('gets its batches one part after another from the first refusal on', async () => {
		const { submit, sent } = coalescing(chained({ '/me/3': 429 }));
		const first = await Promise.all(gets(5).map(submit));
		expect(first[3]).toMatchObject({ status: 429 });
		await Promise.all(gets(3).map(submit));
		const [together, chain] = sent.map((request) => partsOf(request));
		expect(together?.map(({ dependsOn }) => dependsOn)).toEqual(Array(5).fill(undefined));
		expect(chain?.map(({ dependsOn }) => dependsOn)).toEqual([undefined, ['1'], ['2']]);
	});

	it.each([404, 429, 503])(
		'has those parts asked for again that only waited for one that failed with %i',
		async (code) => {
			const { submit, sent } = coalescing(chained({ '/me/first': 429, '/me/2': code }));
			await Promise.all([submit(get('/me/first')), submit(get('/me/second'))]);
			const answers = await Promise.all(gets(5).map(submit));
			expect(answers.map((answer) => 'status' in answer && answer.status)).toEqual([
				200,
				200,
				code,
				200,
				200,
			]);
			expect(sent.slice(1).map((request) => partsOf(request).map(({ url }) => url))).toEqual([
				['/me/0', '/me/1', '/me/2', '/me/3', '/me/4'],
				['/me/3', '/me/4'],
			]);
		},
	);

	it('ends when the provider calls every part a dependant', async () => {
		const all424 = async (request: HttpRequest): Promise<Outcome> =>
			await Promise.resolve(
				ok({ responses: partsOf(request).map(({ id }) => ({ id, status: 424 })) }),
			);
		const refusing = chained({ '/me/0': 429 });
		let asked = 0;
		const { submit } = coalescing(async (request) =>
			isBatch(request) && ++asked > 1 ? await all424(request) : await refusing(request),
		);
		await Promise.all(gets(2).map(submit));
		const answers = await Promise.all(gets(4).map(submit));
		expect(answers.slice(0, 3).map((answer) => 'status' in answer && answer.status)).toEqual([
			424, 424, 424,
		]);
	});
});
