import { InvalidInput } from '../../../shared/http/failures';
import { collection, narrowing } from '../../../shared/step/field';
import { choices, locator, moment, toggle } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { day, toDay } from '../../../shared/text/moments';
import { requestItem, toItems } from '../../api/items';
import type { RequestRecord } from '../../api/records';
import { optionalPerson } from '../../clients/references';
import { clientModes, explainClient } from '../../fields/client';
import { order, search, toSortQuery } from '../../fields/listOptions';
import { defineCollectionOperation } from '../../operation';
import { readRequests } from '../../requests/requestList';

export const listRequests = defineCollectionOperation({
	label: 'List Requests',
	action: 'List requests',
	summary: 'Read many requests, such as the overdue ones',
	returns: 'one item for each request',
	toolText: 'Use Get Answers to read one. The filters find those of a client or in a state.',
	permission: ['read_requests'],
	effects: [],
	output: requestItem,
	fields: [
		narrowing(
			collection(
				'filters',
				'Filters',
				'Which requests to list, and in which order. Client and due date are compared in this node, because the API cannot: with them every request of the chosen statuses is read.',
				[
					locator('client', 'Client', 'Only requests of this client', {
						...clientModes,
						input: optionalPerson,
						byModel: 'Only requests of this client: its ID or email; empty for all',
					}),
					moment('dueFrom', 'Due From', "First due date to list, in the workflow's time zone", {
						placeholder: 'e.g. 2026-12-01',
						input: day,
					}),
					moment('dueTo', 'Due Until', "Last due date to list, in the workflow's time zone", {
						placeholder: 'e.g. 2026-12-31',
						input: day,
					}),
					toggle(
						'includeDetails',
						'Include Details',
						'Whether to return clients, owner and template name of each request too',
					),
					toggle(
						'overdue',
						'Overdue Only',
						'Whether to list only requests that are with the client and due before today',
						{ byModel: true },
					),
					search,
					...order,
					choices('statuses', 'Statuses', 'Only requests with one of these statuses', {
						options: {
							archived: 'Archived',
							completed: 'Completed',
							draft: 'Draft',
							published: 'Published',
							scheduled: 'Scheduled',
							waiting: 'Waiting',
						},
						byModel: 'Only requests with these statuses, comma-separated; empty for all',
					}),
				],
			),
		),
		...returnAllFields,
	],
	explain: { client: explainClient, search: explainLiteral },
	async run({ filters, ...wanted }, { api, notices, now, timeZone }) {
		const isBrief = notices.forModel && !filters.includeDetails;
		const dueFrom = filters.dueFrom && toDay(filters.dueFrom, timeZone, 'dueFrom').toISODate();
		const dueTo = filters.dueTo && toDay(filters.dueTo, timeZone, 'dueTo').toISODate();
		if (dueFrom && dueTo && dueTo < dueFrom) {
			throw new InvalidInput('must not be before Due From', 'dueTo');
		}
		const { items, complete } = await readRequests(api, {
			...filters,
			includeClients: isBrief,
			...toSortQuery(filters),
			dueFrom,
			dueTo,
			today: now.toFormat('yyyy-MM-dd'),
			limit: limitOf(wanted),
		});
		const found = { items: isBrief ? items.map(withWhose) : items, complete };
		return toItems(found, 'requests', notices, 'Client, Search or Statuses');
	},
});

/** A model asks each request for its client otherwise, and needs no more of them to go on. */
function withWhose({ clients, ...row }: RequestRecord) {
	const whose = clients?.map(({ email, full_name, id }) => ({ email, full_name, id }));
	return { ...row, clients: whose };
}
