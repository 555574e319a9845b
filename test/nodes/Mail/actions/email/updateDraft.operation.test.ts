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

	it('says so when the mail is no draft, as an error item too', async () => {
		const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		const parameters = { messageId: mail.immutableId, subject: 'New' };
		expect((await failureOf(runStep(step, parameters))).message).toContain('Message is not draft');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('Message is not draft');
	});
});
