import { InvalidInput } from '../../../shared/http/failures';
import { deletedItem } from '../../../shared/step/outputs';
import { readFolder, resolveFolder } from '../../email/folders';
import { isWellKnownFolder } from '../../email/wellKnownFolders';
import { folder } from '../../fields/folder';
import { deleteOnce, deletionsOf } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-delete */
export const deleteFolder = defineMailOperation({
	label: 'Delete Folder',
	action: 'Delete a folder and its emails',
	summary: 'Delete a mail folder together with its emails and subfolders',
	returns: 'the ID, and that it was deleted',
	toolText:
		'Takes all emails and subfolders with it, maybe for good: to keep the emails, move them first.',
	permission: ['Mail.ReadWrite'],
	effects: ['deleteFolder'],
	output: deletedItem,
	fields: [folder],
	// A folder goes with the one that it lies in: another call of the same time would find it in Deleted Items.
	inTurnBy: () => 'folders',
	async run({ folder }, { graph }) {
		const id = await resolveFolder(graph, folder, 'folder');
		if (isWellKnownFolder(id)) {
			throw new InvalidInput(
				'is a standard folder of every mailbox, which cannot be deleted',
				'folder',
				'Choose a folder that was created in this mailbox.',
			);
		}
		await deleteOnce(graph, await pathToDelete(graph, id));
		return [{ json: { id, deleted: true } }];
	},
});

/** The path of a folder, or of one above it that this run deleted: it went with that. */
async function pathToDelete(graph: GraphClient, id: string): Promise<string> {
	const deletions = await deletionsOf(graph);
	const pathOf = (folder: string) => mailPath`/mailFolders/${folder}`;
	const passed = new Set<string>();
	for (let at: string | null = id; deletions.size > 0 && at && !passed.has(at);) {
		if (deletions.has(pathOf(at))) return pathOf(at);
		passed.add(at);
		at = (await readFolder(graph, at))?.parentFolderId ?? null;
	}
	return pathOf(id);
}
