import { linesToHtml } from '../../shared/html/html';
import { findTag } from '../../shared/html/htmlTags';
import type { ItemBody } from './messageProperties';

/** What a quoted mail may say of its whole body without hiding what stands in front of it. */
const HARMLESS = ['lang', 'dir', 'link', 'vlink'];

/**
 * Puts one's own text in front of the quoted mail, as mail programs do. The result is HTML unless
 * both are plain text, so that the quote keeps its formatting. What else the quoted mail says of its whole body
 * counts for the quote alone: it could hide the own text.
 * @param quoted The body of the draft that Graph made of the original.
 */
export function inFront(own: ItemBody, quoted: ItemBody): ItemBody {
	if (own.contentType === 'text' && quoted.contentType === 'text') {
		return { contentType: 'text', content: `${own.content}\n\n${quoted.content}` };
	}
	const html =
		own.contentType === 'html' ? `<div>${innerHtml(own.content)}</div>` : textAsHtml(own).content;
	const quote = quoted.contentType === 'html' ? quoted.content : linesToHtml(quoted.content);
	const body = findTag(quote, 'body', false);
	if (!body) return { contentType: 'html', content: html + quote };
	const rest = quote.slice(body.end);
	if ([...body.attributes.keys()].every((name) => HARMLESS.includes(name))) {
		return { contentType: 'html', content: quote.slice(0, body.end) + html + rest };
	}
	const attributes = quote.slice(body.at + '<body'.length, body.end - 1);
	const head = `${quote.slice(0, body.at)}<body>`;
	return {
		contentType: 'html',
		content: `${head}${html}<div${attributes}>${rest}`,
	};
}

/** Plain text as HTML that shows the same. */
export function textAsHtml({ content }: ItemBody): ItemBody {
	return { contentType: 'html', content: `<div>${linesToHtml(content)}</div>` };
}

/** What stands in the body of a whole document; a fragment as it is. */
function innerHtml(html: string): string {
	const begin = findTag(html, 'body', false)?.end;
	if (begin === undefined) return html;
	return html.slice(begin, findTag(html, 'body', true, begin)?.at);
}
