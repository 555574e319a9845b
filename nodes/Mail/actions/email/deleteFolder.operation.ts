import { InvalidInput } from '../../../shared/http/failures';
import { rememberPerRun } from '../../../shared/provider/perRun';
import { deletedItem } from '../../../shared/step/outputs';
import { isWellKnownFolder, readFolder, resolveFolder } from '../../email/folders';
import { folder } from '../../fields/folder';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';
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
	// A folder goes with the one that it lies in.
	oneByOne: true,
	async run({ folder }, { graph }) {
		const id = await resolveFolder(graph, folder, 'folder');
		if (isWellKnownFolder(id)) {
			throw new InvalidInput(
				'is a standard folder of every mailbox, which cannot be deleted',
				'folder',
				'Choose a folder that was created in this mailbox.',
			);
		}
		const deleted = await deletedIn(graph);
		if (deleted.size === 0 || !(await liesIn(graph, id, deleted))) {
			await deleteOnce(graph, mailPath`/mailFolders/${id}`);
			deleted.add(id);
		}
		return [{ json: { id, deleted: true } }];
	},
});

/** The folders that a run deleted. */
const deletedIn = rememberPerRun(async () => new Set<string>());

/** Whether a folder is one of these, or lies in one, however deep. */
async function liesIn(graph: GraphClient, id: string, folders: Set<string>): Promise<boolean> {
	const passed = new Set<string>();
	for (let at: string | null = id; at && !passed.has(at);) {
		if (folders.has(at)) return true;
		passed.add(at);
		at = (await readFolder(graph, at))?.parentFolderId ?? null;
	}
	return false;
}
