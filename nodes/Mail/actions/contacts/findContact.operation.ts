import { z } from 'zod';
import {
	limitOf,
	optionalLocator,
	requiredText,
	returnAllAndLimit,
} from '../../../shared/inputSchemas';
import { findContacts, resolveContactFolder, simplifyContact } from '../../contacts/contact';
import { contactFolderField } from '../../fields/contact';
import { returnAllFields } from '../../fields/returnAll';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-contacts */
export const findContact = defineMailOperation({
	id: 'findContact',
	label: 'Find Contact',
	action: 'Find contacts by name or email address or company or phone',
	summary: 'Find contacts by name, email address, company or phone number',
	fields: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. ann@contoso.com, Ann Lee or 555 0100',
			description: 'What to look for; every word has to be found, case and accents do not matter',
		},
		{
			displayName: 'Search In',
			name: 'property',
			type: 'options',
			options: [
				{ name: 'Any', value: 'any', description: 'Name, email address, company and phone' },
				{ name: 'Company', value: 'company' },
				{ name: 'Email Address', value: 'email', description: 'A whole address is quickest' },
				{ name: 'Name', value: 'name' },
				{ name: 'Phone Number', value: 'phone' },
			],
			default: 'any',
			description: 'Where the text has to stand',
		},
		contactFolderField,
		...returnAllFields,
	],
	input: z.object({
		search: requiredText,
		property: z.enum(['any', 'name', 'email', 'company', 'phone']),
		folder: optionalLocator,
		...returnAllAndLimit,
	}),
	async run({ search, property, folder, ...wanted }, { graph, notices }) {
		const { contacts, complete } = await findContacts(graph, search, property, {
			folder: await resolveContactFolder(graph, folder),
			limit: limitOf(wanted),
		});
		const results = contacts.map((contact) => ({ json: simplifyContact(contact) }));
		if (complete) return results;
		return notices.cut(
			results,
			`Only ${results.length} matching contacts are returned. Raise Limit or search more exactly.`,
		);
	},
});
