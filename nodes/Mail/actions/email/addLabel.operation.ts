import { addLabels, labelledItem } from '../../email/labels';
import { createMissing, label } from '../../fields/label';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const addLabel = defineMailOperation({
	label: 'Add Label',
	action: 'Add a label to an email',
	summary: 'Add one or more labels (categories) to an email and keep the ones it has',
	returns: 'ID and labels of the email',
	toolText: 'Changes this email alone. Use Update Emails for several. List Labels has the names.',
	permission: [
		'Mail.ReadWrite',
		'MailboxSettings.Read',
		'MailboxSettings.ReadWrite for Create Missing Labels',
	],
	effects: ['updateMessage', 'createLabel'],
	output: labelledItem,
	fields: [messageId, label, createMissing],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, label, createMissing }, { graph }) {
		const labels = await addLabels(graph, messageId, label, createMissing);
		return [{ json: { id: messageId, labels } }];
	},
});
