import type { ApiAnswer, ApiRequest } from '../exchange';
import { bodyBytes, queryRecord, readableBody } from '../exchange';
import type { Faults } from '../faults';
import { runWithFault } from '../http';
import type { LoggedRequest } from '../requestLog';
import type { TokenBook } from '../tokenBook';
import { batchAnswer, type BatchPart, readBatch, runBatch } from './batch';
import { handleUpload } from './mail/uploads';
import { notSimulated } from './problem';
import { type Caller, type GraphService, readCaller } from './service';

// Chunks of uploads are counted in the log, not kept: they would fill the memory.
const LOGGED_BYTES = 1024 * 1024;

function loggedBody(request: ApiRequest): unknown {
	const body = readableBody(request.body, request.headers['content-type']);
	return Buffer.isBuffer(body) && body.length > LOGGED_BYTES ? undefined : body;
}

/** A log entry for a request that is about to run. */
export function startEntry(
	service: LoggedRequest['service'],
	request: ApiRequest,
	now: number,
): LoggedRequest {
	return {
		service,
		method: request.method,
		path: request.path,
		url: request.url,
		query: queryRecord(request.query),
		headers: request.headers,
		body: loggedBody(request),
		status: 0,
		bytes: 0,
		bytesIn: request.body.length,
		startedAt: now,
		endedAt: now,
	};
}

/** Notes in the log how a request ended. */
export function endEntry(entry: LoggedRequest, answer: ApiAnswer | undefined, now: number): void {
	entry.status = answer?.status ?? 0;
	entry.bytes = answer === undefined ? 0 : bodyBytes(answer.body).length;
	entry.endedAt = now;
}

/** The body that a planned status without one gets. */
export function graphRefusal(status: number): unknown {
	const codes: Record<number, string> = {
		401: 'InvalidAuthenticationToken',
		403: 'ErrorAccessDenied',
		404: 'ErrorItemNotFound',
		412: 'ErrorIrresolvableConflict',
		429: 'ApplicationThrottled',
		503: 'serviceNotAvailable',
		504: 'GatewayTimeout',
	};
	if (status < 400) return undefined;
	const code = codes[status] ?? 'generalException';
	return { error: { code, message: `The simulator was told to answer ${status}.` } };
}

/** Everything below the Graph root: tokens, batches, single requests. */
export class GraphEndpoint {
	constructor(
		private readonly service: GraphService,
		private readonly tokens: TokenBook,
		private readonly faults: Faults,
	) {}

	/** Runs a request; fills its log entry with account and batch parts. */
	run(request: ApiRequest, entry: LoggedRequest): Promise<ApiAnswer> {
		return this.service.guard(request, () => {
			const caller = readCaller(request.headers.authorization, (token) => this.tokens.check(token));
			entry.account = caller.account;
			if (request.path === '/$batch' && request.method === 'POST') {
				return this.runBatch(request, entry, caller);
			}
			return this.service.run(request, caller);
		});
	}

	/** Runs a request to an upload address, which carries no token (fact: upload-session). */
	runUpload(request: ApiRequest): Promise<ApiAnswer> {
		return this.service.guard(request, () => handleUpload(this.service.world, request));
	}

	/** Answers anything outside the known version. */
	unknownVersion(request: ApiRequest): Promise<ApiAnswer> {
		return this.service.guard(request, () => {
			throw notSimulated(`the path ${request.path}`);
		});
	}

	private async runBatch(
		request: ApiRequest,
		entry: LoggedRequest,
		caller: Caller,
	): Promise<ApiAnswer> {
		const parts = readBatch(request.body);
		const now = this.service.world.clock();
		const logged = parts.map((part) => ({
			...startEntry('graph', part.request, now),
			account: caller.account,
			batch: { id: part.id, index: part.index },
		}));
		entry.parts = logged;
		const ended = await runBatch(parts, async (part) => {
			const answer = await this.runPart(part, caller);
			const partEntry = logged[part.index];
			if (partEntry !== undefined) endEntry(partEntry, answer, this.service.world.clock());
			return answer;
		});
		for (const { part, answer } of ended) {
			const partEntry = logged[part.index];
			if (partEntry?.status === 0) endEntry(partEntry, answer, this.service.world.clock());
		}
		return batchAnswer(ended);
	}

	private async runPart(part: BatchPart, caller: Caller): Promise<ApiAnswer> {
		const fault = this.faults.take(part.request, true);
		const outcome = await runWithFault(
			fault,
			() => this.service.run(part.request, caller),
			graphRefusal,
		);
		// A part has no connection of its own that could be cut.
		return outcome.answer ?? { status: 504, body: graphRefusal(504) };
	}
}
