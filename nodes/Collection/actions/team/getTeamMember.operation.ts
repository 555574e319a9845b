import { collectionPath } from '../../api/paths';
import { teamMember } from '../../fields/teamMember';
import { teamMemberItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { teamMemberShape } from '../../records';
import { teamMemberIdOf } from '../../team';

export const getTeamMember = defineCollectionOperation({
	id: 'getTeamMember',
	label: 'Get Team Member',
	action: 'Get a team member',
	summary: 'Read one team member by ID or email',
	returns: 'the person, with role and state',
	permission: ['read_team_members'],
	output: teamMemberItem,
	fields: [teamMember],
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		return [toItem(await api.get(collectionPath`/team_members/${id}`, teamMemberShape))];
	},
});
