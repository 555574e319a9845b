import { byModel } from '../../shared/step/field';
import { locator } from '../../shared/step/fieldKinds';
import { requiredId } from '../clients/references';

/** The request that a step works on. */
export const request = byModel(
	locator('request', 'Request', 'The request: chosen from the list, or given by ID', {
		required: true,
		list: { holds: 'a request', searchListMethod: 'searchRequests' },
		entered: {
			id: {
				placeholder: 'e.g. req_Aa11Bb22Cc33Dd',
				hint: 'Create Request and List Requests return it in "id"',
			},
		},
		input: requiredId,
	}),
	'ID of the request, as List Requests returns it',
);
