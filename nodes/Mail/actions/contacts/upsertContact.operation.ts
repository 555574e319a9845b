import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { text } from '../../../shared/step/fieldKinds';
import { mustBeGiven } from '../../../shared/step/inputSchemas';
import {
	CONTACT_KEYS,
	contactItem,
	resolveContactFolder,
	simplifyContact,
} from '../../contacts/contact';
import { patchContact } from '../../contacts/patchContact';
import { contactsWithAddress, postContactOnce } from '../../contacts/postContactOnce';
import { optionalRecipient } from '../../email/recipients';
import { contactFolder } from '../../fields/contact';
import { contactDetails, contactNames, toContactBody } from '../../fields/contactRecord';
import { defineMailOperation } from '../../operation';

const [givenName, surname] = contactNames;

/** @see https://learn.microsoft.com/graph/api/user-list-contacts (by its address) */
export const upsertContact = defineMailOperation({
	label: 'Create or Update Contact',
	action: 'Create or update a contact',
	summary: 'Make sure that an email address has a contact, and that it is up to date',
	returns: 'the contact, small and flat, and whether it was created',
	toolText:
		'Looks the address up first, so that nobody is a contact twice. Values that you leave out stay; phones at work are added.',
	permission: ['Contacts.ReadWrite'],
	effects: ['createContact', 'updateContact'],
	output: z.object({ created: z.boolean() }).merge(contactItem),
	modelKeys: ['created', ...CONTACT_KEYS],
	fields: [
		text(
			'email',
			'Email Address',
			'The address that the contact is known by; a name is allowed: Ann Lee &lt;ann@contoso.com&gt;. Its other addresses stay.',
			{
				required: true,
				placeholder: 'e.g. ann@contoso.com',
				input: mustBeGiven(optionalRecipient),
				byModel: 'The address that the contact is known by',
			},
		),
		givenName,
		surname,
		contactDetails,
		contactFolder,
	],
	// Two items with the same address must not both find nothing.
	inTurnBy: ({ email }) => email.emailAddress.address.toLowerCase(),
	async run({ email, folder, ...record }, { graph, timeZone }) {
		const { address, name } = email.emailAddress;
		const place = await resolveContactFolder(graph, folder);
		const [present, another] = await contactsWithAddress(graph, address, place);
		if (another) {
			throw new InvalidInput(
				'belongs to several contacts',
				'email',
				'Choose one with Update Contact, by an ID that Find Contact returns; or delete the others.',
			);
		}
		const emailAddresses = present && name === undefined ? [] : [email];
		const body = toContactBody({ ...record, emailAddresses }, timeZone);
		if (!present) {
			const contact = await postContactOnce(graph, address, place, body);
			return [{ json: { created: true, ...simplifyContact(contact) } }];
		}
		if (Object.keys(body).length === 0) {
			return [{ json: { created: false, ...simplifyContact(present) } }];
		}
		const contact = await patchContact(graph, present.id, body, true, present);
		return [{ json: { created: false, ...simplifyContact(contact) } }];
	},
});
