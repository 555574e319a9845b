import { z } from 'zod';
import { ProviderFailure } from '../../shared/failures';
import { exchange } from '../../shared/http/exchange';
import { createRateLane, createSlotLane, sharedLane } from '../../shared/http/limiter';
import type { HttpRequest, Outcome, Send } from '../../shared/http/request';
import { isSuccess } from '../../shared/http/request';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../shared/http/retry';
import type { Connection, Limits } from '../../shared/provider/connect';
import { mayHaveRun, toFailure } from './failure';
import type { Consume } from './files';
import { createFileReader, fileFailure } from './files';
import { PAGE_SIZE, toPage, walkPages } from './pages';
import type { Query } from './paths';
import { queryString } from './paths';

export interface CollectionCall {
	method: HttpRequest['method'];
	/** Below the API root, built by `collectionPath`. */
	path: string;
	query?: Query;
	body?: HttpRequest['body'];
	headers?: Record<string, string>;
	/** Doing it twice is the same as doing it once; everything but POST is so by itself. */
	repeatable?: boolean;
}

export type CollectionAnswer = Extract<Outcome, { status: number }>;

type Shape<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

export interface ListOptions<T> {
	query?: Query;
	/** How many are wanted; all unless given. */
	limit?: number;
	/** What the API cannot filter by. */
	where?(row: T): boolean;
}

/** Content Snare's Partner API as the operations see it. Throws `ProviderFailure`. */
export interface CollectionClient {
	/** The credential in use, by its ID. */
	accountId: string;
	/** Any request, with status and headers of its answer. */
	request(call: CollectionCall): Promise<CollectionAnswer>;
	/** Reads one record; `answer` is the shape that is relied upon. */
	get<T>(path: string, answer: Shape<T>, query?: Query): Promise<T>;
	post<T>(path: string, body: object, answer: Shape<T>): Promise<T>;
	put<T>(path: string, body: object | undefined, answer: Shape<T>): Promise<T>;
	/** Deletes one record; whatever the provider answers. */
	remove(path: string): Promise<void>;
	/** One page of a list, as the query asks for it. */
	page<T>(path: string, row: Shape<T>, query?: Query): Promise<{ rows: T[]; total?: number }>;
	/**
	 * Reads an uploaded file as a stream. The connection belongs to `consume` until it is done, and
	 * `consume` runs again when the connection breaks.
	 */
	download<T>(link: string, consume: Consume<T>): Promise<T>;
	/** A list to its end, or as far as it is wanted. */
	list<T>(path: string, row: Shape<T>, options?: ListOptions<T>): Promise<T[]>;
}

export interface CollectionClientOptions extends Connection, Limits {
	/** Without the account's token, for files that lie at other hosts. */
	sendAnonymous: Send;
}

/** The provider's quota: 50 reads and 20 writes in any 10 seconds. */
const READS = 50;
const WRITES = 20;
const WINDOW_MS = 10_000;

/** Files that are read at the same time: enough to fill a connection, few enough to be kind. */
const FILES_AT_ONCE = 4;

/** HTTP 429 Too Many Requests, 404 Not Found, 204 No Content. */
const TURNED_AWAY = 429;
const NOT_FOUND = 404;
const NO_CONTENT = 204;
/**
 * How often a request may be turned away within one attempt: where other programs use the quota
 * too, one that is turned away every second time still gets through.
 */
const MAX_TURNED_AWAY = 10;
/** The least pause after a 429, in milliseconds, also where the provider asks for none. */
const SHORTEST_PAUSE_MS = 1_000;

/** Every answer of which nothing is used. */
export const anything = z.unknown();

export function createCollectionClient(options: CollectionClientOptions): CollectionClient {
	const { origin, send, sendAnonymous, clock, account, signal } = options;
	const reads = sharedLane(`collection reads ${account.id}`, () =>
		createRateLane(READS, WINDOW_MS, clock),
	);
	const writes = sharedLane(`collection writes ${account.id}`, () =>
		createRateLane(WRITES, WINDOW_MS, clock),
	);
	const files = sharedLane(`collection files ${account.id}`, () =>
		createSlotLane(FILES_AT_ONCE, clock),
	);
	const readFile = createFileReader({
		origin,
		send: async (http) => await reads.run(1, async () => await send(http), { signal }),
		sendAnonymous,
	});

	/** Keeps trying while the provider turns the request away unread; the whole lane waits with it. */
	async function admitted(http: HttpRequest): Promise<Outcome> {
		const lane = http.method === 'GET' ? reads : writes;
		for (let turnedAway = 1; ; turnedAway++) {
			const outcome = await lane.run(1, async () => await send(http), { signal });
			if (!('status' in outcome) || outcome.status !== TURNED_AWAY) return outcome;
			const now = clock.now();
			const asked = retryAfterMs(outcome.headers, now) ?? WINDOW_MS;
			const pause = Math.max(asked, SHORTEST_PAUSE_MS);
			if (pause > LONGEST_RETRY_AFTER_MS || turnedAway >= MAX_TURNED_AWAY) return outcome;
			lane.pauseUntil(now + pause);
		}
	}

	async function request(call: CollectionCall): Promise<CollectionAnswer> {
		const { method, path, query, body, headers, repeatable = method !== 'POST' } = call;
		const url = origin.resolve(`${path}${queryString(query)}`);
		let answerLost = false;
		const outcome = await exchange(
			async () => {
				const attempt = await admitted({
					method,
					url,
					headers: { accept: 'application/json', ...headers },
					...(body === undefined ? {} : { body }),
				});
				answerLost ||= mayHaveRun(attempt);
				return attempt;
			},
			{ clock, signal, repeatable },
		);
		// Repeated after a lost answer and not there any more: the first one had deleted it.
		const gone = 'status' in outcome && outcome.status === NOT_FOUND && answerLost;
		if (method === 'DELETE' && gone) return { ...outcome, status: NO_CONTENT, body: undefined };
		if (isSuccess(outcome)) return outcome;
		throw toFailure(outcome, { sends: !repeatable, credential: account.name, now: clock.now() });
	}

	async function page<T>(path: string, row: Shape<T>, query?: Query) {
		const read = toPage((await request({ method: 'GET', path, query })).body);
		if (!read) throw unreadable(false);
		return { rows: understand(z.array(row), read.rows, false), total: read.total };
	}

	async function list<T>(path: string, row: Shape<T>, options: ListOptions<T> = {}): Promise<T[]> {
		const { query = {}, limit = Infinity, where = () => true } = options;
		const pages = walkPages({
			// A filter of our own may leave little of a page, so that its pages stay large.
			size: options.where ? PAGE_SIZE : Math.min(limit, PAGE_SIZE),
			read: async (size, offset) => await page(path, row, { ...query, limit: size, offset }),
		});
		const found: T[] = [];
		for await (const rows of pages) {
			found.push(...rows.filter(where));
			if (found.length >= limit) return found.slice(0, limit);
		}
		return found;
	}

	return {
		accountId: account.id,
		request,
		page,
		list,
		async get(path, answer, query) {
			const { body } = await request({ method: 'GET', path, query });
			return understand(answer, body, false);
		},
		async post(path, body, answer) {
			const { body: answered } = await request({ method: 'POST', path, body });
			return understand(answer, answered, true);
		},
		async put(path, body, answer) {
			const { body: answered } = await request({ method: 'PUT', path, body });
			return understand(answer, answered, true);
		},
		async download(link, consume) {
			const read: Array<Awaited<ReturnType<typeof consume>>> = [];
			const attempt = async () => {
				const { outcome, value } = await readFile(link, async (...file) => [
					await consume(...file),
				]);
				if (value) read.push(...value);
				return outcome;
			};
			const outcome = await exchange(async () => await files.run(1, attempt, { signal }), {
				clock,
				signal,
				repeatable: true,
			});
			const last = read.at(-1);
			if (last === undefined) throw fileFailure(outcome);
			return last;
		},
		async remove(path) {
			await request({ method: 'DELETE', path });
		},
	};
}

/** What the provider answers is used as far as it has the expected shape, and not further. */
function understand<T>(shape: Shape<T>, body: unknown, written: boolean): T {
	const parsed = shape.safeParse(body);
	if (parsed.success) return parsed.data;
	throw unreadable(written);
}

function unreadable(mayHaveHappened: boolean): ProviderFailure {
	return new ProviderFailure('unavailable', "Content Snare's answer could not be read", {
		mayHaveHappened,
		hint: mayHaveHappened
			? 'It may have taken effect: check in Content Snare before running the step again.'
			: 'Run the step again; if it stays so, report it with the time and the step.',
	});
}
