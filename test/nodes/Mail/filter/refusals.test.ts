import { SearchFilterError } from '../../../../nodes/Mail/filter/error';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';

function refusalOf(filter: string): SearchFilterError {
	try {
		parseSearchFilter(filter);
	} catch (error) {
		if (error instanceof SearchFilterError) return error;
		throw error;
	}
	throw new Error(`${filter} was accepted`);
}

/** A filter, the position of what is wrong in it, the nearest valid form, and words of the reason. */
type Row = [filter: string, position: number, nearest: string | undefined, reason: RegExp];

function refuses(title: string, rows: Row[]): void {
	describe(title, () => {
		it.each(rows)('%s is refused at %i', (filter, position, nearest, reason) => {
			const refusal = refusalOf(filter);
			expect(refusal.message).toMatch(reason);
			expect(refusal.message).toContain(`Search Filter, position ${position}: `);
			expect({ position: refusal.position, nearest: refusal.nearest }).toEqual({
				position,
				nearest,
			});
			if (nearest !== undefined) expect(() => parseSearchFilter(nearest)).not.toThrow();
		});
	});
}

refuses('A value of which nothing is left', [
	['🎉', 0, undefined, /no letter and no digit/],
	['...', 0, undefined, /no letter/],
	['a 🎉', 2, 'a', /no letter/],
	['subject:🎉', 8, undefined, /no letter/],
	['subject:❤️ a', 8, 'a', /no letter/],
	['subject:""', 9, undefined, /no letter/],
	['subject:(a ...)', 11, 'subject:(a)', /no letter/],
	['from:---', 5, undefined, /before the property/],
	['from:...', 5, undefined, /no letter/],
	['a && b', 2, 'a AND b', /no letter/],
	['a || b', 2, 'a OR b', /no letter/],
	['a - b', 2, 'a -b', /no letter/],
	['-', 0, undefined, /no letter/],
]);

refuses('Quotes', [
	['"abc', 0, '"abc"', /closes it/],
	['a "', 2, 'a', /closes it/],
	['subject:"abc AND b', 8, 'subject:"abc AND b"', /closes it/],
	['“two words”', 0, '"two words"', /knows only/],
	['subject:“two words” AND b', 8, 'subject:"two words" AND b', /knows only/],
	['„zwei Wörter“', 0, '"zwei Wörter"', /knows only/],
	['«deux mots»', 0, '"deux mots"', /knows only/],
	['＂a b＂', 0, '"a b"', /knows only/],
	['"a ”b"', 3, '"a b"', /knows only/],
	['"a” AND "b"', 2, '"a" AND "b"', /knows only/],
	['"a b"c', 5, '"a b" c', /blank is missing/],
	['a"b c"', 1, 'a "b c"', /blank is missing/],
	['"a""b"', 3, '"a" "b"', /blank is missing/],
]);

refuses('Parentheses', [
	['(a', 0, '(a)', /not closed/],
	['a AND (b OR (c', 6, 'a AND (b OR (c))', /not closed/],
	['subject:(a', 8, 'subject:(a)', /not closed/],
	['a)', 1, 'a', /closes none/],
	['(a))', 3, '(a)', /closes none/],
	['()', 0, undefined, /nothing between/],
	['a AND ()', 6, 'a', /nothing between/],
	['subject:() a', 8, 'a', /nothing between/],
	['（a OR b）', 0, '(a OR b)', /knows only/],
]);

refuses('Dangling operators', [
	['AND a', 0, 'a', /on its left/],
	['a AND', 2, 'a', /on its right/],
	['a OR', 2, 'a', /on its right/],
	['a AND OR b', 2, 'a OR b', /on its right/],
	['a AND AND b', 2, 'a AND b', /on its right/],
	['NOT', 0, undefined, /on its right/],
	['a NOT', 2, 'a', /on its right/],
	['(a OR) b', 3, '(a) b', /on its right/],
	['(OR a) b', 1, '(a) b', /on its left/],
	['subject:(a OR)', 11, 'subject:(a)', /on its right/],
	['-AND', 1, '-and', /stand alone/],
	['--a', 1, '-a', /One sign/],
	['ＡＮＤ', 0, undefined, /stand alone/],
	['a ＯＲ b', 2, 'a OR b', /stand alone/],
	['–spam', 0, '-spam', /write - to/],
	['!spam', 0, '-spam', /write - to/],
]);

refuses('Operators that are not supported', [
	['a NEAR b', 2, 'a AND b', /NEAR is not supported/],
	['a NEAR(n=3) b', 2, 'a AND b', /NEAR/],
	['a ONEAR(4) b', 2, 'a AND b', /ONEAR/],
	['WORDS(TV, Television)', 0, '(TV OR Television)', /WORDS/],
	['(cat OR dog) XRANK(cb=100) animal', 13, '(cat OR dog)', /XRANK/],
]);

refuses('Unknown properties', [
	['category:red', 0, 'subject:red', /"category" is none of the properties/],
	['a isread:true', 2, 'a hasAttachments:true', /"isread"/],
	['subjct:a', 0, 'subject:a', /"subjct"/],
	['a AND form:bob', 6, 'a AND from:bob', /"form"/],
	['sender:bob', 0, 'from:bob', /"sender"/],
	['attachments:a', 0, 'attachment:a', /"attachments"/],
	['receivedDateTime>2018-07-23', 0, 'received>2018-07-23', /"receivedDateTime"/],
	['has:attachment', 0, 'hasAttachments:true', /"has"/],
	['after:2026-07-01 AND a', 0, 'received>=2026-07-01 AND a', /"after"/],
	['before:7/1/2026', 0, 'received<07/01/2026', /"before"/],
	['is:unread', 0, '"is:unread"', /"is"/],
	['re:hello', 0, '"re:hello"', /"re"/],
	['total=5', 0, '"total=5"', /"total"/],
	['NOT:a', 0, '"NOT:a"', /"NOT"/],
	['category: red', 0, 'subject: red', /"category"/],
	['http://contoso.com', 0, '"http://contoso.com"', /"http"/],
	['subject:(from:a)', 9, 'subject:(a)', /only its values/],
	['subject:(note a:b)', 14, 'subject:(note "a:b")', /none of the properties/],
]);

refuses('A blank where none belongs', [
	['size> 5000', 0, 'size>5000', /without a blank/],
	['size > 5000', 5, 'size>5000', /directly before/],
	['size >5000', 5, 'size>5000', /directly before/],
	['received: 07/23/2018', 0, 'received:07/23/2018', /without a blank/],
	['received>= "07/23/2018"', 0, 'received>="07/23/2018"', /without a blank/],
	['hasAttachments: true', 0, 'hasAttachments:true', /without a blank/],
	['importance: high', 0, 'importance:high', /without a blank/],
	['kind: email', 0, 'kind:email', /without a blank/],
	['subject :invoice', 8, 'subject:invoice', /directly before/],
	['subject> invoice', 0, 'subject:invoice', /without a blank/],
	['a AND subject:', 6, 'a', /needs its value/],
	['(subject:) a', 1, 'a', /needs its value/],
	['subject: from:a', 0, 'from:a', /needs its value/],
]);

refuses('Operators that do not fit', [
	['subject<>a', 7, '(NOT subject:a)', /not with <>/],
	['subject>a', 7, 'subject:a', /not with >/],
	['from>="a b"', 4, 'from:"a b"', /not with >=/],
	['hasAttachments<>true', 14, '(NOT hasAttachments:true)', /not with <>/],
	['size>(5)', 0, '(5)', /needs its value/],
	['received==today', 9, 'received=today', /cannot begin with/],
	['size=>5000', 5, 'size>=5000', /cannot begin with/],
	['subject:<text>', 8, 'subject:text', /cannot begin with/],
	['from:<pattern>', 5, 'from:pattern', /cannot begin with/],
	['<filter> AND <filter>', 0, 'filter AND filter', /directly before/],
	['subject:-spam', 8, '-subject:spam', /before the property/],
	['subject：spam', 7, 'subject:spam', /half width/],
	['subject:–spam', 8, '-subject:spam', /A – stands before the property/],
	['subject:!spam', 8, '-subject:spam', /A ! stands before the property/],
	['subject:NOT spam', 8, 'NOT subject:spam', /NOT stands before the property/],
	['subject:NOT', 8, 'subject:not', /NOT stands before/],
	['subject:OR', 8, 'subject:or', /OR is not a value/],
	['subject!=spam', 7, '(NOT subject:spam)', /!= is not an operator; write <>/],
	['size≥5000', 4, 'size>=5000', /≥ is not an operator; write >=/],
	['a AND received≠today', 14, 'a AND received<>today', /≠ is not an operator/],
]);

refuses('Invisible characters before a property or a sign', [
	['\u200Efrom:bob', 0, 'from:bob', /invisible/],
	['sub\u00ADject:a', 3, 'subject:a', /invisible/],
	['a \u200B-spam', 2, 'a -spam', /invisible/],
	['subject:\u200F-spam', 8, '-subject:spam', /invisible/],
	['received:\u200E07/23/2018', 9, 'received:07/23/2018', /invisible/],
]);

refuses('Wildcards', [
	['*cat', 0, 'cat*', /only at the end/],
	['subject:*cat*', 8, 'subject:cat*', /only at the end/],
	['in*ce', 2, 'in*', /only at the end/],
	['word**', 4, 'word*', /only at the end/],
	['"Advan* Search"', 6, '(Advan* AND Search)', /only at the end/],
	['-subject:"in* march" a', 12, '-(subject:in* AND subject:march) a', /only at the end/],
	['invoice-*', 8, 'invoice*', /directly/],
	['"a b *"', 5, '"a b*"', /directly/],
	['*', 0, undefined, /no letter/],
	['in＊', 2, 'in*', /knows only/],
	['from:*', 5, undefined, /only by a domain/],
	['from:*contoso', 5, 'from:contoso*', /only by a domain/],
	['from:*bob@contoso.com', 5, 'from:*@contoso.com', /only by a domain/],
	['from:*@*.contoso.com', 5, 'from:*@contoso.com', /only by a domain/],
	['from:*contoso.com*', 5, 'from:contoso.com*', /only by a domain/],
	['from:*@contoso.*', 5, 'from:contoso*', /only by a domain/],
	['from:*@', 5, undefined, /only by a domain/],
	['from: *@contoso.com', 0, 'from:*@contoso.com', /without a blank/],
]);

refuses('Addresses', [
	['from:bob@', 5, 'from:bob@*', /not one address/],
	['from:<bob@contoso.com>', 5, 'from:bob@contoso.com', /cannot begin with/],
	['from:"Bob <bob@contoso.com>"', 6, 'from:bob@contoso.com', /not one address/],
	['to:a@x.com;b@x.com', 3, 'to:(a@x.com OR b@x.com)', /not one address/],
	['from:a@b@c', 5, undefined, /not one address/],
	['from:a@con..toso', 5, undefined, /not one address/],
]);

refuses('Dates', [
	['received:02/30/2024', 9, 'received:02/29/2024', /no calendar has/],
	['received:02/29/2023', 9, 'received:02/28/2023', /no calendar has/],
	['received:13/01/2024', 9, 'received:01/13/2024', /no calendar has/],
	['received:23/07/2018', 9, 'received:07/23/2018', /no calendar has/],
	['received:2024-13-01', 9, 'received:01/13/2024', /no calendar has/],
	['received:13/13/2024', 9, undefined, /no calendar has/],
	['received:00/10/2024', 9, undefined, /no calendar has/],
	['received:2024-02-30T10:00:00Z', 9, 'received:2024-02-29T10:00:00Z', /no calendar has/],
	['received:2024-02-01T24:00:00Z', 9, undefined, /not a date/],
	['received:2024-02-01T10:00:60Z', 9, undefined, /not a date/],
	['received:7/4/2018', 9, 'received:07/04/2018', /not a date/],
	['received:04.07.2018', 9, 'received:07/04/2018', /not a date/],
	['received:2018/07/04', 9, 'received:2018-07-04', /not a date/],
	['received:07-04-2018', 9, 'received:07/04/2018', /not a date/],
	['received:2018', 9, 'received:2018-01-01..2018-12-31', /not a date/],
	['received:2018-02', 9, 'received:2018-02-01..2018-02-28', /not a date/],
	['received>soon', 9, undefined, /not a date/],
	['received:"last week"', 10, undefined, /not a date/],
	['received:last week', 9, undefined, /not a date/],
	['received:monday', 9, undefined, /not a date/],
	['received:"last mnth"', 10, 'received:"last month"', /not a date/],
	['received:tody', 9, 'received:today', /not a date/],
	['received:this week', 9, 'received:"this week"', /needs quotes/],
	['received>=last month AND a', 10, 'received>="last month" AND a', /needs quotes/],
	['received:<MM/DD/YYYY>', 9, undefined, /cannot begin with/],
	['received:07/24/2018..07/23/2018', 9, 'received:07/23/2018..07/24/2018', /before it begins/],
	['received:07/23/2018..08/32/2018', 21, 'received:07/23/2018..08/31/2018', /no calendar/],
	['received:07/23/2018..', 9, 'received>=07/23/2018', /both ends/],
	['received:..07/23/2018', 9, 'received<=07/23/2018', /both ends/],
	['received:..', 9, undefined, /both ends/],
	['received>07/01/2018..07/02/2018', 9, 'received:07/01/2018..07/02/2018', /goes with :/],
	['received<>07/01/2018..07/02/2018', 10, '(NOT received:07/01/2018..07/02/2018)', /with :/],
	['sent:07/01/2018..today', 5, '(sent>=07/01/2018 AND sent<=today)', /named interval/],
	['received>2018-07-23 10:00 a', 19, 'received>2018-07-23T10:00 a', /joined by T/],
	['(received<07/23/2018 9:05:00)', 20, '(received<2018-07-23T09:05:00)', /joined by T/],
	['sent:"2018-07-23 10:00"', 6, 'sent:"2018-07-23T10:00"', /not a date/],
	['sent:2018-07-23T9:00', 5, 'sent:2018-07-23T09:00', /not a date/],
	['received:07/23/2018 .. 07/30/2018', 19, 'received:07/23/2018..07/30/2018', /no blanks/],
	['received:07/23/2018.. 07/30/2018 a', 19, 'received:07/23/2018..07/30/2018 a', /no blanks/],
	['received:07/23/2018 ..07/30/2018', 19, 'received:07/23/2018..07/30/2018', /no blanks/],
	['received>today 10:00', 14, undefined, /joined by T/],
	['received:today .. 07/30/2018', 14, '(received>=today AND received<=07/30/2018)', /no blanks/],
	['received:today*', 9, 'received:today', /not a date/],
]);

refuses('Sizes', [
	['size:5MB', 5, 'size:5242880', /number of bytes/],
	['size>1.5kb', 5, 'size>1536', /number of bytes/],
	['size>1,000', 5, 'size>1000', /number of bytes/],
	['size:1kb..2KB', 5, 'size:1024..2048', /number of bytes/],
	['size:1..2KB', 8, 'size:1..2048', /number of bytes/],
	['size:-5', 5, '-size:5', /before the property/],
	['size:big', 5, undefined, /number of bytes/],
	['size:1e3', 5, undefined, /number of bytes/],
	['size:99999999999999999999', 5, undefined, /number of bytes/],
	['size:10..1', 5, 'size:1..10', /before it begins/],
	['size:1..', 5, 'size>=1', /both ends/],
	['size:..9', 5, 'size<=9', /both ends/],
	['size>1..9', 5, 'size:1..9', /goes with :/],
	['size>1.000.000', 5, 'size>1000000', /number of bytes/],
	['size>1.500', 5, 'size>1500', /number of bytes/],
	['size>1,5MB', 5, 'size>1572864', /number of bytes/],
	['size>1.500MB', 5, undefined, /number of bytes/],
	['size>5min', 5, undefined, /number of bytes/],
	['size>5 MB AND a', 6, 'size>5242880 AND a', /number of bytes/],
	['(size>1.5 kb)', 9, '(size>1536)', /number of bytes/],
	['size:1 .. 9', 6, 'size:1..9', /no blanks/],
	['size>5KiB', 5, 'size>5120', /number of bytes/],
	['size>100 AND size<5bytes', 18, 'size>100 AND size<5', /number of bytes/],
	['size<>1..9', 6, '(NOT size:1..9)', /goes with :/],
	['size:(>5)', 6, undefined, /directly before/],
]);

refuses('Fixed choices', [
	['hasAttachments:yes', 15, 'hasAttachments:true', /not one of true, false/],
	['hasAttachments:0', 15, 'hasAttachments:false', /not one of/],
	['hasAttachments:tru', 15, 'hasAttachments:true', /not one of/],
	['importance:urgent', 11, 'importance:high', /not one of low, medium, high/],
	['importance:hihg', 11, 'importance:high', /not one of/],
	['kind:mail', 5, 'kind:email', /not one of email/],
	['kind:microsoftteams', 5, 'kind:rssfeeds', /not one of email/],
]);

describe('The limits', () => {
	it('2,000 characters are accepted, one more is refused there', () => {
		expect(() => parseSearchFilter('a'.repeat(2_000))).not.toThrow();
		const refusal = refusalOf('a'.repeat(2_001));
		expect(refusal.position).toBe(2_000);
		expect(refusal.message).toBe(
			'Search Filter, position 2000: A filter has at most 2000 characters.',
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
		expect(filter.needs.body).toBe(true);
	});
});

describe('The message of a refusal', () => {
	it('gives position, reason and the nearest form of the piece, not of the whole filter', () => {
		expect(refusalOf('subject:salaries AND received:02/30/2024').message).toBe(
			'Search Filter, position 30: "02/30/2024" is a date that no calendar has. ' +
				'Nearest valid form: received:02/29/2024',
		);
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
	const nothing = { body: false, attachments: false, size: false };

	it.each([
		['', nothing],
		['subject:a from:b received:today hasAttachments:true importance:low kind:im', nothing],
		['body:a', { ...nothing, body: true }],
		['a', { ...nothing, body: true }],
		['subject: a', { ...nothing, body: true }],
		['subject:a OR NOT (attachment:b)', { ...nothing, attachments: true }],
		['subject:a -size>5', { ...nothing, size: true }],
		['attachment:a OR body:b OR size:1', { body: true, attachments: true, size: true }],
	])('%s', (filter, needs) => {
		expect(parseSearchFilter(filter).needs).toEqual(needs);
	});
});
