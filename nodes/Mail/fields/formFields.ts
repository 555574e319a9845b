import { changed, fixedCollectionLists } from '../../shared/step/field';
import { choice, text, toggle } from '../../shared/step/fieldKinds';
import { rawText, requiredText } from '../../shared/step/inputSchemas';

const listOfFields = fixedCollectionLists(
	'formFields',
	'Form Fields',
	'What the person fills in',
	{
		values: {
			displayName: 'Form Field',
			fields: [
				text('fieldLabel', 'Field Name', 'Label on the page, and name in the output', {
					required: true,
					placeholder: 'e.g. Cost centre',
					input: requiredText,
				}),
				choice('fieldType', 'Field Type', 'Kind of field', {
					default: 'text',
					options: {
						date: 'Date',
						dropdown: 'Dropdown',
						email: 'Email',
						number: 'Number',
						text: 'Text',
						textarea: 'Textarea',
					},
				}),
				text(
					'defaultValue',
					'Initial Value',
					'What the field holds at first; the person may change it. A date as 2026-12-24.',
					{ placeholder: 'e.g. {{ $json.total }}', input: rawText },
				),
				text('fieldOptions', 'Options', 'Choices, one on each line', {
					typeOptions: { rows: 4 },
					displayOptions: { show: { fieldType: ['dropdown'] } },
					placeholder: 'e.g. Vienna',
					input: rawText.transform((lines) => [
						...new Set(lines.split('\n').flatMap((line) => line.trim() || [])),
					]),
				}),
				toggle('requiredField', 'Required Field', 'Whether the person has to fill it in'),
			],
		},
	},
	{ displayOptions: { show: { responseType: ['form'] } } },
);

/** The fields of a form: none of them without a name, and no two of one name. */
export const formFields = changed(
	listOfFields,
	{},
	listOfFields.input
		.transform(({ values }) =>
			values.map(({ fieldLabel, fieldType, fieldOptions, defaultValue, requiredField }) => ({
				label: fieldLabel,
				kind: fieldType,
				required: requiredField,
				choices: fieldOptions,
				initial: defaultValue.trim(),
			})),
		)
		.superRefine((form, context) => {
			for (const [place, { label, kind, choices }] of form.entries()) {
				const isTwice = form.findIndex((one) => one.label === label) < place;
				const message = isTwice
					? `has two fields of the name "${label}"`
					: `needs options for "${label}"`;
				if (isTwice || (kind === 'dropdown' && choices.length === 0)) {
					context.addIssue({ code: 'custom', message });
				}
			}
		}),
);

export const hasFormFields = {
	holds: (given: { responseType: string; formFields: unknown[] }) =>
		given.responseType !== 'form' || given.formFields.length > 0,
	field: 'formFields' as const,
	message: 'Add at least one form field',
};
