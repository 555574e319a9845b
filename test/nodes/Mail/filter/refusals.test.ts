import { SearchFilterError } from '../../../../nodes/Mail/filter/error';
import type { MailPart } from '../../../../nodes/Mail/filter/mail';
import { PROPERTY_NAMES } from '../../../../nodes/Mail/filter/properties';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { mail, NOW, subject } from '../../../harness/filterableMail';

function refusalOf(filter: string): SearchFilterError {
	try {
		parseSearchFilter(filter);
	} catch (error) {
		if (error instanceof SearchFilterError) return error;
		throw error;
	}
	throw new Error(`${filter} was accepted`);
}

/** Values for the properties that do not take a word. */
const VALUES: Record<string, string> = {
	hasAttachments: 'true',
	importance: 'high',
	kind: 'meetings',
	received: 'today',
	sent: 'today',
	size: '5',
};

/** A filter, the position of what is wrong in it, words of the reason, and what is proposed instead. */
type Row = [filter: string, position: number, reason: RegExp, proposal?: string];

function refuses(title: string, rows: Row[]): void {
	describe(title, () => {
		it.each(
			rows.map(([filter, position, reason, proposal]) => ({ filter, position, reason, proposal })),
		)('$filter is refused at $position', ({ filter, position, reason, proposal }) => {
			const refusal = refusalOf(filter);
			expect(refusal.message).toMatch(reason);
			expect(refusal.message).toContain(`Search Filter, position ${position + 1}: `);
			expect({ position: refusal.position, proposal: refusal.proposal }).toEqual({
				position,
				proposal,
			});
		});
	});
}

refuses('A value of which nothing is left', [
	['🎉', 0, /no letter and no digit/],
	['...', 0, /no letter/],
	['a 🎉', 2, /no letter/],
	['subject:🎉', 8, /no letter/],
	['subject:❤️ a', 8, /no letter/],
	['subject:""', 9, /no letter/],
	['subject:(a ...)', 11, /no letter/],
	['from:---', 5, /before the property/],
	['from:...', 5, /no letter/],
	['a && b', 2, /no letter/],
	['a || b', 2, /no letter/],
	['a - b', 2, /no letter/],
	['-', 0, /no letter/],
]);

refuses('Quotes', [
	['"abc', 0, /closing quotation mark is missing/, '"abc"'],
	['a "', 2, /closing quotation mark is missing/],
	['subject:"abc AND b', 8, /closing quotation mark is missing/],
	['“two words”', 0, /knows only/, '"two words"'],
	['subject:“two words” AND b', 8, /knows only/, 'subject:"two words" AND b'],
	['„zwei Wörter“', 0, /knows only/, '"zwei Wörter"'],
	['«deux mots»', 0, /knows only/, '"deux mots"'],
	['＂a b＂', 0, /knows only/, '"a b"'],
	['“a” “b”', 0, /knows only/, '"a" "b"'],
	['“a\nb” c', 0, /knows only/, '"a b" c'],
	['"（株）山田"', 1, /knows only/, '"(株)山田"'],
	['"annual report', 0, /closing quotation mark is missing/, '"annual report"'],
	['"annual rep*', 0, /closing quotation mark is missing/, '"annual rep*"'],
	['("annual report', 0, /not closed/, '("annual report")'],
	['"a b) c', 0, /closing quotation mark is missing/],
	['"a -b', 0, /closing quotation mark is missing/],
	['"a and b', 0, /closing quotation mark is missing/],
	['12 " monitor', 3, /closing quotation mark is missing/],
	['“two words', 0, /knows only/],
	['a » b', 2, /knows only/],
	['"a “ b ” c"', 3, /knows only/],
	['"a ”b"', 3, /knows only/],
	['"a” AND "b"', 2, /knows only/],
	['"a b"c', 5, /blank is missing/],
	['a"b c"', 1, /blank is missing/],
	['"a""b"', 3, /blank is missing/],
]);

refuses('Parentheses', [
	['(a', 0, /not closed/, '(a)'],
	['a AND (b OR (c', 6, /not closed/, 'a AND (b OR (c))'],
	['subject:(a', 8, /not closed/, 'subject:(a)'],
	['(a', 0, /not closed/, '(a)'],
	['from:(ann OR bob OR eve', 5, /not closed/, 'from:(ann OR bob OR eve)'],
	['subject:(annual report', 8, /not closed/, 'subject:(annual report)'],
	['(a AND (b OR c)', 0, /not closed/, '(a AND (b OR c))'],
	['(a OR b) AND (c OR d', 13, /not closed/, '(a OR b) AND (c OR d)'],
	['(a OR b AND c', 0, /not closed/],
	['(a OR b c', 0, /not closed/],
	['subject:(a b c', 8, /not closed/],
	['((a OR b AND c) OR d', 0, /not closed/, '((a OR b AND c) OR d)'],
	['a (', 2, /not closed/],
	['（a', 0, /knows only/, '(a)'],
	['a)', 1, /closes none/],
	['(a))', 3, /closes none/],
	['()', 0, /nothing between/],
	['a AND ()', 6, /nothing between/],
	['subject:() a', 8, /nothing between/],
	['（a OR b）', 0, /knows only/, '(a OR b)'],
]);

refuses('Dangling operators', [
	['AND a', 0, /on its left/],
	['a AND', 2, /on its right/],
	['a OR', 2, /on its right/],
	['a AND OR b', 2, /on its right/],
	['a AND AND b', 2, /on its right/],
	['NOT', 0, /on its right/],
	['a NOT', 2, /on its right/],
	['(a OR) b', 3, /on its right/],
	['(OR a) b', 1, /on its left/],
	['subject:(a OR)', 11, /on its right/],
	['-AND', 1, /stand alone/],
	['--a', 1, /One sign/],
	['ＡＮＤ', 0, /stand alone/],
	['a ＯＲ b', 2, /stand alone/, 'a OR b'],
	['–spam', 0, /leaves mail out/, '-spam'],
	['!spam', 0, /leaves mail out/],
]);

refuses('Operators in small letters', [
	['a and b', 2, /AND, in capital letters; to search for the word, put it in quotes/, 'a AND b'],
	['a or b', 2, /OR, in capital letters/, 'a OR b'],
	['not a', 0, /NOT, in capital letters/, 'NOT a'],
	['a not b', 2, /NOT/, 'a NOT b'],
	['a And b', 2, /AND/, 'a AND b'],
	['invoice and payment', 8, /"and"/, 'invoice AND payment'],
	['from:ann or from:bob', 9, /"or"/, 'from:ann OR from:bob'],
	['not from:ann', 0, /"not"/, 'NOT from:ann'],
	['a and not b or c', 2, /"and"/, 'a AND NOT b OR c'],
	['a AND not (b)', 6, /"not"/, 'a AND NOT (b)'],
	['(a) or (b)', 4, /"or"/, '(a) OR (b)'],
	['a and -b', 2, /"and"/, 'a AND -b'],
	['"a b" or "c"', 6, /"or"/, '"a b" OR "c"'],
	['subject:(a or b)', 11, /"or"/, 'subject:(a OR b)'],
	['subject:a and b', 10, /"and"/, 'subject:a AND b'],
	['subject: terms and conditions', 15, /"and"/, 'subject: terms AND conditions'],
	['and and and', 4, /"and"/, 'and AND and'],
	['a ａｎｄ b', 2, /"and"/, 'a AND b'],
	['a and or b', 2, /"and"/],
	['a AND or b', 6, /"or"/],
	['NOT and a', 4, /"and"/],
	['a and category:b', 6, /"category"/],
]);

describe('A word that is spelled like an operator', () => {
	it.each([
		['and', 'and', 'a'],
		['not', 'not', 'a'],
		['(or)', 'or', 'a'],
		['subject:(not)', 'not', 'a'],
		['"and"', 'and', 'a'],
		['a "and" b', 'a b and', 'a b'],
		['"a and b"', 'a and b', 'a b'],
		['subject:and', 'and', 'a'],
		['subject:not b', 'not b', 'b'],
		['and a', 'a and', 'a'],
		['a or', 'or a', 'a'],
		['a AND not', 'a not', 'a'],
		['a or AND b', 'a or b', 'a b'],
		['not OR a', 'not', 'b'],
		['a -and', 'a', 'a and'],
		['NOT or', 'a', 'or'],
		['android oregon', 'oregon android', 'oregon'],
	])('is looked for by %s', (filter, found, missed) => {
		const { matches } = parseSearchFilter(filter);
		expect([found, missed].map((text) => matches(subject(text), NOW))).toEqual([true, false]);
	});
});

refuses('Operators that are not supported', [
	['a NEAR b', 2, /NEAR is not supported/],
	['a NEAR(n=3) b', 2, /NEAR/],
	['a ONEAR(4) b', 2, /ONEAR/],
	['WORDS(TV, Television)', 0, /WORDS/],
	['(cat OR dog) XRANK(cb=100) animal', 13, /XRANK/],
]);

refuses('Unknown properties', [
	['category:red', 0, /"category" is not a property/],
	['a isread:true', 2, /"isread"/],
	['subjct:a', 0, /"subjct"/],
	['a AND form:bob', 6, /"form"/],
	['sender:bob', 0, /"sender"/],
	['attachments:a', 0, /"attachments"/],
	['receivedDateTime>2018-07-23', 0, /"receivedDateTime"/],
	['has:attachment', 0, /"has"/],
	['after:2026-07-01 AND a', 0, /"after"/],
	['before:7/1/2026', 0, /"before"/],
	['is:unread', 0, /"is"/],
	['re:hello', 0, /"re"/],
	['total=5', 0, /"total"/],
	['NOT:a', 0, /"NOT"/],
	['category: red', 0, /"category"/],
	['http://contoso.com', 0, /"http"/],
	['subject:(from:a)', 9, /only its values/],
	['subject:(note a:b)', 14, /not a property/],
]);

describe('The message for an unknown property', () => {
	it('lists the names that exist', () => {
		expect(refusalOf('foo:bar').message).toBe(
			'Search Filter, position 1: "foo" is not a property that can be searched (attachment, ' +
				'bcc, body, cc, from, hasAttachments, importance, kind, participants, received, recipients, ' +
				'sent, size, subject, to).',
		);
	});

	it.each([
		['form:ann', 'from'],
		['subjct:a', 'subject'],
		['bdy:a', 'body'],
		['recieved:today', 'received'],
		['importence:high', 'importance'],
		['attachments:a', 'attachment'],
		['sender:ann', 'from'],
		['receivedDateTime>2018-07-23', 'received'],
		['has:attachment', 'hasAttachments'],
		['after:2026-07-01', 'received'],
	])('asks for %s whether %s was meant', (filter, name) => {
		expect(refusalOf(filter).message).toMatch(new RegExp(` Did you mean ${name}\\?$`));
	});

	it.each(['x:y', 'name:x', 'time:x', 'total=5', 'http://contoso.com', 're:hello', 'NOT:a'])(
		'asks nothing for %s, which resembles none',
		(filter) => {
			expect(refusalOf(filter).message).not.toContain('Did you mean');
		},
	);

	it.each(['label:x', 'category:red', 'isread:true', 'is:unread', 'isflagged:true'])(
		'says for %s where else it can be checked, and proposes nothing',
		(filter) => {
			const refusal = refusalOf(filter);
			expect(refusal.message).toMatch(/Check labels, the read state and flags after the trigger/);
			expect(refusal.message).not.toMatch(/Did you mean|Write:/);
			expect(refusal.proposal).toBeUndefined();
		},
	);
});

refuses('A blank where none belongs', [
	['size> 5000', 0, /without a blank/],
	['size > 5000', 5, /directly before/],
	['size >5000', 5, /directly before/],
	['received: 07/23/2018', 0, /without a blank/],
	['received>= "07/23/2018"', 0, /without a blank/],
	['hasAttachments: true', 0, /without a blank/],
	['importance: high', 0, /without a blank/],
	['kind: email', 0, /without a blank/],
	['subject :invoice', 8, /directly before/],
	['subject> invoice', 0, /without a blank/],
	['a AND subject:', 6, /needs its value/],
	['(subject:) a', 1, /needs its value/],
	['subject: from:a', 0, /needs its value/],
]);

refuses('Operators that do not fit', [
	['subject<>a', 7, /not with <>/],
	['subject>a', 7, /not with >/],
	['from>="a b"', 4, /not with >=/],
	['hasAttachments<>true', 14, /not with <>/],
	['size>(5)', 0, /needs its value/],
	['received==today', 9, /cannot begin with/],
	['size=>5000', 5, /cannot begin with/],
	['size:>5000', 5, /cannot begin with/],
	['subject:<text>', 8, /cannot begin with/],
	['from:<pattern>', 5, /cannot begin with/],
	['<filter> AND <filter>', 0, /directly before/],
	['subject:-spam', 8, /before the property/, '-subject:spam'],
	['subject：spam', 7, /： is written :/, 'subject:spam'],
	['subject:–spam', 8, /A – stands before the property/, '-subject:spam'],
	['subject:!spam', 8, /A ! stands before the property/],
	['subject:NOT spam', 8, /NOT stands before the property/],
	['subject:-(a b)', 8, /before the property/, '-subject:(a b)'],
	['subject:-"a b"', 8, /before the property/, '-subject:"a b"'],
	['subject：-spam', 7, /： is written :/, '-subject:spam'],
	['importance:-low', 11, /before the property/, '-importance:low'],
	['-subject:-spam', 9, /before the property/],
	['subject:- spam', 8, /before the property/],
	['received:-07/23/2018', 9, /before the property/],
	['ｓｕｂｊｅｃｔ:spam', 0, /half width/, 'subject:spam'],
	['subject:NOT', 8, /NOT stands before/],
	['subject:OR', 8, /OR is not a value/],
	['subject!=spam', 7, /!= is written <>/],
	['size≥5000', 4, /≥ is written >=/, 'size>=5000'],
	['a AND received≠today', 14, /≠ is written <>/, 'a AND received<>today'],
]);

refuses('Invisible characters before a property or a sign', [
	['\u200Efrom:bob', 0, /invisible/],
	['sub\u00ADject:a', 3, /invisible/],
	['a \u200B-spam', 2, /invisible/],
	['subject:\u200F-spam', 8, /invisible/],
	['received:\u200E07/23/2018', 9, /invisible/],
]);

refuses('Wildcards', [
	['*cat', 0, /only at the end/],
	['subject:*cat*', 8, /only at the end/],
	['in*ce', 2, /only at the end/],
	['word**', 4, /only at the end/],
	['"Advan* Search"', 6, /only at the end/],
	['-subject:"in* march" a', 12, /only at the end/],
	['invoice-*', 8, /directly/],
	['"a b *"', 5, /directly/],
	['*', 0, /no letter/],
	['in＊', 2, /knows only/, 'in*'],
	['from:*', 5, /only by a domain/],
	['from:*contoso', 5, /only by a domain/],
	['from:*bob@contoso.com', 5, /only by a domain/],
	['from:*@*.contoso.com', 5, /only by a domain/],
	['from:*contoso.com*', 5, /only by a domain/],
	['from:*@contoso.*', 5, /only by a domain/],
	['from:*@', 5, /only by a domain/],
	['from: *@contoso.com', 0, /without a blank/],
]);

refuses('Addresses', [
	['from:bob@', 5, /not one address/],
	['from:<bob@contoso.com>', 5, /cannot begin with/],
	['from:"Bob <bob@contoso.com>"', 6, /not one address/],
	['to:a@x.com;b@x.com', 3, /not one address/],
	['from:a@b@c', 5, /not one address/],
	['from:"Bob bob@contoso.com"', 6, /not one address/],
	['from:bob,ann@contoso.com', 5, /not one address/],
	['from:"bob@contoso.com, ann@*"', 6, /not one address/],
	['from:a@con..toso', 5, /not one address/],
]);

refuses('Dates', [
	['received:02/30/2024', 9, /is not a date in the calendar/],
	['received:02/29/2023', 9, /is not a date in the calendar/],
	['received:13/01/2024', 9, /is not a date in the calendar/],
	['received:23/07/2018', 9, /is not a date in the calendar/],
	['received:2024-13-01', 9, /is not a date in the calendar/],
	['received:13/13/2024', 9, /is not a date in the calendar/],
	['received:00/10/2024', 9, /is not a date in the calendar/],
	['received:2024-02-30T10:00:00Z', 9, /is not a date in the calendar/],
	['received:2024-02-01T24:00:00Z', 9, /not a date/],
	['received:2024-02-01T10:00:60Z', 9, /not a date/],
	['received:7/4/2018', 9, /not a date; write YYYY-MM-DD, /],
	['received:04.07.2018', 9, /not a date/],
	['received:2018/07/04', 9, /not a date/],
	['received:07-04-2018', 9, /not a date/],
	['received:2018', 9, /not a date/],
	['received:2018-02', 9, /not a date/],
	['received>soon', 9, /not a date/],
	['received:"last week"', 10, /not a date/],
	['received:last week', 9, /not a date/],
	['received:monday', 9, /not a date/],
	['received:"last mnth"', 10, /not a date/],
	['received:tody', 9, /not a date/],
	['received:this week', 9, /"this week", with its quotes/],
	['received>=last month AND a', 10, /"last" is not a date/],
	['received:<MM/DD/YYYY>', 9, /cannot begin with/],
	['received:07/24/2018..07/23/2018', 9, /before it begins/],
	['received:07/23/2018..08/32/2018', 21, /not a date in the calendar/],
	['received:07/23/2018..', 9, /both ends/],
	['received:..07/23/2018', 9, /both ends/],
	['received:..', 9, /both ends/],
	['received>07/01/2018..07/02/2018', 9, /goes with :/],
	['received<>07/01/2018..07/02/2018', 10, /with :/],
	['sent:07/01/2018..today', 17, /named interval/],
	['received>2018-07-23 10:00 a', 19, /joined by T/],
	['(received<07/23/2018 9:05:00)', 20, /joined by T/],
	['sent:"2018-07-23 10:00"', 6, /not a date/],
	['sent:2018-07-23T9:00', 5, /not a date/],
	['received:07/23/2018 .. 07/30/2018', 19, /no blanks/],
	['received:07/23/2018.. 07/30/2018 a', 9, /without a blank/],
	['received:07/23/2018 ..07/30/2018', 19, /no blanks/],
	['received>today 10:00', 14, /joined by T/],
	['received:today .. 07/30/2018', 14, /no blanks/],
	['received:２０１８-07-23', 9, /half width/, 'received:2018-07-23'],
	['received:"０７/23/2018"', 10, /half width/, 'received:"07/23/2018"'],
	['received:today*', 9, /not a date/],
]);

refuses('Sizes', [
	['size:5MB', 5, /number of bytes/, 'size:5242880'],
	['size>1byte', 5, /number of bytes/, 'size>1'],
	['size>1.5kb', 5, /number of bytes/, 'size>1536'],
	['size>1,000', 5, /number of bytes/],
	['size:1kb..2KB', 5, /number of bytes/, 'size:1024..2048'],
	['size:1..2KB', 5, /number of bytes/, 'size:1..2048'],
	['size:-5', 5, /before the property/],
	['size:big', 5, /number of bytes/],
	['size:５', 5, /digits alone/, 'size:5'],
	['size:５ＭＢ', 5, /digits alone/, 'size:5242880'],
	['size>5M', 5, /digits alone/, 'size>5242880'],
	['size:1 .. 5 MB', 6, /no blanks/],
	['size:1..5 MB', 5, /digits alone/, 'size:1..5242880'],
	['size:"5 MB"', 6, /number of bytes/],
	['size:"5MB"', 6, /digits alone/, 'size:"5242880"'],
	['size:＂5MB＂', 5, /knows only/, 'size:"5242880"'],
	['size>1.3kb', 5, /number of bytes/],
	['size>1.5', 5, /number of bytes/],
	['size:1e3', 5, /number of bytes/],
	['size:99999999999999999999', 5, /number of bytes/],
	['size:10..1', 5, /before it begins/],
	['size:1..', 5, /both ends/],
	['size:..9', 5, /both ends/],
	['size>1..9', 5, /goes with :/],
	['size>1.000.000', 5, /number of bytes/],
	['size>1.500', 5, /number of bytes/],
	['size>1,5MB', 5, /number of bytes/, 'size>1572864'],
	['size>1.500MB', 5, /number of bytes/],
	['size>5min', 5, /number of bytes/],
	['size>5 MB AND a', 5, /number of bytes/, 'size>5242880 AND a'],
	['(size>1.5 kb)', 6, /number of bytes/, '(size>1536)'],
	['size:1 .. 9', 6, /no blanks/],
	['size>5KiB', 5, /number of bytes/, 'size>5120'],
	['size>100 AND size<5bytes', 18, /number of bytes/, 'size>100 AND size<5'],
	['size<>1..9', 6, /goes with :/],
	['size:(>5)', 6, /directly before/],
]);

refuses('Fixed choices', [
	['hasAttachments:yes', 15, /not one of true, false/],
	['hasAttachments:0', 15, /not one of/],
	['hasAttachments:tru', 15, /not one of/],
	['importance:ｈｉｇｈ', 11, /half width/, 'importance:high'],
	['importance:urgent', 11, /not one of low, medium, high/],
	['importance:hihg', 11, /not one of/],
	['kind:mail', 5, /not one of email/],
	['kind:microsoftteams', 5, /not one of email/],
]);

describe('The limits', () => {
	it('2,000 characters are accepted, one more is refused there', () => {
		expect(() => parseSearchFilter('a'.repeat(2_000))).not.toThrow();
		const refusal = refusalOf('a'.repeat(2_001));
		expect(refusal.position).toBe(2_000);
		expect(refusal.message).toBe(
			'Search Filter, position 2001: A filter has at most 2000 characters.',
		);
	});

	it('100 levels of parentheses are accepted, the next is refused', () => {
		const nested = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
		expect(() => parseSearchFilter(nested(100))).not.toThrow();
		expect(refusalOf(nested(101)).position).toBe(100);
		expect(refusalOf(nested(101)).message).toContain('100 deep');
		expect(refusalOf(`${'-('.repeat(101)}a${')'.repeat(101)}`).position).toBe(201);
	});

	it('repeated NOT needs no depth', () => {
		const filter = parseSearchFilter(`${'NOT '.repeat(400)}a`);
		expect(filter.needs.has('body')).toBe(true);
	});
});

describe('The message of a refusal', () => {
	it('gives position, reason and the filter that asks for the same', () => {
		expect(refusalOf('subject:“salaries” and size>5MB').message).toBe(
			'Search Filter, position 9: “ is not "; the syntax knows only the latter. ' +
				'Write: subject:"salaries" AND size>5242880',
		);
	});

	it('proposes nothing where anything else is wrong', () => {
		expect(refusalOf('a and received:02/30/2024').message).not.toContain('Write:');
		expect(refusalOf('received:02/30/2024 and a').message).toBe(
			'Search Filter, position 10: "02/30/2024" is not a date in the calendar.',
		);
	});

	it('proposes nothing that would be longer than a filter may be', () => {
		expect(refusalOf(`"${'a'.repeat(1_998)}`).proposal).toHaveLength(2_000);
		expect(refusalOf(`"${'a'.repeat(1_999)}`).proposal).toBeUndefined();
	});

	it('repeats no more than the beginning of a long piece', () => {
		const refusal = refusalOf(`received:${'x'.repeat(500)}`);
		expect(refusal.message.length).toBeLessThan(300);
		expect(refusal.message).toContain(`"${'x'.repeat(40)}…"`);
	});

	it('is one line even where the filter is not', () => {
		expect(refusalOf('received:"a\nb"').message).not.toContain('\n');
	});
});

describe('What a filter needs', () => {
	it.each<[string, MailPart[]]>([
		['', []],
		['kind:im', ['isMeeting']],
		['subject:a', ['subject']],
		['body:a', ['body']],
		['a', ['subject', 'from', 'sender', 'body']],
		['subject: a', ['subject', 'from', 'sender', 'body']],
		['from:a', ['from', 'sender']],
		['recipients:a', ['to', 'cc', 'bcc']],
		['participants:a', ['from', 'sender', 'to', 'cc', 'bcc']],
		['subject:a OR NOT (attachment:b)', ['subject', 'attachments']],
		['subject:a -size>5', ['subject', 'size']],
		['received:today sent:today', ['receivedDateTime', 'sentDateTime']],
		['hasAttachments:true importance:low', ['hasAttachments', 'importance']],
	])('%s', (filter, needs) => {
		expect([...parseSearchFilter(filter).needs].sort()).toEqual([...needs].sort());
	});

	it.each([
		...PROPERTY_NAMES.map((name) => `${name}:${VALUES[name] ?? 'a'}`),
		'a',
		'a OR -attachment:b',
	])('is all that %s looks at', (filter) => {
		const parsed = parseSearchFilter(filter);
		const read = new Set<string | symbol>();
		const watched = new Proxy(mail({ attachments: ['x'] }), {
			get: (target, name) => {
				read.add(name);
				return Reflect.get(target, name) as unknown;
			},
		});
		parsed.matches(watched, NOW);
		expect([...read].filter((name) => ![...parsed.needs].some((part) => part === name))).toEqual(
			[],
		);
		expect(read.size > 0 || parsed.needs.size === 0).toBe(true);
	});
});
