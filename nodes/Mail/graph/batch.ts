import { z } from 'zod';
import type { Clock } from '../../shared/http/clock';
import type { Grant, Patience } from '../../shared/http/lane';
import type { Outcome, Send } from '../../shared/http/request';
import { isSuccess, lowerCased } from '../../shared/http/request';
import { mayHaveRun, retryAfterMs } from '../../shared/http/retry';
import { UNAUTHORIZED } from '../../shared/http/thrown';
import type { Way } from '../../shared/provider/lanes';
import { noteRefusal } from '../../shared/provider/lanes';
import { toWholeAnswer } from './failure';

/** Requests that Graph runs at once for one app and mailbox: https://learn.microsoft.com/graph/throttling-limits */
export const SLOTS = 4;
/** Parts of one batch: https://learn.microsoft.com/graph/json-batching */
export const MAX_PARTS = 20;
/** A longer body goes alone, in characters: twenty parts have to stay well under Graph's 4 MB a request. */
const MAX_PART_LENGTH = 65_536;
/** How long answers wait, in milliseconds, until the next batch is on the line: n8n first reads the credential for 6. */
const ON_THE_LINE_MS = 15;

const FAILED_DEPENDENCY = 424;
const THROTTLED = 429;

/** A request as Graph's batches write it: the address relative to the version root. */
export interface GraphRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Path and query below the version root, such as `/me/messages?$top=10`. */
	url: string;
	headers: Record<string, string>;
	/** A JSON object, or a text of another kind. */
	body?: object | string;
	/** Keeps the request out of batches. */
	alone?: boolean;
}

export type Submit = (request: GraphRequest) => Promise<Outcome>;

interface CoalescerOptions {
	way: Way;
	clock: Clock;
	/** Absolute address of the version root, such as `https://graph.microsoft.com/v1.0`. */
	versionRoot: string;
	/** How long requests wait for the lane. */
	patience: Patience;
}

interface Pending {
	request: GraphRequest;
	resolve: (outcome: Outcome | Promise<Outcome>) => void;
	reject: (reason: unknown) => void;
}

const batchAnswer = z.object({ responses: z.array(z.unknown()) });

const partAnswer = z.object({
	id: z.coerce.string(),
	status: z.number(),
	headers: z.record(z.coerce.string()).nullish().catch(undefined),
	body: z.unknown(),
});

/**
 * Gathers the requests to one mailbox that are made in the same turn of the event loop, and those
 * that wait for room in the lane: one goes directly, more go as one `$batch`. Callers see each
 * request answered by itself.
 */
export function createCoalescer(options: CoalescerOptions): Submit {
	const { way, clock, versionRoot, patience } = options;
	const queue: Pending[] = [];
	/** Each hands a caller its answer. */
	const answered: Array<() => void> = [];
	let draining = false;

	async function sendOne(send: Send, { method, url, headers, body }: GraphRequest) {
		return await send({ method, url: `${versionRoot}${url}`, headers, body });
	}

	async function sendAlone(request: GraphRequest): Promise<Outcome> {
		return await way.run(1, async (send) => await sendOne(send, request), patience);
	}

	async function sendBatch(send: Send, place: Grant, pending: Pending[]) {
		// Four parts of a batch run at once; where others use the mailbox too, one after another.
		const serial = place.weight < SLOTS;
		const outcome = await send({
			method: 'POST',
			url: `${versionRoot}/$batch`,
			body: { requests: pending.map(({ request }, index) => toPart(request, index, serial)) },
		});
		if (isRefused(outcome)) {
			// No part ran. Where each goes alone, only the request at fault is refused.
			for (const { request, resolve } of pending) resolve(sendAlone(request));
			return;
		}
		const partOf = readAnswer(outcome);
		const parts = pending.map((waiting, index) => ({ ...waiting, part: partOf(partId(index)) }));
		const refusal = isSuccess(outcome) ? wholeRefusal(parts, clock.now()) : undefined;
		if (refusal) noteRefusal(place, refusal, clock);
		// Other parts got through: fewer run at once from now on, but the lane does not pause. It pauses where a request
		// alone is refused (provider/lanes.ts).
		else if (isSuccess(outcome) && parts.some(({ part }) => hasStatus(part, THROTTLED))) {
			place.refused(clock.now());
		}
		// A part of a serial batch that did not run, as the part before it failed for reasons of its own.
		const isCutOff = ({ part }: { part: Outcome }, index: number) =>
			serial && !refusal && index > 0 && hasStatus(part, FAILED_DEPENDENCY);
		queue.unshift(...parts.filter(isCutOff));
		startDraining();
		for (const { request, part, resolve } of parts.filter((each, at) => !isCutOff(each, at))) {
			// Only a request of its own lets n8n refresh the token, so a refused part goes alone.
			const refresh = part !== outcome && hasStatus(part, UNAUTHORIZED);
			const own = hasStatus(part, THROTTLED) ? part : (refusal ?? part);
			answered.push(() => resolve(refresh ? sendAlone(request) : own));
		}
		// What callers do with answers takes time. Where a full batch waits, it is sent meanwhile.
		if (queue.length >= MAX_PARTS) void handOutInTurn();
		else handOut();
	}

	function handOut(most = Infinity) {
		for (const answer of answered.splice(0, most)) answer();
	}

	async function handOutInTurn() {
		for (let pause = ON_THE_LINE_MS; answered.length > 0; pause = 0) {
			await clock.wait(pause);
			handOut(1);
		}
	}

	async function dispatch(send: Send, place: Grant, pending: Pending[]) {
		const [first, ...others] = pending;
		if (!first) return;
		try {
			if (others.length > 0) await sendBatch(send, place, pending);
			else first.resolve(await sendOne(send, first.request));
		} catch (error) {
			for (const { reject } of pending) reject(error);
		}
	}

	/** What waits in the queue, as much as fits into one batch. */
	async function take(most: number): Promise<Pending[]> {
		if (queue.length < most) {
			handOut();
			// A turn of the event loop, so that everything the running code asks for is gathered.
			await clock.wait(0);
		}
		return queue.splice(0, most);
	}

	async function drain() {
		await clock.wait(0);
		while (queue.length > 0) {
			// Graph runs four parts of a batch at once, so that a batch needs the whole lane.
			const [weight, most] = queue.length > 1 ? [SLOTS, MAX_PARTS] : [1, 1];
			await new Promise<void>((taken) => {
				const task = async (send: Send, place: Grant) => {
					const pending = await take(most);
					taken();
					await dispatch(send, place, pending);
				};
				way.run(weight, task, patience).catch((reason: unknown) => {
					for (const { reject } of queue.splice(0)) reject(reason);
					taken();
				});
			});
		}
		draining = false;
	}

	function startDraining() {
		if (draining || queue.length === 0) return;
		draining = true;
		void drain();
	}

	return async (request) => {
		if (request.alone || !fits(request.body)) return await sendAlone(request);
		return await new Promise<Outcome>((resolve, reject) => {
			queue.push({ request, resolve, reject });
			startDraining();
		});
	};
}

/** A batch that Graph did not take: it is malformed, too large, or not known at all. */
function isRefused(outcome: Outcome): boolean {
	if (!('status' in outcome) || mayHaveRun(outcome)) return false;
	return outcome.status >= 400 && ![UNAUTHORIZED, THROTTLED].includes(outcome.status);
}

/** The outcome of each part by its ID; that of the batch itself where it has no parts. */
function readAnswer(outcome: Outcome): (id: string) => Outcome {
	if (!isSuccess(outcome)) return () => outcome;
	const answer = batchAnswer.safeParse(outcome.body);
	if (!answer.success) return () => ({ network: 'BATCH_ANSWER_UNREADABLE', unreadable: {} });
	// The parts do not say the provider's time; the batch does.
	const { date } = outcome.headers;
	const time: Record<string, string> = date === undefined ? {} : { date };
	const parts = new Map<string, Outcome>();
	for (const response of answer.data.responses) {
		const part = partAnswer.safeParse(response);
		if (!part.success) continue;
		const { id, status, headers, body } = part.data;
		const outcome = { status, headers: { ...time, ...lowerCased(headers ?? {}) }, body };
		parts.set(id, toWholeAnswer(outcome));
	}
	return (id) => parts.get(id) ?? { network: 'BATCH_PART_MISSING', unreadable: {} };
}

/** The refusal of a batch of which no part got through: the longest one, which parts that waited would meet, too. */
function wholeRefusal(parts: Array<{ part: Outcome }>, now: number): Outcome | undefined {
	const of = (is: number) => parts.flatMap(({ part }) => (hasStatus(part, is) ? [part] : []));
	const asked = (part: Outcome) => ('status' in part && retryAfterMs(part.headers, now)) || 0;
	const refused = of(THROTTLED).sort((one, other) => asked(other) - asked(one));
	return refused.length + of(FAILED_DEPENDENCY).length < parts.length ? undefined : refused[0];
}

/** @param serial It waits for the part before it. */
function toPart(
	{ method, url, headers, body: given }: GraphRequest,
	index: number,
	serial: boolean,
): object {
	// One write without a body, and Graph refuses the batch (fact: batch-empty-body).
	const body = given ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
	return {
		id: partId(index),
		...(serial && index > 0 ? { dependsOn: [partId(index - 1)] } : {}),
		method,
		url,
		headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
		...(body === undefined ? {} : { body }),
	};
}

function hasStatus(outcome: Outcome, status: number): boolean {
	return 'status' in outcome && outcome.status === status;
}

function partId(index: number): string {
	return String(index + 1);
}

/** A part holds JSON, and not too much of it. */
function fits(body: GraphRequest['body']): boolean {
	if (body === undefined) return true;
	return typeof body === 'object' && JSON.stringify(body).length <= MAX_PART_LENGTH;
}
