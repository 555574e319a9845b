import {
	CONTACT_KEYS,
	contactItem,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { postContact, refuseKnown, wholeName } from '../../contacts/postContactOnce';
import { contactFolder } from '../../fields/contact';
import { contactDetails, contactNames, toContactBody } from '../../fields/contactRecord';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-contacts */
export const createContact = defineMailOperation({
	label: 'Create Contact',
	action: 'Create a contact',
	summary: 'Create a contact in the default or another contact folder',
	returns: 'the contact, small and flat',
	toolText:
		'Refused where a contact has this address or whole name already: use Create or Update Contact, or Update Contact.',
	permission: ['Contacts.ReadWrite'],
	effects: ['createContact'],
	output: contactItem,
	modelKeys: CONTACT_KEYS,
	fields: [...contactNames, contactDetails, contactFolder],
	rules: [
		{
			holds: (input) => Object.keys(toContactBody(input, 'utc')).length > 0,
			field: 'givenName',
			message: 'Fill in a name, an email address or another field: the contact would be empty',
		},
	],
	// What is looked for before an agent's contact is made.
	inTurnBy: ({ emailAddresses: [first], givenName, surname, details }) =>
		(first?.emailAddress.address ?? wholeName({ ...details, givenName, surname }))?.toLowerCase(),
	async run({ folder, ...record }, context) {
		const { graph, timeZone } = context;
		const place = await resolveContactFolder(graph, folder);
		const body = toContactBody(record, timeZone);
		await refuseKnown(context, body, place);
		return [{ json: simplifyContact(await postContact(graph, place, body)) }];
	},
});
