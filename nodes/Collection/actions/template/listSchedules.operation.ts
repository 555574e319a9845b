import { z } from 'zod';
import { returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { namedShape, present } from '../../records';
import { rowLimit } from '../../schemas/listOptions';

export const listSchedules = defineCollectionOperation({
	id: 'listSchedules',
	label: 'List Communication Schedules',
	action: 'List the schedules of reminders that clients get and return ID and name of each',
	summary: 'Read the reminder schedules of the account',
	fields: [returnAllField, limitField],
	input: z.object(returnAllAndLimit),
	async run(range, { api }) {
		const limit = rowLimit(range);
		const rows = await api.list(collectionPath`/communication_templates`, namedShape, { limit });
		return rows.map((row) => ({ json: present(row) }));
	},
});
