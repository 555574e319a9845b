import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

/** A link's or a picture's text and address, in Markdown. */
const PICTURE = /!\[[^\]]*\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;

/** A cell, a paragraph or an entry of a list: what a reader takes in as one piece. */
function blocksOf(page: string): string[] {
	const text = page
		.replace(/^([ \t]*)```.*\n[^]*?^\1```[ \t]*$/gm, '')
		.replace(/<!--[^]*?-->/g, '')
		.replace(PICTURE, '')
		.replace(/<https?:[^>]*>/g, 'address')
		.replace(/<[a-z/][^>\n]*>/g, '')
		.replace(/`[^`\n]+`/g, 'code');
	return text
		.replace(LINK, '$1')
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\|)\s)|\n(?=#)/)
		.flatMap((block) => (/^\s*\|/.test(block) ? block.split('|') : [block]))
		.filter((block) => !/^\s*(#|[-:\s]*$)/.test(block))
		.map((block) =>
			block.replace(/^\s*(?:[-*]|\d+\.)\s/, '').replace(/(?<!\w)[*_]+|[*_]+(?!\w)/g, ''),
		)
		.map((block) => block.replace(/\s+/g, ' ').trim());
}

/**
 * What a page says, sentence by sentence: without its headings, code, pictures and the addresses of its links. A piece
 * of code in a sentence is one word; a cell of a table and an entry of a list end a sentence.
 */
export function sentencesOf(page: string): string[] {
	return blocksOf(page)
		.flatMap((block) => block.split(/(?<=[.!?]["”')]*)\s+(?=["“'(]*[\p{Lu}\p{N}]|code|n8n\b)/u))
		.filter((sentence) => /\p{L}/u.test(sentence));
}

/** How many words a sentence has. */
export function countWords(sentence: string): number {
	return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,/-]*/gu)?.length ?? 0;
}

/** The text of a page of the repository. */
export function readPage(page: string): string {
	return readFileSync(path.join(ROOT, page), 'utf8');
}

/** How a page reads, in a line: the mean words of a sentence, long sentences, and how often it speaks to its reader. */
export function measure(page: string, longest: number): string {
	const sentences = sentencesOf(readPage(page));
	const words = sentences.map(countWords);
	const total = words.reduce((sum, count) => sum + count, 0);
	// A cell with a name and a number is no sentence that somebody has to follow.
	const followed = words.filter((count) => count > 3);
	const mean = followed.reduce((sum, count) => sum + count, 0) / followed.length;
	const long = words.filter((count) => count > longest).length;
	const you = sentences.join(' ').match(/\byou(r|rs|'\w+)?\b/gi)?.length ?? 0;
	return `${page}: ${total} words, ${mean.toFixed(1)} a sentence, ${long} over ${longest}, "you" ${((1000 * you) / total).toFixed(1)} in 1,000 words`;
}
