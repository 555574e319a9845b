import { labelledItem, removeLabels } from '../../email/labels';
import { label } from '../../fields/label';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const removeLabel = defineMailOperation({
	label: 'Remove Label',
	action: 'Remove a label from an email',
	summary:
		'Remove one or more labels (categories) from an email, and ignore those it does not have',
	returns: 'ID and labels of the email',
	toolText:
		'Takes the label off this email alone; the label itself stays. Add Label is the opposite.',
	permission: ['Mail.ReadWrite'],
	effects: ['updateMessage'],
	output: labelledItem,
	fields: [messageId, label],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, label }, { graph }) {
		const labels = await removeLabels(graph, messageId, label.names);
		return [{ json: { id: messageId, labels } }];
	},
});
