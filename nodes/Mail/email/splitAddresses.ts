import { withoutUnseen } from '../../shared/text/emailAddress';
import { OWN } from './messageProperties';

const SEPARATOR = /[,;\n]/;
const BRACKETED = /<[^<>\n]*>/y;
/** All of a name is one quotation. */
export const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|[“”„][^“”„]*[“”])$/s;

/** An address without a name. */
const ALONE = /^<?[^\s<>@]*@[^\s<>@]*>?$/;

/**
 * The entries of a text of recipients. A name that holds a comma without quotes is joined again: `Lee, Ann <ann@contoso.com>`.
 * @returns `mayBeTwo` for a joined entry where commas also separate others, and others have names without a comma;
 * `hasComma` where a comma separates it from the next one.
 */
export function splitAddresses(
	text: string,
): Array<{ entry: string; mayBeTwo: boolean; hasComma: boolean }> {
	const entries: Array<{ entry: string; isJoined: boolean; separator?: string }> = [];
	let name = '';
	const parts = splitParts(text.replace(/\r\n?/g, '\n'));
	let isListed = false;
	for (const [index, { part, separator }] of parts.entries()) {
		const next = separator === ',' ? parts[index + 1]?.part : undefined;
		const isBare = part !== '' && !isWhole(part) && !/@|<[^<>]*>/.test(part);
		const rest = /^([^<]*)<[^<>]+>$/.exec(next ?? '')?.[1]?.trim() ?? '';
		const isSurname: boolean = isBare && !isListed && rest !== '' && !isWhole(rest);
		// Behind a name alone, the next one is a name alone, too, and no surname.
		isListed = isBare && !isSurname && next !== undefined;
		if (withoutUnseen(part) !== '' && !isSurname) {
			entries.push({ entry: `${name}${part}`, isJoined: name !== '', separator });
		}
		name = isSurname ? `${part}, ` : '';
	}
	const isUnclear =
		entries.slice(0, -1).some(({ separator }) => separator === ',') &&
		entries.some(({ entry, isJoined }) => !isJoined && !ALONE.test(entry));
	return entries.map(({ entry, isJoined, separator }) => ({
		...{ entry, mayBeTwo: isUnclear && isJoined },
		hasComma: separator === ',',
	}));
}

/** Names somebody by itself, whoever stands on the other side of the comma. */
function isWhole(part: string): boolean {
	return QUOTED.test(part) || part.toLowerCase() === OWN;
}

/** Splits a text at its separators, but not in quotes or brackets. */
function splitParts(text: string): Array<{ part: string; separator?: string }> {
	const parts: Array<{ part: string; separator?: string }> = [];
	let start = 0;
	// Behind a quotation mark that nothing closes, none is closed: they are looked for once.
	let isClosed = true;
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? '';
		if (sign === '<') at = lastOfBrackets(text, at);
		if (sign === '"' && isClosed) {
			const last = closingQuote(text, at);
			isClosed = last !== undefined;
			at = last ?? at;
		}
		if (!SEPARATOR.test(sign)) continue;
		parts.push({ part: text.slice(start, at).trim(), separator: sign });
		start = at + 1;
	}
	return [...parts, { part: text.slice(start).trim() }];
}

/** The place where brackets close that open here; the same place where they never do. */
function lastOfBrackets(text: string, open: number): number {
	BRACKETED.lastIndex = open;
	return BRACKETED.test(text) ? BRACKETED.lastIndex - 1 : open;
}

function closingQuote(text: string, open: number): number | undefined {
	for (let at = open + 1; at < text.length; at++) {
		if (text[at] === '"') return at;
		if (text[at] === '\\') at++;
	}
	return undefined;
}
