import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from '../../../../../scripts/sources';
import { betweenPages } from '../../../../harness/betweenPages';
import { EVERYTHING, happened } from '../../../../harness/contactModel';
import { applicationCredential, connectedCredential } from '../../../../harness/credentialsHelper';
import { executeNode, OWN_MAILBOX } from '../../../../harness/executeNode';
import { pollNode } from '../../../../harness/pollNode';
import { locator } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, startTriggerBench } from '../../../../harness/trigger';
import { startSimulator } from '../../../../simulator/simulator';

const DAY = 24 * 60 * MINUTE;
const example = z.object({
	nodes: z.array(z.object({ parameters: z.custom<INodeParameters>() })),
});

// Holds under each reading of fact: contact-delta-form, fact: contact-delta-moved-in,
// fact: contact-delta-missing, fact: contact-folder-name, fact: delta-link-form.
describe('the Contact Trigger', () => {
	let bench: TriggerBench;
	const start = async (parameters: INodeParameters = {}) => {
		bench = await startTriggerBench({ event: EVERYTHING, ...parameters }, 0, 'contactTrigger');
		return bench.mailbox.contacts;
	};
	const stamp = () => new Date(bench.time.now).toISOString();

	/** The contacts, with one that was changed: the next round tells what changed alone. */
	const toldInPart = async () => {
		const store = await start();
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
			{ fact: 'contact-delta-form', as: 'changed' },
		);
		const ann = store.add({ displayName: 'Ann', companyName: 'Contoso' });
		await bench.activate();
		ann.change({ displayName: 'Anna' }, stamp());
		return { store, ann };
	};

	afterEach(() => bench.stop());

	it('starts once for a contact that is created, updated and deleted, and not for what was there', async () => {
		const store = await start();
		store.add({ displayName: 'Before' });
		expect(await bench.activate()).toEqual([]);
		const ann = store.add({ displayName: 'Ann Lee', emailAddresses: [{ address: 'ann@x.com' }] });
		const [created] = await bench.poll();
		expect(created?.json).toMatchObject({
			changeType: 'created',
			displayName: 'Ann Lee',
			emailAddresses: [{ address: 'ann@x.com' }],
			id: ann.idOf('immutable'),
		});
		// IDs stand behind what people read.
		expect(Object.keys(created?.json ?? {}).slice(-2)).toEqual(['folder', 'id']);
		expect(await bench.poll()).toEqual([]);
		ann.change({ companyName: 'Contoso' }, stamp());
		const [updated] = await bench.poll();
		expect(updated?.json).toMatchObject({
			changeType: 'updated',
			changed: { companyName: { after: 'Contoso' } },
		});
		store.remove(ann);
		const [deleted] = await bench.poll();
		expect(deleted?.json).toMatchObject({
			changeType: 'deleted',
			displayName: 'Ann Lee',
			companyName: 'Contoso',
			id: ann.idOf('immutable'),
		});
		expect(await bench.poll()).toEqual([]);
	});

	it('does not start for an edit that changes nothing, nor for what is not chosen', async () => {
		const store = await start({ event: ['deleted'] });
		const ann = store.add({ displayName: 'Ann' });
		await bench.activate();
		ann.change({}, stamp());
		store.add({ displayName: 'Kim' });
		expect(await bench.poll()).toEqual([]);
		ann.change({ displayName: 'Anna' }, stamp());
		expect(await bench.poll()).toEqual([]);
		store.remove(ann);
		expect(happened(await bench.poll())).toEqual(['deleted Anna']);
	});

	it('gives a contact that was deleted while n8n was down by its ID', async () => {
		const store = await start();
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		const ann = store.add({ displayName: 'Ann' });
		await bench.activate();
		bench.restart();
		store.remove(ann);
		const [deleted] = await bench.poll();
		expect(deleted?.json).toEqual({ changeType: 'deleted', id: ann.idOf('immutable') });
	});

	it.each(['runs on', 'starts again'])(
		'goes on where the API has another address by now, and n8n %s',
		async (how) => {
			const store = await start();
			bench.simulator.readings.choose({ fact: 'contact-delta-missing', as: 'there' });
			const ann = store.add({ displayName: 'Ann' });
			await bench.activate();
			await bench.poll();
			if (how === 'starts again') bench.restart();
			store.add({ displayName: 'Kim' });
			store.remove(ann);
			const customApiRoot = bench.simulator.graphRoot.replace('127.0.0.1', 'localhost');
			const credential = connectedCredential('mailOAuth2Api', bench.simulator, OWN_MAILBOX, {
				customApiRoot,
			});
			const told = (await bench.poll({ credential })).map(({ json }) => json.changeType);
			expect(told).toEqual(['deleted', 'created']);
			expect(await bench.poll({ credential })).toEqual([]);
		},
	);

	it('says that it was deleted where the provider gave up its link meanwhile, too', async () => {
		const store = await start();
		store.remove(store.add({ displayName: 'Gone before' }));
		const ann = store.add({ displayName: 'Ann' });
		await bench.activate();
		bench.restart();
		store.remove(ann);
		store.delta.expire();
		expect((await bench.poll()).map(({ json }) => json)).toEqual([
			{ changeType: 'deleted', id: '' },
		]);
	});

	it('reads the folder anew where the provider answers its link with 503 for good', async () => {
		const store = await start();
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		await bench.activate();
		store.delta.break();
		store.add({ displayName: 'Ann' });
		for (let poll = 1; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
		expect(happened(await bench.poll())).toEqual(['created Ann']);
	});

	it('reads the folder anew where the provider gives up its link between two pages', async () => {
		const store = await start({ options: { maxContacts: 1_000 } });
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		await bench.activate();
		for (let contact = 0; contact < 201; contact++) store.add({ displayName: `Ann ${contact}` });
		bench.simulator.faults.next({ path: /\/delta$/ }, { delayMs: 0 });
		bench.simulator.faults.next({ path: /\/delta$/ }, { status: 410 });
		expect(await bench.poll()).toHaveLength(201);
		expect(bench.simulator.faults.pending).toBe(0);
		expect(await bench.poll()).toEqual([]);
	});

	it.each([
		['', 0],
		[', also where an answer bore a date far ahead', 400 * DAY],
	])(
		'tells of a contact that is moved in, within a day where the provider does not%s',
		async (_name, ahead) => {
			const store = await start();
			bench.simulator.readings.choose({ fact: 'contact-delta-moved-in', as: 'untold' });
			const ann = store.add({ displayName: 'Ann' }, store.addFolder('Old').id);
			bench.time.now += ahead;
			await bench.activate();
			bench.time.now -= ahead;
			store.move(ann, store.folder()?.id ?? '');
			const soon = await bench.poll();
			const later = await bench.poll({ after: DAY });
			expect(happened([...soon, ...later])).toEqual(['created Ann']);
		},
	);

	it('hands over as many as one execution is to get, and the rest after it', async () => {
		const store = await start({ options: { maxContacts: 2 } });
		await bench.activate();
		for (const name of ['A', 'B', 'C']) store.add({ displayName: name });
		expect(happened(await bench.poll())).toHaveLength(2);
		expect(happened(await bench.poll())).toHaveLength(1);
		expect(await bench.poll()).toEqual([]);
	});

	it('tells what is gone first, where one execution does not get all: it makes room for what is new', async () => {
		const store = await start({ options: { maxContacts: 1 } });
		const ann = store.add({ displayName: 'Ann' });
		await bench.activate();
		store.add({ displayName: 'Kim' });
		store.remove(ann);
		expect(happened(await bench.poll())).toEqual(['deleted Ann']);
		expect(happened(await bench.poll())).toEqual(['created Kim']);
	});

	it("tells nothing that a poll knew before an edit of the workflow, although the provider's clock was put back", async () => {
		const store = await start({ event: ['created'] });
		const ann = store.add({ displayName: 'Ann' });
		await bench.activate();
		store.add({ displayName: 'Kim' });
		expect(happened(await bench.poll())).toEqual(['created Kim']);
		ann.change({ companyName: 'Contoso' }, stamp());
		bench.time.now -= 10 * MINUTE;
		expect(await bench.poll({ after: 0 })).toEqual([]);
		bench.remake();
		const parameters = { event: EVERYTHING };
		expect(await bench.poll({ after: 0, parameters })).toEqual([]);
	});

	it('tells a deletion that had no room in a poll by its ID, where n8n is restarted before the next one', async () => {
		const store = await start({ options: { maxContacts: 1 } });
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		const both = ['Ann', 'Kim'].map((displayName) => store.add({ displayName }));
		await bench.activate();
		for (const one of both) store.remove(one);
		const told = await bench.poll();
		bench.restart();
		told.push(...(await bench.poll()));
		const ids = told.map(({ json }) => json.id);
		expect(ids.sort()).toEqual(both.map((one) => one.idOf('immutable')).sort());
		expect(await bench.poll()).toEqual([]);
	});

	it.each([
		[EVERYTHING, 200, 100],
		[['deleted'], 4_900, 1_000],
	])(
		'tells all that happens where contacts of a large folder are replaced at once (%s, %i of 4,900)',
		async (event, replaced, maxContacts) => {
			const store = await start({ event, options: { maxContacts } });
			const all = Array.from({ length: 4_900 }, (_, at) => store.add({ displayName: `old ${at}` }));
			await bench.activate();
			for (const one of all.slice(0, replaced)) store.remove(one);
			for (let at = 0; at < replaced; at++) store.add({ displayName: `new ${at}` });
			const told: string[] = [];
			for (let isMore = true; isMore;) {
				const items = happened(await bench.poll());
				told.push(...items);
				isMore = items.length > 0;
			}
			expect(new Set(told).size).toBe(told.length);
			expect(told).toHaveLength(replaced * (event.length === 1 ? 1 : 2));
		},
		120_000,
	);

	it('begins anew where its saved state cannot be read, and says so in the log', async () => {
		const store = await start();
		store.add({ displayName: 'Ann' });
		await bench.activate();
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		expect(await bench.poll()).toEqual([]);
		expect(warn).not.toHaveBeenCalled();
		bench.restart();
		bench.memory = { cursor: { ...bench.cursor(), entries: 'damaged' } };
		expect(await bench.poll()).toEqual([]);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('cannot be read'));
		store.add({ displayName: 'Kim' });
		expect(happened(await bench.poll())).toEqual(['created Kim']);
	});

	it('watches the folder that is chosen by its name', async () => {
		const store = await start({ folder: locator('name', 'suppliers') });
		const { id } = store.addFolder('Suppliers');
		await bench.activate();
		store.add({ displayName: 'Elsewhere' });
		store.add({ displayName: 'Sam' }, id);
		expect(happened(await bench.poll())).toEqual(['created Sam']);
	});

	it('watches another folder from the moment that it is chosen, and no more the one before', async () => {
		const store = await start();
		const { id } = store.addFolder('Suppliers');
		store.add({ displayName: 'Sam' }, id);
		await bench.activate();
		const parameters = { event: EVERYTHING, folder: locator('name', 'suppliers') };
		expect(await bench.poll({ parameters })).toEqual([]);
		store.add({ displayName: 'Elsewhere' });
		store.add({ displayName: 'Kim' }, id);
		expect(happened(await bench.poll({ parameters }))).toEqual(['created Kim']);
	});

	it('names the field where the mailbox has no such folder', async () => {
		await start({ folder: locator('name', 'Nowhere') });
		await expect(bench.activate()).rejects.toThrow('Contact Folder');
	});

	it.each(['activate', 'manual'] as const)(
		'names the field where the folder was deleted that was chosen from the list (%s)',
		async (how) => {
			await start({ folder: locator('list', 'AQMkAGone') });
			const polling = how === 'manual' ? bench.poll({ mode: 'manual' }) : bench.activate();
			await expect(polling).rejects.toMatchObject({
				message: expect.stringContaining('Contact Folder: does not exist in the mailbox'),
				failure: { cause: 'configuration-invalid' },
			});
		},
	);

	it('does not take a folder that it could not read to its end (410) for one that is gone', async () => {
		const store = await start({ options: { maxContacts: 1_000 } });
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		await bench.activate();
		for (let contact = 0; contact < 201; contact++) store.add({ displayName: `Ann ${contact}` });
		bench.restart();
		bench.simulator.faults.next({ path: /\/delta$/ }, { delayMs: 0 });
		bench.simulator.faults.next({ path: /\/delta$/ }, { status: 410 });
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		expect(bench.failures).toMatchObject([{ failure: { cause: 'temporarily-unavailable' } }]);
		expect(await bench.poll()).toHaveLength(201);
	});

	it('refuses to watch for nothing', async () => {
		await start({ event: [] });
		await expect(bench.activate()).rejects.toThrow('Trigger On');
	});

	it('gives all that Graph has, with Simplify off', async () => {
		const store = await start({ simplify: false });
		await bench.activate();
		const ann = store.add({ displayName: 'Ann' });
		const [created] = await bench.poll();
		expect(created?.json).toMatchObject({
			changeType: 'created',
			'@odata.etag': ann.etag,
			yomiSurname: null,
		});
		store.remove(ann);
		expect((await bench.poll())[0]?.json).toMatchObject({ displayName: 'Ann', surname: null });
	});

	it.each([400, 403, 500])(
		'tells a contact that cannot be read (%s) as it was listed by the fifth poll',
		async (status) => {
			const store = await start({ simplify: false });
			await bench.activate();
			store.add({ displayName: 'Ann' });
			bench.simulator.faults.next(
				{ path: /\/contacts\/(?!delta)[^/]+$/, times: Infinity },
				{ status },
			);
			for (let poll = 1; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
			expect(happened(await bench.poll())).toEqual(['created Ann']);
			expect(await bench.poll()).toEqual([]);
		},
	);

	// fact: no-mailbox.
	it('waits with Simplify off until the mailbox is there again, and tells no part of a contact', async () => {
		const store = await start({ simplify: false });
		await bench.activate();
		store.add({ displayName: 'Ann' });
		const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'Not yet.' } };
		bench.simulator.faults.next({ path: /^\/me\/contacts\/[^/]+$/ }, { status: 404, body });
		await expect(bench.poll()).rejects.toThrow(/mailbox was not found/);
		expect((await bench.poll())[0]?.json).toMatchObject({ displayName: 'Ann', yomiSurname: null });
	});

	it('tells a contact that is told in part and cannot be read with what is known of it', async () => {
		await toldInPart();
		bench.simulator.faults.next(
			{ path: /\/contacts\/(?!delta)[^/]+$/, times: Infinity },
			{ status: 500 },
		);
		for (let poll = 1; poll < 5; poll++) await expect(bench.poll()).rejects.toThrow();
		const [updated] = await bench.poll();
		expect(updated?.json).toMatchObject({
			changed: { displayName: { before: 'Ann', after: 'Anna' } },
			companyName: 'Contoso',
		});
		expect(await bench.poll()).toEqual([]);
	});

	// fact: found-late.
	it('tells of an update of a contact that is told in part and not found for a moment, not of its end', async () => {
		const { store, ann } = await toldInPart();
		const error = { code: 'ErrorItemNotFound', message: 'Not found.' };
		const path = /\/contacts\/(?!delta)[^/]+$/;
		bench.simulator.faults.next({ path }, { status: 404, body: { error } });
		expect(happened(await bench.poll())).toEqual(['updated Anna']);
		store.remove(ann);
		expect(happened(await bench.poll())).toEqual(['deleted Anna']);
	});

	it('shows a contact of the folder in the test step, and saves nothing', async () => {
		const store = await start({ event: ['updated'] });
		store.add({ displayName: 'Ann' });
		const [shown, ...more] = await bench.poll({ mode: 'manual' });
		expect(more).toEqual([]);
		expect(shown?.json).toMatchObject({
			changeType: 'updated',
			displayName: 'Ann',
			changed: { displayName: { before: 'Earlier name', after: 'Ann' } },
		});
		expect(bench.cursor()).toBeUndefined();
	});

	it('shows the next contact in the test step where one cannot be read', async () => {
		const store = await start({ simplify: false });
		const [broken] = ['Ann', 'Bob'].map((displayName) => store.add({ displayName }));
		const path = new RegExp(`/contacts/${encodeURIComponent(broken?.idOf('immutable') ?? '')}$`);
		bench.simulator.faults.next({ path, times: Infinity }, { status: 500 });
		const [shown] = await bench.poll({ mode: 'manual' });
		expect(shown?.json.displayName).toBe('Bob');
	});

	it('says in the test step that the folder is empty', async () => {
		await start();
		await expect(bench.poll({ mode: 'manual' })).rejects.toThrow('No contact is in the folder');
	});

	it('asks once where nothing happened, and stores some 30 bytes for each contact', async () => {
		const store = await start();
		bench.simulator.readings.choose(
			{ fact: 'contact-delta-missing', as: 'there' },
			{ fact: 'contact-folder-name', as: 'named' },
		);
		for (let one = 0; one < 500; one++) store.add({ displayName: `Contact ${one}` });
		await bench.activate();
		bench.simulator.requests.clear();
		await bench.poll();
		const requests = bench.simulator.requests.all.filter(({ service }) => service === 'graph');
		expect(requests).toHaveLength(1);
		expect(JSON.stringify(bench.cursor()).length).toBeLessThan(500 * 30);
	});

	it.each(['segment', 'not-found'])(
		'lists the folder at each poll in a cloud without changes of contacts (%s)',
		async (as) => {
			const store = await start();
			bench.simulator.readings.choose({ fact: 'contact-delta-missing', as });
			const ann = store.add({ displayName: 'Ann' });
			await bench.activate();
			store.add({ displayName: 'Kim' });
			store.remove(ann);
			expect(happened(await bench.poll())).toEqual(['created Kim', 'deleted Ann']);
			expect(await bench.poll()).toEqual([]);
		},
	);

	it.each([1_001, 1_200])(
		'tells nothing of a contact that stays, also where another one goes while %d are listed',
		async (count) => {
			const store = await start();
			bench.simulator.readings.choose({ fact: 'contact-delta-missing', as: 'segment' });
			const [first] = Array.from({ length: count }, (_, one) =>
				store.add({ displayName: `${one}` }),
			);
			if (!first) throw new Error('a contact was expected');
			await bench.activate();
			const isGone = betweenPages(() => store.remove(first));
			expect(await bench.poll()).toEqual([]);
			expect(isGone()).toBe(true);
			expect(happened(await bench.poll())).toEqual(['deleted 0']);
		},
	);

	it('refuses a folder that holds more than can be watched, and names the field', async () => {
		const store = await start();
		for (let one = 0; one <= 5_000; one++) store.add({ displayName: `${one}` });
		await expect(bench.activate()).rejects.toThrow(/Contact Folder.*more than 5000/);
	});
});

it('the Contact Trigger works with App-Only access, in the mailbox that is named', async () => {
	const simulator = await startSimulator();
	const store = simulator.graph.mailbox(OWN_MAILBOX).contacts;
	const credential = applicationCredential(simulator);
	const parameters = { mailbox: OWN_MAILBOX };
	const options = { node: 'contactTrigger', simulator, credential, parameters, staticData: {} };
	try {
		await pollNode({ ...options, activation: 'activate' });
		store.add({ displayName: 'Ann' });
		expect(happened((await pollNode(options)) ?? [])).toEqual(['created Ann']);
	} finally {
		await simulator.stop();
	}
});

it('new-contact.json writes a draft for a new contact, and for one without an address too', async () => {
	const text = readFileSync(path.join(ROOT, 'examples/new-contact.json'), 'utf8');
	const { nodes } = example.parse(JSON.parse(text));
	const [watching, drafting = {}] = nodes.map(({ parameters }) => parameters);
	const bench = await startTriggerBench(watching, 0, 'contactTrigger');
	try {
		await bench.activate();
		const emailAddresses = [{ address: 'ann@example.com', name: 'Ann' }];
		bench.mailbox.contacts.add({ givenName: 'Ann', surname: 'Lee', emailAddresses });
		bench.mailbox.contacts.add({ displayName: 'Kim' });
		const items = await bench.poll();
		const { simulator } = bench;
		const { outputs } = await executeNode({ node: 'mail', simulator, parameters: drafting, items });
		const drafts = bench.mailbox.messages.filter(({ isDraft }) => isDraft);
		expect(outputs[0]).toHaveLength(2);
		expect(drafts).toHaveLength(2);
		expect(
			drafts.flatMap(({ toRecipients }) =>
				toRecipients.map(({ emailAddress }) => emailAddress.address),
			),
		).toEqual(['ann@example.com']);
	} finally {
		await bench.stop();
	}
});
