import { z } from 'zod';
import type { PageSeed } from './model';

/** The 28 kinds of a question and the type that reading gives (fact: field-types). */
const READ_TYPES: Record<string, string> = {
	'single-line': 'text',
	text: 'text',
	'multi-line text': 'textarea',
	'formatted text': 'wysiwyg',
	email: 'email',
	url: 'url',
	address: 'address',
	'country select': 'select',
	'single image upload': 'image',
	'multiple image upload': 'image',
	'single file upload': 'file',
	'multiple file upload': 'file',
	signature: 'signature',
	phone: 'phone',
	number: 'number',
	currency: 'number',
	'date/time': 'date',
	'numeric rating': 'number',
	'star rating': 'number',
	'single select option': 'radio',
	'multi select options': 'checkbox',
	dropdown: 'select',
	'task list': 'task list',
	table: 'table',
	'date range': 'date',
	button: 'button',
	icon: 'icon',
	'color picker': 'color',
};

const NEED_OPTIONS = ['single select option', 'multi select options', 'dropdown', 'task list'];

const conditionSchema = z.object({
	question_number: z.number().int(),
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

const questionSchema = z
	.object({
		question: z.string().min(1),
		data_type: z.string().refine((type) => type in READ_TYPES, 'unknown data_type'),
		question_number: z.number().int().min(1),
		options: z.array(z.string()).nullish(),
		columns: z.array(z.string()).nullish(),
		instructions: z.string().nullish(),
		show_when: z
			.object({
				conditions: z.array(conditionSchema).min(1),
				logical_operator: z.enum(['and', 'or']).optional(),
			})
			.refine(
				(rule) => rule.conditions.length < 2 || rule.logical_operator !== undefined,
				'logical_operator is needed',
			)
			.nullish(),
	})
	.refine(
		(question) => !NEED_OPTIONS.includes(question.data_type) || (question.options ?? []).length > 0,
		'options are needed',
	)
	.refine(
		(question) => question.data_type !== 'table' || (question.columns ?? []).length > 0,
		'columns are needed',
	);

const pageSchema = z.object({
	name: z.string().min(1),
	sections_data: z.array(
		z.object({ name: z.string().min(1), questions_data: z.array(questionSchema) }),
	),
});

/** Inline pages; numbers are unique in the whole request (fact: request-pages). */
export const pagesDataSchema = z
	.array(pageSchema)
	.min(1)
	.refine((pages) => {
		const numbers = pages.flatMap((page) =>
			page.sections_data.flatMap((section) =>
				section.questions_data.map((question) => question.question_number),
			),
		);
		return new Set(numbers).size === numbers.length;
	}, 'question_number must be unique');

/** Inline pages in the form that templates have. */
export function toPageSeeds(pages: z.infer<typeof pagesDataSchema>): PageSeed[] {
	return pages.map((page) => ({
		name: page.name,
		sections: page.sections_data.map((section) => ({
			name: section.name,
			fields: section.questions_data.map((question) => ({
				name: question.question,
				type: READ_TYPES[question.data_type] ?? 'text',
				instructions: question.instructions,
				options: question.options ?? [],
				columns: question.columns ?? [],
			})),
		})),
	}));
}
