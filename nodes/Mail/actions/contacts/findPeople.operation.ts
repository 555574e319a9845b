import { text, toggle } from '../../../shared/step/fieldKinds';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { findPeople as find, personItem } from '../../contacts/people';
import { personText } from '../../email/personText';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-people */
export const findPeople = defineMailOperation({
	label: 'Find People',
	action: 'Find people by relevance',
	summary: 'People and groups the mailbox writes and meets with, also misspelled, nearest first',
	returns: 'one item for each person or group, the most relevant first',
	toolText: 'Use it to turn a name into an address. Find Contact looks in the saved contacts only.',
	permission: ['People.Read'],
	effects: [],
	output: personItem,
	modelKeys: Object.keys(personItem.omit({ id: true }).shape),
	fields: [
		text(
			'search',
			'Search',
			'Name or address, or its beginning; similar ones are found too. Leave empty for those most written to.',
			{
				placeholder: 'e.g. Ann Lee',
				input: personText.refine(
					(text = '') => !/^[*?%]+$/.test(text),
					'finds nobody by * alone: leave it empty for all',
				),
				byModel: true,
			},
		),
		toggle(
			'includeDirectory',
			'Include Directory',
			'Whether to look among all people of the organization, too',
			{ byModel: true },
		),
		...returnAllFields,
	],
	explain: { search: explainLiteral },
	async run({ search, includeDirectory, ...wanted }, { graph, mailbox, notices }) {
		const limit = limitOf(wanted);
		const { people, complete } = await find(graph, { search, includeDirectory, limit, mailbox });
		const results = people.map((json) => ({ json }));
		const cut =
			!complete && limitReached(`${results.length} people`, notices, 'search more exactly');
		return notices.cut(results, cut);
	},
});
