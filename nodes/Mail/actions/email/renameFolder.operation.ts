import { field } from '../../../shared/field';
import { requiredText } from '../../../shared/inputSchemas';
import { folderItem, folderShape, resolveFolder, toFolderJson } from '../../email/folders';
import { folder } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-update */
export const renameFolder = defineMailOperation({
	id: 'renameFolder',
	label: 'Rename Folder',
	action: 'Rename a mail folder',
	summary: 'Give a mail folder another name; its emails stay in it',
	returns: 'ID, name, parent and numbers of emails of the folder',
	permission: ['Mail.ReadWrite'],
	output: folderItem,
	fields: [
		folder,
		field(
			{
				displayName: 'New Name',
				name: 'name',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. Former Customers',
				description: 'Name that the folder gets',
			},
			requiredText,
		),
	],
	async run({ folder, name }, { graph }) {
		const path = mailPath`/mailFolders/${await resolveFolder(graph, folder, 'folder')}`;
		return [{ json: toFolderJson(await graph.patch(path, { displayName: name }, folderShape)) }];
	},
});
