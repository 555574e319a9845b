import { field } from '../../shared/field';
import { requiredId } from '../references';
import { locator } from './locator';

/** The request that a step works on. */
export const request = field(
	locator({
		displayName: 'Request',
		name: 'request',
		required: true,
		description: 'The request: chosen from the list, or given by ID',
		list: { holds: 'request', searchListMethod: 'searchRequests' },
		entered: [
			{
				displayName: 'By ID',
				name: 'id',
				placeholder: 'e.g. req_Aa11Bb22Cc33Dd',
				hint: 'Create Request and List Requests return it in "id"',
			},
		],
	}),
	requiredId,
);
