import { jsonParse } from 'n8n-workflow';
import { z } from 'zod';
import { isTooDeep } from '../http/depth';

const values = z.record(z.unknown());
const withRecord = z.object({ mode: z.string(), value: values });
const withList = z.object({ mode: z.string(), value: z.array(z.unknown()) });

/** What may stand around an ID, with the ID as `inside` or the first group; no real ID looks like that. */
const WRAPPINGS = [
	// A Markdown link.
	/^\[[^\]]*\]\((.*)\)$/s,
	/^(["'`]+)(?<inside>[^"'`]*)\1$/s,
	/^[“”„‘’](.*)[“”‘’]$/s,
	/^[[(<](.*)[\])>]$/s,
	// A bullet or a number in front.
	/^(?:[-*•]|\d{1,3}[.)])\s+(.*)$/s,
	// `ID:`, `"messageId":` and the like in front.
	/^[*_"'`]*[a-z _]{0,24}id[*_"'`]*\s*[:=]\s*[*_]*\s*(.+)$/is,
	/^(.*[\w=-])[.,;]$/s,
];
/** Longest text that is looked at, in characters: a link with two IDs has about 500. */
const MAX_LENGTH = 2_000;
/** The most that stands around each other: a bullet, a label, quotes, a link. */
const MAX_WRAPPINGS = 6;

/** An ID without what people and language models copy along with it: quotes, a label, JSON, a link, an encoding. */
export function unwrapId(text: string): string {
	let id = text.trim();
	if (id.length > MAX_LENGTH) return id;
	for (let around = 0; around < MAX_WRAPPINGS; around++) {
		const inside = inJson(id) ?? inWrapping(id);
		if (inside === undefined) break;
		id = inside.trim();
	}
	return decoded(id);
}

/**
 * What is chosen in a resource locator, or stands in its place, without a list around its ID, which models write where a
 * text is asked for: one entry for itself, several as JSON. A name stays as it is: a review shows it so.
 */
export function unwrapList(given: unknown): unknown {
	const list = withList.safeParse(Array.isArray(given) ? { mode: 'id', value: given } : given).data;
	if (!list || list.mode === 'name') return given;
	const { mode, value } = list;
	return { mode, value: value.length > 1 ? JSON.stringify(value) : value[0] };
}

/** A record of another step, as an expression gives one, stands for its ID, or for the address or name that is asked for. */
export function ofRecord(given: unknown): unknown {
	const { mode = '', value } = withRecord.safeParse(given).data ?? {};
	const held = value?.[mode === 'list' ? 'id' : mode] ?? value?.address;
	return held === undefined ? given : { mode, value: held };
}

/**
 * A reader for `preprocess`: a record of another step that names several things, also as JSON, stands for the one that
 * it has under a name of its own, such as the email of an attachment, and not for what it is itself.
 * @param names The keys of that thing, the first one first.
 */
export function ownIn(...names: string[]) {
	const read = (given: unknown): unknown => {
		if (Array.isArray(given)) return given.map(read);
		const held = values.safeParse(given).data;
		// Beside a list, one ID may not be all that is meant.
		if (!held || 'ids' in held) return given;
		const own = names.find((name) => held[name] !== undefined);
		if (own !== undefined) return read(held[own]);
		// A resource locator, and an item as `$input.all()` gives it.
		const inside = ['value', 'json'].find((name) => name in held);
		return inside === undefined ? held : { ...held, [inside]: readAny(held[inside]) };
	};
	const readAny = (given: unknown): unknown => {
		const isJson = typeof given === 'string' && /^\s*[[{]/.test(given);
		const value = isJson ? jsonParse<unknown>(given, { fallbackValue: given }) : given;
		if (isTooDeep(value)) return given;
		const own = read(value);
		return isJson && JSON.stringify(own) === JSON.stringify(value) ? given : own;
	};
	return readAny;
}

function inWrapping(text: string): string | undefined {
	for (const wrapping of WRAPPINGS) {
		const found = wrapping.exec(text);
		if (found) return found.groups?.inside ?? found[1];
	}
	return undefined;
}

/** The ID in a JSON object or a list of one entry. */
function inJson(text: string): string | undefined {
	// Brackets around something that is no JSON are left to `inWrapping`.
	return /^[[{]/.test(text) ? idOf(jsonParse<unknown>(text, { fallbackValue: null })) : undefined;
}

function idOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.length === 1 ? idOf(value[0]) : undefined;
	const entries = Object.entries(values.safeParse(value).data ?? {});
	const [, id] =
		entries.find(([name]) => name === 'id') ?? entries.find(([name]) => /id$/i.test(name)) ?? [];
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Decodes what was encoded for a URL, where that makes an ID: text with a slash would pass for a path. */
function decoded(id: string): string {
	if (!/^(?:[\w+=-]|%[\da-f]{2})+$/i.test(id) || !id.includes('%')) return id;
	try {
		const plain = decodeURIComponent(id);
		return /^[\w+=-]+$/.test(plain) ? plain : id;
	} catch {
		// Bytes of no characters.
		return id;
	}
}
