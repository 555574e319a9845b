import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ApiAnswer, type ApiRequest, bodyBytes, pause } from './exchange';
import type { Fault } from './faults';

// Above every limit that the simulated services have themselves, a chunk of 4 MB and a body of 4 MB, so
// that they refuse with their own words: the largest file of a mail, 150 MB, in base64.
const MAXIMUM_BODY_BYTES = 256 * 1024 * 1024;

/** A web server that hands every request on as it came, with its body as bytes. */
export function createHttpServer(): FastifyInstance {
	const app = Fastify({
		bodyLimit: MAXIMUM_BODY_BYTES,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	return app;
}

/** The request below a root such as `/graph/v1.0`, in the form the services take. */
export function toApiRequest(request: FastifyRequest, root: string): ApiRequest {
	const url = request.raw.url ?? '/';
	const mark = url.indexOf('?');
	const path = mark < 0 ? url : url.slice(0, mark);
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return {
		method: request.method,
		path: path.slice(root.length),
		url,
		query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
		headers,
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
	};
}

/** How a request ended: with an answer, whole or cut short, or without any. */
export interface Outcome {
	answer?: ApiAnswer;
	bodyCutAfterBytes?: number;
}

/**
 * Runs a request under the fault that was planned for it.
 * @param refusal the body that the provider gives with a status of its own
 */
export async function runWithFault(
	fault: Fault | undefined,
	run: () => Promise<ApiAnswer>,
	refusal: (status: number) => unknown,
): Promise<Outcome> {
	if (fault === undefined) return { answer: await run() };
	if ('delayMs' in fault) {
		await pause(fault.delayMs);
		return { answer: await run() };
	}
	if ('heldUntil' in fault) {
		await fault.heldUntil;
		return { answer: await run() };
	}
	if ('cut' in fault) {
		if (fault.cut === 'after') await run();
		else await pause(0);
		return {};
	}
	if ('redirectTo' in fault) {
		return { answer: { status: 302, headers: { location: fault.redirectTo } } };
	}
	if ('bodyCutAfterBytes' in fault) {
		return { answer: await run(), bodyCutAfterBytes: fault.bodyCutAfterBytes };
	}
	if (fault.after === true) await run();
	const { status, headers, body } = fault;
	return {
		answer: {
			status,
			body: body ?? refusal(status),
			...(headers === undefined ? {} : { headers }),
		},
	};
}

function contentType(answer: ApiAnswer): Record<string, string> {
	if (answer.body === undefined || Buffer.isBuffer(answer.body)) return {};
	return { 'content-type': 'application/json; charset=utf-8' };
}

/** Sends what became of a request; without an answer the connection is destroyed. */
export function sendOutcome(
	request: FastifyRequest,
	reply: FastifyReply,
	outcome: Outcome,
	date: Date,
): FastifyReply {
	const { answer, bodyCutAfterBytes } = outcome;
	if (answer === undefined) {
		reply.hijack();
		request.raw.socket.destroy();
		return reply;
	}
	const body = bodyBytes(answer.body);
	const headers = {
		// The provider's clock: clients take the time from here, not from their own.
		date: date.toUTCString(),
		...contentType(answer),
		...answer.headers,
		...(answer.status === 204 ? {} : { 'content-length': String(body.length) }),
	};
	if (bodyCutAfterBytes !== undefined) {
		reply.hijack();
		reply.raw.writeHead(answer.status, headers);
		reply.raw.write(body.subarray(0, bodyCutAfterBytes), () => request.raw.socket.destroy());
		return reply;
	}
	return reply
		.code(answer.status)
		.headers(headers)
		.send(body.length === 0 ? undefined : body);
}
