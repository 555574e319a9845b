import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf, locator } from '../../../../harness/steps';
import { PAT, policies } from '../../../../policy/mailboxUnderAttack';

// Holds under each reading of fact: moves-in-session.

useMailboxes();

const step = 'email.updateEmails';
const update = async (parameters: INodeParameters, options = {}) =>
	(await runStep(step, parameters, options)).map(({ json }) => json);
const deliver = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		own().deliver({ subject: `Mail ${index}`, from: PAT, categories: ['Blue'] }),
	);
const ids = (mails: Array<{ immutableId: string }>) => mails.map(({ immutableId }) => immutableId);
const folderOf = (mail: { parentFolderId: string }) =>
	own().folders.find(({ id }) => id === mail.parentFolderId)?.displayName;
const GONE = 'AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A';

describe('Update Emails', () => {
	it('marks 50 emails as read in three requests, one item for each', async () => {
		const mails = deliver(50);
		expect(await update({ messageIds: ids(mails).join(', '), change: 'read' })).toEqual(
			ids(mails).map((id) => ({ id, done: true })),
		);
		expect(mails.every(({ isRead }) => isRead)).toBe(true);
		expect(provider().requests.all.map(({ path }) => path)).toEqual([
			'/$batch',
			'/$batch',
			'/$batch',
		]);
	});

	it.each([
		['unread', { isRead: false }],
		['flag', { flag: { flagStatus: 'flagged' } }],
		['complete', { flag: { flagStatus: 'complete' } }],
		['unflag', { flag: { flagStatus: 'notFlagged' } }],
	])('writes what "%s" says and nothing else', async (change, body) => {
		const mails = deliver(2);
		await update({ messageIds: ids(mails), change });
		const patches = provider()
			.requests.flat()
			.filter(({ method }) => method === 'PATCH');
		expect(patches.map((patch) => patch.body)).toEqual([body, body]);
	});

	it('moves emails to a folder by its name', async () => {
		const mails = deliver(3);
		own().addFolder('Customers', 'inbox');
		await update({ messageIds: ids(mails), change: 'move', folder: locator('name', 'Customers') });
		expect(mails.map(folderOf)).toEqual(['Customers', 'Customers', 'Customers']);
	});

	it('moves on where one session may move only so many, and says of which one it is not sure', async () => {
		provider().readings.choose({ fact: 'moves-in-session', as: 'refused-after-500' });
		const mails = deliver(520);
		const folder = locator('name', 'Archive');
		const items = await update({ messageIds: ids(mails), change: 'move', folder });
		const unsure = items.filter(({ done }) => !done);
		expect(unsure).toEqual([
			expect.objectContaining({ problem: expect.stringContaining('may have taken effect') }),
		]);
		expect(
			mails.filter((mail) => folderOf(mail) !== 'Archive').map((mail) => mail.immutableId),
		).toEqual(unsure.map(({ id }) => id));
	}, 120_000);

	it('adds labels and keeps those that are there, and removes them', async () => {
		const mails = deliver(3);
		own().addCategory('Invoice');
		const label = locator('name', 'invoice');
		await update({ messageIds: ids(mails), change: 'addLabel', label });
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Blue', 'Invoice']));
		await update({ messageIds: ids(mails), change: 'removeLabel', label: locator('name', 'Blue') });
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Invoice']));
	});

	it('begins with the next ones when the first 80 are done, so that none waits for long', async () => {
		const mails = deliver(100);
		own().addCategory('Invoice');
		const label = locator('list', 'Invoice');
		await update({ messageIds: ids(mails), change: 'addLabel', label });
		const methods = asked().map((request) => request.split(' ')[0]);
		expect(methods.lastIndexOf('GET')).toBeGreaterThan(methods.indexOf('PATCH'));
		expect(mails.every(({ categories }) => categories.includes('Invoice'))).toBe(true);
	});

	it('puts emails into Deleted Items, and leaves those that lie there', async () => {
		const [first, second] = deliver(2);
		const there = own().deliver({ subject: 'Old', from: PAT }, { folder: 'deleteditems' });
		const mails = [first, second, there].flatMap((one) => one ?? []);
		const outcomes = await update({ messageIds: ids(mails), change: 'delete' });
		expect(outcomes.map(({ done }) => done)).toEqual([true, true, true]);
		expect(mails.map(folderOf)).toEqual(mails.map(() => 'Deleted Items'));
	});

	it('does the others where some IDs are bad, and says of each what became of it', async () => {
		const marks = fc.array(fc.constantFrom('good', 'gone', 'malformed'), {
			minLength: 2,
			maxLength: 12,
		});
		await fc.assert(
			fc.asyncProperty(marks, async (kinds) => {
				provider().graph.reset();
				const mails = deliver(kinds.length);
				const wanted = kinds.map((kind, index) =>
					kind === 'good'
						? (mails[index]?.immutableId ?? '')
						: kind === 'gone'
							? `${GONE}${index}`
							: `cut${index}`,
				);
				const outcomes = await update({ messageIds: wanted, change: 'read' }).catch(() => []);
				// When none can be done for one reason, the step says so.
				const isMixed = new Set(kinds).size > 1 || kinds.includes('good');
				expect(outcomes.map(({ id }) => id)).toEqual(isMixed ? wanted : []);
				for (const [index, { done, problem }] of outcomes.entries()) {
					expect(done).toBe(kinds[index] === 'good');
					expect(problem === undefined).toBe(done);
				}
				expect(mails.map(({ isRead }) => isRead)).toEqual(kinds.map((kind) => kind === 'good'));
			}),
			{ numRuns: 20 },
		);
	});

	it('says in words what is wrong with a bad ID', async () => {
		const [mail] = deliver(1);
		const outcomes = await update({
			messageIds: [mail?.immutableId ?? '', GONE],
			change: 'delete',
		});
		expect(outcomes[1]?.problem).toMatch(/^Not found in this mailbox\. It may be gone/);
	});

	it('fails as a whole where no ID can be found', async () => {
		const { message } = await failureOf(update({ messageIds: GONE, change: 'read' }));
		expect(message).toContain('Not found in this mailbox');
	});

	it('refuses a label that nobody knows before it writes', async () => {
		const mails = deliver(3);
		own().addCategory('Invoice');
		const given = { messageIds: ids(mails), change: 'addLabel', label: locator('name', 'Invoce') };
		const { message, description } = await failureOf(update(given));
		expect(message).toContain('Label: The mailbox has no label "Invoce"');
		expect(description).toContain('Nearest: Invoice');
		expect(asked().filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('creates a missing label once where that is wanted', async () => {
		const mails = deliver(3);
		const label = locator('name', 'New');
		await update({ messageIds: ids(mails), change: 'addLabel', label, createMissing: true });
		expect(mails.map(({ categories }) => categories)).toEqual(mails.map(() => ['Blue', 'New']));
		expect(own().categories.map(({ displayName }) => displayName)).toEqual(['New']);
	});

	it('says of a link that leads to no email what is wrong with it, and nothing else', async () => {
		const given = { change: 'read', messageIds: 'https://example.com/mail' };
		expect((await failureOf(update(given))).message).toBe(
			'Message IDs: entry 1 must be the link of an email or event in Outlook on the web, or an ID',
		);
	});

	it.each([
		[{ change: 'read', messageIds: '' }, 'Message IDs: is required'],
		[{ change: 'read', messageIds: 'a, ../b' }, 'Message IDs: entry 2'],
		[{ change: 'read', messageIds: Array.from({ length: 1_001 }, (_, id) => `A${id}`) }, 'at most'],
		[{ messageIds: GONE }, 'Change: is required'],
		[{ messageIds: GONE, change: 'move' }, 'Folder: is required to move'],
		[{ messageIds: GONE, change: 'addLabel' }, 'Label: is required to add'],
	])('refuses %j before any request', async (given, words) => {
		expect((await failureOf(update(given))).message).toContain(words);
		expect(asked()).toEqual([]);
	});

	it('takes each email once, by ID, link or the item of another step', async () => {
		const [mail] = deliver(1);
		const id = mail?.immutableId ?? '';
		const link = `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1`;
		const items = [{ json: { ids: [id, ` ${id} `, link, { id }] } }];
		const given = { messageIds: '={{ $json.ids }}', change: 'read' };
		expect(await update(given, { items })).toEqual([{ id, done: true }]);
	});

	it('takes the items that came in as they are', async () => {
		const all = deliver(2).map(({ immutableId }) => immutableId);
		const items = all.map((id) => ({ json: { id, subject: 'x' } }));
		for (const expression of ['$input.all()', '$input.all().map((one) => one.json)']) {
			const given = { messageIds: `={{ ${expression} }}`, change: 'read' };
			expect((await update(given, { items })).slice(0, 2)).toEqual(
				all.map((id) => ({ id, done: true })),
			);
		}
	});

	it('takes the item that came in for its email, whatever list it has', async () => {
		const [id = ''] = deliver(1).map(({ immutableId }) => immutableId);
		const items = [{ json: { labels: ['Invoice'], id } }];
		const given = { messageIds: '={{ $json }}', change: 'read' };
		expect(await update(given, { items })).toEqual([{ id, done: true }]);
	});

	it('loses no label where several items name one email', async () => {
		const mails = deliver(2);
		for (const name of ['One', 'Two', 'Three']) own().addCategory(name);
		const items = ['One', 'Two', 'Three'].map((name) => ({ json: { name } }));
		const label = locator('name', '={{ $json.name }}');
		await update({ messageIds: ids(mails), change: 'addLabel', label }, { items });
		expect(mails[0]?.categories).toEqual(['Blue', 'One', 'Two', 'Three']);
	});

	it('loses no label where calls of an agent name one email at the same time, also one by one', async () => {
		const mails = deliver(2);
		const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
		for (const name of names) own().addCategory(name);
		const agent = { asTool: true };
		await Promise.all(
			names.map(async (name, index) => {
				const label = locator('name', name);
				return index % 2 === 0
					? await update({ messageIds: ids(mails).join(), change: 'addLabel', label }, agent)
					: await runStep('email.addLabel', { messageId: ids(mails).join(), label }, agent);
			}),
		);
		for (const { categories } of mails)
			expect([...categories].sort()).toEqual(['Blue', ...names].sort());
		const statuses = provider()
			.requests.flat()
			.map(({ status }) => status);
		expect(statuses).not.toContain(412);
	});

	it('holds each email to the policy of the credential', async () => {
		const [good] = deliver(1);
		const asks = own().deliver({
			subject: 'Read me',
			from: 'eve@evil.example',
			isReadReceiptRequested: true,
		});
		const outcomes = await update(
			{ messageIds: [good?.immutableId ?? '', asks.immutableId], change: 'read' },
			{ credentialData: policies.listed },
		);
		expect(outcomes.map(({ done }) => done)).toEqual([true, false]);
		expect(outcomes[1]?.problem).toContain('may not be written to');
		expect(own().receipts).toEqual([]);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'x', from: PAT });
		await update({ messageIds: mail.immutableId, change: 'flag', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});
});
