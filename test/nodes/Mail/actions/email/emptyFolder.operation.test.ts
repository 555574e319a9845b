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
import { observeRequests } from '../../../../simulator/requestLog';

// Holds under each reading of fact: moves-in-session, fact: default-id-under-prefer.

useMailboxes();

const step = 'email.emptyFolder';
const DONE = { deleted: 0, left: 0, complete: true, permanently: false };

function fill(count: number, mailbox = own()) {
	const folder = mailbox.addFolder('News', 'inbox').id;
	const mails = Array.from({ length: count }, (_, index) =>
		mailbox.deliver({ subject: `Mail ${index}`, from: PAT }, { folder }),
	);
	return { mails, folder: locator('id', folder) };
}
const places = (mails: Array<{ parentFolderId: string }>) => [
	...new Set(
		mails.map((mail) => own().folders.find(({ id }) => id === mail.parentFolderId)?.displayName),
	),
];
let meanwhile = () => {};
observeRequests(({ path, body }) => {
	// The batch of moves or deletions, not the one that asks for the folders.
	if (path === '/$batch' && JSON.stringify(body).includes('"POST"')) meanwhile();
});
const writes = () => asked().filter((request) => request.startsWith('POST'));

describe('Empty Folder', () => {
	it('moves the emails of a folder to Deleted Items, in batches; what lies below it stays', async () => {
		const { mails, folder } = fill(45);
		const below = own().addFolder('Old', folder.value).id;
		const kept = own().deliver({ subject: 'Kept', from: PAT }, { folder: below });
		expect(await runForOne(step, { folder })).toEqual({ ...DONE, deleted: 45 });
		expect(places(mails)).toEqual(['Deleted Items']);
		expect(kept.parentFolderId).toBe(below);
		expect(provider().requests.all.filter(({ path }) => path === '/$batch').length).toBeLessThan(6);
	});

	it('deletes an email once that two pages have, as others arrived meanwhile', async () => {
		const { mails, folder } = fill(3);
		const entries = mails.map(({ immutableId: id }) => ({ id }));
		const link = `${provider().graphRoot}/v1.0/me/mailFolders/${folder.value}/messages?$skip=2`;
		for (const body of [
			{ value: entries.slice(0, 2), '@odata.nextLink': link },
			{ value: entries.slice(1) },
		]) {
			provider().faults.next({ method: 'GET', path: /messages$/ }, { status: 200, body });
		}
		const parameters = { folder, permanently: true };
		expect(await runForOne(step, parameters)).toEqual({ ...DONE, deleted: 3, permanently: true });
	});

	it('deletes permanently when told so, Deleted Items too (fact: folder-empty)', async () => {
		const mail = own().deliver(
			{ subject: 'Old', from: PAT },
			{ folder: own().folder('deleteditems').id },
		);
		const parameters = { folder: locator('name', 'Deleted Items'), permanently: true };
		expect(await runForOne(step, parameters)).toEqual({ ...DONE, deleted: 1, permanently: true });
		expect(own().messages).not.toContain(mail);
	});

	it.each([false, true])(
		'leaves an email that somebody takes out of the folder meanwhile, permanently: %s',
		async (permanently) => {
			const { mails, folder } = fill(3);
			const [, , rescued] = mails;
			meanwhile = () => {
				meanwhile = () => {};
				if (rescued) own().move(rescued, own().folder('inbox'));
			};
			expect(await runForOne(step, { folder, permanently })).toEqual({
				...DONE,
				deleted: 2,
				left: 1,
				problem: expect.stringContaining('Not found') as string,
				permanently,
			});
			expect(own().messages).toContain(rescued);
			expect(places(mails.slice(2))).toEqual(['Inbox']);
		},
	);

	it('counts an email as deleted whose move lost its answer', async () => {
		const { mails, folder } = fill(2);
		provider().faults.next({ path: /move$/ }, { cut: 'after' });
		expect(await runForOne(step, { folder })).toEqual({ ...DONE, deleted: 2 });
		expect(places(mails)).toEqual(['Deleted Items']);
	});

	it('says that emails in Deleted Items would stay where they are', async () => {
		const failure = await failureOf(runForOne(step, { folder: locator('name', 'Deleted Items') }));
		expect(failure.message).toContain('Folder: lies in Deleted Items already');
		expect(failure.description).toContain('Switch on Delete Permanently');
	});

	it('does not send an agent to what it is never let do', async () => {
		const folder = locator('name', 'Deleted Items');
		const told = await failureOf(runStep(step, { folder }, { asTool: true }));
		expect(told.message).toContain('lies in Deleted Items already');
		expect(told.message).not.toContain('Switch on Delete Permanently');
		expect(told.message).toContain('A person can empty it in Outlook');
	});

	it('deletes nothing in an empty folder, also where two items name the same one', async () => {
		const { folder } = fill(2);
		const items = [{ json: {} }, { json: {} }];
		const done = await runStep(step, { folder }, { items });
		expect(done.map(({ json }) => json)).toEqual([{ ...DONE, deleted: 2 }, DONE]);
	});

	it('chooses no folder by itself', async () => {
		const failure = await failureOf(runForOne(step, { folder: locator('list', '') }));
		expect(failure.message).toContain('Folder: is required');
		expect(asked()).toEqual([]);
	});

	it('says of emails that could not be deleted how many they are, and why', async () => {
		const { folder } = fill(3);
		const body = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
		provider().faults.next({ path: /move$/ }, { status: 403, body });
		expect(await runForOne(step, { folder })).toEqual({
			...DONE,
			deleted: 2,
			left: 1,
			problem: expect.stringContaining('not allowed to do this') as string,
		});
	});

	it('works in a shared mailbox', async () => {
		const { mails, folder } = fill(2, shared());
		await runForOne(step, { folder, mailbox: SHARED_MAILBOX });
		const trash = shared().folder('deleteditems').id;
		expect(mails.map(({ parentFolderId }) => parentFolderId)).toEqual([trash, trash]);
		expectOnlyShared();
	});

	it.each([
		['nothing', false],
		['nothing', true],
		['nothingForGood', true],
		['strict', false],
		['strict', true],
	] as const)('is refused under %s, permanently: %s', async (policy, permanently) => {
		const { mails, folder } = fill(3);
		const under = { credentialData: policies[policy] };
		const failure = await failureOf(runForOne(step, { folder, permanently }, under));
		expect(failure.message).toContain('was refused');
		expect(places(mails)).toEqual(['News']);
		expect(writes()).toEqual([]);
	});

	it.each(['found', 'refused'] as const)(
		'deletes under a policy that lets it, where a default ID beside the preference is %s',
		async (as) => {
			provider().readings.choose({ fact: 'default-id-under-prefer', as });
			for (const permanently of [false, true]) {
				const { folder } = fill(2);
				const under = { credentialData: policies.listed };
				const done = { ...DONE, deleted: 2, permanently };
				expect(await runForOne(step, { folder, permanently }, under)).toEqual(done);
			}
		},
	);

	it('tells in a dry run for how many', async () => {
		const { folder } = fill(3);
		const dry = { credentialData: { dryRun: true } };
		expect(await runForOne(step, { folder }, dry)).toEqual({
			dryRun: true,
			would: 'Empty Folder: for each of 3, something would be deleted, and could be taken back',
		});
	});

	it('never deletes permanently for a language model', async () => {
		const { mails, folder } = fill(2);
		const failure = await failureOf(
			runForOne(step, { folder, permanently: true }, { asTool: true }),
		);
		expect(failure.message).toContain('never done for a language model');
		expect(places(mails)).toEqual(['News']);
	});
});
