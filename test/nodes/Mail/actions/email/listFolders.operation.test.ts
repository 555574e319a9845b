import {
	expectOnlyShared,
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'email.listFolders';

describe('List Folders', () => {
	it('lists every level with full paths, also past the first page', async () => {
		const inbox = own().folder('inbox');
		for (let index = 0; index < 300; index++) own().addFolder(`Customer ${index}`, 'inbox');
		own().addFolder('Paid', own().addFolder('Invoices', 'inbox').id);
		const items = await runStep(step);
		const paths = items.map(({ json }) => json.path);
		expect(paths).toContain('Inbox/Customer 299');
		expect(paths).toContain('Inbox/Invoices/Paid');
		expect(new Set(paths).size).toBe(paths.length);
		expect(items.find(({ json }) => json.path === 'Inbox')?.json).toMatchObject({
			id: inbox.id,
			name: 'Inbox',
			subfolders: 301,
		});
	});

	it('lists hidden folders only when asked to', async () => {
		own().addFolder('Secret', 'msgfolderroot', true);
		const names = async (includeHidden: boolean) =>
			(await runStep(step, { includeHidden })).map(({ json }) => json.name);
		expect(await names(false)).not.toContain('Secret');
		expect(await names(true)).toContain('Secret');
	});

	it('lists those of a shared mailbox', async () => {
		shared().addFolder('Escalated', 'inbox');
		const items = await runStep(step, { mailbox: SHARED_MAILBOX });
		expect(items.map(({ json }) => json.path)).toContain('Inbox/Escalated');
		expectOnlyShared();
	});

	it('fails as a whole when one level cannot be read', async () => {
		own().addFolder('Paid', 'inbox');
		provider().faults.next({ method: 'GET', path: /childFolders/ }, { status: 403 });
		const failure = await failureOf(runStep(step));
		expect(failure.message).toContain('not allowed');
	});

	it('shows a folder without name and numbers, and what is in it', async () => {
		const odd = {
			id: 'F',
			displayName: null,
			childFolderCount: null,
			totalItemCount: null,
			unreadItemCount: null,
		};
		provider().faults.next(
			{ path: '/me/mailFolders' },
			{ status: 200, body: { value: [odd, {}] } },
		);
		const below = { id: 'G', displayName: 'Paid', childFolderCount: 0 };
		provider().faults.next({ path: /childFolders/ }, { status: 200, body: { value: [below] } });
		const items = await runStep(step);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ id: 'F', name: '', path: 'Without name', subfolders: 0 },
			{ id: 'G', name: 'Paid', path: 'Without name/Paid' },
		]);
	});

	it('ends when folders are said to lie in each other', async () => {
		const folder = (id: string) => ({ id, displayName: id, childFolderCount: 1 });
		const list = (id: string) => ({ status: 200, body: { value: [folder(id)] } });
		provider().faults.next({ path: '/me/mailFolders' }, list('A'));
		provider().faults.next({ path: /A\/childFolders/, times: 9 }, list('B'));
		provider().faults.next({ path: /B\/childFolders/, times: 9 }, list('A'));
		const items = await runStep(step);
		expect(items.map(({ json }) => json.path)).toEqual(['A', 'A/B']);
	});
});
