import { z } from 'zod';
import { requiredLocator } from '../../../shared/inputSchemas';
import { folderShape, resolveFolder, toFolderJson } from '../../email/folders';
import { folderField } from '../../fields/folder';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-get */
export const getFolder = defineMailOperation({
	id: 'getFolder',
	label: 'Get Folder',
	action: 'Get a mail folder with its number of emails',
	summary: 'Get one mail folder with its number of emails and unread emails',
	fields: [folderField],
	input: z.object({ folder: requiredLocator }),
	async run({ folder }, { graph }) {
		const id = await resolveFolder(graph, folder, 'folder');
		return [{ json: toFolderJson(await graph.get(mailPath`/mailFolders/${id}`, folderShape)) }];
	},
});
