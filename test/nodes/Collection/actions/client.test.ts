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
import { failureOf, locator } from '../../../harness/steps';

// Holds under each reading of fact: client-again, fact: client-companies, fact: collection-match.

useCollection();

/** A client who comes from an integration. */
const imported = () =>
	world().addClient({ email: 'ann@example.com', full_name: 'Ann Imported', external: true });

describe('Create Client', () => {
	const step = 'client.createClient';

	it('sends the name in both spellings and returns the client with its ID', async () => {
		const client = await runForOne(step, { email: 'pat@example.com', name: ' Pat Doe ' });
		expect(requestTo('POST', '/clients').body).toEqual({
			name: 'Pat Doe',
			full_name: 'Pat Doe',
			email: 'pat@example.com',
		});
		expect(client).toEqual({
			id: world().clients[0]?.id,
			email: 'pat@example.com',
			full_name: 'Pat Doe',
			client_companies: [],
		});
	});

	it('sends the profile that is filled in, companies by name', async () => {
		await runStep(step, {
			email: 'Pat Doe <pat@example.com>',
			name: 'Pat Doe',
			profile: {
				companies: 'Contoso, Fabrikam',
				firstName: 'Pat',
				lastName: '',
				languageCode: 'EN-GB',
				phone: '+1 555',
			},
		});
		expect(requestTo('POST', '/clients').body).toEqual({
			name: 'Pat Doe',
			full_name: 'Pat Doe',
			email: 'pat@example.com',
			first_name: 'Pat',
			phone: '+1 555',
			language_code: 'en-gb',
			client_companies: [{ name: 'Contoso' }, { name: 'Fabrikam' }],
		});
	});

	it.each(['={{ $json.from }}', '={{ $json.client }}'])(
		'takes the sender of an email, or a client of another step, for the email: %s',
		async (email) => {
			const address = 'pat@example.com';
			const from = { address, name: 'Pat Doe' };
			const items = [{ json: { from, client: { email: address, id: 'acc_1' } } }];
			await runStep(step, { email, name: 'Pat Doe' }, { items });
			expect(requestTo('POST', '/clients').body).toMatchObject({ email: address });
		},
	);

	it.each([
		...['["Acme, Inc.", "Fabrikam"]', "['Acme, Inc.', 'Fabrikam']", '"Acme, Inc.", "Fabrikam"'],
		'={{ [{ id: "cco_1", name: "Acme, Inc." }, { id: "cco_2", name: "Fabrikam" }] }}',
	])(
		'takes a list for companies whose name has a comma, also as Get Client returns them: %s',
		async (companies) => {
			await runStep(step, { email: 'pat@example.com', name: 'Pat Doe', profile: { companies } });
			expect(requestTo('POST', '/clients').body).toMatchObject({
				client_companies: [{ name: 'Acme, Inc.' }, { name: 'Fabrikam' }],
			});
		},
	);

	it.each([
		['Acme, Inc., Fabrikam', ['Acme, Inc.', 'Fabrikam']],
		['Acme, LLC; Doe & Fox, P.C.', ['Acme, LLC', 'Doe & Fox, P.C.']],
		['Acme, Co., Ltd.', ['Acme, Co., Ltd.']],
		['Inc., Acme, Incline', ['Inc.', 'Acme', 'Incline']],
	])('takes a legal form behind a comma for a part of the name: %s', async (companies, names) => {
		await runStep(step, { email: 'pat@example.com', name: 'Pat Doe', profile: { companies } });
		expect(requestTo('POST', '/clients').body).toMatchObject({
			client_companies: names.map((name) => ({ name })),
		});
	});

	it.each([
		['', 'Email'],
		['pat', 'Email'],
		['pat@', 'Email'],
		['pat@example', 'Email'],
		['pat doe@example.com', 'Email'],
		['pat@example.com, sam@example.com', 'Email'],
	])('refuses the address %j and sends nothing', async (email, label) => {
		expect((await failureOf(runStep(step, { email, name: 'Pat Doe' }))).message).toMatch(
			new RegExp(`^${label}: `),
		);
		expect(arrived()).toEqual([]);
	});

	it('says what the provider refused, without the address', async () => {
		provider().readings.choose({ fact: 'client-again', as: 'refused' });
		pat();
		const failure = await failureOf(runStep(step, { email: 'pat@example.com', name: 'Pat Doe' }));
		expect(failure.message).toContain('refused the request: Email has already been taken');
		expect(failure.description).toContain('use Create or Update Client');
		expect(JSON.stringify(failure)).not.toContain('pat@example.com');
	});

	it('does not repeat a creation whose answer was lost: the client is looked up', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const client = await runForOne(step, { email: 'Pat@Example.com', name: 'Pat Doe' });
		expect(client.id).toBe(world().clients[0]?.id);
		expect(arrived()).toEqual(['POST /clients', 'GET /clients']);
		expect(world().clients).toHaveLength(1);
	});

	it.each([
		['a broken connection', { cut: 'before' as const }],
		['an error of the gateway', { status: 504 }],
	])('reports a client that is not found after %s as possibly there', async (_, fault) => {
		provider().faults.next({ method: 'POST' }, fault);
		const { message, description } = await failureOf(
			runStep(step, { email: 'pat@example.com', name: 'Pat Doe' }),
		);
		expect(message).toContain('The client may exist');
		expect(description).toContain('Create or Update Client');
		expect(requestTo('POST', '/clients')).toBeDefined();
		expect(provider().requests.count({ method: 'POST' })).toBe(1);
	});

	it('does so as well when the look-up fails', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		provider().faults.next({ method: 'GET' }, { status: 403 });
		expect(
			(await failureOf(runStep(step, { email: 'pat@example.com', name: 'Pat' }))).message,
		).toContain('may exist');
	});

	it('accepts an answer without a body by looking the client up', async () => {
		provider().faults.next({ method: 'POST' }, { status: 201, after: true, body: '' });
		const client = await runForOne(step, { email: 'pat@example.com', name: 'Pat Doe' });
		expect(client.full_name).toBe('Pat Doe');
	});
});

describe('Get Client', () => {
	const step = 'client.getClient';

	it.each(['list', 'id', 'email'])('reads a client chosen by %s', async (mode) => {
		const { id, email } = pat();
		const value = mode === 'email' ? email.toUpperCase() : id;
		expect(await runForOne(step, { client: locator(mode, value) })).toMatchObject({ id, email });
	});

	it('takes a bare text with an @ for an email, and any other for an ID', async () => {
		const { id, email } = pat();
		expect((await runForOne(step, { client: email })).id).toBe(id);
		expect((await runForOne(step, { client: id })).id).toBe(id);
	});

	it('does not take a client whose email only contains the searched one', async () => {
		world().addClient({ email: 'super-pat@example.com', full_name: 'Super Pat' });
		const { message } = await failureOf(
			runStep(step, { client: locator('email', 'pat@example.com') }),
		);
		expect(message).toMatch(/^Client: no active client has this email/);
	});

	it('says so when the ID is unknown', async () => {
		const { message } = await failureOf(runStep(step, { client: locator('id', 'acc_unknown') }));
		expect(message).toContain('Content Snare has nothing with this ID');
	});
});

describe('Find Client', () => {
	const step = 'client.findClient';

	it('finds by the whole email, whatever its case', async () => {
		const { id } = pat();
		world().addClient({ email: 'super-pat@example.com', full_name: 'Super Pat' });
		expect(await runForOne(step, { search: 'PAT@example.com' })).toMatchObject({ id });
		expect(requestTo('GET', '/clients').query).toMatchObject({
			q: 'PAT@example.com',
			'q_by[]': 'email',
		});
	});

	it('finds the sender of an email, as Find Contact does', async () => {
		const { id, email } = pat();
		const items = [{ json: { from: { address: email, name: 'Pat Doe' } } }];
		expect(await runForOne(step, { search: '={{ $json.from }}' }, { items })).toMatchObject({ id });
	});

	it('finds all by a part of the name', async () => {
		provider().readings.choose({ fact: 'collection-match', as: 'partial' });
		pat();
		world().addClient({ email: 'kim@example.com', full_name: 'Kim Doe' });
		world().addClient({ email: 'doe@example.com', full_name: 'Sam Roe' });
		const found = await runStep(step, { search: 'doe' });
		expect(found.map(({ json }) => json.full_name)).toEqual(['Pat Doe', 'Kim Doe']);
	});

	it.each([
		['Contoso, Ltd.', 'Contoso, Ltd.'],
		['Roe, Sam', 'Roe, Sam'],
		['Doe, Pat', 'Pat Doe'],
	])(
		'finds by a name with a comma as it is, and with the surname behind: %s',
		async (search, name) => {
			pat();
			world().addClient({ email: 'office@example.com', full_name: 'Contoso, Ltd.' });
			world().addClient({ email: 'sam@example.com', full_name: 'Roe, Sam' });
			const found = await runStep(step, { search });
			expect(found.map(({ json }) => json.full_name)).toEqual([name]);
		},
	);

	it.each(['ann@example.com', 'Ann Imported'])(
		'finds a client who comes from an integration: %s',
		async (search) => {
			const { id } = imported();
			expect(await runForOne(step, { search })).toMatchObject({ id });
		},
	);

	it('gives a language model as many as other lists do, and says how to find the others', async () => {
		for (let number = 1; number <= 51; number++) {
			world().addClient({ email: `c${number}@example.com`, full_name: `Client ${number}` });
		}
		const told = await runStep(step, { search: 'client' }, { asTool: true });
		expect(told).toHaveLength(50);
		expect(told.at(-1)?.json.more).toBe(
			'Only the first 50 of 51 clients are returned: write more of the name, or the whole email.',
		);
		const few = await runStep(step, { search: 'client 5' }, { asTool: true });
		expect(few.map(({ json }) => [json.full_name, json.more])).toEqual([
			['Client 5', undefined],
			['Client 50', undefined],
			['Client 51', undefined],
		]);
		expect(await runStep(step, { search: 'client' })).toHaveLength(51);
	});

	it('returns nothing when nobody is found', async () => {
		expect(await runStep(step, { search: 'nobody@example.com' })).toEqual([]);
	});

	it('needs something to look for', async () => {
		expect((await failureOf(runStep(step, { search: ' ' }))).message).toMatch(
			/^Email or Name: is required/,
		);
	});
});

describe('List Clients', () => {
	const step = 'client.listClients';

	beforeEach(() => {
		for (let number = 1; number <= 450; number++) {
			world().addClient({ email: `c${number}@example.com`, full_name: `Client ${number}` });
		}
		world().addClient({ email: 'x@example.com', full_name: 'External', external: true });
	});

	it('tells a language model that nobody of a connected app was looked for, where nobody was found', async () => {
		const read = async (filters: object) =>
			(await runStep(step, { filters: { search: 'External', ...filters } }, { asTool: true })).at(
				-1,
			)?.json;
		expect(await read({})).toMatchObject({
			found: 0,
			more: 'Clients that come from connected apps are not listed: Find Client finds them, too.',
		});
		expect(await read({ includeExternal: true })).toMatchObject({ full_name: 'External' });
		expect(await read({ includeExternal: true, search: 'Nobody' })).not.toHaveProperty('more');
		expect(await read({ search: 'Client 7' })).not.toHaveProperty('more');
	});

	it('reads page by page to the end', async () => {
		const clients = await runStep(step, { returnAll: true });
		expect(clients).toHaveLength(450);
		expect(new Set(clients.map(({ json }) => json.id)).size).toBe(450);
		expect(provider().requests.all.map(({ query }) => query.offset)).toEqual(['0', '200', '400']);
	});

	it('asks for one row more than wanted, which tells whether there is more', async () => {
		expect(await runStep(step, { limit: 3 })).toHaveLength(3);
		expect(provider().requests.all.map(({ query }) => query.limit)).toEqual(['4']);
	});

	it.each([
		['as many as are wanted, and there are no more', 450, 3, false],
		['fewer than wanted', 451, 3, false],
		['a whole page, and the provider counts more', 200, 1, true],
		['fewer than there are, of several pages', 449, 3, true],
	])(
		'says that it was cut, or not, without another request: %s',
		async (_, limit, reads, isCut) => {
			const rows = await runStep(step, { limit }, { asTool: true });
			expect(rows).toHaveLength(Math.min(limit, 450));
			expect('more' in (rows.at(-1)?.json ?? {})).toBe(isCut);
			expect(arrived()).toHaveLength(reads);
		},
	);

	it.each([
		[[{ id: 1 }], false],
		[[{ id: 1 }, { id: 2 }], true],
	])(
		'knows of a bare list, which is not counted, whether there is more: %j',
		async (body, isCut) => {
			provider().faults.next({ method: 'GET' }, { status: 200, body });
			const [row] = await runStep(step, { limit: 1 }, { asTool: true });
			expect('more' in (row?.json ?? {})).toBe(isCut);
		},
	);

	it('filters and sorts as asked', async () => {
		provider().readings.choose({ fact: 'collection-match', as: 'partial' });
		const filters = { includeExternal: true, search: 'ext', sortBy: 'full_name' };
		const clients = await runStep(step, { filters });
		expect(clients.map(({ json }) => json.full_name)).toEqual(['External']);
		expect(requestTo('GET', '/clients').query).toMatchObject({
			include_external: 'true',
			q: 'ext',
			sort_by: 'full_name',
			sort_direction: 'asc',
		});
	});

	it('refuses a direction without a column to sort by', async () => {
		const failure = await failureOf(runStep(step, { filters: { sortDirection: 'desc' } }));
		expect(failure.message).toBe('Filters > Sort By: is required for a Sort Direction');
		expect(arrived()).toEqual([]);
	});

	it('takes a bare list for an answer too', async () => {
		const body = [{ id: 1, email: 'a@example.com' }];
		provider().faults.next({ method: 'GET' }, { status: 200, body });
		expect(await runForOne(step, { returnAll: true })).toEqual({ id: '1', email: 'a@example.com' });
	});

	it('refuses a limit below 1', async () => {
		expect((await failureOf(runStep(step, { limit: 0 }))).message).toMatch(
			/^Limit: must be a whole number from 1/,
		);
	});
});

describe('Update Client', () => {
	const step = 'client.updateClient';

	it('sends only what changes, the name in both spellings', async () => {
		const { id } = pat();
		const client = await runForOne(step, { client: locator('id', id), newName: 'Pat Roe' });
		expect(requestTo('PUT', `/clients/${id}`).body).toEqual({
			name: 'Pat Roe',
			full_name: 'Pat Roe',
		});
		expect(client).toMatchObject({ id, full_name: 'Pat Roe', phone: '+1 555' });
	});

	it('finds the client by its email and changes it', async () => {
		const { id } = pat();
		await runStep(step, {
			client: locator('email', 'pat@example.com'),
			newEmail: 'pat.doe@example.com',
			profile: { phone: '+1 556' },
		});
		expect(requestTo('PUT', `/clients/${id}`).body).toEqual({
			email: 'pat.doe@example.com',
			phone: '+1 556',
		});
	});

	it('repeats a change whose answer was lost: doing it twice is doing it once', async () => {
		const { id } = pat();
		provider().faults.next({ method: 'PUT' }, { cut: 'after' });
		const client = await runForOne(step, { client: locator('id', id), newName: 'Pat Roe' });
		expect(client.full_name).toBe('Pat Roe');
		expect(provider().requests.count({ method: 'PUT' })).toBe(2);
	});

	it.each([
		[step, () => ({ client: locator('email', 'pat@example.com'), newName: 'Pat Roe' })],
		['client.upsertClient', () => ({ email: 'pat@example.com', name: 'Pat Roe' })],
	])('accepts an answer without a body: %s', async (either, given) => {
		const { id } = pat();
		provider().faults.next({ method: 'PUT' }, { status: 204, after: true });
		expect(await runForOne(either, given())).toMatchObject({ id });
		expect(world().clients).toMatchObject([{ full_name: 'Pat Roe' }]);
	});

	it('refuses to change nothing', async () => {
		const { message } = await failureOf(runStep(step, { client: locator('id', 'acc_1') }));
		expect(message).toMatch(/^New Name: fill in what to change/);
		expect(arrived()).toEqual([]);
	});
});

describe('Delete Client', () => {
	const step = 'client.deleteClient';

	it('deletes by ID or email and returns the ID', async () => {
		const { id } = pat();
		expect(await runForOne(step, { client: locator('email', 'pat@example.com') })).toEqual({
			id,
			deleted: true,
		});
		expect(world().clients).toEqual([]);
	});

	it.each(['deleteClient', 'updateClient', 'getClient'])(
		'takes none of two clients with one email, of whom an integration brought one: %s',
		async (name) => {
			const one = imported();
			world().addClient({ email: 'ANN@example.com', full_name: 'Ann Lee' });
			const given = { client: locator('email', 'ann@example.com'), newName: 'Ann' };
			expect(await failureOf(runStep(`client.${name}`, given))).toEqual({
				message: 'Client: several clients have this email',
				description: 'Choose one by its ID, which Find Client returns.',
			});
			expect(arrived()).toEqual(['GET /clients']);
			expect(world().clients.map(({ full_name: known }) => known)).toEqual([
				one.full_name,
				'Ann Lee',
			]);
		},
	);

	it('counts as done when the answer was lost and nothing is left to delete', async () => {
		const { id } = pat();
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		expect(await runForOne(step, { client: locator('id', id) })).toEqual({ id, deleted: true });
		expect(provider().requests.all.map(({ status }) => status)).toEqual([0, 404]);
	});

	it('says so when there is no such client', async () => {
		expect((await failureOf(runStep(step, { client: locator('id', 'acc_1') }))).message).toContain(
			'nothing with this',
		);
	});
});

describe('Create or Update Client', () => {
	const step = 'client.upsertClient';

	it('creates a client that is new', async () => {
		const client = await runForOne(step, { email: 'pat@example.com', name: 'Pat Doe' });
		expect(client).toMatchObject({ created: true, full_name: 'Pat Doe' });
		expect(arrived()).toEqual(['GET /clients', 'POST /clients']);
	});

	it('updates one that exists', async () => {
		const { id } = pat();
		const client = await runForOne(step, { email: 'PAT@example.com', name: 'Pat Roe' });
		expect(client).toMatchObject({ id, created: false, full_name: 'Pat Roe', phone: '+1 555' });
	});

	it('updates one who comes from an integration', async () => {
		const { id } = imported();
		const client = await runForOne(step, { email: 'ann@example.com', name: 'Ann Roe' });
		expect(client).toMatchObject({ id, created: false, full_name: 'Ann Roe' });
		expect(world().clients).toHaveLength(1);
	});

	it('changes none of two clients with the email, of whom an integration brought one', async () => {
		const one = imported();
		world().addClient({ email: 'ANN@example.com', full_name: 'Ann Lee' });
		expect(await failureOf(runStep(step, { email: 'ann@example.com', name: 'Ann' }))).toEqual({
			message: 'Email: several clients have this email',
			description: 'Choose one by its ID in Update Client: Find Client returns it.',
		});
		expect(arrived()).toEqual(['GET /clients']);
		const known = world().clients.map(({ full_name: name }) => name);
		expect(known).toEqual([one.full_name, 'Ann Lee']);
	});

	it('creates one client for two items with the same email', async () => {
		const items = await runStep(
			step,
			{ email: '={{ $json.email }}', name: 'Pat Doe' },
			{ items: [{ json: { email: 'pat@example.com' } }, { json: { email: 'PAT@example.com' } }] },
		);
		expect(items.map(({ json }) => json.created)).toEqual([true, false]);
		expect(world().clients).toHaveLength(1);
	});

	const pats = { email: 'pat@example.com', name: 'Pat Doe', profile: { phone: '+1 555' } };

	it.each([
		['was not created', { cut: 'before' as const }, undefined],
		['was created, which nobody could see at once', { cut: 'after' as const }, 403],
	])(
		"is made once by n8n's Retry On Fail where the answer is lost and it %s",
		async (_, fault, status) => {
			provider().faults.next({ method: 'POST' }, fault);
			const { faults } = provider();
			faults.next({ method: 'GET' }, { status: 200, body: { results: [] } });
			if (status) faults.next({ method: 'GET' }, { status });
			await runForOne(step, pats, { tries: 2 });
			expect(world().clients).toEqual([expect.objectContaining({ phone: '+1 555' })]);
		},
	);

	it('says that it may exist where the next attempt at a lost creation reaches nobody', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		provider().faults.next({ method: 'GET' }, { status: 200, body: { results: [] } });
		provider().faults.next({ times: Infinity }, { status: 403 });
		const { message, description } = await failureOf(runStep(step, pats, { tries: 2 }));
		expect(message).toContain('The account is not allowed to do this');
		expect(description).toContain('the client may exist');
	});

	it('tells a language model to run it again where the answer is lost', async () => {
		provider().faults.next({ method: 'POST' }, { cut: 'before' });
		const { message } = await failureOf(runStep(step, pats, { asTool: true }));
		expect(message).toMatch(/may exist.* Run Create or Update Client again/);
	});

	it.each([422, 409])(
		'updates one that another run creates meanwhile, refused with %i',
		async (status) => {
			provider().faults.next({ method: 'POST' }, { status });
			const { id } = world().addClient({ email: 'pat@example.com', full_name: 'Pat' });
			provider().faults.next({ method: 'GET' }, { status: 200, body: { results: [] } });
			expect(await runForOne(step, pats)).toMatchObject({ id, created: false, phone: '+1 555' });
		},
	);

	it('says what the provider refuses where no client has the email', async () => {
		provider().faults.next(
			{ method: 'POST' },
			{ status: 422, body: { errors: ['Seats are full'] } },
		);
		expect((await failureOf(runStep(step, pats))).message).toContain('Seats are full');
	});

	it('names the field that is missing', async () => {
		const { message } = await failureOf(runStep(step, { email: 'pat@example.com', name: '' }));
		expect(message).toMatch(/^Name: is required/);
	});
});

describe('List Companies', () => {
	it('lists the companies of clients', async () => {
		provider().readings.choose({ fact: 'collection-match', as: 'partial' });
		world().company('Contoso');
		world().company('Fabrikam');
		const companies = await runStep('client.listCompanies', { search: 'con' });
		expect(companies.map(({ json }) => json.name)).toEqual(['Contoso']);
		expect(requestTo('GET', '/client_companies').query).toMatchObject({ q: 'con' });
	});

	// Companies takes names: an ID would become the name of another one.
	it('gives a model the names alone', async () => {
		world().company('Contoso');
		const [forModel] = await runStep('client.listCompanies', {}, { asTool: true });
		expect(forModel?.json).toEqual({ name: 'Contoso' });
		expect(Object.keys((await runStep('client.listCompanies'))[0]?.json ?? {})).toContain('id');
	});

	it('says what to do when the role is too low', async () => {
		provider().faults.next({ path: `${API}/client_companies` }, { status: 403 });
		const { message, description } = await failureOf(runStep('client.listCompanies'));
		expect(message).toContain('The account is not allowed to do this');
		expect(description).toContain('role');
		expect(description).toContain('API access may not be enabled');
	});
});
