import { z } from 'zod';
import { requiredLocator } from '../../../shared/inputSchemas';
import { contactShape, simplifyContact } from '../../contacts/contact';
import { contactField } from '../../fields/contact';
import { contactDetailFields, contactNameFields } from '../../fields/contactRecord';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { contactDetailInput, contactNameInput, toContactBody } from '../../schemas/contactRecord';

/** @see https://learn.microsoft.com/graph/api/contact-update */
export const updateContact = defineMailOperation({
	id: 'updateContact',
	label: 'Update Contact',
	action: 'Update the given fields of a contact and keep the rest',
	summary: 'Change fields of a contact; fields left empty stay as they are',
	fields: [
		contactField,
		...contactNameFields,
		{
			displayName: 'Additional Fields',
			name: 'details',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'The rest of the record; lists replace what the contact has',
			options: [...contactDetailFields],
		},
	],
	input: z.object({ contact: requiredLocator, ...contactNameInput, details: contactDetailInput }),
	rules: [
		{
			holds: (input) => Object.keys(toContactBody(input)).length > 0,
			field: 'details',
			message: 'Fill in at least one field: nothing would change',
		},
	],
	async run({ contact, ...record }, { graph }) {
		const path = mailPath`/contacts/${contact.value}`;
		const body = toContactBody(record);
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
