import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { OWN_MAILBOX } from '../../harness/executeNode';
import { searchList } from '../../harness/searchList';
import type { Simulator } from '../../simulator/simulator';
import { startSimulator } from '../../simulator/simulator';

const SHARED = 'support@contoso.com';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
beforeEach(() => {
	simulator.graph.reset();
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

	it('is empty for a text that no name holds', async () => {
		await expect(search('.*')).resolves.toEqual({ results: [] });
	});

	it('of a mailbox whose labels the account may not see is an error that says what to do', async () => {
		simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'read' });
		const failed = search('', SHARED);
		await expect(failed).rejects.toBeInstanceOf(NodeApiError);
		await expect(failed).rejects.toMatchObject({
			message: 'The account is not allowed to do this',
			description: expect.stringContaining('Shared Mailboxes'),
		});
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

describe.each([
	['searchCalendars', { id: 'A', name: null }, { id: 'B', name: 'Work' }],
	['searchContactFolders', { id: 'A', displayName: null }, { id: 'B', displayName: 'Work' }],
	['searchContacts', { id: 'A', displayName: null }, { id: 'B', displayName: 'Work' }],
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
