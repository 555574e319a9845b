import { changed } from '../../../shared/field';
import { contactItem, contactShape, simplifyContact } from '../../contacts/contact';
import { contact } from '../../fields/contact';
import { contactDetails, contactNames, toContactBody } from '../../fields/contactRecord';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-update */
export const updateContact = defineMailOperation({
	id: 'updateContact',
	label: 'Update Contact',
	action: 'Update a contact',
	summary: 'Change fields of a contact; fields left empty stay as they are',
	returns: 'the contact, small and flat',
	permission: ['Contacts.ReadWrite'],
	output: contactItem,
	fields: [
		contact,
		...contactNames,
		changed(contactDetails, {
			description: 'The rest of the record; lists replace what the contact has',
		}),
	],
	rules: [
		{
			holds: (input) => Object.keys(toContactBody(input, 'utc')).length > 0,
			field: 'details',
			message: 'Fill in at least one field: nothing would change',
		},
	],
	async run({ contact: { value: id }, ...record }, { graph, timeZone }) {
		const path = mailPath`/contacts/${id}`;
		const body = toContactBody(record, timeZone);
		const namePart = record.givenName ?? record.surname;
		if (namePart !== undefined && body.displayName === undefined) {
			// Graph makes the shown name anew from parts that change, unless it is sent along.
			const { displayName, givenName, surname } = await graph.get(path, contactShape, {
				query: { $select: 'id,displayName,givenName,surname' },
			});
			const madeOfParts = displayName === [givenName, surname].filter((part) => part).join(' ');
			if (!madeOfParts && displayName) body.displayName = displayName;
		}
		return [{ json: simplifyContact(await graph.patch(path, body, contactShape)) }];
	},
});
