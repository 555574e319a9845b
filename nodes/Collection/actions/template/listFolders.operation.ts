import { z } from 'zod';
import { returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { namedShape, present } from '../../records';
import { rowLimit } from '../../schemas/listOptions';

export const listFolders = defineCollectionOperation({
	id: 'listFolders',
	label: 'List Folders',
	action: 'List the folders that requests can be put in and return ID and name of each',
	summary: 'Read the folders of the account',
	fields: [returnAllField, limitField],
	input: z.object(returnAllAndLimit),
	async run(range, { api }) {
		const limit = rowLimit(range);
		const rows = await api.list(collectionPath`/folders`, namedShape, { limit });
		return rows.map((row) => ({ json: present(row) }));
	},
});
