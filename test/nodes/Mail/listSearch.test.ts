import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { executeNode, OWN_MAILBOX } from '../../harness/executeNode';
import { locator } from '../../harness/locator';
import { searchList } from '../../harness/searchList';
import { scheduleByHand } from '../../simulator/graph/mail/submit';
import type { Simulator } from '../../simulator/simulator';
import { startSimulator } from '../../simulator/simulator';

const SHARED = 'support@contoso.com';
const GRAPH_TIME = "yyyy-MM-dd'T'HH:mm:ss";

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
beforeEach(() => {
	simulator.graph.reset();
	simulator.readings.reset();
	simulator.faults.clear();
	simulator.requests.clear();
	for (const name of ['Invoice', 'Urgent', 'Paid invoice']) {
		simulator.graph.mailbox(OWN_MAILBOX).addCategory(name);
	}
});
afterAll(async () => {
	await simulator.stop();
});

const search = async (filter?: string, mailbox = '') =>
	await searchList({
		node: 'mail',
		method: 'searchLabels',
		simulator,
		filter,
		parameters: { mailbox },
	});

describe('the list of labels', () => {
	it('shows all labels of the mailbox, each with its name as its value', async () => {
		await expect(search()).resolves.toEqual({
			results: ['Invoice', 'Urgent', 'Paid invoice'].map((name) => ({ name, value: name })),
		});
		expect(simulator.requests.count()).toBe(1);
	});

	it('is narrowed to names that hold the search text, in whatever case', async () => {
		const { results } = await search('INVOICE');
		expect(results.map(({ name }) => name)).toEqual(['Invoice', 'Paid invoice']);
	});

	it('is narrowed however the letters of a name are put together', async () => {
		const name = 'Re\u0301sume\u0301';
		simulator.graph.mailbox(OWN_MAILBOX).addCategory(name);
		await expect(search('r\u00E9sum')).resolves.toEqual({ results: [{ name, value: name }] });
	});

	it('is empty for a text that no name holds', async () => {
		await expect(search('.*')).resolves.toEqual({ results: [] });
	});

	it('of a mailbox whose labels the account may not see is an error that says what to do', async () => {
		simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		const failed = search('', SHARED);
		await expect(failed).rejects.toBeInstanceOf(NodeApiError);
		await expect(failed).rejects.toMatchObject({
			message: 'The account is not allowed to do this',
			description: expect.stringContaining('enter the label by its name'),
		});
	});

	it('of several mailboxes is refused, as each has IDs of its own', async () => {
		await expect(search('', `${SHARED}, ${OWN_MAILBOX}`)).rejects.toMatchObject({
			message: 'Mailbox: names several, and this list is of one',
			description: expect.stringContaining('By Name'),
		});
		expect(simulator.requests.count()).toBe(0);
	});

	it('of what is no mailbox is an error, and nothing is sent', async () => {
		await expect(search('', '../me')).rejects.toBeInstanceOf(NodeOperationError);
		expect(simulator.requests.count()).toBe(0);
	});

	it('waits out a throttled mailbox', async () => {
		simulator.faults.next({}, { status: 429, headers: { 'retry-after': '0.05' } });
		const { results } = await search();
		expect(results).toHaveLength(3);
	});

	it('holds no label without a name: a mail cannot carry it', async () => {
		const value = [
			{ id: 'A', displayName: null },
			{ id: 'B', displayName: 'Urgent' },
		];
		simulator.faults.next({}, { status: 200, body: { value } });
		await expect(search()).resolves.toEqual({ results: [{ name: 'Urgent', value: 'Urgent' }] });
	});
});

describe('the lists of emails, drafts and events', () => {
	const entries = async (method: string, filter = '', mailbox = '') => {
		const { results } = await searchList({
			node: 'mail',
			method,
			simulator,
			filter,
			parameters: { mailbox },
		});
		return results;
	};
	const deliver = (subject: string, receivedDateTime: string) =>
		simulator.graph.mailbox(OWN_MAILBOX).deliver({
			subject,
			from: { emailAddress: { name: 'Ann', address: 'ann@contoso.com' } },
			receivedDateTime,
		});

	it('show the newest emails first, with sender and time, and their immutable IDs', async () => {
		const old = deliver('Invoice', '2026-03-02T09:00:00Z');
		const recent = deliver('', '2026-03-02T10:30:00Z');
		await expect(entries('searchEmails')).resolves.toEqual([
			{ name: 'Without subject (Ann, 2026-03-02 10:30)', value: recent.immutableId },
			{ name: 'Invoice (Ann, 2026-03-02 09:00)', value: old.immutableId },
		]);
	});

	it('find emails by a text as the provider does', async () => {
		// Without translateExchangeIds the way around it is what fact: default-id-under-prefer leaves.
		simulator.readings.choose({ fact: 'default-id-under-prefer', as: 'found' });
		const mail = deliver('Invoice', '2026-03-02T09:00:00Z');
		deliver('Offer', '2026-03-02T10:00:00Z');
		expect(await entries('searchEmails', 'invoice')).toEqual([
			{ name: 'Invoice (Ann, 2026-03-02 09:00)', value: mail.immutableId },
		]);
		await expect(entries('searchEmails', 'nothing of this')).resolves.toEqual([]);
	});

	it.each(['"Offer', 'Offer (march', 'OFFER AND', '5" offer'])(
		'find emails by a part of a subject that is no whole search: %s',
		async (filter) => {
			const { immutableId } = deliver('5" Offer (March) and more', '2026-03-02T09:00:00Z');
			deliver('Invoice', '2026-03-02T10:00:00Z');
			expect((await entries('searchEmails', filter)).map(({ value }) => value)).toEqual([
				immutableId,
			]);
			await expect(entries('searchEmails', '"(')).resolves.toHaveLength(2);
		},
	);

	it('show drafts alone where a draft is wanted, with whom they go to', async () => {
		deliver('Invoice', '2026-03-02T09:00:00Z');
		const { items } = await executeNode({
			node: 'mail',
			simulator,
			parameters: {
				resource: 'email',
				operation: 'createDraft',
				to: 'bob@contoso.com',
				subject: 'Offer',
				message: 'Hello',
			},
		});
		expect(await entries('searchDrafts')).toEqual([
			{
				name: expect.stringMatching(/^Offer \(bob@contoso\.com, /),
				value: items[0]?.json.id,
			},
		]);
	});

	it.each(['drafts', 'outbox'] as const)('show what waits to be sent in %s', async (folder) => {
		const { graph, readings } = simulator;
		readings.choose({ fact: 'deferred-place', as: folder });
		const mailbox = graph.mailbox(OWN_MAILBOX);
		const at = DateTime.utc().plus({ days: 2 }).startOf('minute');
		const mail = { subject: 'Offer', from: OWN_MAILBOX, toRecipients: ['bob@contoso.com'] };
		const { immutableId } = scheduleByHand(graph, mailbox, mail, at.toMillis());
		scheduleByHand(graph, mailbox, { ...mail, subject: 'Sooner' }, at.toMillis() - 60_000);
		mailbox.deliver({ ...mail, isDraft: true }, { folder: 'drafts' });
		const name = `Offer (bob@contoso.com, ${at.toFormat('yyyy-MM-dd HH:mm')})`;
		expect(await entries('searchScheduled')).toEqual([
			expect.objectContaining({ name: expect.stringMatching(/^Sooner/) }),
			{ name, value: immutableId },
		]);
		expect(await entries('searchScheduled', 'offer')).toEqual([{ name, value: immutableId }]);
	});

	it('show the coming events, narrowed by a part of the subject', async () => {
		const day = (days: number) => DateTime.utc().startOf('day').plus({ days });
		const plan = (subject: string, days: number) =>
			simulator.graph.mailbox(OWN_MAILBOX).calendar.seed({
				subject,
				start: { dateTime: day(days).set({ hour: 9 }).toFormat(GRAPH_TIME), timeZone: 'UTC' },
				end: { dateTime: day(days).set({ hour: 10 }).toFormat(GRAPH_TIME), timeZone: 'UTC' },
			});
		plan('Past review', -3);
		const later = plan('Review', 5);
		const sooner = plan('Kickoff', 2);
		const shownAt = (days: number) => `${day(days).toISODate()} 09:00`;
		const review = { name: `Review (${shownAt(5)})`, value: later.idOf('immutable') };
		await expect(entries('searchEvents')).resolves.toEqual([
			{ name: `Kickoff (${shownAt(2)})`, value: sooner.idOf('immutable') },
			review,
		]);
		await expect(entries('searchEvents', 'REVIEW')).resolves.toEqual([review]);
		plan('Cafe\u0301', 6);
		await expect(entries('searchEvents', 'caf\u00E9')).resolves.toHaveLength(1);
	});

	it.each(['searchEmails', 'searchDrafts', 'searchScheduled', 'searchEvents'])(
		'of a mailbox that is not shared are an error that says what to do: %s',
		async (method) => {
			simulator.graph.mailbox(SHARED);
			await expect(entries(method, '', SHARED)).rejects.toBeInstanceOf(NodeApiError);
		},
	);
});

describe('the list of attachments', () => {
	const entries = async (parameters: INodeParameters, path = '', filter = '') => {
		const { results } = await searchList({
			node: 'mail',
			method: 'searchAttachments',
			simulator,
			filter,
			parameters: { mailbox: '', ...parameters },
			path,
		});
		return results;
	};
	const deliver = (name: string) =>
		simulator.graph.mailbox(OWN_MAILBOX).deliver({
			subject: 'Invoice',
			from: 'ann@contoso.com',
			attachments: [
				{ name, content: 'x'.repeat(12_000) },
				{ name: 'logo.png', content: 'x', isInline: true },
			],
		});

	it('shows those of the email that is chosen above it, with their size', async () => {
		const { immutableId } = deliver('invoice.pdf');
		deliver('other.pdf');
		const messageId = locator('list', immutableId);
		const shown = await entries({ messageId });
		expect(shown.map(({ name }) => name)).toEqual([
			expect.stringMatching(/^invoice\.pdf \(1[23] kB\)$/),
			expect.stringMatching(/^logo\.png \(\d kB\)$/),
		]);
		await expect(entries({ messageId }, '', 'INVOICE')).resolves.toEqual(shown.slice(0, 1));
	});

	it('shows those of the email that is chosen in its own group, not those of the step', async () => {
		const fromEmails = ['first.pdf', 'second.pdf'].map((name) => ({
			messageId: locator('list', deliver(name).immutableId),
		}));
		const parameters = {
			messageId: locator('list', deliver('answered.pdf').immutableId),
			options: { otherAttachments: { fromEmails } },
		};
		const path = 'parameters.options.otherAttachments.fromEmails[1].attachmentId';
		const [shown] = await entries(parameters, path);
		expect(shown?.name).toContain('second.pdf');
	});

	it.each([undefined, '', locator('list', '')])(
		'says that the email comes first while it is %j, and asks for nothing',
		async (messageId) => {
			await expect(entries(messageId === undefined ? {} : { messageId })).rejects.toMatchObject({
				message: 'Message ID: choose the email first',
			});
			expect(simulator.requests.count()).toBe(0);
		},
	);

	it('of an email that is gone is an error', async () => {
		await expect(entries({ messageId: 'AAMkAD-gone' })).rejects.toBeInstanceOf(NodeApiError);
	});
});

describe.each([
	['searchCalendars', { id: 'A', name: null }, { id: 'B', name: 'Work' }],
	['searchContactFolders', { id: 'A', displayName: null }, { id: 'B', displayName: 'Work' }],
	['searchContacts', { id: 'A', displayName: null }, { id: 'B', displayName: 'Work' }],
	['searchContacts', { id: 'A' }, { id: 'B', displayName: '', companyName: 'Work' }],
	['searchFolders', { id: 'A', displayName: null }, { id: 'B', displayName: 'Work' }],
])('the list behind %s', (method, nameless, named) => {
	const entries = async (body: object) => {
		simulator.faults.next({ inBatch: false }, { status: 200, body });
		const { results } = await searchList({
			node: 'mail',
			method,
			simulator,
			parameters: { mailbox: '' },
		});
		return results;
	};

	it('shows an entry without a name beside the others, and none without ID', async () => {
		const value = [nameless, { displayName: 'x' }, null, named].map(
			(entry) => entry && { childFolderCount: 0, ...entry },
		);
		const results = await entries({ value });
		expect(results).toHaveLength(2);
		expect(results).toEqual(
			expect.arrayContaining([
				{ name: 'Without name', value: 'A' },
				{ name: 'Work', value: 'B' },
			]),
		);
	});

	it.each([{}, { value: null }])('is empty when the answer is %j', async (body) => {
		await expect(entries(body)).resolves.toEqual([]);
	});
});

// fact: contact-folders-below.
it('the list of contact folders shows all levels, by their whole path', async () => {
	const { contacts } = simulator.graph.mailbox(OWN_MAILBOX);
	const customers = contacts.addFolder('Customers');
	const below = contacts.addFolder('Partners', customers.id);
	const list = { node: 'mail', method: 'searchContactFolders', simulator } as const;
	await expect(searchList({ ...list, parameters: { mailbox: '' } })).resolves.toEqual({
		results: [
			{ name: 'Customers', value: customers.id },
			{ name: 'Customers/Partners', value: below.id },
		],
	});
});

describe('the list of rules', () => {
	const rules = async (mailbox = '') =>
		await searchList({ node: 'mail', method: 'searchRules', simulator, parameters: { mailbox } });

	it('shows the rules of the Inbox in the order in which they run', async () => {
		const own = simulator.graph.mailbox(OWN_MAILBOX);
		const last = own.addRule({ displayName: 'Invoices', sequence: 2 });
		const first = own.addRule({ displayName: '', sequence: 1 });
		await expect(rules()).resolves.toEqual({
			results: [
				{ name: 'Without name', value: first.id },
				{ name: 'Invoices', value: last.id },
			],
		});
	});

	it('of another mailbox is an error that says who sees them', async () => {
		simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		await expect(rules(SHARED)).rejects.toMatchObject({
			description: expect.stringContaining('leave Mailbox empty'),
		});
	});
});
