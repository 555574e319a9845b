import { collectionPath } from '../../api/paths';
import { teamMember } from '../../fields/teamMember';
import { teamMemberItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { teamMemberShape } from '../../records';
import { teamMemberIdOf } from '../../team';

export const getTeamMember = defineCollectionOperation({
	id: 'getTeamMember',
	label: 'Get Team Member',
	action: 'Get one person of the team by ID or email with role and whether active',
	summary: 'Read one team member',
	returns: 'the person, with role and state',
	permission: ['read_team_members'],
	output: teamMemberItem,
	fields: [teamMember],
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		return [toItem(await api.get(collectionPath`/team_members/${id}`, teamMemberShape))];
	},
});
