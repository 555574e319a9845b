import { eachInTurns } from '../../shared/http/pauses';
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

/** The phrases of a conversation that were put out so far. Each `pause` is as for `markHistory`. */
export class ToldPhrases {
	private readonly phrases = new Set<string>();

	async add(text: string, pause: () => Promise<void>): Promise<void> {
		const words = await wordsOf(text, pause);
		await eachInTurns(phrasesOf(words), ({ phrase }) => this.phrases.add(phrase), pause);
	}

	/** For each line, whether all of it was put out before, wherever lines were broken then. */
	async tellsOf(lines: string[], pause: () => Promise<void>): Promise<boolean[]> {
		const words = await wordsOf(lines.join('\n'), pause);
		const isTold = words.map(() => false);
		const look = ({ phrase, from, to }: Phrase) => {
			if (this.phrases.has(phrase)) isTold.fill(true, from, to);
		};
		await eachInTurns(phrasesOf(words), look, pause);
		const told = lines.map(() => true);
		for (const [index, { at }] of words.entries()) told[at] &&= isTold[index] ?? false;
		return told;
	}
}

/** Words that are compared together. */
const PHRASE = 3;

interface Word {
	word: string;
	/** The place of its line. */
	at: number;
}

/** In a script without blanks between words, each character is a word. */
const WORD_OR_BREAK =
	/\n|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

async function wordsOf(text: string, pause: () => Promise<void>): Promise<Word[]> {
	const words: Word[] = [];
	let at = 0;
	const take = ([word]: RegExpExecArray) => (word === '\n' ? at++ : words.push({ word, at }));
	await eachInTurns(text.toLowerCase().matchAll(WORD_OR_BREAK), take, pause);
	return words;
}

interface Phrase {
	phrase: string;
	/** The place of its first word, and that behind its last one. */
	from: number;
	to: number;
}

/** The phrases of a text, and its lines that have fewer words. */
function* phrasesOf(words: Word[]): Generator<Phrase, void> {
	const toPhrase = (from: number, its: Word[]): Phrase => ({
		phrase: its.map(({ word }) => word).join(' '),
		from,
		to: from + its.length,
	});
	for (const [from, { at }] of words.entries()) {
		const next = words.slice(from, from + PHRASE);
		if (next.length === PHRASE) yield toPhrase(from, next);
		const ofLine = next.filter((word) => word.at === at);
		const isWhole = ofLine.length < PHRASE && words[from - 1]?.at !== at;
		if (isWhole) yield toPhrase(from, ofLine);
	}
}

/**
 * The text of a mail with quotes marked by `>`, without quoted lines that were put out before: `QUOTE_CUT` stands for
 * them. Quoted lines that no earlier mail had are kept.
 */
export async function withoutTold(
	text: string,
	told: ToldPhrases,
	pause: () => Promise<void>,
): Promise<string> {
	const lines = text.split('\n');
	const kept: string[] = [];
	for (let at = 0; at < lines.length;) {
		if (at % LINES_A_TURN === 0) await pause();
		const introduction = introductionAt(lines, at);
		const begin = introduction > 0 ? nextText(lines, at + introduction) : at;
		if (lines[begin]?.startsWith('>')) {
			const end = endOfQuote(lines, begin);
			const quote = await ofQuote(lines.slice(at, begin), lines.slice(begin, end), told, pause);
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
async function ofQuote(
	introduction: string[],
	quoted: string[],
	told: ToldPhrases,
	pause: () => Promise<void>,
): Promise<string[]> {
	const inner = quoted.map((line) => line.replace(/^> ?/, ''));
	const bare = quoted.map((line) => line.replace(/^[>\s]+/, ''));
	const isHead: boolean[] = [];
	for (let at = 0; at < bare.length; at++) {
		if (at % LINES_A_TURN === 0) await pause();
		const count = introductionAt(inner, at) || (headAt(bare, at) ? headLines(bare, at) : 0);
		for (let line = at; line < at + count; line++) isHead[line] = true;
	}
	const isTold = await told.tellsOf(bare, pause);
	const tellsSome = bare.some((line, at) => isTold[at] && /[\p{L}\p{N}]/u.test(line));
	if (tellsSome && bare.every((_, at) => isTold[at] || isHead[at])) return ['', QUOTE_CUT, ''];
	return [
		...introduction,
		...quoted.flatMap((line, at) => {
			if (!isTold[at] || line.trim() === '') return [line];
			return isTold[at - 1] ? [] : [QUOTE_CUT];
		}),
	];
}
