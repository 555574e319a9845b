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
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.renameFolder';

describe('Rename Folder', () => {
	it('renames a folder and keeps its ID', async () => {
		const folder = own().addFolder('Customers', 'inbox');
		const renamed = await runForOne(step, {
			folder: locator('name', 'Inbox/Customers'),
			name: 'Former Customers',
		});
		expect(renamed).toMatchObject({ id: folder.id, name: 'Former Customers' });
	});

	it('leaves a folder as the last of several items says', async () => {
		const folder = own().addFolder('Customers', 'inbox');
		provider().faults.next({ method: 'PATCH' }, { delayMs: 100 });
		const items = ['Former', 'Old'].map((name) => ({ json: { name } }));
		await runStep(step, { folder: locator('id', folder.id), name: '={{ $json.name }}' }, { items });
		expect(folder.displayName).toBe('Old');
	});

	it('works in a shared mailbox', async () => {
		const folder = shared().addFolder('Open', 'inbox');
		await runForOne(step, {
			folder: locator('id', folder.id),
			name: 'Closed',
			mailbox: SHARED_MAILBOX,
		});
		expect(folder.displayName).toBe('Closed');
		expectOnlyShared();
	});

	it('fails for a folder that does not exist', async () => {
		const failure = await failureOf(
			runForOne(step, { folder: locator('id', 'nowhere'), name: 'Somewhere' }),
		);
		expect(failure.message).toContain('Not found');
	});
});
