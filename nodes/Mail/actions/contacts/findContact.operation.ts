import { choice, text } from '../../../shared/step/fieldKinds';
import { mustBeGiven } from '../../../shared/step/inputSchemas';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import {
	contactItem,
	explainDefault,
	READ_CONTACT_KEYS,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { findContacts } from '../../contacts/findContacts';
import { personText } from '../../email/personText';
import { contactFolder } from '../../fields/contact';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-contacts */
export const findContact = defineMailOperation({
	label: 'Find Contact',
	action: 'Find contacts',
	summary: 'Find contacts by name, email address, company or phone number',
	returns: 'one item for each contact found',
	toolText: 'Only saved contacts: Find People knows whom the mailbox writes with as well.',
	permission: ['Contacts.Read'],
	effects: [],
	output: contactItem,
	modelKeys: READ_CONTACT_KEYS,
	fields: [
		text(
			'search',
			'Search',
			'What to look for; every word has to be found, case and accents do not matter',
			{
				required: true,
				placeholder: 'e.g. ann@contoso.com, Ann Lee or 555 0100',
				input: mustBeGiven(personText).refine(
					(text) => !/^[*?%]+$/.test(text),
					'finds nobody by * alone: List Contacts returns all',
				),
				byModel: true,
			},
		),
		choice('property', 'Search In', 'Where to look for the text', {
			options: {
				any: { name: 'Any', description: 'Name, email address, company and phone' },
				company: 'Company',
				email: { name: 'Email Address', description: 'A whole address is quickest' },
				name: 'Name',
				phone: 'Phone Number',
			},
			default: 'any',
			narrows: true,
		}),
		contactFolder,
		...returnAllFields,
	],
	explain: { search: explainLiteral },
	async run({ search, property, folder, ...wanted }, { graph, notices }) {
		const { contacts, complete } = await findContacts(graph, search, property, {
			folder: await resolveContactFolder(graph, folder),
			limit: limitOf(wanted),
		});
		const isOpen = notices.forModel && contacts.length === 0 && folder === undefined;
		const results = contacts.map((contact) => ({ json: simplifyContact(contact) }));
		const these = `${results.length} matching contacts`;
		return notices.cut(
			results,
			!complete && limitReached(these, notices, 'search more exactly'),
			isOpen && (await explainDefault(graph)),
		);
	},
});
