import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
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

// Holds under each reading of fact: contact-delta-moved-in, fact: contact-delta-form,
// fact: delta-link-form, fact: contact-delta-missing, fact: contact-folder-name, fact: translate-missing,
// fact: default-id-under-prefer.

useMailboxes();

const run = async (more: INodeParameters = {}) =>
	(await runStep('contact.getContactChanges', { returnAll: true, ...more })).map(
		({ json }) => json,
	);

/** A run, and what the next one goes on from. */
async function look(position = '', more: INodeParameters = {}) {
	const items = await run({ position, ...more });
	const last = items.at(-1);
	return { items: items.slice(0, -1), last, position: String(last?.position) };
}
const NOW = '2026-03-02T10:00:00Z';
const store = () => own().contacts;
const add = (displayName: string, folder?: string) =>
	store().add({ displayName, companyName: 'Contoso' }, folder);
const names = (items: IDataObject[]) => items.map(({ displayName }) => displayName).sort();

// What a cloud lacks altogether has tests of its own.
beforeEach(() =>
	provider().readings.choose(
		{ fact: 'contact-delta-missing', as: 'there' },
		{ fact: 'contact-folder-name', as: 'named' },
		{ fact: 'default-id-under-prefer', as: 'found' },
	),
);

describe('Get Contact Changes', () => {
	it('names the folder to people alone, as no field of a tool takes it', async () => {
		add('Ann');
		const step = 'contact.getContactChanges';
		const [forModel, last] = await runStep(step, { returnAll: true }, { asTool: true });
		expect(Object.keys(forModel?.json ?? {})).toEqual(
			expect.arrayContaining(['change', 'displayName', 'folderItemId', 'id']),
		);
		expect(last?.json).toHaveProperty('position');
		expect(forModel?.json).not.toHaveProperty('folder');
		expect((await run())[0]).toHaveProperty('folder');
	});

	it('returns everything at first, by IDs that stay, and a position', async () => {
		const contacts = ['Ann', 'Bob'].map((name) => add(name));
		add('Elsewhere', store().addFolder('Customers').id);
		const { items, last } = await look();
		expect(items).toHaveLength(2);
		expect(items).toEqual(
			expect.arrayContaining(
				contacts.map((one) =>
					expect.objectContaining({
						change: 'changed',
						displayName: one.fields.displayName,
						companyName: 'Contoso',
						id: one.idOf('immutable'),
						folderItemId: one.idOf('rest'),
					}),
				),
			),
		);
		expect(last).toEqual({
			change: 'position',
			changes: 2,
			complete: true,
			position: expect.stringContaining('/contacts/delta?$deltatoken='),
		});
	});

	it.each(['whole', 'changed'])(
		'returns what is new, changed, moved in and gone since the position, each whole, told %s',
		async (as) => {
			provider().readings.choose({ fact: 'contact-delta-form', as });
			const folder = store().addFolder('Customers').id;
			const [changed, deleted] = [add('Old'), add('Deleted')];
			const there = add('Moved in', folder);
			const first = await look();
			const known = new Map(
				first.items.map(({ folderItemId, displayName }) => [folderItemId, displayName]),
			);
			add('New');
			changed.change({ displayName: 'Changed' }, NOW);
			store().remove(deleted);
			store().move(there, store().folder()?.id ?? '');
			const next = await look(first.position);
			const found = next.items.filter(({ change }) => change === 'changed');
			expect(names(found)).toEqual(['Changed', 'Moved in', 'New']);
			expect(found.every(({ companyName }) => companyName === 'Contoso')).toBe(true);
			const gone = next.items.filter(({ change }) => change === 'removed');
			expect(gone.map(({ folderItemId }) => known.get(folderItemId))).toEqual(['Deleted']);
			expect((await look(next.position)).items).toEqual([]);
		},
	);

	it('tells of a contact that Graph does not find for a moment that it changed', async () => {
		provider().readings.choose({ fact: 'contact-delta-form', as: 'changed' });
		const contact = add('Old');
		const { position } = await look();
		contact.change({ displayName: 'Changed' }, NOW);
		provider().faults.next({ path: /\/contacts\/(?!delta)[^/]+$/, times: 2 }, { status: 404 });
		const { items } = await look(position);
		expect(items).toMatchObject([{ change: 'changed', displayName: 'Changed' }]);
		expect(provider().faults.pending).toBe(0);
	});

	it('takes another folder, and returns raw contacts', async () => {
		const folder = store().addFolder('Customers').id;
		const contact = add('Ann', folder);
		const { items, position } = await look('', {
			folder: locator('name', 'Customers'),
			simplify: false,
		});
		expect(items).toMatchObject([{ displayName: 'Ann', parentFolderId: folder }]);
		contact.change({ displayName: 'Anna' }, NOW);
		const next = await look(position, { simplify: false });
		expect(next.items).toMatchObject([{ displayName: 'Anna', companyName: 'Contoso' }]);
	});

	it('returns only the position when it begins now, and goes on behind a limit', async () => {
		for (let index = 0; index < 12; index++) add(`Old ${index}`);
		const now = await look('', { begin: 'now' });
		expect([now.items, now.last?.changes]).toEqual([[], 0]);
		const all = await look();
		for (let index = 0; index < 25; index++) add(`New ${index}`);
		const first = await look(all.position, { returnAll: false, limit: 5 });
		const rest = await look(first.position);
		expect(names([...first.items, ...rest.items])).toHaveLength(25);
		expect(names((await look(now.position)).items)).toHaveLength(25);
	});

	it('returns the same in runs of three as in one, and no run returns more', async () => {
		const contacts = Array.from({ length: 25 }, (_, index) => add(`Contact ${index}`));
		const first = await look();
		const drain = async (limit: number, position = '') => {
			const found: IDataObject[] = [];
			for (let complete: unknown = false; complete === false;) {
				const part = await look(position, { returnAll: false, limit });
				expect(part.items.length).toBeLessThanOrEqual(limit);
				found.push(...part.items);
				({ position } = part);
				complete = part.last?.complete;
			}
			return { found: found.map((item) => JSON.stringify(item)).sort(), position };
		};
		const all = await drain(1000);
		const byThree = await drain(3);
		expect(all.found).toHaveLength(25);
		expect(byThree.found).toEqual(all.found);
		for (const one of contacts.slice(0, 10)) one.change({ displayName: 'Changed' }, NOW);
		for (const one of contacts.slice(20)) store().remove(one);
		add('New');
		const changes = await drain(1000, first.position);
		expect(changes.found).toHaveLength(16);
		expect((await drain(3, first.position)).found).toEqual(changes.found);
		expect((await drain(3, byThree.position)).found).toEqual(changes.found);
	});

	it('keeps a copy of a folder the same as the folder, whatever happens between the runs', async () => {
		const deed = fc.record({
			what: fc.constantFrom('new', 'edit', 'out', 'in', 'gone'),
			at: fc.nat(9),
		});
		const rounds = fc.array(fc.array(deed, { maxLength: 5 }), { minLength: 1, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(rounds, async (plan) => {
				provider().graph.reset();
				const copy = new Map<unknown, unknown>();
				const [home = '', away] = [store().folder()?.id, store().addFolder('Away').id];
				const inFolder = (id: string) =>
					store().contacts.filter(({ parentFolderId }) => parentFolderId === id);
				let position = '';
				for (const deeds of plan) {
					for (const { what, at } of deeds) {
						const here = inFolder(home);
						const one = here[at % Math.max(1, here.length)];
						const [outside] = inFolder(away);
						if (what === 'new') add(`New ${store().contacts.length}`);
						if (what === 'in' && outside) store().move(outside, home);
						if (!one) continue;
						if (what === 'edit') one.change({ displayName: `${one.fields.displayName}!` }, NOW);
						if (what === 'out') store().move(one, away);
						if (what === 'gone') store().remove(one);
					}
					const part = await look(position);
					for (const { change, folderItemId, displayName } of part.items) {
						if (change === 'removed') copy.delete(folderItemId);
						else copy.set(folderItemId, displayName);
					}
					({ position } = part);
				}
				expect(copy).toEqual(
					new Map(inFolder(home).map((one) => [one.idOf('rest'), one.fields.displayName])),
				);
			}),
			{ numRuns: 25 },
		);
	});

	it('works in a shared mailbox, whose position is no one of the own', async () => {
		provider().readings.choose({ fact: 'delta-link-form', as: 'asked' });
		shared().contacts.add({ displayName: 'Ann' });
		const { position } = await look('', { mailbox: SHARED_MAILBOX });
		shared().contacts.add({ displayName: 'Bob' });
		const next = await look(position, { mailbox: SHARED_MAILBOX });
		expect(names(next.items)).toEqual(['Bob']);
		expectOnlyShared();
		const { message } = await failureOf(look(position));
		expect(message).toContain('Position: is no position in a contact folder of this mailbox');
	});

	it.each(['asked', 'user-id', 'in-parentheses'])(
		'goes on in a shared mailbox whose links are written: %s',
		async (as) => {
			provider().readings.choose({ fact: 'delta-link-form', as });
			const { position } = await look('', { mailbox: SHARED_MAILBOX });
			shared().contacts.add({ displayName: 'Later' });
			const { items } = await look(position, { mailbox: SHARED_MAILBOX });
			expect(names(items)).toEqual(['Later']);
		},
	);

	it('says how to begin anew when the position is given up', async () => {
		const { position } = await look();
		store().delta.expire();
		const { message, description } = await failureOf(look(position));
		expect(message).toContain('does not know this position any more');
		expect(description).toContain('all that you keep of the contact folder');
	});

	it.each(['segment', 'not-found'])(
		'says what to use in clouds that have no changes of contacts, and say so by %s',
		async (as) => {
			provider().readings.choose({ fact: 'contact-delta-missing', as });
			const { description } = await failureOf(look());
			expect(description).toContain('use List Contacts');
		},
	);

	it('follows no link of something else', async () => {
		const link = 'https://graph.microsoft.com/v1.0/me/mailFolders/a/messages/delta?$deltatoken=a';
		expect((await failureOf(look(link))).message).toContain('Position: is no position');
		expect(asked()).toEqual([]);
	});
});
