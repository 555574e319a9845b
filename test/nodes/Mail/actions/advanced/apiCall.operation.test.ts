import { ExecuteContext } from 'n8n-core';
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
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'advanced.apiCall';

describe('Mail API Call', () => {
	it('returns one item for each result, over all pages', async () => {
		for (let index = 0; index < 25; index++)
			own().deliver({ subject: `Mail ${index}`, from: 'ann@contoso.com' });
		const all = await runStep(step, { endpoint: '/me/messages', returnAll: true });
		expect(all).toHaveLength(25);
		const some = await runStep(step, { endpoint: '/me/messages', limit: 12 });
		expect(some).toHaveLength(12);
	});

	it('goes on behind pages that hold nothing but where the next one is', async () => {
		for (const subject of ['A', 'B', 'C', 'D']) own().deliver({ subject, from: 'ann@contoso.com' });
		const link = (skip: number) => `${provider().graphRoot}/v1.0/me/messages?$top=2&$skip=${skip}`;
		const nothing = { status: 200, body: { '@odata.nextLink': link(0) } };
		const path = /\/me\/messages$/;
		provider().faults.next({ path }, nothing);
		const list = { endpoint: '/me/messages', query: { $top: 2 } };
		expect(await runStep(step, { ...list, returnAll: true })).toHaveLength(4);
		provider().faults.next({ path }, nothing);
		const [one, ...more] = await runStep(step, { ...list, limit: 1 });
		expect(one?.json).toHaveProperty('subject');
		expect(more).toEqual([]);
	});

	it('returns all that is told of changes, in its order: what came first may be gone', async () => {
		const endpoint = '/me/mailFolders/inbox/messages/delta';
		const link = `${provider().graphRoot}/v1.0${endpoint}?$skiptoken=1`;
		const value = [{ id: 'A', subject: 'Old' }, { id: 'B' }];
		const later = [
			{ id: 'B', '@removed': { reason: 'deleted' } },
			{ id: 'A', subject: 'New' },
		];
		const pages = [
			{ value, '@odata.nextLink': link },
			{ value: later, '@odata.deltaLink': link },
		];
		for (const body of pages) provider().faults.next({ path: /delta$/ }, { status: 200, body });
		const items = await runStep(step, { endpoint, returnAll: true });
		expect(items.map(({ json }) => json)).toEqual([...value, ...later]);
	});

	it('says where the link is that goes on from a list of changes, as no item holds it', async () => {
		const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		const endpoint = '/me/mailFolders/inbox/messages/delta';
		for (const path of ['/me/messages', endpoint]) await runStep(step, { endpoint: path });
		const messages = hint.mock.calls.flat().map(({ message }) => message);
		hint.mockRestore();
		expect(messages).toEqual([expect.stringContaining('Response: Full has it')]);
		const full = await runForOne(step, { endpoint, options: { response: 'full' } });
		expect(full.body).toHaveProperty(['@odata.deltaLink']);
	});

	it('returns all that a POST answers, as no field is shown to limit it', async () => {
		const inputIds = Array.from(
			{ length: 60 },
			(_, index) => own().deliver({ subject: `Mail ${index}`, from: 'ann@contoso.com' }).id,
		);
		const body = { inputIds, sourceIdType: 'restId', targetIdType: 'restImmutableEntryId' };
		const parameters = {
			method: 'POST',
			endpoint: '/me/translateExchangeIds',
			body: JSON.stringify(body),
		};
		const items = await runStep(step, parameters, { asTool: true });
		expect(items.map(({ json }) => json.sourceId)).toEqual(inputIds);
		expect(items.at(-1)?.json.more).toBeUndefined();
	});

	it.each([
		['names itself as the next one', { value: [], '@odata.nextLink': 'SELF' }, 'has no end'],
		['is no list', { value: 'none' }, 'could not be read'],
	])('gives a page up that %s', async (_, next, reason) => {
		const link = `${provider().graphRoot}/v1.0/me/messages?$skip=1`;
		const body = (answer: object) =>
			JSON.parse(JSON.stringify(answer).replace('SELF', link)) as object;
		const first = { value: [{ id: '1' }], '@odata.nextLink': link };
		provider().faults.next({ path: /messages$/ }, { status: 200, body: first });
		provider().faults.next({ path: /messages$/, times: 9 }, { status: 200, body: body(next) });
		const failure = await failureOf(runStep(step, { endpoint: '/me/messages', returnAll: true }));
		expect(failure.message).toContain(reason);
	});

	it('calls a list cut only when there is more of it', async () => {
		const link = `${provider().graphRoot}/v1.0/me/messages?$skip=1`;
		const first = { value: [{ id: '1' }], '@odata.nextLink': link };
		const list = { endpoint: '/me/messages', limit: 1 };
		for (const rest of [[], [{ id: '2' }]]) {
			provider().faults.next({ path: /messages$/ }, { status: 200, body: first });
			provider().faults.next({ path: /messages$/ }, { status: 200, body: { value: rest } });
			const found = await runForOne(step, list, { asTool: true });
			expect([found.id, found.more !== undefined]).toEqual(['1', rest.length > 0]);
		}
	});

	it('encodes query parameters, those in the endpoint too', async () => {
		own().deliver({ subject: "Let's meet & eat", from: 'ann@contoso.com' });
		const query = { $filter: "subject eq 'Let''s meet & eat'", $select: 'subject' };
		const [found] = await runStep(step, { endpoint: '/me/messages?$top=5', query });
		expect(found?.json.subject).toBe("Let's meet & eat");
	});

	it('puts a search into quotes, and leaves quotes that are there', async () => {
		own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		for (const $search of ['subject:invoice', '"subject:invoice"']) {
			expect(await runStep(step, { endpoint: '/me/messages', query: { $search } })).toHaveLength(1);
		}
	});

	it.each([
		['"annual report" OR "budget"', '"\\"annual report\\" OR \\"budget\\""'],
		['"', '"\\""'],
		['subject:"a\\b"', '"subject:\\"a\\\\b\\""'],
		['"subject:\\"budget Q1\\""', '"subject:\\"budget Q1\\""'],
	])('sends the search %s as one quoted text', async ($search, sent) => {
		// Whether it can be searched for is up to the provider.
		await Promise.allSettled([runStep(step, { endpoint: '/me/messages', query: { $search } })]);
		expect(provider().requests.all[0]?.query.$search).toBe(sent);
	});

	it('takes a search with escaped quotes in the endpoint, as Graph writes it', async () => {
		own().deliver({ subject: 'The budget Q1 of sales', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Budget of Q1', from: 'ann@contoso.com' });
		const endpoint = '/me/messages?$search="subject:\\"budget Q1\\""';
		const found = await runStep(step, { endpoint });
		expect(found.map(({ json }) => json.subject)).toEqual(['The budget Q1 of sales']);
	});

	it('takes the endpoint with or without version', async () => {
		expect(await runForOne(step, { endpoint: '/v1.0/me/mailFolders/inbox' })).toMatchObject({
			displayName: 'Inbox',
		});
	});

	it.each([
		['/beta/me/messages/A/attachments/B', 'v1.0', '/beta/me/messages/A/attachments/B'],
		['/v1.0/me/mailFolders/inbox', 'beta', '/me/mailFolders/inbox'],
		['/me/messages/A/attachments/B', 'beta', '/beta/me/messages/A/attachments/B'],
	])('asks %s where API Version is %s: %s', async (endpoint, version, path) => {
		provider().faults.next({ path: /(inbox|B)$/ }, { status: 200, body: { displayName: 'Inbox' } });
		const found = await runForOne(step, { endpoint, options: { version } });
		expect(found).toEqual({ displayName: 'Inbox' });
		expect(asked()).toEqual([`GET ${path}`]);
	});

	it('sends a body and returns the answer', async () => {
		const mail = own().deliver({ subject: 'Hi', from: 'ann@contoso.com' });
		const changed = await runForOne(step, {
			method: 'PATCH',
			endpoint: `/me/messages/${mail.immutableId}`,
			body: '{"isRead": true}',
		});
		expect(changed).toMatchObject({ id: mail.immutableId, isRead: true });
	});

	it('sends a body that holds nothing, which makes an empty draft', async () => {
		const draft = { method: 'POST', endpoint: '/me/messages', body: '{}' };
		expect(await runForOne(step, draft)).toMatchObject({ isDraft: true });
		expect(provider().requests.all[0]).toMatchObject({
			headers: { 'content-type': expect.stringContaining('application/json') },
			body: {},
		});
	});

	it('says success when the answer is empty', async () => {
		const mail = own().deliver({ subject: 'Hi', from: 'ann@contoso.com' });
		const result = await runForOne(step, {
			method: 'DELETE',
			endpoint: `/me/messages/${mail.immutableId}`,
		});
		expect(result).toEqual({ success: true });
	});

	it('gives status, headers and body on request, but no cookies', async () => {
		const headers = { 'Set-Cookie': 'session=secret', 'X-Total': '1' };
		provider().faults.next({ path: /inbox$/ }, { status: 200, headers, body: { id: 'AAkA' } });
		const full = await runForOne(step, {
			endpoint: '/me/mailFolders/inbox',
			options: { response: 'full' },
		});
		expect(full).toMatchObject({ statusCode: 200, headers: { 'x-total': '1' } });
		expect(full.body).toEqual({ id: 'AAkA' });
		expect(JSON.stringify(full)).not.toContain('secret');
	});

	// A batch encodes what is no JSON (fact: batch-form).
	it('counts alike for one item and for several', async () => {
		const counted = { status: 200, headers: { 'Content-Type': 'text/plain' } };
		provider().faults.next({ path: /count$/, times: 3 }, { ...counted, body: Buffer.from('25') });
		const count = async (items: number) =>
			await runStep(
				step,
				{ endpoint: '/me/messages/$count' },
				{ items: Array.from({ length: items }, () => ({ json: {} })) },
			);
		const found = [await count(1), await count(2)].flat();
		expect(found.map(({ json }) => json)).toEqual(Array(3).fill({ value: 25 }));
	});

	it('gives a file on request', async () => {
		const mail = own().deliver({ subject: 'As a file', from: 'ann@contoso.com' });
		const [item] = await runStep(step, {
			endpoint: `/me/messages/${mail.immutableId}/$value`,
			options: { response: 'file', fileName: 'mail.eml' },
		});
		expect(item?.binary?.data).toMatchObject({ fileName: 'mail.eml' });
	});

	it('gives a part of a file, by the headers that were asked for', async () => {
		const mail = own().deliver({ subject: 'As a file', from: 'ann@contoso.com' });
		const header = [
			{ name: 'Range', value: 'bytes=0-9' },
			{ name: 'Prefer', value: 'outlook.timezone="UTC"' },
		];
		const endpoint = `/me/messages/${mail.immutableId}/$value`;
		await runStep(step, { endpoint, options: { response: 'file', headers: { header } } });
		expect(provider().requests.all[0]?.headers).toMatchObject({
			range: 'bytes=0-9',
			prefer: 'IdType="ImmutableId", outlook.timezone="UTC"',
		});
	});

	it.each(['file', 'full'])(
		'says where the bytes of a file in the cloud are, which Graph redirects to: %s',
		async (response) => {
			provider().faults.next({}, { redirectTo: `${provider().url}/elsewhere` });
			const given = { endpoint: '/me/drive/items/A/content', options: { response } };
			const { description } = await failureOf(runStep(step, given));
			expect(description).toContain('read @microsoft.graph.downloadUrl');
			expect(provider().requests.all).toHaveLength(1);
		},
	);

	it('prefers nothing but the kind of ID where nothing else was asked for', async () => {
		await runForOne(step, { endpoint: '/me/mailFolders/inbox' });
		expect(provider().requests.all[0]?.headers.prefer).toBe('IdType="ImmutableId"');
	});

	it('sends a custom parameter whose own field was added and left empty', async () => {
		const query = { custom: '{"$filter": "isRead eq true"}', $filter: '' };
		await runStep(step, { endpoint: '/me/messages', query });
		expect(provider().requests.all[0]?.query).toEqual({ $filter: 'isRead eq true' });
	});

	it('says what a custom parameter can be, and sends nothing where it is a list', async () => {
		const query = { custom: '{"ids": ["a", "b"]}' };
		const failure = await failureOf(runForOne(step, { endpoint: '/me/messages', query }));
		expect(failure.message).toContain('Custom Parameters: must be a text, a number, true or false');
		expect(asked()).toEqual([]);
	});

	it.each([
		[['outlook.timezone="UTC"', 'outlook.body-content-type="text"'], 2],
		[['IdType="ImmutableId"'], 0],
		[['idtype = "ImmutableId", outlook.timezone="UTC"'], 0],
	])('sends the preferences %j with one for the kind of ID', async (values) => {
		const header = values.map((value) => ({ name: 'Prefer', value }));
		await runForOne(step, { endpoint: '/me/mailFolders/inbox', options: { headers: { header } } });
		const { prefer = '' } = provider().requests.all[0]?.headers ?? {};
		expect(prefer.match(/IdType/gi)).toHaveLength(1);
		for (const value of values) expect(prefer).toContain(value);
	});

	it.each([
		['$json.nothing', 'Options > Headers: holds a name that is no header name'],
		['null', 'Options > Headers: holds a name that is no header name'],
		['$json', 'Options > Headers > Name: must be text'],
	])('refuses a header whose name is %s', async (expression, words) => {
		const header = [{ name: `={{ ${expression} }}`, value: 'a' }];
		const failure = await failureOf(
			runForOne(step, { endpoint: '/me/messages', options: { headers: { header } } }),
		);
		expect(failure.message).toBe(words);
		expect(asked()).toEqual([]);
	});

	it('refuses two headers of one name where the provider takes one', async () => {
		const header = ['a', 'b'].map((value) => ({ name: 'X-AnchorMailbox', value }));
		const failure = await failureOf(
			runForOne(step, { endpoint: '/me/messages', options: { headers: { header } } }),
		);
		expect(failure.message).toContain('holds the header "x-anchormailbox" twice');
		expect(asked()).toEqual([]);
	});

	it('sends the headers that were asked for', async () => {
		await runForOne(step, {
			endpoint: '/me/mailFolders/inbox',
			options: { headers: { header: [{ name: 'X-Reason', value: 'audit' }] } },
		});
		expect(provider().requests.all[0]?.headers).toMatchObject({ 'x-reason': 'audit' });
	});

	it.each(['/me/messages', '/Me/messages', '/%6De/messages', '/v1%2e0/%6d%65/messages'])(
		'goes to the shared mailbox instead of %s',
		async (endpoint) => {
			shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
			const items = await runStep(step, { endpoint, mailbox: SHARED_MAILBOX });
			expect(items.map(({ json }) => json.subject)).toEqual(['Ticket']);
			expectOnlyShared();
		},
	);

	it.each(['/me%2Fmessages', '/%256De/messages', '/%25%36%44e/messages', '/me()/messages'])(
		'opens no other mailbox than the chosen one for %s',
		async (endpoint) => {
			await failureOf(runStep(step, { endpoint, mailbox: SHARED_MAILBOX }));
			const names = (request: string) => decodeURIComponent(request).includes(SHARED_MAILBOX);
			expect(asked().every(names)).toBe(true);
		},
	);

	const batch = (url: unknown, more: object = {}) => ({
		method: 'POST',
		endpoint: '/$batch',
		body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url }] }),
		mailbox: SHARED_MAILBOX,
		...more,
	});

	it.each(['/me/messages', 'me/messages', '/ME/messages', '/%6De/messages?$top=1'])(
		'goes to the shared mailbox instead of %s in a batch',
		async (url) => {
			shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
			const { responses } = await runForOne(step, batch(url));
			expect(responses).toMatchObject([{ body: { value: [{ subject: 'Ticket' }] } }]);
			expectOnlyShared();
		},
	);

	it('leaves the parts of a batch as they are that name a mailbox, or where none is chosen', async () => {
		await runForOne(step, batch(`/users/${OWN_MAILBOX}/messages`));
		await runForOne(step, batch('/me/messages', { mailbox: '' }));
		expect(asked()).toEqual([`GET /users/${OWN_MAILBOX}/messages`, 'GET /me/messages']);
	});

	it('finds the parts of a batch by names in any case', async () => {
		const body = JSON.stringify({ Requests: [{ id: '1', method: 'GET', Url: '/me/messages' }] });
		await failureOf(runForOne(step, batch('', { body })));
		const [sent] = provider().requests.all;
		expect(JSON.stringify(sent?.body)).not.toContain('/me/');
	});

	it.each([
		['a batch in a batch', batch('/$batch'), 'must not hold a batch in a batch'],
		['an address', batch('https://graph.microsoft.com/v1.0/me'), 'two slashes'],
		[
			'a text',
			batch('/me', {
				options: { headers: { header: [{ name: 'Content-Type', value: 'text/plain' }] } },
			}),
			'must be JSON for $batch',
		],
	])('sends no batch to a chosen mailbox that holds %s', async (_, given, message) => {
		const failure = await failureOf(runForOne(step, given));
		expect(failure.message).toMatch(/^Body: /);
		expect(failure.message).toContain(message);
		expect(asked()).toEqual([]);
	});

	it.each([
		['an address of its own', 'https://evil.example/me'],
		['two slashes', '//evil.example/me'],
		['dot segments', '/me/../users'],
		['encoded dot segments', '/me/%2e%2e/users'],
		['a backslash', '/me\\..\\users'],
		['no slash', 'me/messages'],
	])('refuses %s before anything is sent', async (_, endpoint) => {
		const failure = await failureOf(runForOne(step, { endpoint }));
		expect(failure.message).toMatch(/^Endpoint: must /);
		expect(asked()).toEqual([]);
	});

	it.each(['Authorization', 'Host', 'Cookie', 'Proxy-Authorization', 'Transfer-Encoding'])(
		'refuses the header %s before anything is sent',
		async (name) => {
			const headers = { header: [{ name, value: 'x' }] };
			const failure = await failureOf(
				runForOne(step, { endpoint: '/me/messages', options: { headers } }),
			);
			expect(failure.message).toContain('Headers');
			expect(failure.message).toContain(name);
			expect(asked()).toEqual([]);
		},
	);

	it.each(['GET', 'DELETE'])('sends with %s no body that was entered for POST', async (given) => {
		const { immutableId } = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		// n8n hides no field behind an expression.
		const method = `={{ "${given}" }}`;
		await runStep(step, { method, endpoint: `/me/messages/${immutableId}`, body: '{"a": 1}' });
		expect(provider().requests.all.map((request) => request.body)).toEqual([undefined]);
	});

	it('names the field when the body is no JSON', async () => {
		const failure = await failureOf(
			runForOne(step, { method: 'POST', endpoint: '/me/messages', body: '{oops' }),
		);
		expect(failure.message).toBe('Body: is not valid JSON');
	});

	const plain = (body: string) => ({
		method: 'POST',
		endpoint: '/me/sendMail',
		body,
		options: { headers: { header: [{ name: 'Content-Type', value: 'text/plain' }] } },
	});
	const mime = 'To: pat@example.com\r\nSubject: As MIME\r\n\r\nHello';

	it('sends an email as MIME, as it is written, also beside others', async () => {
		const body = Buffer.from(mime).toString('base64');
		const sent = await runStep(step, plain(body), { items: [{ json: {} }, { json: {} }] });
		expect(sent.map(({ json }) => json)).toEqual([{ success: true }, { success: true }]);
		expect(own().sent.map(({ subject }) => subject)).toEqual(['As MIME', 'As MIME']);
		expect(provider().requests.all.map((request) => request.body)).toEqual([body, body]);
	});

	it("gives the provider's reason for what is no MIME in base64", async () => {
		const failure = await failureOf(runForOne(step, plain(mime)));
		expect(failure.message).toContain('Invalid base64 string for MIME content');
		expect(own().sent).toEqual([]);
	});

	it('keeps a text that could be JSON as it is written, where a header says that it is text', async () => {
		const body = '{"a":  1}';
		await failureOf(runForOne(step, plain(body)));
		expect(provider().requests.all[0]?.body).toBe(body);
	});

	it('does not repeat a POST whose answer was lost, and says so', async () => {
		provider().faults.next({ method: 'POST', path: /mailFolders$/ }, { cut: 'after' });
		const run = runForOne(step, {
			method: 'POST',
			endpoint: '/me/mailFolders',
			body: '{"displayName": "Once"}',
		});
		expect((await failureOf(run)).message).toContain('may or may not have taken effect');
		expect(asked()).toHaveLength(1);
	});

	it('does not repeat a DELETE whose answer was lost: from Deleted Items it would delete for good', async () => {
		const mail = own().deliver({ subject: 'Once', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		const endpoint = `/me/messages/${mail.immutableId}`;
		const failure = await failureOf(runForOne(step, { method: 'DELETE', endpoint }, { tries: 2 }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(own().messageOf(mail.id)?.parentFolderId).toBe(own().folder('deleteditems').id);
	});

	it.each([
		['events', (id: string) => `/me/events/${id}`],
		// As Graph writes IDs in its links (fact: delta-link-form).
		["events('ID')", (id: string) => `/me/events('${id}')`],
	])(
		'does not repeat a PATCH of %s whose answer was lost: its attendees are told each time',
		async (_, endpointOf) => {
			const time = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
			const [start, end] = [time('2031-03-03T09:00:00'), time('2031-03-03T10:00:00')];
			const { id } = own().calendar.seed({
				subject: 'Old',
				start,
				end,
				attendees: ['ann@contoso.com'],
			});
			provider().faults.next({ method: 'PATCH' }, { cut: 'after' });
			const change = { method: 'PATCH', body: '{"subject": "New"}', endpoint: endpointOf(id) };
			const failure = await failureOf(runForOne(step, change, { tries: 2 }));
			expect(failure.message).toContain('may or may not have taken effect');
			expect(own().calendar.notices).toHaveLength(1);
		},
	);

	it('repeats a PATCH of an email whose answer was lost', async () => {
		const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'PATCH' }, { cut: 'after' });
		const endpointOfMail = `/me/messages/${mail.id}`;
		await runForOne(step, { method: 'PATCH', body: '{"isRead": true}', endpoint: endpointOfMail });
		expect(mail.isRead).toBe(true);
	});

	it('waits for a throttled request and repeats it', async () => {
		provider().faults.next(
			{ method: 'POST', path: /mailFolders$/ },
			{ status: 429, headers: { 'Retry-After': '0.05' } },
		);
		const folder = await runForOne(step, {
			method: 'POST',
			endpoint: '/me/mailFolders',
			body: '{"displayName": "Later"}',
		});
		expect(folder.displayName).toBe('Later');
	});
});
