import { choices, collection, field } from '../../../shared/field';
import { flag } from '../../../shared/inputSchemas';
import { locator } from '../../../shared/locator';
import { day, toDay } from '../../../shared/moments';
import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { clientModes } from '../../fields/client';
import { order, search, toSortQuery } from '../../fields/listOptions';
import { requestItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { optionalPerson } from '../../references';
import { readRequests } from '../../requestList';

export const listRequests = defineCollectionOperation({
	id: 'listRequests',
	label: 'List Requests',
	action: 'List requests',
	summary: 'Read many requests, such as the overdue ones',
	returns: 'one item for each request',
	permission: ['read_requests'],
	output: requestItem,
	fields: [
		collection(
			{
				displayName: 'Filters',
				name: 'filters',
				placeholder: 'Add Filter',
				description:
					'Which requests to list, and in which order. Client and due date are compared in this node, because the API cannot: with them every request of the chosen statuses is read.',
			},
			[
				field(
					locator({
						displayName: 'Client',
						name: 'client',
						description: 'Only requests of this client',
						...clientModes,
					}),
					optionalPerson,
				),
				field(
					{
						displayName: 'Due From (YYYY-MM-DD)',
						name: 'dueFrom',
						type: 'dateTime',
						default: '',
						placeholder: 'e.g. 2026-12-01',
						description: "First due date to list, in the workflow's time zone",
					},
					day,
				),
				field(
					{
						displayName: 'Due Until (YYYY-MM-DD)',
						name: 'dueTo',
						type: 'dateTime',
						default: '',
						placeholder: 'e.g. 2026-12-31',
						description: "Last due date to list, in the workflow's time zone",
					},
					day,
				),
				field(
					{
						displayName: 'Include Details',
						name: 'includeDetails',
						type: 'boolean',
						default: false,
						description: 'Whether to return clients, owner and template name of each request too',
					},
					flag,
				),
				field(
					{
						displayName: 'Overdue Only',
						name: 'overdue',
						type: 'boolean',
						default: false,
						description:
							'Whether to list only requests that are with the client and due before today',
					},
					flag,
				),
				search,
				...order,
				choices({
					displayName: 'Statuses',
					name: 'statuses',
					type: 'multiOptions',
					options: [
						{ name: 'Archived', value: 'archived' },
						{ name: 'Completed', value: 'completed' },
						{ name: 'Draft', value: 'draft' },
						{ name: 'Published', value: 'published' },
						{ name: 'Scheduled', value: 'scheduled' },
						{ name: 'Waiting', value: 'waiting' },
					],
					default: [],
					description: 'Only requests with one of these statuses',
				}),
			],
		),
		...returnAllFields,
	],
	async run({ filters, ...wanted }, { api, now, timeZone }) {
		const requests = await readRequests(api, {
			...filters,
			...toSortQuery(filters),
			dueFrom: filters.dueFrom && toDay(filters.dueFrom, timeZone, 'dueFrom').toISODate(),
			dueTo: filters.dueTo && toDay(filters.dueTo, timeZone, 'dueTo').toISODate(),
			today: now.setZone(timeZone).toFormat('yyyy-MM-dd'),
			limit: limitOf(wanted),
		});
		return requests.map(toItem);
	},
});
