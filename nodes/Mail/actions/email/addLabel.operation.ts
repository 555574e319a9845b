import { z } from 'zod';
import { flag, requiredText } from '../../../shared/inputSchemas';
import { changeLabels, resolveLabels, withLabels } from '../../email/labels';
import { labelField } from '../../fields/label';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';
import { labelInput } from '../../schemas/label';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const addLabel = defineMailOperation({
	id: 'addLabel',
	label: 'Add Label',
	action: 'Add a label to an email and keep its other labels',
	summary: 'Add one or more labels (categories) to an email and keep the ones it has',
	fields: [
		messageIdField,
		labelField,
		{
			displayName: 'Create Missing Labels',
			name: 'createMissing',
			type: 'boolean',
			default: false,
			description: "Whether to put a label that the mailbox does not have on the mailbox's list",
		},
	],
	input: z.object({ messageId: requiredText, label: labelInput, createMissing: flag }),
	key: ({ messageId }) => messageId,
	async run({ messageId, label, createMissing }, { graph }) {
		const added = label.fromList
			? label.names
			: await resolveLabels(graph, label.names, createMissing);
		const labels = await changeLabels(graph, messageId, (current) => withLabels(current, added));
		return [{ json: { id: messageId, labels } }];
	},
});
