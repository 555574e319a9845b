import { z } from 'zod';
import { optionalText } from '../../shared/inputSchemas';

export const sortInput = z.object({
	sortBy: optionalText,
	sortDirection: z.enum(['asc', 'desc']).optional(),
});

/** The order under the API's names; a direction needs a column. */
export function toSortQuery({ sortBy, sortDirection }: z.output<typeof sortInput>) {
	return sortBy === undefined ? {} : { sort_by: sortBy, sort_direction: sortDirection ?? 'asc' };
}

/** How many rows are wanted: all of them, or up to the limit (50 when it is left empty). */
export function rowLimit({
	returnAll,
	limit = 50,
}: {
	returnAll: boolean;
	limit?: number;
}): number {
	return returnAll ? Infinity : limit;
}
