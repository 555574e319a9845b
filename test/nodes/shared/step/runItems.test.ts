import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import { ProviderFailure } from '../../../../nodes/shared/http/failures';
import { field } from '../../../../nodes/shared/step/field';
import { optionalText, requiredText } from '../../../../nodes/shared/step/inputSchemas';
import type { OperationResult } from '../../../../nodes/shared/step/operation';
import { operationsFor } from '../../../../nodes/shared/step/operation';
import { createRegistry } from '../../../../nodes/shared/step/registry';
import { runItems } from '../../../../nodes/shared/step/runItems';
import { node, runInEngine } from '../../../harness/engine';
import { leastHeld, longestHold } from '../../../harness/eventLoop';
import { createContext, type ItemRun } from '../../../harness/itemRun';

interface Context {
	itemIndex: number;
	work(word: string, itemIndex: number): Promise<OperationResult[]>;
}

const shared = [
	field({ displayName: 'Place', name: 'place', type: 'string', default: '' }, optionalText),
] as const;

const defineOperation = operationsFor<Context, never, typeof shared>({
	writes: {},
	fields: shared,
	around: async (_chosen, _input, context, run) => await run(context),
});

const word = field(
	{ displayName: 'Word to Say', name: 'word', type: 'string', default: '' },
	requiredText,
);

const say = defineOperation({
	label: 'Say',
	action: 'Say a word',
	summary: 'Say a word',
	fields: [
		word,
		field({ displayName: 'Turn', name: 'turn', type: 'string', default: '' }, optionalText),
	],
	returns: 'a word',
	toolText: undefined,
	permission: [],
	effects: [],
	output: z.unknown(),
	inTurnBy: (input) => input.turn ?? input.word,
	run: async (input, { itemIndex, work }) => await work(input.word, itemIndex),
});

const wait = defineOperation({
	label: 'Wait',
	action: 'Say a word and wait',
	summary: 'Say a word and wait',
	fields: [word],
	returns: 'a word',
	toolText: undefined,
	permission: [],
	effects: [],
	output: z.object({ from: z.object({ address: z.string() }).optional(), word: z.string() }),
	firstItemOnly: true,
	run: async (input, { itemIndex, work }) => await work(input.word, itemIndex),
});

const registry = createRegistry<Context, never>([
	{ resource: 'test', label: 'Test', defaultOperation: 'say', operations: { say, wait } },
]);

const echo: Context['work'] = async (word) => [{ json: { word } }];

/** Items at work at the same time. */
const ITEMS_AT_ONCE = 80;

interface Run {
	items: IDataObject[];
	work?: Context['work'];
	connect?: () => Promise<(itemIndex: number) => Context>;
	continueOnFail?: boolean;
	abortSignal?: AbortSignal;
	operation?: string;
	node?: ItemRun['node'];
}

async function run({ items, work = echo, connect, operation = 'say', ...options }: Run) {
	const context = createContext(registry, {
		parameters: {
			resource: 'test',
			operation,
			word: '={{ $json.word }}',
			turn: '={{ $json.turn }}',
		},
		items,
		...options,
	});
	const [output = []] = await runItems(
		context,
		registry,
		ITEMS_AT_ONCE,
		connect ?? (async () => (itemIndex) => ({ itemIndex, work })),
	);
	return output;
}

/** The outputs of a node that has one for errors, as n8n's own engine hands them on. */
async function throughEngine(items: IDataObject[], work: Context['work']) {
	const nodeType = (properties: INodeProperties[], execute: INodeType['execute']) => {
		const outputs = [NodeConnectionTypes.Main];
		return { description: { inputs: outputs, outputs, properties }, execute };
	};
	const types: Record<string, ReturnType<typeof nodeType>> = {
		start: nodeType([], async () => [items.map((json) => ({ json }))]),
		test: nodeType(registry.properties, async function () {
			return await runItems(this, registry, ITEMS_AT_ONCE, async () => (itemIndex) => ({
				...{ itemIndex, work },
			}));
		}),
	};
	const parameters = { resource: 'test', operation: 'say', word: '={{ $json.word }}' };
	const { Test: runs } = await runInEngine(types, {
		nodes: [
			node('Start', 'start'),
			{ ...node('Test', 'test'), parameters, onError: 'continueErrorOutput' },
		],
		connections: { Start: { main: [[{ node: 'Test', type: 'main', index: 0 }]] } },
	});
	return runs?.[0]?.data?.main ?? [];
}

const words = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ word: `word ${index}` }));

describe('the output', () => {
	it('keeps the order of the input and is linked to it, in whatever order items end', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { minLength: 1, maxLength: 120 }),
				async (plan) => {
					const output = await run({
						items: words(plan.length),
						async work(word, itemIndex) {
							const [turns, results] = plan[itemIndex] ?? [0, 0];
							for (let turn = 0; turn < turns; turn++) await nextTurn();
							return Array.from({ length: results }, (_, part) => ({ json: { word, part } }));
						},
					});
					expect(output).toEqual(
						plan.flatMap(([, results], item) =>
							Array.from({ length: results }, (_, part) => ({
								json: { word: `word ${item}`, part },
								pairedItem: { item },
							})),
						),
					);
				},
			),
			{ numRuns: 20 },
		);
	});

	it('hands on binary data', async () => {
		const binary = { file: { data: 'QQ==', mimeType: 'text/plain' } };
		const output = await run({ items: words(1), work: async () => [{ json: {}, binary }] });
		expect(output).toEqual([{ json: {}, binary, pairedItem: { item: 0 } }]);
	});
});

describe('items side by side', () => {
	it('many start at once, but no more than the node allows', async () => {
		let running = 0;
		let most = 0;
		await run({
			items: words(200),
			async work() {
				running++;
				most = Math.max(most, running);
				await nextTurn();
				running--;
				return [];
			},
		});
		expect(most).toBe(ITEMS_AT_ONCE);
	});

	it('items of one key run one after the other, in their order', async () => {
		const order: string[] = [];
		let running = 0;
		await run({
			items: words(20).map((item) => ({ ...item, turn: 'same' })),
			async work(word) {
				expect(++running).toBe(1);
				for (let turn = 0; turn < 3; turn++) await nextTurn();
				order.push(word);
				running--;
				return [];
			},
		});
		expect(order).toEqual(words(20).map(({ word }) => word));
	});

	it('an item of a key whose turn has come is waited for by those that start later', async () => {
		const turns = ['a', 'a', 'b', 'a', 'b', 'a'];
		const running = new Map<string, number>();
		await run({
			items: Array.from({ length: ITEMS_AT_ONCE * 2 }, (_, index) => ({
				word: `word ${index}`,
				turn: turns[index % turns.length],
			})),
			async work(_, itemIndex) {
				const turn = turns[itemIndex % turns.length] ?? '';
				running.set(turn, (running.get(turn) ?? 0) + 1);
				expect(running.get(turn)).toBe(1);
				await nextTurn();
				running.set(turn, 0);
				return [];
			},
		});
	});

	it('a failed item does not keep the next one of its key from running', async () => {
		const output = await run({
			items: words(3).map((item) => ({ ...item, turn: 'same' })),
			continueOnFail: true,
			async work(word, itemIndex) {
				if (itemIndex === 0) throw new ProviderFailure('notFound', 'Gone');
				return [{ json: { word } }];
			},
		});
		expect(output.map(({ json }) => json)).toEqual([
			{ error: 'Gone' },
			{ word: 'word 1' },
			{ word: 'word 2' },
		]);
	});

	it.each([
		['run one after the other in one account', ['a', 'a'], 1],
		['do not wait for each other in two accounts', ['a', 'b'], 2],
	])('items of one key in two executions %s', async (_, accounts, atOnce) => {
		let running = 0;
		const most: number[] = [];
		const work = async () => {
			most.push(++running);
			for (let turn = 0; turn < 9; turn++) await nextTurn();
			running--;
			return [];
		};
		const items = words(1);
		await Promise.all(
			// A workflow keeps the name that a credential had when it was saved.
			accounts.map(async (id, place) => {
				const credentials = { testApi: { id, name: `Account ${place}` } };
				await run({ items, work, node: { credentials } });
			}),
		);
		expect(Math.max(...most)).toBe(atOnce);
	});

	it('a cancelled execution does not wait for the turn that another one has', async () => {
		const stop = new AbortController();
		let end = () => {};
		const held = new Promise<void>((resolve) => (end = resolve));
		const items = words(1);
		const first = run({ items, work: async (word) => await held.then(() => [{ json: { word } }]) });
		const second = run({ items, abortSignal: stop.signal });
		// Until it waits.
		for (let turn = 0; turn < 9; turn++) await nextTurn();
		stop.abort();
		await expect(second).rejects.toThrow('The execution was cancelled');
		end();
		expect(await first).toHaveLength(1);
	});
});

describe('an operation that holds the whole execution', () => {
	it('runs for the first item only', async () => {
		const output = await run({ items: words(3), operation: 'wait' });
		expect(output).toEqual([{ json: { word: 'word 0' }, pairedItem: { item: 0 } }]);
	});
});

describe('a failure', () => {
	const failAt =
		(failing: number): Context['work'] =>
		async (word, itemIndex) => {
			await nextTurn();
			if (itemIndex === failing) {
				throw new ProviderFailure('notFound', 'Gone', { hint: 'Find it again.' });
			}
			return [{ json: { word } }];
		};

	it('says what to do, and how many were done; n8n names its item', async () => {
		const failed = run({ items: words(5), work: failAt(3) });
		await expect(failed).rejects.toBeInstanceOf(NodeApiError);
		await expect(failed).rejects.toMatchObject({
			message: 'Gone',
			description:
				'Find it again. 4 of 5 items were already done; they are not undone. A retry of the execution does them again.',
			context: { itemIndex: 3 },
		});
	});

	it.each([
		['the only item', 1],
		['the first item', ITEMS_AT_ONCE],
	])('of %s says nothing of others while none is done', async (_what, count) => {
		const work: Context['work'] = async () => {
			throw new ProviderFailure('notFound', 'Gone', { hint: 'Find it again.' });
		};
		await expect(run({ items: words(count), work })).rejects.toMatchObject({
			description: 'Find it again.',
		});
	});

	it('names the other items of which nobody can tell whether they were done', async () => {
		const lost = { hint: 'Look in Sent Items.', mayHaveHappened: true };
		const work: Context['work'] = async (word, itemIndex) => {
			if (itemIndex === 1) throw new ProviderFailure('rejected', 'No', { hint: 'Correct it.' });
			await nextTurn();
			if (itemIndex > 2) throw new ProviderFailure('unavailable', 'Lost', lost);
			return [{ json: { word } }];
		};
		await expect(run({ items: words(5), work })).rejects.toMatchObject({
			message: 'No',
			description:
				'Correct it. 2 of 5 items were already done; they are not undone. A retry of the execution does them again. These may have been done, too: [item 3], [item 4]. Look before you run them again.',
			context: { itemIndex: 1 },
		});
		const all = async () => await Promise.reject(new ProviderFailure('unavailable', 'Lost', lost));
		await expect(run({ items: words(2), work: all })).rejects.toMatchObject({
			message: 'Lost',
			description:
				'Look in Sent Items. These may have been done, too: [item 1]. Look before you run them again.',
			context: { itemIndex: 0 },
		});
	});

	it('names the other items that left something open', async () => {
		const work: Context['work'] = async (_word, itemIndex) => {
			const failure = new ProviderFailure('unavailable', 'No answer', { hint: 'Run it again.' });
			throw itemIndex === 0 ? failure : failure.withLeft('It may have taken effect.');
		};
		await expect(run({ items: words(2), work })).rejects.toMatchObject({
			description:
				'Run it again. These may have been done, too: [item 1]. Look before you run them again.',
		});
	});

	it('lets nothing new start, and what is under way finish', async () => {
		const started: number[] = [];
		const finished: number[] = [];
		const failed = run({
			items: words(500),
			async work(_word, itemIndex) {
				started.push(itemIndex);
				if (itemIndex === 7) throw new ProviderFailure('rejected', 'No');
				for (let turn = 0; turn < 5; turn++) await nextTurn();
				finished.push(itemIndex);
				return [];
			},
		});
		await expect(failed).rejects.toMatchObject({
			description: expect.stringContaining(`${ITEMS_AT_ONCE - 1} of 500 items were already done`),
		});
		expect(started).toHaveLength(ITEMS_AT_ONCE);
		expect(finished).toHaveLength(ITEMS_AT_ONCE - 1);
	});

	it('lets the items behind it in line not start either', async () => {
		const started: number[] = [];
		const failed = run({
			items: words(4).map((item) => ({ ...item, turn: 'same' })),
			async work(_word, itemIndex) {
				started.push(itemIndex);
				await nextTurn();
				if (itemIndex === 1) throw new ProviderFailure('rejected', 'No');
				return [];
			},
		});
		await expect(failed).rejects.toThrow('No');
		expect(started).toEqual([0, 1]);
	});

	it('of an input names the field, and nothing is started', async () => {
		const started: number[] = [];
		const failed = run({
			items: [{ word: ' ' }, { word: 'b' }],
			async work(_word, itemIndex) {
				started.push(itemIndex);
				return [];
			},
		});
		await expect(failed).rejects.toBeInstanceOf(NodeOperationError);
		await expect(failed).rejects.toMatchObject({
			message: 'Word to Say: is required',
			context: { itemIndex: 0 },
		});
		expect(started).toEqual([]);
	});

	it('to connect is an error of the node', async () => {
		const connect = async () => {
			throw new ProviderFailure('auth', 'Not signed in');
		};
		await expect(run({ items: words(2), connect })).rejects.toBeInstanceOf(NodeApiError);
	});

	it.each([1, 3])('an operation that is not there any more is named (%i items)', async (count) => {
		const failed = run({ items: words(count), operation: 'shout' });
		await expect(failed).rejects.toBeInstanceOf(NodeOperationError);
		await expect(failed).rejects.toMatchObject({
			message: 'There is no operation "shout" for the resource "test"',
			description: expect.stringMatching(/^Choose the resource and the operation again\./),
		});
	});
});

describe('Continue On Fail', () => {
	it('gives one error item for each failed item, in its place, and all others as ever', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.constantFrom('ok', 'fails', 'invalid'), { minLength: 1, maxLength: 100 }),
				async (plan) => {
					const output = await run({
						items: plan.map((kind) => ({ word: kind === 'invalid' ? '' : kind })),
						continueOnFail: true,
						async work(word) {
							await nextTurn();
							if (word === 'fails') throw new ProviderFailure('notFound', 'Gone');
							return [{ json: { word } }];
						},
					});
					const errors = { fails: 'Gone', invalid: 'Word to Say: is required' };
					expect(output.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
						plan.map((kind, item) => ({
							json: kind === 'ok' ? { word: 'ok' } : { error: errors[kind] },
							pairedItem: { item },
						})),
					);
					expect(output.map(({ error }) => error !== undefined)).toEqual(
						plan.map((kind) => kind !== 'ok'),
					);
				},
			),
			{ numRuns: 20 },
		);
	});

	it.each<[string, ProviderFailure, string]>([
		[
			'may have taken effect',
			new ProviderFailure('unavailable', 'No answer', {
				mayHaveHappened: true,
				hint: 'Look first.',
			}),
			'No answer. Look first.',
		],
		[
			'left something',
			new ProviderFailure('rejected', 'Refused', { hint: 'Ask.' }).withLeft('A draft is left.'),
			'Refused. Ask. A draft is left.',
		],
	])('says of an item that %s so in the text that n8n hands on', async (_, failure, error) => {
		const work = async () => await Promise.reject(failure);
		const [item] = await run({ items: words(1), continueOnFail: true, work });
		expect([item?.json, item?.error?.message]).toEqual([{ error }, error]);
		const [, failed] = await throughEngine(words(1), work);
		expect(failed?.[0]?.json).toEqual({ word: 'word 0', error });
	});

	it('has n8n do what else there is between items that fail before anything is asked for', async () => {
		const items = words(3_000).map(() => ({ word: ' ' }));
		const share = await leastHeld(1 / 4, async () => {
			const before = process.threadCpuUsage().user;
			const { result, held } = await longestHold(async () => {
				await nextTurn();
				return await run({ items, continueOnFail: true });
			});
			expect(result).toHaveLength(items.length);
			return held / ((process.threadCpuUsage().user - before) / 1_000);
		});
		expect(share).toBeLessThan(1 / 4);
	});

	it('has n8n do what else there is while the keys of thousands of results are put in order', async () => {
		const listed = Array.from({ length: 30_000 }, (_, at) => ({
			json: { word: `word ${at}`, from: { address: 'ann@contoso.com' } },
		}));
		const share = await leastHeld(1 / 4, async () => {
			const before = process.threadCpuUsage().user;
			const { result, held } = await longestHold(async () => {
				await nextTurn();
				return await run({ items: words(1), operation: 'wait', work: async () => listed });
			});
			expect(result).toHaveLength(listed.length);
			return held / ((process.threadCpuUsage().user - before) / 1_000);
		});
		expect(share).toBeLessThan(1 / 4);
	});

	it('gives one for each item where the account cannot be opened: n8n hands on what came in, as done, where a node throws', async () => {
		const connect = async () => {
			throw new ProviderFailure('auth', 'Not signed in');
		};
		const output = await run({ items: words(3), continueOnFail: true, connect });
		expect(output).toEqual(
			[0, 1, 2].map((item) => ({
				json: { error: 'Not signed in' },
				error: expect.any(NodeApiError),
				pairedItem: { item },
			})),
		);
	});

	it('leaves an error output what came in, beside the error: who reads it has to know whose it is', async () => {
		const output = await throughEngine(words(3), async (word, itemIndex) => {
			if (itemIndex === 1) throw new ProviderFailure('notFound', 'Gone');
			return [{ json: { word } }];
		});
		expect(output.map((items) => items?.map(({ json }) => json))).toEqual([
			[{ word: 'word 0' }, { word: 'word 2' }],
			[{ word: 'word 1', error: 'Gone' }],
		]);
	});

	it("the error of an item carries its index and n8n's cause", async () => {
		const [, item] = await run({
			items: words(2),
			continueOnFail: true,
			async work(word, itemIndex) {
				if (itemIndex === 1)
					throw new ProviderFailure('throttled', 'Too many', { retryAfterMs: 9 });
				return [{ json: { word } }];
			},
		});
		expect(item?.error).toMatchObject({
			context: { itemIndex: 1 },
			failure: { cause: 'rate-limited', retryAfterMs: 9 },
		});
	});
});

describe('cancelling', () => {
	it.each([false, true])(
		'starts nothing new and ends with an error (Continue On Fail: %p)',
		async (continueOnFail) => {
			const abort = new AbortController();
			const started: number[] = [];
			const cancelled = run({
				items: words(300),
				continueOnFail,
				abortSignal: abort.signal,
				async work(_word, itemIndex) {
					started.push(itemIndex);
					if (itemIndex === 5) abort.abort(new Error('cancelled by the user'));
					await nextTurn();
					abort.signal.throwIfAborted();
					return [];
				},
			});
			await expect(cancelled).rejects.toMatchObject({
				message: 'The execution was cancelled: somebody stopped it, or its workflow timed out',
				description: undefined,
			});
			expect(started.length).toBeLessThanOrEqual(ITEMS_AT_ONCE);
		},
	);
});

describe('a tool that fails', () => {
	const step = { rewireOutputLogTo: NodeConnectionTypes.AiTool };
	const parameters = { resource: 'test', operation: 'say', word: '={{ $json.word }}' };
	/** On an n8n that hands a failure on to the agent, or on one before it, whose contexts lack something. */
	const call = async (
		isNewer: boolean,
		node: Parameters<typeof createContext>[1]['node'] = step,
	) => {
		const context = createContext(registry, { parameters, items: [{ word: 'no' }], node });
		const has = (target: typeof context, key: PropertyKey) =>
			(isNewer || key !== 'assertCredentialUsableByNode') && Reflect.has(target, key);
		return await runItems(new Proxy(context, { has }), registry, 1, async () => (itemIndex) => ({
			itemIndex,
			work: () => Promise.reject(new ProviderFailure('notFound', 'Gone', { hint: 'Look again.' })),
		}));
	};

	it('answers with its error where n8n would end the run of the agent', async () => {
		const [items = []] = await call(false);
		expect(items).toMatchObject([{ json: { error: 'Gone' }, pairedItem: { item: 0 } }]);
	});

	it.each<[string, boolean, Parameters<typeof call>[1]]>([
		['n8n hands it to the agent', true, step],
		['a person chose to stop', false, { ...step, onError: 'stopWorkflow' }],
		['it is no step of an agent', false, {}],
	])('fails where %s', async (_name, isNewer, node) => {
		await expect(call(isNewer, node)).rejects.toThrow('Gone');
	});
});
