import { type ApiClient, collectionClient, graphClient, rowsOf, textOf } from '../apiClient';
import { type Simulator, startSimulator } from '../simulator';

const NOW = Date.parse('2026-03-02T08:00:00Z');

describe('the simulated Collection API', () => {
	let simulator: Simulator;
	let call: ApiClient;
	let now = NOW;

	beforeEach(async () => {
		now = NOW;
		simulator = await startSimulator({ clock: () => now });
		call = collectionClient(simulator);
	});

	afterEach(() => simulator.stop());

	const pat = { full_name: 'Pat Doe', email: 'pat@example.com' };

	async function createRequest(more = {}): ReturnType<ApiClient> {
		simulator.collection.addClient(pat);
		const [template] = simulator.collection.requestTemplates;
		return await call('POST', '/requests', {
			name: 'Onboarding',
			client_email: pat.email,
			request_template_id: template?.id,
			...more,
		});
	}

	it.each([
		['the vendor’s spelling', pat],
		['the other spelling', { name: pat.full_name, email: pat.email }],
		['both', { ...pat, name: pat.full_name }],
	])('creates a client in %s', async (_name, body) => {
		const created = await call('POST', '/clients', body);
		expect([created.status, created.body]).toEqual([201, expect.objectContaining(pat)]);
	});

	it.each([
		['no name', { email: 'pat@example.com' }],
		['no email', { full_name: 'Pat' }],
		['a bad email', { ...pat, email: 'pat' }],
		['two names', { ...pat, name: 'Kim' }],
		['an unknown language', { ...pat, language_code: 'xx' }],
	])('refuses a client with %s', async (_name, body) => {
		const refused = await call('POST', '/clients', body);
		expect([refused.status, refused.body]).toEqual([422, { errors: [expect.any(String)] }]);
	});

	it('refuses a second client of one email', async () => {
		await call('POST', '/clients', pat);
		const second = { ...pat, email: 'PAT@example.com' };
		expect((await call('POST', '/clients', second)).status).toBe(422);
	});

	it('creates a request from a template, as a draft, due in 14 days', async () => {
		const created = await createRequest();
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({
			status: 'draft',
			due: '2026-03-16',
			client: pat,
			request_template_name: 'Onboarding',
		});
		const shown = await call('GET', `/requests/${textOf(created, 'id')}`);
		expect(shown.body).toMatchObject({ fields_count: 4, pages: [{}, {}] });
		expect(JSON.stringify(shown.body)).not.toContain('answers');
	});

	it('takes a request in both spellings at once', async () => {
		const client = simulator.collection.addClient({ ...pat, email: 'kim@example.com' });
		const [template] = simulator.collection.requestTemplates;
		const created = await createRequest({
			client_id: client.id,
			client_email: client.email,
			template_id: template?.id,
			due: '2026-12-01',
			due_date: '2026-12-01',
			status: 'published',
		});
		expect(created.body).toMatchObject({ due: '2026-12-01', status: 'published' });
	});

	it.each([
		['an unknown template', { request_template_id: 'rtpl_none' }],
		['no template', { request_template_id: undefined }],
		['a new client without name', { client_email: 'new@example.com' }],
		['no client', { client_email: undefined }],
		['a date that does not exist', { due: '2026-02-30' }],
		['a date in another form', { due: '01/12/2026' }],
		['the status completed', { status: 'completed' }],
		['two due dates', { due: '2026-12-01', due_date: '2026-12-02' }],
		[
			'options missing',
			{
				request_template_id: undefined,
				pages_data: [
					{
						name: 'P',
						sections_data: [
							{
								name: 'S',
								questions_data: [{ question: 'Q', data_type: 'dropdown', question_number: 1 }],
							},
						],
					},
				],
			},
		],
	])('refuses a request with %s', async (_name, more) => {
		expect((await createRequest(more)).status).toBe(422);
	});

	it('overwrites name and phone of an existing client', async () => {
		await createRequest({ client_full_name: 'Patricia Doe', client_phone: '1' });
		expect(simulator.collection.clients).toEqual([
			expect.objectContaining({ full_name: 'Patricia Doe', phone: '1' }),
		]);
	});

	it('lists thin rows, more only by expand, and filters by status', async () => {
		await createRequest({ status: 'published' });
		const [row] = rowsOf(await call('GET', '/requests?filter_by[statuses][]=published'));
		expect(Object.keys(row ?? {}).sort()).toEqual(['due', 'id', 'name', 'status']);
		expect(rowsOf(await call('GET', '/requests?filter_by[statuses][]=draft'))).toEqual([]);
		const [wide] = rowsOf(await call('GET', '/requests?expand[]=clients&expand[]=owner_email'));
		expect(wide).toMatchObject({ clients: [pat], owner_email: 'owner@contoso.com' });
	});

	it('pages by limit and offset, at most 200 rows', async () => {
		for (let index = 0; index < 205; index += 1) {
			simulator.collection.addClient({ ...pat, email: `p${index}@example.com` });
		}
		const first = await call('GET', '/clients?limit=500');
		expect(rowsOf(first)).toHaveLength(200);
		expect(first.body).toMatchObject({ pagination: { offset: 0, total_count: 205 } });
		expect(rowsOf(await call('GET', '/clients?offset=200'))).toHaveLength(5);
		const found = await call(
			'GET',
			'/clients?q=P20&q_by[]=email&sort_by=email&sort_direction=desc',
		);
		expect(
			rowsOf(found)
				.map(({ email }) => email)
				.slice(0, 2),
		).toEqual(['p20@example.com', 'p204@example.com']);
	});

	it('gives answers by page only, without internal fields unless asked', async () => {
		const id = textOf(await createRequest(), 'id');
		const request = simulator.collection.requests[0];
		if (request === undefined) throw new Error('No request');
		simulator.collection.answer(request, 'Legal name', { text: 'Acme' });
		const shown = await call('GET', `/requests/${id}`);
		const [page] = Object(shown.body).pages;
		const text = JSON.stringify((await call('GET', `/pages/${page.id}`)).body);
		expect(text).toContain('"values_flat":"Acme"');
		expect(text).not.toContain('Internal note');
		const all = await call('GET', `/pages/${page.id}?include_internal_fields=true`);
		expect(JSON.stringify(all.body)).toContain('Internal note');
	});

	it('reviews one field, and everything below a request', async () => {
		const id = textOf(await createRequest(), 'id');
		const [request] = simulator.collection.requests;
		if (request === undefined) throw new Error('No request');
		const field = simulator.collection.answer(request, 'Legal name', { text: 'Acme' });
		const review = `/fields/${field.id}/review`;
		const rejected = { status: 'redo', rejection_comment: 'Too short' };
		expect((await call('PUT', review, rejected)).body).toMatchObject(rejected);
		const wrong = { status: 'approved', rejection_comment: 'x' };
		expect((await call('PUT', review, wrong)).status).toBe(422);
		await call('PUT', `/requests/${id}/submit_all_fields`);
		expect((await call('PUT', `/requests/${id}/approve_all_submitted_fields`)).status).toBe(204);
		const statuses = simulator.collection.fields(request).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set(['approved']));
	});

	it('wants the token for files of its own origin, and refuses it at the other', async () => {
		const request = simulator.collection.addRequest({
			name: 'Files',
			pages: [{ name: 'P', sections: [{ name: 'S', fields: [{ name: 'Logo', type: 'file' }] }] }],
		});
		const field = simulator.collection.answer(
			request,
			'Logo',
			{ file: { filename: 'here.png', content: 'a' } },
			{ file: { filename: 'there.png', content: 'b', place: 'elsewhere' } },
		);
		const { access_token: token } = simulator.tokens.issue('collection');
		const fetched = [];
		for (const { attachment } of field.answers) {
			for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
				fetched.push((await fetch(attachment?.url ?? '', { headers })).status);
			}
		}
		expect(fetched).toEqual([401, 200, 200, 400]);
	});

	it.each([
		['reads', 'GET', 50],
		['writes', 'POST', 20],
	])('allows so many %s in ten seconds', async (_name, method, limit) => {
		simulator.collection.latencyMs = 0;
		const ask = async () => await call(method, '/clients', method === 'GET' ? undefined : {});
		for (let index = 0; index < limit; index += 1) expect((await ask()).status).not.toBe(429);
		now += 4000;
		const refused = await ask();
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
		now += 6000;
		expect((await ask()).status).not.toBe(429);
	});

	it('refuses tokens of mailboxes, expired ones, and those without the scope', async () => {
		const url = `${simulator.collectionRoot}/partner_api/v1/me`;
		const mailbox = simulator.tokens.issue('me@contoso.com').access_token;
		const headers = { authorization: `Bearer ${mailbox}` };
		expect((await fetch(url, { headers })).status).toBe(401);
		const reader = collectionClient(simulator, 'read_clients');
		expect((await reader('GET', '/clients')).status).toBe(200);
		expect((await reader('POST', '/clients', pat)).status).toBe(403);
		const writer = collectionClient(simulator, 'write_requests');
		const [template] = simulator.collection.requestTemplates;
		const { email, full_name: client_full_name } = pat;
		const order = { name: 'Onboarding', client_email: email, request_template_id: template?.id };
		const forNewClient = async () =>
			(await writer('POST', '/requests', { ...order, client_full_name })).status;
		expect(await forNewClient()).toBe(403);
		simulator.collection.addClient(pat);
		expect(await forNewClient()).toBe(201);
		simulator.tokens.expireAccess('collection');
		expect((await call('GET', '/me')).status).toBe(401);
		const elsewhere = graphClient(simulator, 'collection');
		expect((await elsewhere('GET', '/me')).status).toBe(401);
	});

	it('refuses webhooks of unknown events, and updates without address', async () => {
		const body = { url: 'https://example.com/hook', subscriptions: ['request_completed'] };
		const created = await call('POST', '/webhooks', body);
		expect(created.status).toBe(201);
		const unknown = { ...body, subscriptions: ['request_forgotten'] };
		expect((await call('POST', '/webhooks', unknown)).status).toBe(422);
		const path = `/webhooks/${textOf(created, 'id')}`;
		expect((await call('PUT', path, { enabled: false })).status).toBe(422);
	});

	it('answers 501 to paths it does not know', async () => {
		expect((await call('GET', '/submissions')).status).toBe(501);
	});
});
