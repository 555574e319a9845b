import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.createFolder';

describe('Create Folder', () => {
	it('creates a folder at the top, or inside another one', async () => {
		const top = await runForOne(step, { name: 'Customers' });
		const inner = await runForOne(step, { name: 'Contoso', parent: locator('name', 'Customers') });
		expect(inner).toMatchObject({ name: 'Contoso', parentFolderId: top.id });
		expect(own().findFolder('Contoso')?.parentFolderId).toBe(top.id);
	});

	it('gives an ID that the folder fields of an agent take, which are filled by name', async () => {
		own().addFolder('Contoso', 'inbox');
		const { id = '' } = await runForOne(step, { name: 'Contoso' });
		const written = locator('name', String(id));
		const inner = await runForOne(step, { name: 'Orders', parent: written }, { asTool: true });
		expect(inner).toMatchObject({ parentFolderId: id });
		const mail = own().deliver({ subject: 'Order', from: 'pat@fabrikam.com' });
		const moved = { messageId: locator('id', mail.immutableId), folder: written };
		await runForOne('email.moveEmail', moved, { asTool: true });
		expect(mail.parentFolderId).toBe(id);
	});

	it("tells a language model what to do behind the provider's sentence, with one full stop between", async () => {
		await runForOne(step, { name: 'Customers' });
		const { message } = await failureOf(runForOne(step, { name: 'Customers' }, { asTool: true }));
		expect(message).toContain('already exists. Choose another name');
	});

	it('works in a shared mailbox', async () => {
		await runForOne(step, { name: 'Escalated', mailbox: SHARED_MAILBOX });
		expect(shared().findFolder('Escalated')).toBeDefined();
		expectOnlyShared();
	});

	it('works in a mailbox that is named as guests are', async () => {
		const mailbox = 'pat_fabrikam.com#EXT#@contoso.com';
		provider().graph.mailbox(mailbox).shareWith(OWN_MAILBOX, { mail: 'readWrite' });
		await runForOne(step, { name: 'Escalated', mailbox });
		expect(provider().graph.mailbox(mailbox).findFolder('Escalated')).toBeDefined();
	});

	it('names the field where several mailboxes are given, and asks nothing', async () => {
		const mailbox = `${SHARED_MAILBOX};sales@contoso.com`;
		const { message } = await failureOf(runForOne(step, { name: 'Escalated', mailbox }));
		expect(message).toBe('Mailbox: must be an email address or a user ID');
		expect(asked()).toEqual([]);
	});

	it('is not repeated when the answer is lost, and says that it may have happened', async () => {
		provider().faults.next({ method: 'POST', path: /mailFolders$/ }, { cut: 'after' });
		const failure = await failureOf(runForOne(step, { name: 'Customers' }));
		expect(failure.message).toContain('may or may not have taken effect');
		expect(asked()).toHaveLength(1);
	});
});
