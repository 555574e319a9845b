import { findTag } from '../../shared/html/htmlTags';
import type { ItemBody } from './messageProperties';

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
	const body = findTag(content.slice(0, begin), 'body', false);
	return { contentType, content: content.slice(0, body?.end ?? 0) + content.slice(begin) };
}
