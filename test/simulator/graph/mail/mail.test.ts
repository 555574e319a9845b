import { type ApiClient, graphClient, rowsOf, textOf } from '../../apiClient';
import { type Simulator, startSimulator } from '../../simulator';
import type { Mailbox } from '../mailbox';
import type { SimMessage } from '../message';

const IMMUTABLE = { prefer: 'IdType="ImmutableId"' };

describe('mail in the simulated Graph', () => {
	let simulator: Simulator;
	let me: Mailbox;
	let mail: SimMessage;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator();
		me = simulator.graph.mailbox('me@contoso.com');
		mail = me.deliver({
			subject: 'Question',
			from: 'pat@example.com',
			toRecipients: ['me@contoso.com', 'team@contoso.com'],
			body: { contentType: 'html', content: '<html><body><p>What now?</p></body></html>' },
		});
		call = graphClient(simulator, me.address);
	});

	afterEach(() => simulator.stop());

	async function codeOf(...args: Parameters<ApiClient>): Promise<[number, string]> {
		const answer = await call(...args);
		return [answer.status, textOf(answer, 'error.code')];
	}

	const draft = {
		subject: 'Hello',
		body: { contentType: 'HTML', content: '<p>Hi</p>' },
		toRecipients: [{ emailAddress: { address: 'pat@example.com' } }],
	};

	it('changes the mutable id on a move and keeps the immutable one', async () => {
		const old = mail.id;
		const moved = await call('POST', `/me/messages/${old}/move`, { DestinationId: 'archive' });
		expect(moved.status).toBe(201);
		expect(textOf(moved, 'id')).not.toBe(old);
		expect(await codeOf('GET', `/me/messages/${old}`)).toEqual([404, 'ErrorItemNotFound']);
		const kept = await call('GET', `/me/messages/${mail.immutableId}`, undefined, IMMUTABLE);
		expect(textOf(kept, 'id')).toBe(mail.immutableId);
		expect(kept.headers.get('preference-applied')).toBe('IdType="ImmutableId"');
	});

	it('translates ids into the other format', async () => {
		const body = {
			inputIds: [mail.id],
			sourceIdType: 'restId',
			targetIdType: 'restImmutableEntryId',
		};
		expect(rowsOf(await call('POST', '/me/translateExchangeIds', body))).toEqual([
			{ sourceId: mail.id, targetId: mail.immutableId },
		]);
		const many = { ...body, inputIds: Array.from({ length: 1001 }, () => mail.id) };
		expect((await call('POST', '/me/translateExchangeIds', many)).status).toBe(400);
	});

	it('tells malformed ids from those of another mailbox', async () => {
		const other = simulator.graph.mailbox('other@contoso.com');
		const theirs = other.deliver({ subject: 'x', from: 'a@b.example' });
		expect(await codeOf('GET', '/me/messages/no-id')).toEqual([400, 'ErrorInvalidIdMalformed']);
		expect(await codeOf('GET', `/me/messages/${theirs.id}`)).toEqual([
			404,
			'ErrorInvalidMailboxItemId',
		]);
	});

	it('deletes into Deleted Items, then for good, then answers 403', async () => {
		const path = `/me/messages/${mail.immutableId}`;
		expect((await call('DELETE', path)).status).toBe(204);
		expect(mail.parentFolderId).toBe(me.folder('deleteditems').id);
		expect((await call('DELETE', path)).status).toBe(204);
		expect(await codeOf('DELETE', path)).toEqual([403, 'ErrorCannotDeleteObject']);
	});

	it('lets nothing but state change on a mail that is no draft', async () => {
		const path = `/me/messages/${mail.id}`;
		const state = { isRead: true, categories: ['Red'], importance: 'high' };
		expect((await call('PATCH', path, state)).body).toMatchObject(state);
		expect(await codeOf('PATCH', path, { subject: 'New' })).toEqual([
			400,
			'ErrorInvalidPropertySet',
		]);
	});

	it('refuses to patch attachments, etags and unknown properties', async () => {
		const path = `/me/messages/${textOf(await call('POST', '/me/messages', draft), 'id')}`;
		for (const body of [{ attachments: [] }, { '@odata.etag': 'W/"x"' }, { colour: 'red' }]) {
			expect(await codeOf('PATCH', path, body)).toEqual([400, 'ErrorInvalidPropertySet']);
		}
	});

	it('lets one of two writers at once collide', async () => {
		// Both are inside before the first has written, on a busy machine too.
		simulator.graph.latencyMs = 500;
		const path = `/me/messages/${mail.id}`;
		const answers = await Promise.all([
			call('PATCH', path, { categories: ['Red'] }),
			call('PATCH', path, { categories: ['Blue'] }),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
		const stale = { 'if-match': 'W/"old"' };
		expect((await call('PATCH', path, { isRead: true }, stale)).status).toBe(412);
	});

	it('refuses custom headers that do not begin with x-', async () => {
		const headers = [{ name: 'In-Reply-To', value: '<1@example.com>' }];
		const body = { ...draft, internetMessageHeaders: headers };
		expect((await call('POST', '/me/messages', body)).status).toBe(400);
	});

	// fact: custom-headers-limit.
	it.each([0, 6])('refuses a message with %i custom headers', async (count) => {
		const headers = Array.from({ length: count }, (_, n) => ({ name: `x-${n}`, value: 'x' }));
		const answer = await call('POST', '/me/messages', {
			...draft,
			internetMessageHeaders: headers,
		});
		expect(answer.status).toBe(400);
	});

	it('sends a draft once, and keeps its immutable id in Sent Items', async () => {
		const created = await call('POST', '/me/messages', draft, IMMUTABLE);
		const path = `/me/messages/${textOf(created, 'id')}`;
		const sent = await call('POST', `${path}/send`);
		expect([sent.status, sent.body]).toEqual([202, '']);
		const shown = await call('GET', path, undefined, IMMUTABLE);
		expect(shown.body).toMatchObject({
			isDraft: false,
			parentFolderId: me.folder('sentitems').id,
		});
		expect((await call('POST', `${path}/send`)).status).toBe(400);
		expect(me.sent).toHaveLength(1);
	});

	it('sends without a copy when told so', async () => {
		const body = { message: draft, saveToSentItems: false };
		expect((await call('POST', '/me/sendMail', body)).status).toBe(202);
		expect(me.sent).toHaveLength(1);
		expect(me.messages).toHaveLength(1);
	});

	it('delivers to recipients that have a mailbox', async () => {
		const pat = simulator.graph.mailbox('pat@example.com');
		await call('POST', '/me/sendMail', { message: draft });
		expect(pat.messages.map(({ subject }) => subject)).toEqual(['Hello']);
	});

	it.each([
		['nobody', []],
		['an address without host', [{ emailAddress: { address: 'pat' } }]],
		[
			'501 people',
			Array.from({ length: 501 }, (_, i) => ({ emailAddress: { address: `p${i}@example.com` } })),
		],
	])('refuses to send to %s', async (_name, toRecipients) => {
		const message = { ...draft, toRecipients };
		expect(await codeOf('POST', '/me/sendMail', { message })).toEqual([
			400,
			'ErrorInvalidRecipients',
		]);
	});

	it('refuses to send what is larger than the mailbox allows', async () => {
		me.maxMessageBytes = 1000;
		const body = { contentType: 'text', content: 'x'.repeat(1001) };
		const answer = await codeOf('POST', '/me/sendMail', { message: { ...draft, body } });
		expect(answer).toEqual([400, 'ErrorMessageSizeExceeded']);
	});

	it('takes MIME in base64 and refuses other text', async () => {
		const plain = { 'content-type': 'text/plain' };
		const mime = Buffer.from('To: pat@example.com\r\nSubject: Raw\r\n\r\nHi').toString('base64');
		expect((await call('POST', '/me/sendMail', mime, plain)).status).toBe(202);
		expect(me.sent[0]).toMatchObject({ subject: 'Raw' });
		const code = await codeOf('POST', '/me/sendMail', 'no base64!', plain);
		expect(code[1]).toBe('ErrorMimeContentInvalidBase64String');
	});

	it('answers with history to whom the original says, and to all but oneself', async () => {
		await call('POST', `/me/messages/${mail.id}/replyAll`, { comment: 'Soon' });
		const [answer] = me.sent;
		expect(answer?.subject).toBe('RE: Question');
		expect(answer?.conversationId).toBe(mail.conversationId);
		expect(answer?.toRecipients.map(({ emailAddress }) => emailAddress.address)).toEqual([
			'pat@example.com',
			'team@contoso.com',
		]);
		expect(answer?.body.content).toMatch(/Soon[\s\S]*From:[\s\S]*What now\?/);
	});

	it('replaces the quoted original by a body', async () => {
		const message = { body: { contentType: 'text', content: 'Only this' } };
		await call('POST', `/me/messages/${mail.id}/reply`, { message });
		expect(me.sent[0]?.body.content).toBe('Only this');
	});

	it('refuses a comment beside a body, and recipients in two places or none', async () => {
		const message = { body: { contentType: 'text', content: 'x' } };
		const both = { comment: 'y', message };
		expect((await call('POST', `/me/messages/${mail.id}/reply`, both)).status).toBe(400);
		const to = [{ emailAddress: { address: 'kim@example.com' } }];
		const forward = `/me/messages/${mail.id}/forward`;
		expect((await call('POST', forward, { comment: 'x' })).status).toBe(400);
		const twice = { toRecipients: to, message: { toRecipients: to } };
		expect((await call('POST', forward, twice)).status).toBe(400);
		expect((await call('POST', forward, { toRecipients: to })).status).toBe(202);
	});

	// fact: answer-headers, fact: sent-by-message-id.
	it('names in what arrives as an answer the mails that it answers, which Sent Items find by that', async () => {
		const pat = simulator.graph.mailbox('pat@example.com');
		await call('POST', `/me/messages/${mail.id}/reply`, { comment: 'Nothing' });
		const [arrived] = pat.messages;
		const headers = (names: string[]) => [
			{ name: 'In-Reply-To', value: names.at(-1) },
			{ name: 'References', value: names.join(' ') },
		];
		expect(arrived?.internetMessageHeaders).toEqual(headers([mail.internetMessageId]));
		const theirs = graphClient(simulator, pat.address);
		await theirs('POST', `/me/messages/${arrived?.id}/reply`, { comment: 'Thanks' });
		const own = arrived?.internetMessageId ?? '';
		const names = [mail.internetMessageId, own];
		expect(me.messages.at(-1)?.internetMessageHeaders).toEqual(headers(names));
		const filter = names.map((name) => `internetMessageId eq '${name}'`).join(' or ');
		const found = await call(
			'GET',
			`/me/mailFolders/sentitems/messages?$filter=${encodeURIComponent(filter)}`,
		);
		expect(rowsOf(found).map(({ internetMessageId }) => internetMessageId)).toEqual([own]);
	});

	it('makes reply drafts with the quote, and leaves the comment out unless told', async () => {
		const path = `/me/messages/${mail.id}/createReply`;
		const plain = await call('POST', path, { comment: 'Hello there' });
		expect(plain.status).toBe(201);
		expect(textOf(plain, 'body.content')).toContain('What now?');
		expect(textOf(plain, 'body.content')).not.toContain('Hello there');
		simulator.readings.choose({ fact: 'draft-reply-comment', as: 'taken' });
		const taken = await call('POST', path, { comment: 'Hello there' });
		expect(textOf(taken, 'body.content')).toContain('Hello there');
	});

	it('sends as somebody else only with the right to', async () => {
		const shared = simulator.graph.mailbox('shared@contoso.com');
		const from = { emailAddress: { address: shared.address } };
		const body = { message: { ...draft, from } };
		expect(await codeOf('POST', '/me/sendMail', body)).toEqual([403, 'ErrorSendAsDenied']);
		shared.shareWith(me.address, { sendAs: true });
		expect((await call('POST', '/me/sendMail', body)).status).toBe(202);
		const path = `/users/${shared.address}/sendMail`;
		expect((await call('POST', path, { message: draft })).status).toBe(403);
		shared.shareWith(me.address, { sendAs: true, mail: 'readWrite' });
		expect((await call('POST', path, { message: draft })).status).toBe(202);
		expect(shared.sent).toHaveLength(1);
	});

	it('refuses a shared mailbox without rights, and writing with the right to read', async () => {
		const shared = simulator.graph.mailbox('shared@contoso.com');
		const path = `/users/${shared.address}`;
		expect((await call('GET', `${path}/messages`)).status).toBe(403);
		expect((await call('GET', '/users/nobody@contoso.com/messages')).status).toBe(404);
		shared.shareWith(me.address, { mail: 'read' });
		expect((await call('GET', `${path}/messages`)).status).toBe(200);
		expect((await call('POST', `${path}/messages`, draft)).status).toBe(403);
		expect((await call('GET', `${path}/outlook/masterCategories`)).status).toBe(403);
	});

	it('refuses writing and sending to a token that may only read', async () => {
		const reader = graphClient(simulator, me.address, 'User.Read Mail.Read');
		expect((await reader('GET', '/me/messages')).status).toBe(200);
		expect((await reader('POST', '/me/messages', draft)).status).toBe(403);
		expect((await reader('POST', '/me/sendMail', { message: draft })).status).toBe(403);
	});

	it('keeps category names unique and fixed', async () => {
		const path = '/me/outlook/masterCategories';
		const created = await call('POST', path, { displayName: 'Red', color: 'preset0' });
		expect(created.status).toBe(201);
		expect((await call('POST', path, { displayName: 'red' })).status).toBe(409);
		const one = `${path}/${textOf(created, 'id')}`;
		expect((await call('PATCH', one, { displayName: 'Blue' })).status).toBe(400);
		expect((await call('PATCH', one, { color: 'preset3' })).body).toMatchObject({
			color: 'preset3',
		});
		expect((await call('PATCH', one, { color: 'preset25' })).status).toBe(400);
	});

	it('lists one level of folders, without hidden ones, ten to a page', async () => {
		const names = async (path: string) =>
			rowsOf(await call('GET', path)).map(({ displayName }) => displayName);
		const top = await names('/me/mailFolders');
		expect(top).toContain('Inbox');
		expect(top).not.toContain('Clutter');
		expect(await names('/me/mailFolders?includeHiddenFolders=true&$top=100')).toContain('Clutter');
		await call('POST', '/me/mailFolders/inbox/childFolders', { displayName: 'Orders' });
		expect(await names('/me/mailFolders')).not.toContain('Orders');
		expect(await names('/me/mailFolders/Inbox/childFolders')).toEqual(['Orders']);
		for (let index = 0; index < 5; index += 1) me.addFolder(`Extra ${index}`, 'msgfolderroot');
		expect(await names('/me/mailFolders')).toHaveLength(10);
	});

	it('refuses two folders of one name, deleting well-known ones, and hiding later', async () => {
		await call('POST', '/me/mailFolders', { displayName: 'Orders' });
		const again = await call('POST', '/me/mailFolders', { displayName: 'orders' });
		expect(again.status).toBe(409);
		expect((await call('DELETE', '/me/mailFolders/inbox')).status).toBe(403);
		const path = `/me/mailFolders/${me.folder('Orders').id}`;
		expect((await call('PATCH', path, { isHidden: true })).status).toBe(400);
		expect((await call('PATCH', path, { displayName: 'Bills' })).status).toBe(200);
	});

	it('gives a whole mail as MIME', async () => {
		const answer = await call('GET', `/me/messages/${mail.id}/$value`);
		expect(String(answer.body)).toMatch(/^From: pat@example\.com\r\nTo: [^]*Subject: Question/);
	});
});
