import { z } from 'zod';
import { jsonValue } from '../../shared/inputSchemas';
import type { Recipient } from './messageProperties';

/** Longest address, in characters: 64 before the @, 255 behind it (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS_LENGTH = 320;
/** One address without name: no blanks, and none of the signs that separate addresses. */
const ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;
/** One entry of a list, quoted names and bracketed addresses kept whole, or a separator. */
const PARTS = /(?:"(?:[^"\\]|\\.)*"|<[^<>\n]*>|[^,;\n])+|[,;\n]/g;

const plainAddress = z.object({ address: z.string(), name: z.string().nullish() });
/** How steps of this package and Graph itself write an address. */
const addressObject = z.union([
	plainAddress,
	z.object({ emailAddress: plainAddress }).transform(({ emailAddress }) => emailAddress),
]);

/**
 * Recipients as people, expressions and language models write them: `ann@contoso.com`,
 * `Ann Lee <ann@contoso.com>`, several with commas, semicolons or line breaks between them, a list
 * of such texts, or `{address, name}` as other steps return it. Nothing given is an empty list.
 */
export const recipients = z.unknown().transform((given, context): Recipient[] => {
	const entries = toEntries(given);
	return entries.map((entry, index) => {
		const recipient = toRecipient(entry);
		if (recipient) return recipient;
		context.addIssue({
			code: 'custom',
			message: `entry ${index + 1} is not an email address: write name@example.com or Name <name@example.com>`,
		});
		return z.NEVER;
	});
});

/** One recipient, or undefined when left empty. */
export const optionalRecipient = recipients.transform((list, context) => {
	if (list.length > 1) context.addIssue({ code: 'custom', message: 'takes one address only' });
	return list[0];
});

function toEntries(given: unknown): unknown[] {
	if (given === null || given === undefined) return [];
	if (Array.isArray(given)) return given.flatMap(toEntries);
	if (typeof given !== 'string') return [given];
	const text = given.trim();
	if (text === '') return [];
	if (/^[[{]/.test(text)) {
		const parsed = jsonValue.safeParse(text);
		if (parsed.success) return toEntries(parsed.data);
	}
	return splitAddresses(text);
}

/** Also joins a name that holds a comma without quotes again: `Lee, Ann <ann@contoso.com>`. */
function splitAddresses(text: string): string[] {
	const parts = text.replace(/\r\n?/g, '\n').match(PARTS) ?? [];
	const entries: string[] = [];
	let name = '';
	for (const [index, part] of parts.entries()) {
		if (/^[,;\n]$/.test(part)) continue;
		const entry = `${name}${part.trim()}`;
		const next = parts[index + 1] === ',' ? parts[index + 2] : undefined;
		const isNamePart = !entry.includes('@') && next !== undefined && /<[^<>]+>\s*$/.test(next);
		name = isNamePart && entry !== '' ? `${entry}, ` : '';
		if (name === '' && entry !== '') entries.push(entry);
	}
	return entries;
}

function toRecipient(entry: unknown): Recipient | undefined {
	const { address, name } = typeof entry === 'string' ? readEntry(entry) : readObject(entry);
	const bare = address.trim().replace(/^mailto:/i, '');
	if (bare.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(bare)) return undefined;
	const shown = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return { emailAddress: { address: bare, ...(shown === '' ? {} : { name: shown }) } };
}

function readObject(entry: unknown): { address: string; name: string } {
	const parsed = addressObject.safeParse(entry);
	return parsed.success
		? { address: parsed.data.address, name: parsed.data.name ?? '' }
		: { address: '', name: '' };
}

function readEntry(entry: string): { address: string; name: string } {
	const open = entry.endsWith('>') ? entry.lastIndexOf('<') : -1;
	if (open < 0) return { address: entry, name: '' };
	const name = entry.slice(0, open).trim();
	const quoted = /^"(.*)"$/s.exec(name)?.[1];
	return {
		address: entry.slice(open + 1, -1),
		name: quoted === undefined ? name : quoted.replace(/\\(.)/gs, '$1'),
	};
}
