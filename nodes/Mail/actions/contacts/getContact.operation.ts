import { z } from 'zod';
import { requiredLocator } from '../../../shared/inputSchemas';
import { CONTACT_SELECT, contactShape, simplifyContact } from '../../contacts/contact';
import { contactField } from '../../fields/contact';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-get */
export const getContact = defineMailOperation({
	id: 'getContact',
	label: 'Get Contact',
	action: 'Get one contact by ID with all its fields',
	summary: 'Get one contact with all its fields',
	fields: [contactField],
	input: z.object({ contact: requiredLocator }),
	async run({ contact }, { graph }) {
		const query = { $select: CONTACT_SELECT };
		const found = await graph.get(mailPath`/contacts/${contact.value}`, contactShape, { query });
		return [{ json: simplifyContact(found) }];
	},
});
