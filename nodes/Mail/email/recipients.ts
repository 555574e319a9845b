import { z } from 'zod';
import { toEmailAddress, withoutUnseen } from '../../shared/emailAddress';
import { presentableText } from '../../shared/failures';
import { jsonValue } from '../../shared/inputSchemas';
import type { Recipient } from './messageProperties';

/** Longest address, in characters: 64 before the @, 255 behind it (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS_LENGTH = 320;
/** As much of an entry as an error repeats, in characters: enough to find it. */
const SHOWN_ENTRY = 40;
/** One entry of a list, quoted names and bracketed addresses kept whole, or a separator. */
const PARTS = /(?:"(?:[^"\\]|\\.)*"|<[^<>\n]*>|[^,;\n])+|[,;\n]/g;

const plainAddress = z.object({ address: z.string(), name: z.string().nullish() });
const ofAttendee = { type: z.unknown() };
/** How steps of this package and Graph itself write an address, and an attendee. */
const addressObject = z.union([
	plainAddress.extend(ofAttendee),
	z
		.object({ emailAddress: plainAddress, ...ofAttendee })
		.transform(({ emailAddress, type }) => ({ ...emailAddress, type })),
]);

/** Somebody who is named, and what an attendee of another step is. */
interface Named extends Recipient {
	type?: unknown;
}

/**
 * Recipients as people, expressions and language models write them: `ann@contoso.com`,
 * `Ann Lee <ann@contoso.com>`, several with commas, semicolons or line breaks between them, a list
 * of such texts, or `{address, name}` as other steps return it. Nothing given is an empty list.
 */
export const recipients = z
	.unknown()
	.transform((given, context) =>
		onceEach(readNamed(given, context)).map(({ emailAddress }): Recipient => ({ emailAddress })),
	);

/** The same, each with the `type` of an object that has one. */
export const namedWithType = z.unknown().transform(readNamed);

/** One recipient, or undefined when left empty. */
export const optionalRecipient = recipients.transform((list, context) => {
	if (list.length > 1) context.addIssue({ code: 'custom', message: 'takes one address only' });
	return list[0];
});

/** Each address once, in whatever case it is written, with the first name that it has. */
export function onceEach<One extends Recipient>(list: One[]): One[] {
	const known = new Map<string, One>();
	for (const one of list) {
		const key = one.emailAddress.address.toLowerCase();
		const first = known.get(key);
		const emailAddress = { ...one.emailAddress, ...first?.emailAddress };
		known.set(key, { ...one, ...first, emailAddress });
	}
	return [...known.values()];
}

function readNamed(given: unknown, context: z.RefinementCtx): Named[] {
	return toEntries(given).flatMap((entry, index) => {
		const named = toNamed(entry);
		if (named) return [named];
		context.addIssue({
			code: 'custom',
			message: `entry ${index + 1} is not an email address${quoted(entry)}: write name@example.com or Name <name@example.com>`,
		});
		return [];
	});
}

/** The beginning of an entry that holds no address: errors repeat none. */
function quoted(entry: unknown): string {
	if (typeof entry !== 'string' || entry.includes('@')) return '';
	const text = presentableText(entry.slice(0, SHOWN_ENTRY)) ?? '';
	return text === '' ? '' : ` ("${text}${entry.length > SHOWN_ENTRY ? '…' : ''}")`;
}

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
		if (name === '' && withoutUnseen(entry) !== '') entries.push(entry);
	}
	return entries;
}

function toNamed(entry: unknown): Named | undefined {
	const read = typeof entry === 'string' ? readEntry(entry) : addressObject.safeParse(entry).data;
	if (!read) return undefined;
	const { name, type } = read;
	const address = toEmailAddress(read.address);
	if (address === undefined || address.length > MAX_ADDRESS_LENGTH) return undefined;
	const shown = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return { emailAddress: { address, ...(shown === '' ? {} : { name: shown }) }, type };
}

interface Read {
	address: string;
	name?: string | null;
	type?: unknown;
}

function readEntry(entry: string): Read {
	const open = withoutUnseen(entry).endsWith('>') ? entry.lastIndexOf('<') : -1;
	if (open < 0) return { address: entry };
	return {
		address: entry.slice(open + 1, entry.lastIndexOf('>')),
		name: withoutQuotes(entry.slice(0, open).trim()),
	};
}

/** A name in quotes is meant without them, typographic ones too. */
function withoutQuotes(name: string): string {
	const typographic = /^[“”„](.*)[“”]$/s.exec(name)?.[1];
	return typographic ?? /^"(.*)"$/s.exec(name)?.[1]?.replace(/\\(.)/gs, '$1') ?? name;
}
