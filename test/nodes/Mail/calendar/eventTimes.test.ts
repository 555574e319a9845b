import fc from 'fast-check';
import { eventTimes } from '../../../../nodes/Mail/calendar/event';
import { readEventTimes, toTimeProperties } from '../../../../nodes/Mail/calendar/eventTimes';

const properties = (start: string, end: string | undefined, allDay: boolean, zone: string) =>
	toTimeProperties(readEventTimes({ start, end, allDay }, zone));

describe('the times of an event', () => {
	it('are local times of the zone that is named', () => {
		expect(properties('2026-07-01T10:00', '2026-07-01T08:30:00Z', false, 'Europe/Vienna')).toEqual({
			start: { dateTime: '2026-07-01T10:00:00', timeZone: 'W. Europe Standard Time' },
			end: { dateTime: '2026-07-01T10:30:00', timeZone: 'W. Europe Standard Time' },
			isAllDay: false,
		});
	});

	it('are midnights for an all-day event, also in a zone whose day has none', () => {
		// In Beirut the clocks go from 0:00 to 1:00.
		expect(properties('2026-03-29', undefined, true, 'Asia/Beirut')).toEqual({
			start: { dateTime: '2026-03-29T00:00:00', timeZone: 'Middle East Standard Time' },
			end: { dateTime: '2026-03-30T00:00:00', timeZone: 'Middle East Standard Time' },
			isAllDay: true,
		});
	});

	it('are the days that moments are in the zone', () => {
		const start = '2026-03-03T01:00:00+13:00';
		expect(properties(start, start, true, 'Pacific/Auckland')).toMatchObject({
			start: { dateTime: '2026-03-03T00:00:00' },
			end: { dateTime: '2026-03-04T00:00:00' },
		});
		expect(properties(start, undefined, true, 'America/New_York').start.dateTime).toBe(
			'2026-03-02T00:00:00',
		);
	});

	it('come back as they were given, for any days and zones', () => {
		const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
		const day = fc.integer({ min: 20_000, max: 25_000 });
		fc.assert(
			fc.property(day, fc.nat(30), zone, zone, (first, more, ours, theirs) => {
				const iso = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);
				const times = properties(iso(first), iso(first + more), true, ours);
				expect(eventTimes(times, theirs)).toEqual({
					start: iso(first),
					end: iso(first + more),
					isAllDay: true,
				});
			}),
		);
	});
});
