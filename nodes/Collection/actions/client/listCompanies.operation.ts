import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { collectionPath } from '../../api/paths';
import { search } from '../../fields/listOptions';
import { namedItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { namedShape } from '../../records';

export const listCompanies = defineCollectionOperation({
	id: 'listCompanies',
	label: 'List Companies',
	action: 'List companies',
	summary: 'Read the companies that clients belong to',
	returns: 'ID and name of each company',
	permission: ['read_clients'],
	output: namedItem,
	fields: [search, ...returnAllFields],
	async run({ search: q, ...wanted }, { api }) {
		const options = { query: { q }, limit: limitOf(wanted) };
		return (await api.list(collectionPath`/client_companies`, namedShape, options)).map(toItem);
	},
});
