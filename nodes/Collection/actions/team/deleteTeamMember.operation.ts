import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { teamMemberField } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { teamMemberInput } from '../../schemas/references';
import { teamMemberIdOf } from '../../team';

export const deleteTeamMember = defineCollectionOperation({
	id: 'deleteTeamMember',
	label: 'Delete Team Member',
	action: 'Remove a person from the team for good by ID or email and return the ID',
	summary: 'Take a person out of the account',
	fields: [teamMemberField],
	input: z.object({ member: teamMemberInput }),
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		await api.remove(collectionPath`/team_members/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});
