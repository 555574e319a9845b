import { z } from 'zod';
import type { Clock } from '../../shared/clock';
import type { Lane } from '../../shared/http/limiter';
import { retryAfterMs } from '../../shared/http/retry';
import type { HttpRequest, Outcome, Send } from '../../shared/http/send';

/** Requests that Graph runs at once for one app and mailbox: https://learn.microsoft.com/graph/throttling-limits */
export const SLOTS = 4;
/** Parts of one batch: https://learn.microsoft.com/graph/json-batching */
const MAX_PARTS = 20;
/** Bodies above go alone, in characters, so that twenty parts stay well under Graph's 4 MB a request. */
const MAX_PART_LENGTH = 65_536;
/** HTTP 429 Too Many Requests. */
const THROTTLED = 429;

/** A request as Graph's batches write it: the address relative to the version root. */
export interface GraphRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Path and query below the version root, such as `/me/messages?$top=10`. */
	url: string;
	headers: Record<string, string>;
	/** A JSON object. */
	body?: object;
	/** Keeps the request out of batches. */
	alone?: boolean;
}

export type Submit = (request: GraphRequest) => Promise<Outcome>;

interface CoalescerOptions {
	lane: Lane;
	clock: Clock;
	send: Send;
	/** Absolute address of the version root, such as `https://graph.microsoft.com/v1.0`. */
	versionRoot: string;
}

interface Pending {
	request: GraphRequest;
	resolve: (outcome: Outcome) => void;
	reject: (reason: unknown) => void;
}

const batchAnswer = z.object({
	responses: z.array(
		z.object({
			id: z.string(),
			status: z.number(),
			headers: z.record(z.coerce.string()).nullish(),
			body: z.unknown(),
		}),
	),
});

/**
 * Gathers the requests to one mailbox that are made in the same turn of the event loop, and those
 * that wait for room in the lane: one goes directly, more go as one `$batch`. Callers see each
 * request answered by itself.
 */
export function createCoalescer({ lane, clock, send, versionRoot }: CoalescerOptions): Submit {
	const queue: Pending[] = [];
	let draining = false;

	async function sendOne(request: GraphRequest): Promise<Outcome> {
		const { method, url, headers, body } = request;
		return await watched({ method, url: `${versionRoot}${url}`, headers, body });
	}

	/** A throttled mailbox is left alone by everybody until the time it asks for. */
	async function watched(request: HttpRequest): Promise<Outcome> {
		const outcome = await send(request);
		if ('status' in outcome && outcome.status === THROTTLED) {
			lane.pauseUntil(clock.now() + (retryAfterMs(outcome.headers, clock.now()) ?? 0));
		}
		return outcome;
	}

	async function sendBatch(requests: GraphRequest[]): Promise<Outcome[]> {
		const outcome = await watched({
			method: 'POST',
			url: `${versionRoot}/$batch`,
			body: { requests: requests.map(toPart) },
		});
		if (!('status' in outcome) || outcome.status !== 200) return requests.map(() => outcome);
		const answer = batchAnswer.safeParse(outcome.body);
		if (!answer.success) return requests.map(() => ({ network: 'BATCH_ANSWER_UNREADABLE' }));
		const byId = new Map(answer.data.responses.map((response) => [response.id, response]));
		return requests.map((_, index) => {
			const response = byId.get(partId(index));
			if (!response) return { network: 'BATCH_PART_MISSING' };
			const headers = Object.fromEntries(
				Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
			);
			return { status: response.status, headers, body: response.body };
		});
	}

	async function dispatch(pending: Pending[]) {
		try {
			const [first] = pending;
			const outcomes =
				pending.length === 1 && first
					? [await sendOne(first.request)]
					: await sendBatch(pending.map(({ request }) => request));
			pending.forEach(({ resolve }, index) =>
				resolve(outcomes[index] ?? { network: 'BATCH_PART_MISSING' }),
			);
		} catch (error) {
			for (const { reject } of pending) reject(error);
		}
	}

	async function drain() {
		// A turn of the event loop, so that everything the running code asks for is gathered.
		await clock.wait(0);
		while (queue.length > 0) {
			// Graph runs four parts of a batch at once, so that a batch needs the whole lane.
			const weight = queue.length > 1 ? SLOTS : 1;
			await new Promise<void>((admitted) => {
				void lane.run(weight, async () => {
					const taken = queue.splice(0, weight === 1 ? 1 : MAX_PARTS);
					admitted();
					if (taken.length > 0) await dispatch(taken);
				});
			});
		}
		draining = false;
	}

	return async (request) => {
		if (request.alone || lengthOf(request.body) > MAX_PART_LENGTH) {
			return await lane.run(1, async () => await sendOne(request));
		}
		return await new Promise<Outcome>((resolve, reject) => {
			queue.push({ request, resolve, reject });
			if (draining) return;
			draining = true;
			void drain();
		});
	};
}

function toPart({ method, url, headers, body }: GraphRequest, index: number): object {
	return {
		id: partId(index),
		method,
		url,
		headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
		...(body === undefined ? {} : { body }),
	};
}

function partId(index: number): string {
	return String(index + 1);
}

function lengthOf(body: object | undefined): number {
	return body === undefined ? 0 : JSON.stringify(body).length;
}
