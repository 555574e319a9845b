import type { Reading } from './htmlText';
import { readParts } from './htmlText';

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text that shows in HTML as it is, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escaped text whose line breaks are kept, and its blanks: HTML shows several as one, and none at the beginning of a line. */
export function linesToHtml(text: string): string {
	return escapeHtml(text)
		.replace(/\t| (?= )|^ /gm, (blank) => (blank === '\t' ? '&emsp;' : '&nbsp;'))
		.replace(/\r\n?|\n/g, '<br>');
}

/**
 * The text of an HTML body that people can see: not what its styles hide, by display, visibility, size,
 * colour, opacity or place, nor characters that show nothing. Takes time in proportion to its length,
 * whatever the HTML is.
 */
export function htmlToText(html: string, reading: Reading = {}): string {
	const parts = readParts(html, reading);
	for (;;) {
		const read = parts.next();
		if (read.done) return read.value;
	}
}

/**
 * The same, while n8n does what else there is.
 * @param pause What the reading waits for after each few tags.
 */
export async function readHtml(
	html: string,
	pause: () => Promise<void>,
	reading: Reading = {},
): Promise<string> {
	const parts = readParts(html, reading);
	for (;;) {
		const read = parts.next();
		if (read.done) return read.value;
		await pause();
	}
}
