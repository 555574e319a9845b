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
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.deleteFolder';

describe('Delete Folder', () => {
	it('deletes a folder', async () => {
		const folder = own().addFolder('Customers', 'inbox');
		const result = await runForOne(step, { folder: locator('name', 'Inbox/Customers') });
		expect(result).toEqual({ id: folder.id, deleted: true });
		expect(own().folderOf(folder.id)?.parentFolderId).not.toBe(own().folder('inbox').id);
	});

	it('does not delete it from Deleted Items too where two items name it', async () => {
		const { id } = own().addFolder('Customers', 'inbox');
		const items = [{ json: { folder: 'Customers' } }, { json: { folder: 'Inbox/Customers' } }];
		const folder = locator('name', '={{ $json.folder }}');
		const deleted = await runStep(step, { folder }, { items });
		expect(deleted.map(({ json }) => json)).toEqual([
			{ id, deleted: true },
			{ id, deleted: true },
		]);
		expect(own().folderOf(id)?.parentFolderId).toBe(own().folder('deleteditems').id);
	});

	it.each([{ cut: 'after' as const }, { status: 503, after: true }])(
		'does not delete it from Deleted Items too where the answer was lost: %j',
		async (fault) => {
			const { id } = own().addFolder('Customers', 'inbox');
			provider().faults.next({ method: 'DELETE' }, fault);
			await failureOf(runStep(step, { folder: locator('id', id) }, { tries: 3 }));
			expect(own().folderOf(id)?.parentFolderId).toBe(own().folder('deleteditems').id);
		},
	);

	it('works in a shared mailbox', async () => {
		const folder = shared().addFolder('Open', 'inbox');
		await runForOne(step, { folder: locator('id', folder.id), mailbox: SHARED_MAILBOX });
		expect(shared().folderOf(folder.id)?.parentFolderId).not.toBe(shared().folder('inbox').id);
		expectOnlyShared();
	});

	it('refuses the standard folders, and sends nothing', async () => {
		const failure = await failureOf(runForOne(step, { folder: locator('name', 'Inbox') }));
		expect(failure.message).toContain('is a standard folder');
		expect(asked()).toEqual([]);
	});

	it('fails for a folder that does not exist', async () => {
		const failure = await failureOf(runForOne(step, { folder: locator('id', 'nowhere') }));
		expect(failure.message).toContain('Not found');
	});
});
