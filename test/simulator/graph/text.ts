const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
};

/** HTML as the plain text that Graph gives with `outlook.body-content-type="text"`. */
export function htmlToText(html: string): string {
	return html
		.replace(/<(head|style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
		.replace(/<br\s*\/?>/gi, '\r\n')
		.replace(/<\/(p|div|tr|li|h[1-6])>/gi, '\r\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/&(\w+);/g, (whole: string, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
		.replace(/(\r\n){3,}/g, '\r\n\r\n')
		.trim();
}

/** Text with the characters that mean something in HTML escaped. */
export function escapeHtml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;');
}

/** Plain text as the HTML document that Graph makes of it. */
export function textToHtml(text: string): string {
	const lines = escapeHtml(text).replace(/\r?\n/g, '<br>\r\n');
	return `<html><head></head><body><div class="PlainText">${lines}</div></body></html>`;
}

/** A point in time as Outlook shows it: whole seconds, UTC (fact: whole-seconds). */
export function isoSeconds(milliseconds: number): string {
	return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
