import type { InputOf } from '../../shared/step/field';
import { byModel } from '../../shared/step/field';
import { optionalChoice, text } from '../../shared/step/fieldKinds';
import { wantedText } from '../../shared/step/inputSchemas';

export const search = byModel(
	text('search', 'Search', 'Text to look for, as the search box of Content Snare does', {
		placeholder: 'e.g. Contoso',
		input: wantedText,
	}),
);

export const order = [
	text(
		'sortBy',
		'Sort By',
		'Name of the column to sort by, as it is called in the output',
		'e.g. full_name',
	),
	optionalChoice('sortDirection', 'Sort Direction', 'Ascending or descending', {
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'asc',
	}),
] as const;

/** The order under the API's names; a direction needs a column. */
export function toSortQuery({ sortBy, sortDirection }: InputOf<typeof order>) {
	return sortBy === undefined ? {} : { sort_by: sortBy, sort_direction: sortDirection ?? 'asc' };
}
