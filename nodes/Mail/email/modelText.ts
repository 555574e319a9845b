import { InvalidInput } from '../../shared/http/failures';
import type { Notices } from '../../shared/step/notices';
import type { TextFormat } from './messageProperties';
import { showsMarkup } from './messageProperties';

/**
 * What language models write into a mail without meaning it. Workflows are never asked: whoever builds one
 * sees what comes out.
 */

interface Run {
	notices: Pick<Notices, 'forModel'>;
}

const FORMS =
	'Write plain text, or HTML from the first character to the last, such as <p>Hello <b>Ann</b></p>.';

/** Emphasis, a link, a heading, the fence of a code block: https://spec.commonmark.org/0.31.2/ */
const MARKDOWN = /\*\*[^\s*][^*\n]*\*\*|\[[^\]\n]+\]\(https?:|^#{1,6} \S|^```/m;

/**
 * Refuses a text of a language model whose line breaks are written as `\n`, because it has no others, and
 * Markdown and single tags, which mail programs show as they are written. Where the format is fixed as text
 * they may be meant.
 * @param field Stored name of the field.
 * @throws InvalidInput with the forms that are shown.
 */
export function checkModelText(
	{ notices }: Run,
	text: string,
	format: 'auto' | TextFormat,
	field = 'message',
): void {
	if (!notices.forModel) return;
	if (text.includes('\\n') && !text.includes('\n')) {
		throw new InvalidInput(
			'holds \\n as two characters instead of line breaks',
			field,
			'Write real line breaks.',
		);
	}
	if (format !== 'text' && MARKDOWN.test(text)) {
		throw new InvalidInput('is Markdown, which mails show as it is written', field, FORMS);
	}
	if (format === 'auto' && showsMarkup(text)) {
		throw new InvalidInput(
			'is plain text with HTML in it, which mails show as it is',
			field,
			FORMS,
		);
	}
}

/**
 * Refuses to let a language model send a mail that holds nothing.
 * @param files What is attached.
 * @throws InvalidInput.
 */
export function checkModelMail({ notices }: Run, message: string, files: unknown[]): void {
	if (!notices.forModel || message.trim() !== '' || files.length > 0) return;
	throw new InvalidInput('is empty', 'message', 'Write what the email is to say.');
}
