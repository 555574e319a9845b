import { linesToHtml, readHtml } from '../../shared/html/html';
import { findBody, scanHtml } from '../../shared/html/htmlTags';
import { createPauses } from '../../shared/http/pauses';
import type { ItemBody } from './messageProperties';

/** Attributes of the quoted mail's `<body>` that cannot hide the text in front of the quote. */
const HARMLESS = ['lang', 'dir'];
/** Blanks that style sheets may add to a short text, in characters: a choice. */
const MAX_BLANKS = 1_000;

/**
 * Puts one's own text in front of the quoted mail, as mail programs do. The result is HTML unless
 * both are plain text, so that the quote keeps its formatting. Other attributes of the quoted `<body>` move to a
 * `<div>` around the quote: they could hide one's own text.
 * @param quoted The body of the draft that Graph made of the original.
 */
export function inFront(own: ItemBody, quoted: ItemBody): ItemBody {
	if (own.contentType === 'text' && quoted.contentType === 'text') {
		return { contentType: 'text', content: `${own.content}\n\n${quoted.content}` };
	}
	const html = own.contentType === 'html' ? partOf(own.content) : textAsHtml(own).content;
	const quote = quoted.contentType === 'html' ? quoted.content : linesToHtml(quoted.content);
	const body = findBody(quote);
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

/**
 * The same, without the style sheets of the quoted mail where these hide one's own text. Where something else around
 * its body hides that, such as an attribute of `<html>`, only its text is quoted.
 */
export async function seenInFront(own: ItemBody, quoted: ItemBody): Promise<ItemBody> {
	const whole = inFront(own, quoted);
	if (whole.contentType === 'text') return whole;
	const pause = createPauses();
	const words = (text: string) => text.replace(/\s+/g, '');
	const text = await readHtml(inFront(own, { contentType: 'html', content: '' }).content, pause);
	const isSeen = async ({ content }: ItemBody) => {
		const shown = await readHtml(content, pause, { upTo: 2 * text.length + MAX_BLANKS });
		return words(shown).startsWith(words(text));
	};
	if (await isSeen(whole)) return whole;
	const { contentType, content } = quoted;
	const plain = inFront(own, { contentType, content: withoutStyleSheets(content) });
	if (await isSeen(plain)) return plain;
	return inFront(own, { contentType: 'text', content: await readHtml(content, pause) });
}

function withoutStyleSheets(html: string): string {
	let kept = '';
	let from = 0;
	for (const part of scanHtml(html)) {
		if (typeof part === 'string' || part.name !== 'style' || part.raw === undefined) continue;
		kept += html.slice(from, part.at);
		from = part.end + part.raw.length;
	}
	return kept + html.slice(from);
}

/** Plain text as HTML that shows the same. */
export function textAsHtml({ content }: ItemBody): ItemBody {
	return { contentType: 'html', content: `<div>${linesToHtml(content)}</div>` };
}

/** The body of a whole document, with what `<html>` and `<body>` say of it, such as its direction; a fragment stays as it is. */
function partOf(html: string): string {
	const body = findBody(html);
	if (!body) return `<div>${html}</div>`;
	const attributes = [...scanHtml(html, body.end)].flatMap((part) => {
		const isRoot = typeof part !== 'string' && ['html', 'body'].includes(part.name) && !part.isEnd;
		return isRoot ? html.slice(part.at + part.name.length + 1, part.end - 1) : [];
	});
	const inner = html.slice(body.end, findBody(html, true, body.end)?.at);
	return `<div${attributes.reverse().join('')}>${inner}</div>`;
}

/**
 * How the quoted mail begins in a draft: as Graph and Outlook on the web write it (with the line above), as
 * Outlook for Windows does, and as both do in plain text. Seen in drafts; Microsoft documents none of them.
 */
const QUOTES = [
	/(?:<div id="?appendonsend"?[^<>]{0,200}>\s{0,20}<\/div>\s{0,20})?(?:<hr\b[^<>]{0,200}>\s{0,20})?<div id="?divRplyFwdMsg"?[\s>]/i,
	/<div style=["']border:none;\s{0,2}border-top:\s?solid #[0-9a-f]{6} 1\.0pt/i,
	/(?<!_)_{32}(?:<br\b[^<>]{0,20}>|\s){1,4}\S{1,20}:\s/,
];

/**
 * A draft that answers or forwards, without what was written above the quoted mail.
 * @returns undefined for one that quotes nothing.
 */
export function withoutOwnText({ contentType, content }: ItemBody): ItemBody | undefined {
	const begins = QUOTES.map((quote) => content.search(quote)).filter((index) => index >= 0);
	if (begins.length === 0) return undefined;
	const begin = Math.min(...begins);
	const body = findBody(content.slice(0, begin));
	return { contentType, content: content.slice(0, body?.end ?? 0) + content.slice(begin) };
}
