import type { DateTime } from 'luxon';
import { InvalidInput } from '../../shared/failures';
import { toMoment } from '../../shared/moments';
import type { Span } from './calendarView';

interface Defaults {
	now: DateTime;
	/** IANA name of the zone of times without offset. */
	zone: string;
	/** Length in days where no end is given. */
	days: number;
}

/** A date without a time. */
const DATE_ONLY = /^\d{4}[-/]\d{2}[-/]\d{2}$/;

/**
 * A span of time as given; from now on, and some days long, where it is not. An end that is a date
 * alone means the whole day.
 * @throws InvalidInput, naming the field, for what is no time, or an end that is not after the start.
 */
export function readRange(
	given: { start?: string; end?: string },
	{ now, zone, days }: Defaults,
): Span {
	const start = given.start === undefined ? now : toMoment(given.start, zone, 'start');
	const end = given.end === undefined ? start.plus({ days }) : readEnd(given.end, zone);
	if (end > start) return { start: start.setZone(zone), end: end.setZone(zone) };
	throw new InvalidInput('must be after Start', 'end');
}

function readEnd(text: string, zone: string): DateTime {
	const moment = toMoment(text, zone, 'end');
	return DATE_ONLY.test(text) ? moment.plus({ days: 1 }) : moment;
}
