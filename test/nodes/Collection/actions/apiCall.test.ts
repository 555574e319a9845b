import type { INodeParameters } from 'n8n-workflow';
import {
	API,
	arrived,
	pat,
	provider,
	requestTo,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { failureOf } from '../../../harness/steps';

useCollection();

const step = 'advanced.apiCall';

const withHeader = (name: string, value: string | INodeParameters) => ({
	headers: { header: [{ name, value }] },
});

function manyClients(count: number) {
	for (let number = 1; number <= count; number++) {
		world().addClient({ email: `c${number}@example.com`, full_name: `Client ${number}` });
	}
}

describe('Client-Collection API Call', () => {
	it.each(['/me', '/partner_api/v1/me', ' /me '])('reads one record from %j', async (endpoint) => {
		expect(await runForOne(step, { endpoint })).toEqual({ full_name: 'Olive Owner' });
		expect(arrived()).toEqual(['GET /me']);
	});

	it('signs in by itself', async () => {
		await runStep(step, { endpoint: '/me' });
		expect(requestTo('GET', '/me').headers.authorization).toMatch(/^Bearer sim-/);
	});

	it('sends a flat JSON body', async () => {
		const body = { email: 'pat@example.com', full_name: 'Pat Doe' };
		const client = await runForOne(step, {
			method: 'POST',
			endpoint: '/clients',
			body: JSON.stringify(body),
		});
		expect(requestTo('POST', '/clients').body).toEqual(body);
		expect(client.id).toBe(world().clients[0]?.id);
	});

	it('gives one item for each row of a list, up to the limit', async () => {
		manyClients(5);
		const rows = await runStep(step, { endpoint: '/clients', limit: 3 });
		expect(rows.map(({ json }) => json.full_name)).toEqual(['Client 1', 'Client 2', 'Client 3']);
		expect(arrived()).toHaveLength(1);
	});

	it('gives 50 rows when the limit is empty, as every step that lists', async () => {
		manyClients(60);
		const parameters = { endpoint: '/clients', limit: '={{ "" }}' };
		expect(await runStep(step, parameters)).toHaveLength(50);
	});

	it('reads a list to its end', async () => {
		manyClients(450);
		const rows = await runStep(step, { endpoint: '/clients', returnAll: true });
		expect(rows).toHaveLength(450);
		expect(arrived()).toHaveLength(3);
	});

	it('keeps to limit and offset of the user as page size and beginning', async () => {
		manyClients(10);
		const endpoint = '/clients?limit=4&offset=3';
		const rows = await runStep(step, { endpoint, returnAll: true });
		expect(rows.map(({ json }) => json.full_name)).toEqual(
			Array.from({ length: 7 }, (_, index) => `Client ${index + 4}`),
		);
		expect(provider().requests.all.map(({ query }) => query.offset)).toEqual(['3', '7']);
	});

	it('calls a list cut only when there is more of it', async () => {
		manyClients(2);
		for (const [limit, isCut] of [
			[1, true],
			[2, false],
		]) {
			const found = await runStep(step, { endpoint: '/clients', limit }, { asTool: true });
			expect(found.map(({ json }) => json.more !== undefined)).toContain(isCut);
			expect(found).toHaveLength(Number(limit));
		}
	});

	it('fails where a later page cannot be read, so that nothing is missed', async () => {
		provider().faults.next({}, { status: 200, body: [{ id: 1 }] });
		provider().faults.next({}, { status: 200, body: 'none' });
		const run = runStep(step, { endpoint: '/clients?limit=1', returnAll: true });
		expect((await failureOf(run)).message).toContain('could not be read');
	});

	it('takes a bare list too', async () => {
		provider().faults.next({}, { status: 200, body: [{ id: 1 }, { id: 2 }] });
		expect(await runStep(step, { endpoint: '/clients', returnAll: true })).toHaveLength(2);
	});

	it('writes lists and objects of the query in brackets', async () => {
		const query = { filter_by: { statuses: ['draft', 'published'] }, expand: ['clients'], x: null };
		const custom = JSON.stringify(query);
		await runStep(step, { endpoint: '/requests?sort_by=name', query: { custom } });
		const { url } = requestTo('GET', '/requests');
		expect([...new URL(url, 'http://x').searchParams]).toEqual([
			['sort_by', 'name'],
			['filter_by[statuses][]', 'draft'],
			['filter_by[statuses][]', 'published'],
			['expand[]', 'clients'],
		]);
	});

	it('sends the parameters that can be chosen, before those of the endpoint', async () => {
		const query = { expand: 'clients, owner_name', q: 'R', offset: 0, sort_by: 'name' };
		await runStep(step, { endpoint: '/requests?q=old&q=older&limit=5', query });
		const { url } = requestTo('GET', '/requests');
		expect([...new URL(url, 'http://x').searchParams].sort()).toEqual([
			['expand[]', 'clients'],
			['expand[]', 'owner_name'],
			['limit', '5'],
			['offset', '0'],
			['q', 'R'],
			['sort_by', 'name'],
		]);
	});

	it('sends custom parameters whose own fields were added and left empty', async () => {
		const custom = JSON.stringify({ expand: ['clients'], q: 'R', sort_by: 'name' });
		const query = { custom, expand: '', q: '', sort_by: '' };
		await runStep(step, { endpoint: '/requests', query });
		const { url } = requestTo('GET', '/requests');
		expect([...new URL(url, 'http://x').searchParams].sort()).toEqual([
			['expand[]', 'clients'],
			['q', 'R'],
			['sort_by', 'name'],
		]);
	});

	it('keeps brackets that the user wrote in the endpoint', async () => {
		await runStep(step, { endpoint: '/requests?expand[]=clients&expand[]=owner_name' });
		const { url } = requestTo('GET', '/requests');
		expect(new URL(url, 'http://x').searchParams.getAll('expand[]')).toEqual([
			'clients',
			'owner_name',
		]);
	});

	it('sends further headers', async () => {
		await runStep(step, { endpoint: '/me', options: withHeader('X-Reason', 'audit') });
		expect(requestTo('GET', '/me').headers).toMatchObject({ 'x-reason': 'audit' });
	});

	it('returns status, headers and body on demand, without cookies', async () => {
		pat();
		const headers = { 'set-cookie': 'session=secret', 'x-total': '1' };
		const body = { results: [{ id: 'acc_1' }] };
		provider().faults.next({}, { status: 200, headers, body });
		const answer = await runForOne(step, { endpoint: '/clients', options: { response: 'full' } });
		expect(answer).toMatchObject({ statusCode: 200, body, headers: { 'x-total': '1' } });
		expect(JSON.stringify(answer)).not.toContain('secret');
	});

	it('gives a list as one item on demand', async () => {
		const body = { results: [{ id: 'acc_1', phone: null }] };
		provider().faults.next({}, { status: 200, body });
		const options = { response: 'oneItem' };
		expect(await runForOne(step, { endpoint: '/clients', options })).toEqual(body);
	});

	it('sends a body as it is written where a header names its kind', async () => {
		const body = 'email=pat%40example.com&full_name=Pat';
		const options = withHeader('Content-Type', 'application/x-www-form-urlencoded');
		// Whether it is taken is up to the provider.
		await Promise.allSettled([
			runStep(step, { method: 'POST', endpoint: '/clients', body, options }),
		]);
		expect(requestTo('POST', '/clients').body).toEqual({
			email: 'pat@example.com',
			full_name: 'Pat',
		});
	});

	it('accepts an answer without a body', async () => {
		const { id } = pat();
		const answer = await runForOne(step, { method: 'DELETE', endpoint: `/clients/${id}` });
		expect(answer).toEqual({ success: true });
	});

	it('does not repeat a POST whose answer was lost, and says what that means', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const { message } = await failureOf(
			runStep(step, {
				method: 'POST',
				endpoint: '/clients',
				body: '{"email":"pat@example.com","full_name":"Pat"}',
			}),
		);
		expect(message).toContain('may or may not have taken effect');
		expect(world().clients).toHaveLength(1);
	});

	it('does not run integration actions twice when the answer was lost', async () => {
		const { id } = world().addRequest({ name: 'R', clients: [pat()] });
		provider().faults.next({ method: 'PUT' }, { cut: 'after' });
		const endpoint = `/requests/${id}/run_integration_actions`;
		const { message } = await failureOf(runStep(step, { method: 'PUT', endpoint }));
		expect(message).toContain('may or may not have taken effect');
		expect(world().integrationRuns).toEqual([id]);
	});

	it('does not repeat a PATCH either, which may add to what is there', async () => {
		provider().faults.next({ method: 'PATCH' }, { status: 503 });
		const { description } = await failureOf(
			runStep(step, { method: 'PATCH', endpoint: '/me', body: '{}' }),
		);
		expect(description).toContain('may have taken effect');
		expect(arrived()).toEqual(['PATCH /me']);
	});

	it('repeats a GET whose connection broke', async () => {
		provider().faults.next({ method: 'GET' }, { cut: 'before' });
		expect(await runForOne(step, { endpoint: '/me' })).toEqual({ full_name: 'Olive Owner' });
	});
});

describe('What the API answers instead', () => {
	it.each([
		[422, { errors: ['Name is blank', 'Email is blank'] }, 'Name is blank; Email is blank'],
		[422, { errors: { name: ['is blank', 'is short'] } }, 'name is blank, is short'],
		[422, { errors: 'Name is blank' }, 'Name is blank'],
		[400, { error: 'invalid_request' }, 'invalid_request'],
		[400, { error: 'invalid_grant', error_description: 'The grant is invalid' }, 'The grant is'],
		[400, 'plain text', 'plain text'],
		[422, { errors: [{ message: 'Name is blank' }] }, 'Name is blank'],
	])('%i with %j says: %s', async (status, body, text) => {
		provider().faults.next({}, { status, body });
		const { message, description } = await failureOf(runStep(step, { endpoint: '/me' }));
		expect(message).toContain('Content Snare refused the request');
		expect(message).toContain(text);
		expect(description).toContain(`HTTP ${status}`);
	});

	it.each([
		[403, 'not allowed', 'API access may not be enabled'],
		[404, 'nothing with this ID', 'may be deleted'],
		[409, 'changed by somebody else', 'Run the step again'],
	])('%i without a body says: %s', async (status, text, hint) => {
		provider().faults.next({}, { status, body: '' });
		const { message, description } = await failureOf(runStep(step, { endpoint: '/me' }));
		expect(message).toContain(text);
		expect(description).toContain(hint);
	});

	it('a page of HTML is not repeated to the user', async () => {
		provider().faults.next({}, { status: 400, body: '<html><body>Bad gateway</body></html>' });
		const failure = await failureOf(runStep(step, { endpoint: '/me' }));
		expect(JSON.stringify(failure)).not.toContain('html');
	});

	it('addresses and tokens in an error are not repeated', async () => {
		const errors = [
			'pat@example.com is taken, see https://x.example/y, token abcdefghijklmnopqrstuvwxyz0123456789',
		];
		provider().faults.next({}, { status: 422, body: { errors } });
		const failure = await failureOf(runStep(step, { endpoint: '/me' }));
		expect(failure.message).toContain('<address> is taken, see <link>');
		expect(JSON.stringify(failure)).not.toMatch(/pat@|x\.example|abcdefgh/);
	});

	it('an expired sign-in is renewed and the request repeated', async () => {
		provider().tokens.expireAccess('collection');
		expect(await runForOne(step, { endpoint: '/me' })).toEqual({ full_name: 'Olive Owner' });
	});
});

describe('A call that cannot be sent', () => {
	it.each([
		['', 'Endpoint'],
		['clients', 'Endpoint'],
		['https://evil.example/clients', 'Endpoint'],
		['//evil.example/clients', 'Endpoint'],
		['/../../oauth/token', 'Endpoint'],
		['/partner_api/v1/../../oauth/token', 'Endpoint'],
		['/partner_api/v1/%2e%2e/%2e%2e/oauth/token', 'Endpoint'],
		['/clients\r\nHost: evil.example', 'Endpoint'],
	])('endpoint %j names the field', async (endpoint, label) => {
		expect((await failureOf(runStep(step, { endpoint }))).message).toMatch(
			new RegExp(`^${label}: `),
		);
		expect(arrived()).toEqual([]);
	});

	it.each(['GET', 'DELETE'])(
		'an ID that an expression does not give leaves no list in its place: %s',
		async (method) => {
			world().addClient({ email: 'pat@example.com', full_name: 'Pat' });
			for (const endpoint of ['=/clients/{{ $json.id }}', '=/clients/{{ $json.id }}?limit=5']) {
				expect(await failureOf(runStep(step, { method, endpoint }))).toMatchObject({
					message: 'Endpoint: must not end with a slash',
					description: expect.stringContaining('gave nothing'),
				});
			}
			expect(arrived()).toEqual([]);
		},
	);

	it('an endpoint cannot reach beside the API: its prefix stays in front', async () => {
		expect((await failureOf(runStep(step, { endpoint: '/oauth/token' }))).description).toContain(
			'HTTP 501',
		);
		expect(provider().requests.all.map(({ path }) => path)).toEqual([`${API}/oauth/token`]);
		provider().requests.clear();
		await failureOf(runStep(step, { endpoint: '/partner_api/v1x/me' }));
		expect(provider().requests.all.map(({ path }) => path)).toEqual([`${API}/partner_api/v1x/me`]);
	});

	it.each(['Authorization', 'cookie', 'Host', 'Proxy-Authorization', 'Transfer-Encoding'])(
		'a header %s is refused',
		async (name) => {
			const options = withHeader(name, 'secret');
			const failure = await failureOf(runStep(step, { endpoint: '/me', options }));
			expect(failure.message).toMatch(/^Options > Headers: must not hold the header/);
			expect(JSON.stringify(failure)).not.toContain('secret');
			expect(arrived()).toEqual([]);
		},
	);

	it.each([
		[{ query: { custom: '[1]' } }, 'Query Parameters > Custom Parameters'],
		[{ query: { custom: 'x' } }, 'Query Parameters > Custom Parameters'],
		[{ query: { offset: -1 } }, 'Query Parameters > Skip'],
		[{ method: 'POST', body: '{' }, 'Body'],
		[{ method: 'POST', body: '"text"' }, 'Body'],
		[{ options: withHeader('no name', 'x') }, 'Options > Headers'],
		[{ options: withHeader('X-A', {}) }, 'Options > Headers'],
	])('%j names the field', async (parameters, label) => {
		const { message } = await failureOf(runStep(step, { endpoint: '/clients', ...parameters }));
		expect(message).toMatch(new RegExp(`^${label}: `));
		expect(arrived()).toEqual([]);
	});

	it('a redirect is not followed with the token', async () => {
		provider().faults.next({}, { redirectTo: `${provider().url}/elsewhere` });
		await failureOf(runStep(step, { endpoint: '/me' }));
		expect(provider().requests.all).toHaveLength(1);
	});

	it.each(['http://example.com', 'https://user@example.com', 'ftp://example.com', 'nonsense'])(
		'an API root %s in the credential is refused',
		async (customApiRoot) => {
			const credentialData = { server: 'custom', customApiRoot };
			const { message } = await failureOf(runStep(step, { endpoint: '/me' }, { credentialData }));
			expect(message).toContain('The API root of the credential');
			expect(arrived()).toEqual([]);
		},
	);
});
