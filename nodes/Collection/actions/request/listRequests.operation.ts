import { z } from 'zod';
import { flag, optionalText, returnAllAndLimit, textList } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { requestFiltersField } from '../../fields/requestFilters';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { listRequests as list } from '../../requestList';
import { toDay } from '../../schemas/dueDate';
import { rowLimit, sortInput, toSortQuery } from '../../schemas/listOptions';
import { optionalClient } from '../../schemas/references';

export const listRequests = defineCollectionOperation({
	id: 'listRequests',
	label: 'List Requests',
	action:
		'List requests by status or client or due date or search text and return ID and name and status and due date',
	summary: 'Read many requests, such as the overdue ones',
	fields: [returnAllField, limitField, requestFiltersField],
	input: z.object({
		...returnAllAndLimit,
		filters: z
			.object({
				client: optionalClient,
				dueFrom: moment,
				dueTo: moment,
				includeDetails: flag,
				overdue: flag,
				search: optionalText,
				statuses: textList,
			})
			.merge(sortInput)
			.default({}),
	}),
	async run({ filters, ...range }, { api, now, timeZone }) {
		const { dueFrom, dueTo, ...wanted } = filters;
		const requests = await list(api, {
			...wanted,
			...toSortQuery(filters),
			dueFrom: toDay(dueFrom, timeZone, 'dueFrom'),
			dueTo: toDay(dueTo, timeZone, 'dueTo'),
			today: now.setZone(timeZone).toFormat('yyyy-MM-dd'),
			limit: rowLimit(range),
		});
		return requests.map((request) => ({ json: present(request) }));
	},
});
