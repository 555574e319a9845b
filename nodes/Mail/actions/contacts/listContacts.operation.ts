import { z } from 'zod';
import { limitOf, optionalLocator, returnAllAndLimit } from '../../../shared/inputSchemas';
import {
	CONTACT_SELECT,
	contactShape,
	contactsPath,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { contactFolderField } from '../../fields/contact';
import { returnAllFields } from '../../fields/returnAll';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-contacts */
export const listContacts = defineMailOperation({
	id: 'listContacts',
	label: 'List Contacts',
	action: 'List the contacts of a contact folder',
	summary: 'List the contacts of the default or another contact folder',
	fields: [contactFolderField, ...returnAllFields],
	input: z.object({ folder: optionalLocator, ...returnAllAndLimit }),
	async run({ folder, ...wanted }, { graph, notices }) {
		const path = contactsPath(await resolveContactFolder(graph, folder));
		const { items, complete } = await graph.collect(path, contactShape, {
			limit: limitOf(wanted),
			query: { $select: CONTACT_SELECT },
		});
		const results = items.map((contact) => ({ json: simplifyContact(contact) }));
		if (complete) return results;
		return notices.cut(
			results,
			`Only ${results.length} contacts are returned. Raise Limit, switch on Return All, or use Find Contact.`,
		);
	},
});
