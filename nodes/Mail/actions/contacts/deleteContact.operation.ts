import { deletedItem } from '../../../shared/step/outputs';
import { contact } from '../../fields/contact';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { writes } from '../../outgoing/writes';

/** @see https://learn.microsoft.com/graph/api/contact-delete */
export const deleteContact = defineMailOperation({
	label: 'Delete Contact',
	action: 'Delete a contact',
	summary: 'Delete a contact of the mailbox',
	returns: 'the ID, and that it was deleted',
	toolText: 'Find Contact has the IDs.',
	permission: ['Contacts.ReadWrite'],
	effects: [writes.deleteContact],
	output: deletedItem,
	fields: [contact],
	async run({ contact: { value: id } }, { graph }) {
		await deleteOnce(graph, mailPath`/contacts/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});
