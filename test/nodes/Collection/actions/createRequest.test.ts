import { DateTime } from 'luxon';
import {
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

useCollection();

const step = 'request.createRequest';

const onboarding = () => world().requestTemplates[0]?.id ?? '';
const tomorrow = DateTime.utc().plus({ days: 1 }).toFormat('yyyy-MM-dd');

/** A request for Pat from the first template. */
function forPat(changes: object = {}) {
	return {
		client: locator('id', world().clients[0]?.id ?? ''),
		template: locator('list', onboarding()),
		name: 'Onboarding - Contoso',
		...changes,
	};
}

const sentBody = () => requestTo('POST', '/requests').body;

describe('Create Request', () => {
	it('sends both spellings for a client and a template by ID, and sends it to the client', async () => {
		const { id, email } = pat();
		await runStep(step, forPat({ dueDate: tomorrow }));
		expect(sentBody()).toEqual({
			name: 'Onboarding - Contoso',
			client_id: id,
			client_email: email,
			template_id: onboarding(),
			request_template_id: onboarding(),
			due_date: tomorrow,
			due: tomorrow,
			status: 'published',
		});
		expect(arrived()).toEqual([`GET /clients/${id}`, 'POST /requests']);
	});

	it('returns the ID and the share link', async () => {
		pat();
		const request = await runForOne(step, forPat());
		expect(request.id).toBe(world().requests[0]?.id);
		expect(request.share_link).toMatch(/^https:/);
		expect(request).toMatchObject({ name: 'Onboarding - Contoso', status: 'published' });
	});

	it('reads the share link when the answer leaves it out', async () => {
		pat();
		const { id } = world().addRequest({ name: 'Onboarding - Contoso', status: 'published' });
		provider().faults.next({ method: 'POST' }, { status: 201, body: { id, status: 'published' } });
		expect((await runForOne(step, forPat())).share_link).toMatch(/^https:/);
		expect(arrived().at(-1)).toBe(`GET /requests/${id}`);
	});

	it('asks for no share link of a draft', async () => {
		pat();
		provider().faults.next({ method: 'POST' }, { status: 201, body: { id: 'r', status: 'draft' } });
		expect(await runForOne(step, forPat({ sendToClient: false }))).toMatchObject({ id: 'r' });
		expect(arrived().at(-1)).toBe('POST /requests');
	});

	it('does not fail because the share link cannot be read', async () => {
		pat();
		provider().faults.next({ method: 'POST' }, { status: 201, body: { id: 'req_1' } });
		expect(await runForOne(step, forPat())).toEqual({ id: 'req_1' });
	});

	it('sends an email and no ID for a client by email', async () => {
		pat();
		await runStep(step, forPat({ client: locator('email', 'pat@example.com') }));
		expect(sentBody()).toMatchObject({ client_email: 'pat@example.com' });
		expect(sentBody()).not.toHaveProperty('client_id');
		expect(arrived()).toEqual(['POST /requests']);
	});

	it.each([
		['id', '={{ $json.client }}'],
		['list', '={{ $json.client }}'],
		['email', '={{ $json.client }}'],
		['list', '={{ $json.client.email }}'],
	])('takes the client of another step: %s %s', async (mode, chosen) => {
		const { id, email, full_name: name } = pat();
		const items = [
			{ json: { client: { id, email, full_name: name }, one: { name: 'Onboarding' } } },
		];
		const client = locator(mode, chosen);
		await runStep(step, forPat({ client, template: locator('name', '={{ $json.one }}') }), {
			items,
		});
		expect(sentBody()).toMatchObject({ client_email: email, template_id: onboarding() });
	});

	it.each(['id', 'list', 'email'])(
		'takes the sender of an email for the client, in mode %s',
		async (mode) => {
			const { email } = pat();
			const items = [{ json: { from: { address: email, name: 'Pat Doe' } } }];
			const client = locator(mode, '={{ $json.from }}');
			await runStep(step, forPat({ client }), { items });
			expect(sentBody()).toMatchObject({ client_email: email });
		},
	);

	it.each([
		['id', 'an ID'],
		['email', 'an email address'],
	])('refuses a record that does not have what mode %s asks for: %s', async (mode, asked) => {
		pat();
		const items = [{ json: { client: { full_name: 'Pat Doe' } } }];
		const client = locator(mode, '={{ $json.client }}');
		const { message } = await failureOf(runStep(step, forPat({ client }), { items }));
		expect(message).toBe(`Client: must be ${asked}`);
	});

	it('never sends name and phone of the client unless they are filled in', async () => {
		const client = pat();
		await runStep(step, forPat());
		expect(Object.keys(Object(sentBody()))).not.toEqual(
			expect.arrayContaining(['client_full_name', 'client_phone', 'company_name']),
		);
		expect(client).toMatchObject({ full_name: 'Pat Doe', phone: '+1 555' });
	});

	it('reads each client and the templates once in a run of many items', async () => {
		const { id } = pat();
		const items = await runStep(
			step,
			forPat({ template: locator('name', 'onboarding'), name: '={{ $json.name }}' }),
			{ items: Array.from({ length: 15 }, (_, number) => ({ json: { name: `R${number}` } })) },
		);
		expect(items.map(({ json }) => json.name)).toEqual(
			Array.from({ length: 15 }, (_, number) => `R${number}`),
		);
		expect(provider().requests.count({ method: 'GET' })).toBe(2);
		expect(arrived().filter((request) => request === `GET /clients/${id}`)).toHaveLength(1);
	});

	it('finds a template by name, whatever its case, and sends its ID', async () => {
		pat();
		await runStep(step, forPat({ template: locator('name', ' ONBOARDING ') }));
		expect(sentBody()).toMatchObject({ template_id: onboarding() });
	});

	it.each(['[Client Name] - Website', 'Website of {{ client.company }}'])(
		'lets a language model name a template as it is called: %s',
		async (name) => {
			pat();
			const [template] = world().requestTemplates;
			Object.assign(template ?? {}, { name });
			await runStep(step, forPat({ template: locator('name', name) }), { asTool: true });
			expect(sentBody()).toMatchObject({ template_id: onboarding() });
		},
	);

	it.each(['id', 'list'])(
		'takes names of a request that List Requests puts out, dropped on the lists, in mode %s',
		async (mode) => {
			pat();
			const json = { request_template_name: 'Onboarding', folder_name: 'Default Folder' };
			const template = locator(mode, '={{ $json.request_template_name }}');
			const options = { folder: locator(mode, '={{ $json.folder_name }}') };
			await runStep(step, forPat({ template, options }), { items: [{ json }] });
			expect(sentBody()).toMatchObject({
				template_id: onboarding(),
				folder_name: 'Default Folder',
			});
		},
	);

	it('sends the name where the account may not list templates', async () => {
		pat();
		provider().faults.next({ path: /request_templates/ }, { status: 403 });
		await runStep(step, forPat({ template: locator('name', 'Onboarding') }));
		expect(sentBody()).toMatchObject({ request_template_name: 'Onboarding' });
		expect(sentBody()).not.toHaveProperty('template_id');
	});

	it('keeps a draft from the client', async () => {
		pat();
		expect((await runForOne(step, forPat({ sendToClient: false }))).status).toBe('draft');
	});

	it('sends every option under its name', async () => {
		pat();
		await runStep(
			step,
			forPat({
				options: {
					clientFullName: 'Pat Roe',
					clientPhone: '+1 556',
					companyName: 'Contoso',
					folder: locator('name', 'Bookkeeping'),
					owner: locator('email', 'owner@contoso.com'),
					schedule: locator('list', world().schedules[1]?.id ?? ''),
					commentsEnabled: false,
					passcodeEnabled: true,
					shareViaLinkEnabled: 'true',
				},
			}),
		);
		expect(sentBody()).toMatchObject({
			client_full_name: 'Pat Roe',
			client_phone: '+1 556',
			company_name: 'Contoso',
			folder_name: 'Bookkeeping',
			owner_email: 'owner@contoso.com',
			communication_template_id: world().schedules[1]?.id,
			comments_enabled: false,
			passcode_enabled: true,
			share_via_link_enabled: true,
		});
	});

	it('creates a new client when its name is given', async () => {
		const options = { clientFullName: 'Sam Roe' };
		await runStep(step, forPat({ client: locator('email', 'sam@example.com'), options }));
		expect(world().clients.map(({ full_name: name }) => name)).toEqual(['Sam Roe']);
	});
});

describe('The due date of a request', () => {
	it.each([
		['2031-02-03', 'UTC', '2031-02-03'],
		['2031-02-03T23:30:00', 'America/New_York', '2031-02-03'],
		['2031-02-03T23:30:00Z', 'Asia/Tokyo', '2031-02-04'],
		['2031-02-03T02:00:00+02:00', 'America/New_York', '2031-02-02'],
		['2031/02/03', 'UTC', '2031-02-03'],
		['={{ DateTime.fromISO("2031-02-03T22:00:00Z") }}', 'Europe/Athens', '2031-02-04'],
		['={{ new Date("2031-02-03T12:00:00Z") }}', 'UTC', '2031-02-03'],
		// The default of an n8n may be none: https://github.com/n8n-io/n8n/issues/26028
		['2031-02-03', 'GMT+2', '2031-02-03'],
	])('%s in %s is sent as %s', async (dueDate, timezone, sent) => {
		pat();
		await runStep(step, forPat({ dueDate }), { timezone });
		expect(sentBody()).toMatchObject({ due: sent, due_date: sent });
	});

	it('is left to the account when empty', async () => {
		pat();
		await runStep(step, forPat({ dueDate: '' }));
		expect(sentBody()).not.toHaveProperty('due');
	});

	it('may be today, in the time zone of the workflow', async () => {
		pat();
		const timezone = 'Pacific/Auckland';
		const today = DateTime.now().setZone(timezone).toFormat('yyyy-MM-dd');
		await runStep(step, forPat({ dueDate: today }), { timezone });
		expect(sentBody()).toMatchObject({ due: today });
	});

	it('in the past is refused, unless it is allowed', async () => {
		pat();
		const { message, description } = await failureOf(
			runStep(step, forPat({ dueDate: '2020-01-01' })),
		);
		expect(message).toBe('Due Date: is in the past');
		expect(description).toContain('A person can switch on Allow Past Due Date');
		expect(arrived()).toEqual([]);
		await runStep(step, forPat({ dueDate: '2020-01-01', options: { allowPastDueDate: true } }));
		expect(sentBody()).toMatchObject({ due: '2020-01-01' });
	});

	it.each([
		...['soon', '2031-02-30', '2031-13-01', '03.02.2031'],
		// Half of the world reads the day first: no guess is the right one.
		...['04/03/2031', '04/03/2031 10:00'],
		// A time of today, a year: neither names a day.
		...['14', '23:59', '2031'],
	])('%s is refused', async (dueDate) => {
		pat();
		const { message } = await failureOf(runStep(step, forPat({ dueDate })));
		expect(message).toMatch(/^Due Date: is not a date\. Write it as 2026-/);
		expect(arrived()).toEqual([]);
	});
});

describe('A request that cannot be created', () => {
	it.each([
		['client', 'Client'],
		['template', 'Template'],
	])('names the %s that is missing', async (field, label) => {
		pat();
		const { message } = await failureOf(runStep(step, forPat({ [field]: locator('id', '') })));
		expect(message).toMatch(new RegExp(`^${label}: is required`));
	});

	it('names the missing name', async () => {
		pat();
		expect((await failureOf(runStep(step, forPat({ name: ' ' })))).message).toMatch(
			/^Name: is required/,
		);
	});

	it('names the template when its name is unknown, with those there are', async () => {
		pat();
		expect(
			await failureOf(runStep(step, forPat({ template: locator('name', 'Nothing') }))),
		).toEqual({
			message: 'Template: there is no such request template',
			description: 'Templates are, for example: Onboarding, Tax return.',
		});
		expect(provider().requests.count({ method: 'POST' })).toBe(0);
	});

	it('names the template when its ID is unknown', async () => {
		pat();
		const { message } = await failureOf(
			runStep(step, forPat({ template: locator('id', 'rtpl_1') })),
		);
		expect(message).toMatch(/^Template: there is no such request template/);
	});

	it('asks which one is meant when two templates have the name', async () => {
		pat();
		world().addRequestTemplate('Onboarding ');
		const { id } = world().addRequestTemplate('onboarding');
		await runStep(step, forPat({ template: locator('name', 'Onboarding') }));
		const { message } = await failureOf(
			runStep(step, forPat({ template: locator('name', 'ONBOARDING') })),
		);
		expect(message).toMatch(/^Template: several request templates have this name/);
		// In a tool, there is no other way to choose one.
		await runStep(step, forPat({ template: locator('name', id) }));
		const [, sent] = provider().requests.matching({ method: 'POST' });
		expect(sent?.body).toMatchObject({ request_template_id: id });
	});

	it('names the client when ID and email are of different clients', async () => {
		pat();
		const options = { clientEmail: 'sam@example.com' };
		const { message } = await failureOf(runStep(step, forPat({ options })));
		expect(message).toMatch(/^Client: the chosen client has another email/);
		expect(provider().requests.count({ method: 'POST' })).toBe(0);
	});

	it('says what a new client needs', async () => {
		const { message, description } = await failureOf(
			runStep(step, forPat({ client: locator('email', 'sam@example.com') })),
		);
		expect(message).toContain("Client full name can't be blank");
		expect(description).toContain('A person can fill in Client Name');
	});

	it('does not advise to create a client who is there, where something else is at fault', async () => {
		const { email } = pat();
		const options = { owner: locator('email', 'nobody@contoso.com') };
		const order = forPat({ client: locator('email', email.toUpperCase()), options });
		const { message, description } = await failureOf(runStep(step, order));
		expect(message).toContain('Owner must exist');
		expect(description).not.toContain('Create Client');
		provider().faults.next({ method: 'GET', path: /clients/ }, { status: 403 });
		expect((await failureOf(runStep(step, order))).description).toContain('Create Client');
	});

	it('says so when the client does not exist', async () => {
		const { message } = await failureOf(runStep(step, forPat({ client: locator('id', 'acc_1') })));
		expect(message).toContain('Content Snare has nothing with this ID');
	});

	it('says which item it was and gives the others their request', async () => {
		const { id } = pat();
		const items = await runStep(step, forPat({ client: '={{ $json.client }}' }), {
			items: [{ json: { client: id } }, { json: { client: '' } }, { json: { client: id } }],
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error ?? 'created')).toEqual([
			'created',
			'Client: is required',
			'created',
		]);
		expect(items[1]?.pairedItem).toEqual({ item: 1 });
	});

	it('is nothing for no items', async () => {
		expect(await runStep(step, forPat(), { items: [] })).toEqual([]);
	});
});

describe('A request whose creation was not answered', () => {
	it('is found by name and client instead of created again', async () => {
		pat();
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const request = await runForOne(step, forPat({ dueDate: tomorrow }));
		expect(request.id).toBe(world().requests[0]?.id);
		expect(request.share_link).toMatch(/^https:/);
		expect(world().requests).toHaveLength(1);
		expect(provider().requests.count({ method: 'POST' })).toBe(1);
	});

	it('is not mistaken for an older one of the same name, nor for one of another client', async () => {
		const client = pat();
		const name = 'Onboarding - Contoso';
		world().addRequest({ name, clients: [client], updated_at: '2026-01-01T00:00:00Z' });
		const other = world().addClient({ email: 'sam@example.com', full_name: 'Sam Roe' });
		world().addRequest({ name, clients: [other] });
		provider().faults.next({ method: 'POST' }, { cut: 'before' });
		const { message, description } = await failureOf(runStep(step, forPat()));
		expect(message).toContain('The request may exist');
		expect(description).toContain('Look for the name and the client');
		expect(provider().requests.count({ method: 'POST' })).toBe(1);
	});

	it('is not mistaken for one that another item or run has created', async () => {
		pat();
		provider().faults.next({ method: 'POST' }, { delayMs: 1 });
		provider().faults.next({ method: 'POST' }, { cut: 'before' });
		const credentialId = ownCredentialId();
		const items = await runStep(step, forPat(), {
			items: [{ json: {} }, { json: {} }],
			continueOnFail: true,
			credentialId,
		});
		expect(items.map(({ json }) => json.error ?? json.id)).toEqual([
			world().requests[0]?.id,
			expect.stringContaining('The request may exist'),
		]);
		provider().faults.next({ method: 'POST' }, { cut: 'before' });
		expect((await failureOf(runStep(step, forPat(), { credentialId }))).message).toContain(
			'The request may exist',
		);
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const { id } = await runForOne(step, forPat(), { credentialId });
		expect(id).toBe(world().requests[1]?.id);
	});

	it('is found beside an older one of the same name', async () => {
		const client = pat();
		const name = 'Onboarding - Contoso';
		world().addRequest({ name, clients: [client], updated_at: '2026-01-01T00:00:00Z' });
		provider().faults.next({ method: 'POST' }, { status: 502, after: true });
		expect((await runForOne(step, forPat())).id).toBe(world().requests[1]?.id);
	});

	it('is not guessed when two could be meant', async () => {
		const client = pat();
		world().addRequest({ name: 'Onboarding - Contoso', clients: [client], status: 'published' });
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		expect((await failureOf(runStep(step, forPat()))).message).toContain('The request may exist');
	});
});

describe('Create Request With Form', () => {
	const form = 'request.createRequestWithForm';
	const pages = [
		{
			name: 'Business',
			sections_data: [
				{
					name: 'Basics',
					questions_data: [
						{ question: 'Legal name', data_type: 'single-line' },
						{ question: 'Size', data_type: 'dropdown', options: ['Small', 'Large'] },
					],
				},
			],
		},
	];
	const ofPat = (value: unknown) => ({
		client: locator('id', world().clients[0]?.id ?? ''),
		name: 'Questions',
		pages: typeof value === 'string' ? value : JSON.stringify(value),
	});

	it('sends the pages with numbered questions and no template', async () => {
		pat();
		const request = await runForOne(form, ofPat(pages));
		expect(request.share_link).toMatch(/^https:/);
		expect(sentBody()).toMatchObject({
			pages_data: [
				{ sections_data: [{ questions_data: [{ question_number: 1 }, { question_number: 2 }] }] },
			],
		});
		expect(sentBody()).not.toHaveProperty('template_id');
		expect(
			world()
				.fields(world().requests[0])
				.map(({ name }) => name),
		).toEqual(['Legal name', 'Size']);
	});

	it.each([
		['[]', 'at least one page'],
		['{}', 'must be a JSON list of pages'],
		['not json', 'is not valid JSON'],
		['', 'is required'],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C"}]}]}]',
			'page 1, section 1, question 1: data_type is missing',
		],
		['[{"name":"","sections_data":[]}]', 'page 1: name is missing'],
		['[{"name":"A","sections_data":[]}]', 'page 1: sections_data holds nothing'],
		['[{"name":"A"}]', 'page 1: sections_data is missing'],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text","required":true}]}]}]',
			'page 1, section 1, question 1: cannot hold required',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"guess"}]}]}]',
			'page 1, section 1, question 1: data_type must be one of: single-line, ',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"dropdown"}]}]}]',
			'question 1: options is needed',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"table"}]}]}]',
			'question 1: columns is needed',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text","question_number":1},{"question":"D","data_type":"text","question_number":1}]}]}]',
			'question_number must be different',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text"},{"question":"D","data_type":"text","show_when":{"conditions":[{"question_number":1,"condition":"has a value"},{"question_number":1,"condition":"has a value"}]}}]}]}]',
			'page 1, section 1, question 2: logical_operator is needed for several conditions: and, or',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text"},{"question":"D","data_type":"text","show_when":{"conditions":[{"question_number":1,"condition":"equals"}]}}]}]}]',
			'page 1, section 1, question 2, condition 1: value is needed for this condition',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text"},{"question":"D","data_type":"text","show_when":{"conditions":[{"question_number":3,"condition":"has a value"}]}}]}]}]',
			'show_when is about question_number 3, which no question has',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"dropdown","options":[]}]}]}]',
			'question 1: options is needed',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"dropdown","options":"D, E"}]}]}]',
			'page 1, section 1, question 1: options must be a list',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":["C"]}]}]',
			'page 1, section 1, question 1: must be an object',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":{},"data_type":"text"}]}]}]',
			'page 1, section 1, question 1: question must be text',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text","question_number":"1"}]}]}]',
			'page 1, section 1, question 1: question_number must be a whole number',
		],
		[
			'[{"name":"A","sections_data":[{"name":"B","questions_data":[{"question":"C","data_type":"text","show_when":{"conditions":[{"question_number":1,"condition":"is","value":"D"}]}}]}]}]',
			'page 1, section 1, question 1, condition 1: condition must be one of: contains, ',
		],
	])('refuses %s', async (value, message) => {
		pat();
		expect((await failureOf(runStep(form, ofPat(value)))).message).toMatch(/^Pages: /);
		expect((await failureOf(runStep(form, ofPat(value)))).message).toContain(message);
		expect(arrived()).toEqual([]);
	});

	it('takes years as options, and what is empty for what is left out', async () => {
		pat();
		const empty = { options: [], columns: [], instructions: '', show_when: null };
		const condition = { question_number: 1, condition: 'greater than', value: 2023 };
		const questions_data = [
			{ question: 'Year', data_type: 'dropdown', options: [2023, 2024] },
			{
				...{ question: 'Why', data_type: 'text', ...empty },
				show_when: { conditions: [condition], logical_operator: null },
			},
		];
		await runForOne(form, ofPat([{ name: 2024, sections_data: [{ name: 'A', questions_data }] }]));
		const pages_data = [
			{
				name: '2024',
				sections_data: [
					{
						name: 'A',
						questions_data: [
							{ ...questions_data[0], options: ['2023', '2024'], question_number: 1 },
							{
								...{ question: 'Why', data_type: 'text', question_number: 2 },
								show_when: { conditions: [{ ...condition, value: '2023' }] },
							},
						],
					},
				],
			},
		];
		expect(sentBody()).toEqual(expect.objectContaining({ pages_data }));
	});

	it("is not created again by n8n's Retry On Fail while nobody can tell whether it exists", async () => {
		const client = pat();
		world().addRequest({ name: 'Onboarding - Contoso', clients: [client], status: 'published' });
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		expect((await failureOf(runStep(step, forPat(), { tries: 3 }))).message).toContain(
			'The request may exist',
		);
		expect(provider().requests.count({ method: 'POST' })).toBe(1);
	});
});

describe('What an expression leaves empty', () => {
	const none = '={{ $json.none }}';

	it.each<[string, string, object]>([
		['Due Date', step, { dueDate: none }],
		['Send to Client', step, { sendToClient: none }],
		[
			'Enabled',
			'advanced.updateWebhook',
			{
				webhookId: 'whk_1',
				url: 'https://contoso.com/x',
				events: ['client_created'],
				enabled: none,
			},
		],
		['Options > Client Email', step, { options: { clientEmail: none } }],
		['Options > Communication Schedule', step, { options: { schedule: locator('id', none) } }],
		['Options > Folder', step, { options: { folder: locator('name', none) } }],
		['Options > Owner', step, { options: { owner: locator('email', none) } }],
		['Options > Passcode', step, { options: { passcodeEnabled: none } }],
		['Options > Share via Link', step, { options: { shareViaLinkEnabled: none } }],
		['Fields', 'request.downloadFiles', { fields: none }],
		['Query Parameters > Search', 'advanced.apiCall', { endpoint: '/clients', query: { q: none } }],
	])('is refused where the request would do what nobody meant: %s', async (label, name, given) => {
		const parameters = { ...forPat(), request: locator('id', 'req_A'), ...given };
		const { message } = await failureOf(runStep(name, parameters));
		expect(message).toBe(`${label}: its expression gives nothing`);
		expect(arrived()).toEqual([]);
	});
});
