import { SIMPLIFIED_FIELDS } from '../../../../../nodes/Mail/email/message';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { deliverOfficeMails } from '../../../../harness/officeMails';
import { createSkippingClock } from '../../../../harness/skippingClock';
import { failureOf, locator } from '../../../../harness/steps';
import { graphClient } from '../../../../simulator/apiClient';

// Holds under each reading of fact: search-implicit-operator, fact: search-leading-star,
// fact: search-from-with-to, fact: filter-contains-order, fact: translate-missing,
// fact: default-id-under-prefer.

useMailboxes();

const step = 'email.findEmail';

// Where Graph takes no default ID has a test of its own.
beforeEach(() => provider().readings.choose({ fact: 'default-id-under-prefer', as: 'found' }));

function deliver(
	count: number,
	fields: Partial<Parameters<ReturnType<typeof own>['deliver']>[0]> = {},
	folder = 'inbox',
) {
	return Array.from({ length: count }, (_, index) =>
		own().deliver(
			{
				subject: `Invoice ${index}`,
				from: 'ann@contoso.com',
				receivedDateTime: new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString(),
				...fields,
			},
			{ folder },
		),
	);
}

const subjects = async (...args: Parameters<typeof runStep>) =>
	(await runStep(...args)).map(({ json }) => json.subject);

describe('Find Email by search', () => {
	it('finds newest first, with IDs that work in every other step', async () => {
		deliver(3);
		own().deliver({ subject: 'Lunch', from: 'bob@contoso.com' });
		const items = await runStep(step, { search: 'subject:invoice' });
		expect(items.map(({ json }) => json.subject)).toEqual(['Invoice 2', 'Invoice 1', 'Invoice 0']);
		const again = await runStep('email.getEmail', { messageId: String(items[0]?.json.id) });
		expect(again[0]?.json.subject).toBe('Invoice 2');
	});

	// (fact: search-signs)
	it.each([
		['smith & sons', ['Invoice of Smith & Sons']],
		['smith && (offer || invoice)', ['Invoice of Smith & Sons']],
		['lunch | offer', ['Offer', 'Lunch']],
		['subject:"smith & sons" & from:ann', ['Invoice of Smith & Sons']],
	])('finds by %s, of which Graph itself knows no sign', async (search, found) => {
		for (const subject of ['Invoice of Smith & Sons', 'Lunch', 'Offer']) deliver(1, { subject });
		expect((await subjects(step, { search })).sort()).toEqual(found.sort());
	});

	// (fact: search-properties)
	it.each([
		['importance:normal', ['Plan']],
		['NOT Importance=Normal', ['Urgent']],
		['subject:plan importance:normal', ['Plan']],
	])('finds by %s, as emails tell it, which Graph calls medium', async (search, found) => {
		deliver(1, { subject: 'Plan' });
		deliver(1, { subject: 'Urgent', importance: 'high' });
		expect(await subjects(step, { search })).toEqual(found);
	});

	it.each([
		['received:>=2026-03-01', 'received>=2026-03-01'],
		['"importance:normal"', '"importance:normal"'],
		['invoice AND (Received:<2026-03-02)', 'invoice AND (Received<2026-03-02)'],
		['"a:>b"', '"a:>b"'],
	])('searches by %s with one sign behind a property', async (search, sent) => {
		await runStep(step, { search });
		const searches = provider().requests.all.flatMap(({ parts = [], query }) =>
			[query, ...parts.map((part) => part.query)].flatMap(({ $search = [] }) => $search),
		);
		expect(searches).toEqual([JSON.stringify(sent)]);
	});

	// (fact: search-words)
	it.each(['subject:“annual report”', 'subject:„annual report“', 'x OR subject:”annual report”'])(
		'finds by a phrase in typographic quotes, of which Graph knows none: %s',
		async (search) => {
			for (const subject of ['The annual report', 'A report, annual']) deliver(1, { subject });
			own().deliver({ subject: 'Annual', from: 'ann@contoso.com', body: 'The report' });
			const found = await runStep(step, { search }, { asTool: true });
			expect(found.map(({ json }) => json.subject)).toEqual(['The annual report']);
			expect(found[0]?.json).not.toHaveProperty('more');
			const [none] = await runStep(step, { search: 'subject:“an hour”' }, { asTool: true });
			expect(none?.json.more).toContain('words in quotes have to stand there in this order');
			const empty = await failureOf(runStep(step, { search: 'from:“” AND report' }));
			expect(empty.message).toContain('has nothing behind "from:"');
		},
	);

	it('leaves typographic quotes within straight ones', async () => {
		deliver(1, { subject: 'a “b” c' });
		await runStep(step, { search: '"a “b” c"' });
		expect(JSON.stringify(provider().requests.flat())).toContain('a “b” c');
	});

	it('doubts words in parentheses behind a property', async () => {
		deliver(1);
		const [found] = await runStep(step, { search: 'subject:(invoice)' }, { asTool: true });
		expect(found?.json.more).toContain('Write (subject:one OR subject:other).');
		const [none] = await runStep(step, { search: 'from:(nobody)' }, { asTool: true });
		expect(none?.json.more).toContain('Write (from:one OR from:other).');
	});

	// Graph finds nothing by such a part, so that what was to be left out comes (fact: search-other-properties).
	it.each([
		['-isread:true', 'the field Unread Only'],
		['invoice NOT category:Done', 'look at labels of each email'],
		['invoice OR flag:flagged', 'what each email that is found says of its flag'],
		['invoice AND NOT (sender:ann@contoso.com)', 'Did you mean from?'],
		['invoice NOT size>5MB', 'a size is a number of bytes'],
	])('doubts what %s finds', async (search, advice) => {
		deliver(1);
		const [found] = await runStep(step, { search }, { asTool: true });
		expect(found?.json).toMatchObject({ subject: 'Invoice 0' });
		expect(found?.json.more).toContain(advice);
	});

	it('tells nobody to leave out one of several conditions where there is one', async () => {
		const moreOf = async (search: string) =>
			(await runStep(step, { search }, { asTool: true }))[0]?.json.more;
		expect(await moreOf('received:"last year"')).not.toContain('conditions');
		expect(await moreOf('received:"last year" from:ann')).toContain('all of these conditions');
	});

	it('doubts no words that name properties elsewhere', async () => {
		deliver(1, { subject: 'Is it NOT: category' });
		const [found] = await runStep(step, { search: 'category NOT lunch' }, { asTool: true });
		expect(found?.json).not.toHaveProperty('more');
	});

	it('translates all IDs in one more request', async () => {
		deliver(30);
		await runStep(step, { search: 'invoice', returnAll: true });
		expect(asked().filter((request) => request.endsWith('translateExchangeIds'))).toHaveLength(1);
	});

	it.each(['segment', 'not-found'])(
		'finds IDs that stay in a cloud that translates none, and says so by %s',
		async (as) => {
			provider().readings.choose({ fact: 'translate-missing', as });
			deliver(3);
			const items = await runStep(step, { search: 'invoice' });
			expect(items.map(({ json }) => json.id)).toEqual(
				own()
					.messages.map(({ immutableId }) => immutableId)
					.reverse(),
			);
		},
	);

	it('says so where Graph gives no lasting IDs for what it found', async () => {
		provider().readings.choose(
			{ fact: 'translate-missing', as: 'not-found' },
			{ fact: 'default-id-under-prefer', as: 'refused' },
		);
		deliver(1);
		const { message, description } = await failureOf(runStep(step, { search: 'invoice' }));
		expect(message).toContain('gives no lasting IDs');
		expect(description).toContain('A person can choose Find By: Filters in Find Email');
	});

	it('says what Graph said where it takes no sender beside a recipient', async () => {
		provider().readings.choose({ fact: 'search-from-with-to', as: 'refused' });
		const search = 'from:ann@contoso.com AND to:bob@contoso.com';
		const { message } = await failureOf(runStep(step, { search }));
		expect(message).toContain('The search text is not supported');
	});

	it('quotes the text so that quotes and backslashes in it arrive as they are', async () => {
		own().deliver({ subject: 'The annual report', from: 'ann@contoso.com' });
		own().deliver({ subject: 'report, annual', from: 'ann@contoso.com' });
		expect(await subjects(step, { search: 'subject:"annual report"' })).toEqual([
			'The annual report',
		]);
		await runStep(step, { search: 'a\\b' });
		const searches = provider()
			.requests.flat()
			.map(({ query }) => query.$search);
		expect(searches.filter((text) => text !== undefined)).toEqual([
			'"subject:\\"annual report\\""',
			'"a\\\\b"',
		]);
	});

	it('returns the newest mails when the text is empty', async () => {
		deliver(3);
		expect(await subjects(step, { search: '', limit: 2 })).toEqual(['Invoice 2', 'Invoice 1']);
	});

	it('searches inside one folder', async () => {
		own().deliver({ subject: 'Invoice in', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Invoice archived', from: 'ann@contoso.com' }, { folder: 'archive' });
		expect(await subjects(step, { search: 'invoice', folder: locator('name', 'Archive') })).toEqual(
			['Invoice archived'],
		);
	});

	it('searches a shared mailbox', async () => {
		shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
		expect(await subjects(step, { search: 'ticket', mailbox: SHARED_MAILBOX })).toEqual(['Ticket']);
		expectOnlyShared();
	});

	it.each([
		['is:unread', 'isRead'],
		['isread:false', 'isRead'],
		['label:Invoice', 'labels'],
		['category:Invoice', 'labels'],
	])(
		'tells a language model, which chooses no filters, what says so of each email: %j',
		async (search, key) => {
			own().deliver({ subject: 'Plan', from: 'ann@contoso.com', categories: ['Invoice'] });
			const answer = await runStep(step, { search }, { asTool: true }).then(
				([item]) => String(item?.json.more),
				(error: unknown) => String(error),
			);
			expect(answer).toContain(`leave it out and look at ${key} of each email`);
			const [listed] = await runStep(step, {}, { asTool: true });
			expect(listed?.json).toHaveProperty(key);
		},
	);

	it.each([
		['newer_than:7d is:unread', 'use a date, as in received>=2026-03-01'],
		['older_than:1y', 'use a date, as in received<2026-03-01'],
		['invoice AND (is:unread)', 'Unread Only'],
		['label:blue', 'Find By: Filters with Label'],
		['in:inbox report', 'the field Folder'],
		['has:attachment', 'use hasAttachments:true'],
		['-filename:pdf', 'use attachment:'],
		['receivedDateTime>=2026-01-01', 'use a date, as in received>='],
		["from/emailAddress/address eq 'ann@contoso.com'", 'write from:ann@contoso.com'],
		['receivedDateTime ge 2026-01-01T00:00:00Z', 'takes no OData'],
		['sentDateTime le 2026-01-01', 'takes no OData'],
		["$filter=contains(subject,'a')", 'takes no OData'],
		['*', 'leave it empty for the newest emails'],
		// (fact: search-leading-star)
		['from:*@contoso.com', 'write from:contoso.com'],
		['subject:invoice -from:*@contoso.com', 'write from:contoso.com'],
		['from:"*@contoso.com" OR invoice', 'write from:contoso.com'],
		['from:(bob *@contoso.com)', 'write from:contoso.com'],
		['*rder', 'or order* for the beginning of a word'],
	])('refuses %j, in which Graph finds nothing, and says what to write', async (search, advice) => {
		const failure = await failureOf(runStep(step, { search }));
		expect(failure.message).toContain('Search: ');
		expect(failure.message).toContain(advice);
		expect(asked()).toEqual([]);
	});

	it.each([
		['from:{{ $json.from.address }}', 'from:'],
		['subject:invoice AND From:{{ $json.from.address }}', 'From:'],
		['from:{{ $json.from.address }} AND subject:invoice', 'from:'],
		['(to:{{ $json.to }}) OR subject:invoice', 'to:'],
		['from:"{{ $json.from.name }}" subject:"annual report"', 'from:'],
		['received>={{ $json.since }} NOT subject:x', 'received>='],
	])(
		'refuses %j where the expression gives nothing: a word would be looked for',
		async (text, name) => {
			const failure = await failureOf(runStep(step, { search: `=${text}` }));
			expect(failure.message).toContain(`Search: has nothing behind "${name}"`);
			expect(asked()).toEqual([]);
		},
	);

	it.each([
		'invoice*',
		'"from:" AND subject:a',
		'wherefrom: AND to:ann',
		'"is:unread"',
		'where: in: 5',
		'from:ann@contoso.com AND hasAttachments:true AND received>=2026-03-01',
		'C:\\in:',
		'5 is less: ge',
		'livraison le 2026-03-01',
		'"isRead eq true" AND subject:filter',
		'2* 3',
		'"*star" AND from:ann*',
	])('takes %j for what it is', async (search) => {
		await runStep(step, { search });
		expect(asked().filter((request) => request.endsWith('/messages'))).toHaveLength(1);
	});

	// (fact: search-personal)
	it('names the filters where a mailbox cannot be searched, and no other trouble', async () => {
		const hintAfter = async (code: string) => {
			const body = { error: { code, message: 'Cannot query rows in a table.' } };
			const match = { method: 'GET', path: /messages$/, times: Infinity };
			provider().faults.next(match, { status: 503, body });
			const clock = createSkippingClock();
			const { description } = await failureOf(runStep(step, { search: 'Ann Lee' }, { clock }));
			provider().faults.clear();
			return description;
		};
		expect(await hintAfter('ErrorInternalServerTransientError')).toContain('Find By: Filters');
		expect(await hintAfter('ErrorServerBusy')).not.toContain('Filters');
	});

	it('says what the provider has against a search, without its text', async () => {
		provider().faults.next(
			{ method: 'GET', path: /messages$/ },
			{
				status: 400,
				body: { error: { code: 'BadRequest', message: 'Syntax error in ann@contoso.com' } },
			},
		);
		const failure = await failureOf(runStep(step, { search: 'from:ann' }));
		expect(failure.message).toContain('refused the request: Syntax error in <address>');
	});
});

describe('Find Email by filters', () => {
	const filters = (conditions: object, more = {}) => ({
		findBy: 'filters',
		filters: { ...conditions },
		...more,
	});

	it.each([
		['from a whole address', { from: 'ann@contoso.com' }, 'From Ann'],
		['from an address with its name', { from: 'Ann Lee <Ann@contoso.com>' }, 'From Ann'],
		['from what another step returned', { from: { address: 'ann@contoso.com' } }, 'From Ann'],
		['from a domain', { from: '@fabrikam.com' }, 'From Bob'],
		['from a domain with a *', { from: '*@fabrikam.com' }, 'From Bob'],
		['from a part of the name', { from: 'Cleo' }, 'From Cleo'],
		['to one of the recipients', { to: 'team@contoso.com' }, 'To the team'],
		['to an address with its name', { to: '"The team" <team@contoso.com>' }, 'To the team'],
		['a part of the subject', { subject: "Let's" }, "Let's meet"],
		['words of the body', { bodyWords: 'renewal CONTRACT' }, 'About a contract'],
		['unread only', { readStatus: 'read' }, 'Read already'],
		['with attachments', { hasAttachments: true }, 'With a file'],
		['importance', { importance: 'high' }, 'Urgent'],
		['a label', { label: 'Blue' }, 'Labelled'],
		['received after', { receivedAfter: '2026-06-01T00:00:00Z' }, 'In June'],
		['received before', { receivedBefore: '2026-01-15' }, 'In January'],
	])('finds by %s', async (_, conditions, subject) => {
		const base = { from: 'someone@example.com', receivedDateTime: '2026-03-01T10:00:00Z' };
		const cleo = { emailAddress: { name: 'Cleo Park', address: 'c@example.com' } };
		own().deliver({ ...base, subject: 'From Ann', from: 'ann@contoso.com' });
		own().deliver({ ...base, subject: 'From Joann', from: 'joann@contoso.com' });
		own().deliver({ ...base, subject: 'From Bob', from: 'bob@fabrikam.com' });
		own().deliver({ ...base, subject: 'From Cleo', from: cleo });
		own().deliver({ ...base, subject: 'To the team', ccRecipients: ['team@contoso.com'] });
		own().deliver({ ...base, subject: "Let's meet" });
		own().deliver({ ...base, subject: 'About a contract', body: 'The contract, up for renewal' });
		own().deliver({ ...base, subject: 'Read already', isRead: true });
		own().deliver({
			...base,
			subject: 'With a file',
			attachments: [{ name: 'a.txt', content: 'a' }],
		});
		own().deliver({ ...base, subject: 'Urgent', importance: 'high' });
		own().deliver({ ...base, subject: 'Labelled', categories: ['Blue'] });
		own().deliver({ ...base, subject: 'In June', receivedDateTime: '2026-06-02T10:00:00Z' });
		own().deliver({ ...base, subject: 'In January', receivedDateTime: '2026-01-02T10:00:00Z' });
		expect(await subjects(step, filters(conditions))).toEqual([subject]);
	});

	it.each([
		['either', ['With', 'Without']],
		['', ['With', 'Without']],
		['Yes', ['With']],
		['={{ true }}', ['With']],
		['={{ false }}', ['Without']],
		['no', ['Without']],
	])('with or without attachments: %j finds %j', async (hasAttachments, found) => {
		own().deliver({ subject: 'Without', from: 'ann@contoso.com' });
		const attachments = [{ name: 'a.txt', content: 'a' }];
		own().deliver({ subject: 'With', from: 'ann@contoso.com', attachments });
		expect((await subjects(step, filters({ hasAttachments }))).sort()).toEqual(found);
	});

	it('asks for yes, no or either where something else is said', async () => {
		const failure = await failureOf(runStep(step, filters({ hasAttachments: 'maybe' })));
		expect(failure.message).toContain('Has Attachments: must be one of: either, false, true');
		expect(asked()).toEqual([]);
	});

	it('reads a time without offset in the zone of the mailbox', async () => {
		own().settings.timeZone = 'America/New_York';
		deliver(1, { receivedDateTime: '2026-03-01T08:30:00Z' });
		expect(await subjects(step, filters({ receivedAfter: '2026-03-01T03:00' }))).toHaveLength(1);
		expect(await subjects(step, filters({ receivedAfter: '2026-03-01T04:00' }))).toHaveLength(0);
	});

	it('returns all matching mails, page after page, newest first', async () => {
		deliver(250);
		const found = await subjects(step, filters({ from: 'ann@contoso.com' }, { returnAll: true }));
		expect(found).toHaveLength(250);
		expect(found[0]).toBe('Invoice 249');
	});

	const TOO_COMPLEX = ['InefficientFilter', 'ErrorRestrictionTooComplex'];
	const refuse = (code: string, times: number) =>
		provider().faults.next(
			{ method: 'GET', path: /messages$/, times },
			{ status: 400, body: { error: { code, message: 'Too complex' } } },
		);

	it.each(TOO_COMPLEX)(
		'is complete also where Graph refuses the filter together with an order: %s',
		async (code) => {
			deliver(3);
			refuse(code, 1);
			expect(await subjects(step, filters({ subject: 'voice' }, { limit: 2 }))).toEqual([
				'Invoice 2',
				'Invoice 1',
			]);
		},
	);

	it('says what to do where this mailbox answers no such filter (fact: filter-too-complex)', async () => {
		refuse('ErrorRestrictionTooComplex', 9);
		const { description } = await failureOf(runStep(step, filters({ subject: 'voice' })));
		provider().faults.clear();
		expect(description).toContain('Use fewer conditions');
	});

	it('returns the newest also where Graph refuses the order and the time is not asked for', async () => {
		deliver(3);
		provider().faults.next(
			{ method: 'GET', path: /messages$/ },
			{ status: 400, body: { error: { code: 'InefficientFilter', message: 'Too complex' } } },
		);
		const raw = { simplify: false, options: { fields: ['subject'] }, limit: 1 };
		const items = await runStep(step, filters({ subject: 'voice' }, raw));
		expect(items.map(({ json }) => json.subject)).toEqual(['Invoice 2']);
		expect(items[0]?.json).not.toHaveProperty('receivedDateTime');
	});

	it('looks for words in the text of a body, not in its markup, also where HTML is returned', async () => {
		const content = '<div class="x">R&amp;D bud<b>get</b></div>';
		own().deliver({
			subject: 'Plan',
			from: 'ann@contoso.com',
			body: { contentType: 'html', content },
		});
		const html = { options: { body: 'html' } };
		expect(await subjects(step, filters({ bodyWords: 'R&D budget' }, html))).toEqual(['Plan']);
		expect(await subjects(step, filters({ bodyWords: 'class' }, html))).toEqual([]);
	});

	it('finds words and names however their letters are put together', async () => {
		own().deliver({
			subject: 'Plan',
			from: 'ann@contoso.com',
			toRecipients: [{ emailAddress: { name: 'Jose\u0301', address: 'jose@contoso.com' } }],
			body: { contentType: 'text', content: 'At the cafe\u0301' },
		});
		expect(await subjects(step, filters({ bodyWords: 'Caf\u00E9' }))).toEqual(['Plan']);
		expect(await subjects(step, filters({ to: 'Jos\u00E9' }))).toEqual(['Plan']);
	});

	it.each([
		['text', 'We don’t extend the con\u00ADtract'],
		['html', '<p>We don&rsquo;t extend the con&shy;tract</p>'],
	] as const)(
		'finds words and names in %s, whichever apostrophe Outlook wrote, and past hidden hyphens',
		async (contentType, content) => {
			const emailAddress = { name: 'Pat O’Brien', address: 'pat@contoso.com' };
			own().deliver({
				subject: 'Plan',
				from: 'ann@contoso.com',
				toRecipients: [{ emailAddress }],
				body: { contentType, content },
			});
			expect(await subjects(step, filters({ bodyWords: "don't contract" }))).toEqual(['Plan']);
			expect(await subjects(step, filters({ to: "O'Brien" }))).toEqual(['Plan']);
			for (const one of ['bodyWords', 'to']) {
				expect(await subjects(step, filters({ [one]: '\u00AD' }))).toEqual([]);
			}
		},
	);

	it('compares a whole address among the recipients whole, and a domain to its end', async () => {
		const base = { from: 'ann@contoso.com' };
		own().deliver({ ...base, subject: 'Right', toRecipients: ['team@contoso.com'] });
		own().deliver({ ...base, subject: 'Longer', toRecipients: ['a-team@contoso.com'] });
		own().deliver({ ...base, subject: 'Foreign', toRecipients: ['team@contoso.com.example.com'] });
		expect(await subjects(step, filters({ to: 'Team@contoso.com' }))).toEqual(['Right']);
		expect((await subjects(step, filters({ to: '@contoso.com' }))).sort()).toEqual([
			'Longer',
			'Right',
		]);
	});

	it("compares the sender's domain to its end", async () => {
		own().deliver({ subject: 'Right', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Foreign', from: 'ann@contoso.com.example.com' });
		const raw = { simplify: false, options: { fields: ['subject'] } };
		expect(await subjects(step, filters({ from: '@Contoso.com' }))).toEqual(['Right']);
		expect(await subjects(step, filters({ from: '@contoso.com' }, raw))).toEqual(['Right']);
	});

	it('returns the chosen fields alone, whatever it compares', async () => {
		own().deliver({ subject: 'Plan', from: 'ann@contoso.com', toRecipients: ['team@contoso.com'] });
		const raw = { simplify: false, options: { fields: ['subject'] } };
		const [item] = await runStep(step, filters({ to: 'team', bodyWords: '' }, raw));
		expect(
			Object.keys(item?.json ?? {})
				.filter((name) => !name.startsWith('@'))
				.sort(),
		).toEqual(['id', 'subject']);
	});

	it('leaves mails in Deleted Items to Graph, so that many of them cost no page', async () => {
		deliver(2);
		deliver(60, {}, 'Deleted Items');
		const given = filters({ from: 'ann@contoso.com' }, { limit: 2 });
		const lists = () => asked().filter((request) => request.endsWith('/messages'));
		expect(await subjects(step, given)).toHaveLength(2);
		// The first list of a mailbox does not know yet which folder that is.
		expect(lists()).toHaveLength(2);
		provider().requests.clear();
		expect(await subjects(step, given)).toHaveLength(2);
		expect(lists()).toHaveLength(1);
	});

	it('never asks for a filter that Graph refuses as inefficient', async () => {
		deliver(2);
		await runStep(step, filters({ from: 'ann@contoso.com', readStatus: 'unread', label: 'Blue' }));
		expect(new Set(provider().requests.all.map(({ status }) => status))).toEqual(new Set([200]));
	});

	it.each([
		['from', 'Ann Lee <ann@contoso.com', 'From: must be an address (ann@contoso.com), a domain'],
		['from', "from/emailAddress/address eq 'ann@contoso.com'", 'From: must be an address'],
		['from', 'from:ann@contoso.com', 'From: must be an address'],
		['to', 'ann@contoso.com, bob@contoso.com', 'To: takes one address only'],
		['to', '*', 'To: must be an address'],
		['subject', '*', 'Subject Contains: finds nothing by * alone: leave it empty for all'],
		['bodyWords', '*', 'Body Contains: finds nothing by * alone'],
	])('refuses what nobody can match, in %s: %s', async (name, text, message) => {
		const failure = await failureOf(runStep(step, filters({ [name]: text })));
		expect(failure.message).toContain(`Filters > ${message}`);
		expect(asked()).toEqual([]);
	});

	it('takes the ID of a conversation in quotes', async () => {
		const mail = own().deliver({ subject: 'Plan', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Other', from: 'ann@contoso.com' });
		const conversationId = ` "${mail.conversationId}" `;
		expect(await subjects(step, filters({ conversationId }))).toEqual(['Plan']);
	});

	it.each(['={{ $json }}', '={{ JSON.stringify($json) }}'])(
		'takes the conversation of the email that came in: %s',
		async (conversationId) => {
			const mail = own().deliver({ subject: 'Plan', from: 'ann@contoso.com' });
			own().deliver({ subject: 'Other', from: 'ann@contoso.com' });
			const email = await runForOne('email.getEmail', { messageId: mail.immutableId });
			const found = runForOne(step, filters({ conversationId }), { items: [{ json: email }] });
			expect(await found).toMatchObject({ subject: 'Plan' });
		},
	);

	it.each(['yesterday-ish', '03/02/2026'])('names the filter whose time is %s', async (time) => {
		const failure = await failureOf(runStep(step, filters({ receivedAfter: time })));
		expect(failure.message).toContain('Filters > Received After: is not a date and time');
		expect(asked()).toEqual([]);
	});
});

describe.each([
	['search', { search: 'invoice' }],
	['filters', { findBy: 'filters', filters: { subject: 'invoice' } }],
	['newest', { search: '' }],
])('Find Email (%s) and the folders that nobody means', (_, given) => {
	const aside = ['Deleted Items', 'Junk Email', 'Drafts'] as const;

	function deliverEverywhere() {
		const deleted = own().addFolder('Old customers', own().folder('deleteditems').id);
		for (const folder of [...aside, deleted.id, 'archive', 'inbox']) deliver(1, {}, folder);
	}

	const folders = async (more: object = {}) =>
		(await runStep(step, { ...given, ...more })).map(({ json }) => json.folder).sort();

	it('leaves out Deleted Items, with the folders below it, Junk Email and Drafts', async () => {
		deliverEverywhere();
		expect(await folders()).toEqual(['Archive', 'Inbox']);
	});

	it('looks in them where that is asked for', async () => {
		deliverEverywhere();
		const everything = { options: { includeAside: true } };
		expect(await folders(everything)).toEqual(
			['Archive', 'Inbox', 'Old customers', ...aside].sort(),
		);
	});

	it.each(aside)('looks in %s where it is the chosen folder', async (name) => {
		deliverEverywhere();
		expect(await folders({ folder: locator('name', name) })).toEqual([name]);
	});

	it('fills the limit from behind mails that it leaves out, and tells whether there are more', async () => {
		deliver(4);
		deliver(60, {}, 'Deleted Items');
		const limited = { ...given, limit: 3 };
		const some = await runStep(step, limited, { asTool: true });
		expect(some.map(({ json }) => json.subject)).toEqual(['Invoice 3', 'Invoice 2', 'Invoice 1']);
		expect(some.at(-1)?.json.more).toContain('more matching emails');
		const all = await runStep(step, { ...limited, limit: 4 }, { asTool: true });
		expect(all.at(-1)?.json.more).toBeUndefined();
	});

	it('asks for these folders and the names of others once, whatever the number of items', async () => {
		deliver(3);
		const items = Array.from({ length: 5 }, () => ({ json: {} }));
		await runStep(step, given, { items });
		const reads = asked().filter((request) => request.includes('/mailFolders/'));
		expect(reads).toHaveLength(4);
		expect(reads.filter((request) => request.endsWith('childFolders'))).toEqual([]);
	});

	it('returns the chosen fields alone, and names no folder, without Simplify', async () => {
		deliver(1);
		deliver(1, {}, 'Junk Email');
		const raw = { ...given, simplify: false, options: { fields: ['subject'] } };
		const items = await runStep(step, raw);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).not.toHaveProperty('parentFolderId');
		expect(items[0]?.json).not.toHaveProperty('folder');
	});

	it('finds what there is where an account sees none of these folders', async () => {
		deliver(1);
		for (const name of ['deleteditems', 'junkemail', 'drafts']) {
			provider().faults.next(
				{ method: 'GET', path: new RegExp(`mailFolders/${name}$`) },
				{ status: 404, body: { error: { code: 'ErrorFolderNotFound', message: 'Not found' } } },
			);
		}
		expect(await folders()).toEqual(['Inbox']);
	});
});

/** How often mails were listed. */
const pages = () => asked().filter((request) => request.endsWith('/messages')).length;

describe('Find Email and bodies', () => {
	const content = `<p>Seen</p><p style="display:none">Hidden</p><p>${'word '.repeat(100)}</p>`;

	async function find(options: object, run: Parameters<typeof runStep>[2] = {}) {
		const receivedDateTime = '2026-03-01T08:00:00Z';
		deliver(1, { body: { contentType: 'html', content }, receivedDateTime });
		const [item] = await runStep(step, { search: '', ...options }, run);
		return item?.json;
	}

	it('lists previews, and asks Graph for no bodies', async () => {
		const json = await find({});
		expect(json).toMatchObject({ preview: expect.stringContaining('Seen') });
		expect(json).not.toHaveProperty('body');
		expect(
			provider()
				.requests.all.map(({ query }) => query.$select ?? '')
				.join(),
		).not.toMatch(/\bbody\b/);
	});

	it('returns whole bodies where they are asked for', async () => {
		const json = await find({ options: { body: 'text' } });
		expect(json).not.toHaveProperty('truncated');
		expect(json?.body).toMatch(/^Seen\s+(word ?){100}$/);
	});

	it('takes a length for a wish for bodies', async () => {
		expect(await find({ options: { maxBodyLength: 4 } })).toMatchObject({ body: 'Seen' });
	});

	it('gives raw data with the body', async () => {
		expect(await find({ simplify: false })).toMatchObject({ body: { content } });
	});

	it('gives language models what people see of the body, and never the preview', async () => {
		const asTool = { asTool: true };
		const text = await find({}, asTool);
		expect(text?.body).toMatch(/^Seen\s+word/);
		expect(text).not.toHaveProperty('preview');
		const preview = await find({ options: { body: 'none' } }, asTool);
		expect(preview?.body).toBe(text?.body);
		expect(preview).not.toHaveProperty('preview');
	});

	it('refuses another word for the body, and says which there are', async () => {
		const failure = await failureOf(find({ options: { body: 'short' } }));
		expect(failure.message).toContain('Options > Body: must be one of: html, none, text');
		expect(asked()).toEqual([]);
	});
});

describe('What Find Email costs', () => {
	/** What n8n's own node asks for of a list: Microsoft Outlook, version 2, Get Many, Simplified. */
	const BUILT_IN =
		'id,conversationId,subject,bodyPreview,from,toRecipients,categories,hasAttachments';

	/** What the simplified output is made of, without what is known or seldom there. */
	const fieldsWithout = (left: string) => SIMPLIFIED_FIELDS.filter((name) => name !== left);

	it.each([
		[
			'of the whole mailbox in one request, and two at first',
			{},
			2,
			fieldsWithout('bccRecipients'),
		],
		[
			'of a folder in one request',
			{ folder: locator('id', 'inbox') },
			1,
			fieldsWithout('parentFolderId'),
		],
	])(
		'reads 1,000 mails %s, and little but what it needs of them',
		async (_, where, most, names) => {
			deliver(1_200, { body: 'The figures are in. '.repeat(90), toRecipients: [OWN_MAILBOX] });
			const { requests } = provider();
			const call = graphClient(provider(), OWN_MAILBOX);
			await call('GET', `/me/messages?$top=1000&$select=${names.join()}`);
			const needed = requests.bytesOut;
			for (const expected of [most, 1]) {
				requests.clear();
				const items = await runStep(step, { search: '', limit: 1_000, ...where });
				expect(items).toHaveLength(1_000);
				expect(items[999]?.json).toMatchObject({
					folder: 'Inbox',
					folderId: own().folder('inbox').id,
				});
				expect(requests.all).toHaveLength(expected);
				expect(pages()).toBe(1);
				expect(requests.bytesOut).toBeLessThan(1.05 * needed);
			}
			requests.clear();
			await call('GET', `/me/messages?$top=1000&$select=${BUILT_IN}`);
			// It tells no time, no Cc, no folder, and not whether a mail is read, flagged or important.
			expect(needed).toBeLessThan((4 / 3) * requests.bytesOut);
		},
	);

	it('asks no conversation and no folder for a language model that looks in one', async () => {
		deliver(1);
		await runStep(step, { search: '', folder: locator('id', 'inbox') }, { asTool: true });
		const [list] = provider().requests.matching({ path: /messages$/ });
		expect(list?.query.$select).toMatch(/subject/);
		expect(list?.query.$select).not.toMatch(/conversationId|parentFolderId/);
	});

	it('leaves out a folder that was put aside, and shows one that was taken out, at once', async () => {
		const trash = own().folder('deleteditems');
		const [kept, thrown] = [
			own().addFolder('Kept', trash.id),
			own().addFolder('Thrown', 'msgfolderroot'),
		];
		deliver(1, { subject: 'kept' }, kept.id);
		deliver(1, { subject: 'thrown' }, thrown.id);
		deliver(1, { subject: 'inside' }, own().addFolder('Below', kept.id).id);
		expect(await subjects(step, { search: '' })).toEqual(['thrown']);
		kept.parentFolderId = own().folder('msgfolderroot').id;
		thrown.parentFolderId = trash.id;
		expect((await subjects(step, { search: '' })).sort()).toEqual(['inside', 'kept']);
		provider().requests.clear();
		await runStep(step, { search: '' });
		// What lies in a folder that was deleted is asked beside the list as well.
		expect(provider().requests.all).toHaveLength(1);
	});

	it('tells the new name of a folder, which was called otherwise a moment ago', async () => {
		const place = own().addFolder('Before', 'msgfolderroot');
		deliver(1, {}, place.id);
		const folder = async () => (await runStep(step, { search: '' }))[0]?.json.folder;
		expect(await folder()).toBe('Before');
		place.displayName = 'After';
		expect(await folder()).toBe('After');
	});

	it('reads no page to learn that there is more', async () => {
		deliver(26);
		const found = await runStep(step, { search: '', limit: 25 }, { asTool: true });
		expect(found.at(-1)?.json.more).toContain('more matching emails');
		expect(pages()).toBe(1);
	});

	it.each([
		['lies in Deleted Items', { search: 'invoice' }, {}, 'Deleted Items'],
		['was read', { search: 'invoice', unreadOnly: true }, { isRead: true }],
		[
			'went to somebody else',
			{ findBy: 'filters', filters: { to: 'team@contoso.com' } },
			{ toRecipients: ['bob@contoso.com'] },
		],
		[
			'is of a longer domain',
			{ findBy: 'filters', filters: { from: '@contoso.com' } },
			{ from: 'ann@contoso.com.example.org' },
		],
	])('promises no more where all that follows %s', async (_, wanted, other, folder = 'inbox') => {
		const receivedDateTime = '2026-02-01T00:00:00Z';
		const to = { toRecipients: ['team@contoso.com'], isRead: false };
		deliver(3, { ...to, receivedDateTime, ...other }, folder);
		deliver(25, to);
		const found = await runStep(step, { limit: 25, ...wanted }, { asTool: true });
		expect(found).toHaveLength(25);
		expect(String(found.at(-1)?.json.more)).not.toContain('more matching');
	});

	it('reads on where what follows may not be meant', async () => {
		const filters = { to: 'team@contoso.com' };
		deliver(40, { receivedDateTime: '2026-02-01T00:00:00Z' });
		deliver(25, { toRecipients: ['team@contoso.com'] });
		deliver(1, { receivedDateTime: '2026-04-01T00:00:00Z' });
		const given = { findBy: 'filters', filters, limit: 25 };
		await runStep(step, { search: '', limit: 1 });
		provider().requests.clear();
		const found = await runStep(step, given, { asTool: true });
		expect(found).toHaveLength(25);
		expect(found.at(-1)?.json.more).toBeUndefined();
		expect(pages()).toBe(2);
	});
});

/** Pages go by position: an email that arrives meanwhile moves the last one of a page to the next page. */
describe('Find Email while email arrives', () => {
	/** Three emails in two pages, the second of them in both. */
	function shift(): string[] {
		const mails = deliver(3).reverse();
		const entries = mails.map(({ id, subject, receivedDateTime }) => ({
			id,
			subject,
			receivedDateTime,
		}));
		const link = `${provider().graphRoot}/v1.0/me/messages?$skip=2`;
		const pages = [
			{ value: entries.slice(0, 2), '@odata.nextLink': link },
			{ value: entries.slice(1) },
		];
		for (const body of pages) {
			provider().faults.next({ path: /messages$/ }, { status: 200, body });
		}
		return entries.map(({ subject }) => subject);
	}

	it('finds each once by a search, and keeps to its limit', async () => {
		const found = shift();
		expect(await subjects(step, { search: 'invoice' })).toEqual(found);
		shift();
		const [first, second, third] = await runStep(
			step,
			{ search: 'invoice', limit: 3 },
			{ asTool: true },
		);
		expect([first, second, third].map((item) => item?.json.subject)).toEqual(found);
		expect(third?.json.more).toBeUndefined();
	});

	it('finds each once by filters, also where Graph refuses the order', async () => {
		const found = shift();
		const query = { findBy: 'filters', filters: { from: 'ann@contoso.com' } };
		expect(await subjects(step, query)).toEqual(found);
		provider().faults.next(
			{ path: /messages$/ },
			{ status: 400, body: { error: { code: 'InefficientFilter', message: 'Too complex' } } },
		);
		shift();
		expect(await subjects(step, query)).toEqual(found);
	});

	it('says that a search came to its end, whatever came twice', async () => {
		const [mail] = deliver(1);
		const { id = '', receivedDateTime } = mail ?? {};
		const value = Array.from({ length: 1_000 }, () => ({ id, receivedDateTime }));
		provider().faults.next({ path: /messages$/ }, { status: 200, body: { value } });
		const found = await runStep(step, { search: 'invoice', returnAll: true }, { asTool: true });
		expect(found).toHaveLength(1);
		expect(found[0]?.json.more).toContain('ends at 1,000 results');
	});
});

describe('Find Email for language models', () => {
	it('says a search that it proposes last, so that no word behind it is taken for a part of it', async () => {
		const search = 'from:bob and subject:plan';
		const [none] = await runStep(step, { search }, { asTool: true });
		expect(none?.json.more).toMatch(/^Deleted Items, .* Write: from:bob AND subject:plan$/);
	});

	const sizeOf = (items: Array<{ json: object }>) =>
		JSON.stringify(items.map(({ json }) => json)).length;

	it('gives 25 mails in two thirds of what people get, without what is empty or usual', async () => {
		deliverOfficeMails(25);
		const find = { search: 'figures', limit: 25 };
		const beginnings = { ...find, options: { maxBodyLength: 300 } };
		const people = (await runStep(step, beginnings)).map(({ json }) => {
			const { preview, folder, folderId, ...rest } = json;
			expect([preview, folder, folderId]).not.toContain(undefined);
			return { json: rest };
		});
		const items = await runStep(step, find, { asTool: true });
		expect(items).toHaveLength(25);
		expect(sizeOf(items)).toBeLessThan((2 / 3) * sizeOf(people));
	});

	it('leaves out characters that show nothing, in subjects and previews too', async () => {
		const word = (text: string) => `${text}\u200b\u{e0069}\u202e`;
		own().deliver({ subject: word('Plan'), from: 'ann@contoso.com', body: word('Hello') });
		for (const options of [{}, { body: 'none' }]) {
			const [item] = await runStep(step, { search: '', options }, { asTool: true });
			expect(item?.json).toMatchObject({ subject: 'Plan' });
			expect(item?.json.body ?? item?.json.preview).toBe('Hello');
		}
	});

	it('keeps what is not usual, and says once where the rest of the texts is', async () => {
		const person = { emailAddress: { name: 'Ann', address: 'ann@contoso.com' } };
		deliver(1, { from: person, categories: ['Blue'], importance: 'low', ccRecipients: [person] });
		const receivedDateTime = '2026-03-02T00:00:00Z';
		deliver(1, { subject: 'Long invoice', body: 'x'.repeat(201), isRead: true, receivedDateTime });
		const [long, short] = (
			await runStep(step, { search: 'invoice', limit: 2 }, { asTool: true })
		).map(({ json }) => json);
		expect(long).toEqual({
			id: expect.any(String),
			receivedDateTime: expect.any(String),
			from: expect.anything(),
			subject: 'Long invoice',
			body: `${'x'.repeat(200)}…`,
			folder: 'Inbox',
		});
		expect(short).toMatchObject({
			isRead: false,
			labels: ['Blue'],
			importance: 'low',
			cc: [{ address: 'ann@contoso.com', name: 'Ann' }],
			more: 'A body that ends in … was cut: Get Email returns the whole text.',
		});
	});

	it.each([
		['', ['Invoice 2', 'Invoice 0']],
		['invoice', ['Invoice 2', 'Invoice 0']],
		['invoice AND from:nobody@contoso.com', []],
	])('leaves out what was read, with the search "%s"', async (search, subjects) => {
		const mails = deliver(4);
		for (const mail of mails) mail.isRead = mails.indexOf(mail) % 2 === 1;
		const found = async (more: object) =>
			(await runStep(step, { search, ...more })).map(({ json }) => json.subject);
		expect(await found({ unreadOnly: true })).toEqual(subjects);
		expect(await found({ unreadOnly: true, limit: 1 })).toEqual(subjects.slice(0, 1));
	});

	it('finds what was not read behind a page of what was', async () => {
		for (const mail of deliver(1_000)) mail.isRead = mail.subject !== 'Invoice 3';
		const found = await runStep(step, { search: 'invoice', unreadOnly: true, limit: 2 });
		expect(found.map(({ json }) => json.subject)).toEqual(['Invoice 3']);
		expect(pages()).toBe(1);
	});

	it('says in the last item that there is more, and how to get it', async () => {
		const [, second, last] = deliver(3);
		if (last) last.receivedDateTime = '2026-03-02T00:00:00Z';
		const items = await runStep(step, { search: 'invoice', limit: 2 }, { asTool: true });
		const day = second?.receivedDateTime.slice(0, 10);
		expect(items.map(({ json }) => json.more)).toEqual([
			undefined,
			`There are more matching emails than these 2, the newest. Narrow the search, or go on with received<=${day}.`,
		]);
		const filtered = await runStep(step, { findBy: 'filters', limit: 2 }, { asTool: true });
		expect(filtered[1]?.json.more).toMatch(/ A person can raise Limit in this tool\.$/);
		const all = await runStep(step, { search: 'invoice', limit: 3 }, { asTool: true });
		expect(all.map(({ json }) => json.more)).toEqual([undefined, undefined, undefined]);
	});

	it('finds all where an agent goes on as it is told, also within one day', async () => {
		deliver(5);
		const found = new Set<unknown>();
		let more = '';
		for (let calls = 0; calls < 5; calls++) {
			const items = await runStep(step, { search: `invoice${more}`, limit: 2 }, { asTool: true });
			for (const { json } of items) found.add(json.subject);
			const [, next] = /or go on with (\S+)\.$/.exec(String(items.at(-1)?.json.more)) ?? [];
			if (next === undefined) break;
			more = ` AND ${next}`;
		}
		expect(found.size).toBe(5);
	});

	it('sends nobody on where the same emails would come again', async () => {
		deliver(2);
		const [item] = await runStep(step, { search: 'invoice', limit: 1 }, { asTool: true });
		expect(item?.json.more).toMatch(/^There are more .* A person can raise Limit in this tool\.$/);
	});

	it.each([
		[{}, true],
		[{ folder: locator('name', 'Inbox') }, false],
		[{ options: { includeAside: true } }, false],
	])('says with no hit for %j whether folders were left out', async (where, isLeftOut) => {
		deliver(1, {}, 'Deleted Items');
		const [item] = await runStep(step, { search: 'lunch', ...where }, { asTool: true });
		expect(item?.json).toMatchObject({ found: 0, searched: { search: 'lunch' } });
		const notice = expect.stringMatching(/^Deleted Items, Junk Email and Drafts were not searched/);
		expect(item?.json.more).toEqual(isLeftOut ? notice : undefined);
	});

	it('tells a model which finds drafts where to see those that wait to be sent', async () => {
		await runForOne('email.createDraft', { to: 'ann@contoso.com', subject: 'Plan' });
		const notice = expect.stringContaining('List Scheduled Emails');
		const seen = async (folder: string, asTool = true) =>
			(await runStep(step, { folder: locator('name', folder) }, { asTool })).at(-1)?.json.more;
		expect(await seen('Drafts')).toEqual(notice);
		expect(await seen('Inbox')).not.toEqual(notice);
		expect(await seen('Drafts', false)).toBeUndefined();
	});
});
