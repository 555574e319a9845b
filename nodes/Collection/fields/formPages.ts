import { z } from 'zod';
import { json } from '../../shared/step/fieldKinds';
import { jsonValue, optionalText, rawText, refuse } from '../../shared/step/inputSchemas';

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
const TYPES = [...TEXT_TYPES, ...CHOICE_TYPES, ...OTHER_TYPES] as const;
const choices: readonly string[] = CHOICE_TYPES;

const MISSING = 'is missing';
/** A number stands for itself, such as a year among the options. */
const text = rawText.pipe(z.string().min(1, MISSING));

function filledList<Entry extends z.ZodTypeAny>(entry: Entry) {
	return z.array(entry).nonempty('holds nothing');
}

/** An empty list is none: programs and language models write one where a type needs no options. */
const texts = z
	.array(text)
	.nullish()
	.transform((entries) => (entries?.length ? entries : undefined));

const COMPARING = ['contains', 'equals', 'does not equal', 'less than', 'greater than'] as const;
/** Conditions that compare with nothing. */
const ALONE = ['is empty', 'has a value'] as const;

// The form is in no published reference: what the API does not know it may drop without a word, so
// that objects are strict and every rule that is known is kept here.
const condition = z
	.strictObject({
		question_number: z.number().int().min(1),
		condition: z.enum([...COMPARING, ...ALONE]),
		value: optionalText,
	})
	.refine(
		({ condition: kind, value }) => value !== undefined || ALONE.some((own) => own === kind),
		{
			path: ['value'],
			message: 'is needed for this condition',
		},
	);

const question = z
	.strictObject({
		question: text,
		data_type: z.enum(TYPES),
		question_number: z.number().int().min(1).optional(),
		options: texts,
		columns: texts,
		instructions: optionalText,
		show_when: z
			.strictObject({
				conditions: filledList(condition),
				logical_operator: z
					.enum(['and', 'or'])
					.nullish()
					.transform((given) => given ?? undefined),
			})
			.refine(({ conditions, logical_operator: operator }) => !conditions[1] || operator, {
				path: ['logical_operator'],
				message: 'is needed for several conditions: and, or',
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
	name: text,
	questions_data: filledList(question),
});

const pages = z
	.array(z.strictObject({ name: text, sections_data: filledList(section) }), {
		invalid_type_error: 'must be a JSON list of pages',
		required_error: 'is required',
	})
	.nonempty('must hold at least one page');

/** What the entries of the lists of a form are called. */
const ENTRIES: Record<string, string> = {
	sections_data: 'section',
	questions_data: 'question',
	conditions: 'condition',
	options: 'option',
	columns: 'column',
};

/** What something must be that is of another kind. */
const KINDS: Partial<Record<z.ZodParsedType, string>> = {
	array: 'a list',
	integer: 'a whole number',
	number: 'a whole number',
	object: 'an object',
};

/** Faults in words, but for those of the form as a whole, which has its own. */
const errorMap: z.ZodErrorMap = (issue, { data, defaultError }) => {
	if (issue.path.length === 0) return { message: defaultError };
	if (data === undefined) return { message: MISSING };
	if (issue.code === 'unrecognized_keys') {
		return { message: `cannot hold ${issue.keys.join(', ')}` };
	}
	if (issue.code === 'invalid_enum_value') {
		return { message: `must be one of: ${issue.options.join(', ')}` };
	}
	const kind = issue.code === 'invalid_type' && KINDS[issue.expected];
	return { message: kind ? `must be ${kind}` : defaultError };
};

/** A fault by its place, counted as people do, such as `page 1, section 2: name is missing`. */
function describe({ path, message }: z.ZodIssue): string {
	const places = path.flatMap((step, index) => {
		const list = path[index - 1];
		const entry = list === undefined ? 'page' : ENTRIES[list];
		return typeof step === 'number' ? [`${entry ?? list} ${step + 1}`] : [];
	});
	const last = path.at(-1);
	const key = typeof last === 'string' ? `${last} ` : '';
	return places.length > 0 ? `${places.join(', ')}: ${key}${message}` : message;
}

/** A form of one's own; questions without a number are numbered in their order. */
export const formPages = json(
	'pages',
	'Pages',
	'The form, a JSON list of pages. Each page has "name" and "sections_data", each section "name" and "questions_data". Each question has "question", "data_type" (such as text, email, date/time, dropdown, single file upload), and "options" or "columns" where the type needs them. Content Snare supports this, but its published reference does not list it.',
	{
		page: 'collection.md#a-form-without-a-template',
		required: true,
		default: '',
		hint: 'For example: [{"name": "Business", "sections_data": [{"name": "Basics", "questions_data": [{"question": "Legal name", "data_type": "single-line"}]}]}]',
		input: jsonValue.transform((value, context) => {
			const parsed = pages.safeParse(value, { errorMap });
			if (!parsed.success) {
				const [issue] = parsed.error.issues;
				return refuse(context, issue && describe(issue));
			}
			const questions = parsed.data.flatMap((page) =>
				page.sections_data.flatMap((part) => part.questions_data),
			);
			const numbers = questions.flatMap(({ question_number: number }) => number ?? []);
			if (numbers.length === 0) {
				for (const [index, question] of questions.entries()) question.question_number = index + 1;
			} else if (new Set(numbers).size < questions.length) {
				return refuse(
					context,
					'question_number must be different for all questions, or left out for all',
				);
			}
			const asked = new Set(questions.map(({ question_number: number }) => number));
			const lost = questions
				.flatMap(({ show_when: rule }) => rule?.conditions ?? [])
				.find(({ question_number: number }) => !asked.has(number));
			if (lost) {
				return refuse(
					context,
					`show_when is about question_number ${lost.question_number}, which no question has`,
				);
			}
			return parsed.data;
		}),
		byModel:
			'A JSON list of pages with "name" and "sections_data"; each section has "name" and "questions_data"; each question "question", "data_type" (single-line, text, email, date/time, dropdown, single file upload) and, for choices, "options"',
	},
);
