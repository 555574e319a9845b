import { z } from 'zod';
import { requiredLocator, textList } from '../../shared/inputSchemas';

/** The chosen labels by name, at least one, and whether they come from the mailbox's own list. */
export const labelInput = requiredLocator.transform(({ mode, value }, context) => {
	const fromList = mode === 'list';
	const names = fromList ? [value] : textList.parse(value);
	if (names.length > 0) return { names, fromList };
	context.addIssue({ code: 'custom', message: 'is required' });
	return z.NEVER;
});
