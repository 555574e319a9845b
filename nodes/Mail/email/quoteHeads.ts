import { DIVIDERS, LABELS, ON, WROTE } from './quoteWords';

const KINDS = ['from', 'sent', 'date', 'subject'] as const;
type Kind = (typeof KINDS)[number];

const split = (words: string) => words.split('|').map(fold);

/** For each label, what it stands for in which language. */
const MEANINGS = new Map<string, Array<[language: string, kind: Kind]>>();
for (const [language, labels] of Object.entries(LABELS)) {
	for (const kind of KINDS) {
		for (const label of split(labels[kind])) {
			MEANINGS.set(label, [...(MEANINGS.get(label) ?? []), [language, kind]]);
		}
	}
}
const DIVIDER = new Set(split(DIVIDERS));
const WRITTEN = split(WROTE);
const BEGINNINGS = split(ON);

/** Lines of a head, at most: recipients may take several. */
const HEAD_LINES = 9;
/** Longest label and longest introduction, in characters. */
const MAX_LABEL = 24;
const MAX_INTRODUCTION = 300;
const ADDRESS = /<[^<>\s]{1,100}@[^<>\s]{1,100}>/;
const TIME = /\d[:.h時点时]\s?\d\d/;

function fold(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\s*_]+/g, ' ')
		.trim()
		.toLowerCase();
}

/** With what a quote begins at a line, if one does. The lines behind an introduction may be marked with `>`. */
export function headAt(lines: string[], at: number): 'head' | 'introduction' | undefined {
	const line = lines[at] ?? '';
	if (line.length > MAX_INTRODUCTION || line.startsWith('>')) return undefined;
	if (isDivider(line) || isHead(lines, at)) return 'head';
	// Outlook on the web draws a line above.
	if (/^_{20,}$/.test(line.trim()) && isHead(lines, at + 1)) return 'head';
	return introductionAt(lines, at) > 0 ? 'introduction' : undefined;
}

/**
 * How many lines a head takes that begins at a line: its labels, whatever they are called, and addresses. Blank lines
 * may stand between them, but the one behind the subject ends it: text such as `Amount: 5` may follow.
 */
export function headLines(lines: string[], at: number): number {
	let count = 0;
	let hasSubject = false;
	for (const line of lines.slice(at, at + HEAD_LINES)) {
		const isBlank = line.trim() === '';
		if (isBlank && hasSubject) break;
		if (!isBlank && count > 0 && !/^(?:[^:：]{1,24}[:：]|[^@]{0,100}@)/.test(line)) break;
		// What it is about may be left empty.
		hasSubject ||= labelOf(`${line}-`)?.means.some(([, kind]) => kind === 'subject') ?? false;
		count++;
	}
	return count;
}

function isDivider(line: string): boolean {
	const [, words = ''] = /^\s*[-–—]{2,}([^-–—]{3,60})[-–—]{2,}\s*$/.exec(line) ?? [];
	return DIVIDER.has(fold(words));
}

/** Whether lines such as `From: Ann Lee` and `Sent: Monday` begin here, in any order, with others in between. */
function isHead(lines: string[], at: number): boolean {
	if (!labelOf(lines[at])) return false;
	const found = new Map<string, Set<Kind>>();
	let hasAddress = false;
	for (const line of lines.slice(at, at + HEAD_LINES)) {
		const label = labelOf(line);
		for (const [language, kind] of label?.means ?? []) {
			if (kind === 'from' && label?.value.includes('@')) hasAddress = true;
			found.set(language, (found.get(language) ?? new Set()).add(kind));
		}
	}
	return [...found.values()].some(
		(kinds) =>
			kinds.has('from') &&
			// From and Date alone may be a journey or an invoice.
			(kinds.has('sent') || (kinds.has('date') && hasAddress && kinds.has('subject'))),
	);
}

function labelOf(line = '') {
	const end = line.slice(0, MAX_LABEL).search(/[:：]/);
	const means = end < 0 ? undefined : MEANINGS.get(fold(line.slice(0, end)));
	const value = line
		.slice(end + 1)
		.replace(/\*/g, '')
		.trim();
	return means && value !== '' ? { means, value } : undefined;
}

/**
 * How many lines an introduction such as `On Monday, Ann Lee wrote:` takes, 0 where there is none. Where what
 * follows is not marked as a quote, it has to name a time, and an address or that somebody wrote.
 */
export function introductionAt(lines: string[], at: number): number {
	for (const count of [1, 2]) {
		const given = lines.slice(at, at + count).join(' ');
		if (given.length > MAX_INTRODUCTION || given.startsWith('>') || (lines[at] ?? '').trim() === '')
			return 0;
		if (!/[:：]$/.test(given.trimEnd())) continue;
		const text = fold(given);
		const begins = isBeginning(text);
		const [first = '', second] = lines.slice(at, at + count).map(fold);
		// The line above one that is an introduction by itself is text.
		if (second && TIME.test(second) && isWritten(second)) {
			if (isBeginning(second) || !(begins || ADDRESS.test(first))) return 0;
		}
		const hasAddress = ADDRESS.test(text);
		// Some languages name only a day, a time and an address, and no "wrote".
		const isDated = hasAddress && /^(?:\p{L}{1,14}[.,]{0,2} )?\d/u.test(text);
		if (TIME.test(text) && (isWritten(text) || isDated)) return count;
		const next = lines.slice(at + count, at + count + 2).find((line) => line.trim() !== '');
		if (isWritten(text) && (begins || hasAddress || /\d/.test(text)) && next?.startsWith('>'))
			return count;
	}
	return 0;
}

function isBeginning(text: string): boolean {
	return BEGINNINGS.some((word) => text.startsWith(`${word} `)) || /^[在于於]/.test(text);
}

function isWritten(text: string): boolean {
	return WRITTEN.some((word) => hasWord(text, word));
}

/** Whether a word stands in a text by itself; languages without blanks between words have it anywhere. */
function hasWord(text: string, word: string): boolean {
	const at = text.lastIndexOf(word);
	if (at < 0 || /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
		return at >= 0;
	return !/\p{L}/u.test(text.charAt(at - 1)) && !/\p{L}/u.test(text.charAt(at + word.length));
}
