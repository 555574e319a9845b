import { isSeen, PLAIN_LOOK } from './appearance';
import { ElementStyles } from './elementStyles';
import type { Element, OpenLink } from './htmlElement';
import { linkBehind, MAX_LINK, toElement } from './htmlElement';
import type { Tag } from './htmlTags';
import { NO_ATTRIBUTES, PARTS_A_TURN, scanHtml, sheetsIn } from './htmlTags';
import { withoutInvisible } from './invisible';
import { ItemNumbers } from './itemNumbers';
import { OpenElements } from './openElements';
import { Steps } from './steps';

/** Elements that stand on lines of their own; around paragraphs there is a blank line. */
const BLOCKS = new Set(
	(
		'address article aside caption center dd details dialog dir div dt fieldset figcaption figure footer ' +
		'form header hr legend li main menu nav option pre section summary tr'
	).split(' '),
);
const PARAGRAPHS = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
/** Deepest level of a quote that is marked, in signs; deeper ones are marked as this one. */
const MAX_QUOTES = 5;
/** Elements that may stand in front of the body. */
const HEAD = new Set('head meta title style link base script template noscript'.split(' '));
/** Stands around what is struck out. */
const STRIKE = '~~';
/** Stands for text of which nobody can say in time what its style sheets hide. */
const NOT_READ = '[The rest was not read: its style sheets take too long]';

/** How a body is read as text. */
export interface Reading {
	/**
	 * Marks quoted lines with `>` and a signature with a line `--` in front, as plain text mails do (RFC 3676,
	 * sections 4.3 and 4.5), and names where links lead. Items have their numbers, and `~~` is around what is struck out.
	 */
	marked?: boolean;
	/**
	 * Characters of text that are wanted. A longer text is returned with at least one more, and begins as the whole
	 * text does. The rest is not read, but for style sheets: the time grows with what was read, and with the way to
	 * the last style sheet.
	 */
	upTo?: number;
}

/**
 * The text of an HTML body that people can see, read a few tags at a time.
 * @yields where others may have their turn.
 */
export function* readParts(
	html: string,
	{ marked = false, upTo = Infinity }: Reading,
): Generator<void, string> {
	const steps = new Steps(html.length);
	const styles = new ElementStyles(steps);
	yield* styles.read(yield* sheetsIn(html));
	let parts = 0;
	const lines: string[] = [];
	let line = '';
	/** Characters of the finished lines, and the number of all characters at which `isEnough` measures again. */
	let finished = 0;
	let nextLook = upTo;
	let hiding = 0;
	let quotes = 0;
	let isSigned = false;
	let openLink: OpenLink | undefined;
	const numbers = new ItemNumbers();
	/** The number of an item that shows nothing yet. */
	let itemNumber = '';
	let isStriking = false;

	const elements = new OpenElements<Element>(
		(element) => {
			count(element, -1);
			if (element.node.name === 'li') itemNumber = '';
			if (element.link === openLink) openLink = undefined;
			if (marked && element.link) write(linkBehind(element.link));
			if (element.isLine && hiding === 0) breakLine();
		},
		({ hides, look }) => hides || !isSeen(look),
		(element) => {
			count(element, 1);
			openLink = element.link ?? openLink;
		},
	);

	function count({ hides, isQuote }: Element, by: 1 | -1): void {
		if (hides) hiding += by;
		if (isQuote) quotes += by;
	}

	function write(text: string): void {
		const { look = PLAIN_LOOK, isSignature, isPreformatted } = elements.innermost ?? {};
		if (hiding > 0 || !isSeen(look)) return;
		if (openLink && openLink.shown.length < MAX_LINK) openLink.shown += text;
		const [first = '', ...rest] = isPreformatted ? text.split(/\r\n?|\n/) : [text];
		if (first.trim() !== '' && isSignature && marked && !isSigned && quotes === 0) {
			isSigned = true;
			if (line.trim() !== '--' && first.trim() !== '--') {
				breakLine();
				lines.push('--');
			}
		}
		append(first, look.isStruck);
		for (const next of rest) {
			endLine();
			append(next, look.isStruck);
		}
	}

	/** Drops blanks at the beginning of a line at once: to look at them again for each block would take quadratic time. */
	function append(text: string, isStruck = false): void {
		if (marked && text.trim() !== '') {
			line += `${itemNumber}${isStruck === isStriking ? '' : STRIKE}`;
			itemNumber = '';
			isStriking = isStruck;
		}
		line += line === '' ? text.trimStart() : text;
	}

	function endLine(): void {
		const text = toLine(isStriking ? `${line.trimEnd()}${STRIKE}` : line);
		isStriking = false;
		const depth = marked ? Math.min(quotes, MAX_QUOTES) : 0;
		lines.push(depth === 0 || text === '' ? text : `${'>'.repeat(depth)} ${text}`);
		finished += text.length;
		line = '';
	}

	function isEnough(): boolean {
		if (finished + line.length <= nextLook) return false;
		// Blanks and invisible signs do not count: before a line is measured again, it has to double.
		nextLook = finished + 2 * line.length;
		return finished + toLine(line).length > upTo;
	}

	function breakLine(): void {
		if (line.trim() !== '') endLine();
		line = '';
	}

	function breakFor(name: string): void {
		if (hiding > 0) return;
		if (name === 'br') endLine();
		else if (name === 'td' || name === 'th') append(' ');
		else if (PARAGRAPHS.has(name) && (line.trim() !== '' || lines.length > 0)) {
			breakLine();
			lines.push('');
		} else if (BLOCKS.has(name)) breakLine();
	}

	function begin(part: Tag): void {
		const element = toElement(part, styles, elements.innermost);
		if (element.isLine && hiding === 0) breakLine();
		if (marked && part.name === 'li')
			itemNumber = element.hides || hiding > 0 ? '' : numbers.of(element.node);
		if (part.raw === undefined) elements.begin(part.name, element);
	}

	// Every document has a root and a body, even where no tag begins them.
	const missing = ['html', 'body'];
	function beginPage(part: string | Tag): void {
		// Nothing hidden, such as a template in the head, begins the body.
		if (hiding > 0) return;
		if (typeof part === 'string' ? part.trim() === '' : part.isEnd || HEAD.has(part.name)) return;
		const place = typeof part === 'string' ? -1 : missing.indexOf(part.name);
		for (const name of missing.splice(0, place < 0 ? missing.length : place)) {
			begin({ name, isEnd: false, attributes: NO_ATTRIBUTES });
		}
		if (place >= 0) missing.shift();
	}

	for (const part of scanHtml(html)) {
		if (++parts % PARTS_A_TURN === 0) yield;
		if (missing.length > 0) beginPage(part);
		if (typeof part === 'string') {
			write(part);
			if (isEnough()) break;
			continue;
		}
		const { name, isEnd } = part;
		breakFor(name);
		if (isEnd) elements.end(name);
		else {
			elements.beforeBegin(name);
			yield* styles.prepare(part);
			begin(part);
			if (name === 'svg' && part.isEmpty) elements.end(name);
		}
		if (steps.areUsedUp) {
			hiding = 0;
			breakLine();
			lines.push(NOT_READ);
			break;
		}
	}
	endLine();
	return lines
		.filter((text, index) => text !== '' || lines[index - 1] !== '')
		.join('\n')
		.trim();
}

/** A line as it is shown. */
function toLine(text: string): string {
	return withoutInvisible(text).replace(/\s+/g, ' ').trim();
}
