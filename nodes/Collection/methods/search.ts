import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../../shared/toNodeError';
import type { CollectionClient } from '../api/client';
import { connectCollection } from '../api/connect';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list behind a locator whose entries are all loaded and searched here: the API cannot. */
export function searchLoaded(
	load: (api: CollectionClient) => Promise<Array<{ name: string; value: string }>>,
): Search {
	return async function (filter = '') {
		const wanted = filter.toLowerCase();
		const entries = await asNode(this, load);
		return {
			results: entries
				.filter(({ name }) => name.toLowerCase().includes(wanted))
				.sort((a, b) => a.name.localeCompare(b.name)),
		};
	};
}

/** Rows that a searched list shows at a time. */
const PAGE_SIZE = 50;

/** A list behind a locator that the API searches, page by page. */
export function searchPaged(
	load: (
		api: CollectionClient,
		query: { q: string | undefined; limit: number; offset: number },
	) => Promise<{ results: Array<{ name: string; value: string }>; total?: number }>,
): Search {
	return async function (filter, paginationToken) {
		const offset = Number(paginationToken ?? 0) || 0;
		const query = { q: filter || undefined, limit: PAGE_SIZE, offset };
		const { results, total } = await asNode(this, async (api) => await load(api, query));
		const next = offset + results.length;
		const more = total === undefined ? results.length === PAGE_SIZE : next < total;
		return more && results.length > 0 ? { results, paginationToken: String(next) } : { results };
	};
}

async function asNode<T>(
	context: ILoadOptionsFunctions,
	load: (api: CollectionClient) => Promise<T>,
): Promise<T> {
	try {
		return await load(await connectCollection(context));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
