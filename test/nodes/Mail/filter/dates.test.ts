import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { mail, NOW, received } from '../../../harness/filterableMail';

/** A filter, the time a mail was received, and whether the mail is what the filter asks for. */
type Row = [filter: string, time: string, expected: boolean];

function decides(title: string, rows: Row[]): void {
	it.each(rows)(`${title}: %s, received %s, is %s`, (filter, time, expected) => {
		expect(parseSearchFilter(filter).matches(received(time), NOW)).toBe(expected);
	});
}

const DAY_BEFORE = '2018-07-22T23:59:59Z';
const FIRST_SECOND = '2018-07-23T00:00:00Z';
const LAST_SECOND = '2018-07-23T23:59:59Z';
const DAY_AFTER = '2018-07-24T00:00:00Z';

decides('A whole day in UTC', [
	['received:07/23/2018', DAY_BEFORE, false],
	['received:07/23/2018', FIRST_SECOND, true],
	['received:07/23/2018', LAST_SECOND, true],
	['received:07/23/2018', '2018-07-23T23:59:59.999Z', true],
	['received:07/23/2018', DAY_AFTER, false],
	['received:07/23/2018', '2018-07-24T01:00:00+02:00', true],
	['received=07/23/2018', LAST_SECOND, true],
	['received:2018-07-23', LAST_SECOND, true],
	['received:2018-07-23', DAY_AFTER, false],
	['received:"07/23/2018"', FIRST_SECOND, true],
	['received:02/29/2020', '2020-02-29T12:00:00Z', true],
	['received<>07/23/2018', LAST_SECOND, false],
	['received<>07/23/2018', DAY_AFTER, true],
	['received>07/23/2018', LAST_SECOND, false],
	['received>07/23/2018', DAY_AFTER, true],
	['received>=07/23/2018', DAY_BEFORE, false],
	['received>=07/23/2018', FIRST_SECOND, true],
	['received<07/23/2018', DAY_BEFORE, true],
	['received<07/23/2018', FIRST_SECOND, false],
	['received<=07/23/2018', LAST_SECOND, true],
	['received<=07/23/2018', DAY_AFTER, false],
]);

decides('A range with both ends', [
	['received:07/22/2018..07/23/2018', '2018-07-22T00:00:00Z', true],
	['received:07/22/2018..07/23/2018', LAST_SECOND, true],
	['received=07/22/2018..07/23/2018', LAST_SECOND, true],
	['received:07/22/2018..07/23/2018', DAY_AFTER, false],
	['received:07/22/2018..07/23/2018', '2018-07-21T23:59:59Z', false],
	['received:2018-07-23..2018-07-23', LAST_SECOND, true],
	['received:2018-07-23T10:00:00Z..2018-07-23', '2018-07-23T09:59:59Z', false],
	['received:2018-07-23T10:00:00Z..2018-07-23', LAST_SECOND, true],
]);

decides('An instant', [
	['received>2018-07-23T10:00:00Z', '2018-07-23T10:00:00Z', false],
	['received>2018-07-23T10:00:00Z', '2018-07-23T10:00:01Z', true],
	['received>=2018-07-23T10:00:00Z', '2018-07-23T10:00:00Z', true],
	['received<2018-07-23T10:00:00Z', '2018-07-23T10:00:00Z', false],
	['received<=2018-07-23T10:00:00Z', '2018-07-23T10:00:00Z', true],
	['received:2018-07-23T10:00:00Z', '2018-07-23T10:00:00Z', true],
	['received:2018-07-23T10:00:00', '2018-07-23T10:00:00Z', true],
	['received:2018-07-23T10:00:00.0000000Z', '2018-07-23T10:00:00Z', true],
	['received:2018-07-23T12:00+02:00', '2018-07-23T10:00:00Z', true],
	['received:2018-07-23t10:00:00z', '2018-07-23T10:00:01Z', false],
]);

// The clock of these tests stands at Wednesday, 25 July 2018.
decides('A named interval', [
	['received:today', '2018-07-25T00:00:00Z', true],
	['received:today', '2018-07-25T23:59:59Z', true],
	['received:today', '2018-07-24T23:59:59Z', false],
	['received:Yesterday', '2018-07-24T12:00:00Z', true],
	['received:yesterday', '2018-07-25T00:00:00Z', false],
	['received:"this week"', '2018-07-23T00:00:00Z', true],
	['received:"this week"', '2018-07-22T23:59:59Z', false],
	['received:"this week"', '2018-07-29T23:59:59Z', true],
	['received:"this week"', '2018-07-30T00:00:00Z', false],
	['received:"This  Month"', '2018-07-01T00:00:00Z', true],
	['received:"this month"', '2018-06-30T23:59:59Z', false],
	['received:"last month"', '2018-06-30T23:59:59Z', true],
	['received:"last month"', '2018-07-01T00:00:00Z', false],
	['received:"this year"', '2018-01-01T00:00:00Z', true],
	['received:"this year"', '2017-12-31T23:59:59Z', false],
	['received:"last year"', '2017-12-31T23:59:59Z', true],
	['received:"last year"', '2018-01-01T00:00:00Z', false],
	['received>=yesterday', '2018-07-24T00:00:00Z', true],
	['received<today', '2018-07-24T23:59:59Z', true],
	['received<>today', '2018-07-25T10:00:00Z', false],
]);

describe('The time a mail was sent', () => {
	it('is compared by sent:, the time it was received is not', () => {
		const given = mail({ sentDateTime: '2018-07-20T00:00:00Z' });
		expect(parseSearchFilter('sent:07/20/2018').matches(given, NOW)).toBe(true);
		expect(parseSearchFilter('sent:07/23/2018').matches(given, NOW)).toBe(false);
	});

	it('meets no condition where the mail has none', () => {
		const given = { ...mail(), sentDateTime: undefined };
		expect(parseSearchFilter('sent>=01/01/1990').matches(given, NOW)).toBe(false);
		expect(parseSearchFilter('sent<>01/01/1990').matches(given, NOW)).toBe(false);
		expect(parseSearchFilter('sent:today').matches(given, NOW)).toBe(false);
	});
});

describe('The clock', () => {
	it('is given with every mail, as a date or in milliseconds', () => {
		const filter = parseSearchFilter('received:today');
		const given = received('2024-02-29T10:00:00Z');
		expect(filter.matches(given, new Date('2024-02-29T23:59:59Z'))).toBe(true);
		expect(filter.matches(given, Date.parse('2024-03-01T00:00:00Z'))).toBe(false);
	});

	it('ends months and years where they end', () => {
		const january = new Date('2024-03-31T12:00:00Z');
		const last = parseSearchFilter('received:"last month"');
		expect(last.matches(received('2024-02-29T23:59:59Z'), january)).toBe(true);
		expect(last.matches(received('2024-03-01T00:00:00Z'), january)).toBe(false);
	});
});
