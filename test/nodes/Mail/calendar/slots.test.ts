import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { Block, SlotSearch, Status } from '../../../../nodes/Mail/calendar/slots';
import {
	findFreeSlots,
	readView,
	statusOfSlots,
	toBlocks,
	toStatus,
} from '../../../../nodes/Mail/calendar/slots';
import type { Span } from '../../../../nodes/Mail/calendar/span';
import { isOverlap } from '../../../../nodes/Mail/calendar/span';
import { WEEKDAYS } from '../../../../nodes/Mail/calendar/weekdays';
import { growthFault } from '../../../harness/growth';

const decode = (view: string, ...rest: [span: Span, minutes: number, zone: string]) =>
	toBlocks(readView(view), ...rest);

const start = DateTime.fromISO('2026-03-03T08:00:00', { zone: 'utc' });
const span = (minutes: number) => ({ start, end: start.plus({ minutes }) });

describe('the slots of an availability view', () => {
	it('become words, with equal neighbours joined and the last one cut at the end', () => {
		const blocks = decode('00112234', span(220), 30, 'Europe/Vienna');
		expect(
			blocks.map(({ start: from, end, status }) => [
				from.toFormat('HH:mm'),
				end.toFormat('HH:mm'),
				status,
			]),
		).toEqual([
			['09:00', '10:00', 'free'],
			['10:00', '11:00', 'tentative'],
			['11:00', '12:00', 'busy'],
			['12:00', '12:30', 'outOfOffice'],
			['12:30', '12:40', 'workingElsewhere'],
		]);
	});

	it('take an unknown sign for unknown, and pass over what lies behind the end', () => {
		expect(decode('x2', span(30), 30, 'UTC').map(({ status }) => status)).toEqual(['unknown']);
		expect(decode('', span(30), 30, 'UTC')).toEqual([]);
	});

	it('cover the whole span without gap or overlap, and say the same when written again', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[0-4]{1,60}$/),
				fc.integer({ min: 5, max: 1_440 }),
				(view, slotMinutes) => {
					const whole = span(view.length * slotMinutes);
					const blocks = decode(view, whole, slotMinutes, 'UTC');
					for (const [index, block] of blocks.entries()) {
						expect(+block.start).toBe(+(blocks[index - 1]?.end ?? whole.start));
						expect(block.status).not.toBe(blocks[index - 1]?.status);
					}
					expect(+(blocks.at(-1)?.end ?? 0)).toBe(+whole.end);
					expect(statusOfSlots(blocks, whole, slotMinutes)).toEqual(readView(view));
				},
			),
		);
	});

	it('show the strongest of what meets in a slot', () => {
		const block = (status: Status): Block[] =>
			decode(
				'0',
				{ start: start.plus({ minutes: 10 }), end: start.plus({ minutes: 20 }) },
				10,
				'UTC',
			).map((one) => ({ ...one, status }));
		const elsewhere = block('workingElsewhere');
		const all = [...elsewhere, ...block('outOfOffice'), ...block('busy')];
		expect(statusOfSlots(all, span(60), 30)).toEqual(['outOfOffice', 'free']);
		expect(statusOfSlots(elsewhere, span(60), 30)).toEqual(['workingElsewhere', 'free']);
	});
});

describe('thousands of slots and appointments', () => {
	const minutes = 5;
	/** As many appointments, one behind the other. */
	const busy = (count: number) =>
		decode('20'.repeat(count), span(count * 50), 25, 'UTC').filter(
			({ status }) => status === 'busy',
		);
	const search = { minutes, workingHours: { start: 0, end: 1_440 }, workingDays: WEEKDAYS };

	it.each([
		[
			'the status of slots',
			(count: number) => statusOfSlots(busy(count / 5), span(count * minutes), minutes),
		],
		[
			'free slots',
			(count: number) =>
				findFreeSlots({ ...search, busy: busy(count / 5), span: span(count * 4), count }),
		],
	])('cost no more for each: %s', async (_name, run) => {
		expect(await growthFault(run)).toBeUndefined();
	});

	it('that say the same cost next to nothing', () => {
		const timeOf = (view: string) => {
			const before = process.threadCpuUsage().user;
			decode(view, span(view.length * minutes), minutes, 'Europe/Vienna');
			return process.threadCpuUsage().user - before;
		};
		const changing = Math.min(...Array.from({ length: 3 }, () => timeOf('02'.repeat(5_000))));
		const same = Math.min(...Array.from({ length: 3 }, () => timeOf('0'.repeat(10_000))));
		expect(same).toBeLessThan(changing / 4);
	});
});

describe('toStatus', () => {
	it.each([
		['oof', 'outOfOffice'],
		['busy', 'busy'],
		['workingElsewhere', 'workingElsewhere'],
		['constructor', 'unknown'],
		[undefined, 'unknown'],
	])('reads %s as %s', (word, status) => {
		expect(toStatus(word)).toBe(status);
	});
});

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
		workingDays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
		busy: fc.array(fc.tuple(fc.integer({ min: 0, max: 6_000 }), fc.integer({ min: 1, max: 600 }))),
		count: fc.integer({ min: 1, max: 20 }),
	})
	.map(({ zone, day, offset, length, hours: [open, more], busy, ...rest }) => {
		const from = DateTime.fromISO(day, { zone }).plus({ minutes: offset });
		return {
			...rest,
			span: { start: from, end: from.plus({ minutes: length }) },
			workingHours: { start: open, end: Math.min(1_440, open + more * 24) },
			busy: busy.map(([start, taken]) => ({
				start: from.plus({ minutes: start }),
				end: from.plus({ minutes: start + taken }),
			})),
		};
	});

function isFree(
	slot: Span,
	{ busy, span: within, workingHours, workingDays }: SlotSearch,
): boolean {
	const minuteOfDay = (moment: DateTime) => moment.hour * 60 + moment.minute;
	const day = WEEKDAYS[slot.start.weekday - 1];
	const lastMinute = slot.end.minus(1);
	return (
		day !== undefined &&
		workingDays.includes(day) &&
		slot.start >= within.start &&
		slot.end <= within.end &&
		minuteOfDay(slot.start) >= workingHours.start &&
		minuteOfDay(lastMinute) < workingHours.end &&
		lastMinute.hasSame(slot.start, 'day') &&
		!busy.some((other) => isOverlap(slot, other))
	);
}

describe('findFreeSlots', () => {
	it('gives only slots that are free, long enough, at quarters, and do not overlap', () => {
		fc.assert(
			fc.property(search, (given) => {
				const slots = findFreeSlots(given);
				for (const [index, slot] of slots.entries()) {
					expect(slot.start.minute % QUARTER).toBe(0);
					expect(slot.start.zone.equals(given.span.start.zone)).toBe(true);
					expect(+slot.end - +slot.start).toBe(given.minutes * MINUTE_MS);
					expect(isFree(slot, given)).toBe(true);
					expect(+slot.start).toBeGreaterThanOrEqual(+(slots[index - 1]?.end ?? 0));
				}
				expect(slots.length).toBeLessThanOrEqual(given.count);
			}),
		);
	});

	it('misses no quarter of an hour before its first slot', () => {
		fc.assert(
			fc.property(search, (given) => {
				const [first] = findFreeSlots({ ...given, count: 1 });
				const end = first?.start ?? given.span.end;
				const quarter = QUARTER * MINUTE_MS;
				const { zone } = given.span.start;
				const at = (moment: number) => DateTime.fromMillis(moment, { zone });
				for (
					let start = at(Math.ceil(+given.span.start / quarter) * quarter);
					start < end;
					start = start.plus(quarter)
				) {
					const slot = { start, end: start.plus({ minutes: given.minutes }) };
					// At a quarter of the zone's own clock, as everywhere but around a half-hour change.
					if (start.minute % QUARTER === 0) expect(isFree(slot, given)).toBe(false);
				}
			}),
		);
	});

	it('goes on after an appointment at the next quarter', () => {
		const from = DateTime.fromISO('2026-03-03T09:05:00', { zone: 'utc' });
		const at = (time: string) => DateTime.fromISO(`2026-03-03T${time}:00`, { zone: 'utc' });
		const slots = findFreeSlots({
			busy: [{ start: at('09:40'), end: at('10:10') }],
			span: { start: from, end: from.endOf('day') },
			minutes: 20,
			workingHours: { start: 540, end: 660 },
			workingDays: ['tuesday'],
			count: 9,
		});
		expect(slots.map((slot) => slot.start.toFormat('HH:mm'))).toEqual(
			['09:15', '10:15', '10:45'].slice(0, slots.length),
		);
		expect(slots.length).toBeGreaterThan(1);
	});
});
