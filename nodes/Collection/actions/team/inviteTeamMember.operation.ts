import { choice, field } from '../../../shared/field';
import { optionalText, requiredText } from '../../../shared/inputSchemas';
import { requiredEmail } from '../../email';
import { ROLES } from '../../fields/teamMember';
import { teamMemberItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { given } from '../../records';
import { postTeamMemberOnce } from '../../team';

export const inviteTeamMember = defineCollectionOperation({
	id: 'inviteTeamMember',
	label: 'Invite Team Member',
	action: 'Invite a team member at once',
	summary: 'Add a person to the account by an invitation mail; takes one of its seats',
	returns: 'the person',
	permission: ['write_team_members'],
	output: teamMemberItem,
	fields: [
		field(
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. olive@contoso.com',
				description: 'Where the invitation goes',
			},
			requiredEmail,
		),
		field(
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. Olive Owner',
				description: 'Full name of the person',
			},
			requiredText,
		),
		choice({
			displayName: 'Role',
			name: 'role',
			type: 'options',
			options: ROLES,
			default: 'viewer',
			description: 'What the team member may do; only an Admin may change settings',
		}),
		field(
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. +1 425 555 0100',
				description: 'Phone number of the person',
			},
			optionalText,
		),
		field(
			{
				displayName: 'Personal Message',
				name: 'message',
				type: 'string',
				typeOptions: { rows: 2 },
				default: '',
				placeholder: 'e.g. Welcome to the team!',
				description: 'Text that goes into the invitation',
			},
			optionalText,
		),
	],
	async run({ email, name, role, phone, message }, { api }) {
		const rest = given({ phone, personal_message: message });
		return [toItem(await postTeamMemberOnce(api, { email, full_name: name, role, ...rest }))];
	},
});
