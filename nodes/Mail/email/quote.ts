import { linesToHtml } from '../../shared/html';
import type { ItemBody } from './messageProperties';

/**
 * Puts one's own text in front of the quoted mail, as mail programs do. The result is HTML unless
 * both are plain text, so that the quote keeps its formatting.
 * @param quoted The body of the draft that Graph made of the original.
 */
export function inFront(own: ItemBody, quoted: ItemBody): ItemBody {
	if (own.contentType === 'text' && quoted.contentType === 'text') {
		return { contentType: 'text', content: `${own.content}\n\n${quoted.content}` };
	}
	const html = `<div>${own.contentType === 'html' ? innerHtml(own.content) : linesToHtml(own.content)}</div>`;
	const quote = quoted.contentType === 'html' ? quoted.content : linesToHtml(quoted.content);
	const at = behindBodyTag(quote);
	return { contentType: 'html', content: `${quote.slice(0, at)}${html}${quote.slice(at)}` };
}

/** What stands in the body of a whole document; a fragment as it is. */
function innerHtml(html: string): string {
	const begin = behindBodyTag(html);
	if (begin === 0) return html;
	const rest = html.slice(begin);
	const end = rest.search(/<\/body\s*>/i);
	return end < 0 ? rest : rest.slice(0, end);
}

/** Where the content of the body begins; 0 where there is no such tag. */
function behindBodyTag(html: string): number {
	const tag = html.search(/<body\b/i);
	return tag < 0 ? 0 : html.indexOf('>', tag) + 1;
}
