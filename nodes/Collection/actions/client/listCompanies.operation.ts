import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { namedItem, toItems } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { namedShape } from '../../api/records';
import { search } from '../../fields/listOptions';
import { defineCollectionOperation } from '../../operation';

export const listCompanies = defineCollectionOperation({
	label: 'List Companies',
	action: 'List companies',
	summary: 'Read the companies that clients belong to',
	returns: 'the name of each company',
	toolText: 'Companies belong to clients: they have no requests of their own.',
	permission: ['read_clients'],
	effects: [],
	output: namedItem,
	modelKeys: ['name'],
	fields: [search, ...returnAllFields],
	explain: { search: explainLiteral },
	async run({ search: q, ...wanted }, { api, notices }) {
		const options = { query: { q }, limit: limitOf(wanted), isCommon: q === undefined };
		const found = await api.collect(collectionPath`/client_companies`, namedShape, options);
		return toItems(found, 'companies', notices, 'Search');
	},
});
