import { z } from 'zod';
import type { ApiAnswer, ApiRequest } from '../exchange';
import { badRequest } from './problem';

// At most 20 requests; up to 4 run at once, whatever their mailboxes (fact: batch-form, fact: batch-outlook).
export const BATCH_PARTS = 20;
export const PARTS_AT_ONCE = 4;

const partSchema = z
	.object({
		id: z.string().min(1),
		method: z.string(),
		url: z.string(),
		headers: z.record(z.string()).optional(),
		body: z.unknown().optional(),
		dependsOn: z.array(z.string()).optional(),
	})
	.strict();

const batchSchema = z.object({ requests: z.array(partSchema) }).strict();

type Part = z.infer<typeof partSchema>;

/** A part as the service runs it. */
export interface BatchPart {
	id: string;
	index: number;
	request: ApiRequest;
	dependsOn: string[];
}

function toRequest(part: Part): ApiRequest {
	const headers = Object.fromEntries(
		Object.entries(part.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const hasBody = part.body !== undefined && part.body !== null;
	// Nothing of the outer headers reaches it (fact: prefer-in-batch).
	// With a body, headers with a Content-Type are required (fact: batch-form).
	if (hasBody && headers['content-type'] === undefined) {
		throw badRequest(`Request ${part.id} has a body but no Content-Type header.`);
	}
	// What writes has a body, and be it empty (fact: batch-empty-body).
	if (!hasBody && !['GET', 'DELETE'].includes(part.method.toUpperCase())) {
		throw badRequest(`Write request id : ${part.id} does not contain Content-Type header or body.`);
	}
	// Relative to the version root only (fact: batch-form).
	if (/^[a-z][a-z0-9+.-]*:/i.test(part.url) || part.url.startsWith('//')) {
		throw badRequest(`The url of request ${part.id} is not relative.`);
	}
	const url = part.url.startsWith('/') ? part.url : `/${part.url}`;
	const mark = url.indexOf('?');
	return {
		method: part.method.toUpperCase(),
		url,
		path: mark < 0 ? url : url.slice(0, mark),
		query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
		headers,
		body: !hasBody
			? Buffer.alloc(0)
			: typeof part.body === 'string' && !headers['content-type']?.includes('json')
				? Buffer.from(part.body, 'base64')
				: Buffer.from(JSON.stringify(part.body), 'utf8'),
	};
}

/** Reads the body of `POST /$batch`. Throws a 400 that refuses the whole batch (fact: batch-form). */
export function readBatch(body: Buffer): BatchPart[] {
	let json: unknown;
	try {
		json = JSON.parse(body.toString('utf8'));
	} catch (error) {
		if (error instanceof SyntaxError) throw badRequest('Invalid batch payload format.');
		throw error;
	}
	const parsed = batchSchema.safeParse(json);
	if (!parsed.success) throw badRequest('Invalid batch payload format.');
	const { requests } = parsed.data;
	if (requests.length === 0 || requests.length > BATCH_PARTS) {
		throw badRequest(`Number of batch request steps exceeds the maximum value of ${BATCH_PARTS}.`);
	}
	const ids = new Set(requests.map((part) => part.id.toLowerCase()));
	if (ids.size < requests.length) throw badRequest('Request Id has to be unique in a batch.');
	return requests.map((part, index) => {
		const dependsOn = (part.dependsOn ?? []).map((id) => id.toLowerCase());
		if (dependsOn.some((id) => !ids.has(id) || id === part.id.toLowerCase())) {
			throw badRequest(`Request ${part.id} depends on a request that is not in the batch.`);
		}
		const request = toRequest(part);
		if (request.path.startsWith('/$batch')) throw badRequest('A batch cannot hold a batch.');
		return { id: part.id, index, request, dependsOn };
	});
}

/** 424 for the dependants of a failed request (fact: batch-depends). */
const FAILED_DEPENDENCY: ApiAnswer = {
	status: 424,
	body: { error: { code: 'FailedDependency', message: 'A request it depends on failed.' } },
};

/**
 * Runs the parts, at most four at a time, dependants after what they depend on. The others have no order (fact:
 * batch-answer): here the last one begins, so that what relies on an order is found.
 * @returns the answers in the order in which the parts ended
 */
export async function runBatch(
	parts: BatchPart[],
	runPart: (part: BatchPart) => Promise<ApiAnswer>,
): Promise<Array<{ part: BatchPart; answer: ApiAnswer }>> {
	const done = new Map<string, ApiAnswer>();
	const ended: Array<{ part: BatchPart; answer: ApiAnswer }> = [];
	const running = new Set<Promise<void>>();
	const waiting = [...parts];
	const end = (part: BatchPart, answer: ApiAnswer): void => {
		done.set(part.id.toLowerCase(), answer);
		ended.push({ part, answer });
	};
	while (waiting.length > 0 || running.size > 0) {
		const ready = waiting.findLastIndex((part) => part.dependsOn.every((id) => done.has(id)));
		const part = running.size < PARTS_AT_ONCE ? waiting[ready] : undefined;
		if (part === undefined) {
			if (running.size === 0) throw badRequest('The requests of the batch depend on each other.');
			await Promise.race(running);
			continue;
		}
		waiting.splice(ready, 1);
		if (part.dependsOn.some((id) => (done.get(id)?.status ?? 0) >= 400)) {
			end(part, FAILED_DEPENDENCY);
			continue;
		}
		const run = runPart(part).then((answer) => end(part, answer));
		const tracked = run.finally(() => running.delete(tracked));
		running.add(tracked);
	}
	return ended;
}

/** The batch's own answer. Parts come in any order (fact: batch-answer): here as they ended. */
export function batchAnswer(ended: Array<{ part: BatchPart; answer: ApiAnswer }>): ApiAnswer {
	return {
		status: 200,
		body: {
			responses: ended.map(({ part, answer }) => ({
				id: part.id,
				status: answer.status,
				headers: {
					...(answer.body === undefined || Buffer.isBuffer(answer.body)
						? {}
						: { 'Content-Type': 'application/json' }),
					...Object.fromEntries(
						Object.entries(answer.headers ?? {}).map(([name, value]) => [
							name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
							value,
						]),
					),
				},
				...(answer.body === undefined
					? {}
					: { body: Buffer.isBuffer(answer.body) ? answer.body.toString('base64') : answer.body }),
			})),
		},
	};
}
