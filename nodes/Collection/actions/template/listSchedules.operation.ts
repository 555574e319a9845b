import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { namedItem, toItems } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { namedShape } from '../../api/records';
import { defineCollectionOperation } from '../../operation';

export const listSchedules = defineCollectionOperation({
	label: 'List Communication Schedules',
	action: 'List communication schedules',
	summary: 'Read the reminder schedules of the account',
	returns: 'ID and name of each schedule',
	toolText: 'A schedule says when a client is reminded.',
	permission: ['read_requests'],
	effects: [],
	output: namedItem,
	fields: returnAllFields,
	async run(wanted, { api, notices }) {
		const options = { limit: limitOf(wanted), isCommon: true };
		const path = collectionPath`/communication_templates`;
		return toItems(await api.collect(path, namedShape, options), 'schedules', notices);
	},
});
