/** What a text holds that was to be replaced, or was written for a program and not for people. */

/** What a template leaves open, of one or several words, in the languages whose word for a name is `name` too. */
const OPEN =
	"(?:(?:(?:your|my|ihr|dein|insert|enter|add|the|recipient|sender|company|client|customer|contact|manager|colleague|team|project|product|invoice|order|return|start|end|due|first|last|full|job|phone|email|meeting|event)(?:['’]s)?[ _-])*" +
	'(?:name|title|position|company|address|email|number|phone|date|time|location|signature|link|url|department|role|recipient|sender|topic|details|information|amount|person|here)(?:[ _-]here)?' +
	'|(?:backup|alternate|alternative|emergency)[ _-]contact)';

/** In HTML these are elements: https://html.spec.whatwg.org/multipage/indices.html#elements-3 */
const ELEMENT = '(?!(?:title|address|time|link|details)>)';

/** A part between brackets that nobody filled in. */
const UNFILLED = new RegExp(
	[
		'\\{\\{[^{}\\n]{1,80}\\}\\}',
		`[\\[{]${OPEN}[\\]}](?!\\()`,
		`<${ELEMENT}${OPEN}>`,
		'[\\[<](?:your|insert|enter)[ _][^\\[\\]<>\\n]{1,60}[\\]>]',
	].join('|'),
	'i',
);

/** The first part of a text that a template left open, such as `[Your Name]` and `{{name}}`. */
export function unfilledPart(text: string): string | undefined {
	return UNFILLED.exec(text)?.[0];
}

/** A path of Windows, in which `\n` and `\t` are the beginnings of names. */
const PATH = /(?:^|[\s"'(])(?:[a-z]:\\|\\\\)\w/i;
/** `\n` where a line would end; where the text has no line breaks, anywhere. */
const BREAK = /\\r\\n|\\n(?=\\n|[\s"'A-Z<*-]|$)|[.,:;!?>]\\n/;

/** The sign with a backslash in a text that JSON needs, and people would see: `\n`, `\"` or `\t`. */
export function strayEscape(text: string): string | undefined {
	if (PATH.test(text)) return undefined;
	if (BREAK.test(text) || (text.includes('\\n') && !text.includes('\n'))) return '\\n';
	if (text.includes('\\"')) return '\\"';
	return /\w\\t\w/.test(text) ? '\\t' : undefined;
}

/**
 * Emphasis, a link, a heading, the fence of a code block, the second line of a table:
 * https://spec.commonmark.org/0.31.2/, https://github.github.com/gfm/#tables-extension-
 */
export const MARKDOWN = new RegExp(
	[
		'\\*\\*[^\\s*][^*\\n]*\\*\\*|~~[^\\s~][^~\\n]*~~|(?<![\\w/])__[^\\s_][^_\\n]*__(?![\\w.])',
		'[^\\s\\[]\\]\\((?:https?:|mailto:)|^#{1,6} \\S|^```|^[ \\t]*(?:\\|[ \\t]*)?:?-{2,}:?[ \\t]*\\|[-:| \\t]*$',
	].join('|'),
	'm',
);

/** The beginning of an object of JSON, or of a list of them: a text that was wrapped once more. */
export const OBJECTS = /^\s*(?:\[\s*)?\{\s*"/;

/** A line in backticks, a tag of emphasis, a reference to a character. */
const SHOWN =
	/^`[^`]+`$|<\/?(?:b|i|u|p|em|strong|br)\b[^<>]*>|&(?:amp|lt|gt|quot|apos|nbsp|#\w{2,6});/i;

/** Whether people would see the signs of Markdown, HTML or JSON in a text of one line; addresses are read from JSON too. */
export function showsSigns(line: string): boolean {
	return MARKDOWN.test(line) || SHOWN.test(line) || (OBJECTS.test(line) && !line.includes('@'));
}
