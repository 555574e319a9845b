import type { DateTime } from 'luxon';
import type { Day } from './recurrence';
import { DAYS } from './recurrence';

/** Moments in milliseconds since the epoch. */
export interface Interval {
	start: number;
	end: number;
}

export interface SlotSearch {
	/** When somebody is taken, in any order. */
	busy: Interval[];
	from: DateTime;
	to: DateTime;
	/** Length of a slot in minutes. */
	minutes: number;
	/** In minutes after midnight, in the zone of `from`. */
	workingHours: { start: number; end: number };
	workingDays: Day[];
	/** How many slots are wanted. */
	count: number;
}

/** Meetings begin at quarters of an hour. */
const GRID_MINUTES = 15;
const MINUTE_MS = 60_000;

/**
 * The first free slots of a span that lie within the working hours of one day, each beginning at a
 * quarter of an hour and none overlapping another.
 */
export function findFreeSlots(search: SlotSearch): Interval[] {
	const { from, to, minutes, count } = search;
	const busy = [...search.busy].sort((one, other) => one.start - other.start);
	const length = minutes * MINUTE_MS;
	const slots: Interval[] = [];
	for (let day = from.startOf('day'); day < to; day = day.plus({ days: 1 })) {
		const open = workingSpan(day, search);
		if (!open) continue;
		let start = toGrid(Math.max(open.start, from.toMillis()));
		while (start + length <= Math.min(open.end, to.toMillis())) {
			if (slots.length >= count) return slots;
			const slot = { start, end: start + length };
			const taken = busy.find((other) => overlap(slot, other));
			if (!taken) slots.push(slot);
			start = toGrid(taken ? taken.end : slot.end);
		}
	}
	return slots.slice(0, count);
}

/** Whether two spans have more than a border in common. */
export function overlap(one: Interval, other: Interval): boolean {
	return one.start < other.end && other.start < one.end;
}

/** The working hours of a day; undefined on a day off. */
function workingSpan(
	day: DateTime,
	{ workingHours, workingDays }: SlotSearch,
): Interval | undefined {
	const name = DAYS[day.weekday - 1];
	if (name === undefined || !workingDays.includes(name)) return undefined;
	const at = (minute: number) =>
		day.set({ hour: Math.floor(minute / 60), minute: minute % 60 }).toMillis();
	return { start: at(workingHours.start), end: at(workingHours.end) };
}

/** The next quarter of an hour: of every zone's clock, as all are off UTC by whole quarters. */
function toGrid(moment: number): number {
	const grid = GRID_MINUTES * MINUTE_MS;
	return Math.ceil(moment / grid) * grid;
}
