import { z } from 'zod';
import { field } from '../../shared/field';
import { requiredNameLocator, textList } from '../../shared/inputSchemas';

/** The chosen labels by name, at least one, and whether they come from the mailbox's own list. */
const labelNames = requiredNameLocator.transform(({ mode, value }, context) => {
	const fromList = mode === 'list';
	const names = fromList ? [value] : textList.parse(value);
	if (names.length > 0) return { names, fromList };
	context.addIssue({ code: 'custom', message: 'is required' });
	return z.NEVER;
});

/** A label (category) of the mailbox, or several by name. */
export const label = field(
	{
		displayName: 'Label',
		name: 'label',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The label, called category in Outlook',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a label...',
				typeOptions: { searchListMethod: 'searchLabels', searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. Invoice, Urgent',
				hint: 'Several names with commas between them',
			},
		],
	},
	labelNames,
);
