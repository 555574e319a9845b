import { toggleOn } from '../../../shared/step/fieldKinds';
import { attachmentItem, chooseAttachments, toAttachmentJson } from '../../attachments/attachment';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-list-attachments */
export const listAttachments = defineMailOperation({
	label: 'List Attachments',
	action: 'List attachments of an email',
	summary: 'Names, types, sizes and IDs of the attachments, without the files',
	returns: 'ID, name, type and size of each attachment',
	toolText:
		'An email without attachments returns none. Inline pictures count too, unless they are left out.',
	permission: ['Mail.Read'],
	effects: [],
	output: attachmentItem,
	fields: [
		messageId,
		toggleOn(
			'includeInline',
			'Include Inline',
			'Whether to list images inside the text as well, such as those of signatures',
		),
	],
	async run({ messageId, includeInline }, { graph }) {
		const { chosen } = await chooseAttachments(graph, messageId, undefined, includeInline);
		return chosen.map((attachment) => ({ json: toAttachmentJson(messageId, attachment) }));
	},
});
