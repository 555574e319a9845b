import { z } from 'zod';
import type { Consume } from '../../shared/http/download';
import type { Lane } from '../../shared/http/lane';
import { createPauses } from '../../shared/http/pauses';
import type { Query } from '../../shared/http/queryString';
import { queryString } from '../../shared/http/queryString';
import { createRateLane } from '../../shared/http/rateLane';
import type { Answer, HttpRequest, Outcome, Send } from '../../shared/http/request';
import { sharedLane } from '../../shared/http/sharedLane';
import { createSlotLane } from '../../shared/http/slotLane';
import type { Connection, Limits } from '../../shared/provider/connect';
import { createWay } from '../../shared/provider/lanes';
import { oncePerRun, rememberDeeds } from '../../shared/provider/perRun';
import type { Collected, Repeated } from '../../shared/provider/request';
import { createRequests } from '../../shared/provider/request';
import type { Shape } from '../../shared/provider/understand';
import { failureTexts, readRefusal, toWrittenAnswer } from './failure';
import { createFileReader, fileFailure } from './files';
import type { RowPage } from './pages';
import { inCommon, PAGE_SIZE, pageShape, walkPages } from './pages';

export interface CollectionCall extends Pick<Repeated, 'repeatable'> {
	method: HttpRequest['method'];
	/** Below the API root, built by `collectionPath`. */
	path: string;
	query?: Query;
	body?: HttpRequest['body'];
	headers?: Record<string, string>;
	/** Written by the user, so that it may ask for anything. */
	freeform?: boolean;
}

/**
 * What stands between the steps and Content Snare: nothing is sent that it does not let through.
 * @param get Reads what it depends on.
 * @throws ProviderFailure of the kind `policy` for what it does not let through.
 */
export type CollectionGuard = (call: CollectionCall, get: CollectionClient['get']) => Promise<void>;

interface CollectionListOptions<T> {
	query?: Query;
	/** How many are wanted; all unless given. */
	limit?: number;
	/** Tests a row for what the API cannot filter by. */
	where?(row: T): boolean;
	/** Whether many items of a run ask for the same: its pages are read once in the run. */
	isCommon?: boolean;
}

/** Content Snare's Partner API as the operations see it. Throws `ProviderFailure`. */
export interface CollectionClient {
	/** The credential in use, by its ID. */
	accountId: string;
	/** Its policy has rules. */
	hasPolicy: boolean;
	/** Its policy is the one for agents. */
	isForAgents: boolean;
	/** Any request, with status and headers of its answer. */
	request(call: CollectionCall): Promise<Answer>;
	/** Reads one record; `answer` is the shape that is relied upon. */
	get<T>(path: string, answer: Shape<T>, query?: Query): Promise<T>;
	post<T>(path: string, body: object, answer: Shape<T>): Promise<T>;
	put<T>(path: string, body: object | undefined, answer: Shape<T>): Promise<T>;
	/** Deletes one record, once in all attempts at a run however many items name it; whatever the provider answers. */
	remove(path: string): Promise<void>;
	/** One page of a list, as the query asks for it; `given` is how many rows it had, readable or not. */
	page<T>(path: string, row: Shape<T>, query?: Query): Promise<RowPage<T> & { given: number }>;
	/**
	 * Reads an uploaded file as a stream. The connection belongs to `consume` until it is done, and
	 * `consume` runs again when the connection breaks.
	 */
	download<T>(link: string, consume: Consume<T>): Promise<T>;
	/** A list to its end, or as far as it is wanted, and whether that is all of it. */
	collect<T>(
		path: string,
		row: Shape<T>,
		options?: CollectionListOptions<T>,
	): Promise<Collected<T>>;
	/** The same, its rows alone. */
	list<T>(path: string, row: Shape<T>, options?: CollectionListOptions<T>): Promise<T[]>;
}

export interface CollectionClientOptions
	extends Connection, Limits, Pick<CollectionClient, 'hasPolicy' | 'isForAgents'> {
	/** Without the account's token, for files that lie at other hosts. */
	sendAnonymous: Send;
	/** What all attempts at the run share; left out for a single one. */
	run?: object;
	/** What every request has to pass; undefined where everything is let through. */
	guard?: CollectionGuard;
	/** Is told that entries of an answer could not be read, and were left out. */
	leaveOut?(count: number): void;
}

/** The provider's quota: 50 reads and 20 writes in any 10 seconds. */
const READS = 50;
const WRITES = 20;
const WINDOW_MS = 10_000;

/** Files that are read at the same time: enough to fill a connection, few enough to be kind. */
const FILES_AT_ONCE = 4;

/** The least pause after a 429, in milliseconds, also where the provider asks for none. */
const SHORTEST_PAUSE_MS = 1_000;

const deletions = rememberDeeds<Answer>();

export function createCollectionClient(options: CollectionClientOptions): CollectionClient {
	const { origin, send, clock, account, run = {}, leaveOut = () => undefined } = options;
	const laneOf = (kind: string, create: () => Lane) =>
		sharedLane(`collection ${kind} ${account.id}`, create);
	const wayOf = (kind: string, limit: number) => {
		const lane = laneOf(kind, () => createRateLane(limit, WINDOW_MS, clock));
		const way = createWay(lane, send, clock, (asked = WINDOW_MS) =>
			Math.max(asked, SHORTEST_PAUSE_MS),
		);
		return async (http: HttpRequest) =>
			await way.run(1, async (sendIt) => await sendIt(http), options);
	};
	const sendRead = wayOf('reads', READS);
	const sendWrite = wayOf('writes', WRITES);
	const files = laneOf('files', () => createSlotLane(FILES_AT_ONCE, clock));
	const readFile = createFileReader({ ...options, send: sendRead });
	const requests = createRequests({ ...options, texts: failureTexts, refusalOf: readRefusal });
	/** The lists that items have in common. The client is the run's own, and so are they. */
	const walks = new Map<string, () => ReturnType<typeof walkPages>>();
	const pause = createPauses(clock);

	async function request(call: CollectionCall): Promise<Answer> {
		const { method, path, query, body, headers } = call;
		await options.guard?.(call, getWhole);
		const http = {
			method,
			url: origin.resolve(`${path}${queryString(query)}`),
			headers: { accept: 'application/json', ...headers },
			...(body === undefined ? {} : { body }),
		};
		if (method === 'GET') return await requests.settle(call, async () => await sendRead(http));
		// A user who wrote the request (`freeform`) sees its answer, whatever it is.
		const read = call.freeform ? (outcome: Outcome) => outcome : toWrittenAnswer;
		return await requests.settle(call, async () => read(await sendWrite(http)));
	}

	async function ask<T>(shape: Shape<T>, call: CollectionCall): Promise<T> {
		return requests.understand(shape, await request(call), call, leaveOut);
	}

	/** Reads what the guard judges a write by: an entry that cannot be read must not be left out. */
	async function getWhole<T>(path: string, shape: Shape<T>): Promise<T> {
		const call = { method: 'GET' as const, path };
		return requests.understand(shape, await request(call), call);
	}

	/** The rows that can be read. Where none of several can, the answer is not the list that was asked for. */
	function readRows<T>(row: Shape<T>, body: unknown[]): T[] {
		const read = requests.understand(z.array(row), { body }, { method: 'GET' }, leaveOut);
		if (read.length > 0 || body.length <= 1) return read;
		return requests.understand(z.array(row), { body }, { method: 'GET' });
	}

	async function readPage(path: string, query: Query): Promise<RowPage> {
		return await ask(pageShape, { method: 'GET', path, query });
	}

	async function page<T>(path: string, row: Shape<T>, query: Query = {}) {
		const { rows, total } = await readPage(path, query);
		return { rows: readRows(row, rows), total, given: rows.length };
	}

	/** The pages of a walk, or of the one that another item began. */
	function goAlong(key: string, walk: ReturnType<typeof walkPages>) {
		const common = walks.get(key) ?? inCommon(walk, pause, () => walks.delete(key));
		walks.set(key, common);
		return common();
	}

	/** @param enough After so many it reads no further page. One more than wanted tells whether a filter leaves more. */
	async function collect<T>(
		path: string,
		row: Shape<T>,
		wanted: CollectionListOptions<T> = {},
		enough = (wanted.limit ?? Infinity) + (wanted.where ? 1 : 0),
	): Promise<Collected<T>> {
		const { query = {}, limit = Infinity, where = () => true } = wanted;
		// A filter of our own may leave little of a page, so that its pages stay large.
		// Otherwise one row more than wanted tells whether there is more.
		const size = wanted.where ? PAGE_SIZE : Math.min(limit + 1, PAGE_SIZE);
		const walk = walkPages({
			size,
			read: async (most, offset) => await readPage(path, { ...query, limit: most, offset }),
		});
		const key = JSON.stringify([path, query, size]);
		const pages = wanted.isCommon ? goAlong(key, walk) : walk;
		const found: T[] = [];
		for await (const { rows, ended } of pages) {
			found.push(...readRows(row, rows).filter(where));
			const complete = ended && found.length <= limit;
			if (found.length >= enough) return { items: found.slice(0, limit), complete };
		}
		return { items: found, complete: true };
	}

	return {
		accountId: account.id,
		hasPolicy: options.hasPolicy,
		isForAgents: options.isForAgents,
		request,
		page,
		collect,
		list: async (path, row, wanted) => (await collect(path, row, wanted, wanted?.limit)).items,
		get: async (path, shape, query) => await ask(shape, { method: 'GET', path, query }),
		post: async (path, body, shape) => await ask(shape, { method: 'POST', path, body }),
		put: async (path, body, shape) => await ask(shape, { method: 'PUT', path, body }),
		async remove(path) {
			const remove = async () => await request({ method: 'DELETE', path });
			await oncePerRun(await deletions(run, account.id), path, remove);
		},
		async download(link, consume) {
			const read = async () => await readFile(link, consume);
			const attempt = async () => await files.run(1, read, options);
			return await requests.read({}, attempt, fileFailure);
		},
	};
}
