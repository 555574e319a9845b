import { byModel, field, required, whenEmpty } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import { optionalLocator } from '../../../shared/step/inputSchemas';
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
import { writes } from '../../outgoing/writes';

/** @see https://learn.microsoft.com/graph/api/mailfolder-post-childfolders */
export const createFolder = defineMailOperation({
	label: 'Create Folder',
	action: 'Create a mail folder',
	summary: 'Create a mail folder at the top of the mailbox or inside another folder',
	returns: 'ID, name, parent and numbers of emails of the folder',
	toolText:
		'Makes one folder, no path: for a subfolder name its parent. Refused where the name exists; List Folders has all paths.',
	permission: ['Mail.ReadWrite'],
	effects: writes.createFolder,
	output: folderItem,
	fields: [
		required(byModel(text('name', 'Name', 'Name of the new folder', 'e.g. Customers'))),
		whenEmpty(
			byModel(
				field(
					{
						...optionalFolder.property,
						displayName: 'Parent Folder',
						name: 'parent',
						description: 'The folder to create it in',
					},
					optionalLocator,
				),
				'Name or path of the folder to create it in; empty for the top of the mailbox',
			),
			'the top of the mailbox',
		),
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
