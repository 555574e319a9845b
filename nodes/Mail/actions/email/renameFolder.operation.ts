import { z } from 'zod';
import { requiredLocator, requiredText } from '../../../shared/inputSchemas';
import { folderShape, resolveFolder, toFolderJson } from '../../email/folders';
import { folderField } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-update */
export const renameFolder = defineMailOperation({
	id: 'renameFolder',
	label: 'Rename Folder',
	action: 'Rename a mail folder and return it',
	summary: 'Give a mail folder another name; its emails stay in it',
	fields: [
		folderField,
		{
			displayName: 'New Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Former Customers',
			description: 'Name that the folder gets',
		},
	],
	input: z.object({ folder: requiredLocator, name: requiredText }),
	async run({ folder, name }, { graph }) {
		const path = mailPath`/mailFolders/${await resolveFolder(graph, folder, 'folder')}`;
		return [{ json: toFolderJson(await graph.patch(path, { displayName: name }, folderShape)) }];
	},
});
