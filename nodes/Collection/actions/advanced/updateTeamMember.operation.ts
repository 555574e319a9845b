import { optionalChoice } from '../../../shared/step/fieldKinds';
import { teamMemberItem, toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { anyRecord, given } from '../../api/records';
import { ROLES, teamMember } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { teamMemberIdOf } from '../../team/team';

export const updateTeamMember = defineCollectionOperation({
	label: 'Update Team Member',
	action: 'Update a team member',
	summary: 'Change what a team member may do',
	returns: 'the person',
	toolText: 'It changes what the person may see and do.',
	permission: ['write_team_members', 'read_team_members for a person by email'],
	effects: ['updateTeamMember'],
	output: teamMemberItem,
	fields: [
		teamMember,
		optionalChoice(
			'role',
			'Role',
			'What the team member may do; only an Admin may change settings',
			{
				options: { ...ROLES, unchanged: 'Unchanged' },
				default: 'unchanged',
				byModel: true,
			},
		),
		optionalChoice('access', 'Access', 'Whether the team member can sign in', {
			options: { allowed: 'Allowed', blocked: 'Blocked', unchanged: 'Unchanged' },
			default: 'unchanged',
			byModel: true,
		}),
	],
	rules: [
		{
			holds: ({ role, access }) => role !== undefined || access !== undefined,
			field: 'role',
			message: `choose a Role (${Object.keys(ROLES).join(', ')}) or an Access (allowed, blocked): nothing would change`,
		},
	],
	// The last one counts.
	inTurnBy: ({ member: { value } }) => value.toLowerCase(),
	async run({ member, role, access }, { api }) {
		const id = await teamMemberIdOf(api, member);
		const changes = given({
			role,
			active: access === undefined ? undefined : access === 'allowed',
		});
		const updated = await api.put(collectionPath`/team_members/${id}`, changes, anyRecord);
		return [toItem({ ...updated, id })];
	},
});
