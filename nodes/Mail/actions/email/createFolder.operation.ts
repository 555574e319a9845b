import { byModel, changed, renamed, required, whenEmpty } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import {
	checkFolderName,
	folderItem,
	folderShape,
	resolveFolder,
	toFolderJson,
} from '../../email/folders';
import { optionalFolder } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-post-childfolders */
export const createFolder = defineMailOperation({
	label: 'Create Folder',
	action: 'Create a mail folder',
	summary: 'Create a mail folder at the top of the mailbox or inside another folder',
	returns: 'ID, name, parent and numbers of emails of the folder',
	toolText:
		'Makes one folder, no path: for a subfolder name its parent. Refused where the name exists; List Folders has all paths.',
	permission: ['Mail.ReadWrite'],
	effects: ['createFolder'],
	output: folderItem,
	fields: [
		required(byModel(text('name', 'Name', 'Name of the new folder', 'e.g. Customers'))),
		changed(whenEmpty(renamed(optionalFolder, 'parent'), 'the top of the mailbox'), {
			displayName: 'Parent Folder',
			description: 'The folder to create it in',
			byModel: 'Name or path of the folder to create it in; empty for the top of the mailbox',
		}),
	],
	// The first one of a name is made.
	inTurnBy: ({ name }) => name.toLowerCase(),
	async run({ name, parent }, { graph, notices }) {
		checkFolderName(notices, name, ', and the folder it lies in as Parent Folder');
		const path = parent
			? mailPath`/mailFolders/${await resolveFolder(graph, parent, 'parent')}/childFolders`
			: mailPath`/mailFolders`;
		return [{ json: toFolderJson(await graph.post(path, { displayName: name }, folderShape)) }];
	},
});
