import {
	CONTACT_SELECT,
	contactItem,
	contactShape,
	READ_CONTACT_KEYS,
	simplifyContact,
} from '../../contacts/contact';
import { contact } from '../../fields/contact';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-get */
export const getContact = defineMailOperation({
	label: 'Get Contact',
	action: 'Get a contact',
	summary: 'Get one contact with all its fields',
	returns: 'the contact, small and flat',
	toolText: 'Find Contact has the IDs.',
	permission: ['Contacts.Read'],
	effects: [],
	output: contactItem,
	modelKeys: READ_CONTACT_KEYS,
	fields: [contact],
	async run({ contact: { value: id } }, { graph }) {
		const query = { $select: CONTACT_SELECT };
		const found = await graph.get(mailPath`/contacts/${id}`, contactShape, { query });
		return [{ json: simplifyContact(found) }];
	},
});
