import { z } from 'zod';
import { flag } from '../../../shared/inputSchemas';
import { listFolders as readFolders, toFolderJson } from '../../email/folders';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-mailfolders */
export const listFolders = defineMailOperation({
	id: 'listFolders',
	label: 'List Folders',
	action: 'List all mail folders with their full paths and counts',
	summary: 'List all mail folders, every level, with path and number of emails',
	fields: [
		{
			displayName: 'Include Hidden Folders',
			name: 'includeHidden',
			type: 'boolean',
			default: false,
			description: 'Whether to list folders that Outlook does not show, too',
		},
	],
	input: z.object({ includeHidden: flag }),
	async run({ includeHidden }, { graph }) {
		const folders = await readFolders(graph, includeHidden);
		return folders.map((folder) => ({ json: { ...toFolderJson(folder), path: folder.path } }));
	},
});
