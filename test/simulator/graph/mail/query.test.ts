import { type ApiClient, graphClient, rowsOf, textOf } from '../../apiClient';
import { type Simulator, startSimulator } from '../../simulator';
import type { Mailbox } from '../mailbox';

const NOW = Date.parse('2026-03-02T08:00:00Z');

describe('lists of mail in the simulated Graph', () => {
	let simulator: Simulator;
	let me: Mailbox;
	let call: ApiClient;
	let now = NOW;

	beforeEach(async () => {
		now = NOW;
		simulator = await startSimulator({ clock: () => now });
		me = simulator.graph.mailbox('me@contoso.com');
		call = graphClient(simulator, me.address);
		const days = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'];
		for (const [index, day] of days.entries()) {
			me.deliver({
				subject: `Order ${index}: let's meet`,
				from: index % 2 === 0 ? 'pat@example.com' : 'kim@contoso.com',
				body: { contentType: 'html', content: `<p>Text <b>number</b> ${index}</p>` },
				receivedDateTime: `${day}T10:00:00Z`,
				categories: index === 0 ? ['Red', 'Blue'] : [],
				importance: index === 3 ? 'high' : 'normal',
				attachments: index === 1 ? [{ name: 'bill.pdf', content: 'x' }] : [],
			});
		}
	});

	afterEach(() => simulator.stop());

	async function list(query: Record<string, string>) {
		const text = new URLSearchParams(query).toString();
		return await call('GET', `/me/messages?${text}`);
	}

	async function subjects(query: Record<string, string>): Promise<number[]> {
		return rowsOf(await list(query)).map(({ subject }) => Number(/\d/.exec(String(subject))?.[0]));
	}

	const expanded =
		"attachments($select=id,name),singleValueExtendedProperties($filter=id eq 'String 0x1')";

	it('bring attachments without their content, where they are expanded beside another thing', async () => {
		simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		const [, , bill] = rowsOf(await list({ $select: 'subject', $expand: expanded }));
		expect(bill?.attachments).toEqual([
			{
				'@odata.type': expect.any(String),
				'@odata.mediaContentType': expect.any(String),
				id: expect.any(String),
				name: 'bill.pdf',
			},
		]);
	});

	it('refuse to expand what the simulator does not know, and attachments by the other reading', async () => {
		expect((await list({ $expand: 'attachments,extensions' })).status).toBe(400);
		simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
		expect((await list({ $expand: expanded })).status).toBe(400);
	});

	it.each([
		['moves', true],
		['stays', false],
	])('the stamp of a flagged mail %s', async (as, isMoved) => {
		simulator.readings.choose({ fact: 'message-stamp', as });
		const [mail] = me.messages;
		const before = mail?.lastModifiedDateTime;
		now += 60_000;
		await call('PATCH', `/me/messages/${mail?.immutableId}`, { flag: { flagStatus: 'flagged' } });
		expect(mail?.flag.flagStatus).toBe('flagged');
		expect(mail?.lastModifiedDateTime !== before).toBe(isMoved);
	});

	it.each([
		["from/emailAddress/address eq 'PAT@example.com'", [0, 2]],
		['receivedDateTime ge 2026-02-27 and receivedDateTime lt 2026-03-01', [1, 2]],
		["subject eq 'Order 1: let''s meet'", [1]],
		["not (importance eq 'high') and hasAttachments eq false", [0, 2]],
		["categories/any(c:c eq 'blue') or hasAttachments eq true", [0, 1]],
		["startswith(subject,'order 3') or contains(subject,'R 2')", [2, 3]],
		['isRead ne true and isDraft eq false', [0, 1, 2, 3]],
	])('are filtered by %s, oldest first', async ($filter, expected) => {
		expect(await subjects({ $filter })).toEqual(expected);
	});

	it.each([
		['colour eq 1', 'no such property'],
		["contains(body/content,'x')", 'the body'],
		["receivedDateTime ge '2026-01-01'", 'a quoted date'],
		["subject eq 'open", 'an open quote'],
		["isRead eq 'true'", 'a text for a boolean'],
		['isRead eq true)', 'a parenthesis too many'],
	])('refuse the filter %s: %s', async ($filter) => {
		const answer = await list({ $filter });
		expect([answer.status, textOf(answer, 'error.code')]).toEqual([
			400,
			'ErrorInvalidUrlQueryFilter',
		]);
	});

	it('come newest first without a filter', async () => {
		expect(await subjects({})).toEqual([3, 2, 1, 0]);
	});

	const ordered = { $orderby: 'receivedDateTime desc' };

	it.each([
		["from/emailAddress/address eq 'pat@example.com'"],
		["from/emailAddress/address eq 'pat@example.com' and receivedDateTime ge 1900-01-01"],
	])('refuse to sort where the sort key is not the first in the filter: %s', async ($filter) => {
		expect(textOf(await list({ $filter, ...ordered }), 'error.code')).toBe('InefficientFilter');
	});

	it('sort where the sort key leads the filter', async () => {
		const $filter = "receivedDateTime ge 1900-01-01T00:00:00Z and contains(subject,'order')";
		expect(await subjects({ $filter, ...ordered })).toEqual([3, 2, 1, 0]);
	});

	it('refuse contains with a sort order when told so', async () => {
		simulator.readings.choose({ fact: 'filter-contains-order', as: 'refused' });
		const $filter = "receivedDateTime ge 1900-01-01T00:00:00Z and contains(subject,'order')";
		expect(textOf(await list({ $filter, ...ordered }), 'error.code')).toBe('InefficientFilter');
	});

	it.each([
		['"subject:order AND from:contoso.com"', [3, 1]],
		['"number"', [3, 2, 1, 0]],
		['"from:pat@example.com"', [2, 0]],
		['"subject:ord* NOT importance:high"', [2, 1, 0]],
		['"received>=2026-02-28"', [3, 2]],
		['"received:02/27/2026"', [1]],
		['"received:02/26/2026..02/27/2026"', [1, 0]],
		['"hasAttachments:true"', [1]],
		['"attachment:bill.pdf"', [1]],
		['"from:pat from:kim"', [3, 2, 1, 0]],
		['"\\"text number\\" AND (subject:1 OR subject:2)"', [2, 1]],
		['"*rder"', []],
		['"receivedDateTime>=2026-01-01"', []],
		['"importance:normal"', []],
		['"importance:medium"', [2, 1, 0]],
	])('are searched by %s', async ($search, expected) => {
		expect(await subjects({ $search })).toEqual(expected);
	});

	it('are not searched while a filter or sort order stands beside it', async () => {
		const $search = '"order"';
		const filtered = await list({ $search, $filter: 'isRead eq false' });
		expect(textOf(filtered, 'error.code')).toBe('SearchWithFilter');
		expect(textOf(await list({ $search, ...ordered }), 'error.code')).toBe('SearchWithOrderBy');
	});

	it('refuse search text outside quotes', async () => {
		expect((await list({ $search: 'subject:order' })).status).toBe(400);
	});

	it('give mutable ids in a search, whatever is preferred', async () => {
		const prefer = { prefer: 'IdType="ImmutableId"' };
		const found = await call('GET', '/me/messages?$search="order"', undefined, prefer);
		const known = me.messages.map(({ id }) => id);
		expect(rowsOf(found).every(({ id }) => known.includes(String(id)))).toBe(true);
		expect(found.headers.get('preference-applied')).toBeNull();
	});

	it('find nothing by property in a personal mailbox', async () => {
		me.personal = true;
		expect(await subjects({ $search: '"subject:order"' })).toEqual([]);
		expect(await subjects({ $search: '"order"' })).toEqual([3, 2, 1, 0]);
	});

	it('end a search at a thousand', async () => {
		for (let index = 0; index < 1000; index += 1)
			me.deliver({ subject: 'Order', from: 'a@b.example' });
		const first = await list({ $search: '"order"', $top: '999', $select: 'id' });
		const link = textOf(
			{ ...first, body: { link: Object(first.body)['@odata.nextLink'] } },
			'link',
		);
		const second = await call('GET', link);
		expect(rowsOf(first).length + rowsOf(second).length).toBe(1000);
		expect(second.body).not.toHaveProperty(['@odata.nextLink']);
	});

	it('come ten to a page, and the next page only by the unchanged link', async () => {
		for (let index = 0; index < 10; index += 1)
			me.deliver({ subject: 'More', from: 'a@b.example' });
		const first = await list({ $select: 'subject', $count: 'true' });
		expect(rowsOf(first)).toHaveLength(10);
		expect(first.body).toMatchObject({ '@odata.count': 14 });
		const link = String(Object(first.body)['@odata.nextLink']);
		const second = await call('GET', link);
		expect(rowsOf(second)).toHaveLength(4);
		const changed = await call('GET', `${link}&$filter=${encodeURIComponent('isRead eq true')}`);
		expect(changed.status).toBe(400);
	});

	it.each(['0', '1001', 'x'])('refuse $top=%s', async ($top) => {
		expect((await list({ $top })).status).toBe(400);
	});

	it('refuse to select what messages do not have, and unknown options', async () => {
		expect((await list({ $select: 'colour' })).status).toBe(400);
		expect((await list({ $slect: 'subject' })).status).toBe(400);
	});

	it('leave headers out unless they are selected', async () => {
		const [plain] = rowsOf(await list({ $top: '1' }));
		const [chosen] = rowsOf(await list({ $top: '1', $select: 'internetMessageHeaders' }));
		expect(plain).not.toHaveProperty('internetMessageHeaders');
		expect(chosen).toHaveProperty('internetMessageHeaders');
		expect(chosen).not.toHaveProperty('subject');
	});

	it('give the text of an HTML body when it is preferred', async () => {
		const prefer = { prefer: 'outlook.body-content-type="text"' };
		const [first] = rowsOf(await call('GET', '/me/messages?$top=1', undefined, prefer));
		expect(first?.body).toEqual({ contentType: 'text', content: 'Text number 3' });
	});

	it('show a mail only when it has become visible', async () => {
		me.deliver({ subject: 'Order 9', from: 'a@b.example' }, { visibleAfterMs: 30_000 });
		expect(await subjects({})).toEqual([3, 2, 1, 0]);
		now += 30_000;
		expect(await subjects({})).toEqual([9, 3, 2, 1, 0]);
		const [late] = rowsOf(await list({ $top: '1' }));
		expect(late).toMatchObject({ receivedDateTime: '2026-03-02T08:00:00Z' });
	});
});
