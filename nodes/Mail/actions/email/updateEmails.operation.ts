import type { Message } from '@microsoft/microsoft-graph-types';
import { z } from 'zod';
import { anything } from '../../../shared/provider/understand';
import { runForEach } from '../../../shared/step/eachId';
import { changed } from '../../../shared/step/field';
import { requiredChoice } from '../../../shared/step/fieldKinds';
import { resolveFolder } from '../../email/folders';
import { addLabels, removeLabels } from '../../email/labels';
import { moveMessage, moveToDeletedItems } from '../../email/moveMessage';
import { folder, optionalFolder } from '../../fields/folder';
import { createMissing, label, optionalLabelNames } from '../../fields/label';
import { messageIds } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** What a change writes that is the same for every email: https://learn.microsoft.com/graph/api/message-update */
const WRITTEN = {
	complete: { flag: { flagStatus: 'complete' } },
	flag: { flag: { flagStatus: 'flagged' } },
	read: { isRead: true },
	unflag: { flag: { flagStatus: 'notFlagged' } },
	unread: { isRead: false },
} satisfies Record<string, Message>;

/** @see https://learn.microsoft.com/graph/json-batching */
export const updateEmails = defineMailOperation({
	label: 'Update Emails',
	action: 'Update several emails',
	summary: 'Move, mark, flag, label or delete several emails at once, by their IDs',
	returns: 'one item for each email: its ID, whether it was done, and if not, why',
	toolText:
		'Use it instead of one call for each email: up to 1,000 IDs. Each one says for itself whether it worked.',
	permission: [
		'Mail.ReadWrite',
		'MailboxSettings.Read for Add Label',
		'MailboxSettings.ReadWrite for Create Missing Labels',
	],
	effects: ['updateMessage', 'moveMessage', 'createLabel'],
	output: z.object({
		done: z.boolean(),
		/** A dry run kept it from being done; absent otherwise. */
		dryRun: z.literal(true).optional(),
		/** Why it was not done; absent where it was. */
		problem: z.string().optional(),
		id: z.string(),
	}),
	fields: [
		messageIds,
		requiredChoice('change', 'Change', 'What to do with each of the emails', {
			options: {
				addLabel: 'Add Label',
				delete: { name: 'Delete', description: 'They go to Deleted Items' },
				flag: 'Flag',
				complete: { name: 'Mark as Complete', description: 'The flag for follow-up' },
				read: 'Mark as Read',
				unread: 'Mark as Unread',
				move: 'Move to Folder',
				unflag: 'Remove Flag',
				removeLabel: 'Remove Label',
			},
			byModel: true,
		}),
		changed(
			folder,
			{
				displayOptions: { show: { change: ['move'] } },
				description: 'The folder to move the emails to',
				byModel:
					'For move: name of a standard folder, as Archive, or the path of another one, as Inbox/Customers; else empty',
			},
			optionalFolder.input,
		),
		changed(
			label,
			{
				displayOptions: { show: { change: ['addLabel', 'removeLabel'] } },
				description: 'The label to add or remove, called category in Outlook',
				byModel: 'For addLabel and removeLabel: name of the label; else empty',
			},
			optionalLabelNames,
		),
		changed(createMissing, { displayOptions: { show: { change: ['addLabel'] } } }),
	],
	rules: [
		{
			holds: ({ change, folder }) => change !== 'move' || folder !== undefined,
			field: 'folder',
			message: 'is required to move emails',
		},
		{
			holds: ({ change, label }) => !/Label$/.test(change) || label !== undefined,
			field: 'label',
			message: 'is required to add or remove labels',
		},
	],
	// Several items may name the same email.
	oneByOne: true,
	async run({ messageIds, folder, label, createMissing, ...input }, { graph }, inTurn) {
		const goal =
			folder && input.change === 'move' ? await resolveFolder(graph, folder, 'folder') : '';
		const named = label ?? { names: [], fromList: false };
		const change = async (id: string) => {
			switch (input.change) {
				case 'addLabel':
					return await addLabels(graph, id, named, createMissing);
				case 'removeLabel':
					return await removeLabels(graph, id, named.names);
				case 'move':
					return await moveMessage(graph, id, goal);
				case 'delete':
					return await moveToDeletedItems(graph, id);
				default:
					return await graph.patch(mailPath`/messages/${id}`, WRITTEN[input.change], anything);
			}
		};
		return await runForEach(messageIds, async (id) => {
			// As in Add Label and in Move Email to Folder.
			await inTurn(id, async () => await change(id));
			return [{ json: { done: true, id } }];
		});
	},
});
