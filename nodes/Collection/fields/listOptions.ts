import { InvalidInput } from '../../shared/http/failures';
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
		options: { asc: 'Ascending', desc: 'Descending' },
		default: 'asc',
	}),
] as const;

/**
 * The order under the API's names.
 * @throws InvalidInput for a direction without a column: which one the API sorts by then is not documented.
 */
export function toSortQuery({ sortBy, sortDirection }: InputOf<typeof order>) {
	if (sortBy === undefined && sortDirection !== undefined) {
		throw new InvalidInput('is required for a Sort Direction', 'sortBy');
	}
	return sortBy === undefined ? {} : { sort_by: sortBy, sort_direction: sortDirection ?? 'asc' };
}
