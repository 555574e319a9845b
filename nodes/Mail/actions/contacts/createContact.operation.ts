import { z } from 'zod';
import { optionalLocator } from '../../../shared/inputSchemas';
import {
	contactShape,
	contactsPath,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { contactFolderField } from '../../fields/contact';
import { contactDetailFields, contactNameFields } from '../../fields/contactRecord';
import { defineMailOperation } from '../../operation';
import { contactDetailInput, contactNameInput, toContactBody } from '../../schemas/contactRecord';

/** @see https://learn.microsoft.com/graph/api/user-post-contacts */
export const createContact = defineMailOperation({
	id: 'createContact',
	label: 'Create Contact',
	action: 'Create a contact with name and addresses and details',
	summary: 'Create a contact in the default or another contact folder',
	fields: [
		...contactNameFields,
		{
			displayName: 'Additional Fields',
			name: 'details',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'The rest of the record',
			options: [...contactDetailFields],
		},
		contactFolderField,
	],
	input: z.object({ ...contactNameInput, details: contactDetailInput, folder: optionalLocator }),
	rules: [
		{
			holds: (input) => Object.keys(toContactBody(input)).length > 0,
			field: 'givenName',
			message: 'Fill in a name, an email address or another field: the contact would be empty',
		},
	],
	async run({ folder, ...record }, { graph }) {
		const path = contactsPath(await resolveContactFolder(graph, folder));
		const contact = await graph.post(path, toContactBody(record), contactShape);
		return [{ json: simplifyContact(contact) }];
	},
});
