import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput } from '../shared/failures';
import type { Query, QueryValue } from '../shared/http/queryString';
import type { CollectionCall, CollectionClient } from './api/client';
import { PAGE_SIZE, pageShape, walkPages } from './api/pages';
import { withApiPrefix } from './api/paths';
import { present, toGeneric } from './items';

/** A call of the user's own making, endpoint and headers already checked. */
export interface ApiCall {
	method: CollectionCall['method'];
	endpoint: string;
	query?: Record<string, unknown>;
	body?: CollectionCall['body'];
	headers: Record<string, string>;
	fullResponse: boolean;
	/** For lists; everything when left out. */
	limit?: number;
}

/**
 * Makes the call. Lists become one result for each row, as many as are wanted; everything else is
 * one result.
 */
export async function callApi(api: CollectionClient, call: ApiCall): Promise<IDataObject[]> {
	const { method, headers, fullResponse } = call;
	const { path, query } = splitEndpoint(call);
	// n8n keeps what was entered for another method.
	const body = method === 'GET' || method === 'DELETE' ? undefined : call.body;
	if (method === 'GET' && !fullResponse) {
		return await readRows(api, { method, path, query, headers }, call);
	}
	const repeatable = isRepeatable(method, path);
	const asked = { method, path, query, body, headers, repeatable, freeform: true };
	const answer = await api.request(asked);
	if (fullResponse) {
		// The keys are those of n8n's HTTP Request node.
		// A cookie is a credential: it stays with the connection.
		const shown = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie');
		const answered = Object.fromEntries(shown);
		return [{ statusCode: answer.status, headers: answered, body: toGeneric(answer.body) }];
	}
	return [toResult(answer.body)];
}

/**
 * Tells whether doing it twice is the same as doing it once: neither for POST and PATCH (RFC 9110,
 * 9.2.2), nor for what integrations do in other apps, although that is a PUT. Mail repeats a PATCH,
 * because Microsoft Graph's sets properties to values; what one does at the Partner API, whose reference
 * has none, is not known.
 */
function isRepeatable(method: ApiCall['method'], path: string): boolean {
	if (method === 'POST' || method === 'PATCH') return false;
	return !/\/run_integration_actions\/?$/i.test(path);
}

const record = z.record(z.unknown());

function toResult(body: unknown): IDataObject {
	const parsed = record.safeParse(body);
	if (parsed.success && !Array.isArray(body)) return present(parsed.data);
	const value = toGeneric(body);
	return value === undefined || value === null || value === ''
		? { success: true }
		: { body: value };
}

const queryValue: z.ZodType<QueryValue> = z.lazy(() =>
	z.union([
		z.string(),
		z.number(),
		z.boolean(),
		z.null(),
		z.array(queryValue),
		z.record(queryValue),
	]),
);

/** The path with the API's prefix, and the query of endpoint and field together. */
function splitEndpoint({ endpoint, query = {} }: ApiCall): { path: string; query: Query } {
	const [path = '', ...rest] = withApiPrefix(endpoint).split('?');
	const fromEndpoint: Query = {};
	for (const [name, value] of new URLSearchParams(rest.join('?'))) {
		const before = fromEndpoint[name];
		fromEndpoint[name] = before === undefined ? value : [before, value].flat();
	}
	const parsed = z.record(queryValue).safeParse(query);
	if (!parsed.success)
		throw new InvalidInput('must hold texts, numbers, switches and lists', 'query');
	return { path, query: { ...fromEndpoint, ...parsed.data } };
}

async function readRows(
	api: CollectionClient,
	call: CollectionCall,
	{ limit = Infinity }: ApiCall,
): Promise<IDataObject[]> {
	const first = await api.request(call);
	const page = pageShape.safeParse(first.body).data;
	if (!page) return [toResult(first.body)];
	const start = Number(call.query?.offset ?? 0) || 0;
	const size = Number(call.query?.limit ?? 0) || PAGE_SIZE;
	const rows = walkPages({
		start,
		size,
		async read(pageSize, offset) {
			if (offset === start) return page;
			const query = { ...call.query, limit: pageSize, offset };
			return pageShape.catch({ rows: [] }).parse((await api.request({ ...call, query })).body);
		},
	});
	const found: IDataObject[] = [];
	for await (const more of rows) {
		found.push(...more.map(toResult));
		if (found.length >= limit) break;
	}
	return found.slice(0, limit);
}
