import { readBinary } from '../../../../harness/executeNode';
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

const step = 'email.downloadEmail';
const mail = { subject: 'Re: a/b "c"', from: 'ann@contoso.com', body: 'Good day' };

describe('Download Email', () => {
	it('downloads the whole mail as an .eml file named after its subject', async () => {
		const { immutableId } = own().deliver(mail);
		const [item] = await runStep(step, { messageId: immutableId });
		expect(item?.json).toEqual({
			id: immutableId,
			subject: 'Re: a/b "c"',
			fileName: 'Re a b c.eml',
		});
		expect(item?.binary?.data).toMatchObject({ mimeType: 'message/rfc822' });
		expect((await readBinary(item, 'data')).toString()).toContain('Subject:');
	});

	it('works in a shared mailbox', async () => {
		const { immutableId } = shared().deliver(mail);
		await runForOne(step, { messageId: immutableId, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('says at once that Microsoft makes no file of an encrypted email, and where its file is (fact: smime-value)', async () => {
		const attachments = [{ name: 'smime.p7m', contentType: 'application/pkcs7-mime' }];
		const { immutableId } = own().deliver({ ...mail, attachments });
		provider().requests.clear();
		const { message, description } = await failureOf(runStep(step, { messageId: immutableId }));
		expect(message).toContain('The provider refused the request');
		expect(description).toContain('Download Attachment');
		const asked = provider().requests.count({ path: /\/\$value$/ });
		expect(asked).toBe(1);
	});

	it('says that a mail is not there, as an error item too', async () => {
		const gone = own().deliver(mail);
		own().remove(gone);
		const parameters = { messageId: gone.immutableId };
		expect((await failureOf(runStep(step, parameters))).message).toContain('Not found');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('Not found');
	});
});
