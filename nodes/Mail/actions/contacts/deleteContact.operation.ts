import { rememberPerRun } from '../../../shared/provider/perRun';
import { deletedItem } from '../../../shared/step/outputs';
import { contactShape } from '../../contacts/contact';
import { isThrownAway } from '../../email/besideList';
import { contact } from '../../fields/contact';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/contact-delete */
export const deleteContact = defineMailOperation({
	label: 'Delete Contact',
	action: 'Delete a contact',
	summary: 'Delete a contact of the mailbox',
	returns: 'the ID, and that it was deleted',
	toolText: 'Find Contact has the IDs.',
	permission: ['Contacts.ReadWrite'],
	effects: ['deleteContact'],
	output: deletedItem,
	fields: [contact],
	// Another call finds it in Deleted Items (fact: contact-delete).
	inTurnBy: ({ contact: { value } }) => value,
	async run({ contact: { value: id } }, { graph }) {
		const path = mailPath`/contacts/${id}`;
		if (!(await isThrownAway(graph, readPlace(graph, path)))) await deleteOnce(graph, path);
		return [{ json: { id, deleted: true } }];
	},
});

/** Where a contact lay when the run first came to it. */
const readPlace = rememberPerRun(
	async (graph: GraphClient, path: string) =>
		await graph.get(path, contactShape, { query: { $select: 'id,parentFolderId' } }),
);
