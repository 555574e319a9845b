import { z } from 'zod';
import { optionalText, returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { searchOption } from '../../fields/listOptions';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { present, teamMemberShape } from '../../records';
import { rowLimit } from '../../schemas/listOptions';

export const listTeamMembers = defineCollectionOperation({
	id: 'listTeamMembers',
	label: 'List Team Members',
	action: 'List the people of the team and return ID and email and name and role of each',
	summary: 'Read who works in the account',
	fields: [returnAllField, limitField, searchOption],
	input: z.object({ ...returnAllAndLimit, search: optionalText }),
	async run({ search, ...range }, { api }) {
		const members = await api.list(collectionPath`/team_members`, teamMemberShape, {
			query: { q: search },
			limit: rowLimit(range),
		});
		return members.map((member) => ({ json: present(member) }));
	},
});
