import { day, moment, toDay, toMoment } from '../../../../nodes/shared/text/moments';

const VIENNA = 'Europe/Vienna';

describe('a moment', () => {
	it.each([
		['2026-03-02T10:00', '2026-03-02T10:00:00.000+01:00'],
		['2026-03-02 10:00', '2026-03-02T10:00:00.000+01:00'],
		['2026-03-02 10:00:00', '2026-03-02T10:00:00.000+01:00'],
		['2026/03/02', '2026-03-02T00:00:00.000+01:00'],
		['2026/03/02 10:00:00', '2026-03-02T10:00:00.000+01:00'],
		// As databases and programs write a moment.
		['2026-03-02 10:00:00+00', '2026-03-02T10:00:00.000Z'],
		['2026-03-02 10:00:00.123+05:30', '2026-03-02T10:00:00.123+05:30'],
		['2026-03-02 10:00Z', '2026-03-02T10:00:00.000Z'],
		['20260302T1000', '2026-03-02T10:00:00.000+01:00'],
		['2026-03-02T10:00Z', '2026-03-02T10:00:00.000Z'],
	])('%s is local time unless it has an offset', (text, iso) => {
		expect(toMoment(text, VIENNA, 'start').toISO()).toBe(iso);
	});
});

it('the last moment that providers take is the end of the year 9999, by the clock of the zone and in UTC', () => {
	expect(toMoment('9999-12-31T23:59:59', 'UTC', 'start').year).toBe(9_999);
	const late = () => toMoment('9999-12-31T23:59:59', 'America/New_York', 'start');
	expect(late).toThrow('is too far ahead');
});

// https://www.rfc-editor.org/rfc/rfc5545#section-3.3.5; at any time of the year it is winter in one of them.
it.each([
	['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T02:30:00.000+02:00'],
	['2027-04-04T02:30', 'Australia/Sydney', '2027-04-04T02:30:00.000+11:00'],
	['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000+00:00'],
])('%s, which the clock of %s shows twice, is the first of the two', (text, zone, iso) => {
	expect(toMoment(text, zone, 'start').toISO()).toBe(iso);
});

// Half of the world reads the day first; a time, a number, a month or a week names no day; no zone is 25 hours away.
describe.each([
	...['03/02/2026', '13/02/2026', '03/02/2026 10:00', '3.2.2026', '10:00', '14', '2026'],
	...['2026-03', '2026/03', '2026-W10', '2026-W10-1', '2026-060', '2026-03-02T10:00+25:00'],
])('%s, which is no year, month and day,', (text) => {
	it.each([toMoment, toDay])('is refused, with the form that is wanted', (read) => {
		expect(() => read(text, VIENNA, 'start')).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^is not a date/),
				field: 'start',
				// Whose year stands first already does not read that it has to.
				hint: expect.stringMatching(
					/^\d{4}\D/.test(text) ? /Write|There is no such day or hour/ : /year first/,
				),
			}),
		);
	});
});

it.each<[unknown, string]>([
	[1_930_000_000_000, '{{ DateTime.fromMillis($json.time) }}'],
	[{ dateTime: '2031-03-05T10:00:00' }, 'must be a date and time, such as 2026-03-02T10:00'],
	[new Date(''), 'must be a date and time, such as 2026-03-02T10:00'],
])('%s, which is no text, is refused once, with what to write', (given, advice) => {
	for (const read of [moment, day]) {
		const said = read.safeParse(given).error?.issues.map(({ message }) => message);
		expect(said).toEqual([expect.stringContaining(advice)]);
	}
});

it('a time of a zone that is none is told so, and not that it is no time', () => {
	for (const [read, text] of [
		[toMoment, '2026-03-02T10:00'],
		[toDay, '2026-03-02T10:00Z'],
	] as const) {
		expect(() => read(text, 'GMT+2', 'start')).toThrow(
			expect.objectContaining({
				message: 'needs the time zone of the workflow, and "GMT+2" is none',
				field: 'start',
			}),
		);
		expect(() => read('soon', 'GMT+2', 'start')).toThrow(/^is not a date/);
	}
	expect(toMoment('2026-03-02T10:00+01:00', 'GMT+2', 'start').toISO()).toContain('T10:00');
	expect(toDay('2026-03-02', 'GMT+2', 'start').toISODate()).toBe('2026-03-02');
});

describe('a day', () => {
	it.each([
		['a date', '2026-03-02', 'America/New_York'],
		['a local time', '2026-03-02T23:30', 'America/New_York'],
		['a moment in UTC', '2026-03-01T23:00:00.000Z', VIENNA],
		['a moment with an offset', '2026-03-02T01:00:00+13:00', 'Pacific/Auckland'],
		['an evening of another zone', '2026-03-01T20:00:00-05:00', VIENNA],
		['a JavaScript date', new Date('2026-03-02T00:00:00+01:00'), VIENNA],
		['midnight in a zone whose day has none', '2026-03-02', 'Africa/Cairo'],
		[
			'the midnight of UTC, as databases write a day',
			'2026-03-02T00:00:00.000Z',
			'America/New_York',
		],
		['a midnight of another zone', '2026-03-02T00:00:00+01:00', 'America/New_York'],
		['a midnight farther west', '2026-03-02T00:00:00-08:00', 'Pacific/Auckland'],
	])('is read of %s in the zone', (_, given, zone) => {
		expect(toDay(moment.parse(given) ?? '', zone, 'day').toISODate()).toBe('2026-03-02');
	});
});
