import { z } from 'zod';
import { optionalText, returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { searchOption } from '../../fields/listOptions';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { namedShape, present } from '../../records';
import { rowLimit } from '../../schemas/listOptions';

export const listCompanies = defineCollectionOperation({
	id: 'listCompanies',
	label: 'List Companies',
	action: 'List the companies of clients and optionally search them and return ID and name of each',
	summary: 'Read the companies that clients belong to',
	fields: [returnAllField, limitField, searchOption],
	input: z.object({ ...returnAllAndLimit, search: optionalText }),
	async run({ search, ...range }, { api }) {
		const companies = await api.list(collectionPath`/client_companies`, namedShape, {
			query: { q: search },
			limit: rowLimit(range),
		});
		return companies.map((company) => ({ json: present(company) }));
	},
});
