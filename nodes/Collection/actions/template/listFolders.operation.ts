import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { namedItem, toItems } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { namedShape } from '../../api/records';
import { defineCollectionOperation } from '../../operation';

export const listFolders = defineCollectionOperation({
	label: 'List Folders',
	action: 'List folders of requests',
	summary: 'Read the folders of the account',
	returns: 'ID and name of each folder',
	toolText: 'Folders hold requests.',
	permission: ['read_requests'],
	effects: [],
	output: namedItem,
	fields: returnAllFields,
	async run(wanted, { api, notices }) {
		const options = { limit: limitOf(wanted), isCommon: true };
		const found = await api.collect(collectionPath`/folders`, namedShape, options);
		return toItems(found, 'folders', notices);
	},
});
