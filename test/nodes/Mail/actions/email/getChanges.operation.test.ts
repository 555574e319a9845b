import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MAIL_LINKS } from '../../../../../nodes/Mail/email/messageChanges';
import { isPosition } from '../../../../../nodes/Mail/graph/changes';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
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
import type { SimMessage } from '../../../../simulator/graph/message';

// Holds under each reading of fact: delta-moved-in, fact: delta-link-form,
// fact: delta-of-messages-missing, fact: translate-missing, fact: default-id-under-prefer.

useMailboxes();

const inbox = locator('name', 'Inbox');
const run = async (more: INodeParameters = {}, options = {}) =>
	(await runStep('email.getChanges', { folder: inbox, returnAll: true, ...more }, options)).map(
		({ json }) => json,
	);

/** A run, and what the next one goes on from. */
async function look(position = '', more: INodeParameters = {}) {
	const items = await run({ position, ...more });
	const last = items.at(-1);
	return { items: items.slice(0, -1), last, position: String(last?.position) };
}
const deliver = (subject: string) => own().deliver({ subject, from: 'pat@example.com' });
const subjects = (items: IDataObject[]) => items.map(({ subject }) => subject).sort();
const changesOf = (items: IDataObject[]) => items.map(({ change }) => change);

function edit(message: SimMessage, fields: Partial<SimMessage>) {
	Object.assign(message, fields);
	message.touch('2026-03-02T10:00:00Z');
}

// What a cloud lacks altogether has tests of its own.
beforeEach(() =>
	provider().readings.choose(
		{ fact: 'delta-of-messages-missing', as: 'there' },
		{ fact: 'default-id-under-prefer', as: 'found' },
	),
);

describe('Get Changes', () => {
	it('tells a language model that a position keeps its folder, whichever is named beside it', async () => {
		const { position } = await look();
		const folder = locator('name', 'Archive');
		const items = await run({ position, folder }, { asTool: true });
		expect(items.at(-1)).toMatchObject({ more: 'Folder was not used: Position keeps its own.' });
		expect((await run({ folder }, { asTool: true })).at(-1)).not.toHaveProperty('more');
	});

	it.each(['segment', 'not-found'])(
		'returns IDs that stay in a cloud that translates none, and says so by %s',
		async (as) => {
			provider().readings.choose({ fact: 'translate-missing', as });
			const { immutableId, id } = deliver('One');
			const { items } = await look();
			expect(items).toMatchObject([{ id: immutableId, folderItemId: id }]);
		},
	);

	it('returns everything at first, whole and by IDs that stay, and a position', async () => {
		const mails = ['One', 'Two', 'Three'].map(deliver);
		own().deliver({ subject: 'Elsewhere', from: 'pat@example.com' }, { folder: 'archive' });
		const { items, last } = await look();
		expect(items).toHaveLength(3);
		expect(items).toEqual(
			expect.arrayContaining(
				mails.map(({ id, immutableId, subject }) =>
					expect.objectContaining({
						change: 'changed',
						subject,
						id: immutableId,
						folderItemId: id,
						from: { address: 'pat@example.com', name: 'pat@example.com' },
					}),
				),
			),
		);
		expect(last).toEqual({
			change: 'position',
			changes: 3,
			complete: true,
			position: expect.stringContaining('/me/mailFolders/inbox/messages/delta?$deltatoken='),
		});
	});

	it('returns what is new, changed and gone since the position, and nothing else', async () => {
		const [kept, changed, deleted, moved] = ['Kept', 'Old', 'Deleted', 'Moved'].map(deliver);
		if (!kept || !changed || !deleted || !moved) throw new Error('There are four');
		const there = own().deliver({ subject: 'Moved in', from: 'a@x.com' }, { folder: 'archive' });
		const first = await look();
		const known = new Map(first.items.map(({ folderItemId, subject }) => [folderItemId, subject]));
		const fresh = deliver('New');
		edit(changed, { subject: 'Changed' });
		own().remove(deleted);
		own().move(moved, own().folder('archive'));
		own().move(there, own().folder('inbox'));
		const next = await look(first.position);
		const found = next.items.filter(({ change }) => change === 'changed');
		expect(subjects(found)).toEqual(['Changed', 'Moved in', 'New']);
		expect(found.find(({ subject }) => subject === 'New')?.id).toBe(fresh.immutableId);
		expect(found.find(({ subject }) => subject === 'Moved in')?.id).toBe(there.immutableId);
		const gone = next.items.filter(({ change }) => change === 'removed');
		expect(gone.map(({ folderItemId }) => known.get(folderItemId)).sort()).toEqual([
			'Deleted',
			'Moved',
		]);
		expect(gone.every((item) => Object.keys(item).length === 2)).toBe(true);
		expect((await look(next.position)).items).toEqual([]);
	});

	it.each([
		['long', 'x'.repeat(1_000), /^A body that ends in … was cut: Get Email/],
		['short', 'x', undefined],
	])('tells a language model where the rest of a body is that was %s', async (_, body, more) => {
		own().deliver({ subject: 'Text', from: 'pat@example.com', body });
		const [mail, last] = await run({}, { asTool: true });
		expect(String(mail?.body).endsWith('…')).toBe(more !== undefined);
		expect(last).toMatchObject({ change: 'position' });
		expect(last?.more).toEqual(more && expect.stringMatching(more));
	});

	it('returns a mail whole of which only the read status is told', async () => {
		const mail = deliver('Read me');
		const { position } = await look();
		edit(mail, { isRead: true });
		const { items } = await look(position);
		expect(items).toMatchObject([{ subject: 'Read me', isRead: true, id: mail.immutableId }]);
	});

	it('tells a mail as removed that was told as changed earlier in the same round', async () => {
		const { id } = deliver('Here and gone');
		const { position } = await look();
		const changed = { id, subject: 'Here and gone', receivedDateTime: '2026-03-02T10:00:00Z' };
		const removed = { id, '@removed': { reason: 'deleted' } };
		const body = { value: [changed], '@odata.nextLink': position };
		provider().faults.next({ path: /delta/ }, { status: 200, body });
		const last = { value: [removed], '@odata.deltaLink': position };
		provider().faults.next({ path: /delta/ }, { status: 200, body: last });
		expect((await look(position)).items).toEqual([{ change: 'removed', folderItemId: id }]);
	});

	it('tells a mail as removed that is gone before it could be read whole', async () => {
		const mail = deliver('Read me');
		const { position } = await look();
		const { id } = mail;
		edit(mail, { isRead: true });
		provider().faults.next({ path: /messages\/AAk/, times: Infinity }, { status: 404 });
		expect((await look(position)).items).toEqual([{ change: 'removed', folderItemId: id }]);
	});

	it('keeps the ID that a mail has where it cannot be translated, because the mail is gone', async () => {
		const [one, two] = ['One', 'Two'].map(deliver);
		const value = [
			{ sourceId: one?.id, targetId: one?.immutableId },
			{ sourceId: two?.id, errorDetails: { code: 'ErrorItemNotFound', message: 'Not found.' } },
		];
		provider().faults.next({ path: /translate/ }, { status: 200, body: { value } });
		const { items } = await look();
		expect(items.map(({ id }) => id).sort()).toEqual([one?.immutableId, two?.id].sort());
	});

	it('fails where pages name each other in a circle', async () => {
		const { position } = await look();
		const body = { value: [], '@odata.nextLink': position };
		provider().faults.next({ path: /delta/, times: 3 }, { status: 200, body });
		expect((await failureOf(look(position))).message).toContain('could not be read');
	});

	it('stops at the limit, and goes on from there', async () => {
		for (let index = 0; index < 25; index++) deliver(`Mail ${index}`);
		const seen: unknown[] = [];
		let position = '';
		for (let round = 0; round < 3; round++) {
			const part = await look(position, { returnAll: false, limit: 10 });
			seen.push(...part.items.map(({ subject }) => subject));
			({ position } = part);
			expect(part.last).toMatchObject({ complete: round === 2 });
		}
		expect(new Set(seen).size).toBe(25);
		expect((await look(position)).items).toEqual([]);
	});

	it('returns only the position when it begins now, and then what comes after', async () => {
		for (let index = 0; index < 120; index++) deliver(`Old ${index}`);
		const { items, last, position } = await look('', { begin: 'now' });
		expect([items, last?.changes, last?.complete]).toEqual([[], 0, true]);
		deliver('New');
		expect(subjects((await look(position, { begin: 'now' })).items)).toEqual(['New']);
	});

	it('returns raw mails with the chosen properties alone', async () => {
		deliver('One');
		const [item] = await run({ simplify: false, options: { fields: 'subject' } });
		expect(item).toMatchObject({ change: 'changed', subject: 'One' });
		expect(item).not.toHaveProperty('receivedDateTime');
	});

	it('keeps a copy of a folder the same as the folder, whatever happens between the runs', async () => {
		const deed = fc.record({
			what: fc.constantFrom('new', 'edit', 'read', 'out', 'in', 'gone'),
			at: fc.nat(9),
		});
		const rounds = fc.array(fc.array(deed, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(rounds, fc.integer({ min: 1, max: 4 }), async (plan, limit) => {
				provider().graph.reset();
				const copy = new Map<unknown, unknown>();
				let position = '';
				const away = own().deliver({ subject: 'Away', from: 'a@x.com' }, { folder: 'archive' });
				for (const deeds of plan) {
					for (const { what, at } of deeds) {
						const [lies, archive] = [own().folder('inbox'), own().folder('archive')];
						const here = own().messages.filter(({ parentFolderId }) => parentFolderId === lies.id);
						const one = here[at % Math.max(1, here.length)];
						if (what === 'new') deliver(`New ${own().messages.length}`);
						if (what === 'in' && own().messageOf(away.id)) own().move(away, lies);
						if (!one) continue;
						if (what === 'edit') edit(one, { subject: `${one.subject}!` });
						if (what === 'read') edit(one, { isRead: !one.isRead });
						if (what === 'out') own().move(one, archive);
						if (what === 'gone') own().remove(one);
					}
					for (let complete = false; !complete;) {
						const part = await look(position, { returnAll: false, limit });
						for (const { change, folderItemId, subject, isRead } of part.items) {
							if (change === 'removed') copy.delete(folderItemId);
							else copy.set(folderItemId, [subject, isRead]);
						}
						({ position } = part);
						complete = part.last?.complete === true;
					}
				}
				const lies = own().folder('inbox').id;
				const there = own().messages.filter(({ parentFolderId }) => parentFolderId === lies);
				expect(copy).toEqual(
					new Map(there.map(({ id, subject, isRead }) => [id, [subject, isRead]])),
				);
			}),
			{ numRuns: 25 },
		);
	});

	it('works in a shared mailbox, whose position is no one of the own', async () => {
		provider().readings.choose({ fact: 'delta-link-form', as: 'asked' });
		shared().deliver({ subject: 'x', from: 'pat@example.com' });
		const { position } = await look('', { mailbox: SHARED_MAILBOX });
		shared().deliver({ subject: 'New', from: 'pat@example.com' });
		const next = await look(position, { mailbox: SHARED_MAILBOX });
		expect(changesOf(next.items)).toEqual(['changed']);
		expectOnlyShared();
		const { message } = await failureOf(look(position));
		expect(message).toContain('Position: is no position in a folder of this mailbox');
	});

	it('goes on in the folder that the position is of, whichever is chosen', async () => {
		const { position } = await look();
		deliver('New');
		const { items } = await look(position, { folder: locator('name', 'Nowhere') });
		expect(subjects(items)).toEqual(['New']);
		const { message } = await failureOf(look('', { folder: locator('name', 'Nowhere') }));
		expect(message).toContain('has no folder of this name');
	});

	it('tells of an email that Graph does not find for a moment that it changed, and not that it is gone', async () => {
		const mail = deliver('Read me');
		const { position } = await look();
		edit(mail, { isRead: true });
		const path = `/me/messages/${encodeURIComponent(mail.immutableId)}`;
		provider().faults.next({ path, times: 2 }, { status: 404 });
		expect(changesOf((await look(position)).items)).toEqual(['changed']);
		expect(provider().faults.pending).toBe(0);
	});

	it('says how to begin anew when the position is given up', async () => {
		const { position } = await look();
		own().delta.expire();
		const { message, description } = await failureOf(look(position));
		expect(message).toContain('does not know this position any more');
		expect(description).toMatch(/^Start over: leave Position empty/);
	});

	it.each(['segment', 'not-found'])(
		'says what to use in clouds that have no changes of folders, and say so by %s',
		async (as) => {
			provider().readings.choose({ fact: 'delta-of-messages-missing', as });
			const { description } = await failureOf(look());
			expect(description).toContain('use Find Email there');
		},
	);

	it('says so where Graph gives no lasting IDs for what it told', async () => {
		provider().readings.choose(
			{ fact: 'translate-missing', as: 'segment' },
			{ fact: 'default-id-under-prefer', as: 'refused' },
		);
		deliver('One');
		const { message, description } = await failureOf(look());
		expect(message).toContain('gives no lasting IDs');
		expect(description).toContain('A person can choose Find By: Filters in Find Email');
	});

	it.each(['asked', 'user-id', 'in-parentheses'])(
		'goes on in a shared mailbox whose links are written: %s',
		async (as) => {
			provider().readings.choose({ fact: 'delta-link-form', as });
			const { position } = await look('', { mailbox: SHARED_MAILBOX });
			shared().deliver({ subject: 'Later', from: 'pat@example.com' });
			const { items } = await look(position, { mailbox: SHARED_MAILBOX });
			expect(subjects(items)).toEqual(['Later']);
		},
	);

	it.each(["o'brien@contoso.com", 'team+a=b&c@contoso.com', 'müller@contoso.com'])(
		'goes on in the shared mailbox %s, of whose name a link encodes more than the @',
		async (mailbox) => {
			provider().readings.choose({ fact: 'delta-link-form', as: 'asked' });
			const box = provider().graph.mailbox(mailbox);
			box.shareWith(OWN_MAILBOX, { mail: 'readWrite' });
			const { position } = await look('', { mailbox });
			box.deliver({ subject: 'Later', from: 'pat@example.com' });
			expect(subjects((await look(position, { mailbox })).items)).toEqual(['Later']);
		},
	);

	it('names the folders there are when the name is unknown', async () => {
		const { message } = await failureOf(run({ folder: locator('name', 'Nowhere') }));
		expect(message).toContain('Folder: The mailbox has no folder of this name');
	});
});

describe('A position', () => {
	const REAL = [
		'https://graph.microsoft.com/v1.0/me/mailFolders/AQMkAD-x_y=/messages/delta?$deltatoken=abc',
		"https://graph.microsoft.com/v1.0/me/mailfolders('AQMkAD-x_y=')/messages/delta?$skiptoken=abc",
		'https://graph.microsoft.com/v1.0/me/mailFolders/inbox/messages/delta()?%24deltatoken=abc',
		"https://graph.microsoft.com/v1.0/users('d5c09ba6-6f5f')/mailFolders('AQ')/messages/delta?$deltatoken=a",
	];

	it.each(REAL)('is a link as Graph gives it: %s', (link) => {
		expect(isPosition(link, undefined, MAIL_LINKS)).toBe(true);
	});

	it.each([
		[
			'https://graph.microsoft.com/v1.0/users/a%40x.com/mailFolders/inbox/messages/delta?$deltatoken=a',
		],
		['https://graph.microsoft.com/v1.0/me/messages?$skiptoken=a'],
		['https://graph.microsoft.com/v1.0/me/mailFolders/inbox/messages?$skiptoken=a'],
		['https://graph.microsoft.com/v1.0/me/mailFolders/inbox/messages/delta'],
		['https://graph.microsoft.com/beta/me/mailFolders/inbox/messages/delta?$deltatoken=a'],
		['https://graph.microsoft.com/v1.0/me/mailFolders/a/b/messages/delta?$deltatoken=a'],
		['https://graph.microsoft.com/v1.0/users/%FF/mailFolders/inbox/messages/delta?$deltatoken=a'],
		['R0usmcCM996atia'],
		[''],
	])('of the own mailbox is not %s', (link) => {
		expect(isPosition(link, undefined, MAIL_LINKS)).toBe(false);
	});

	it('sends the token nowhere but to the own provider', async () => {
		const { position } = await look();
		const { pathname, search, host } = new URL(position);
		const wrong = fc.oneof(
			fc.webUrl().map((url) => `${new URL(url).origin}${pathname}${search}`),
			fc.constantFrom(
				`http://${host}@evil.example${pathname}${search}`,
				`https://${host}.evil.example${pathname}${search}`,
				`https://evil.example/${pathname}${search}`,
				`//evil.example${pathname}${search}`,
				`http://${host}/graph/../../${pathname}${search}`,
				`http://${host}/other${pathname}${search}`,
				position.replace('/messages/delta', '/messages/%2e%2e/delta'),
				position.replace('/me/', '/users/eve@evil.example/'),
				position.replace('/mailFolders/inbox/messages/delta', '/messages'),
			),
			fc.string(),
		);
		await fc.assert(
			fc.asyncProperty(wrong, async (link) => {
				provider().requests.clear();
				const text = link.trim();
				fc.pre(text !== '' && !text.startsWith('='));
				const { message } = await failureOf(look(link));
				expect(message).toMatch(/^Position: is no position/);
				expect(asked()).toEqual([]);
			}),
			{ numRuns: 60 },
		);
	});
});
