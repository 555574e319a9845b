import type { z } from 'zod';
import { InvalidInput } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import { createOnce } from '../api/createOnce';
import { collectionPath } from '../api/paths';
import { teamMemberShape } from '../api/records';
import type { PersonReference } from '../clients/references';

type TeamMember = z.output<typeof teamMemberShape>;

async function findByEmail(api: CollectionClient, email: string): Promise<TeamMember | undefined> {
	// The API searches team members by name and phone only.
	const [found] = await api.list(collectionPath`/team_members`, teamMemberShape, {
		where: (member) => isSameText(member.email, email),
		limit: 1,
	});
	return found;
}

/**
 * The ID of the team member the user named. An email is looked for once in a run: nobody has it any more once the item
 * before took the person out.
 * @throws InvalidInput when nobody in the team has the email.
 */
export async function teamMemberIdOf(
	api: CollectionClient,
	{ by, value }: PersonReference,
): Promise<string> {
	return by === 'id' ? value : await idByEmail(api, value.toLowerCase());
}

const idByEmail = rememberPerRun(async (api: CollectionClient, email: string) => {
	const member = await findByEmail(api, email);
	if (member) return member.id;
	throw new InvalidInput('nobody in the team has this email', 'member', 'Check the spelling.');
});

/** Invites a person into the team, at most once. */
export async function postTeamMemberOnce(
	api: CollectionClient,
	invitation: Record<'email' | 'full_name' | 'role', string> & Record<string, unknown>,
): Promise<TeamMember> {
	return await createOnce({
		what: 'team member',
		create: async () => await api.post(collectionPath`/team_members`, invitation, teamMemberShape),
		async lookUp() {
			const found = await findByEmail(api, invitation.email);
			// Somebody of another name or role was there before: nobody was invited.
			const isInvited =
				isSameText(found?.full_name, invitation.full_name) && found?.role === invitation.role;
			return isInvited ? found : undefined;
		},
		hint: 'Look for the email in the team settings of Content Snare before running the step again.',
	});
}
