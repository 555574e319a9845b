import { explain } from '../../../shared/http/failures';
import { byModel, required } from '../../../shared/step/field';
import { choice, text } from '../../../shared/step/fieldKinds';
import { teamMemberItem, toItem } from '../../api/items';
import { given } from '../../api/records';
import { requiredEmail } from '../../clients/email';
import { ROLES } from '../../fields/teamMember';
import { defineCollectionOperation } from '../../operation';
import { postTeamMemberOnce } from '../../team/team';

export const inviteTeamMember = defineCollectionOperation({
	label: 'Invite Team Member',
	action: 'Invite a team member',
	summary: 'Add a person to the account by an invitation email; takes one of its seats',
	returns: 'the person',
	toolText: 'The person gets an email immediately, and can then read what the role allows.',
	permission: ['write_team_members'],
	effects: ['inviteTeamMember'],
	output: teamMemberItem,
	fields: [
		text('email', 'Email', 'Where the invitation goes', {
			required: true,
			placeholder: 'e.g. olive@contoso.com',
			input: requiredEmail,
			byModel: true,
		}),
		required(byModel(text('name', 'Name', 'Full name of the person', 'e.g. Olive Owner'))),
		choice('role', 'Role', 'What the team member may do; only an Admin may change settings', {
			options: ROLES,
			default: 'viewer',
			byModel: true,
		}),
		text('phone', 'Phone', 'Phone number of the person', 'e.g. +1 425 555 0100'),
		text('message', 'Personal Message', 'Text that goes into the invitation', {
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Welcome to the team!',
			byModel: true,
		}),
	],
	// The first one of an email is invited.
	inTurnBy: ({ email }) => email.toLowerCase(),
	async run({ email, name, role, phone, message }, context) {
		const rest = given({ phone, personal_message: message });
		const person = { email, full_name: name, role, ...rest };
		const invited = await postTeamMemberOnce(context.api, person).catch(
			explain({ rejected: 'If the person is in the account already, use Update Team Member.' }),
		);
		return [toItem(invited)];
	},
});
