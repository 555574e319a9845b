import { changed } from '../../../shared/step/field';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { teamMemberItem, toItems } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { teamMemberShape } from '../../api/records';
import { search } from '../../fields/listOptions';
import { defineCollectionOperation } from '../../operation';

export const listTeamMembers = defineCollectionOperation({
	label: 'List Team Members',
	action: 'List team members',
	summary: 'Read who works in the account',
	returns: 'one item for each person',
	toolText: 'These are the people who work in the account, not its clients.',
	permission: ['read_team_members'],
	effects: [],
	output: teamMemberItem,
	fields: [changed(search, { placeholder: 'e.g. Olive' }), ...returnAllFields],
	explain: { search: explainLiteral },
	async run({ search: q, ...wanted }, { api, notices }) {
		const options = { query: { q }, limit: limitOf(wanted), isCommon: q === undefined };
		const found = await api.collect(collectionPath`/team_members`, teamMemberShape, options);
		return toItems(found, 'team members', notices, 'Search');
	},
});
