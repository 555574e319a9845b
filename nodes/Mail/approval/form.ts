import { DateTime } from 'luxon';
import { z } from 'zod';
import { escapeHtml } from '../../shared/html/html';
import { InvalidInput } from '../../shared/http/failures';
import { toEmailAddress } from '../../shared/text/emailAddress';
import type { Words } from './languages/words';
import type { FormField } from './question';
import { visible } from './questionHtml';

/** Longest text that is taken, in characters: a few pages. */
export const MAX_TEXT_LENGTH = 10_000;

/**
 * A text as forms send it: line breaks count once, and what is too long is cut, not between the two halves
 * of a character.
 */
export const formText = z.string().transform((text) =>
	text
		.replace(/\r\n?/g, '\n')
		.trim()
		.slice(0, MAX_TEXT_LENGTH)
		.replace(/[\ud800-\udbff]$/, ''),
);

/** The name of a field in the form: labels are the author's, and may be anything. */
const nameOf = (place: number) => `field${place}`;

const body = z.record(formText.catch('')).catch({});

/** The texts of a form as they were sent, by the place of their field. */
export function sentTexts(form: FormField[], sent: unknown): string[] {
	const texts = body.parse(sent);
	return form.map((_, place) => texts[nameOf(place)] ?? '');
}

type Answer = string | number | null;

/** The value of a text in a field; null for an empty one, undefined for one that does not fit the kind of field. */
function understand({ kind, choices }: FormField, text: string): Answer | undefined {
	if (text === '') return null;
	switch (kind) {
		case 'date':
			return DateTime.fromFormat(text, 'yyyy-MM-dd').isValid ? text : undefined;
		case 'dropdown':
			return choices.includes(text) ? text : undefined;
		case 'email':
			return toEmailAddress(text);
		case 'number':
			return toNumber(text);
		case 'text':
		case 'textarea':
			return text;
	}
}

/** The number that was typed; undefined where it is none, or so large that another one would stand for it. */
function toNumber(text: string): number | undefined {
	const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** What fits a kind of field, as an error says it. */
const FITTING: Record<FormField['kind'], string> = {
	date: 'a date as 2026-12-24',
	dropdown: 'one of its Options',
	email: 'an email address',
	number: 'a number as 12.5',
	text: `${MAX_TEXT_LENGTH} characters at most`,
	textarea: `${MAX_TEXT_LENGTH} characters at most`,
};

/**
 * A form whose fields begin with what a browser takes.
 * @throws InvalidInput for an initial value that its field does not take: the person would not see it.
 */
export function readInitial(form: FormField[]): FormField[] {
	return form.map((field) => {
		const { label, kind, initial } = field;
		const value = initial.length > MAX_TEXT_LENGTH ? undefined : understand(field, initial);
		if (value !== undefined) return { ...field, initial: String(value ?? '') };
		throw new InvalidInput(
			`has an Initial Value for "${label}" that the field does not take`,
			'formFields',
			`Give ${FITTING[kind]}, or leave it empty.`,
		);
	});
}

/** Why the text of a field is refused; undefined where it is not. Browsers that check forms never send such a text. */
function problemOf(field: FormField, text: string): keyof Words['problems'] | undefined {
	const { kind, required } = field;
	if (text === '') return required ? 'missing' : undefined;
	if (kind === 'text' || kind === 'textarea') return undefined;
	return understand(field, text) === undefined ? kind : undefined;
}

/**
 * The answers by the labels of their fields: a number, or a text, a date as YYYY-MM-DD; null for none.
 * Undefined where one of them cannot be taken.
 */
export function readForm(form: FormField[], texts: string[]): Record<string, Answer> | undefined {
	if (form.some((field, place) => problemOf(field, texts[place] ?? '') !== undefined)) {
		return undefined;
	}
	return Object.fromEntries(
		form.map((field, place) => [field.label, understand(field, texts[place] ?? '') ?? null]),
	);
}

/**
 * The fields of a form, labels and elements.
 * @param texts What was sent and not taken; shown again, with the reason beside it. Without them, the fields are as the
 * author filled them in.
 */
export function formFields(
	form: FormField[],
	texts: string[] | undefined,
	{ problems }: Words,
): string {
	const parts = form.flatMap((field, place) => {
		const text = texts?.[place] ?? field.initial;
		const problem = texts && problemOf(field, text);
		const name = nameOf(place);
		const required = field.required ? ' required' : '';
		const invalid = problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '';
		return [
			`<label for="${name}" dir="auto">${escapeHtml(visible(field.label))}${field.required ? ' *' : ''}</label>`,
			element(field, text, `id="${name}" name="${name}"${required}${invalid}`),
			problem && `<p class="soft" id="${name}-problem">${escapeHtml(problems[problem])}</p>`,
		];
	});
	return parts.filter((part) => part !== undefined).join('\n');
}

function element({ kind, choices }: FormField, text: string, attributes: string): string {
	const limit = `dir="auto" maxlength="${MAX_TEXT_LENGTH}"`;
	if (kind === 'textarea') {
		// HTML leaves out a line break right behind the tag, so that the text may begin with one.
		return `<textarea ${attributes} ${limit}>\n${escapeHtml(text)}</textarea>`;
	}
	if (kind === 'dropdown') {
		const options = ['', ...choices].map((choice) => {
			const chosen = choice === text ? ' selected' : '';
			return `<option value="${escapeHtml(choice)}" dir="auto"${chosen}>${escapeHtml(visible(choice))}</option>`;
		});
		return `<select ${attributes}>${options.join('')}</select>`;
	}
	const more = kind === 'number' ? 'step="any"' : limit;
	return `<input type="${kind}" value="${escapeHtml(text)}" ${attributes} ${more}>`;
}
