import { field } from '../../../shared/field';
import { flag } from '../../../shared/inputSchemas';
import { changeLabels, labelledItem, resolveLabels, withLabels } from '../../email/labels';
import { label } from '../../fields/label';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const addLabel = defineMailOperation({
	id: 'addLabel',
	label: 'Add Label',
	action: 'Add a label to an email',
	summary: 'Add one or more labels (categories) to an email and keep the ones it has',
	returns: 'ID and labels of the email',
	permission: [
		'Mail.ReadWrite',
		'MailboxSettings.Read',
		'MailboxSettings.ReadWrite for Create Missing Labels',
	],
	output: labelledItem,
	fields: [
		messageId,
		label,
		field(
			{
				displayName: 'Create Missing Labels',
				name: 'createMissing',
				type: 'boolean',
				default: false,
				description: "Whether to put a label that the mailbox does not have on the mailbox's list",
			},
			flag,
		),
	],
	key: ({ messageId }) => messageId,
	async run({ messageId, label, createMissing }, { graph }) {
		const labels = await changeLabels(graph, messageId, async (present) => {
			const named = label.fromList
				? label.names
				: await resolveLabels(graph, label.names, createMissing, present);
			return withLabels(present, named);
		});
		return [{ json: { id: messageId, labels } }];
	},
});
