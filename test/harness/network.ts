import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { beginActivity, during } from '../simulator/activity';

type Helpers = Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;

/** n8n signs a request and then sends it by the other helper: that is still one request. */
const onItsWay = new AsyncLocalStorage<true>();

/**
 * Counts the requests that a node makes in n8n's own context as under way, until their answers are
 * read to the end.
 * @param trip What lies between the node and the provider: awaited on the way there and back.
 */
export function countRequests(context: { helpers: Helpers }, trip = async () => {}): void {
	const { helpers } = context;
	const { httpRequest, httpRequestWithAuthentication } = helpers;

	async function travel(request: () => Promise<unknown>): Promise<unknown> {
		if (onItsWay.getStore()) return await request();
		return await onItsWay.run(true, async () => {
			await trip();
			const answer = await during(async () => countBytes(await request()));
			await trip();
			return answer;
		});
	}

	helpers.httpRequest = async (...args) => await travel(async () => await httpRequest(...args));
	helpers.httpRequestWithAuthentication = async function (...args) {
		return await travel(async () => await httpRequestWithAuthentication.call(this, ...args));
	};
}

function countBytes(answer: unknown): unknown {
	const bytes: unknown = Reflect.get(Object(answer), 'body');
	if (bytes instanceof Readable && !bytes.closed) bytes.once('close', beginActivity());
	return answer;
}
