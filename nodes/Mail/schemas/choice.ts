import { z } from 'zod';

/** One of some values, or undefined for an empty field and for "Leave as It Is". */
export function choice<Value extends string>(values: readonly [Value, ...Value[]]) {
	return z
		.union([z.enum(values), z.literal(''), z.literal('unchanged'), z.null(), z.undefined()], {
			errorMap: () => ({ message: `must be one of: ${values.join(', ')}` }),
		})
		.transform((value): Value | undefined =>
			value === '' || value === 'unchanged' || value === null ? undefined : value,
		);
}
