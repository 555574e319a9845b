import fc from 'fast-check';
import { SearchFilterError } from '../../../../nodes/Mail/filter/error';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { body, from, NOW, received, subject } from '../../../harness/filterableMail';
import { holdsInModel, model, modelMail, print } from '../../../harness/filterModel';

/** Pieces of the syntax, in and out of place. */
const piece = fc.constantFrom(
	...['AND', 'OR', 'NOT', 'and', 'or', 'not', 'ＡＮＤ', 'NEAR', 'XRANK(cb=1)', 'WORDS(a,b)'],
	...['(', ')', '"', '“', '”', '«', '（', '）', '＊', '≥', '!='],
	...['*', '-', '+', '!', '–', ':', '=', '<', '>', '<>', '>=', '..', '@', '.', ',', ';', '/', '\\'],
	...['subject:', 'body=', 'from:', 'to:', 'size>', 'size:', 'received:', 'sent<=', 'kind:', 're:'],
	...['hasAttachments:', 'importance:', 'attachment:', 'category:', 'x:', '件名：', 'subject：'],
	...['a', 'invoice', 'b*', '*c', '07/23/2018', '02/30/2018', '2018-07-23T10:00:00Z', 'today'],
	...[
		'this week',
		'5000',
		'5MB',
		'5 kb',
		'"a b"',
		'５',
		'1..2',
		'true',
		'email',
		'high',
		'bob@contoso.com',
		'*contoso.com',
	],
	...['請求書', '🎉', '\u0301', '\u200B', '\u00AD', '\uD83C', '\0', '\n', ' ', '  ', '\u3000'],
);
const syntax = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const spaced = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(' '));
const anyText = fc.oneof(
	syntax,
	spaced,
	fc.string({ unit: 'binary', maxLength: 200 }),
	fc.string(),
);

const RUNS = { numRuns: 1_000 };

describe('Any text at all', () => {
	it('is evaluated, or refused with a position inside it, and with a proposal only where that is accepted', () => {
		fc.assert(
			fc.property(anyText, modelMail, (text, mail) => {
				try {
					expect(typeof parseSearchFilter(text).matches(mail, NOW)).toBe('boolean');
				} catch (error) {
					if (!(error instanceof SearchFilterError)) throw error;
					expect(error.position).toBeGreaterThanOrEqual(0);
					expect(error.position).toBeLessThan(text.length);
					if (error.proposal === undefined) return;
					expect(error.proposal.trim()).not.toBe('');
					expect(() => parseSearchFilter(error.proposal ?? '')).not.toThrow();
				}
			}),
			RUNS,
		);
	});

	it('can stand in a mail', () => {
		fc.assert(
			fc.property(anyText, anyText, (text, name) => {
				const given = { ...subject(text), body: text, from: { name, address: text } };
				for (const filter of ['a', 'subject:請求書', 'from:*contoso.com', 'from:bob@contoso.com']) {
					expect(typeof parseSearchFilter(filter).matches(given, NOW)).toBe('boolean');
				}
			}),
		);
	});

	it('is found in a mail that holds it', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
				const phrase = text.replace(/["“”„‟«»＂（）＊*℠™]/g, ' ');
				const letters = phrase.normalize('NFKD').replace(/[\p{M}\p{Lm}]/gu, '');
				fc.pre(/[\p{L}\p{N}]/u.test(letters));
				expect(parseSearchFilter(`subject:"${phrase}"`).matches(subject(phrase), NOW)).toBe(true);
				expect(parseSearchFilter(`"${phrase}"`).matches(body(`.${phrase}.`), NOW)).toBe(true);
			}),
			RUNS,
		);
	});
});

describe('A filter that is printed and read again', () => {
	it('means the same', () => {
		fc.assert(
			fc.property(model, modelMail, (tree, mail) => {
				const text = print(tree);
				fc.pre(text.length <= 2_000);
				expect(parseSearchFilter(text).matches(mail, NOW)).toBe(holdsInModel(tree, mail));
			}),
			RUNS,
		);
	});

	it('names what a mail does not meet just where it does not match, as filters that it does not match', () => {
		fc.assert(
			fc.property(model, modelMail, (tree, mail) => {
				const text = print(tree);
				fc.pre(text.length <= 2_000);
				const filter = parseSearchFilter(text);
				const unmet = filter.unmet(mail, NOW);
				expect(unmet.length === 0).toBe(filter.matches(mail, NOW));
				for (const written of unmet.filter(({ length }) => length <= 2_000)) {
					expect(parseSearchFilter(written).matches(mail, NOW)).toBe(false);
				}
			}),
			RUNS,
		);
	});

	it('means the same with other blanks and with case changed in its words and names', () => {
		fc.assert(
			fc.property(
				model,
				modelMail,
				fc.constantFrom(' ', '\n', '\t ', '\u3000'),
				(tree, mail, blank) => {
					const text = print(tree).replace(/ /g, blank);
					const changed = text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
					fc.pre(text.length <= 2_000);
					expect(parseSearchFilter(text).matches(mail, NOW)).toBe(holdsInModel(tree, mail));
					expect(parseSearchFilter(changed).matches(mail, NOW)).toBe(holdsInModel(tree, mail));
				},
			),
		);
	});
});

/** Another spelling of the same filter, each of which is refused. */
type Damage = (filter: string) => string;

const anyDamage: Record<string, Damage> = {
	'typographic quotes': (filter) => filter.replace(/"([^"]*)"/g, '“$1”'),
	'low and high quotes': (filter) => filter.replace(/"([^"]*)"/g, '„$1“'),
	guillemets: (filter) => filter.replace(/"([^"]*)"/g, '»$1«'),
	'quotes in full width': (filter) => filter.replace(/"/g, '＂'),
	'parentheses in full width': (filter) => filter.replace(/\(/g, '（').replace(/\)/g, '）'),
	'colons in full width': (filter) => filter.replace(/:/g, '：'),
	'names in full width': (filter) => filter.replace(/size|subject|body/g, toFullWidth),
	'numbers in full width': (filter) => filter.replace(/\d+/g, toFullWidth),
	'truth in full width': (filter) => filter.replace(/true|false/g, toFullWidth),
	'operators in full width': (filter) => filter.replace(/AND|OR|NOT/g, toFullWidth),
	'comparisons as one sign': (filter) =>
		filter.replace(/<=/g, '≤').replace(/>=/g, '≥').replace(/<>/g, '≠'),
	'operators in small letters': (filter) =>
		filter.replace(/AND|OR|NOT/g, (operator) => operator.toLowerCase()),
	'a long dash': (filter) => filter.replace(/-/g, '–'),
	'the sign before the value': (filter) =>
		filter.replace(/-(subject|body|hasAttachments):/g, '$1:-'),
	units: (filter) =>
		filter.replace(/1024/g, '1 kB').replace(/1536/g, '1.5KB').replace(/2048/g, '2 KiB'),
	'the last quote missing': (filter) => filter.replace(/"$/, ''),
};

/** ASCII characters as the full-width ones of the same meaning. */
function toFullWidth(text: string): string {
	return text.replace(/[!-~]/g, (sign) =>
		String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
	);
}

/** What is proposed for a filter that is refused. */
function proposalFor(filter: string): string | undefined {
	try {
		parseSearchFilter(filter);
	} catch (error) {
		if (error instanceof SearchFilterError) return error.proposal;
		throw error;
	}
	throw new Error(`${filter} was accepted`);
}

describe('A filter in another spelling', () => {
	it.each(Object.entries(anyDamage))('is proposed as it was meant: %s', (_title, damage) => {
		fc.assert(
			fc.property(model, modelMail, (tree, mail) => {
				const text = print(tree);
				const damaged = damage(text);
				fc.pre(damaged !== text && damaged.length < 1_900);
				const proposal = proposalFor(damaged);
				expect(proposal).toBeDefined();
				expect(parseSearchFilter(proposal ?? '').matches(mail, NOW)).toBe(holdsInModel(tree, mail));
			}),
			{ numRuns: 200 },
		);
	});

	it('is proposed as it was meant, or not at all, when parentheses are missing at the end', () => {
		let proposals = 0;
		fc.assert(
			fc.property(model, fc.integer({ min: 1, max: 3 }), modelMail, (tree, missing, mail) => {
				const text = print(tree);
				fc.pre(text.endsWith(')'.repeat(missing)) && text.length <= 2_000);
				const proposal = proposalFor(text.slice(0, -missing));
				if (proposal === undefined) return;
				proposals += 1;
				expect(parseSearchFilter(proposal).matches(mail, NOW)).toBe(holdsInModel(tree, mail));
			}),
			{ numRuns: 200 },
		);
		expect(proposals).toBeGreaterThan(20);
	});

	it('is proposed as it was meant, or not at all, when it has several of these spellings', () => {
		fc.assert(
			fc.property(
				model,
				fc.subarray(Object.values(anyDamage), { minLength: 2 }),
				modelMail,
				(tree, damages, mail) => {
					const text = print(tree);
					const damaged = damages.reduce((filter, damage) => damage(filter), text);
					fc.pre(damaged !== text && damaged.length < 1_900);
					const proposal = proposalFor(damaged);
					if (proposal === undefined) return;
					expect(parseSearchFilter(proposal).matches(mail, NOW)).toBe(holdsInModel(tree, mail));
				},
			),
			RUNS,
		);
	});
});

describe('The laws of AND, OR and NOT', () => {
	const same = (left: (p: string, q: string) => string, right: (p: string, q: string) => string) =>
		fc.assert(
			fc.property(model, model, modelMail, (first, second, mail) => {
				const [p, q] = [`(${print(first)})`, `(${print(second)})`];
				fc.pre(p.length + q.length <= 900);
				expect(parseSearchFilter(left(p, q)).matches(mail, NOW)).toBe(
					parseSearchFilter(right(p, q)).matches(mail, NOW),
				);
			}),
		);

	it.each<[string, (p: string, q: string) => string, (p: string, q: string) => string]>([
		['De Morgan for AND', (p, q) => `NOT (${p} AND ${q})`, (p, q) => `NOT ${p} OR NOT ${q}`],
		['De Morgan for OR', (p, q) => `-(${p} OR ${q})`, (p, q) => `-${p} -${q}`],
		['AND commutes', (p, q) => `${p} AND ${q}`, (p, q) => `${q} AND ${p}`],
		['OR commutes', (p, q) => `${p} OR ${q}`, (p, q) => `${q} OR ${p}`],
		['side by side commutes', (p, q) => `${p} ${q}`, (p, q) => `${q} ${p}`],
		['side by side is AND', (p, q) => `${p} ${q}`, (p, q) => `${p} AND ${q}`],
		['NOT twice is nothing', (p) => `NOT NOT ${p}`, (p) => p],
		['- is NOT', (p) => `-${p}`, (p) => `NOT ${p}`],
		['+ is nothing', (p, q) => `+${p} +${q}`, (p, q) => `${p} ${q}`],
		[
			'OR distributes',
			(p, q) => `${p} OR (${q} AND a)`,
			(p, q) => `(${p} OR ${q}) AND (${p} OR a)`,
		],
		['nothing is both', (p, q) => `${p} AND ${q} AND NOT ${p}`, () => 'a AND NOT a'],
	])('%s', (_law, left, right) => same(left, right));
});

const label = fc.constantFrom('a', 'b', 'com', 'contoso', 'mail');
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));

describe('Values, compared with the simplest rule that says the same', () => {
	it('a word stands in a text between characters that are no letter and no digit', () => {
		const letters = fc.string({
			unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '-', '.'),
			maxLength: 12,
		});
		fc.assert(
			fc.property(letters, fc.stringMatching(/^[ab1]{1,2}$/), (text, word) => {
				const words = text.toLowerCase().split(/[^a-z0-9]+/);
				const matches = (filter: string) => parseSearchFilter(filter).matches(subject(text), NOW);
				expect(matches(`subject:${word}`)).toBe(words.includes(word));
				expect(matches(`subject:${word}*`)).toBe(words.some((each) => each.startsWith(word)));
				expect(matches(`subject:"${word} a"`)).toBe(
					words.some((each, index) => each === word && words[index + 1] === 'a'),
				);
			}),
			RUNS,
		);
	});

	it('a phrase stands in a text word for word, however long it is', () => {
		const run = (maxLength: number) =>
			fc
				.array(fc.constantFrom('aa', 'ab'), { minLength: 1, maxLength })
				.map((all) => all.join(' '));
		fc.assert(
			fc.property(run(3), run(60), fc.nat(30), fc.nat(40), (lead, text, start, length) => {
				const whole = ` ${lead} ${text} ${text} `;
				const words = whole
					.trim()
					.split(' ')
					.slice(start, start + length + 1);
				fc.pre(words.length > 0);
				for (const phrase of [
					words.join(' '),
					[...words, 'aa'].join(' '),
					['ab', ...words].join(' '),
				]) {
					expect(parseSearchFilter(`subject:"${phrase}"`).matches(subject(whole), NOW)).toBe(
						whole.includes(` ${phrase} `),
					);
				}
			}),
			RUNS,
		);
	});

	it('a domain is compared label by label', () => {
		fc.assert(
			fc.property(domain, domain, (wanted, actual) => {
				const matches = (filter: string) =>
					parseSearchFilter(filter).matches(from(`x@${actual}`, wanted), NOW);
				const tail = actual.split('.').slice(-wanted.split('.').length).join('.');
				expect(matches(`from:${wanted}`)).toBe(tail === wanted);
				expect(matches(`from:*${wanted}`)).toBe(tail === wanted);
				expect(matches(`from:*@${wanted}`)).toBe(actual === wanted);
				expect(matches(`from:*.${wanted}`)).toBe(tail === wanted && actual !== wanted);
				expect(matches(`from:x@${wanted}`)).toBe(actual === wanted);
			}),
			RUNS,
		);
	});

	it('a day is compared by its date', () => {
		const time = fc.date({
			min: new Date('1999-12-28T00:00:00Z'),
			max: new Date('2001-01-03T00:00:00Z'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(time, time, fc.boolean(), (wanted, actual, asIso) => {
				const day = wanted.toISOString().slice(0, 10);
				const value = asIso ? day : `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
				const own = actual.toISOString().slice(0, 10);
				const matches = (filter: string) =>
					parseSearchFilter(filter).matches(received(actual.toISOString()), wanted);
				expect(matches(`received:${value}`)).toBe(own === day);
				expect(matches('received:today')).toBe(own === day);
				expect(matches(`received<>${value}`)).toBe(own !== day);
				expect(matches(`received>${value}`)).toBe(own > day);
				expect(matches(`received>=${value}`)).toBe(own >= day);
				expect(matches(`received<${value}`)).toBe(own < day);
				expect(matches(`received<=${value}`)).toBe(own <= day);
				expect(matches(`received:${value}..${value}`)).toBe(own === day);
			}),
			RUNS,
		);
	});
});
