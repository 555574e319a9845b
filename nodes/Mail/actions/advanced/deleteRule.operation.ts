import { deletedItem } from '../../../shared/step/outputs';
import { rule } from '../../fields/rule';
import { removeRule } from '../../mailbox/rules';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/messagerule-delete */
export const deleteRule = defineMailOperation({
	label: 'Delete Rule',
	action: 'Delete an inbox rule permanently',
	summary: 'Delete a rule for incoming emails; emails stay where it put them',
	returns: 'the ID, and that it was deleted',
	toolText: 'List Rules has the IDs.',
	permission: ['MailboxSettings.ReadWrite'],
	effects: ['deleteRule'],
	output: deletedItem,
	fields: [rule],
	async run({ rule: { value: id } }, { graph }) {
		await removeRule(graph, id);
		return [{ json: { id, deleted: true } }];
	},
});
