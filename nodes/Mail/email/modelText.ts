import { loadsByItself } from '../../shared/html/loads';
import { InvalidInput } from '../../shared/http/failures';
import type { Notices } from '../../shared/step/notices';
import type { GraphClient } from '../graph/types';
import type { TextFormat } from './messageProperties';
import { showsMarkup, toBody } from './messageProperties';

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

/** Emphasis, a link, a heading, the fence of a code block: https://spec.commonmark.org/0.31.2/ */
const MARKDOWN = /\*\*[^\s*][^*\n]*\*\*|\[[^\]\n]+\]\(https?:|^#{1,6} \S|^```/m;

/**
 * Refuses HTML that loads something by itself, of a language model and under a policy: whoever opens the text, a draft
 * too, would tell another server what the address holds.
 * @param field Stored name of the field.
 * @throws InvalidInput with what it is.
 */
export function checkLoads({ notices, graph }: Run, html: string, field: string): void {
	const loaded = notices.forModel || graph.hasPolicy ? loadsByItself(html) : undefined;
	if (loaded === undefined) return;
	throw new InvalidInput(
		`loads something from another server by itself: ${loaded}`,
		field,
		'Attach the picture, or leave a link.',
	);
}

/**
 * Refuses HTML as `checkLoads` does, and a text of a language model whose line breaks are written as `\n`, because it
 * has no others, and Markdown and single tags, which mail programs show as they are written. Where the format is fixed
 * as text they may be meant.
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
