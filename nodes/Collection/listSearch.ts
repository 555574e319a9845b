import type { INodeListSearchItems } from 'n8n-workflow';
import type { z } from 'zod';
import { systemClock } from '../shared/http/clock';
import type { Query } from '../shared/http/queryString';
import type { ListSearch } from '../shared/step/listSearch';
import { listsOf } from '../shared/step/listSearch';
import { collectionPath } from './api/paths';
import type { Client, Named } from './api/records';
import { clientShape, namedShape, requestShape, teamMemberShape } from './api/records';
import { connectCollection } from './connectCollection';

const { searchFor, searchLoaded } = listsOf(
	async (context) => await connectCollection(context, { effects: [], clock: systemClock }),
);

/** The lists behind the locators of the Collection node. */
export const listSearch = {
	searchClients: searchPaged(collectionPath`/clients`, clientShape, toPerson, {
		include_external: true,
	}),
	searchRequests: searchPaged(collectionPath`/requests`, requestShape, ({ id, name, status }) => ({
		name: [name || id, status && `(${status})`].filter(Boolean).join(' '),
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

function searchNamed(
	path: string,
	toEntries = ({ id, name }: Named): INodeListSearchItems[] => [{ name: name || id, value: id }],
) {
	return searchLoaded(async (api) => {
		const entries = (await api.list(path, namedShape)).flatMap(toEntries);
		return entries.sort((one, other) => one.name.localeCompare(other.name));
	});
}

/** The same, for what is known by its name alone: a request does not tell the ID of its template. */
function searchNames(path: string) {
	return searchNamed(path, ({ name }) => (name ? [{ name, value: name }] : []));
}

function toPerson({ id, full_name, email }: Pick<Client, 'id' | 'full_name' | 'email'>) {
	const name = full_name && email ? `${full_name} (${email})` : full_name || email || id;
	return { name, value: id };
}

/** Rows that a searched list shows at a time. */
const PAGE_SIZE = 50;

/** A list behind a locator that the API searches, page by page. */
function searchPaged<Row>(
	path: string,
	row: z.ZodType<Row, z.ZodTypeDef, unknown>,
	toEntry: (row: Row) => INodeListSearchItems,
	asked: Query = {},
): ListSearch {
	return searchFor(async (api, { text, page }) => {
		const offset = Number(page ?? 0) || 0;
		const query = { ...asked, q: text || undefined, limit: PAGE_SIZE, offset };
		const { rows, total, given } = await api.page(path, row, query);
		const results = rows.map(toEntry);
		const next = offset + given;
		const more = total === undefined ? given === PAGE_SIZE : next < total;
		return more && given > 0 ? { results, paginationToken: String(next) } : { results };
	});
}
