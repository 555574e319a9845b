import { z } from 'zod';
import { locator, toggle } from '../../shared/step/fieldKinds';
import { mustBeGiven, optionalNameLocator, textList } from '../../shared/step/inputSchemas';
import { chosenValue } from '../../shared/step/readParameters';

/** A record of another step, and no locator. */
const item = z.object({ mode: z.undefined() });

/**
 * A list of names, as other steps return the labels of an email, is read as text that holds one. Of an item, the name
 * counts: an email carries its labels by name, and would be given the ID of one as another label.
 */
function byName(given: unknown): unknown {
	const value = chosenValue(given);
	if (Array.isArray(value)) return { mode: 'name', value: JSON.stringify(value) };
	return item.safeParse(value).success ? { mode: 'name', value } : given;
}

/** The labels that are named, and whether they come from the mailbox's own list; undefined for none. */
export const optionalLabelNames = z
	.preprocess(byName, optionalNameLocator)
	.transform((located, context) => {
		if (!located) return undefined;
		const { mode, value } = located;
		const fromList = mode === 'list';
		const { data: names = [], error } = textList.safeParse(fromList ? [value] : value);
		for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
		return names.length > 0 ? { names, fromList } : undefined;
	});

export const label = locator('label', 'Label', 'The label, called category in Outlook', {
	required: true,
	list: { holds: 'a label', searchListMethod: 'searchLabels' },
	entered: {
		name: { placeholder: 'e.g. Invoice, Urgent', hint: 'Several names, comma-separated' },
	},
	input: mustBeGiven(optionalLabelNames),
	byModel: 'Name of the label (category), as List Labels returns it; several comma-separated',
});

export const createMissing = toggle(
	'createMissing',
	'Create Missing Labels',
	"Whether to put a label that the mailbox does not have on the mailbox's list. It needs the scope MailboxSettings.ReadWrite.",
);
