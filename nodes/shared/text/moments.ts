import { DateTime } from 'luxon';
import { z } from 'zod';
import { systemClock } from '../http/clock';
import { InvalidInput } from '../http/failures';

/**
 * A year, a month and a day, as in `2026-12-01`, `2026/12/01` and `20261201`. Everything else that reads as a
 * moment leaves the day to a guess: `04/03/2026` means two days, `14` is an hour of today, `2026-03` and
 * `2026-W10` are some days each.
 */
const BEGINS_WITH_DATE = /^\d{4}(?:([-/])\d{2}\1\d{2}|\d{4})(?!\d)/;
/** How far from UTC a time may be: no zone was ever 15 hours away. */
const FAR_OFFSET = /[+-](?:1[5-9]|[2-9]\d)(?::?\d{2})?$/;

const NOT_A_MOMENT = 'is not a date and time';
const NO_TEXT = 'must be a date and time, such as 2026-03-02T10:00';
const OF_NUMBER = 'or {{ DateTime.fromMillis($json.time) }} of milliseconds';
const FORM =
	'Write it with the year first, as 2026-03-02T10:00 (local time) or 2026-03-02T10:00:00Z (UTC).';
/** A time of the wanted form. */
const WHOLE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}[\d:.,]*(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Advice for a text that has the year first already. */
const REST = 'Write it as 2026-03-02T15:00 or 2026-03-02T15:00+01:00, and nothing else.';

/** Where the zone is none. */
const WITH_OFFSET = 'Write it with its offset, as 2026-03-02T10:00+01:00';
const DAY_ALONE = 'Write the day alone, as 2026-12-01';

const NOT_A_DAY = 'is not a date';
const DAY_FORM = 'Write it as 2026-12-01, with the year first.';

/** A moment as errors show it: in its own zone, with the offset. */
export function nowText(now: DateTime): string {
	return now.toFormat("yyyy-MM-dd'T'HH:mm") + (now.offset === 0 ? 'Z' : now.toFormat('ZZ'));
}

/** How to write a time, and what time it is: who writes `tomorrow` may not know. */
function adviceFor(text: string, form: string): string {
	const now = DateTime.fromMillis(systemClock.now(), { zone: 'utc', locale: 'en' });
	const rest = WHOLE.test(text) ? 'There is no such day or hour.' : REST;
	const advice = form === FORM && /^\d{4}\D/.test(text) ? rest : form;
	return `${advice} It is now ${nowText(now)} (${now.toFormat('cccc')}).`;
}

const luxonLike = z.object({ toISO: z.function().returns(z.string().nullable()) });

/** What a field gives, as text: a text, a JavaScript date or a luxon DateTime. Undefined when empty. */
const given = z.unknown().transform((value, context) => {
	if (value === null || value === undefined || value === '') return undefined;
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	if (typeof value === 'string') return plainTime(value) || undefined;
	// The host may give a DateTime of its own copy of luxon, which `instanceof` does not know.
	if (luxonLike.safeParse(value).success && DateTime.fromISO(String(value)).isValid) {
		return String(value);
	}
	context.addIssue({
		code: 'custom',
		message: typeof value === 'number' ? `${NO_TEXT}, ${OF_NUMBER}` : NO_TEXT,
		// So that the checks of a text are left out.
		fatal: true,
	});
	return z.NEVER;
});

/** Longest time that anybody writes, with what stands around it, in characters. */
const MAX_LENGTH = 80;

/** A time without the quotes, the full stop and the dashes of an editor that come along with it. */
function plainTime(text: string): string {
	const time = text.trim();
	if (time.length > MAX_LENGTH) return time;
	return time
		.replace(/^["'`“”„‘’]+|["'`“”‘’.]+$/g, '')
		.replace(/^(\d{4})[‐-―](\d{2})[‐-―](?=\d{2})/, '$1-$2-')
		.replace(/\s/g, ' ');
}

/** A moment as a field gives it, which `toMoment` reads. */
export const moment = given.refine(
	(text) => text === undefined || readMoment(text, 'UTC'),
	(text = '') => ({ message: `${NOT_A_MOMENT}. ${adviceFor(text, FORM)}` }),
);

/** A day as a field gives it, which `toDay` reads. */
export const day = given.refine(
	(text) => text === undefined || readMoment(text, 'UTC'),
	(text = '') => ({ message: `${NOT_A_DAY}. ${adviceFor(text, DAY_FORM)}` }),
);

/** What follows a time of day that says how far it is from UTC: https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const OFFSET = /[T ]\d{2}.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** A date without a time of day. */
const DATE_ALONE = /^\d{4}[-/]?\d{2}[-/]?\d{2}$/;

/** Whether a text is a date that says no time of day. */
export function isDateAlone(text: string): boolean {
	return DATE_ALONE.test(text);
}

/** Whether a time means the same moment everywhere. */
export function hasOffset(text: string): boolean {
	return OFFSET.test(text);
}

/** The last year of which a time has four digits, as providers take them: RFC 3339, 5.6. */
const LAST_YEAR = 9_999;

/**
 * The same moment, unless it is later than any that providers take: databases write 9999-12-31 for "never".
 * @throws InvalidInput, naming the field.
 */
export function withinReach(moment: DateTime<true>, field: string): DateTime<true> {
	// Some times go out as UTC, others by the clock of their zone.
	if (moment.year <= LAST_YEAR && moment.toUTC().year <= LAST_YEAR) return moment;
	throw new InvalidInput('is too far ahead', field, 'Write an earlier year.');
}

/**
 * Reads a date and time. Without an offset it is local time in `zone`.
 * @throws InvalidInput, naming the field, when it is no date and time, or none that providers take.
 */
export function toMoment(text: string, zone: string, field: string): DateTime<true> {
	const read = readMoment(text, zone);
	if (read) return withinReach(read, field);
	if (readMoment(text, 'UTC')) throw withoutZone(zone, field, WITH_OFFSET);
	throw new InvalidInput(NOT_A_MOMENT, field, adviceFor(text, FORM));
}

/**
 * A zone, or UTC where it is none: n8n checks neither its own nor that of a workflow (n8n-io/n8n/issues/26028). For
 * moments, which are the same in both; what is local time is refused.
 */
export function zoneOrUtc(zone: string): string {
	return DateTime.utc().setZone(zone).isValid ? zone : 'UTC';
}

function withoutZone(zone: string, field: string, advice: string): InvalidInput {
	const said = `needs the time zone of the workflow, and "${zone}" is none`;
	const hint = `${advice}, or choose a time zone in the settings of the workflow.`;
	return new InvalidInput(said, field, hint);
}

/** Whether a time is the beginning of a day by its own clock; a date alone is no time. */
export function isMidnight(text: string): boolean {
	const at = readMoment(text, 'UTC');
	return at !== undefined && !isDateAlone(text) && +at === +at.startOf('day');
}

/**
 * The beginning of a day in `zone`: a date alone is that day, as is a midnight by its own clock, as which databases and
 * n8n's `$today` give days. Another moment with an offset, as a JavaScript date is, is the day that it is in the zone.
 * @throws InvalidInput, naming the field, when it is no date.
 */
export function toDay(text: string, zone: string, field: string): DateTime<true> {
	const keepLocalTime = isMidnight(text);
	const own = keepLocalTime || isDateAlone(text) ? zoneOrUtc(zone) : zone;
	const read = readMoment(text, own)?.setZone(own, { keepLocalTime }).startOf('day');
	if (read && isValid(read)) return read;
	if (readMoment(text, 'UTC')) throw withoutZone(zone, field, DAY_ALONE);
	throw new InvalidInput(NOT_A_DAY, field, adviceFor(text, DAY_FORM));
}

function readMoment(text: string, zone: string): DateTime<true> | undefined {
	if (!BEGINS_WITH_DATE.test(text)) return undefined;
	if (/[T ]/.test(text) && FAR_OFFSET.test(text)) return undefined;
	// Databases, people and language models put a blank between day and time, and slashes into the day.
	const iso = text.replace(' ', 'T').replace(/^(\d{4})\/(\d{2})\//, '$1-$2-');
	return firstOf(DateTime.fromISO(iso, { zone, setZone: true }));
}

/**
 * A local time; of one that the clock shows twice the first: https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5.
 * luxon takes the one that has the offset of today. Undefined for what is no time.
 */
export function firstOf(time: DateTime): DateTime<true> | undefined {
	const [first] = time.getPossibleOffsets();
	return first && isValid(first) ? first : undefined;
}

/** Whether there is such a moment. */
export function isValid(candidate: DateTime): candidate is DateTime<true> {
	return candidate.isValid;
}
