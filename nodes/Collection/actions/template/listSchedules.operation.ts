import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { collectionPath } from '../../api/paths';
import { namedItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { namedShape } from '../../records';

export const listSchedules = defineCollectionOperation({
	id: 'listSchedules',
	label: 'List Communication Schedules',
	action: 'List communication schedules',
	summary: 'Read the reminder schedules of the account',
	returns: 'ID and name of each schedule',
	permission: ['read_requests'],
	output: namedItem,
	fields: returnAllFields,
	async run(wanted, { api }) {
		const limit = limitOf(wanted);
		return (await api.list(collectionPath`/communication_templates`, namedShape, { limit })).map(
			toItem,
		);
	},
});
