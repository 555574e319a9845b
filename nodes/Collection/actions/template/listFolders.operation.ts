import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { collectionPath } from '../../api/paths';
import { namedItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { namedShape } from '../../records';

export const listFolders = defineCollectionOperation({
	id: 'listFolders',
	label: 'List Folders',
	action: 'List folders of requests',
	summary: 'Read the folders of the account',
	returns: 'ID and name of each folder',
	permission: ['read_requests'],
	output: namedItem,
	fields: returnAllFields,
	async run(wanted, { api }) {
		const limit = limitOf(wanted);
		return (await api.list(collectionPath`/folders`, namedShape, { limit })).map(toItem);
	},
});
