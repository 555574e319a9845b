import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { systemClock } from '../shared/clock';
import { toNodeError } from '../shared/toNodeError';
import type { CollectionClient } from './api/client';
import { connectCollection } from './api/connect';
import { collectionPath } from './api/paths';
import { clientShape, namedShape, requestShape, teamMemberShape } from './records';

/** The lists behind the locators of the Collection node. */
export const listSearch = {
	searchClients: searchPaged(async (api, query) => {
		const { rows, total } = await api.page(collectionPath`/clients`, clientShape, query);
		return { results: rows.map(toPerson), total };
	}),
	searchRequests: searchPaged(async (api, query) => {
		const { rows, total } = await api.page(collectionPath`/requests`, requestShape, query);
		const results = rows.map(({ id, name, status }) => ({
			name: [name ?? id, status && `(${status})`].filter(Boolean).join(' '),
			value: id,
		}));
		return { results, total };
	}),
	searchTeamMembers: searchPaged(async (api, query) => {
		const { rows, total } = await api.page(collectionPath`/team_members`, teamMemberShape, query);
		return { results: rows.map(toPerson), total };
	}),
	searchRequestTemplates: searchNamed(collectionPath`/request_templates`),
	searchPageTemplates: searchNamed(collectionPath`/page_templates`),
	searchSectionTemplates: searchNamed(collectionPath`/section_templates`),
	searchFolders: searchNamed(collectionPath`/folders`),
	searchSchedules: searchNamed(collectionPath`/communication_templates`),
};

function searchNamed(path: string) {
	return searchLoaded(async (api) => {
		return (await api.list(path, namedShape)).map(({ id, name }) => ({
			name: name ?? id,
			value: id,
		}));
	});
}

interface Person {
	id: string;
	full_name?: string | null;
	email?: string | null;
}

function toPerson({ id, full_name, email }: Person) {
	const name = full_name && email ? `${full_name} (${email})` : (full_name ?? email ?? id);
	return { name, value: id };
}

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list behind a locator whose entries are all loaded and searched here: the API cannot. */
function searchLoaded(
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
function searchPaged(
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
		return await load(await connectCollection(context, { clock: systemClock }));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
