import { folderItem, folderShape, resolveFolder, toFolderJson } from '../../email/folders';
import { folder } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-get */
export const getFolder = defineMailOperation({
	label: 'Get Folder',
	action: 'Get a mail folder',
	summary: 'Get one mail folder with its number of emails and unread emails',
	returns: 'ID, name, parent and numbers of emails of the folder',
	toolText: 'Use List Folders where the path is not known.',
	permission: ['Mail.Read'],
	effects: [],
	output: folderItem,
	fields: [folder],
	async run({ folder }, { graph }) {
		const id = await resolveFolder(graph, folder, 'folder');
		return [{ json: toFolderJson(await graph.get(mailPath`/mailFolders/${id}`, folderShape)) }];
	},
});
