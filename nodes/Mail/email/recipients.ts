import { z } from 'zod';
import { presentableText } from '../../shared/http/failures';
import { jsonValue } from '../../shared/step/inputSchemas';
import { toEmailAddress, withoutUnseen } from '../../shared/text/emailAddress';
import { isLeftOpen } from '../../shared/text/noValue';
import type { Recipient } from './messageProperties';
import { OWN } from './messageProperties';
import { QUOTED, splitAddresses } from './splitAddresses';

/** Longest address, in characters: 64 before the @, 255 behind it (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS_LENGTH = 320;
/** How many characters of an entry an error repeats: enough to find it. */
const SHOWN_ENTRY = 40;
/** Deepest nesting of lists in lists; an expression that gathers recipients of several steps makes two. */
const MAX_DEPTH = 10;
/** An address whose domain has a dot, as every domain on the Internet has: RFC 5321, 2.3.5. */
const DOTTED = /@[^@]*[.。．｡][^.。．｡@]+$/;
/** How Exchange names somebody inside an organization, in place of an address (fact: exchange-name). */
const OF_EXCHANGE = /^\s*\/o=/i;
/** Longest name that is looked up, in characters. */
const MAX_NAME_LENGTH = 100;

const plainAddress = z.object({ address: z.string(), name: z.string().nullish() });
const ofAttendee = { type: z.unknown() };
/** An address or attendee as an object: of steps of this package, of models and Content Snare (`email`), of Graph. */
const addressObject = z.union([
	plainAddress.extend(ofAttendee),
	z
		.object({ email: z.string(), name: plainAddress.shape.name, ...ofAttendee })
		.transform(({ email, ...rest }) => ({ address: email, ...rest })),
	z
		.object({ emailAddress: plainAddress, ...ofAttendee })
		.transform(({ emailAddress, type }) => ({ ...emailAddress, type })),
]);

/** A recipient who was given, with the `type` that an attendee from another step has. */
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

/** As `recipients`, but also takes names without an address, which `settleNames` looks up before the step runs. */
export const recipientsOrNames = z.unknown().transform((given, context) =>
	onceEach(readNamed(given, context, true)).map(({ emailAddress, isName }): Recipient => ({
		emailAddress,
		...(isName && { isName }),
	})),
);

/** As `recipientsOrNames`, but repeated ones stay, and each keeps the `type` of an object that has one. */
export const namedWithType = z
	.unknown()
	.transform((given, context) => readNamed(given, context, true));

/** One recipient, or undefined when left empty. */
export const optionalRecipient = recipients.transform((list, context) => {
	if (list.length > 1) context.addIssue({ code: 'custom', message: 'takes one address only' });
	return list[0];
});

/** Each address once, whatever its case, with the first name given for it. */
export function onceEach<One extends Recipient>(list: One[]): One[] {
	const known = new Map<string, One>();
	for (const recipient of list) {
		const key = recipient.emailAddress.address.toLowerCase();
		const first = known.get(key);
		const emailAddress = { ...recipient.emailAddress, ...first?.emailAddress };
		known.set(key, { ...recipient, ...first, emailAddress });
	}
	return [...known.values()];
}

/** Reports only the first entry that is no recipient: nobody reads a refusal of thousands of entries. */
function readNamed(given: unknown, context: z.RefinementCtx, withNames = false): Named[] {
	const split = toEntries(given);
	const entries = (withNames ? joinSurnames(split) : split).map(({ entry, mayBeTwo }) => ({
		entry,
		isUnclear: mayBeTwo || (withNames && mayBeTwoNames(entry)),
	}));
	const read = entries.map(({ entry, isUnclear }) => {
		if (isUnclear) return undefined;
		return toNamed(entry) ?? (withNames ? toName(entry) : undefined);
	});
	const wrong = read.indexOf(undefined);
	if (wrong >= 0) {
		const { entry, isUnclear } = entries[wrong] ?? {};
		const fault = isUnclear ? UNCLEAR : `is not an email address${quoted(entry)}: ${wayOut(entry)}`;
		context.addIssue({ code: 'custom', message: `entry ${wrong + 1} ${fault}` });
	}
	return read.flatMap((named) => named ?? []);
}

const UNCLEAR =
	'may be one recipient or two: write semicolons between several, or quotes around one name';

/** What to write in place of an entry that holds no address. */
function wayOut(entry: unknown): string {
	if (typeof entry === 'object' && !toRead(entry)) {
		return 'write name@example.com, or an object with address and name';
	}
	const text = typeof entry === 'string' ? entry : '';
	if (isLeftOpen(text)) return 'leave it out';
	const read = toRead(entry)?.address;
	if (OF_EXCHANGE.test(text || (read ?? ''))) {
		return 'Exchange uses it inside the organization only. Look the address up with Find People';
	}
	const isLink = text.includes('](');
	if (!isLink && (text.match(/\w@\w/g) ?? []).length > 1) return 'write commas between several';
	if (read !== undefined && toEmailAddress(read) !== undefined && !DOTTED.test(read)) {
		return 'its domain has no ending, such as .com';
	}
	return 'write name@example.com or Name <name@example.com>';
}

/** The beginning of an entry, in quotes; empty where it holds an address, as errors repeat no addresses. */
function quoted(entry: unknown): string {
	if (typeof entry !== 'string' || entry.includes('@')) return '';
	const text = presentableText(entry.slice(0, SHOWN_ENTRY)) ?? '';
	return text === '' ? '' : ` ("${text}${entry.length > SHOWN_ENTRY ? '…' : ''}")`;
}

interface Entry {
	entry: unknown;
	mayBeTwo?: boolean;
	/** Whether a comma stands between this entry and the next one. */
	hasComma?: boolean;
}

function toEntries(given: unknown, depth = 0): Entry[] {
	if (given === null || given === undefined) return [];
	if (Array.isArray(given) && depth < MAX_DEPTH) {
		return given.flatMap((entry) => toEntries(entry, depth + 1));
	}
	if (typeof given !== 'string') return [{ entry: given }];
	const text = given.trim();
	if (text === '') return [];
	if (/^[[{]/.test(text)) {
		const parsed = jsonValue.safeParse(text);
		if (parsed.success) return toEntries(parsed.data, depth);
	}
	return splitAddresses(text);
}

/**
 * Joins two names with a comma between them to one, as `Lee, Ann` is. They stay two where more commas follow, or where
 * both have several words: these may be whole names of two people.
 */
function joinSurnames(entries: Entry[]): Entry[] {
	return entries.flatMap((current, index): Entry[] => {
		const [before, next] = [entries[index - 1], entries[index + 1]];
		if (before?.hasComma && isSurname(entries[index - 2], before, current)) return [];
		if (!next || !isSurname(before, current, next)) return [current];
		return [{ entry: `${String(current.entry)}, ${String(next.entry)}` }];
	});
}

function isSurname(before: Entry | undefined, current: Entry, next: Entry): boolean {
	const names = [current.entry, next.entry];
	const isPair = current.hasComma && !before?.hasComma && !next.hasComma;
	if (!isPair || !names.every((name) => toName(name) && !isOwn(name))) return false;
	return names.some((name) => !/\s/.test(String(name).trim()));
}

const isOwn = (entry: unknown) => typeof entry === 'string' && entry.trim().toLowerCase() === OWN;

/** A name with a comma may be two people, of whom the first has no address: `Ann Lee, Bob Park <bob@contoso.com>`. */
function mayBeTwoNames(entry: unknown): boolean {
	if (typeof entry !== 'string') return false;
	const name = entry.slice(0, Math.max(entry.lastIndexOf('<'), 0)).trim();
	const sides = QUOTED.test(name) ? [] : name.split(',');
	return sides.length > 1 && sides.every((side) => /\s/.test(side.trim()));
}

function toNamed(entry: unknown): Named | undefined {
	const read = toRead(entry);
	if (!read) return undefined;
	const { name, type } = read;
	const address = toEmailAddress(read.address);
	if (address === undefined || address.length > MAX_ADDRESS_LENGTH) return undefined;
	if (!DOTTED.test(address)) return undefined;
	const shown = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return { emailAddress: { address, ...(shown === '' ? {} : { name: shown }) }, type };
}

/** Reads an entry as a name to look up; undefined for a text with a sign that only addresses or links have. */
function toName(entry: unknown): Named | undefined {
	if (typeof entry !== 'string' || entry.length > MAX_NAME_LENGTH || isLeftOpen(entry)) {
		return undefined;
	}
	const name = withoutUnseen(withoutQuotes(entry.trim()));
	if (!/\p{L}/u.test(name) || /[@<>[\]{}:\\/]|&[#\w]/.test(name)) return undefined;
	return { emailAddress: { address: name }, isName: true };
}

type Read = z.output<typeof addressObject>;

function toRead(entry: unknown): Read | undefined {
	return typeof entry === 'string' ? readEntry(entry) : addressObject.safeParse(entry).data;
}

function readEntry(entry: string): Read | undefined {
	const open = withoutUnseen(entry).endsWith('>') ? entry.lastIndexOf('<') : -1;
	if (open < 0) return { address: entry };
	const address = entry.slice(open + 1, entry.lastIndexOf('>'));
	const name = entry.slice(0, open).trim();
	return holdsAnother(name, address) ? undefined : { address, name: withoutQuotes(name) };
}

/** Whether a name holds the address of somebody else, who would get nothing. A name that is an address is an old one. */
function holdsAnother(given: string, address: string): boolean {
	const name = withoutUnseen(given);
	if (QUOTED.test(name) || toEmailAddress(name.replace(/^'(.*)'$/, '$1')) !== undefined)
		return false;
	const own = withoutUnseen(address).toLowerCase();
	const words = name.toLowerCase().split(/[\s<>()[\],;:"\\]+/);
	return words.some((word) => /.@./.test(word) && word !== own);
}

/** A name without the quotes around it, straight or typographic. */
function withoutQuotes(name: string): string {
	const typographic = /^[“”„](.*)[“”]$/s.exec(name)?.[1];
	return typographic ?? /^"(.*)"$/s.exec(name)?.[1]?.replace(/\\(.)/gs, '$1') ?? name;
}
