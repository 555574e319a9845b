import { z } from 'zod';
import { optionalLocator, optionalText } from '../../shared/inputSchemas';
import type { Scope } from '../review';

export const reviewScope = z.object({
	scope: z.enum(['request', 'page', 'section']),
	request: optionalLocator,
	partId: optionalText,
});

type ReviewScope = z.output<typeof reviewScope>;

/** The ID that the scope asks for has to be there. */
export const scopeRules = [
	{
		holds: ({ scope, request }: ReviewScope) => scope !== 'request' || request !== undefined,
		field: 'request' as const,
		message: 'is required',
	},
	{
		holds: ({ scope, partId }: ReviewScope) => scope === 'request' || partId !== undefined,
		field: 'partId' as const,
		message: 'is required',
	},
];

export function toScope({ scope, request, partId }: ReviewScope): Scope {
	return { kind: scope, id: (scope === 'request' ? request?.value : partId) ?? '' };
}
