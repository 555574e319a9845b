import { z } from 'zod';
import { jsonValue } from '../../shared/inputSchemas';

/** Types of questions the API takes; reading them back gives other names. */
const TEXT_TYPES = ['single-line', 'text', 'multi-line text', 'formatted text'] as const;
const CHOICE_TYPES = [
	'single select option',
	'multi select options',
	'dropdown',
	'task list',
] as const;
const OTHER_TYPES = [
	...(['email', 'url', 'address', 'country select', 'phone', 'signature'] as const),
	...(['single image upload', 'multiple image upload'] as const),
	...(['single file upload', 'multiple file upload'] as const),
	...(['number', 'currency', 'numeric rating', 'star rating'] as const),
	...(['date/time', 'date range', 'table', 'button', 'icon', 'color picker'] as const),
];
const choices: readonly string[] = CHOICE_TYPES;

// What the API does not know would be dropped without a word: objects are strict.
const condition = z.strictObject({
	question_number: z.number().int().min(1),
	condition: z.enum([
		'contains',
		'equals',
		'does not equal',
		'less than',
		'greater than',
		'is empty',
		'has a value',
	]),
	value: z.string().optional(),
});

const question = z
	.strictObject({
		question: z.string().min(1),
		data_type: z.enum([...TEXT_TYPES, ...CHOICE_TYPES, ...OTHER_TYPES]),
		question_number: z.number().int().min(1).optional(),
		options: z.array(z.string()).nonempty().nullish(),
		columns: z.array(z.string()).nonempty().nullish(),
		instructions: z.string().nullish(),
		show_when: z
			.strictObject({
				conditions: z.array(condition).nonempty(),
				logical_operator: z.enum(['and', 'or']).optional(),
			})
			.nullish(),
	})
	.refine(({ data_type, options }) => !choices.includes(data_type) || options, {
		path: ['options'],
		message: 'is needed for this type of question',
	})
	.refine(({ data_type, columns }) => data_type !== 'table' || columns, {
		path: ['columns'],
		message: 'is needed for a table',
	});

const section = z.strictObject({
	name: z.string().min(1),
	questions_data: z.array(question).nonempty(),
});

const pages = z
	.array(z.strictObject({ name: z.string().min(1), sections_data: z.array(section).nonempty() }), {
		invalid_type_error: 'must be a JSON list of pages',
		required_error: 'is required',
	})
	.nonempty('must hold at least one page');

export type FormPages = z.output<typeof pages>;

/** The pages of a form of one's own; questions without a number are numbered in their order. */
export const formPages = jsonValue.transform((value, context): FormPages => {
	const parsed = pages.safeParse(value);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const where = issue?.path.join(' > ');
		const message = where ? `at ${where}: ${issue?.message}` : issue?.message;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	}
	const numbers = questionsOf(parsed.data).map(({ question_number: number }) => number);
	const given = numbers.filter((number) => number !== undefined);
	if (given.length === 0) return numbered(parsed.data);
	if (given.length < numbers.length || new Set(given).size < given.length) {
		const message = 'question_number must be different for all questions, or left out for all';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	}
	return parsed.data;
});

function questionsOf(form: FormPages) {
	return form.flatMap((page) => page.sections_data.flatMap((part) => part.questions_data));
}

function numbered(form: FormPages): FormPages {
	for (const [index, entry] of questionsOf(form).entries()) entry.question_number = index + 1;
	return form;
}
