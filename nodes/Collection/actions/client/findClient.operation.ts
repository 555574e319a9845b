import { text } from '../../../shared/step/fieldKinds';
import { DEFAULT_LIMIT } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { clientItem, toItem } from '../../api/items';
import { findClients } from '../../clients/clients';
import { personSearch } from '../../clients/email';
import { defineCollectionOperation } from '../../operation';

export const findClient = defineCollectionOperation({
	label: 'Find Client',
	action: 'Find clients',
	summary: 'Look for clients by exact email or by a part of the name',
	returns: 'one item for each client found',
	toolText: 'An email has to be whole; a part of a name is enough. List Clients reads all.',
	permission: ['read_clients'],
	effects: [],
	output: clientItem,
	fields: [
		text('search', 'Email or Name', 'A whole email address, or a part of the name', {
			required: true,
			placeholder: 'e.g. pat@example.com',
			input: personSearch,
			byModel: true,
		}),
	],
	explain: { search: explainLiteral },
	async run({ search }, { api, notices }) {
		const all = await findClients(api, search);
		const found = notices.forModel ? all.slice(0, DEFAULT_LIMIT) : all;
		const these = `the first ${found.length} of ${all.length} clients`;
		const advice = `Only ${these} are returned: write more of the name, or the whole email.`;
		return notices.cut(found.map(toItem), found.length < all.length && advice);
	},
});
