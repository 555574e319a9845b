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

	it.each(['id', 'path'] as const)(
		'leaves what lies in a folder that another item deletes where that goes, by its %s',
		async (by) => {
			const outer = own().addFolder('Projects', 'msgfolderroot');
			const middle = own().addFolder('Old', outer.id);
			const inner = own().addFolder('Done', middle.id);
			const ids = [outer, middle, inner].map(({ id }) => id);
			const named = by === 'id' ? ids : ['Projects', 'Projects/Old', 'Projects/Old/Done'];
			const items = named.map((folder) => ({ json: { folder } }));
			const folder = locator(by === 'id' ? 'id' : 'name', '={{ $json.folder }}');
			const deleted = await runStep(step, { folder }, { items });
			expect(deleted.map(({ json }) => json)).toEqual(ids.map((id) => ({ id, deleted: true })));
			expect([outer, middle, inner].map(({ parentFolderId }) => parentFolderId)).toEqual([
				own().folder('deleteditems').id,
				outer.id,
				middle.id,
			]);
		},
	);

	it.each([{ cut: 'after' as const }, { status: 503, after: true }])(
		'does not delete it from Deleted Items too where the answer was lost: %j',
		async (fault) => {
			const { id } = own().addFolder('Customers', 'inbox');
			provider().faults.next({ method: 'DELETE' }, fault);
			await failureOf(runStep(step, { folder: locator('id', id) }, { tries: 3 }));
			expect(own().folderOf(id)?.parentFolderId).toBe(own().folder('deleteditems').id);
		},
	);

	it('does not delete it from Deleted Items too where an agent names it in two calls at the same time', async () => {
		const { id } = own().addFolder('Customers', 'inbox');
		const folder = locator('name', 'Inbox/Customers');
		const call = async () => await runForOne(step, { folder }, { asTool: true });
		const [first, second] = await Promise.allSettled([call(), call()]);
		expect(first).toEqual({ status: 'fulfilled', value: { id, deleted: true } });
		expect(second).toMatchObject({
			status: 'rejected',
			reason: { message: expect.stringContaining('has no folder of this name') },
		});
		expect(own().folderOf(id)?.parentFolderId).toBe(own().folder('deleteditems').id);
	});

	it.each(['Customers', 'Inbox/Customers/Old'])(
		'deletes nothing from Deleted Items where another call of the same time names it otherwise, or what it lies in: %s',
		async (other) => {
			const outer = own().addFolder('Customers', 'inbox');
			const inner = own().addFolder('Old', outer.id);
			const call = async (name: string) =>
				await runForOne(step, { folder: locator('name', name) }, { asTool: true });
			const ends = await Promise.allSettled([call('Inbox/Customers'), call(other)]);
			expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
			expect(own().folderOf(inner.id)?.parentFolderId).toBe(outer.id);
			expect(own().folderOf(outer.id)?.parentFolderId).toBe(own().folder('deleteditems').id);
		},
	);

	it('deletes nothing again that may be deleted already where another item goes on', async () => {
		const outer = own().addFolder('Projects', 'msgfolderroot');
		const inner = own().addFolder('Old', outer.id);
		provider().faults.next({ method: 'DELETE' }, { cut: 'after' });
		const items = [outer, outer, inner].map(({ id }) => ({ json: { id } }));
		const folder = locator('id', '={{ $json.id }}');
		const ends = await runStep(step, { folder }, { items, continueOnFail: true });
		expect(ends.map(({ json }) => String(json.error))).toEqual(
			items.map(() => expect.stringContaining('may or may not have taken effect')),
		);
		expect(provider().requests.count({ method: 'DELETE' })).toBe(1);
		expect([outer, inner].map(({ parentFolderId }) => parentFolderId)).toEqual([
			own().folder('deleteditems').id,
			outer.id,
		]);
	});

	it('tries again what was surely not deleted', async () => {
		const { id } = own().addFolder('Projects', 'msgfolderroot');
		provider().faults.next({ method: 'DELETE' }, { status: 400 });
		const items = [{ json: {} }, { json: {} }];
		const folder = locator('id', id);
		const ends = await runStep(step, { folder }, { items, continueOnFail: true });
		expect(ends.map(({ json }) => json)).toEqual([
			{ error: expect.any(String) },
			{ id, deleted: true },
		]);
	});

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
