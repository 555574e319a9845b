import {
	expectOnlyShared,
	own,
	runForOne,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.copyEmail';

describe('Copy Email to Folder', () => {
	it('returns the copy and leaves the mail where it is', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const copy = await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('name', 'Archive'),
		});
		expect(copy).toMatchObject({ subject: 'Invoice', folderId: own().folder('archive').id });
		expect(copy.id).not.toBe(mail.immutableId);
		expect(mail.parentFolderId).toBe(own().folder('inbox').id);
		expect(own().messages).toHaveLength(2);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
		await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('id', 'archive'),
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
	});

	it('fails for a folder ID that does not exist, and makes no copy', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const failure = await failureOf(
			runForOne(step, { messageId: mail.immutableId, folder: locator('id', 'no-such-folder') }),
		);
		expect(failure.message).toContain('Not found');
		expect(own().messages).toHaveLength(1);
	});
});
