import { applicationCredential } from '../../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';
import { policies } from '../../../../policy/mailboxUnderAttack';

// Holds under each reading of fact: draft-reply-comment, fact: sent-draft-id.

useMailboxes();

const step = 'email.replyToEmail';

const original = () => ({
	subject: 'Offer',
	from: { emailAddress: { name: 'Ann Lee', address: 'ann@contoso.com' } },
	toRecipients: ['me@contoso.com', 'bob@contoso.com'],
	ccRecipients: ['cleo@contoso.com'],
	body: { contentType: 'html' as const, content: '<p style="color:red">The <b>offer</b></p>' },
	attachments: [{ name: 'logo.png', content: 'png', isInline: true, contentId: 'logo' }],
});

const addresses = (list: Array<{ emailAddress: { address: string } }> = []) =>
	list.map(({ emailAddress }) => emailAddress.address);

describe('Reply to Email', () => {
	it('answers the sender in the conversation, its text before the quoted original', async () => {
		provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
		const mail = own().deliver(original());
		const json = await runForOne(step, {
			messageId: mail.immutableId,
			message: 'Thank you\n& goodbye',
		});
		const [reply, ...more] = own().sent;
		expect(more).toEqual([]);
		expect(json).toEqual({
			id: reply?.immutableId,
			conversationId: mail.conversationId,
			internetMessageId: reply?.internetMessageId,
			subject: 'RE: Offer',
			to: [{ address: 'ann@contoso.com', name: 'Ann Lee' }],
			sent: true,
		});
		expect(reply?.body.contentType).toBe('html');
		expect(reply?.body.content).toMatch(
			/<body><div>Thank you<br>&amp; goodbye<\/div>.*<p style="color:red">The <b>offer<\/b><\/p>/s,
		);
		expect(reply?.attachments.map(({ name }) => name)).toEqual(['logo.png']);
	});

	it('answers no email of its own for a model: nobody but the mailbox would get that', async () => {
		const ann = ['ann@contoso.com'];
		const mine = own().deliver({ subject: 'Offer', from: 'me@contoso.com', toRecipients: ann });
		const given = { messageId: mine.immutableId, message: 'Any news?' };
		const asTool = { asTool: true };
		const { message } = await failureOf(runStep(step, given, asTool));
		expect(message).toMatch(/^Message ID: is an email that this mailbox sent: .* Reply to All/);
		expect(own().sent).toEqual([]);
		await runStep(step, { ...given, replyToAll: true }, asTool);
		expect(own().sent[0]?.toRecipients).toContainEqual(
			expect.objectContaining({
				emailAddress: { address: 'ann@contoso.com', name: 'ann@contoso.com' },
			}),
		);
		const note = own().deliver({ subject: 'Note', from: 'me@contoso.com' });
		await runStep(step, { ...given, messageId: note.immutableId }, asTool);
		expect(own().sent).toHaveLength(2);
	});

	it.each(['toRecipients', 'ccRecipients', 'bccRecipients'])(
		'answers none either that went to others in %s, nor as an application, which may not read the user',
		async (list) => {
			const mine = own().deliver({
				subject: 'Offer',
				from: OWN_MAILBOX,
				toRecipients: [],
				[list]: ['ann@contoso.com'],
			});
			const given = { messageId: mine.immutableId, message: 'Any news?', mailbox: OWN_MAILBOX };
			const credential = applicationCredential(provider(), { roles: 'Mail.ReadWrite Mail.Send' });
			for (const access of [{}, { credential }]) {
				const { message } = await failureOf(runStep(step, given, { asTool: true, ...access }));
				expect(message).toMatch(/^Message ID: is an email that this mailbox sent/);
			}
			expect(own().sent).toEqual([]);
		},
	);

	it('tells a model whom it went to, as nobody wrote that', async () => {
		const mail = own().deliver({ ...original(), ccRecipients: ['bob@contoso.com'] });
		const given = { messageId: mail.immutableId, message: 'Thanks', replyToAll: true };
		const [item] = await runStep(step, given, { asTool: true });
		const bob = expect.objectContaining({ address: 'bob@contoso.com' });
		expect(item?.json).toMatchObject({ sent: true, cc: expect.arrayContaining([bob]) });
	});

	it('answers everybody, with more recipients, options and attachments', async () => {
		const mail = own().deliver(original());
		await runForOne(
			step,
			{
				messageId: mail.immutableId,
				message: '<p>See <i>attached</i></p>',
				replyToAll: true,
				attachments: 'data',
				options: {
					cc: 'dora@contoso.com, CLEO@contoso.com',
					importance: 'high',
					headers: { header: [{ name: 'x-case', value: '7' }] },
				},
			},
			{ items: [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }] },
		);
		const [reply] = own().sent;
		expect(addresses(reply?.toRecipients)).toEqual(['ann@contoso.com', 'bob@contoso.com']);
		expect(addresses(reply?.ccRecipients)).toEqual(['cleo@contoso.com', 'dora@contoso.com']);
		expect(reply).toMatchObject({
			importance: 'high',
			internetMessageHeaders: [{ name: 'x-case', value: '7' }],
		});
		expect(reply?.attachments.map(({ name }) => name)).toEqual(['logo.png', 'a.txt']);
	});

	it('saves a draft instead of sending', async () => {
		const mail = own().deliver(original());
		const json = await runForOne(step, {
			messageId: mail.immutableId,
			message: 'Later',
			saveAsDraft: true,
		});
		expect(own().sent).toEqual([]);
		expect(own().messageOf(String(json.id))).toMatchObject({ isDraft: true });
		expect(json).toMatchObject({ sent: false });
	});

	// (fact: reply-marks-read)
	it.each([
		['to its sender', {}, {}],
		['to all', { replyToAll: true }, {}],
		['of a tool', {}, { asTool: true }],
		['of a tool that sends nothing', {}, { asTool: true, credentialData: policies.nothing }],
	])('leaves a mail unread beside a draft %s, which Graph marks as read', async (_, more, run) => {
		const mail = own().deliver({ ...original(), isRead: false });
		const parameters = { messageId: mail.immutableId, message: 'Later', saveAsDraft: true };
		await runStep(step, { ...parameters, ...more }, run);
		expect(mail.isRead).toBe(false);
		mail.isRead = true;
		provider().requests.clear();
		await runStep(step, { ...parameters, ...more }, run);
		expect(mail.isRead).toBe(true);
		// That of the draft.
		expect(provider().requests.count({ method: 'PATCH' })).toBe(1);
	});

	it('saves the draft also where the mail cannot be marked unread again', async () => {
		const mail = own().deliver({ ...original(), isRead: false });
		provider().faults.next({ method: 'PATCH' }, { status: 403 });
		const parameters = { messageId: mail.immutableId, message: 'Later', saveAsDraft: true };
		expect(await runForOne(step, parameters)).toMatchObject({ sent: false });
		expect(provider().faults.pending).toBe(0);
	});

	it('answers from a shared mailbox in its name', async () => {
		const mail = shared().deliver(original());
		await runForOne(step, {
			messageId: mail.immutableId,
			message: 'Hello',
			mailbox: SHARED_MAILBOX,
		});
		expect(own().sent).toEqual([]);
		expect(shared().sent.map(({ from }) => from?.emailAddress.address)).toEqual([SHARED_MAILBOX]);
	});

	// fact: answered-early.
	it.each([
		['Reply to Email', step, { message: 'Hello again' }],
		['Forward Email', 'email.forwardEmail', { to: 'ann@contoso.com' }],
	])('answers an email that was sent just now, and marks it: %s', async (_, name, given) => {
		// Where a sent email has another ID, that of its draft finds nothing.
		provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
		const first = { to: 'ann@contoso.com', subject: 'Hello', message: 'Hi' };
		const { id: messageId } = await runForOne('email.sendEmail', first);
		const body = {
			error: {
				code: 'ErrorInvalidReferenceItem',
				message: 'The reference item does not support it.',
			},
		};
		provider().faults.next({ path: /create[A-Z]\w+$/, times: 2 }, { status: 400, body });
		await runForOne(name, { messageId: String(messageId), ...given });
		const [sent, answer] = own().sent.map((mail) => mail.singleValueExtendedProperties.length);
		expect(answer).toBe(sent);
	});

	it('answers without the mark where Graph does not take it', async () => {
		const mail = own().deliver(original());
		provider().faults.next({ path: /createReply$/ }, { status: 400 });
		await runForOne(step, { messageId: mail.immutableId, message: 'Hello' });
		expect(own().sent).toHaveLength(1);
	});

	it('names the next step for an unknown mail, and leaves nothing behind', async () => {
		const mail = own().deliver(original());
		own().remove(mail);
		const { message, description } = await failureOf(
			runStep(step, { messageId: mail.immutableId, message: 'Hello' }),
		);
		expect(message).toContain('Not found in this mailbox');
		expect(description).toContain('It may be gone');
		expect(own().messages).toEqual([]);
	});

	it('deletes the begun reply when it cannot be sent', async () => {
		const mail = own().deliver(original());
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		await failureOf(runStep(step, { messageId: mail.immutableId, message: 'Hello' }));
		const drafts = own().folder('drafts').id;
		expect(own().messages.filter(({ parentFolderId }) => parentFolderId === drafts)).toEqual([]);
	});

	it('makes a failed item an error item and answers the others', async () => {
		const mail = own().deliver(original());
		const items = await runStep(
			step,
			{ messageId: '={{ $json.id }}', message: 'Hello' },
			{ continueOnFail: true, items: [{ json: {} }, { json: { id: mail.immutableId } }] },
		);
		expect(items[0]?.json.error).toContain('Message ID: is required');
		expect(own().sent).toHaveLength(1);
	});
});
