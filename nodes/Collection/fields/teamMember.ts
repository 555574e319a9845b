import { locator } from '../../shared/step/fieldKinds';
import { requiredPerson } from '../clients/references';

export const teamMemberModes = {
	list: { holds: 'a team member', searchListMethod: 'searchTeamMembers' },
	entered: {
		email: 'e.g. olive@contoso.com',
		id: { hint: 'List Team Members returns it in "id"' },
	},
};

/** The team member that a step works on. */
export const teamMember = locator(
	'member',
	'Team Member',
	'The team member: chosen from the list, or given by email or ID',
	{
		required: true,
		...teamMemberModes,
		input: requiredPerson,
		byModel: 'ID of the team member, as List Team Members returns it, or the email',
	},
);

export const ROLES = { admin: 'Admin', editor: 'Editor', reviewer: 'Reviewer', viewer: 'Viewer' };
