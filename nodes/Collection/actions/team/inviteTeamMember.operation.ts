import { z } from 'zod';
import { optionalText, requiredText } from '../../../shared/inputSchemas';
import { roleField } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { given } from '../../requests';
import { requiredEmail } from '../../schemas/email';
import { inviteTeamMember as invite } from '../../team';

export const inviteTeamMember = defineCollectionOperation({
	id: 'inviteTeamMember',
	label: 'Invite Team Member',
	action:
		'Invite a person into the team by mail with email and name and role and return the member',
	summary: 'Add a person to the account; takes one of its seats',
	fields: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. olive@contoso.com',
			description: 'Where the invitation goes',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Olive Owner',
			description: 'Full name of the person',
		},
		roleField,
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			description: 'Phone number of the person',
		},
		{
			displayName: 'Personal Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			description: 'Text that goes into the invitation',
		},
	],
	input: z.object({
		email: requiredEmail,
		name: requiredText,
		role: z.enum(['admin', 'editor', 'reviewer', 'viewer']),
		phone: optionalText,
		message: optionalText,
	}),
	async run({ email, name, role, phone, message }, { api }) {
		const optional = given({ phone, personal_message: message });
		const member = await invite(api, { email, full_name: name, role, ...optional });
		return [{ json: present(member) }];
	},
});
