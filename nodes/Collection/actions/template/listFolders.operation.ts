import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { namedItem, toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { namedShape } from '../../api/records';
import { defineCollectionOperation } from '../../operation';

export const listFolders = defineCollectionOperation({
	id: 'listFolders',
	label: 'List Folders',
	action: 'List folders of requests',
	summary: 'Read the folders of the account',
	returns: 'ID and name of each folder',
	toolText: 'Folders hold requests.',
	permission: ['read_requests'],
	effects: [],
	output: namedItem,
	fields: returnAllFields,
	async run(wanted, { api }) {
		const limit = limitOf(wanted);
		return (await api.list(collectionPath`/folders`, namedShape, { limit })).map(toItem);
	},
});
