import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { beginActivity, during } from '../simulator/activity';

type Helpers = Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;

/** Hosts of mailing lists, which the simulator stands for: what their names and certificates are for. */
const LIST = /^https:\/\/(?=[a-z.]+\.lists\.example\.com\/)/;

interface Way {
	/** Whom the names of mailing lists lead to. */
	simulator?: { url: string };
	/** What lies between the node and the provider: awaited on the way there and back. */
	trip?(): Promise<void>;
}

/** n8n signs a request and then sends it by the other helper: that is still one request. */
const onItsWay = new AsyncLocalStorage<true>();

/**
 * Counts the requests that a node makes in n8n's own context as under way, until their answers are
 * read to the end.
 */
export function countRequests(
	context: { helpers: Helpers },
	{ simulator, trip = async () => {} }: Way = {},
): void {
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

	helpers.httpRequest = async ({ url, ...request }) => {
		const found = simulator ? url.replace(LIST, `${simulator.url}/lists/`) : url;
		return await travel(async () => await httpRequest({ ...request, url: found }));
	};
	helpers.httpRequestWithAuthentication = async function (...args) {
		return await travel(async () => await httpRequestWithAuthentication.call(this, ...args));
	};
}

function countBytes(answer: unknown): unknown {
	const bytes: unknown = Reflect.get(Object(answer), 'body');
	if (bytes instanceof Readable && !bytes.closed) bytes.once('close', beginActivity());
	return answer;
}
