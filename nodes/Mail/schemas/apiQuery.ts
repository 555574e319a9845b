import { z } from 'zod';
import { jsonObject, optionalText, wholeNumber } from '../../shared/inputSchemas';
import type { Query } from '../graph/odata';
import { searchText } from '../graph/odata';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
	invalid_type_error: 'must be a text, a number, true or false',
});

/** The entries of `apiQueryFields`. */
export const apiQueryInput = z.object({
	custom: jsonObject.pipe(z.record(scalar).optional()),
	$expand: optionalText,
	$filter: optionalText,
	$orderby: optionalText,
	$search: optionalText,
	$select: optionalText,
	$skip: wholeNumber({ min: 0 }),
	$top: wholeNumber({ min: 1, max: 1_000 }),
});

/** The query as Graph takes it: a search text stands in quotes. */
export function toApiQuery({ custom, $search, ...rest }: z.output<typeof apiQueryInput>): Query {
	// Whoever writes the quotes already, has escaped what is between them.
	const quoted = $search?.startsWith('"') ? $search : $search && searchText($search);
	return { ...custom, ...rest, $search: quoted };
}
