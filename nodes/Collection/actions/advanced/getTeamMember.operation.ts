import { teamMemberItem, toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { teamMemberShape } from '../../api/records';
import { teamMember } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { teamMemberIdOf } from '../../team/team';

export const getTeamMember = defineCollectionOperation({
	label: 'Get Team Member',
	action: 'Get a team member',
	summary: 'Read one team member by ID or email',
	returns: 'the person, with role and state',
	toolText: 'Find Client looks for clients; these are the people who work in the account.',
	permission: ['read_team_members'],
	effects: [],
	output: teamMemberItem,
	fields: [teamMember],
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		return [toItem(await api.get(collectionPath`/team_members/${id}`, teamMemberShape))];
	},
});
