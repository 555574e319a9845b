import { readHtml } from '../../shared/html/html';
import { refuseLoads } from '../../shared/html/loads';
import { InvalidInput } from '../../shared/http/failures';
import { createPauses } from '../../shared/http/pauses';
import { jsonValue } from '../../shared/step/inputSchemas';
import type { Notices } from '../../shared/step/notices';
import { MARKDOWN, OBJECTS } from '../../shared/text/drafts';
import { withoutUnseen } from '../../shared/text/emailAddress';
import type { GraphClient } from '../graph/types';
import type { TextFormat } from './messageProperties';
import { showsMarkup, toBody } from './messageProperties';
import { LABELS } from './quoteWords';

/**
 * Refuses what language models write into a mail without meaning it, or because a stranger told them to. Without a
 * model and a policy anything may be written: whoever builds the workflow sees what comes out.
 */

interface Run {
	notices: Pick<Notices, 'forModel' | 'hint'>;
	graph: Pick<GraphClient, 'hasPolicy'>;
}

const FORMS =
	'Write plain text, or HTML from the first character to the last, such as <p>Hello <b>Ann</b></p>.';

const SIGNS =
	"People read the signs of HTML or Markdown in your text as they are. If you did not mean that, write HTML only: n8n's Markdown node can make it. Then select HTML in Message Format (in events: Description Format).";

/** A subject as the first line of a text, in any of the languages, behind tags of HTML too. */
const SUBJECT_LINE = new RegExp(
	`^(?:\\s|<[^<>]*>)*(${Object.values(LABELS)
		.map(({ subject }) => subject)
		.join('|')})\\s?[:：]`,
	'i',
);

/**
 * Refuses HTML that loads something by itself, from a language model or under a policy. From a language model it also
 * refuses a text that begins with its subject, and Markdown, JSON and single tags, which mail programs show as written.
 * With the format Text, these may be meant. A person is told of signs that others will see.
 * @param field Stored name of the field.
 * @param forms A sentence that says what to write instead.
 * @throws InvalidInput with `forms`.
 */
export function checkModelText(
	{ notices: { forModel, hint }, graph }: Run,
	text: string,
	format: 'auto' | TextFormat,
	field = 'message',
	forms = FORMS,
): void {
	// Whoever opened it, even as a draft, would send another server what its URL contains.
	if ((forModel || graph.hasPolicy) && toBody(text, format)?.contentType === 'html') {
		refuseLoads(text, field, 'Attach the picture, or leave a link.');
	}
	const isMixed = format === 'auto' && showsMarkup(text);
	const isMarkdown = format !== 'text' && MARKDOWN.test(text);
	if (!forModel) {
		if (isMixed || isMarkdown) hint(SIGNS);
		return;
	}
	const subject = SUBJECT_LINE.exec(text)?.[1];
	if (subject !== undefined) {
		throw new InvalidInput(
			`begins with "${subject}:", the name of a field`,
			field,
			'Leave it out.',
		);
	}
	if (isMarkdown) {
		throw new InvalidInput('is Markdown, which emails show as it is written', field, forms);
	}
	if (format !== 'text' && OBJECTS.test(text) && jsonValue.safeParse(text).success) {
		throw new InvalidInput('is JSON, which emails show as it is written', field, forms);
	}
	if (isMixed) {
		throw new InvalidInput(
			'is plain text with HTML in it, which emails show as it is',
			field,
			forms,
		);
	}
}

/** The same for a comment on an event; it counts as HTML, as Graph does not document how it is read. */
export function checkModelComment(run: Run, comment = ''): void {
	checkModelText(run, comment, 'html', 'comment', 'Write plain text.');
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
