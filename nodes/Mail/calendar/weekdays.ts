import type { DateTime } from 'luxon';

/** The weekdays as Graph names them, in the order of ISO 8601. */
export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The weekday of a moment in its own zone. */
export function weekdayOf({ weekday }: DateTime): Weekday {
	return WEEKDAYS[weekday - 1] ?? 'monday';
}
