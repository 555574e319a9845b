import { labelItem, readLabels } from '../../email/labels';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/outlookuser-list-mastercategories */
export const listLabels = defineMailOperation({
	label: 'List Labels',
	action: 'List labels',
	summary: 'List all labels (categories) that the mailbox offers',
	returns: 'name and color of each label',
	toolText: 'Use it before Add Label where a name is not known.',
	permission: ['MailboxSettings.Read'],
	effects: [],
	output: labelItem,
	modelKeys: ['name', 'color'],
	fields: [],
	async run(_input, { graph }) {
		const labels = await readLabels(graph);
		return labels.map(({ id, displayName: name, color }) => ({
			json: { id, name, color: color ?? undefined },
		}));
	},
});
