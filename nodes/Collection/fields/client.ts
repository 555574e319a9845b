import { byModel } from '../../shared/step/field';
import { locator } from '../../shared/step/fieldKinds';
import { ID, requiredPerson } from '../clients/references';

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

/** What to say where a client's name was entered, which finds nobody, to be read behind the field's name. */
export function explainClient(text: string): string | undefined {
	if (text.includes('@') || ID.test(text)) return undefined;
	return ` "${text}" is neither an ID nor an email: Find Client finds both by the name.`;
}
