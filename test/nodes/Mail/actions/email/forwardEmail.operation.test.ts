import { htmlToText } from '../../../../../nodes/shared/html/html';
import {
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

const step = 'email.forwardEmail';
const original = {
	subject: 'Offer',
	from: 'ann@contoso.com',
	body: 'The offer',
	attachments: [{ name: 'offer.pdf', content: 'pdf' }],
};

describe('Forward Email', () => {
	it('sends the mail on with its attachments and the own text above it', async () => {
		const mail = own().deliver(original);
		const json = await runForOne(step, {
			messageId: mail.immutableId,
			to: 'Bob <bob@contoso.com>',
			message: 'For you',
		});
		const [sent, ...more] = own().sent;
		expect(more).toEqual([]);
		expect(json).toMatchObject({
			id: sent?.immutableId,
			subject: 'FW: Offer',
			to: [{ address: 'bob@contoso.com', name: 'Bob' }],
			sent: true,
		});
		expect(sent?.body.content).toMatch(/<div>For you<\/div>.*The offer/s);
		expect(sent?.attachments.map(({ name }) => name)).toEqual(['offer.pdf']);
	});

	it('shows the own text although the style sheet of the mail hides such a text', async () => {
		const body = '<html><body>Pay today<style>div{display:none}</style></body></html>';
		const mail = own().deliver({ ...original, body: { contentType: 'html', content: body } });
		const given = { messageId: mail.immutableId, to: 'bob@contoso.com', message: 'Do not pay' };
		await runForOne(step, given);
		expect(htmlToText(own().sent[0]?.body.content ?? '')).toMatch(/^Do not pay.*Pay today/s);
	});

	it('says how to pass on a signed email, which Microsoft does not forward (fact: smime-forward)', async () => {
		const attachments = [{ name: 'smime.p7m', contentType: 'multipart/signed' }];
		const mail = own().deliver({ ...original, attachments });
		const given = { messageId: mail.immutableId, to: 'bob@contoso.com' };
		const { message, description } = await failureOf(runStep(step, given));
		expect(message).toContain('cannot open an attachment of this email');
		expect(description).toContain('get it with Download Email and attach the file');
		expect(own().sent).toEqual([]);
	});

	it('adds files, and leaves a draft when asked to', async () => {
		const mail = own().deliver(original);
		const json = await runForOne(
			step,
			{ messageId: mail.immutableId, to: 'bob@contoso.com', attachments: 'all', saveAsDraft: true },
			{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] },
		);
		expect(own().sent).toEqual([]);
		const draft = own().messageOf(String(json.id));
		expect(draft?.attachments.map(({ name }) => name)).toEqual(['offer.pdf', 'x.txt']);
		expect(draft?.body.content).toContain('The offer');
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver(original);
		await runForOne(step, {
			messageId: mail.immutableId,
			to: 'bob@contoso.com',
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
		expect(shared().sent).toHaveLength(1);
	});

	it('refuses a mail to nobody before anything is asked', async () => {
		const { message } = await failureOf(runStep(step, { messageId: 'AAkALgAA' }));
		expect(message).toBe('To: give at least one address in To, Cc or Bcc');
		expect(provider().requests.all).toEqual([]);
	});

	it.each([step, 'email.replyToEmail'])(
		'as a tool takes no draft, which may change after a review showed it: %s',
		async (quoting) => {
			const given = { to: 'ann@contoso.com', subject: 'Offer', message: 'Thank you' };
			const { id } = await runForOne('email.createDraft', given);
			const sending = { messageId: String(id), to: 'bob@contoso.com', message: 'For you' };
			const { message } = await failureOf(runStep(quoting, sending, { asTool: true }));
			expect(message).toContain('Message ID: is a draft');
			expect(message).toContain('Send Draft');
			expect(own().messages.filter(({ subject }) => subject !== 'Offer')).toEqual([]);
		},
	);

	it('makes a failed item an error item', async () => {
		const mail = own().deliver(original);
		own().remove(mail);
		const [item] = await runStep(
			step,
			{ messageId: mail.immutableId, to: 'bob@contoso.com' },
			{ continueOnFail: true },
		);
		expect(item?.json.error).toContain('Not found');
		expect(own().sent).toEqual([]);
	});
});
