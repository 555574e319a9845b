import { rememberPerRun } from '../../../shared/provider/perRun';
import { deletedItem } from '../../../shared/step/outputs';
import type { CollectionClient } from '../../api/client';
import { collectionPath } from '../../api/paths';
import type { PersonReference } from '../../clients/references';
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
	async run({ member: { by, value } }, { api }) {
		const id = await idOnce(api, by, by === 'email' ? value.toLowerCase() : value);
		await api.remove(collectionPath`/team_members/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

/** Several items may name somebody, who is not found any more by email once the first one is done. */
const idOnce = rememberPerRun(
	async (api: CollectionClient, by: PersonReference['by'], value: string) =>
		await teamMemberIdOf(api, { by, value }),
);
