import { z } from 'zod';
import type { CollectionClient } from '../api/client';
import { toPage } from '../api/pages';
import { collectionPath } from '../api/paths';
import type { Query } from '../api/paths';
import { clientShape, namedShape, requestShape, teamMemberShape } from '../api/records';
import type { Named } from '../api/records';
import { searchLoaded, searchPaged } from './search';

/** The lists behind the locators of the Collection node. */
export const listSearch = {
	searchClients: searchPaged(async (api, page) => {
		const rows = await searchRows(api, collectionPath`/clients`, clientShape, page);
		return { ...rows, results: rows.found.map(toPerson) };
	}),
	searchRequests: searchPaged(async (api, page) => {
		const rows = await searchRows(api, collectionPath`/requests`, requestShape, page);
		const results = rows.found.map(({ id, name, status }) => ({
			name: [name ?? id, status && `(${status})`].filter(Boolean).join(' '),
			value: id,
		}));
		return { ...rows, results };
	}),
	searchTeamMembers: searchPaged(async (api, page) => {
		const rows = await searchRows(api, collectionPath`/team_members`, teamMemberShape, page);
		return { ...rows, results: rows.found.map(toPerson) };
	}),
	searchRequestTemplates: searchNamed(collectionPath`/request_templates`),
	searchPageTemplates: searchNamed(collectionPath`/page_templates`),
	searchSectionTemplates: searchNamed(collectionPath`/section_templates`),
	searchFolders: searchNamed(collectionPath`/folders`),
	searchSchedules: searchNamed(collectionPath`/communication_templates`),
};

function searchNamed(path: string) {
	return searchLoaded(async (api) => (await api.list(path, namedShape)).map(toEntry));
}

async function searchRows<T>(
	api: CollectionClient,
	path: string,
	row: z.ZodType<T, z.ZodTypeDef, unknown>,
	{ filter, limit, offset }: { filter: string | undefined; limit: number; offset: number },
): Promise<{ found: T[]; more: boolean }> {
	const query: Query = { q: filter, limit, offset };
	const page = toPage((await api.request({ method: 'GET', path, query })).body);
	const found = z.array(row).catch([]).parse(page?.rows);
	const total = page?.total;
	return {
		found,
		more: total === undefined ? found.length === limit : offset + found.length < total,
	};
}

function toEntry({ id, name }: Named) {
	return { name: name ?? id, value: id };
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
