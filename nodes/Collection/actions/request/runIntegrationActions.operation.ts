import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { anyRecord, present } from '../../records';
import { requestInput } from '../../schemas/references';

export const runIntegrationActions = defineCollectionOperation({
	id: 'runIntegrationActions',
	label: 'Run Integration Actions',
	action: 'Run the integration actions set up in a request by its ID and return the ID',
	summary: 'Send the content of a request to the apps connected in Content Snare',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		const { body } = await api.request({
			method: 'PUT',
			path: collectionPath`/requests/${request}/run_integration_actions`,
			// What the actions do in other apps may not be done twice.
			repeatable: false,
		});
		return [{ json: { ...present(anyRecord.parse(body)), id: request, success: true } }];
	},
});
