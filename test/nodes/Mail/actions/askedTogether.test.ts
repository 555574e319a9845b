import { locator } from '../../../harness/locator';
import { own, provider, runForOne, useMailboxes } from '../../../harness/mail';

useMailboxes();

/** How many requests a step takes over the wire: a batch is one. */
async function requestsOf(...[step, parameters]: Parameters<typeof runForOne>): Promise<number> {
	provider().requests.clear();
	await runForOne(step, parameters);
	return provider().requests.count();
}

const deliver = (folder: string) =>
	own().deliver({ subject: 'Hello', from: 'ann@contoso.com' }, { folder }).immutableId;

describe('What a step has to know is asked in one request', () => {
	it('Delete Email asks where the email and Deleted Items are, and moves it', async () => {
		expect(await requestsOf('email.deleteEmail', { messageId: deliver('inbox') })).toBe(2);
	});

	it('Restore Email asks where the email and the folders of deleted ones are, and moves it', async () => {
		const messageId = deliver('deleteditems');
		expect(await requestsOf('email.restoreEmail', { messageId })).toBe(2);
	});

	it('Delete Contact asks where the contact and Deleted Items are, and deletes it', async () => {
		const id = own().contacts.add({ givenName: 'Ann' }).idOf('immutable');
		expect(await requestsOf('contact.deleteContact', { contact: locator('id', id) })).toBe(2);
	});

	it('Empty Folder asks for the folder and Deleted Items, lists the emails, and moves them', async () => {
		const { id } = own().addFolder('Old', 'inbox');
		deliver(id);
		expect(await requestsOf('email.emptyFolder', { folder: locator('id', id) })).toBe(3);
	});
});
