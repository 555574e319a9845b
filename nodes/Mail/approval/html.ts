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

/** Escaped text whose line breaks are kept. */
export function linesToHtml(text: string): string {
	return escapeHtml(text).replace(/\r\n?|\n/g, '<br>\n');
}
