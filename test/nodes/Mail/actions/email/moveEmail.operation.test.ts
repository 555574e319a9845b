import { leastHeld, longestHold } from '../../../../harness/eventLoop';
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

const step = 'email.moveEmail';

describe('Move Email to Folder', () => {
	it('moves the mail, and its ID still works in earlier output', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const target = own().addFolder('Paid', 'inbox');
		const moved = await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('name', 'Inbox/Paid'),
		});
		expect(moved).toMatchObject({ id: mail.immutableId, folderId: target.id, subject: 'Invoice' });
		const again = await runForOne('email.getEmail', { messageId: mail.immutableId });
		expect(again).toMatchObject({ folder: 'Paid', folderId: target.id });
	});

	it('moves one mail to the folder that the item of another one names, dropped on the list', async () => {
		const mail = own().deliver({ subject: 'Invoice 2', from: 'ann@contoso.com' });
		own().addFolder('Paid', 'inbox');
		const other = own().deliver(
			{ subject: 'Invoice 1', from: 'ann@contoso.com' },
			{ folder: 'Paid' },
		);
		const items = await runStep('email.getEmail', { messageId: other.immutableId });
		const folder = locator('id', '={{ $json.folder }}');
		await runStep(step, { messageId: mail.immutableId, folder }, { items });
		expect(mail.parentFolderId).toBe(other.parentFolderId);
	});

	it('knows the standard folders by their English names in any mailbox, without reading the tree', async () => {
		const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('name', 'Deleted Items'),
		});
		expect(asked().filter((request) => request.includes('mailFolders'))).toEqual([]);
		expect(mail.parentFolderId).toBe(own().folder('deleteditems').id);
	});

	it('leaves an email that several items name where the last of them says', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'POST', path: /move$/ }, { delayMs: 100 });
		const items = ['archive', 'junkemail'].map((folder) => ({ json: { folder } }));
		const folder = locator('name', '={{ $json.folder }}');
		await runStep(step, { messageId: mail.immutableId, folder }, { items });
		expect(mail.parentFolderId).toBe(own().folder('junkemail').id);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
		await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('name', 'archive'),
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
		expect(mail.parentFolderId).toBe(shared().folder('archive').id);
	});

	describe('where Graph answers a move that it does not find the email (fact: moved-out)', () => {
		const refused = { status: 404, body: { error: { code: 'ErrorItemNotFound', message: 'x' } } };
		const failing = async (folder: string, left: boolean) => {
			const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
			const { immutableId: messageId } = mail;
			provider().faults.next({ method: 'POST', path: /move$/, times: 9 }, refused);
			if (left) provider().faults.next({ method: 'GET', path: /messages/, times: 9 }, refused);
			const moving = runStep(step, { messageId, folder: locator('id', folder) }, { tries: 3 });
			return { ...(await failureOf(moving)), moves: provider().requests.count({ path: /move$/ }) };
		};

		it('it may have gone to another mailbox or the online archive: it is not tried again', async () => {
			const { message, description, moves } = await failing('AAMkFolderOfTheArchive', true);
			expect(message).toContain('may have moved it all the same');
			expect(description).toMatch(/online archive.* Look there/);
			expect(moves).toBe(1);
		});

		it.each([
			['it is there', 'AAMkFolderOfTheArchive', false],
			['the folder is of this mailbox', 'archive', true],
			['the folder is in its list', 'Paid', true],
		])('it was not moved: %s', async (_, name, left) => {
			const folder = name === 'Paid' ? own().addFolder('Paid', 'inbox').id : name;
			expect((await failing(folder, left)).message).toContain('Not found in this mailbox');
		});
	});

	it('moves 100 mails in 5 requests', async () => {
		const mails = Array.from({ length: 100 }, (_, index) =>
			own().deliver({ subject: `Mail ${index}`, from: 'ann@contoso.com' }),
		);
		await runStep(
			step,
			{ messageId: '={{ $json.id }}', folder: locator('id', 'archive') },
			{ items: mails.map(({ immutableId: id }) => ({ json: { id } })) },
		);
		expect(provider().requests.all).toHaveLength(5);
		expect(mails.every((mail) => mail.parentFolderId === own().folder('archive').id)).toBe(true);
	});

	it('sees that a mail was moved although the answer was lost, and moves it once', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'POST', path: /\/move$/ }, { cut: 'after' });
		const moved = await runForOne(step, {
			messageId: mail.immutableId,
			folder: locator('id', 'archive'),
		});
		expect(moved).toMatchObject({ id: mail.immutableId, folderId: own().folder('archive').id });
		expect(asked().filter((request) => request.endsWith('/move'))).toHaveLength(1);
	});

	it('says that a mail may have been moved, and does not move it again, when it is still in its place', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'POST', path: /\/move$/ }, { cut: 'before' });
		const failure = await failureOf(
			runForOne(step, { messageId: mail.immutableId, folder: locator('id', 'archive') }),
		);
		expect(failure.message).toContain('may or may not have taken effect');
		expect(mail.parentFolderId).toBe(own().folder('inbox').id);
		const looks = provider().requests.all.filter(({ method }) => method === 'GET');
		expect(looks.map(({ query }) => query.$select?.split(',').includes('id'))).toEqual([
			true,
			true,
		]);
		expect(asked().filter((request) => request.endsWith('/move'))).toHaveLength(1);
	});

	it('names the folders there are when the name is unknown', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		own().addFolder('Paid', 'inbox');
		const failure = await failureOf(
			runForOne(step, { messageId: mail.immutableId, folder: locator('name', 'Payed') }),
		);
		expect(failure.message).toContain('Folder: The mailbox has no folder of this name');
		expect(failure.description).toContain('Inbox/Paid');
	});

	it('refuses a name that two folders have, and names their paths', async () => {
		own().addFolder('Customers', 'inbox');
		own().addFolder('Customers', 'archive');
		const failure = await failureOf(
			runForOne(step, { messageId: 'x', folder: locator('name', 'customers') }),
		);
		expect(failure.message).toContain('There are 2 folders of this name');
		expect(failure.description).toContain('Archive/Customers');
	});

	it('tells a folder with a slash in its name from one that lies in another one by their IDs', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const slashed = own().addFolder('Customers/Paid', 'inbox');
		const below = own().addFolder('Paid', own().addFolder('Customers', 'inbox').id);
		const move = async (name: string) =>
			await runForOne(
				step,
				{ messageId: mail.immutableId, folder: locator('name', name) },
				{ asTool: true },
			);
		const { message } = await failureOf(move('Inbox/Customers/Paid'));
		expect(message).toContain(`${slashed.id} is "Customers/Paid"`);
		expect(message).toContain(`${below.id} is "Paid"`);
		await move(below.id);
		expect(mail.parentFolderId).toBe(below.id);
	});

	it('says what to do about a stale ID, item by item under Continue On Fail', async () => {
		const mail = own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });
		const items = await runStep(
			step,
			{ messageId: '={{ $json.id }}', folder: locator('id', 'archive') },
			{
				items: [{ json: { id: 'gone' } }, { json: { id: mail.immutableId } }],
				continueOnFail: true,
			},
		);
		expect(items[0]?.json.error).toContain('Not found in this mailbox');
		expect(items[1]?.json.id).toBe(mail.immutableId);
	});
});

it.each([
	['many of them', 'Customer', 400, 'Not found in this mailbox'],
	['none', 'Custmer of the north-west', 80, 'has no folder of this name'],
])(
	'names among thousands of folders, which has %s, hold the event loop for a few items at a time',
	async (_which, name, count, error) => {
		for (let folder = 0; folder < 2_000; folder++) own().addFolder(`Customer ${folder}`, 'inbox');
		const messageId = '={{ "AAMkAD" + $itemIndex }}';
		const parameters = { messageId, folder: locator('name', `=${name} {{ $itemIndex }}`) };
		const move = async (moved: number) => {
			const items = Array.from({ length: moved }, () => ({ json: {} }));
			const run = async () => await runStep(step, parameters, { items, continueOnFail: true });
			const { result, held } = await longestHold(run);
			for (const { json } of result) expect(json.error).toContain(error);
			return held;
		};
		// The first one compiles what all need; reading the folders holds it, too.
		const reading = Math.min(await move(1), await move(1));
		const added = (await leastHeld(reading + 100, async () => await move(count))) - reading;
		expect(added).toBeLessThan(100);
	},
);
