import { changed } from '../../../shared/field';
import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { collectionPath } from '../../api/paths';
import { search } from '../../fields/listOptions';
import { teamMemberItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { teamMemberShape } from '../../records';

export const listTeamMembers = defineCollectionOperation({
	id: 'listTeamMembers',
	label: 'List Team Members',
	action: 'List team members',
	summary: 'Read who works in the account',
	returns: 'one item for each person',
	permission: ['read_team_members'],
	output: teamMemberItem,
	fields: [changed(search, { placeholder: 'e.g. Olive' }), ...returnAllFields],
	async run({ search: q, ...wanted }, { api }) {
		const options = { query: { q }, limit: limitOf(wanted) };
		const members = await api.list(collectionPath`/team_members`, teamMemberShape, options);
		return members.map(toItem);
	},
});
