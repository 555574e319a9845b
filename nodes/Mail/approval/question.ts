import { randomString } from 'n8n-workflow';
import { z } from 'zod';

/** The languages in which a question can be asked. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'nl'] as const;
export type SpokenLanguage = (typeof LANGUAGES)[number];

/** The texts of the step itself, kept as keys: each page of a question may be read in another language. */
const parkedWord = z.enum([
	'question',
	'mayRun',
	'approve',
	'decline',
	'toApprove',
	'text',
	'oneRuns',
	'whatRuns',
	'tool',
	'toolNode',
	'toolNodes',
	'parameters',
	'noParameters',
	'fromInput',
	'unasked',
	'byWorkflow',
	'unreadable',
]);
export type ParkedWord = z.infer<typeof parkedWord>;
/** A text of the workflow's author, or the key of one of the step's, with what it is about. */
const textShape = z.union([z.string(), z.object({ word: parkedWord, of: z.string() })]);
export type Text = z.infer<typeof textShape>;

/** A line under the message, which the step itself writes: no text of others can be taken for it. */
const entryShape = z.object({ name: textShape, value: textShape });
/** A name and what belongs to it; line breaks are kept. */
export type NamedValue = z.infer<typeof entryShape>;
const sectionShape = z.object({ title: textShape, entries: z.array(entryShape) });
export type Section = z.infer<typeof sectionShape>;

/** A moment, and the time zone in which it is read. */
const momentShape = z.object({ at: z.string(), zone: z.string() });
export type Moment = z.infer<typeof momentShape>;

const originShape = z.object({
	/** Name of the workflow; missing where it has none. */
	workflow: z.string().optional(),
	/** Name of the node that asks. */
	step: z.string(),
	/** When, in the time zone of the workflow; a text where it was asked before questions had a language. */
	askedAt: z.union([z.string(), momentShape]),
});
export type QuestionOrigin = z.infer<typeof originShape>;

/** The kinds of fields in a form, by n8n's names for them. */
const FORM_KINDS = ['date', 'dropdown', 'email', 'number', 'text', 'textarea'] as const;
const formFieldShape = z.object({
	/** Its name for people, and in the output. */
	label: z.string(),
	kind: z.enum(FORM_KINDS),
	required: z.boolean(),
	/** Of a dropdown. */
	choices: z.array(z.string()),
	/** What it holds at first. */
	initial: z.string().default(''),
});
export type FormField = z.infer<typeof formFieldShape>;

/** What became of the emails that ask. */
export const sendingShape = {
	/** Addresses to which the email failed, although others were asked; missing where none did. */
	notReached: z.array(z.string()).optional(),
	/** True where an email with its links may lie in the mailbox that asks; missing otherwise. */
	copyKept: z.boolean().optional(),
};

/** What a person is asked; kept with the waiting execution, so that the page shows what the mail said. */
export const questionShape = z.object({
	/** Signed into every link: a link of another question decides nothing. */
	id: z.string(),
	/** Heads the mail and the page. */
	subject: textShape,
	/** English where it was asked before there was a choice. */
	language: z.enum(['automatic', ...LANGUAGES]).default('en'),
	origin: originShape,
	/** When the workflow goes on without an answer, and whether with its input; missing where it waits without end. */
	deadline: momentShape.extend({ passOn: z.boolean() }).optional(),
	message: z.string(),
	/** The author chose HTML. */
	isHtml: z.boolean(),
	sections: z.array(sectionShape),
	/** Folded below the buttons. */
	details: z.array(sectionShape),
	/** Addresses of those who are asked; a link names its approver by the index in this list. */
	approvers: z.array(z.string()),
	responseType: z.enum(['approval', 'form', 'freeText']),
	/** Of a form. */
	form: z.array(formFieldShape).default([]),
	approveLabel: textShape,
	/** Missing where the question can only be approved. */
	declineLabel: textShape.optional(),
	/** Lets the person say why they decline. */
	askReason: z.boolean(),
	/** The text to approve, which they may change before; missing where there is none. */
	text: z.string().optional(),
	...sendingShape,
});
export type Question = z.infer<typeof questionShape>;

/** What a link of the mail stands for; signed together with the link. */
export const choiceShape = z.enum(['approve', 'decline', 'answer']);
export type LinkChoice = z.infer<typeof choiceShape>;

/** Enough characters that no two questions of a server share them. */
const ID_LENGTH = 20;

/** The ID of a new question. */
export function createQuestionId(): string {
	return randomString(ID_LENGTH);
}

/** The choices that a question offers, in the order they are shown. */
export function choicesOf({ responseType, declineLabel }: Question): LinkChoice[] {
	if (responseType !== 'approval') return ['answer'];
	return declineLabel === undefined ? ['approve'] : ['approve', 'decline'];
}
