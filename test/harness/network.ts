import type { IExecuteFunctions } from 'n8n-workflow';

type Helpers = Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;

/** Requests of this process that are under way, answers that are being read included. */
let open = 0;
const waiting: Array<() => void> = [];

function end(): void {
	open -= 1;
	if (open > 0) return;
	for (const wake of waiting.splice(0)) wake();
}

/** What Node calls the work on a file that is under way, its closing too. */
const FILE_WORK = /^(FSReq|CloseReq)/;

/** True while a request is under way, or a file is read or written. */
export function isBusy(): boolean {
	return open > 0 || process.getActiveResourcesInfo().some((name) => FILE_WORK.test(name));
}

/** Resolves when no request is under way. */
export async function noRequests(): Promise<void> {
	if (open > 0) await new Promise<void>((wake) => waiting.push(wake));
}

/** Counts a request as under way until it is answered and its answer is read. */
export async function countRequest<T>(request: () => Promise<T>): Promise<T> {
	open += 1;
	try {
		const answer = await request();
		const bytes = streamOf(answer);
		if (bytes) {
			open += 1;
			bytes.once('close', end);
		}
		return answer;
	} finally {
		end();
	}
}

function streamOf(answer: unknown): NodeJS.EventEmitter | undefined {
	const body: unknown = Object(answer).body;
	return typeof body === 'object' && body !== null && 'pipe' in body && 'once' in body
		? (body as unknown as NodeJS.EventEmitter)
		: undefined;
}

/**
 * Counts what a node sends in n8n's own context.
 * @param trip What lies between the node and the provider: awaited on the way there and back.
 */
export function countRequests(context: { helpers: Helpers }, trip = async () => {}): void {
	const { helpers } = context;
	const { httpRequest, httpRequestWithAuthentication } = helpers;
	helpers.httpRequest = async (...args) => {
		await trip();
		const answer: unknown = await countRequest(async () => await httpRequest(...args));
		await trip();
		return answer;
	};
	helpers.httpRequestWithAuthentication = async function (...args) {
		await trip();
		const answer: unknown = await countRequest(
			async () => await httpRequestWithAuthentication.call(this, ...args),
		);
		await trip();
		return answer;
	};
}
