import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { teamMemberField } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { present, teamMemberShape } from '../../records';
import { teamMemberInput } from '../../schemas/references';
import { teamMemberIdOf } from '../../team';

export const getTeamMember = defineCollectionOperation({
	id: 'getTeamMember',
	label: 'Get Team Member',
	action: 'Get one person of the team by ID or email with role and whether active',
	summary: 'Read one team member',
	fields: [teamMemberField],
	input: z.object({ member: teamMemberInput }),
	async run({ member }, { api }) {
		const id = await teamMemberIdOf(api, member);
		return [{ json: present(await api.get(collectionPath`/team_members/${id}`, teamMemberShape)) }];
	},
});
