import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	fromGraphTime,
	ianaOf,
	meantZone,
	toGraphDay,
	toGraphTime,
	toIso,
	windowsOf,
	zonePreference,
} from '../../../../nodes/Mail/graph/zones';

/** Zones of the JavaScript engine that CLDR maps to no Windows zone. */
const WITHOUT_WINDOWS = ['Antarctica/Troll'];

describe('time zones', () => {
	it.each([
		['Europe/Vienna', 'W. Europe Standard Time'],
		['Europe/Berlin', 'W. Europe Standard Time'],
		['America/New_York', 'Eastern Standard Time'],
		['Asia/Kolkata', 'India Standard Time'],
		['Asia/Calcutta', 'India Standard Time'],
		['Europe/Kyiv', 'FLE Standard Time'],
		['Europe/Kiev', 'FLE Standard Time'],
		['Etc/UTC', 'UTC'],
		['UTC', 'UTC'],
		['US/Pacific', 'Pacific Standard Time'],
	])('know %s as %s', (iana, windows) => {
		expect(windowsOf(iana)).toBe(windows);
		expect(zonePreference(iana)).toBe(`outlook.timezone="${windows}"`);
	});

	it('know every zone of the JavaScript engine but one', () => {
		const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => !windowsOf(zone));
		expect(unknown).toEqual(WITHOUT_WINDOWS);
	});

	it('are read by IANA and Windows names in any case', () => {
		expect(ianaOf('europe/vienna')).toBe('Europe/Vienna');
		expect(ianaOf('W. Europe Standard Time')).toBe('Europe/Berlin');
		expect(ianaOf('Antarctica/Troll')).toBe('Antarctica/Troll');
		expect(ianaOf('Customized Time Zone')).toBeUndefined();
	});

	it('are never guessed from an abbreviation: each name without a city that is taken is one of IANA', () => {
		// The names of https://data.iana.org/time-zones/tzdb/backward and etcetera that have no city.
		const iana =
			/^(?:CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|HST|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland|Portugal|ROC|ROK|Singapore|Turkey|UCT|UTC|Universal|W-SU|WET|Zulu)$/i;
		const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
		const abbreviations = letters.flatMap((a) =>
			letters.flatMap((b) => letters.flatMap((c) => [a + b + c, `${a}${b}${c}T`])),
		);
		expect(abbreviations.filter((name) => ianaOf(name) && !iana.test(name))).toEqual([]);
		expect(meantZone('bst')).toBe('Europe/London');
		expect(meantZone('Europe/London')).toBeUndefined();
	});

	it.each(['Mars/Olympus', 'CEST?', 'Europe', '"><script>', ''])('refuse %j', (name) => {
		expect(ianaOf(name)).toBeUndefined();
	});

	it.each([
		['2026-10-24T23:59:00Z', 'W. Europe Standard Time'],
		['2026-10-25T00:00:00Z', 'UTC'],
		['2026-10-25T00:30:00Z', 'UTC'],
		['2026-10-25T01:30:00Z', 'UTC'],
		['2026-10-25T02:00:00Z', 'W. Europe Standard Time'],
	])('write %s so that it means one moment, in %s', (text, timeZone) => {
		const moment = DateTime.fromISO(text);
		const written = toGraphTime(moment, 'Europe/Vienna');
		expect(written.timeZone).toBe(timeZone);
		expect(fromGraphTime(written, 'UTC')?.toMillis()).toBe(moment.toMillis());
	});

	it('write local time, and UTC for a zone that Windows does not have', () => {
		const noon = DateTime.fromISO('2026-07-01T12:00:00Z');
		expect(toGraphTime(noon, 'Europe/Vienna')).toEqual({
			dateTime: '2026-07-01T14:00:00',
			timeZone: 'W. Europe Standard Time',
		});
		expect(toGraphTime(noon, 'Antarctica/Troll')).toEqual({
			dateTime: '2026-07-01T12:00:00',
			timeZone: 'UTC',
		});
		expect(toGraphDay(noon.setZone('Asia/Tokyo'), 'Antarctica/Troll')).toEqual({
			dateTime: '2026-07-01T00:00:00',
			timeZone: 'UTC',
		});
	});

	it('read seven decimals, and any zone that Graph may answer in', () => {
		const time = { dateTime: '2026-07-01T12:00:00.0000000', timeZone: 'UTC' };
		expect(fromGraphTime(time, 'Europe/Vienna')?.toISO()).toBe('2026-07-01T14:00:00.000+02:00');
		const windows = { dateTime: '2026-01-01T12:00:00', timeZone: 'Tokyo Standard Time' };
		expect(fromGraphTime(windows, 'UTC')?.toISO()).toBe('2026-01-01T03:00:00.000Z');
		const custom = { dateTime: '2026-01-01T12:00:00', timeZone: 'tzone://Microsoft/Custom' };
		expect(fromGraphTime(custom, 'UTC')).toBeUndefined();
		expect(fromGraphTime({ dateTime: 'noon', timeZone: 'UTC' }, 'UTC')).toBeUndefined();
		expect(fromGraphTime(null, 'UTC')).toBeUndefined();
	});

	it('keep every moment from here to Graph and back, whatever the two zones', () => {
		const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
		const second = fc.integer({ min: 1_577_836_800, max: 2_082_758_400 });
		fc.assert(
			fc.property(second, zone, zone, (seconds, theirs, ours) => {
				const moment = DateTime.fromSeconds(seconds, { zone: ours });
				const back = fromGraphTime(toGraphTime(moment, theirs), ours);
				// In the repeated hour of an autumn night local time names two moments.
				const named = moment.setZone(ianaOf(windowsOf(theirs) ?? 'UTC'));
				return named.getPossibleOffsets().length > 1 || back?.toSeconds() === seconds;
			}),
		);
	});

	it('are put out with their offset', () => {
		const moment = DateTime.fromISO('2026-07-01T14:00:00', { zone: 'Europe/Vienna' });
		expect(moment.isValid && toIso(moment)).toBe('2026-07-01T14:00:00+02:00');
	});
});
