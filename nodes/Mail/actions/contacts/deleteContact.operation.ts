import { z } from 'zod';
import { requiredLocator } from '../../../shared/inputSchemas';
import { contactField } from '../../fields/contact';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-delete */
export const deleteContact = defineMailOperation({
	id: 'deleteContact',
	label: 'Delete Contact',
	action: 'Delete a contact from the mailbox',
	summary: 'Delete a contact',
	fields: [contactField],
	input: z.object({ contact: requiredLocator }),
	async run({ contact: { value: id } }, { graph }) {
		await graph.request({ method: 'DELETE', path: mailPath`/contacts/${id}` });
		return [{ json: { id, deleted: true } }];
	},
});
