import { z } from 'zod';
import { locator, toggle } from '../../shared/step/fieldKinds';
import { mustBeGiven, optionalNameLocator, textList } from '../../shared/step/inputSchemas';
import { chosenValue } from '../../shared/step/readParameters';

/** A list of names, as other steps return the labels of an email, is read as text that holds one. */
function listAsText(given: unknown): unknown {
	const value = chosenValue(given);
	return Array.isArray(value) ? { mode: 'name', value: JSON.stringify(value) } : given;
}

/** The labels that are named, and whether they come from the mailbox's own list; undefined for none. */
export const optionalLabelNames = z
	.preprocess(listAsText, optionalNameLocator)
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
