import type { DateTime, DurationLikeObject } from 'luxon';
import { InvalidInput } from '../../shared/http/failures';
import type { InputOf } from '../../shared/step/field';
import { changed } from '../../shared/step/field';
import { moment } from '../../shared/step/fieldKinds';
import { isDateAlone, nowText, toMoment, withinReach } from '../../shared/text/moments';
import type { Span } from '../calendar/span';

export const rangeStart = moment(
	'start',
	'Start',
	'Beginning of the time, such as 2026-03-02T08:00; local time unless it has an offset',
	{
		narrows: true,
		byModel: 'Beginning of the time, as 2026-03-02T08:00; local time unless it has an offset',
	},
);

export const rangeEnd = moment(
	'end',
	'End',
	'End of the time, such as 2026-03-06T18:00; a date alone means its whole day',
	{
		narrows: true,
		byModel: 'End of the time, as 2026-03-06T18:00; a date alone means its whole day',
	},
);

/** A span that is filled in where it is left empty, with what is named. */
export function rangeOr(start: string, end: string) {
	return [
		changed(rangeStart, {
			description: `${rangeStart.property.description}. Leave empty for ${start}.`,
			byModel: `Beginning of the time, as 2026-03-02T08:00; empty for ${start}`,
		}),
		changed(rangeEnd, {
			description: `${rangeEnd.property.description}. Leave empty for ${end}.`,
			byModel: `End of the time, as 2026-03-06T18:00; empty for ${end}`,
		}),
	] as const;
}

/**
 * The longest span, in years: a choice. A calendar takes at least a request for each year, so that a span to the end of
 * all years would take thousands.
 */
const MAX_YEARS = 200;

/**
 * A span of time as given; from now on, and of a usual length, where it is not. An end that is a date
 * alone means the whole day.
 * @param zone IANA name of the zone of times without offset, by whose clock days are counted.
 * @throws InvalidInput, naming the field, for what is no time, or an end that is not after the start, or too
 * long after it.
 */
export function readRange(
	given: InputOf<readonly [typeof rangeStart, typeof rangeEnd]>,
	{ now, zone, usual }: { now: DateTime; zone: string; usual: DurationLikeObject },
): Span {
	const from = given.start === undefined ? now : toMoment(given.start, zone, 'start');
	const start = from.setZone(zone);
	const end = given.end === undefined ? start.plus(usual) : readEnd(given.end, zone);
	if (end <= start) throw endsTooEarly(start, given.start);
	if (end <= start.plus({ years: MAX_YEARS })) return { start, end: end.setZone(zone) };
	const advice = 'Write an earlier End, or a later Start.';
	throw new InvalidInput(`must be at most ${MAX_YEARS} years after Start`, 'end', advice);
}

/**
 * Why an end is refused that is not after the start.
 * @param start When it begins, in the zone in which times are shown.
 * @param given The start as it was written, unless it was left empty.
 */
export function endsTooEarly(start: DateTime, given: string | undefined): InvalidInput {
	const first = given === undefined ? `${nowText(start)}, which an empty Start means` : 'Start';
	return new InvalidInput(`must be after ${first}`, 'end');
}

/**
 * An end as given; a date alone means its whole day.
 * @throws InvalidInput, naming the field, for what is no time.
 */
export function readEnd(text: string, zone: string): DateTime {
	const end = toMoment(text, zone, 'end');
	return isDateAlone(text) ? withinReach(end.plus({ days: 1 }).startOf('day'), 'end') : end;
}
