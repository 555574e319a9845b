import { deletedItem } from '../../../shared/step/outputs';
import { collectionPath } from '../../api/paths';
import { teamMember } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { teamMemberIdOf } from '../../team/team';

export const deleteTeamMember = defineCollectionOperation({
	label: 'Delete Team Member',
	action: 'Delete a team member permanently',
	summary: 'Take a person out of the account; it cannot be undone',
	returns: 'the ID, and that it was deleted',
	toolText: 'List Team Members has the IDs.',
	permission: ['write_team_members', 'read_team_members for a person by email'],
	effects: ['deleteTeamMember'],
	output: deletedItem,
	fields: [teamMember],
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		await api.remove(collectionPath`/team_members/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});
