import { collection, narrowing } from '../../../shared/step/field';
import { toggle } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { clientItem, toItems } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { clientShape } from '../../api/records';
import { order, search, toSortQuery } from '../../fields/listOptions';
import { defineCollectionOperation } from '../../operation';

export const listClients = defineCollectionOperation({
	label: 'List Clients',
	action: 'List clients',
	summary: 'Read many clients, or those that a search finds',
	returns: 'one item for each client',
	toolText: 'Use Find Client to look for one.',
	permission: ['read_clients'],
	effects: [],
	output: clientItem,
	fields: [
		narrowing(
			collection('filters', 'Filters', 'Which clients to list, and in which order', [
				toggle(
					'includeExternal',
					'Include External',
					'Whether to list clients that come from connected apps too',
				),
				search,
				...order,
			]),
		),
		...returnAllFields,
	],
	explain: { search: explainLiteral },
	async run({ filters, ...wanted }, { api, notices }) {
		const { includeExternal, search: q } = filters;
		const found = await api.collect(collectionPath`/clients`, clientShape, {
			query: { q, include_external: includeExternal || undefined, ...toSortQuery(filters) },
			limit: limitOf(wanted),
		});
		const isOpen = notices.forModel && found.items.length === 0 && !includeExternal;
		return notices.cut(toItems(found, 'clients', notices, 'Search'), isOpen && OTHERS);
	},
});

const OTHERS = 'Clients that come from connected apps are not listed: Find Client finds them, too.';
