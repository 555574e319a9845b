import type { ExecuteOptions } from '../../../../harness/executeNode';
import { executeNode, OWN_MAILBOX } from '../../../../harness/executeNode';
import { OVERLAPPING_MS } from '../../../../simulator/graph/world';
import type { Simulator } from '../../../../simulator/simulator';
import { startSimulator } from '../../../../simulator/simulator';

const SHARED = 'support@contoso.com';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	simulator.graph.latencyMs = OVERLAPPING_MS;
});
beforeEach(() => {
	simulator.graph.reset();
	simulator.faults.clear();
	simulator.requests.clear();
	simulator.graph.collisions = true;
	for (const name of ['Invoice', 'Urgent', 'Later']) own().addCategory(name);
});
afterAll(async () => {
	await simulator.stop();
});

const own = () => simulator.graph.mailbox(OWN_MAILBOX);

const deliver = (categories: string[] = [], address = OWN_MAILBOX) =>
	simulator.graph
		.mailbox(address)
		.deliver({ subject: 'Hello', from: 'ann@contoso.com', categories });

const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

/** One item for each mail; the parameters take the ID from the item, as in a workflow. */
async function addLabel(
	ids: string[],
	label: ExecuteOptions['parameters'][string],
	{ parameters, ...options }: Partial<ExecuteOptions> = {},
) {
	const { items } = await executeNode({
		node: 'mail',
		simulator,
		items: ids.map((id) => ({ json: { id } })),
		parameters: {
			resource: 'email',
			operation: 'addLabel',
			messageId: '={{ $json.id }}',
			label,
			...parameters,
		},
		...options,
	});
	return items;
}

const written = () => simulator.requests.count({ method: 'PATCH' });

describe('Add Label', () => {
	it.each([[byName('={{ ["Invoice", "Later"] }}')], ['={{ ["Invoice", "Later"] }}']])(
		'adds a list of labels, as another step returns those of an email: %j',
		async (label) => {
			const mail = deliver(['Urgent']);
			await addLabel([mail.immutableId], label);
			expect(mail.categories).toEqual(['Urgent', 'Invoice', 'Later']);
			const emptied = addLabel([mail.immutableId], byName('={{ [] }}'));
			await expect(emptied).rejects.toThrow('Label: is required');
		},
	);

	it('refuses a list of something else, of which the signs would be labels', async () => {
		const mail = deliver(['Urgent']);
		const added = addLabel([mail.immutableId], byName('={{ [{ name: "Invoice" }] }}'), {
			parameters: { createMissing: true },
		});
		await expect(added).rejects.toThrow('Label: is a list that cannot be read');
		expect(mail.categories).toEqual(['Urgent']);
	});

	it('takes the item of a label by its name, and no other item', async () => {
		const { immutableId: id } = deliver();
		const items = [
			{ json: { name: 'Invoice', color: 'preset0', id: 'e6a6b8a2', labels: ['Urgent'] } },
		];
		for (const label of [fromList('={{ $json }}'), byName('={{ $json }}'), '={{ $json }}']) {
			const parameters = { messageId: id };
			const [item] = await addLabel([], label, { parameters, items });
			expect(item?.json.labels).toEqual(['Invoice']);
		}
		const mail = [{ json: { subject: 'Plan', labels: ['Urgent'], id } }];
		const other = addLabel([], fromList('={{ $json }}'), {
			parameters: { messageId: id },
			items: mail,
		});
		await expect(other).rejects.toThrow('Label: must be a name');
	});

	it('adds the label and keeps the ones the mail has', async () => {
		const mail = deliver(['Urgent']);
		const items = await addLabel([mail.immutableId], fromList('Invoice'));
		expect(items).toEqual([
			{ json: { id: mail.immutableId, labels: ['Urgent', 'Invoice'] }, pairedItem: { item: 0 } },
		]);
		expect(mail.categories).toEqual(['Urgent', 'Invoice']);
	});

	it('reads only the labels, asks for immutable IDs, and writes only the labels', async () => {
		const mail = deliver();
		await addLabel([mail.immutableId], fromList('Invoice'));
		const [read, write, ...more] = simulator.requests.all;
		expect(more).toEqual([]);
		expect(read).toMatchObject({ method: 'GET', query: { $select: 'categories' } });
		expect(write).toMatchObject({ method: 'PATCH', body: { categories: ['Invoice'] } });
		for (const { headers } of [read, write].map((request) => request ?? { headers: {} })) {
			expect(headers).toMatchObject({ prefer: 'IdType="ImmutableId"' });
		}
	});

	it('writes nothing to a mail that has the label, in whatever case it is written', async () => {
		const mail = deliver(['Later', 'INVOICE']);
		const items = await addLabel([mail.immutableId], fromList('Invoice'));
		expect(items[0]?.json).toEqual({ id: mail.immutableId, labels: ['Later', 'INVOICE'] });
		expect(written()).toBe(0);
	});

	it('100 mails take ten requests: five batches to read, five to write', async () => {
		const mails = Array.from({ length: 100 }, () => deliver());
		const items = await addLabel(
			mails.map(({ immutableId }) => immutableId),
			fromList('Invoice'),
		);
		expect(simulator.requests.count({ inBatch: false })).toBe(10);
		expect(simulator.requests.all.every(({ parts }) => parts?.length === 20)).toBe(true);
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Invoice']));
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			mails.map(({ immutableId }, item) => [immutableId, { item }]),
		);
		expect(simulator.graph.gauge.peak(OWN_MAILBOX)).toBeLessThanOrEqual(4);
	});

	it('100 mails that all have the label take five requests, and none is written', async () => {
		const mails = Array.from({ length: 100 }, () => deliver(['Invoice']));
		await addLabel(
			mails.map(({ immutableId }) => immutableId),
			fromList('Invoice'),
		);
		expect(simulator.requests.count({ inBatch: false })).toBe(5);
		expect(written()).toBe(0);
	});

	it.each([1, 2, 7, 21, 55, 99, 130])(
		'%i mails, some of which have it, take two requests for each twenty at most',
		async (count) => {
			const mails = Array.from({ length: count }, (_, index) =>
				deliver(index % 3 === 0 ? ['Invoice'] : ['Later']),
			);
			await addLabel(
				mails.map(({ immutableId }) => immutableId),
				fromList('Invoice'),
			);
			expect(simulator.requests.count({ inBatch: false })).toBeLessThanOrEqual(
				2 * Math.ceil(count / 20),
			);
			expect(written()).toBe(mails.length - Math.ceil(count / 3));
			expect(mails.every(({ categories }) => categories.includes('Invoice'))).toBe(true);
		},
	);

	// fact: item-if-match.
	it('keeps a label that another execution added in between, although nothing tells that they collide', async () => {
		simulator.graph.collisions = false;
		const mail = deliver(['Urgent', 'Later']);
		const old = { id: mail.immutableId, '@odata.etag': 'W/"old"', categories: ['Urgent'] };
		simulator.faults.next({ method: 'GET', path: /messages/ }, { status: 200, body: old });
		const [item] = await addLabel([mail.immutableId], fromList('Invoice'));
		expect(mail.categories).toEqual(['Urgent', 'Later', 'Invoice']);
		expect(item?.json.labels).toEqual(mail.categories);
	});

	it('two items on the same mail keep both labels, although nothing tells that they collide', async () => {
		simulator.graph.collisions = false;
		const mail = deliver(['Urgent']);
		const other = deliver();
		const items = await executeNode({
			node: 'mail',
			simulator,
			items: [
				{ json: { id: mail.immutableId, label: 'Invoice' } },
				{ json: { id: other.immutableId, label: 'Later' } },
				{ json: { id: mail.immutableId, label: 'Later' } },
			],
			parameters: {
				resource: 'email',
				operation: 'addLabel',
				messageId: '={{ $json.id }}',
				label: fromList('={{ $json.label }}'),
			},
		});
		expect(mail.categories).toEqual(['Urgent', 'Invoice', 'Later']);
		expect(items.items.map(({ json }) => json.labels)).toEqual([
			['Urgent', 'Invoice'],
			['Later'],
			['Urgent', 'Invoice', 'Later'],
		]);
	});

	it('reads again and keeps what somebody else wrote in between', async () => {
		const mail = deliver(['Urgent']);
		simulator.faults.next({ method: 'PATCH', times: 2 }, { status: 412 });
		await addLabel([mail.immutableId], fromList('Invoice'));
		expect(mail.categories).toEqual(['Urgent', 'Invoice']);
		expect(simulator.requests.count({ method: 'GET' })).toBe(3);
	});

	it('gives up when the mail is changed again and again, and says so', async () => {
		const mail = deliver();
		simulator.faults.next({ method: 'PATCH', times: 9 }, { status: 412 });
		await expect(addLabel([mail.immutableId], fromList('Invoice'))).rejects.toMatchObject({
			message: 'The item was changed by somebody else at the same moment',
			description: expect.stringContaining('Run the step again.'),
		});
		// Three build on what was read; the last one does not, and is made four times as any other.
		expect(written()).toBe(3 + 4);
	});

	it('a write whose answer is lost is repeated and done once', async () => {
		const mail = deliver(['Urgent']);
		simulator.faults.next({ method: 'PATCH' }, { cut: 'after' });
		const [item] = await addLabel([mail.immutableId], fromList('Invoice'));
		expect(item?.json.labels).toEqual(['Urgent', 'Invoice']);
		expect(mail.categories).toEqual(['Urgent', 'Invoice']);
	});

	it('a mail that is not there is named by its item, with what to do next', async () => {
		const [mail, gone] = [deliver(), deliver()];
		own().remove(gone);
		await expect(
			addLabel([mail.immutableId, gone.immutableId], fromList('Invoice')),
		).rejects.toMatchObject({
			context: { itemIndex: 1 },
			description: expect.stringMatching(/run the step that finds it again.*1 of 2 items/s),
		});
		expect(mail.categories).toEqual(['Invoice']);
	});

	it('what is no ID at all is named so', async () => {
		await expect(addLabel(['Re: Hello'], fromList('Invoice'))).rejects.toMatchObject({
			description: expect.stringMatching(/^The ID is cut or not an ID/),
		});
	});

	it('without a Message ID nothing is sent', async () => {
		await expect(addLabel([''], fromList('Invoice'))).rejects.toThrow('Message ID: is required');
		expect(simulator.requests.count()).toBe(0);
	});
});

describe('Add Label by name', () => {
	it('spells the name as the mailbox does', async () => {
		const mail = deliver();
		await addLabel([mail.immutableId], byName('invoice'));
		expect(mail.categories).toEqual(['Invoice']);
	});

	it('adds several at once, each only once', async () => {
		const mail = deliver();
		await addLabel([mail.immutableId], byName('Urgent, invoice; URGENT'));
		expect(mail.categories).toEqual(['Urgent', 'Invoice']);
	});

	it('reads the list of labels once for all items', async () => {
		const mails = Array.from({ length: 30 }, () => deliver());
		await addLabel(
			mails.map(({ immutableId }) => immutableId),
			byName('Urgent'),
		);
		expect(simulator.requests.count({ path: '/me/outlook/masterCategories' })).toBe(1);
	});

	it('refuses an unknown name, with the nearest ones, before anything is changed', async () => {
		const mail = deliver();
		await expect(addLabel([mail.immutableId], byName('Invoise'))).rejects.toMatchObject({
			message: 'Label: The mailbox has no label "Invoise"',
			description: expect.stringMatching(/^Nearest: Invoice, /),
		});
		expect(mail.categories).toEqual([]);
		expect(written()).toBe(0);
	});

	it('takes a name that is not on the list from a mail that has it', async () => {
		const mail = deliver(['Travel']);
		const [item] = await addLabel([mail.immutableId], byName('travel, invoice'));
		expect(item?.json.labels).toEqual(['Travel', 'Invoice']);
		expect(mail.categories).toEqual(['Travel', 'Invoice']);
		await expect(addLabel([deliver().immutableId], byName('travel'))).rejects.toThrow(
			'The mailbox has no label "travel"',
		);
	});

	it.each(['', ' ', ',', ' ; , '])('refuses "%s", which names no label', async (names) => {
		const mail = deliver();
		await expect(addLabel([mail.immutableId], byName(names))).rejects.toThrow('Label: is required');
		expect(simulator.requests.count()).toBe(0);
	});
});

describe('a label that the mailbox does not have', () => {
	it('is said how to get with the usual permissions, which do not let the step create it', async () => {
		const mail = deliver();
		const scope = 'User.Read Mail.ReadWrite MailboxSettings.Read';
		const oauthTokenData = { ...simulator.tokens.issue(OWN_MAILBOX, { scope }) };
		const add = async (createMissing: boolean) =>
			await addLabel([mail.immutableId], byName('Handled'), {
				parameters: { createMissing },
				credentialData: { oauthTokenData },
			});
		await expect(add(true)).rejects.toThrow('may not change the list of labels');
		await expect(add(false)).rejects.toMatchObject({
			description: expect.stringMatching(/[Cc]reate it in Outlook.*MailboxSettings\.ReadWrite/),
		});
		own().addCategory('Handled');
		await add(false);
		expect(mail.categories).toEqual(['Handled']);
	});
});

describe('Create Missing Labels', () => {
	const createMissing = { parameters: { createMissing: true } };
	const created = () => simulator.requests.matching({ method: 'POST', path: /masterCategories$/ });

	it('puts a new name on the list once, however many items name it', async () => {
		const mails = [deliver(), deliver(), deliver()];
		await addLabel(
			mails.map(({ immutableId }) => immutableId),
			byName('New'),
			createMissing,
		);
		expect(created()).toHaveLength(1);
		expect(own().categories.map(({ displayName }) => displayName)).toContain('New');
		expect(mails.map(({ categories }) => categories)).toEqual([['New'], ['New'], ['New']]);
	});

	it('puts a name on the list that only the mail has', async () => {
		const mail = deliver(['New']);
		await addLabel([mail.immutableId], byName('New'), createMissing);
		expect(created()).toHaveLength(1);
		expect(mail.categories).toEqual(['New']);
	});

	it('a label that somebody else created in the meantime is used', async () => {
		const mail = deliver();
		simulator.faults.next({ method: 'POST', path: /masterCategories$/ }, { status: 409 });
		await addLabel([mail.immutableId], byName('New'), createMissing);
		expect(mail.categories).toEqual(['New']);
	});

	it('a label whose creation got no answer is used', async () => {
		const mail = deliver();
		simulator.faults.next({ method: 'POST', path: /masterCategories$/ }, { cut: 'after' });
		await addLabel([mail.immutableId], byName('New'), createMissing);
		expect(mail.categories).toEqual(['New']);
		expect(own().categories.filter(({ displayName }) => displayName === 'New')).toHaveLength(1);
	});

	it('a refusal is told to every item that names the label, and the mails stay as they are', async () => {
		const [one, other] = [deliver(), deliver()];
		simulator.faults.next({ method: 'POST', path: /masterCategories$/ }, { status: 403 });
		const items = await addLabel([one.immutableId, other.immutableId], byName('New'), {
			...createMissing,
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error)).toEqual([
			'The account may not change the list of labels',
			'The account may not change the list of labels',
		]);
		expect([one, other].flatMap(({ categories }) => categories)).toEqual([]);
	});

	it('a refusal says what to do', async () => {
		const mail = deliver();
		simulator.faults.next({ method: 'POST', path: /masterCategories$/ }, { status: 403 });
		await expect(addLabel([mail.immutableId], byName('New'), createMissing)).rejects.toMatchObject({
			description: expect.stringContaining('MailboxSettings.ReadWrite'),
		});
		expect(mail.categories).toEqual([]);
	});
});

describe('Add Label in another mailbox', () => {
	it('takes any name where the account may not see the list', async () => {
		simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'readWrite' });
		const mail = deliver([], SHARED);
		await addLabel([mail.immutableId], byName('Invoice'), { parameters: { mailbox: SHARED } });
		expect(mail.categories).toEqual(['Invoice']);
		expect(simulator.requests.count({ method: 'PATCH', path: /^\/users\/support%40/ })).toBe(1);
	});

	it('takes its address without what shows nothing in it', async () => {
		simulator.graph.mailbox(SHARED).shareWith(OWN_MAILBOX, { mail: 'readWrite' });
		const mail = deliver([], SHARED);
		const parameters = { mailbox: `\u200b${SHARED}\u202c` };
		await addLabel([mail.immutableId], fromList('Invoice'), { parameters });
		expect(mail.categories).toEqual(['Invoice']);
	});

	it('says what is missing where nothing is shared', async () => {
		const mail = deliver([], SHARED);
		await expect(
			addLabel([mail.immutableId], fromList('Invoice'), { parameters: { mailbox: SHARED } }),
		).rejects.toMatchObject({
			message: 'The account is not allowed to do this',
			description: expect.stringContaining('Shared Mailboxes'),
		});
	});

	it('refuses a mailbox that is neither an address nor an ID', async () => {
		await expect(
			addLabel(['AAMk'], fromList('Invoice'), { parameters: { mailbox: '../me' } }),
		).rejects.toThrow('Mailbox: must be an email address or a user ID');
		expect(simulator.requests.count()).toBe(0);
	});
});
