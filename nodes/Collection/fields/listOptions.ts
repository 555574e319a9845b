import type { InputOf } from '../../shared/field';
import { field, optionalChoice } from '../../shared/field';
import { optionalText, wantedText } from '../../shared/inputSchemas';

export const search = field(
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contoso',
		description: 'Text to look for, as the search box of Content Snare does',
	},
	wantedText,
);

/** The order of a list. */
export const order = [
	field(
		{
			displayName: 'Sort By',
			name: 'sortBy',
			type: 'string',
			default: '',
			placeholder: 'e.g. full_name',
			description: 'Name of the column to sort by, as it is called in the output',
		},
		optionalText,
	),
	optionalChoice({
		displayName: 'Sort Direction',
		name: 'sortDirection',
		type: 'options',
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'asc',
		description: 'Which end of the column comes first',
	}),
] as const;

/** The order under the API's names; a direction needs a column. */
export function toSortQuery({ sortBy, sortDirection }: InputOf<typeof order>) {
	return sortBy === undefined ? {} : { sort_by: sortBy, sort_direction: sortDirection ?? 'asc' };
}
