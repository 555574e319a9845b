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
import { PAT, policies } from '../../../../policy/mailboxUnderAttack';

useMailboxes();

const step = 'email.restoreEmail';
const deliver = (folder: string, mailbox = own()) =>
	mailbox.deliver({ subject: 'Order', from: PAT }, { folder });
const placeOf = ({ parentFolderId }: { parentFolderId: string }) =>
	own().folders.find(({ id }) => id === parentFolderId)?.displayName;

describe('Restore Email', () => {
	it.each(['deleteditems', 'a folder below it', 'recoverableitemsdeletions'])(
		'puts an email back into the Inbox, from %s (fact: recoverable-restore)',
		async (place) => {
			const below = () => own().addFolder('Old', own().folder('deleteditems').id).id;
			const mail = deliver(place === 'a folder below it' ? below() : own().folder(place).id);
			const json = await runForOne(step, { messageId: mail.immutableId });
			expect(json).toMatchObject({ id: mail.immutableId, subject: 'Order' });
			expect(placeOf(mail)).toBe('Inbox');
		},
	);

	it('puts an email into the folder that is named', async () => {
		own().addFolder('Customers', 'inbox');
		const mail = deliver(own().folder('deleteditems').id);
		const folder = locator('name', 'Inbox/Customers');
		await runForOne(step, { messageId: mail.immutableId, folder });
		expect(placeOf(mail)).toBe('Customers');
	});

	it('leaves an email that is not deleted where it is', async () => {
		const mail = deliver(own().addFolder('Customers', 'inbox').id);
		const failure = await failureOf(runForOne(step, { messageId: mail.immutableId }));
		expect(failure.message).toContain('Message ID: is not deleted');
		expect(failure.description).toBe('Move it with Move Email to Folder.');
		expect(placeOf(mail)).toBe('Customers');
		expect(asked().filter((request) => request.startsWith('POST'))).toEqual([]);
	});

	it('puts an email that several items name where the last of them says', async () => {
		const mail = deliver(own().folder('deleteditems').id);
		own().addFolder('Customers', 'inbox');
		// The first one has to look for its folder.
		const items = ['Customers', 'inbox'].map((folder) => ({ json: { folder } }));
		const given = { messageId: mail.immutableId, folder: locator('id', '={{ $json.folder }}') };
		await runStep(step, given, { items });
		expect(placeOf(mail)).toBe('Inbox');
	});

	it('restores an email that two items name, where n8n tries again between them', async () => {
		const [one, other] = [0, 1].map(() => deliver(own().folder('deleteditems').id).immutableId);
		const refused = { method: 'POST', path: new RegExp(encodeURIComponent(other ?? '')) };
		provider().faults.next(refused, { status: 400 });
		const items = [one, other, one].map((id) => ({ json: { id } }));
		const done = await runStep(step, { messageId: '={{ $json.id }}' }, { items, tries: 2 });
		expect(done.map(({ json }) => json.id)).toEqual([one, other, one]);
	});

	it('works in a shared mailbox', async () => {
		const mail = deliver(shared().folder('deleteditems').id, shared());
		await runForOne(step, { messageId: mail.immutableId, mailbox: SHARED_MAILBOX });
		expect(mail.parentFolderId).toBe(shared().folder('inbox').id);
		expectOnlyShared();
	});

	it('does nothing that a policy against deletions would refuse, and deletes nothing itself', async () => {
		const mail = deliver(own().folder('deleteditems').id);
		const strict = { credentialData: policies.strict };
		await runForOne(step, { messageId: mail.immutableId }, strict);
		expect(placeOf(mail)).toBe('Inbox');
		const again = deliver(own().folder('recoverableitemsdeletions').id);
		const folder = locator('id', 'deleteditems');
		const failure = await failureOf(
			runForOne(step, { messageId: again.immutableId, folder }, strict),
		);
		expect(failure.message).toContain('was refused');
	});

	it('restores several that a language model names, and says which one is not deleted', async () => {
		const mails = [deliver(own().folder('deleteditems').id), deliver(own().folder('inbox').id)];
		const messageId = mails.map(({ immutableId }) => immutableId).join(', ');
		const items = await runStep(step, { messageId }, { asTool: true });
		expect(items.map(({ json }) => json.problem ?? json.subject)).toEqual([
			'Order',
			expect.stringContaining('is not deleted'),
		]);
	});
});
