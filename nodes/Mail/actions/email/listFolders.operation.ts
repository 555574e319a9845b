import { z } from 'zod';
import { toggle } from '../../../shared/step/fieldKinds';
import { folderItem, readFolders, toFolderJson, writtenPath } from '../../email/folders';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-mailfolders */
export const listFolders = defineMailOperation({
	label: 'List Folders',
	action: 'List mail folders',
	summary: 'List all mail folders, every level, with path and number of emails',
	returns: 'one item for each folder of all levels, with its path',
	toolText:
		'Use it before a step that needs a folder. Standard folders (Inbox, Archive, Drafts) can be named without it.',
	permission: ['Mail.Read'],
	effects: [],
	output: z.object({ path: z.string() }).merge(folderItem),
	// A tool names a folder by its path.
	modelKeys: ['path', 'subfolders', 'emails', 'unread', 'isHidden'],
	fields: [
		toggle(
			'includeHidden',
			'Include Hidden Folders',
			'Whether to list folders that Outlook does not show, too',
		),
	],
	async run({ includeHidden }, { graph }) {
		const folders = await readFolders(graph, includeHidden);
		return await Promise.all(
			folders.map(async (folder) => ({
				json: { ...toFolderJson(folder), path: await writtenPath(graph, folder) },
			})),
		);
	},
});
