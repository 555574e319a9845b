import { collectionPath } from '../api/paths';
import { clientShape, namedShape, requestShape, teamMemberShape } from '../api/records';
import { searchLoaded, searchPaged } from './search';

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
