import { z } from 'zod';
import { createPauses, mapWithPauses } from '../../../shared/html/pauses';
import { byModel, changed, collection } from '../../../shared/step/field';
import { choice, text } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { resolveFolder } from '../../email/folders';
import { messageItem } from '../../email/message';
import {
	explainPosition,
	isPosition,
	notAPosition,
	readFolderChanges,
	readFolderContent,
} from '../../email/messageChanges';
import { asListed, listOutput, messageQuery, toMessageJson } from '../../email/messageOutput';
import { folder } from '../../fields/folder';
import { chosenProperties, listedBody, maxBodyLength, simplify } from '../../fields/output';
import { ownAddress } from '../../graph/ownAddress';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-delta */
export const getChanges = defineMailOperation({
	id: 'getChanges',
	label: 'Get Changes',
	action: 'Get changes of a mail folder',
	summary: 'What is new, changed or gone in a folder since an earlier run, for backups and syncs',
	returns:
		'one item for each email, whether it was changed or removed; the last item has the position for the next run',
	toolText:
		'Give the position of the last item to the next call. To look for an email use Find Email.',
	permission: ['Mail.Read'],
	effects: [],
	output: z
		.object({
			/** `changed` (new ones too), `removed` (deleted or moved away); `position` in the last item. */
			change: z.enum(['changed', 'removed', 'position']),
			/** In the last item: how many emails there are before it. */
			changes: z.number().optional(),
			/** In the last item: false when there is more at once, from the position on. */
			complete: z.boolean().optional(),
			/** In the last item: what the next run goes on from. */
			position: z.string().optional(),
		})
		.merge(messageItem.partial())
		.extend({ folderItemId: z.string().optional() }),
	fields: [
		changed(folder, {
			description: 'The folder to begin with, without its subfolders; a position is one of its own',
		}),
		byModel(
			text(
				'position',
				'Position',
				'The "position" in the last item of the run before, kept by your workflow. Leave it empty to begin.',
				{
					page: 'mail.md#get-changes',
					placeholder: 'e.g. https://graph.microsoft.com/v1.0/me/mailFolders/...',
				},
			),
			'The position in the last item of the call before; empty to begin',
		),
		choice('begin', 'Begin', 'What to return where there is no position yet', {
			options: [
				{
					name: 'From Now On',
					value: 'now',
					description: 'Reads the folder and returns only the position',
				},
				{ name: 'With Everything', value: 'everything', description: 'All that is in the folder' },
			],
			default: 'everything',
		}),
		...returnAllFields,
		simplify,
		collection(
			'options',
			'Options',
			'What is returned of each email. A position keeps what it began with.',
			[listedBody, chosenProperties, maxBodyLength],
		),
	],
	async run({ folder, position, begin, simplify, options, ...wanted }, context) {
		const { graph, mailbox, notices } = context;
		const { forModel } = notices;
		const output = listOutput({ simplify, options }, notices);
		const positionOnly = position === undefined && begin === 'now';
		const limit = positionOnly ? undefined : limitOf(wanted);
		const reading = { ...messageQuery(output), limit, positionOnly };
		if (position !== undefined && !isPosition(position, mailbox)) throw notAPosition();
		const read =
			position === undefined
				? readFolderContent(graph, await resolveFolder(graph, folder, 'folder'), reading)
				: readFolderChanges(graph, position, reading).catch(explainPosition);
		const { changed, removed, ...rest } = await read;
		const pause = createPauses();
		const own = forModel && changed.length > 1 ? await ownAddress(context) : undefined;
		const emails = await mapWithPauses(
			changed,
			async ({ mail, folderItemId }) => {
				const json = await toMessageJson(mail, output, pause, { forModel });
				return {
					change: 'changed',
					...(forModel ? asListed(json, mail.message, own) : json),
					folderItemId,
				};
			},
			pause,
		);
		const gone = removed.map((folderItemId) => ({ change: 'removed', folderItemId }));
		const items = [...emails, ...gone];
		return [...items, { change: 'position', changes: items.length, ...rest }].map((json) => ({
			json,
		}));
	},
});
