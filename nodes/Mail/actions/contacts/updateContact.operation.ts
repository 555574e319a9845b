import { byModel, changed } from '../../../shared/step/field';
import { choice } from '../../../shared/step/fieldKinds';
import { CONTACT_KEYS, contactItem, simplifyContact } from '../../contacts/contact';
import { emptyProperties, patchContact } from '../../contacts/patchContact';
import { contact } from '../../fields/contact';
import { contactDetails, contactNames, toContactBody } from '../../fields/contactRecord';
import { emptied, isOneOfBoth, NOT_BOTH } from '../../fields/emptied';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-update */
export const updateContact = defineMailOperation({
	label: 'Update Contact',
	action: 'Update a contact',
	summary: 'Change fields of a contact; fields left empty stay, lists grow or are replaced',
	returns: 'the contact, small and flat',
	toolText:
		'Find Contact has the IDs. Values that you leave out stay; addresses and phones at work are added.',
	permission: ['Contacts.ReadWrite'],
	effects: ['updateContact'],
	output: contactItem,
	modelKeys: CONTACT_KEYS,
	fields: [
		contact,
		...contactNames,
		changed(contactDetails, { description: 'The rest of the record' }),
		choice(
			'listChange',
			'List Change',
			'What happens with email addresses, phone numbers, labels and other lists that are named here',
			{
				options: {
					add: { name: 'Add', description: 'The present entries stay' },
					replace: { name: 'Replace', description: 'Only the entries named here are left' },
				},
				default: 'add',
				narrows: true,
			},
		),
		byModel(
			emptied([...contactNames, ...contactDetails.entries]),
			'Fields whose value is to be taken away; empty for none',
		),
	],
	rules: [
		{ holds: ({ details, ...input }) => isOneOfBoth({ ...details, ...input }), message: NOT_BOTH },
		{
			holds: (input) =>
				input.emptied.length > 0 || Object.keys(toContactBody(input, 'utc')).length > 0,
			field: 'details',
			message:
				'Fill in at least one field, as an empty one keeps what is there: nothing would change',
		},
	],
	inTurnBy: ({ contact: { value } }) => value,
	async run(
		{ contact: { value: id }, listChange, emptied: names, ...record },
		{ graph, timeZone },
	) {
		const body = { ...emptyProperties(names), ...toContactBody(record, timeZone) };
		const contact = await patchContact(graph, id, body, listChange === 'add');
		return [{ json: simplifyContact(contact) }];
	},
});
