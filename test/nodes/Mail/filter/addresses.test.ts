import type { FilterableMail } from '../../../../nodes/Mail/filter/mail';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import { from, mail, NOW, person } from '../../../harness/filterableMail';

const bob = person('bob@contoso.com', 'Bob Smith');

/** Filter, mail, and whether it matches, with all three in the title. */
function titled(cases: Array<[string, FilterableMail, boolean]>) {
	return cases.map(([filter, given, expected]) => {
		const shown = [given.from, given.sender].flatMap((one) => (one ? JSON.stringify(one) : []));
		const title = `${filter} ${expected ? 'takes' : 'leaves'} a mail from ${shown.join(', sent by ')}`;
		return [title, filter, given, expected] as const;
	});
}

describe('An address property', () => {
	it.each(
		titled([
			['from:bob@contoso.com', from('bob@contoso.com'), true],
			['from:BOB@Contoso.COM', from('Bob@contoso.com'), true],
			['from:ｂｏｂ@contoso.com', from('bob@contoso.com'), true],
			['from:bob@contoso.com', from('rob@contoso.com'), false],
			['from:bob@contoso.com', from('bob@mail.contoso.com'), false],
			['from:bob@contoso.com', from('bob@contoso.com.evil.test'), false],
			['from:bob@contoso.com', from('xbob@contoso.com'), false],
			['from:bob@contoso.com', from('a@evil.test', 'bob@contoso.com'), false],
			['from:"bob@contoso.com"', from('bob@contoso.com'), true],
			['from:bob', from('bob@contoso.com'), true],
			['from:bob', from('bobby@contoso.com'), false],
			['from:bob', from('bob.smith@contoso.com'), false],
			['from:andre', from('André@contoso.com'), true],
			['from:andre@contoso.com', from('andré@contoso.com'), false],
			['from:contoso.com', from('a@contoso.com'), true],
			['from:contoso.com', from('a@mail.contoso.com'), true],
			['from:Contoso.COM', from('a@MAIL.contoso.com'), true],
			['from:contoso.com', from('a@evilcontoso.com'), false],
			['from:contoso.com', from('a@contoso.com.evil.test'), false],
			['from:contoso.com', from('contoso.com@evil.test'), true],
			['from:contoso.com', from('a@evil.test', 'ceo@contoso.com'), false],
			['from:contoso.com', from('"ceo@contoso.com"@evil.test'), false],
			['from:evil.test', from('"ceo@contoso.com"@evil.test'), true],
			['from:contoso.com', from('a@evil.test', 'Contoso.com'), false],
			['from:contoso.com', from('a@evil.test', 'contoso com'), false],
			['from:contoso.com', from('a@contosó.com'), false],
			['from:contosó.com', from('a@contoso.com'), false],
			['from:bücher.example', from('a@xn--bcher-kva.example'), true],
			['from:xn--bcher-kva.example', from('a@shop.bücher.example'), true],
			['from:contoso.com', from('a@contoso.com.'), true],
			['from:contoso.com', from('a@bü|cher.example'), false],
			['from:contoso.com', from('a@bü|cher.contoso.com'), true],
			['from:contoso', from('a@contoso.com'), false],
			['from:com', from('a@contoso.com'), false],
			['from:mailhost', from('a@mailhost'), true],
			['from:smith', from('b@contoso.com', 'Bob Smith'), true],
			['from:smith', from('b@contoso.com', 'Bob Smithers'), false],
			['from:"bob smith"', from('b@contoso.com', 'Bob Smith (Sales)'), true],
			['from:"smith bob"', from('b@contoso.com', 'Bob Smith'), false],
			["from:O'Brien", from('x@contoso.com', 'Pat O’Brien'), true],
			["from:o'brien", from('o’brien@contoso.com'), true],
			['from:anna-lena', from('x@contoso.com', 'Anna-Lena Berg'), true],
			['from:muller', from('x@contoso.com', 'Jörg Müller'), true],
			['from:田中', from('x@contoso.com', '田中太郎'), true],
			['from:(bob smith)', from('b@contoso.com', 'Smith, Bob'), true],
			['from:bob', mail(), false],
			['-from:bob', mail(), true],
			['from:bob', mail({ sender: bob }), true],
			['from:bob', mail({ from: person('eve@contoso.com'), sender: bob }), false],
		]),
	)('%s', (_, filter, given, expected) => {
		expect(parseSearchFilter(filter).matches(given, NOW)).toBe(expected);
	});
});

describe('A wildcard in an address property', () => {
	it.each(
		titled([
			['from:*@contoso.com', from('a@contoso.com'), true],
			['from:*@CONTOSO.com', from('a@contoso.com'), true],
			['from:*@contoso.com', from('a@mail.contoso.com'), false],
			['from:*@contoso.com', from('a@evilcontoso.com'), false],
			['from:*@contoso.com', from('a@contoso.com.evil.test'), false],
			['from:*@contoso.com', from('a@evil.test', 'x@contoso.com'), false],
			['from:"*@contoso.com"', from('a@contoso.com'), true],
			['from:@contoso.com', from('a@contoso.com'), true],
			['from:@contoso.com', from('a@mail.contoso.com'), false],
			['from:*contoso.com', from('a@contoso.com'), true],
			['from:*contoso.com', from('a@mail.contoso.com'), true],
			['from:*contoso.com', from('a@evilcontoso.com'), false],
			['from:*contoso.com', from('a@contoso.com.evil.test'), false],
			['from:*contoso.com', from('a@evil.test', 'contoso.com'), false],
			['from:*.contoso.com', from('a@mail.contoso.com'), true],
			['from:*.contoso.com', from('a@contoso.com'), false],
			['from:*.com', from('a@contoso.com'), true],
			['-from:*@contoso.com', from('a@contoso.com'), false],
			['to:*@contoso.com', mail({ to: [person('x@fabrikam.com'), bob] }), true],
			['from:bo*', from('bob@contoso.com'), true],
			['from:bo*', from('rob@contoso.com'), false],
			['from:smi*', from('x@contoso.com', 'Bob Smith'), true],
			['from:"bob smi*"', from('x@contoso.com', 'Bob Smith'), true],
			['from:bob@cont*', from('bob@contoso.com'), true],
			['from:bob@cont*', from('rob@contoso.com'), false],
			['from:contos*', from('a@mail.contoso.com'), true],
			['from:contos*', from('a@evilcontoso.com'), false],
			['from:contoso.c*', from('a@evil.test', 'contoso.com'), false],
		]),
	)('%s', (_, filter, given, expected) => {
		expect(parseSearchFilter(filter).matches(given, NOW)).toBe(expected);
	});
});

describe('The address properties', () => {
	const fields = ['from', 'to', 'cc', 'bcc'] as const;
	const holding: Record<string, readonly string[]> = {
		from: ['from'],
		to: ['to'],
		cc: ['cc'],
		bcc: ['bcc'],
		recipients: ['to', 'cc', 'bcc'],
		participants: ['from', 'to', 'cc', 'bcc'],
	};

	it.each(Object.entries(holding))('%s: looks at %s', (property, expected) => {
		const filter = parseSearchFilter(`${property}:bob@contoso.com`);
		const found = fields.filter((field) =>
			filter.matches(mail({ [field]: field === 'from' ? bob : [bob] }), NOW),
		);
		expect(found).toEqual(expected);
	});

	it('holds for any one of several recipients', () => {
		const given = mail({ to: [person('eve@contoso.com'), bob], cc: [person('ann@contoso.com')] });
		expect(parseSearchFilter('to:bob').matches(given, NOW)).toBe(true);
		expect(parseSearchFilter('recipients:ann').matches(given, NOW)).toBe(true);
		expect(parseSearchFilter('-to:bob').matches(given, NOW)).toBe(false);
	});
});
