import type { INodeProperties } from 'n8n-workflow';
import { number, toggle } from './fieldKinds';
import type { Notices } from './notices';

/** Max number of results of n8n's own nodes. */
export const DEFAULT_LIMIT = 50;

const manyNotice: INodeProperties = {
	displayName:
		'Thousands of results can take minutes, and n8n holds them all in memory. Filter them, or set a limit.',
	name: 'manyNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { returnAll: [true] } },
};

/** How many results a step that lists returns. */
export const returnAllFields = [
	{
		...toggle(
			'returnAll',
			'Return All',
			'Whether to return all results or only up to a given limit',
		),
		notice: manyNotice,
	},
	number('limit', 'Limit', 'Max number of results to return', {
		typeOptions: { minValue: 1 },
		default: DEFAULT_LIMIT,
		displayOptions: { show: { returnAll: [false] } },
	}),
] as const;

/** The limit that the two fields mean; undefined for everything. */
export function limitOf(wanted: { returnAll: boolean; limit?: number }): number | undefined {
	return wanted.returnAll ? undefined : (wanted.limit ?? DEFAULT_LIMIT);
}

/**
 * What is said of a list that its limit cut.
 * @param what What is there of it, such as `the first 50 events`.
 * @param notices Says who reads it: a language model can narrow the list, but not set its limit.
 * @param narrower How the step can be asked for less, such as `search more exactly`.
 */
export function limitReached(
	what: string,
	notices: Pick<Notices, 'forModel'>,
	narrower?: string,
): string {
	const only = `Only ${what} are returned.`;
	if (!notices.forModel) {
		return `${only} Raise Limit, ${narrower ? `switch on Return All, or ${narrower}` : 'or switch on Return All'}.`;
	}
	const others = narrower ? ` To see others, ${narrower}.` : '';
	return `${only}${others} A person can raise Limit in this tool.`;
}
