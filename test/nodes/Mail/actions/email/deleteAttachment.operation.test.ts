import {
	expectOnlyShared,
	own,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'email.deleteAttachment';
const mailWithFiles = {
	subject: 'Files',
	from: 'ann@contoso.com',
	attachments: [
		{ name: 'a.txt', content: 'a' },
		{ name: 'b.txt', content: 'b' },
	],
};

async function firstId(messageId: string, mailbox = '') {
	const [first] = await runStep('email.listAttachments', { messageId, mailbox });
	return String(first?.json.id);
}

describe('Delete Attachment', () => {
	it('deletes one attachment and keeps the mail', async () => {
		const mail = own().deliver(mailWithFiles);
		const attachmentId = await firstId(mail.immutableId);
		const json = await runForOne(step, { messageId: mail.immutableId, attachmentId });
		expect(json).toEqual({ id: attachmentId, messageId: mail.immutableId, deleted: true });
		expect(mail.attachments.map(({ name }) => name)).toEqual(['b.txt']);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver(mailWithFiles);
		await runForOne(step, {
			messageId: mail.immutableId,
			attachmentId: await firstId(mail.immutableId, SHARED_MAILBOX),
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
		expect(mail.attachments).toHaveLength(1);
	});

	it('says that an attachment is not there, as an error item too', async () => {
		const mail = own().deliver(mailWithFiles);
		const attachmentId = await firstId(mail.immutableId);
		const parameters = { messageId: mail.immutableId, attachmentId };
		await runForOne(step, parameters);
		expect((await failureOf(runStep(step, parameters))).message).toContain('Not found');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('Not found');
		expect((await failureOf(runStep(step, { messageId: mail.immutableId }))).message).toContain(
			'Attachment ID',
		);
	});
});
