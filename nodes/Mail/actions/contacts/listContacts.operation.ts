import { mapWithPauses } from '../../../shared/http/pauses';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import {
	CONTACT_SELECT,
	contactItem,
	contactShape,
	contactsPath,
	explainDefault,
	READ_CONTACT_KEYS,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { contactFolder } from '../../fields/contact';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-contacts */
export const listContacts = defineMailOperation({
	label: 'List Contacts',
	action: 'List contacts',
	summary: 'List the contacts of the default or another contact folder',
	returns: 'one item for each contact',
	toolText: 'Use Find Contact to look for one.',
	permission: ['Contacts.Read'],
	effects: [],
	output: contactItem,
	modelKeys: READ_CONTACT_KEYS,
	fields: [contactFolder, ...returnAllFields],
	async run({ folder, ...wanted }, { graph, notices }) {
		const path = contactsPath(await resolveContactFolder(graph, folder));
		const { items, complete } = await graph.collect(path, contactShape, {
			limit: limitOf(wanted),
			query: { $select: CONTACT_SELECT },
		});
		const results = await mapWithPauses(items, (contact) => ({ json: simplifyContact(contact) }));
		const cut =
			!complete && limitReached(`${results.length} contacts`, notices, 'use Find Contact');
		const isOpen = notices.forModel && items.length === 0 && folder === undefined;
		return notices.cut(results, cut, isOpen && (await explainDefault(graph)));
	},
});
