import type { DateTime } from 'luxon';
import { InvalidInput } from '../shared/failures';
import { toMoment } from '../shared/moments';

interface DueDateRules {
	/** The present moment, in the workflow's time zone. */
	now: DateTime;
	timeZone: string;
	allowPast: boolean;
	/** Stored name of the field, for the error. */
	field: string;
}

/**
 * A year and what follows it, as in `2026-12-01`, `2026/12/01` and `20261201`. Everything else that reads
 * as a moment leaves the day to a guess: `04/03/2026` means two days, `14` is an hour of today.
 */
const YEAR_FIRST = /^\d{4}(?:[-/]|\d{4})/;

/** @throws InvalidInput, naming the field, when it is no date. */
function toDate(text: string, timeZone: string, field: string): DateTime {
	if (YEAR_FIRST.test(text)) return toMoment(text, timeZone, field).setZone(timeZone);
	throw new InvalidInput('is not a date', field, 'Write it as 2026-12-01, with the year first.');
}

/**
 * A date or a moment as the day it is in the workflow's time zone, `yyyy-mm-dd`.
 * @throws InvalidInput when it is no date, or a day before today unless that is allowed.
 */
export function toDueDate(
	text: string | undefined,
	{ now, timeZone, allowPast, field }: DueDateRules,
): string | undefined {
	if (text === undefined) return undefined;
	const day = toDate(text, timeZone, field);
	const today = now.setZone(timeZone).startOf('day');
	if (!allowPast && day < today) {
		throw new InvalidInput(
			'is in the past',
			field,
			'Choose today or later, or switch on Allow Past Due Date in Options.',
		);
	}
	return day.toFormat('yyyy-MM-dd');
}

/** A date or a moment as the day it is in `timeZone`, `yyyy-mm-dd`; undefined when not given. */
export function toDay(
	text: string | undefined,
	timeZone: string,
	field: string,
): string | undefined {
	if (text === undefined) return undefined;
	return toDate(text, timeZone, field).toFormat('yyyy-MM-dd');
}
