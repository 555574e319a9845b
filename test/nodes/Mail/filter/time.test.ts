import { SearchFilterError } from '../../../../nodes/Mail/filter/error';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { body, from, NOW } from '../../../harness/filterableMail';

/** Time of a run, in milliseconds. */
function time(run: () => unknown): number {
	const start = performance.now();
	for (let round = 0; round < 2; round += 1) run();
	return performance.now() - start;
}

function read(filter: string): unknown {
	try {
		return parseSearchFilter(filter);
	} catch (error) {
		if (error instanceof SearchFilterError) return error;
		throw error;
	}
}

/** Eight times the text takes 8 times as long where the time is linear, 64 times where it is square. */
const GROWTH = 8;
const MOST = 32;
/** Times below this one, in milliseconds, are mostly the clock's and the collector's own. */
const FLOOR = 0.02;
/** Pairs of runs before the verdict; a busy machine lengthens some of them, never all. */
const PAIRS = 40;

/** Compares the shortest of several runs: what disturbs a run only ever makes it longer. */
function expectLinear(short: () => unknown, long: () => unknown): void {
	let [once, grown] = [Infinity, Infinity];
	for (
		let pair = 0;
		pair < PAIRS && (pair < 5 || grown >= MOST * Math.max(once, FLOOR));
		pair += 1
	) {
		once = Math.min(once, time(short));
		grown = Math.min(grown, time(long));
	}
	expect(grown / Math.max(once, FLOOR)).toBeLessThan(MOST);
}

describe('The time to read a filter grows with its length alone', () => {
	const CHARACTERS = 250;

	it.each<[string, string]>([
		['words', 'a '],
		['one word', 'a'],
		['one property', 'subject:a '],
		['operators', 'a AND '],
		['NOT', 'NOT '],
		['groups', '(a)'],
		['opened parentheses', '('],
		['closed parentheses', ')'],
		['empty groups', '() '],
		['quotes', '"a" '],
		['quotes without a blank', '"a"'],
		['one quote less', '"a" "'],
		['curly quotes', '“'],
		['signs', '-'],
		['colons', ':'],
		['stars', '*'],
		['stars in words', 'a*'],
		['emoji', '🎉'],
		['unknown properties', 'x:y '],
		['names without an end', 'x.-'],
		['addresses', 'a@'],
		['separators of addresses', 'from:a@b;c@d;'],
		['dots of a domain', 'from:*a.'],
		['digits', 'size:9'],
		['separators of thousands', 'size:1,'],
		['dates', 'received:1/1/'],
		['ranges', 'received:..'],
		['NEAR', 'a NEAR(n=3) '],
		['WORDS', 'WORDS(a,'],
		['XRANK', 'XRANK '],
		['blanks', ' '],
		['blanks between', 'subject :a'],
		['accents', 'á'],
		['marks', '\u0301'],
		['letters of scripts without blanks', '請กี'],
	])('%s', (_what, unit) => {
		// Whole units: a part of one would make another kind of filter of the shorter text.
		const filter = (times: number) => unit.repeat(Math.floor(CHARACTERS / unit.length) * times);
		expect(filter(GROWTH).length).toBeGreaterThan(1_850);
		expectLinear(
			() => read(filter(1)),
			() => read(filter(GROWTH)),
		);
	});
});

describe('The time to compare a mail grows with its length alone', () => {
	it.each<[string, string, string]>([
		['a word', 'zzz', 'a '],
		['a phrase that nearly stands there', `"${'a '.repeat(500)}b"`, 'a '],
		['a phrase that nearly begins there', `"b ${'a '.repeat(500)}"`, 'a '],
		['a prefix', `${'a'.repeat(500)}b*`, 'a'],
		['a run without blanks', `${'請'.repeat(500)}書`, '請'],
		['letters with marks', 'ก', 'กี'],
		['a run that a mark goes on everywhere', `${'กี'.repeat(200)}ก`, 'กี'],
		['marks', 'a', '\u0301'],
		['punctuation', 'a', '.-_'],
	])('%s', (_what, filter, unit) => {
		const parsed = parseSearchFilter(`body:${filter}`);
		const short = body(unit.repeat(1_000));
		const long = body(unit.repeat(1_000 * GROWTH));
		expect(parsed.matches(long, NOW)).toBe(false);
		expectLinear(
			() => parsed.matches(short, NOW),
			() => parsed.matches(long, NOW),
		);
	});

	it('nor does a long address take longer than its length', () => {
		const parsed = parseSearchFilter('from:*contoso.com');
		expectLinear(
			() => parsed.matches(from(`${'a.'.repeat(1_000)}@b`, '<'.repeat(1_000)), NOW),
			() => parsed.matches(from(`${'a.'.repeat(8_000)}@b`, '<'.repeat(8_000)), NOW),
		);
	});
});
