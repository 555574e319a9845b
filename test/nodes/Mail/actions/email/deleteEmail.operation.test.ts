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

const step = 'email.deleteEmail';

describe('Delete Email', () => {
	it('moves the mail to Deleted Items, where the user finds it again', async () => {
		const mail = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		const result = await runForOne(step, { messageId: mail.immutableId });
		expect(result).toEqual({ id: mail.immutableId, deleted: true, permanently: false });
		expect(mail.parentFolderId).toBe(own().folder('deleteditems').id);
	});

	it.each(['deleteditems', 'a folder below it'])(
		'says that the mail was deleted before, and leaves it, in %s',
		async (place) => {
			const trash = own().folder('deleteditems');
			const folder = place === 'deleteditems' ? trash : own().addFolder('Old', trash.id);
			const mail = own().deliver(
				{ subject: 'Spam', from: 'ann@contoso.com' },
				{ folder: folder.id },
			);
			const result = await runForOne(step, { messageId: mail.immutableId });
			expect(result).toMatchObject({ deleted: true, permanently: false, alreadyDeleted: true });
			expect(mail.parentFolderId).toBe(folder.id);
			expect(asked().filter((request) => request.startsWith('POST'))).toEqual([]);
		},
	);

	it('moves an email once that several items name', async () => {
		const mail = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		const items = [{ json: {} }, { json: {} }];
		const deleted = await runStep(step, { messageId: mail.immutableId }, { items });
		expect(deleted.map(({ json }) => json.alreadyDeleted)).toEqual([undefined, true]);
		expect(asked().filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});

	it('deletes for good only when told so', async () => {
		const mail = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		await runForOne(step, { messageId: mail.immutableId, permanently: true });
		expect(asked()).toEqual([
			`POST /me/messages/${encodeURIComponent(mail.immutableId)}/permanentDelete`,
		]);
		expect(own().messages).not.toContain(mail);
	});

	it('deletes many for good in few requests', async () => {
		const items = Array.from({ length: 40 }, () => {
			const { immutableId: id } = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
			return { json: { id } };
		});
		await runStep(step, { messageId: '={{ $json.id }}', permanently: true }, { items });
		expect(own().messages).toEqual([]);
		expect(provider().requests.count()).toBe(2);
	});

	it('deletes for good also when the answer was lost', async () => {
		const mail = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'POST', path: /permanentDelete$/ }, { cut: 'after' });
		const result = await runForOne(step, { messageId: mail.immutableId, permanently: true });
		expect(result).toMatchObject({ deleted: true });
		expect(own().messages).not.toContain(mail);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		await runForOne(step, { messageId: mail.immutableId, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		expect(mail.parentFolderId).toBe(shared().folder('deleteditems').id);
	});

	it('fails for a mail that does not exist, and only for that one under Continue On Fail', async () => {
		const failure = await failureOf(runForOne(step, { messageId: 'gone' }));
		expect(failure.message).toContain('Not found');
		const mail = own().deliver({ subject: 'Spam', from: 'ann@contoso.com' });
		const items = await runStep(
			step,
			{ messageId: '={{ $json.id }}' },
			{
				items: [{ json: { id: 'gone' } }, { json: { id: mail.immutableId } }],
				continueOnFail: true,
			},
		);
		expect(items[0]?.json).toHaveProperty('error');
		expect(items[1]?.json).toMatchObject({ deleted: true });
	});
});
