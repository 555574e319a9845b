import { z } from 'zod';
import { optionalText } from '../../shared/inputSchemas';

/** The entries of `apiOptionFields`. */
export const apiOptionsInput = z.object({
	version: z.enum(['v1.0', 'beta']).default('v1.0'),
	fileName: optionalText,
	headers: z
		.object({ header: z.array(z.object({ name: z.string(), value: z.unknown() })).default([]) })
		.default({}),
	response: z.enum(['items', 'oneItem', 'full', 'file']).default('items'),
});
