import {
	expectOnlyShared,
	own,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.getFolder';

describe('Get Folder', () => {
	it('counts the mails of a folder', async () => {
		own().deliver({ subject: 'One', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Two', from: 'ann@contoso.com', isRead: true });
		const folder = await runForOne(step, { folder: locator('name', 'inbox') });
		expect(folder).toMatchObject({ name: 'Inbox', emails: 2, unread: 1 });
	});

	it.each(['AARP', 'AQ-2026'])('finds %s, whose name begins as an ID does', async (name) => {
		own().addFolder(name, 'inbox');
		own().deliver({ subject: 'One', from: 'ann@contoso.com' }, { folder: name });
		const items = await runStep('email.findEmail', { search: 'One' });
		const [found] = await runStep(
			step,
			{ folder: locator('list', '={{ $json.folder }}') },
			{ items },
		);
		expect(found?.json).toMatchObject({ name, emails: 1 });
	});

	it.each(['/2026', 'A/B', 'Old/', '/'])(
		'finds %s by the path that List Folders gives',
		async (name) => {
			own().addFolder(name, 'inbox');
			own().addFolder(`${name} too`, 'inbox');
			const [folder] = (await runStep('email.listFolders')).filter(
				({ json }) => json.name === name,
			);
			const found = await runForOne(step, { folder: locator('name', String(folder?.json.path)) });
			expect(found.name).toBe(name);
			expect(await runForOne(step, { folder: locator('name', name) })).toEqual(found);
		},
	);

	it('works in a shared mailbox', async () => {
		shared().addFolder('Escalated', 'inbox');
		const folder = await runForOne(step, {
			folder: locator('name', 'Inbox/Escalated'),
			mailbox: SHARED_MAILBOX,
		});
		expect(folder.name).toBe('Escalated');
		expectOnlyShared();
	});

	it('says so when the folder does not exist', async () => {
		const failure = await failureOf(runForOne(step, { folder: locator('id', 'nowhere') }));
		expect(failure.message).toContain('Not found');
	});
});
