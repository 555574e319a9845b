import { readHtml } from '../../shared/html/html';
import { refuseLoads } from '../../shared/html/loads';
import { createPauses } from '../../shared/html/pauses';
import { InvalidInput } from '../../shared/http/failures';
import { jsonValue } from '../../shared/step/inputSchemas';
import type { Notices } from '../../shared/step/notices';
import { MARKDOWN } from '../../shared/text/drafts';
import { withoutUnseen } from '../../shared/text/emailAddress';
import type { GraphClient } from '../graph/types';
import type { TextFormat } from './messageProperties';
import { showsMarkup, toBody } from './messageProperties';
import { LABELS } from './quoteWords';

/**
 * What language models write into a mail without meaning it, or because a stranger told them to. Of workflows without a
 * policy nothing is asked: whoever builds one sees what comes out.
 */

interface Run {
	notices: Pick<Notices, 'forModel'>;
	graph: Pick<GraphClient, 'hasPolicy'>;
}

const FORMS =
	'Write plain text, or HTML from the first character to the last, such as <p>Hello <b>Ann</b></p>.';

/** A subject as the first line of a text, in any of the languages, behind tags of HTML too. */
const SUBJECT_LINE = new RegExp(
	`^(?:\\s|<[^<>]*>)*(${Object.values(LABELS)
		.map(({ subject }) => subject)
		.join('|')})\\s?[:：]`,
	'i',
);

/** The beginning of an object of JSON, or of a list of them: a text that was wrapped once more. */
const OBJECTS = /^\s*(?:\[\s*)?\{\s*"/;

/**
 * Refuses HTML that loads something by itself, of a language model and under a policy: whoever opens the text, a draft
 * too, would tell another server what the address holds.
 * @param field Stored name of the field.
 * @throws InvalidInput with what it is.
 */
export function checkLoads({ notices, graph }: Run, html: string, field: string): void {
	if (!notices.forModel && !graph.hasPolicy) return;
	refuseLoads(html, field, 'Attach the picture, or leave a link.');
}

/**
 * Refuses HTML as `checkLoads` does, and of a language model a text that begins with its subject, and Markdown, JSON and
 * single tags, which mail programs show as they are written. Where the format is fixed as text they may be meant.
 * @param field Stored name of the field.
 * @throws InvalidInput with the forms that are shown.
 */
export function checkModelText(
	run: Run,
	text: string,
	format: 'auto' | TextFormat,
	field = 'message',
): void {
	if (toBody(text, format)?.contentType === 'html') checkLoads(run, text, field);
	if (!run.notices.forModel) return;
	const subject = SUBJECT_LINE.exec(text)?.[1];
	if (subject !== undefined) {
		throw new InvalidInput(
			`begins with "${subject}:", the name of a field`,
			field,
			'Leave it out.',
		);
	}
	if (format !== 'text' && MARKDOWN.test(text)) {
		throw new InvalidInput('is Markdown, which emails show as it is written', field, FORMS);
	}
	if (format !== 'text' && OBJECTS.test(text) && jsonValue.safeParse(text).success) {
		throw new InvalidInput('is JSON, which emails show as it is written', field, FORMS);
	}
	if (format === 'auto' && showsMarkup(text)) {
		throw new InvalidInput(
			'is plain text with HTML in it, which emails show as it is',
			field,
			FORMS,
		);
	}
}

/**
 * Refuses to let a language model send a mail in which people see nothing: no text, no picture and no file.
 * @param files What is attached.
 * @throws InvalidInput.
 */
export async function checkModelMail(
	{ notices }: Run,
	{ message, messageFormat }: { message: string; messageFormat: 'auto' | TextFormat },
	files: unknown[],
): Promise<void> {
	if (!notices.forModel || files.length > 0 || (await showsSomething(message, messageFormat)))
		return;
	throw new InvalidInput('is empty', 'message', 'Write what the email is to say.');
}

/** Whether people see anything of a text: words or a picture. */
export async function showsSomething(text: string, format: 'auto' | TextFormat): Promise<boolean> {
	const isHtml = toBody(text, format)?.contentType === 'html';
	if (isHtml && /<img\b/i.test(text)) return true;
	return withoutUnseen(isHtml ? await readHtml(text, createPauses()) : text) !== '';
}
