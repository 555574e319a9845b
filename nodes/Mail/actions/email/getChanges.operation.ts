import { z } from 'zod';
import { createPauses, mapWithPauses } from '../../../shared/http/pauses';
import { changed, optionsOf } from '../../../shared/step/field';
import { resolveFolder } from '../../email/folders';
import { messageItem } from '../../email/message';
import { readFolderChanges } from '../../email/messageChanges';
import {
	asListed,
	BODIES_CUT,
	listOutput,
	messageQuery,
	toMessageJson,
} from '../../email/messageOutput';
import { changesFields, changesItem, changesWanted, toChangeItems } from '../../fields/changes';
import { folder } from '../../fields/folder';
import { chosenProperties, listedBody, maxBodyLength, simplify } from '../../fields/output';
import { ownAddress } from '../../graph/ownAddress';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-delta */
export const getChanges = defineMailOperation({
	label: 'Get Changes',
	action: 'Get changes of a mail folder',
	summary: 'What is new, changed or gone in a folder since an earlier run, for backups and syncs',
	returns:
		'an item for each email (change: changed or removed), then one with the position for the next run (change: position)',
	toolText:
		'Give the position of the last item to the next call. To look for an email use Find Email.',
	permission: ['Mail.Read'],
	effects: [],
	output: changesItem.merge(messageItem.partial()).extend({ folderItemId: z.string().optional() }),
	fields: [
		changed(folder, {
			description:
				'The folder to begin with, without its subfolders. With a position, the step goes on in the folder of that position.',
		}),
		...changesFields,
		simplify,
		optionsOf('What is returned of each email. A position keeps what it began with.', [
			listedBody,
			chosenProperties,
			maxBodyLength,
		]),
	],
	async run({ folder, simplify, options, ...input }, context) {
		const { graph, notices } = context;
		const { forModel } = notices;
		const output = listOutput({ simplify, options }, notices);
		const find = async () => await resolveFolder(graph, folder, 'folder');
		const reading = { ...messageQuery(output), ...changesWanted(input) };
		const { changed, removed, ...rest } = await readFolderChanges(context, find, reading);
		const pause = createPauses();
		const own = forModel && changed.length > 1 ? await ownAddress(context) : undefined;
		let isCut = false;
		const emails = await mapWithPauses(
			changed,
			async ({ entry: mail, folderItemId }) => {
				const json = await toMessageJson(mail, output, pause, { forModel });
				isCut ||= forModel && json.truncated === true;
				return { ...(forModel ? asListed(json, mail.message, own) : json), folderItemId };
			},
			pause,
		);
		const gone = removed.map((folderItemId) => ({ folderItemId }));
		return notices.cut(
			toChangeItems(emails, gone, rest),
			isCut && BODIES_CUT,
			// It has to name one, and takes the changes for those of it.
			forModel && input.position !== undefined && 'Folder was not used: Position keeps its own.',
		);
	},
});
