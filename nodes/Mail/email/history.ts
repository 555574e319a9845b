import { headAt, headLines, introductionAt } from './quoteHeads';

/** Lines that are looked at before others may have their turn: a tenth of a millisecond. */
const LINES_A_TURN = 32;

/**
 * Text in which the history below an answer is marked with `>`, as quotes are (RFC 3676, section 4.5).
 * @param pause Made by `createPauses`: a long text takes a while.
 */
export async function markHistory(text: string, pause: () => Promise<void>): Promise<string> {
	const lines = text.split('\n');
	let begin = 0;
	while (begin < lines.length && !beginsHistory(lines, begin)) {
		if (++begin % LINES_A_TURN === 0) await pause();
	}
	// A mail that begins with the history is a forward: the history is its text.
	if (begin === 0 || begin === lines.length) return text;
	const history = lines
		.slice(begin)
		.map((line) => (line.trim() === '' || line.startsWith('>') ? line : `> ${line}`));
	return [...lines.slice(0, begin), ...history].join('\n');
}

/** An introduction does not begin it where marked lines follow: below these, the answer may go on. */
function beginsHistory(lines: string[], at: number): boolean {
	const head = headAt(lines, at);
	if (head !== 'introduction') return head === 'head';
	const below = lines[nextText(lines, at + introductionAt(lines, at))];
	return below !== undefined && !below.startsWith('>');
}

/** The place of the next line that is not blank. */
function nextText(lines: string[], from: number): number {
	let at = from;
	while (at < lines.length && lines[at]?.trim() === '') at++;
	return at;
}

/** Stands for quoted lines that are in an earlier email. */
export const QUOTE_CUT = '[quote of an email above]';

/** The phrases of a conversation that were put out so far. */
export class ToldPhrases {
	private readonly phrases = new Set<string>();

	add(text: string): void {
		for (const line of text.split('\n')) this.phrases.add(wordsOf(line).join(' '));
		for (const phrase of phrasesOf(wordsOf(text))) this.phrases.add(phrase);
	}

	/** For each line, whether all of it was put out before, wherever lines were broken then. */
	tellsOf(lines: string[]): boolean[] {
		const words = lines.flatMap((line, at) => wordsOf(line).map((word) => ({ word, at })));
		const isTold = words.map(() => false);
		for (const [at, phrase] of phrasesOf(words.map(({ word }) => word)).entries()) {
			if (this.phrases.has(phrase)) isTold.fill(true, at, at + PHRASE);
		}
		const untold = new Set(words.flatMap(({ at }, index) => (isTold[index] ? [] : [at])));
		return lines.map((line, at) => !untold.has(at) || this.phrases.has(wordsOf(line).join(' ')));
	}
}

/** Words that are compared together. */
const PHRASE = 3;

/** The words of a text. In a script without blanks between words, each character is one. */
function wordsOf(text: string): string[] {
	return (
		text
			.toLowerCase()
			.match(
				/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu,
			) ?? []
	);
}

function phrasesOf(words: string[]): string[] {
	return words.slice(PHRASE - 1).map((_, at) => words.slice(at, at + PHRASE).join(' '));
}

/**
 * The text of a mail with quotes marked by `>`, without quoted lines that were put out before: `QUOTE_CUT` stands for
 * them. Quoted lines that no earlier mail had are kept.
 */
export function withoutTold(text: string, told: ToldPhrases): string {
	const lines = text.split('\n');
	const kept: string[] = [];
	for (let at = 0; at < lines.length;) {
		const introduction = introductionAt(lines, at);
		const begin = introduction > 0 ? nextText(lines, at + introduction) : at;
		if (lines[begin]?.startsWith('>')) {
			const end = endOfQuote(lines, begin);
			const quote = ofQuote(lines.slice(at, begin), lines.slice(begin, end), told);
			// Not `push(...quote)`: there may be more lines than a call takes arguments.
			for (const line of quote) kept.push(line);
			at = end;
		} else kept.push(lines[at++] ?? '');
	}
	return kept
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/** The place behind the last marked line. Blank lines may stand between marked ones. */
function endOfQuote(lines: string[], begin: number): number {
	let end = begin;
	for (let at = begin; at < lines.length; at++) {
		const line = lines[at] ?? '';
		if (line.startsWith('>')) end = at + 1;
		else if (line.trim() !== '') break;
	}
	return end;
}

/** What is kept of a quote: only `QUOTE_CUT` where all of it but its heads was told. */
function ofQuote(introduction: string[], quoted: string[], told: ToldPhrases): string[] {
	const inner = quoted.map((line) => line.replace(/^> ?/, ''));
	const bare = quoted.map((line) => line.replace(/^[>\s]+/, ''));
	const isHead: boolean[] = [];
	for (let at = 0; at < bare.length; at++) {
		const count = introductionAt(inner, at) || (headAt(bare, at) ? headLines(bare, at) : 0);
		for (let line = at; line < at + count; line++) isHead[line] = true;
	}
	const isTold = told.tellsOf(bare);
	const tellsSome = bare.some((line, at) => isTold[at] && wordsOf(line).length > 0);
	if (tellsSome && bare.every((_, at) => isTold[at] || isHead[at])) return ['', QUOTE_CUT, ''];
	return [
		...introduction,
		...quoted.flatMap((line, at) => {
			if (!isTold[at] || line.trim() === '') return [line];
			return isTold[at - 1] ? [] : [QUOTE_CUT];
		}),
	];
}
