import { z } from 'zod';
import { checkEndpoint, checkHeaders } from '../../../shared/http/apiCall';
import { queryString } from '../../../shared/http/queryString';
import type { Answer } from '../../../shared/http/request';
import type { OperationResult } from '../../../shared/operation';
import { anyObject, anything } from '../../../shared/provider/understand';
import { limitOf } from '../../../shared/returnAll';
import { apiCallFields, toApiBody, toApiQuery } from '../../fields/apiCall';
import type { Query } from '../../graph/odata';
import { createPages } from '../../graph/pages';
import { defineMailCall } from '../../operation';

const list = z.object({ value: z.array(anything) });

/** @see https://learn.microsoft.com/graph/use-the-api */
export const apiCall = defineMailCall({
	id: 'apiCall',
	label: 'Mail API Call',
	action: 'Call API to read or send or delete',
	summary:
		'Any request to Microsoft Graph, with paging and retries; whatever the account may do, it can do',
	returns:
		'one item for each result of a list, else the answer; on request with status and headers, or as a file',
	permission: ['that of the endpoint'],
	// What an item holds is up to the endpoint.
	output: anyObject,
	fields: apiCallFields,
	rules: [
		{
			holds: ({ method, options }) => options.response !== 'file' || method === 'GET',
			field: 'options',
			message: 'Response "File" needs the method GET',
		},
	],
	async run({ method, options, ...input }, { graph, files, notices }) {
		const { version, response, fileName = 'data' } = options;
		const address = withQuery(checkEndpoint(input.endpoint, 'endpoint'), toApiQuery(input));
		const { prefer, ...headers } = checkHeaders(
			options.headers.header.map(({ name, value }) => [name, value]),
			'headers',
		);
		// `/me` is the mailbox that the item names.
		const own = /^\/me(?=[/?]|$)/.exec(address);
		const client = own ? graph.forVersion(version) : graph.fromRoot(version);
		const path = own ? address.slice(own[0].length) : address;
		const asked = {
			headers,
			prefer: prefer === undefined ? [] : [prefer],
			mutableIds: /[?&](\$|%24)search=/i.test(path),
			// Bytes do not fit into a batch, nor does a batch of the user's own.
			alone: /\$(value|batch)\b/.test(path),
		};
		if (response === 'file') {
			const data = await client.download(
				path,
				async (bytes, { 'content-type': type }) =>
					await files.store(bytes, fileName, type?.split(';')[0]),
				asked,
			);
			return [{ json: {}, binary: { data } }];
		}
		const hasBody = method !== 'GET' && method !== 'DELETE';
		const body = hasBody ? toApiBody(input.body, headers['content-type']) : undefined;
		const answer = await client.request({ ...asked, method, path, body, freeform: true });
		if (response === 'full') return [toFullResponse(answer)];
		if (response === 'oneItem' || !list.safeParse(answer.body).success) return [toOneItem(answer)];
		const { collect } = createPages({ first: async () => answer, next: client.follow });
		const found = await collect(path, anything, { ...asked, limit: limitOf(input) });
		const results = found.items.map(toItem);
		if (found.complete) return results;
		return notices.cut(
			results,
			`Only the first ${results.length} results are returned. Raise Limit or switch on Return All.`,
		);
	},
});

/** The endpoint without its version, with all parameters. */
function withQuery(endpoint: string, query: Query): string {
	const plain = endpoint.replace(/^\/(v1\.0|beta)(?=\/)/, '');
	const more = queryString(query);
	return plain.includes('?') ? plain + more.replace('?', '&') : plain + more;
}

function toFullResponse({ status: statusCode, headers: answered, body }: Answer) {
	// A cookie is a credential: it stays with the connection.
	const shown = Object.entries(answered).filter(([name]) => name !== 'set-cookie');
	return { json: anyObject.parse({ statusCode, headers: Object.fromEntries(shown), body }) };
}

function toOneItem({ body }: Answer): OperationResult {
	const isEmpty = body === undefined || body === null || body === '';
	return isEmpty ? { json: { success: true } } : toItem(body);
}

function toItem(value: unknown): OperationResult {
	const object = anyObject.safeParse(value);
	return { json: object.success ? object.data : anyObject.parse({ value }) };
}
