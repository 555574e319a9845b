import { byModel, required } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import {
	checkFolderName,
	folderItem,
	folderShape,
	resolveFolder,
	toFolderJson,
} from '../../email/folders';
import { folder } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-update */
export const renameFolder = defineMailOperation({
	label: 'Rename Folder',
	action: 'Rename a mail folder',
	summary: 'Give a mail folder another name; its emails stay in it',
	returns: 'ID, name, parent and numbers of emails of the folder',
	toolText: 'Rules and IDs stay valid. It does not move the folder.',
	permission: ['Mail.ReadWrite'],
	effects: ['renameFolder'],
	output: folderItem,
	fields: [
		folder,
		required(
			byModel(text('name', 'New Name', 'Name that the folder gets', 'e.g. Former Customers')),
		),
	],
	// The last one counts.
	inTurnBy: ({ folder: { value } }) => value,
	async run({ folder, name }, { graph, notices }) {
		checkFolderName(notices, name);
		const path = mailPath`/mailFolders/${await resolveFolder(graph, folder, 'folder')}`;
		return [{ json: toFolderJson(await graph.patch(path, { displayName: name }, folderShape)) }];
	},
});
