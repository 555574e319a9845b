import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Interval, SlotSearch } from '../../../../nodes/Mail/calendar/freeSlots';
import { findFreeSlots, overlap } from '../../../../nodes/Mail/calendar/freeSlots';
import { DAYS } from '../../../../nodes/Mail/calendar/recurrence';

const MINUTE_MS = 60_000;
const QUARTER = 15;

const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

/** A few days around a change of the clocks, with a handful of appointments. */
const search: fc.Arbitrary<SlotSearch> = fc
	.record({
		zone: fc.constantFrom(...zones),
		day: fc.constantFrom('2026-03-27', '2026-10-23', '2026-03-06', '2026-06-01'),
		offset: fc.integer({ min: 0, max: 1_440 }),
		length: fc.integer({ min: 30, max: 4 * 1_440 }),
		minutes: fc.integer({ min: 5, max: 300 }),
		// Working hours that begin in the hour which the clocks skip begin after it, not at a quarter.
		hours: fc.tuple(fc.integer({ min: 240, max: 1_380 }), fc.integer({ min: 1, max: 60 })),
		workingDays: fc.subarray([...DAYS], { minLength: 1 }),
		busy: fc.array(fc.tuple(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 1, max: 600 }))),
		count: fc.integer({ min: 1, max: 20 }),
	})
	.map(({ zone, day, offset, length, hours: [open, more], busy, ...rest }) => {
		const from = DateTime.fromISO(day, { zone }).plus({ minutes: offset });
		return {
			...rest,
			from,
			to: from.plus({ minutes: length }),
			workingHours: { start: open, end: Math.min(1_440, open + more * 24) },
			busy: busy.map(([start, taken]) => ({
				start: from.plus({ minutes: start }).toMillis(),
				end: from.plus({ minutes: start + taken }).toMillis(),
			})),
		};
	});

function isFree(
	slot: Interval,
	{ busy, from, to, workingHours, workingDays }: SlotSearch,
): boolean {
	const start = DateTime.fromMillis(slot.start, { zone: from.zone });
	const minuteOfDay = (moment: DateTime) => moment.hour * 60 + moment.minute;
	const day = DAYS[start.weekday - 1];
	const lastMinute = DateTime.fromMillis(slot.end - 1, { zone: from.zone });
	return (
		day !== undefined &&
		workingDays.includes(day) &&
		slot.start >= from.toMillis() &&
		slot.end <= to.toMillis() &&
		minuteOfDay(start) >= workingHours.start &&
		minuteOfDay(lastMinute) < workingHours.end &&
		lastMinute.hasSame(start, 'day') &&
		!busy.some((other) => overlap(slot, other))
	);
}

describe('findFreeSlots', () => {
	it('gives only slots that are free, long enough, at quarters, and do not overlap', () => {
		fc.assert(
			fc.property(search, (given) => {
				const slots = findFreeSlots(given);
				for (const [index, slot] of slots.entries()) {
					const start = DateTime.fromMillis(slot.start, { zone: given.from.zone });
					expect(start.minute % QUARTER).toBe(0);
					expect(slot.end - slot.start).toBe(given.minutes * MINUTE_MS);
					expect(isFree(slot, given)).toBe(true);
					expect(slot.start).toBeGreaterThanOrEqual(slots[index - 1]?.end ?? 0);
				}
				expect(slots.length).toBeLessThanOrEqual(given.count);
			}),
		);
	});

	it('misses no quarter of an hour before its first slot', () => {
		fc.assert(
			fc.property(search, (given) => {
				const [first] = findFreeSlots({ ...given, count: 1 });
				const end = first?.start ?? given.to.toMillis();
				const quarter = QUARTER * MINUTE_MS;
				for (
					let start = Math.ceil(given.from.toMillis() / quarter) * quarter;
					start < end;
					start += quarter
				) {
					const slot = { start, end: start + given.minutes * MINUTE_MS };
					// At a quarter of the zone's own clock, as everywhere but around a half-hour change.
					const minute = DateTime.fromMillis(start, { zone: given.from.zone }).minute;
					if (minute % QUARTER === 0) expect(isFree(slot, given)).toBe(false);
				}
			}),
		);
	});

	it('goes on after an appointment at the next quarter', () => {
		const from = DateTime.fromISO('2026-03-03T09:05:00', { zone: 'utc' });
		const at = (time: string) => Date.parse(`2026-03-03T${time}:00Z`);
		const slots = findFreeSlots({
			busy: [{ start: at('09:40'), end: at('10:10') }],
			from,
			to: from.endOf('day'),
			minutes: 20,
			workingHours: { start: 540, end: 660 },
			workingDays: ['tuesday'],
			count: 9,
		});
		expect(slots.map(({ start }) => new Date(start).toISOString().slice(11, 16))).toEqual(
			['09:15', '10:15', '10:45'].slice(0, slots.length),
		);
		expect(slots.length).toBeGreaterThan(1);
	});
});
