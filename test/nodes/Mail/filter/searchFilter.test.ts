import type { FilterableMail } from '../../../../nodes/Mail/filter/mail';
import { parseSearchFilter } from '../../../../nodes/Mail/filter/searchFilter';
import {
	body,
	from,
	mail,
	NOW,
	person,
	received,
	size,
	subject,
} from '../../../harness/filterableMail';

/** A filter, a mail, and whether the mail is what the filter asks for. */
type Row = [filter: string, mail: FilterableMail, expected: boolean];

/** Who sends the reports of Exchange Online. */
const EXCHANGE = 'MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@contoso.com';

function decides(title: string, rows: Row[]): void {
	describe(title, () => {
		it.each(rows.map(([filter, given, expected]) => ({ filter, given, expected })))(
			'$filter is $expected',
			({ filter, given, expected }) => {
				expect(parseSearchFilter(filter).matches(given, NOW)).toBe(expected);
			},
		);
	});
}

decides('The documented examples', [
	['subject:invoice', subject('Your invoice'), true],
	['subject:invoice', body('Your invoice'), false],
	['body:invoice', body('Your invoice is attached.'), true],
	['body:invoice', subject('Your invoice'), false],
	['from:*@contoso.com', from('bob@contoso.com'), true],
	['from:*@contoso.com', from('bob@fabrikam.com'), false],
	['from:*contoso.com', from('bob@mail.contoso.com'), true],
	['from:*contoso.com', from('bob@fabrikam.com'), false],
	['hasAttachments:true', mail({ hasAttachments: true }), true],
	['hasAttachments:true', mail(), false],
	['received:07/23/2018', received('2018-07-23T15:00:00Z'), true],
	['received:07/23/2018', received('2018-07-24T00:00:00Z'), false],
	[
		'subject:invoice AND hasAttachments:true',
		mail({ subject: 'Invoice', hasAttachments: true }),
		true,
	],
	['subject:invoice AND hasAttachments:true', subject('Invoice'), false],
	['attachment:api-catalog.md', mail({ attachments: ['api-catalog.md'] }), true],
	['bcc:samanthab@contoso.com', mail({ bcc: [person('samanthab@contoso.com')] }), true],
	['body:excitement', body('What an excitement!'), true],
	['cc:danas', mail({ cc: [person('danas@contoso.com')] }), true],
	['from:randiw', from('randiw@contoso.com'), true],
	['importance:high', mail({ importance: 'high' }), true],
	['kind:voicemail', mail(), false],
	['participants:danas', mail({ cc: [person('danas@contoso.com')] }), true],
	['recipients:randiq', mail({ bcc: [person('randiq@contoso.com')] }), true],
	['sent:07/23/2018', mail(), true],
	['size:1..500000', size(500_000), true],
	['subject:has', subject('He has it'), true],
	['to:randiw', mail({ to: [person('randiw@contoso.com')] }), true],
	['received>=01/01/2014 AND received<=03/31/2014', received('2014-03-31T23:59:59Z'), true],
	['received>=01/01/2014 AND received<=03/31/2014', received('2014-04-01T00:00:00Z'), false],
]);

decides('Empty text', [
	['', mail(), true],
	['   ', mail(), true],
]);

decides('Words', [
	['subject:invoice', subject('INVOICE 12'), true],
	['SUBJECT:Invoice', subject('invoice'), true],
	['subject=invoice', subject('the invoice'), true],
	['subject:invoice', subject('invoices'), false],
	['subject:invoice', subject('preinvoice'), false],
	['subject:voice', subject('invoice'), false],
	['subject:invoice', subject('(invoice)'), true],
	['subject:invoice', subject('invoice_2026.pdf'), true],
	['subject:cafe', subject('Café'), true],
	['subject:CAFÉ', subject('cafe'), true],
	['subject:strasse', subject('Straße'), true],
	['subject:Łódź', subject('lodz'), true],
	['subject:smørrebrød', subject('SMORREBROD'), true],
	['subject:ΟΔΟΣ', subject('οδός'), true],
	['subject:istanbul', subject('İSTANBUL'), true],
	['subject:invoice', subject('ｉｎｖｏｉｃｅ'), true],
	['subject:ｉｎｖｏｉｃｅ', subject('invoice'), true],
	['subject:invoice', subject('in\u00ADvoice'), true],
	['subject:in\u00ADvoice', subject('invoice'), true],
	['subject:contoso', subject('Contoso™'), true],
	['subject:123', subject('Счет №123'), true],
	['subject:"счет №123"', subject('Счет № 123'), true],
	['subject:№123', subject('Счет №123'), true],
	['subject:500', subject('₨500'), true],
	['subject:"5 kg"', subject('5㎏'), true],
	['from:山田', from('a@contoso.com', '㈱山田'), true],
	['subject:2026', subject('Year 2026'), true],
	['subject:2026', subject('Year 20261'), false],
	['subject:счёт', subject('СЧЕТ на оплату'), true],
	['subject:счет', subject('счета'), false],
	['subject:فاتورة', subject('فَاتُورَة جديدة'), true],
	['subject:हिन्दी', subject('हिन्दी में'), true],
	['subject:हिन्दी', subject('हिन्दु'), false],
	['subject:한국', subject('한국 소식'), true],
	['subject:한국', subject('한국어'), false],
	['subject:party', subject('🎉 party 🎉'), true],
	['"🎉 party"', subject('party'), true],
	['12:30', body('at 12:30 today'), true],
	['12:30', body('at 12 or 30'), false],
]);

decides('Scripts without blanks', [
	['subject:請求書', subject('七月の請求書です'), true],
	['subject:請求書', subject('請求。書'), false],
	['subject:見積書', subject('七月の請求書です'), false],
	['subject:請求書2026', subject('請求書2026年'), true],
	['subject:2026', subject('請求書2026年'), true],
	['subject:invoice', subject('新しいinvoiceです'), true],
	['subject:ハンコ', subject('バンコク'), false],
	['subject:カタカナ', subject('ｶﾀｶﾅ'), true],
	['subject:ガス', subject('ｶﾞｽ料金'), true],
	['subject:发票', subject('您的发票已开具'), true],
	['subject:ใบแจ้งหนี้', subject('ส่งใบแจ้งหนี้แล้ว'), true],
	['subject:ก', subject('กี'), false],
	['subject:ก', subject('กีก'), true],
	['subject:請求*', subject('請求書'), true],
]);

decides('Prefixes', [
	['subject:inv*', subject('Invoices'), true],
	['subject:inv*', subject('inv'), true],
	['subject:inv*', subject('reinvent'), false],
	['inv*', body('two invoices'), true],
	['subject:"unpaid inv*"', subject('An unpaid invoice'), true],
	['subject:"unpaid inv*"', subject('inv unpaid'), false],
	['subject:"unpaid inv"*', subject('An unpaid invoice'), true],
	['"unpaid inv"', subject('An unpaid invoice'), false],
	['subject:caf*', subject('Cafés'), true],
	['subject:हिन्द*', subject('हिन्दी'), true],
	['subject:ΟΔΟΣ*', subject('οδοσήμανση'), true],
	['subject:하*', subject('한국'), false],
]);

decides('Values with punctuation are phrases of their words', [
	['subject:invoice-2026', subject('Invoice 2026'), true],
	['subject:invoice-2026', subject('invoice (2026)'), true],
	['subject:invoice-2026', subject('2026 invoice'), false],
	['subject:invoice-2026', subject('invoice of 2026'), false],
	["subject:O'Brien", subject('Mr O’Brien'), true],
	['subject:O’Brien', subject("Mr O'Brien"), true],
	["subject:Мар'яна", subject('Марʼяна'), true],
	["subject:O'Brien", subject('OBrien'), false],
	['subject:re:', subject('Re: hello'), true],
	['subject:re:', subject('reply'), false],
	['re: hello', subject('RE: Hello'), true],
	['FW: hello', subject('hello'), false],
	['subject:C++', subject('C programming'), true],
	['body:https://contoso.com/a?b=c', body('see https://contoso.com/a?b=c'), true],
	['body:+49-30', body('call 49 30'), true],
	['attachment:report.pdf', mail({ attachments: ['a.txt', 'Report.PDF'] }), true],
	['attachment:report.pdf', mail({ attachments: ['report', 'x.pdf'] }), false],
	['attachment:annual*', mail({ attachments: ['2017 annualreport.ppt'] }), true],
	['attachment:x', mail({ hasAttachments: true }), false],
]);

decides('Bare words', [
	['pizza', subject('Pizza?'), true],
	['pizza', body('Pizza!'), true],
	['pizza', from('info@pizza.example'), true],
	['pizza', from('bob@contoso.com', 'Pizza House'), true],
	['pizza', mail({ to: [person('pizza@contoso.com', 'Pizza')] }), false],
	['pizza', mail({ attachments: ['pizza.pdf'] }), false],
	['bob@contoso.com', from('bob@contoso.com'), true],
	['bob@contoso.com', body('ask bob@contoso.com'), true],
	['contosó.com', from('a@contoso.com'), false],
	['andré', from('andre@contoso.com', 'Andre'), true],
	['pizza', mail({ sender: person('pizza@contoso.com') }), true],
	['pizza pasta', mail({ subject: 'pizza', body: 'pasta' }), true],
	['pizza pasta', subject('pizza'), false],
]);

decides('Phrases', [
	['"two words"', subject('Two words here'), true],
	['"two words"', subject('two, words'), true],
	['"two words"', subject('words two'), false],
	['"two words"', subject('two other words'), false],
	['"two words"', mail({ subject: 'two', body: 'words' }), false],
	['subject:"two words"', body('two words'), false],
	['subject:"two words"', subject('Two words'), true],
	['"AND"', subject('this and that'), true],
	['"from:bob"', body('from bob'), true],
	['subject:"(a) b"', subject('a b'), true],
]);

decides('Operators', [
	['a AND b', subject('b a'), true],
	['a AND b', subject('a'), false],
	['a OR b', subject('b'), true],
	['a OR b', subject('c'), false],
	['NOT a', subject('b'), true],
	['NOT a', subject('a'), false],
	['a NOT b', subject('a c'), true],
	['a NOT b', subject('a b'), false],
	['a AND NOT b', subject('a b'), false],
	['NOT NOT a', subject('a'), true],
	['a -b', subject('a'), true],
	['a -b', subject('a b'), false],
	['-subject:a', subject('b'), true],
	['-"a b"', subject('a b'), false],
	['-(a OR b)', subject('b'), false],
	['+a +b', subject('a b'), true],
	['+a +b', subject('a'), false],
	['a-b', subject('a b'), true],
	['NOT a AND b', subject('b'), true],
	['NOT (a AND b)', subject('a'), true],
	['a OR b AND c', subject('a'), true],
	['a OR b AND c', subject('b'), false],
	['(a OR b) AND c', subject('a'), false],
	['a OR b c', subject('a'), false],
	['a OR b c', subject('a c'), true],
	['a OR b c', subject('b c'), true],
	['a b OR c', subject('a c'), true],
	['a b OR c', subject('c'), false],
	['a OR (b c)', subject('a'), true],
	['a(b)c', subject('a b c'), true],
	['a(b)c', subject('a c'), false],
	['((a))', subject('a'), true],
	['NOT(a)', subject('a'), false],
	['near words', subject('words near'), true],
]);

decides('The same property twice', [
	['from:ann from:bob', from('bob@contoso.com'), true],
	['from:ann from:bob', from('eve@contoso.com'), false],
	['from:ann AND from:bob', from('bob@contoso.com'), false],
	['subject:a subject:b', subject('b'), true],
	['subject:a hasAttachments:true subject:b', mail({ subject: 'b', hasAttachments: true }), true],
	['subject:a hasAttachments:true subject:b', subject('b'), false],
	['subject:a body:b', subject('a'), false],
	['-subject:a -subject:b', subject('a'), false],
	['+subject:a +subject:b', subject('a'), false],
	['hasAttachment:true hasAttachments:false', mail(), true],
	['received>=07/01/2018 received<=07/31/2018', received('2018-07-10T00:00:00Z'), true],
	['received>=07/01/2018 received<=07/31/2018', received('2018-08-10T00:00:00Z'), false],
	['received:07/22/2018 received:07/23/2018', mail(), true],
	['size>10 size<20', size(15), true],
	['size>10 size<20', size(25), false],
	['size<>10 size<>20', size(10), false],
	['size:1..2 size:5..6', size(5), true],
	['importance:low importance:high', mail({ importance: 'high' }), true],
]);

decides('Several values in parentheses', [
	['subject:(a b)', subject('b, a'), true],
	['subject:(a b)', subject('a'), false],
	['subject:(a b)', mail({ subject: 'a', body: 'b' }), false],
	['subject:(a OR b)', subject('b'), true],
	['subject:(a -b)', subject('a b'), false],
	['subject:(a (b OR c))', subject('a c'), true],
	['subject:("two words" OR x*)', subject('xyz'), true],
	['from:(ann@contoso.com OR *@fabrikam.com)', from('x@fabrikam.com'), true],
	['kind:(im OR email)', mail(), true],
	['received:(today OR 07/23/2018)', mail(), true],
	['subject:(re: hello)', subject('Re: hello'), true],
	['subject:(a) subject:(b)', subject('b'), true],
	['-subject:(a b)', subject('a'), true],
]);

decides('A blank after the colon', [
	['subject: invoice', body('invoice'), true],
	['to: pilarp', body('pilarp wrote'), true],
	['to: pilarp', mail({ to: [person('pilarp@contoso.com')] }), false],
	['-subject: invoice', body('invoice'), false],
	['subject: (a b)', mail({ subject: 'a', body: 'b' }), true],
]);

decides('Notes that an email could not be delivered (fact: report-recipients)', [
	['-from:postmaster -from:MicrosoftExchange*', from(EXCHANGE), false],
	['-from:postmaster -from:MicrosoftExchange*', from('postmaster@fabrikam.com'), false],
	['-from:postmaster -from:MicrosoftExchange*', from('ann@contoso.com'), true],
]);

decides('Attachments, importance and kind', [
	['hasAttachments:false', mail(), true],
	['hasAttachments:TRUE', mail({ hasAttachments: true }), true],
	['hasAttachments:"true"', mail({ hasAttachments: true }), true],
	['hasattachment=true', mail({ hasAttachments: true }), true],
	['-hasAttachments:true', mail(), true],
	['importance:low', mail({ importance: 'low' }), true],
	['importance:medium', mail(), true],
	['importance:normal', mail(), true],
	['importance:High', mail(), false],
	['kind:email', mail(), true],
	['kind:Email', mail(), true],
	['-kind:email', mail(), false],
	['kind:meetings', mail({ isMeeting: true }), true],
	['-kind:meetings', mail({ isMeeting: true }), false],
	['kind:email', mail({ isMeeting: true }), true],
	...['contacts', 'docs', 'faxes', 'im', 'journals', 'meetings'].map((kind): Row => [
		`kind:${kind}`,
		mail(),
		false,
	]),
	...['notes', 'posts', 'rssfeeds', 'tasks', 'voicemail'].map((kind): Row => [
		`kind:${kind}`,
		mail(),
		false,
	]),
]);

decides('Sizes', [
	['size:20000', size(20_000), true],
	['size=20000', size(20_001), false],
	['size<>20000', size(20_001), true],
	['size>20000', size(20_000), false],
	['size>20000', size(20_001), true],
	['size>=20000', size(20_000), true],
	['size<20000', size(19_999), true],
	['size<20000', size(20_000), false],
	['size<=20000', size(20_000), true],
	['size:1..500000', size(1), true],
	['size:1..500000', size(0), false],
	['size:1..500000', size(500_001), false],
	['size:5..5', size(5), true],
]);
