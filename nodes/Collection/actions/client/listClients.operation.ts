import { z } from 'zod';
import { flag, optionalText, returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { searchOption, sortByOption, sortDirectionOption } from '../../fields/listOptions';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { clientShape, present } from '../../records';
import { rowLimit, sortInput, toSortQuery } from '../../schemas/listOptions';

export const listClients = defineCollectionOperation({
	id: 'listClients',
	label: 'List Clients',
	action: 'List active clients and optionally search them and return one item for each client',
	summary: 'Read many clients',
	fields: [
		returnAllField,
		limitField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			description: 'Which clients to list, and in which order',
			options: [
				{
					displayName: 'Include External',
					name: 'includeExternal',
					type: 'boolean',
					default: false,
					description: 'Whether to list clients that come from connected apps too',
				},
				searchOption,
				sortByOption,
				sortDirectionOption,
			],
		},
	],
	input: z.object({
		...returnAllAndLimit,
		filters: z.object({ includeExternal: flag, search: optionalText }).merge(sortInput).default({}),
	}),
	async run({ filters, ...range }, { api }) {
		const { includeExternal, search, ...sort } = filters;
		const clients = await api.list(collectionPath`/clients`, clientShape, {
			query: { q: search, include_external: includeExternal || undefined, ...toSortQuery(sort) },
			limit: rowLimit(range),
		});
		return clients.map((client) => ({ json: present(client) }));
	},
});
