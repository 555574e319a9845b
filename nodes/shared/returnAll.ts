import { field } from './field';
import { flag, wholeNumber } from './inputSchemas';

/** Max number of results of n8n's own nodes. */
const DEFAULT_LIMIT = 50;

/** How many results a step that lists returns. */
export const returnAllFields = [
	field(
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		flag,
	),
	field(
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
		wholeNumber({ min: 1 }),
	),
] as const;

/** The limit that the two fields mean; undefined for everything. */
export function limitOf({
	returnAll,
	limit = DEFAULT_LIMIT,
}: {
	returnAll: boolean;
	limit?: number;
}): number | undefined {
	return returnAll ? undefined : limit;
}
