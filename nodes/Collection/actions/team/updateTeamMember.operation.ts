import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { roleField, teamMemberField } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { anyRecord, present } from '../../records';
import { given } from '../../requests';
import { teamMemberInput } from '../../schemas/references';
import { teamMemberIdOf } from '../../team';

export const updateTeamMember = defineCollectionOperation({
	id: 'updateTeamMember',
	label: 'Update Team Member',
	action: 'Change the role of a team member or block or unblock the access by ID or email',
	summary: 'Change what a team member may do',
	fields: [
		teamMemberField,
		{
			...roleField,
			options: [
				{ name: 'Admin', value: 'admin' },
				{ name: 'Editor', value: 'editor' },
				{ name: 'Reviewer', value: 'reviewer' },
				{ name: 'Unchanged', value: 'unchanged' },
				{ name: 'Viewer', value: 'viewer' },
			],
			default: 'unchanged',
		},
		{
			displayName: 'Access',
			name: 'access',
			type: 'options',
			options: [
				{ name: 'Allowed', value: 'allowed' },
				{ name: 'Blocked', value: 'blocked' },
				{ name: 'Unchanged', value: 'unchanged' },
			],
			default: 'unchanged',
			description: 'Whether the team member can sign in',
		},
	],
	input: z.object({
		member: teamMemberInput,
		role: z.enum(['admin', 'editor', 'reviewer', 'viewer', 'unchanged']),
		access: z.enum(['allowed', 'blocked', 'unchanged']),
	}),
	rules: [
		{
			holds: ({ role, access }) => role !== 'unchanged' || access !== 'unchanged',
			field: 'role',
			message: 'choose what to change: the role or the access',
		},
	],
	async run({ member, role, access }, { api }) {
		const id = await teamMemberIdOf(api, member);
		const changes = given({
			role: role === 'unchanged' ? undefined : role,
			active: access === 'unchanged' ? undefined : access === 'allowed',
		});
		const updated = await api.put(collectionPath`/team_members/${id}`, changes, anyRecord);
		return [{ json: { id, ...present(updated) } }];
	},
});
