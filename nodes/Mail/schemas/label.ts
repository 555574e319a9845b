import { requiredLocator, textList } from '../../shared/inputSchemas';

/** The chosen labels by name, and whether they come from the mailbox's own list. */
export const labelInput = requiredLocator.transform(({ mode, value }) => ({
	names: mode === 'list' ? [value] : textList.parse(value),
	fromList: mode === 'list',
}));
