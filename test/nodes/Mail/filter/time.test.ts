import { SearchFilterError } from '../../../../nodes/Mail/filter/error';
import type { FilterableMail } from '../../../../nodes/Mail/filter/mail';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { body, from, mail, NOW, person, subject } from '../../../harness/filterableMail';

/** CPU time of a run, in milliseconds: a machine that is busy with something else makes it no longer. */
function time(run: () => unknown): number {
	const before = process.cpuUsage();
	for (let round = 0; round < 2; round += 1) run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

function read(filter: string): unknown {
	try {
		return parseSearchFilter(filter);
	} catch (error) {
		if (error instanceof SearchFilterError) return error;
		throw error;
	}
}

/** Times below this one, in milliseconds, are mostly the clock's and the collector's own. */
const FLOOR = 0.02;
/** Pairs of runs before the verdict; a busy machine lengthens some of them, never all. */
const PAIRS = 40;

/**
 * Compares the shortest of several runs: what disturbs a run only ever makes it longer.
 * @param most How many times as long the longer run may take.
 */
function expectGrowthBelow(most: number, short: () => unknown, long: () => unknown): void {
	let [once, grown] = [Infinity, Infinity];
	for (
		let pair = 0;
		pair < PAIRS && (pair < 5 || grown >= most * Math.max(once, FLOOR));
		pair += 1
	) {
		once = Math.min(once, time(short));
		grown = Math.min(grown, time(long));
	}
	expect(grown / Math.max(once, FLOOR)).toBeLessThan(most);
}

describe('The time to read a filter grows with its length alone', () => {
	// Eight times the text takes 8 times as long where the time is linear, 64 times where it is square.
	const [CHARACTERS, GROWTH, MOST] = [250, 8, 32];

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
		['pairs of curly quotes', '“a” '],
		['operators in small letters', 'a and '],
		['operators in full width', 'a ＡＮＤ '],
		['signs before values', 'subject:-a '],
		['units', 'size>5 MB '],
		['groups that are not closed', '(a b '],
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
		expectGrowthBelow(
			MOST,
			() => read(filter(1)),
			() => read(filter(GROWTH)),
		);
	});
});

describe('The time to compare a mail grows with its length alone', () => {
	/** Twice the text takes twice as long where the time is linear, 4 times where it is square. */
	const MOST = 2.5;
	const LENGTHS = [5_000, 10_000, 20_000, 40_000];
	/** For a test that is about to fail. */
	const ROUNDS = 40;

	/**
	 * Compares mails of which the given part has these lengths. A doubling that fills one of the
	 * machine's caches takes longer than twice the time; where the time is square, each doubling does.
	 */
	function expectLinear(filter: string, toMail: (length: number) => FilterableMail): void {
		const { matches } = parseSearchFilter(filter);
		const mails = LENGTHS.map(toMail);
		let best = mails.map(() => Infinity);
		let growth = Infinity;
		for (let round = 0; round < 3 || (growth >= MOST && round < ROUNDS); round += 1) {
			best = mails.map((each, index) =>
				Math.min(
					best[index] ?? Infinity,
					time(() => expect(matches(each, NOW)).toBe(false)),
				),
			);
			const growths = best
				.slice(1)
				.map((taken, index) => taken / Math.max(best[index] ?? 0, FLOOR));
			growth = Math.min(...growths);
		}
		expect(growth).toBeLessThan(MOST);
	}

	const fill = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));

	it.each<[string, string, string]>([
		['a word', 'zzz', 'a '],
		['a run without blanks', `${'請'.repeat(500)}書`, '請'],
		['letters with marks', 'ก', 'กี'],
		['a run that a mark goes on everywhere', `${'กี'.repeat(200)}ก`, 'กี'],
		['punctuation', 'a', '.-_'],
	])('%s', (_what, filter, unit) => {
		expectLinear(`body:${filter}`, (length) => body(fill(unit, length)));
	});

	it.each<[string, string, string]>([
		['a phrase that nearly stands there', `"${'a '.repeat(500)}b"`, 'a '],
		['a phrase that nearly begins there', `"b ${'a '.repeat(500)}"`, 'a '],
		['a prefix', `${'a'.repeat(500)}b*`, 'a'],
	])('%s', (_what, filter, unit) => {
		// The engine takes up another way of searching somewhere in the first thousands of letters.
		expectLinear(`body:${filter}`, (length) => body(fill(unit, 8 * length)));
	});

	it.each<[string, (text: string) => FilterableMail]>([
		['subject', subject],
		['body', body],
		['attachment', (text) => mail({ attachments: [text] })],
		['attachment', (text) => mail({ attachments: text.match(/[^]{1,10}/gu) ?? [] })],
		['from', (text) => from('a@b', text)],
		['from', (text) => from(`${text}@b`)],
		[
			'to',
			(text) => mail({ to: (text.match(/[^]{1,10}/gu) ?? []).map((name) => person('', name)) }),
		],
	])('letters and combining marks, for %s:', (property, toMail) => {
		// Marks of two classes in turn: bringing them into order is what takes long.
		expectLinear(`${property}:zzz`, (length) => toMail(fill('\u0301\u0323', length)));
		expectLinear(`${property}:zzz`, (length) => toMail(fill('a b ', length)));
	});

	it.each([
		['one mark', '\u0301'],
		['marks of two classes', '\u0301\u0323'],
		['marks that folding leaves', '\u3099\u093C'],
		['marks with invisible characters between', '\u0301\u200D\u0323\u200D'],
		['half-width marks', '\uFF9E\u0301'],
		['marks on letters that folding takes away', `\u0640${'\u3099\u093C'.repeat(15)}`],
		['marks on letters that become such', `\uFE71${'\u3099\u093C'.repeat(15)}`],
		['marks on hyphens that folding takes away', `\u05BE${'\u3099\u093C'.repeat(15)}`],
	])('%s', (_what, unit) => {
		expectLinear('body:zzz', (length) => body(fill(unit, length)));
		expectLinear('zzz', (length) => from(fill(unit, length)));
	});

	it('a long domain of letters that are all different', () => {
		const domain = (length: number) =>
			Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
		expectLinear('from:*contoso.com', (length) => from(`a@${domain(length / 10)}`));
	});

	it('a long address', () => {
		expectLinear('from:*contoso.com', (length) =>
			from(`${fill('a.', length)}@b`, fill('<', length)),
		);
	});
});
