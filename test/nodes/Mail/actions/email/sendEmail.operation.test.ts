import { BinaryDataService, ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { applicationCredential } from '../../../../harness/credentialsHelper';
import type { ExecuteOptions } from '../../../../harness/executeNode';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const send = async (parameters: INodeParameters, options?: Partial<ExecuteOptions>) =>
	await runStep('email.sendEmail', parameters, options);

const mail = { to: 'Ann Lee <ann@contoso.com>', subject: 'Hello', message: 'Good day' };

describe('Send Email', () => {
	it('sends one mail and returns its ID, conversation and internet message ID', async () => {
		const [item] = await send({ ...mail, cc: 'bob@contoso.com; cleo@contoso.com' });
		const [sent, ...more] = own().sent;
		expect(more).toEqual([]);
		expect(item).toEqual({
			json: {
				id: sent?.immutableId,
				conversationId: sent?.conversationId,
				internetMessageId: sent?.internetMessageId,
				subject: 'Hello',
				to: [{ address: 'ann@contoso.com', name: 'Ann Lee' }],
				cc: [
					{ address: 'bob@contoso.com', name: 'bob@contoso.com' },
					{ address: 'cleo@contoso.com', name: 'cleo@contoso.com' },
				],
				sent: true,
			},
			pairedItem: { item: 0 },
		});
		expect(sent).toMatchObject({ body: { contentType: 'text', content: 'Good day' } });
		expect(sent?.parentFolderId).toBe(own().folder('sentitems').id);
		const [made] = provider().requests.matching({ method: 'POST', path: /messages$/ });
		expect(made?.body).not.toHaveProperty('attachments');
	});

	it('hands on every option', async () => {
		await send({
			...mail,
			bcc: ['dora@contoso.com'],
			message: '<p>Good <b>day</b></p>',
			options: {
				deliveryReceipt: true,
				readReceipt: true,
				importance: 'high',
				labels: 'Invoice, Urgent',
				replyTo: 'desk@contoso.com',
				from: SHARED_MAILBOX,
				headers: { header: [{ name: 'x-order', value: '17' }] },
			},
		});
		expect(own().sent[0]).toMatchObject({
			body: { contentType: 'html', content: '<p>Good <b>day</b></p>' },
			isDeliveryReceiptRequested: true,
			isReadReceiptRequested: true,
			importance: 'high',
			categories: ['Invoice', 'Urgent'],
			replyTo: [{ emailAddress: { address: 'desk@contoso.com' } }],
			from: { emailAddress: { address: SHARED_MAILBOX } },
			bccRecipients: [{ emailAddress: { address: 'dora@contoso.com' } }],
			internetMessageHeaders: [{ name: 'x-order', value: '17' }],
		});
	});

	it.each([
		'New request:\n- Name: <b>Eve</b><img src=https://evil.example/p.png>',
		'<b>Eve</b> wrote:\nHello',
		'Hello <a href="https://evil.example">Open the invoice</a>',
		'<ann@contoso.com> and <b@contoso.com>',
		'1 < 2 and 3 > 2',
		'<p',
	])('stays text when it is not HTML as a whole: %j', async (message) => {
		await send({ ...mail, message });
		expect(own().sent[0]?.body).toEqual({ contentType: 'text', content: message });
	});

	it.each([
		'<p>Hello</p>\n<p>Ann</p>\n',
		'<!DOCTYPE html><html><body>Hello</body></html>',
		'<!-- template --><TABLE class="x"><tr><td>1</td></tr></TABLE>',
		'<section><h1>Hello</h1></section><!-- end -->',
		'<b>Ann</b><br/>',
	])('is HTML from its first tag to its last: %j', async (message) => {
		await send({ ...mail, message });
		expect(own().sent[0]?.body).toEqual({ contentType: 'html', content: message });
	});

	it('goes to each address once, without what shows nothing in it', async () => {
		await send({ ...mail, to: '\u200bann@contoso.com, Ann Lee <ANN@contoso.com>\u200b' });
		expect(own().sent[0]?.toRecipients).toEqual([
			{ emailAddress: { address: 'ann@contoso.com', name: 'Ann Lee' } },
		]);
	});

	it('is refused before any request when an address cannot be one', async () => {
		await expect(send({ ...mail, to: 'ann@contoso..com' })).rejects.toThrow(
			'To: entry 1 is not an email address',
		);
		expect(provider().requests.count()).toBe(0);
	});

	it('keeps HTML signs in a message that is sent as text', async () => {
		await send({ ...mail, message: '<b>1 < 2</b>', messageFormat: 'text' });
		expect(own().sent[0]?.body).toEqual({ contentType: 'text', content: '<b>1 < 2</b>' });
	});

	it('sends from a shared mailbox in its name, kept in its Sent Items', async () => {
		const [item] = await send({ ...mail, mailbox: SHARED_MAILBOX });
		expect(own().sent).toEqual([]);
		expect(shared().sent).toHaveLength(1);
		expect(shared().sent[0]?.from?.emailAddress.address).toBe(SHARED_MAILBOX);
		expect(item?.json.id).toBe(shared().sent[0]?.immutableId);
	});

	it('attaches binary fields, text files and an image in the text in the one request of the draft', async () => {
		await send(
			{
				...mail,
				attachments: 'all',
				options: {
					otherAttachments: {
						textFiles: [{ fileName: 'notes.txt', content: 'Grüße' }],
						inlineImages: [{ binaryField: 'logo', contentId: 'cid:logo' }],
					},
				},
			},
			{
				items: [
					{
						json: {},
						files: {
							data: { content: 'one', fileName: 'one.pdf', mimeType: 'application/pdf' },
							empty: { content: '', fileName: 'empty.bin' },
							logo: { content: 'png', fileName: 'logo.png', mimeType: 'image/png' },
						},
					},
				],
			},
		);
		expect(
			own().sent[0]?.attachments.map(({ name, content, isInline, contentId, contentType }) => ({
				name,
				content: content.toString(),
				isInline,
				contentId,
				contentType,
			})),
		).toEqual([
			{
				name: 'one.pdf',
				content: 'one',
				isInline: false,
				contentId: null,
				contentType: 'application/pdf',
			},
			{
				name: 'empty.bin',
				content: '',
				isInline: false,
				contentId: null,
				contentType: 'application/octet-stream',
			},
			{
				name: 'logo.png',
				content: 'png',
				isInline: true,
				contentId: 'logo',
				contentType: 'image/png',
			},
			{
				name: 'notes.txt',
				content: 'Grüße',
				isInline: false,
				contentId: null,
				contentType: 'text/plain; charset=utf-8',
			},
		]);
		expect(provider().requests.count()).toBe(2);
	});

	it('attaches what hangs on another mail, without the images in its text', async () => {
		const source = own().deliver({
			subject: 'Source',
			from: 'zoe@contoso.com',
			attachments: [
				{ name: 'report.pdf', content: 'report', contentType: 'application/pdf' },
				{ name: 'pixel.png', content: 'pixel', isInline: true },
				{ name: 'Old mail', kind: 'item', content: 'MIME' },
			],
		});
		await send({
			...mail,
			options: { otherAttachments: { fromEmails: [{ messageId: source.immutableId }] } },
		});
		expect(
			own().sent[0]?.attachments.map(({ name, content }) => [name, content.toString()]),
		).toEqual([
			['report.pdf', 'report'],
			['Old mail.eml', 'MIME'],
		]);
	});

	it.each([
		['people', {}],
		['a language model', { asTool: true }],
	])('tells %s where another mail has nothing but images in its text', async (_, how) => {
		const photo = { name: 'IMG_1.jpg', content: 'a', isInline: true, contentType: 'image/jpeg' };
		const toldOf = async (attachments: Array<typeof photo>) => {
			const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
			const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
			const fromEmails = [{ messageId: source.immutableId }];
			const [item] = await send({ ...mail, options: { otherAttachments: { fromEmails } } }, how);
			const hints = hint.mock.calls.flat().map(({ message }) => message);
			hint.mockRestore();
			return 'asTool' in how ? [item?.json.more].flatMap((more) => more ?? []) : hints;
		};
		expect(await toldOf([photo])).toEqual([expect.stringContaining('only images inside the text')]);
		expect(await toldOf([])).toEqual([]);
	});

	it('says where "all" attached nothing, as behind a step that passes no files on', async () => {
		const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		const data = { content: 'one', fileName: 'one.pdf' };
		await send({ ...mail, attachments: 'all' }, { items: [{ json: {}, files: { data } }] });
		expect(hint).not.toHaveBeenCalled();
		await send({ ...mail, attachments: 'all' });
		expect(hint).toHaveBeenCalledWith({
			message: expect.stringMatching(/no files.*none was attached.*item\.binary\)/),
			location: 'outputPane',
		});
		hint.mockRestore();
	});

	it.each([
		['text/calendar', 'Review.ics', 'text/calendar'],
		['Text/vCard; charset=utf-8', 'Review.vcf', 'text/vcard'],
		['text/plain', 'Review.eml', 'message/rfc822'],
	])('attaches an item that is answered as %s as %s', async (type, name, contentType) => {
		for (const size of [100, 4_000_000]) {
			const attachments = [{ name: 'Review', kind: 'item' as const, content: 'BEGIN', size }];
			const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
			provider().faults.next(
				{ path: /\$value$/ },
				{ status: 200, headers: { 'content-type': type }, body: 'BEGIN' },
			);
			const fromEmails = [{ messageId: source.immutableId }];
			await send({ ...mail, options: { otherAttachments: { fromEmails } } });
			expect(own().sent.at(-1)?.attachments).toMatchObject([{ name, contentType }]);
		}
	});

	it('attaches an item as what it begins with, where its answer names any text', async () => {
		const content = 'BEGIN:VCARD\r\nEND:VCARD';
		const attachments = [{ name: 'Ann Lee', kind: 'item' as const, content }];
		const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
		const fromEmails = [{ messageId: source.immutableId }];
		await send({ ...mail, options: { otherAttachments: { fromEmails } } });
		expect(own().sent[0]?.attachments).toMatchObject([
			{ name: 'Ann Lee.vcf', contentType: 'text/vcard' },
		]);
	});

	it('says that one of another email is a link, and attaches none without it', async () => {
		const source = own().deliver({
			subject: 'Source',
			from: 'zoe@contoso.com',
			attachments: [
				{ name: 'report.pdf', content: 'report' },
				{ name: 'Plan.docx', kind: 'reference' },
			],
		});
		const fromEmails = [{ messageId: source.immutableId }];
		const sending = send({ ...mail, options: { otherAttachments: { fromEmails } } });
		const { message, description } = await failureOf(sending);
		expect(message).toContain('"Plan.docx" is a link to a file in the cloud');
		expect(description).toContain('To get the others, choose them one by one.');
		expect(own().sent).toEqual([]);
	});

	it('says which field names the email that is not there, and through which others it is found', async () => {
		const fromEmails = [{ messageId: 'nobodys' }];
		const sending = send({ ...mail, options: { otherAttachments: { fromEmails } } });
		const { message } = await failureOf(sending);
		expect(message).toContain('Options > Other Attachments > Message ID: Not found');
		expect(own().sent).toEqual([]);
	});

	it('is not sent with what stands for a file that Microsoft still scans (fact: scanned-late)', async () => {
		const attachments = [{ name: 'Safe Attachments Scan In Progress', kind: 'item' as const }];
		const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
		const fromEmails = [{ messageId: source.immutableId }];
		const sending = send({ ...mail, options: { otherAttachments: { fromEmails } } });
		const { message, description } = await failureOf(sending);
		expect(message).toContain('stands for a file that Microsoft still scans');
		expect(description).toContain('Run the step again in some minutes.');
		expect(own().sent).toEqual([]);
	});

	it.each([
		['a file whose size nobody tells', [{ content: Buffer.alloc(5_000_000, 'x'), size: null }]],
		// A mail may have 150 MB of them, and several mails are at work at once.
		['files that are large together', Array(4).fill({ content: Buffer.alloc(1_000_000, 'x') })],
		[
			'items that are large together',
			Array(4).fill({ content: 'x'.repeat(900_000), kind: 'item' }),
		],
	])('attaches %s through the storage of n8n, as large ones', async (_, given) => {
		const attachments = given.map((file) => ({ name: 'film.mp4', ...file }));
		const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
		const store = jest.spyOn(BinaryDataService.prototype, 'store');
		const fromEmails = [{ messageId: source.immutableId }];
		await send({ ...mail, options: { otherAttachments: { fromEmails } } });
		expect(store).toHaveBeenCalledTimes(given.length);
		store.mockRestore();
		const sent = own().sent[0]?.attachments.map(({ content }) => content.length);
		expect(sent).toEqual(given.map(({ content }) => content.length));
	});

	it('attaches a file whose type nobody knows as bytes', async () => {
		const attachments = [{ name: 'notes', content: 'x' }];
		const source = own().deliver({ subject: 'Source', from: 'zoe@contoso.com', attachments });
		const fromEmails = [{ messageId: source.immutableId }];
		await send({ ...mail, options: { otherAttachments: { fromEmails } } });
		expect(own().sent[0]?.attachments).toMatchObject([
			{ name: 'notes', contentType: 'application/octet-stream' },
		]);
	});

	it('attaches the one attachment of another mail that was chosen from the lists', async () => {
		const source = own().deliver({
			subject: 'Source',
			from: 'zoe@contoso.com',
			attachments: [
				{ name: 'report.pdf', content: 'report' },
				{ name: 'other.txt', content: 'other' },
			],
		});
		const [listed] = await runStep('email.listAttachments', { messageId: source.immutableId });
		const chosen = {
			messageId: locator('list', source.immutableId),
			attachmentId: locator('list', String(listed?.json.id)),
		};
		await send({ ...mail, options: { otherAttachments: { fromEmails: [chosen] } } });
		expect(own().sent[0]?.attachments.map(({ name }) => name)).toEqual([listed?.json.name]);
	});

	it('uploads a large file in parts of at most 4 MB, in order and without the token', async () => {
		const content = Buffer.alloc(9_000_000, 'x');
		content.write('end', content.length - 3);
		await send(
			{ ...mail, attachments: 'data, small' },
			{
				items: [
					{ json: {}, files: { data: { content, fileName: 'big.bin' }, small: { content: 's' } } },
				],
			},
		);
		const [big, small] = own().sent[0]?.attachments ?? [];
		expect(big?.content.equals(content)).toBe(true);
		expect(small?.content.toString()).toBe('s');
		const parts = provider().requests.matching({ method: 'PUT' });
		expect(parts.map(({ headers }) => headers['content-range'])).toEqual([
			'bytes 0-3932159/9000000',
			'bytes 3932160-7864319/9000000',
			'bytes 7864320-8999999/9000000',
		]);
		expect(parts.every(({ headers }) => headers.authorization === undefined)).toBe(true);
	});

	it('finds with Retry On Fail the draft of which nobody could say whether it was made', async () => {
		const { faults } = provider();
		faults.next({ method: 'POST', path: /^\/me\/messages$/ }, { cut: 'after' });
		faults.next({ method: 'GET', path: /^\/me\/messages$/ }, { status: 403 });
		await send(mail, { tries: 2 });
		expect(own().messages.map(({ parentFolderId }) => parentFolderId)).toEqual([
			own().folder('sentitems').id,
		]);
		await send(mail);
		expect(own().sent).toHaveLength(2);
	});

	it('gathers the requests of many items into batches', async () => {
		await send(mail, { items: Array.from({ length: 40 }, () => ({ json: {} })) });
		expect(own().sent).toHaveLength(40);
		expect(provider().requests.count({ path: '/$batch', inBatch: false })).toBe(4);
		expect(provider().requests.count()).toBe(4);
	});

	it('sends in one request where the account may not keep drafts', async () => {
		const scope = 'Mail.Read Mail.Send';
		const [item] = await send(mail, {
			credentialData: { oauthTokenData: { ...provider().tokens.issue(OWN_MAILBOX, { scope }) } },
		});
		expect(own().sent.map(({ parentFolderId }) => parentFolderId)).toEqual([
			own().folder('sentitems').id,
		]);
		expect(item?.json).toMatchObject({ subject: 'Hello', to: [{ address: 'ann@contoso.com' }] });
		expect(item?.json.id).toBeUndefined();
	});

	it('says which permission a large file needs where the account may not keep drafts', async () => {
		const token = provider().tokens.issue(OWN_MAILBOX, { scope: 'Mail.Send' });
		const content = Buffer.alloc(4_000_000);
		await expect(
			send(
				{ ...mail, attachments: 'data' },
				{
					credentialData: { oauthTokenData: { ...token } },
					items: [{ json: {}, files: { data: { content } } }],
				},
			),
		).rejects.toMatchObject({
			message: 'Attachments: Attachments of 3 MB and more need the permission Mail.ReadWrite',
			description: expect.stringContaining('permission set with Mail.ReadWrite, or attach less'),
		});
		expect(own().sent).toEqual([]);
	});

	it.each([
		['no recipient', { to: '' }, 'To: give at least one address in To, Cc or Bcc'],
		['a bad address', { cc: 'a@contoso.com, nobody@' }, 'Cc: entry 2 is not an email address'],
		['a missing field', { attachments: 'file' }, 'Attachments: There is no binary field "file"'],
		[
			'a missing image',
			{
				options: {
					otherAttachments: { inlineImages: [{ binaryField: 'logo', contentId: 'logo' }] },
				},
			},
			'Options > Other Attachments > Binary Field: There is no binary field "logo"',
		],
		[
			'two images of one name',
			{
				options: {
					otherAttachments: {
						inlineImages: [
							{ binaryField: 'one', contentId: 'logo' },
							{ binaryField: 'two', contentId: 'cid:logo' },
						],
					},
				},
			},
			'Options > Other Attachments > Content ID: is "logo" for two images',
		],
		[
			'a header of the mail system',
			{ options: { headers: { header: [{ name: 'Received', value: 'x' }] } } },
			'Options > Headers > Name: must begin with x- and hold no blanks, unlike "Received"',
		],
		// fact: custom-headers-limit.
		[
			'more headers than Microsoft takes',
			{
				options: {
					headers: { header: [1, 2, 3, 4, 5, 6].map((n) => ({ name: `x-${n}`, value: 'x' })) },
				},
			},
			'Options > Headers: an email has at most 5 headers of its own',
		],
	])('refuses %s before anything is sent', async (_, parameters, message) => {
		await expect(send({ ...mail, ...parameters })).rejects.toThrow(message);
		expect(provider().requests.count()).toBe(0);
	});

	it("gives the provider's reason for a mail over the mailbox's limit, and leaves no draft", async () => {
		own().maxMessageBytes = 1_000;
		await expect(
			send(
				{ ...mail, attachments: 'data' },
				{ items: [{ json: {}, files: { data: { content: 'x'.repeat(2_000) } } }] },
			),
		).rejects.toThrow('The message exceeds the maximum supported size.');
		expect(own().sent).toEqual([]);
		expect(
			own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id),
		).toEqual([]);
	});

	const BIG = { content: Buffer.alloc(4_000_000), fileName: 'big.bin' };
	const withBig = { items: [{ json: {}, files: { data: BIG } }] };

	it('says what to do about a large file in a shared mailbox, and that works', async () => {
		const given = { ...mail, attachments: 'data' };
		await expect(send({ ...given, mailbox: SHARED_MAILBOX }, withBig)).rejects.toMatchObject({
			message: expect.stringContaining('"big.bin" is too large for this mailbox'),
			description: expect.stringMatching(/leave Mailbox empty and set From to the other address/),
		});
		await send({ ...given, options: { from: SHARED_MAILBOX } }, withBig);
		expect(own().sent[0]?.from?.emailAddress.address).toBe(SHARED_MAILBOX);
	});

	it('says first what works in every step, also for an application, which has no mailbox of its own', async () => {
		const credential = applicationCredential(provider());
		const theirs = { mailbox: SHARED_MAILBOX };
		const [draft] = await runStep('email.createDraft', { ...theirs, subject: 'Theirs' });
		for (const [step, parameters, options] of [
			['email.sendEmail', { ...mail, mailbox: OWN_MAILBOX, attachments: 'data' }, { credential }],
			[
				'email.addAttachment',
				{ ...theirs, messageId: String(draft?.json.id), attachments: 'data' },
				{},
			],
			[
				'calendar.createEvent',
				{ ...theirs, subject: 'x', start: '2099-03-02T10:00Z', options: { attachments: 'data' } },
				{},
			],
		] as const) {
			await expect(runStep(step, parameters, { ...withBig, ...options })).rejects.toMatchObject({
				description: expect.stringMatching(/^Attach files below 3 MB, or put a link into the text/),
			});
		}
	});

	it('makes a failed item an error item and sends the others', async () => {
		const items = await send(
			{ ...mail, to: '={{ $json.to }}' },
			{
				continueOnFail: true,
				items: [{ json: { to: 'ann@contoso.com' } }, { json: { to: 'nobody' } }],
			},
		);
		expect(own().sent).toHaveLength(1);
		expect(items[1]).toMatchObject({
			json: { error: expect.stringContaining('To: entry 1 is not an email address ("nobody")') },
			pairedItem: { item: 1 },
		});
	});

	it.each([/messages$/, /send$/])(
		'asks a full mailbox once, and leaves no draft (%s)',
		async (path) => {
			const error = { code: 'ErrorQuotaExceeded', message: 'Mailbox has exceeded its size.' };
			provider().faults.next({ method: 'POST', path, times: 9 }, { status: 507, body: { error } });
			await expect(send(mail)).rejects.toMatchObject({
				message: 'The mailbox is full',
				description: expect.stringMatching(/^Empty the mailbox/),
			});
			expect(provider().faults.pending).toBe(8);
			const drafts = own().folder('drafts').id;
			expect(own().sent).toEqual([]);
			expect(own().messages.filter(({ parentFolderId }) => parentFolderId === drafts)).toEqual([]);
		},
	);

	// (fact: send-limit)
	it.each([
		[429, 'ErrorExceededMessageLimit'],
		[403, 'ErrorExceededMessageLimit'],
		[429, 'ErrorExceededMaxRecipientLimit'],
	])(
		'an account that has sent all it may for a day (%i %s) is asked once, and others need not wait',
		async (status, code) => {
			const error = {
				code,
				message: 'Cannot send mail. Daily Message/Recipient limit exceeded.',
			};
			const headers = { 'retry-after': '60' };
			const limit = { status, headers, body: { error } };
			provider().faults.next({ method: 'POST', path: /send$/, times: 9 }, limit);
			await expect(send(mail)).rejects.toMatchObject({
				message: `The provider refused the request: ${error.message}`,
				description: expect.stringMatching(
					/sent as much as it may: run the step again a day later/,
				),
			});
			expect(provider().faults.pending).toBe(8);
			await runStep('email.listLabels');
		},
	);
});
