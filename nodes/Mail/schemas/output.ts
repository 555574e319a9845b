import { z } from 'zod';
import { textList, wholeNumber } from '../../shared/inputSchemas';

/** The entries of `messageOutputOptions`, as given in an Options collection. */
export const messageOutputInput = {
	body: z.enum(['text', 'html', 'none']).default('text'),
	fields: textList.refine((names) => names.every((name) => /^[A-Za-z@.]+$/.test(name)), {
		message: 'must be names of properties with commas between them',
	}),
	maxBodyLength: wholeNumber({ min: 0 }),
};
