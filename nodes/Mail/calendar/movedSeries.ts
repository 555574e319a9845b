import { DateTime } from 'luxon';
import { InvalidInput } from '../../shared/http/failures';
import { understand } from '../../shared/provider/understand';
import { ianaOf, windowsOf } from '../graph/zones';
import type { Event } from './event';
import type { Recurrence } from './eventRecurrence';
import { recurrenceItem, simplifyRecurrence } from './eventRecurrence';
import type { EventTimes } from './eventTimes';
import { checkRepeatable } from './eventTimes';
import { weekdayOf } from './weekdays';

/** A series as it is: how it repeats, and the zone it was made for. */
interface Series extends Pick<Event, 'recurrence'> {
	originalStartTimeZone?: string | null;
}

/** The unit of a pattern's interval, by the end of the pattern's type. */
const UNITS = { daily: 'days', weekly: 'weeks', Monthly: 'months', Yearly: 'years' } as const;

/**
 * The second day of a series, or the earliest that it may be, for `NewTimes`; undefined for an event that is no series.
 * @param first Its first day.
 */
export function secondDay(
	first: DateTime<true>,
	{ recurrence: known }: Series,
): DateTime<true> | undefined {
	const series = recurrenceItem.safeParse(known && simplifyRecurrence(known)).data;
	if (!series) return undefined;
	const { type, interval, daysOfWeek = [] } = series.pattern;
	if (daysOfWeek.length > 1) return first.plus({ days: 1 });
	const [, unit] = Object.entries(UNITS).find(([end]) => type.endsWith(end)) ?? [];
	// A second Tuesday may come up to six days earlier in its month.
	const days = type.startsWith('relative') ? 6 : 0;
	return unit && first.plus({ [unit]: interval }).minus({ days });
}

/**
 * The recurrence of a series whose times change. Its range has to begin on the day of the start (fact: recurrence-start)
 * and in its zone (fact: series-zone). A day, month or weekday in the pattern that was that of the start moves with it.
 * @returns undefined where day and zone of the start stay, and for an event that is no series.
 * @throws InvalidInput where the pattern does not have the new day, or is over by then.
 */
export function followStart(
	{ recurrence: known, originalStartTimeZone }: Series,
	times: EventTimes,
): Recurrence | undefined {
	if (!known?.pattern) return undefined;
	checkRepeatable(times);
	const { start, zone } = times;
	const startDate = start.toISODate();
	const recurrenceTimeZone = windowsOf(zone) ?? 'UTC';
	const isSameDay = known.range?.startDate === startDate;
	const isSameZone = windowsOf(ianaOf(originalStartTimeZone ?? '') ?? '') === recurrenceTimeZone;
	if (isSameDay && isSameZone) return undefined;
	const { pattern, range: old } = understand(recurrenceItem, simplifyRecurrence(known));
	const range = { ...old, startDate, recurrenceTimeZone };
	if (isSameDay) return { pattern, range };
	const before = DateTime.fromISO(old.startDate);
	const { dayOfMonth = before.day, month = before.month, daysOfWeek = [] } = pattern;
	const isOneWeekday = daysOfWeek.length === 1 && daysOfWeek[0] === weekdayOf(before);
	const days = isOneWeekday ? [weekdayOf(start)] : daysOfWeek;
	const fits =
		!pattern.type.startsWith('relative') &&
		[before.day, start.day].includes(dayOfMonth) &&
		[before.month, start.month].includes(month) &&
		(days.length === 0 || days.includes(weekdayOf(start))) &&
		(range.endDate ?? startDate) >= startDate;
	if (!fits) {
		throw new InvalidInput(
			'is a day on which this series does not repeat',
			'start',
			'Give a day on which it repeats. A person can change the days, by Recurrence in Options.',
		);
	}
	return {
		pattern: {
			...pattern,
			dayOfMonth: pattern.dayOfMonth && start.day,
			month: pattern.month && start.month,
			daysOfWeek: pattern.daysOfWeek && days,
		},
		range,
	};
}
