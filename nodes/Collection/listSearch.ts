import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { z } from 'zod';
import { systemClock } from '../shared/clock';
import { toNodeError } from '../shared/toNodeError';
import type { CollectionClient } from './api/client';
import { collectionPath } from './api/paths';
import { connectCollection } from './connectCollection';
import { clientShape, namedShape, requestShape, teamMemberShape } from './records';

/** The lists behind the locators of the Collection node. */
export const listSearch = {
	searchClients: searchPaged(collectionPath`/clients`, clientShape, toPerson),
	searchRequests: searchPaged(collectionPath`/requests`, requestShape, ({ id, name, status }) => ({
		name: [name ?? id, status && `(${status})`].filter(Boolean).join(' '),
		value: id,
	})),
	searchTeamMembers: searchPaged(collectionPath`/team_members`, teamMemberShape, toPerson),
	searchRequestTemplates: searchNamed(collectionPath`/request_templates`),
	searchPageTemplates: searchNamed(collectionPath`/page_templates`),
	searchSectionTemplates: searchNamed(collectionPath`/section_templates`),
	searchFolders: searchNamed(collectionPath`/folders`),
	searchTemplateNames: searchNames(collectionPath`/request_templates`),
	searchFolderNames: searchNames(collectionPath`/folders`),
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

/** The same, for what is known by its name alone: a request does not tell the ID of its template. */
function searchNames(path: string) {
	return searchLoaded(async (api) =>
		(await api.list(path, namedShape)).flatMap(({ name }) => (name ? [{ name, value: name }] : [])),
	);
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
function searchPaged<Row>(
	path: string,
	row: z.ZodType<Row, z.ZodTypeDef, unknown>,
	toEntry: (row: Row) => { name: string; value: string },
): Search {
	return async function (filter, paginationToken) {
		const offset = Number(paginationToken ?? 0) || 0;
		const query = { q: filter || undefined, limit: PAGE_SIZE, offset };
		const { rows, total, given } = await asNode(
			this,
			async (api) => await api.page(path, row, query),
		);
		const results = rows.map(toEntry);
		const next = offset + given;
		const more = total === undefined ? given === PAGE_SIZE : next < total;
		return more && given > 0 ? { results, paginationToken: String(next) } : { results };
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
