import { z } from 'zod';
import { toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { anyRecord } from '../../api/records';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';

export const runIntegrationActions = defineCollectionOperation({
	label: 'Run Integration Actions',
	action: 'Run integration actions',
	summary: 'Send the content of a request to the apps connected in Content Snare',
	returns: 'the ID, and that they were started',
	toolText:
		'The apps get it immediately. What they do with it cannot be seen here. Each call sends it again.',
	permission: ['review_requests'],
	effects: ['runIntegrationActions'],
	output: z.object({ success: z.literal(true), id: z.string() }).passthrough(),
	fields: [request],
	// The apps get it as the one before left it.
	inTurnBy: ({ request: id }) => id,
	async run({ request: id }, { api }) {
		const { body } = await api.request({
			method: 'PUT',
			path: collectionPath`/requests/${id}/run_integration_actions`,
			// What the actions do in other apps may not be done twice.
			repeatable: false,
		});
		return [toItem({ ...anyRecord.parse(body), id, success: true })];
	},
});
