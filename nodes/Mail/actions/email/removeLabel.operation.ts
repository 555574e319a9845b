import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { changeLabels, isSameLabel } from '../../email/labels';
import { labelField } from '../../fields/label';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';
import { labelInput } from '../../schemas/label';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const removeLabel = defineMailOperation({
	id: 'removeLabel',
	label: 'Remove Label',
	action: 'Remove a label from an email and keep its other labels',
	summary: 'Remove one or more labels (categories) from an email; absent ones are no error',
	fields: [messageIdField, labelField],
	input: z.object({ messageId: requiredText, label: labelInput }),
	key: ({ messageId }) => messageId,
	async run({ messageId, label }, { graph }) {
		const labels = await changeLabels(graph, messageId, (current) =>
			current.filter((name) => !label.names.some((removed) => isSameLabel(name, removed))),
		);
		return [{ json: { id: messageId, labels } }];
	},
});
