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

const step = 'email.updateDraft';

async function newDraft(mailbox = '') {
	const json = await runForOne('email.createDraft', {
		to: 'ann@contoso.com',
		subject: 'Hello',
		message: 'Good day',
		mailbox,
	});
	provider().requests.clear();
	return String(json.id);
}

describe('Update Draft', () => {
	it('changes what is given and keeps the rest', async () => {
		const id = await newDraft();
		const json = await runForOne(step, {
			messageId: id,
			to: ['bob@contoso.com'],
			message: '<p>New</p>',
			options: { labels: 'Invoice' },
		});
		expect(json).toMatchObject({ id, subject: 'Hello', to: [{ address: 'bob@contoso.com' }] });
		expect(own().messageOf(id)).toMatchObject({
			isDraft: true,
			subject: 'Hello',
			body: { contentType: 'html', content: '<p>New</p>' },
			categories: ['Invoice'],
		});
	});

	const reply = async (kind = 'replyToEmail', original = 'Can you come?') => {
		const mail = own().deliver({
			subject: 'Lunch',
			from: 'ann@contoso.com',
			body: { contentType: 'html', content: original },
		});
		const given = { messageId: mail.immutableId, message: 'First words', saveAsDraft: true };
		const to = kind === 'forwardEmail' ? { to: 'bob@contoso.com' } : {};
		return String((await runForOne(`email.${kind}`, { ...given, ...to })).id);
	};
	const bodyOf = (id: string) => own().messageOf(id)?.body.content ?? '';

	it.each(['replyToEmail', 'forwardEmail'])(
		'keeps the email that is quoted below in a draft of %s, and no words of before',
		async (kind) => {
			const id = await reply(kind);
			const quote = bodyOf(id).slice(bodyOf(id).indexOf('<hr'));
			for (const message of ['Second words', '<p>Third words</p>']) {
				await runForOne(step, { messageId: id, message });
			}
			expect(bodyOf(id)).toBe(`<html><head></head><body><div><p>Third words</p></div>${quote}`);
		},
	);

	it('keeps the whole quote where the quoted email quotes another one', async () => {
		const nested = 'Yes<hr tabindex="-1"><div id="divRplyFwdMsg">From: Bob</div>Can you?';
		const id = await reply('replyToEmail', nested);
		await runForOne(step, { messageId: id, message: 'New' });
		expect(bodyOf(id).match(/divRplyFwdMsg/g)).toHaveLength(2);
		expect(bodyOf(id)).toContain('Yes<hr');
	});

	it.each([
		[
			'of Outlook on the web',
			'<body dir="ltr"><div>Old</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr">From: Ann</div>Hello</body>',
			'<body dir="ltr"><div>New</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr">From: Ann</div>Hello</body>',
		],
		[
			'of Outlook on the web, on lines of its own',
			'<body>\n<div>Old</div>\n<div id="appendonsend"></div>\n<hr style="width:98%">\n<div id="divRplyFwdMsg">From: Ann</div>Hello</body>',
			'<body><div>New</div><div id="appendonsend"></div>\n<hr style="width:98%">\n<div id="divRplyFwdMsg">From: Ann</div>Hello</body>',
		],
		[
			'of Outlook for Windows',
			"<body lang=EN><p>Old</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Ann</p></div></div><p>Hello</p></body>",
			"<body lang=EN><div>New</div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Ann</p></div></div><p>Hello</p></body>",
		],
		[
			'in plain text',
			{ contentType: 'text' as const, content: `Old\n\n${'_'.repeat(32)}\nFrom: Ann\n\nHello` },
			`<div>New</div>${'_'.repeat(32)}`,
		],
	])('knows a quote %s', async (_name, body, left) => {
		const draft = own().deliver(
			{
				subject: 'Re',
				from: 'me@contoso.com',
				isDraft: true,
				body: typeof body === 'string' ? { contentType: 'html', content: body } : body,
			},
			{ folder: 'drafts' },
		);
		await runForOne(step, { messageId: draft.immutableId, message: 'New' });
		expect(draft.body.content).toContain(left);
		expect(draft.body.content).toContain('New');
		expect(draft.body.content).not.toContain('Old');
	});

	it('replaces the quote as well where that is wanted', async () => {
		const id = await reply();
		const message = '<p>All of it</p>';
		await runForOne(step, { messageId: id, message, options: { replaceQuote: true } });
		expect(bodyOf(id)).toBe(message);
	});

	// (fact: text-over-html)
	it.each([
		['alone', '<p>Old</p>', {}, '<div>Tom &amp; Ann<br>Bye</div>'],
		[
			'in the place of a quote',
			'Old<hr><div id="divRplyFwdMsg">From: Ann</div>',
			{ replaceQuote: true },
			'<div>Tom &amp; Ann<br>Bye</div>',
		],
	])(
		'writes plain text over HTML %s, which personal mailboxes do not take as such',
		async (_name, content, options, written) => {
			own().personal = true;
			const seed = { subject: 'Re', from: 'me@contoso.com', isDraft: true };
			const body = { contentType: 'html' as const, content };
			const draft = own().deliver({ ...seed, body }, { folder: 'drafts' });
			const messageId = draft.immutableId;
			await runForOne(step, { messageId, message: 'Tom & Ann\nBye', options });
			expect(draft.body).toEqual({ contentType: 'html', content: written });
		},
	);

	it('leaves plain text as it is where the mailbox takes it', async () => {
		const id = String((await runForOne('email.createDraft', { message: '<p>Old</p>' })).id);
		await runForOne(step, { messageId: id, message: 'New' });
		expect(own().messageOf(id)?.body).toEqual({ contentType: 'text', content: 'New' });
	});

	it('does not look at the text where none is given', async () => {
		const id = await reply();
		const before = bodyOf(id);
		provider().requests.clear();
		await runForOne(step, { messageId: id, subject: 'Other' });
		expect(bodyOf(id)).toBe(before);
		const [look, ...others] = provider().requests.all;
		expect(look?.query.$select?.split(',')).not.toContain('body');
		expect(others.map(({ method }) => method)).toEqual(['PATCH']);
	});

	it('works in a shared mailbox and keeps its sender', async () => {
		const id = await newDraft(SHARED_MAILBOX);
		await runForOne(step, { messageId: id, subject: 'Other', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		expect(shared().messageOf(id)).toMatchObject({
			subject: 'Other',
			from: { emailAddress: { address: SHARED_MAILBOX } },
		});
	});

	it('refuses when there is nothing to change', async () => {
		const { message } = await failureOf(runStep(step, { messageId: 'AAkALgAA' }));
		expect(message).toContain('There is nothing to change');
		expect(provider().requests.all).toEqual([]);
	});

	it.each([
		['labels', { labels: 'Invoice' }],
		['importance', { importance: 'high' }],
		['both', { labels: 'Invoice', importance: 'low' }],
	])('changes no %s of an email that was received', async (_, options) => {
		const mail = own().deliver({
			subject: 'Old',
			from: 'ann@contoso.com',
			categories: ['Urgent'],
		});
		for (const asTool of [false, true]) {
			provider().requests.clear();
			const run = runStep(step, { messageId: mail.immutableId, options }, { asTool });
			const { message, description } = await failureOf(run);
			expect(message).toMatch(/^Message ID: is no draft: this email was already sent or received/);
			expect(asTool ? message : description).toContain('Update Email or Add Label');
			expect(asked()).toHaveLength(1);
		}
		expect(mail).toMatchObject({ categories: ['Urgent'], importance: 'normal' });
	});

	it('asks for no receipt any more where that is switched off, and leaves one alone that is not named', async () => {
		const id = await newDraft();
		await runForOne(step, { messageId: id, options: { deliveryReceipt: true, readReceipt: true } });
		await runForOne(step, { messageId: id, options: { readReceipt: false } });
		expect(own().messageOf(id)).toMatchObject({
			isDeliveryReceiptRequested: true,
			isReadReceiptRequested: false,
		});
	});

	it('empties the lists that are to be empty, but for one that is given as well', async () => {
		const id = await newDraft();
		const lists = { cc: 'bob@contoso.com', bcc: 'carla@contoso.com' };
		const options = { labels: 'Urgent', replyTo: 'team@contoso.com' };
		await runForOne(step, { messageId: id, ...lists, options });
		await runForOne(step, { messageId: id, options: { emptied: 'Bcc, replyTo' } });
		expect(own().messageOf(id)).toMatchObject({
			...{ bccRecipients: [], replyTo: [], categories: ['Urgent'] },
			ccRecipients: [{ emailAddress: { address: 'bob@contoso.com' } }],
		});
		const emptied = ['to', 'cc', 'labels'];
		const both = runForOne(step, { messageId: id, cc: 'dan@contoso.com', options: { emptied } });
		await expect(both).rejects.toThrow('leave out one of the two');
		await runForOne(step, { messageId: id, subject: 'Hello', options: { emptied } });
		expect(own().messageOf(id)).toMatchObject({
			...{ toRecipients: [], ccRecipients: [], categories: [], subject: 'Hello' },
		});
	});

	it('replaces the labels of a draft', async () => {
		const id = await newDraft();
		for (const labels of ['Urgent', 'Invoice']) {
			await runForOne(step, { messageId: id, options: { labels } });
		}
		expect(own().messageOf(id)?.categories).toEqual(['Invoice']);
	});

	// fact: sent-mail-fixed.
	it('changes no text of an email that was received, which Microsoft may let it do', async () => {
		const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		const parameters = { messageId: mail.immutableId, subject: 'New', message: 'New' };
		expect((await failureOf(runStep(step, parameters))).message).toContain('is no draft');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('is no draft');
		expect(provider().requests.count({ method: 'PATCH' })).toBe(0);
	});
});
