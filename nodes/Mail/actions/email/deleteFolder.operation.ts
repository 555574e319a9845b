import { InvalidInput } from '../../../shared/http/failures';
import { deletedItem } from '../../../shared/step/outputs';
import { isWellKnownFolder, resolveFolder } from '../../email/folders';
import { folder } from '../../fields/folder';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { writes } from '../../outgoing/writes';

/** @see https://learn.microsoft.com/graph/api/mailfolder-delete */
export const deleteFolder = defineMailOperation({
	label: 'Delete Folder',
	action: 'Delete a folder and its emails',
	summary: 'Delete a mail folder together with its emails and subfolders',
	returns: 'the ID, and that it was deleted',
	toolText:
		'Takes all emails and subfolders with it, maybe for good: to keep the emails, move them first.',
	permission: ['Mail.ReadWrite'],
	effects: [writes.deleteFolder],
	output: deletedItem,
	fields: [folder],
	async run({ folder }, { graph }) {
		const id = await resolveFolder(graph, folder, 'folder');
		if (isWellKnownFolder(id)) {
			throw new InvalidInput(
				'is a standard folder of every mailbox, which cannot be deleted',
				'folder',
				'Choose a folder that was created in this mailbox.',
			);
		}
		await deleteOnce(graph, mailPath`/mailFolders/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});
