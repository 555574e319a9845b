import { z } from 'zod';
import type { BinaryFiles } from '../../shared/binary';
import { queryString } from '../../shared/http/queryString';
import type { Answer } from '../../shared/http/request';
import type { OperationResult } from '../../shared/operation';
import { anyObject, understand, unreadable } from '../../shared/provider/understand';
import type { Query } from './odata';
import type { GraphCall, GraphClient } from './types';

/** A request of the user's own making, guarded already. */
export interface ApiCall {
	method: GraphCall['method'];
	/** Path and perhaps query, beginning with a slash, with or without version. */
	endpoint: string;
	query: Query;
	/** Names in lower case. */
	headers: Record<string, string>;
	body?: object;
	version: string;
	response: 'items' | 'oneItem' | 'full' | 'file';
	fileName?: string;
	/** For lists; everything when left out. */
	limit?: number;
}

const list = z.object({
	value: z.array(z.unknown()),
	'@odata.nextLink': z.string().optional(),
});

/**
 * Sends the request, and turns its answer into items. `/me` is the mailbox that `graph` is bound to.
 * @returns whether a list has no more than what is returned.
 */
export async function callGraph(
	graph: GraphClient,
	call: ApiCall,
	files: BinaryFiles,
): Promise<{ results: OperationResult[]; complete: boolean }> {
	const { method, body, response, limit = Infinity } = call;
	const { client, path } = locate(graph, call);
	const { prefer, ...headers } = call.headers;
	const options = {
		headers,
		prefer: prefer === undefined ? [] : [prefer],
		mutableIds: /[?&](\$|%24)search=/i.test(path),
		// Bytes do not fit into a batch, nor does a batch of the user's own.
		alone: /\$(value|batch)\b/.test(path),
	};
	if (response === 'file') {
		const data = await client.download(
			path,
			async (bytes, answered) =>
				await files.store(bytes, call.fileName ?? 'data', answered['content-type']?.split(';')[0]),
		);
		return { results: [{ json: {}, binary: { data } }], complete: true };
	}
	const answer = await client.request({ ...options, method, path, body });
	if (response === 'full') {
		const { status, headers: answered } = answer;
		return {
			results: [{ json: { status, headers: answered, body: anyBody.parse(answer.body) } }],
			complete: true,
		};
	}
	if (response === 'oneItem') return { results: [oneItem(answer)], complete: true };
	const first = list.safeParse(answer.body);
	if (!first.success) return { results: [oneItem(answer)], complete: true };
	const items = [...first.data.value];
	let followed: string | undefined;
	for (let next = first.data['@odata.nextLink']; next !== undefined;) {
		if (items.length >= limit)
			return { results: items.slice(0, limit).map(toItem), complete: false };
		// A page that names itself as the next one would never end.
		if (next === followed) throw unreadable();
		followed = next;
		const page: z.infer<typeof list> = understand(list, (await client.follow(next, options)).body);
		items.push(...page.value);
		next = page['@odata.nextLink'];
	}
	return { results: items.slice(0, limit).map(toItem), complete: items.length <= limit };
}

/** The endpoint without its version, and the client that it belongs to. */
function locate(graph: GraphClient, { endpoint, version, query }: ApiCall) {
	const plain = endpoint.replace(/^\/(v1\.0|beta)(?=\/)/, '');
	const extra = queryString(query);
	const path = plain.includes('?') ? plain + extra.replace('?', '&') : plain + extra;
	const own = /^\/me(?=[/?]|$)/.exec(path);
	return own
		? { client: graph.forVersion(version), path: path.slice(own[0].length) }
		: { client: graph.fromRoot(version), path };
}

const anyBody = z.custom<OperationResult['json'][string]>();

function oneItem({ body }: Answer): OperationResult {
	return body === undefined || body === null || body === ''
		? { json: { success: true } }
		: toItem(body);
}

function toItem(value: unknown): OperationResult {
	const object = anyObject.safeParse(value);
	return { json: object.success ? object.data : { value: anyBody.parse(value) } };
}
