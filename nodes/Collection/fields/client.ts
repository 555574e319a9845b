import { byModel } from '../../shared/step/field';
import { locator } from '../../shared/step/fieldKinds';
import { requiredPerson } from '../clients/references';

export const clientModes = {
	list: { holds: 'a client', searchListMethod: 'searchClients' },
	entered: { email: 'e.g. pat@example.com', id: 'e.g. acc_Aa11Bb22Cc33Dd' },
};

/** The client that a step works on or for. */
export const client = byModel(
	locator('client', 'Client', 'The client: chosen from the list, or given by email or ID', {
		required: true,
		...clientModes,
		input: requiredPerson,
	}),
	'ID of the client, as Find Client returns it, or the email',
);

/** What is no name: an email, and IDs, of which each has a digit or an underscore (fact: collection-ids). */
const NO_NAME = /@|^\S*[\d_]\S*$/;

/** What to say where a client's name was entered, which finds nobody, to be read behind the field's name. */
export function explainClient(text: string): string | undefined {
	if (NO_NAME.test(text)) return undefined;
	return ` "${text}" is neither an ID nor an email: Find Client finds both by the name.`;
}
