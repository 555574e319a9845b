import { byModel, field } from '../../shared/step/field';
import { locator } from '../../shared/step/locator';
import { requiredPerson } from '../clients/references';

/** How a client is chosen. */
export const clientModes = {
	list: { holds: 'a client', searchListMethod: 'searchClients' },
	entered: [
		{ displayName: 'By Email', name: 'email', placeholder: 'e.g. pat@example.com' },
		{ displayName: 'By ID', name: 'id', placeholder: 'e.g. acc_Aa11Bb22Cc33Dd' },
	],
};

/** The client that a step works on or for. */
export const client = byModel(
	field(
		locator({
			displayName: 'Client',
			name: 'client',
			required: true,
			description: 'The client: chosen from the list, or given by email or ID',
			...clientModes,
		}),
		requiredPerson,
	),
	'ID of the client, as Find Client returns it, or the email',
);
