import type { INodeParameters } from 'n8n-workflow';
import { MAX_WAITING } from '../../../../../nodes/Mail/watch/arrivals/position';
import type { TriggerBench } from '../../../../harness/trigger';
import { SECOND, startTriggerBench } from '../../../../harness/trigger';

const FROM = 'billing@contoso.com';
/** A mail of everyday length, in characters. */
const BODY = 'All work and no play makes Jack a dull boy. '.repeat(40);

let bench: TriggerBench;
const others: TriggerBench[] = [];

const folder = (value: string) => ({ folder: { mode: 'id', value } });

async function costOf(mails: number) {
	for (let mail = 0; mail < mails; mail++) {
		bench.mailbox.deliver({ subject: `mail ${mail}`, from: FROM, body: BODY });
	}
	bench.simulator.requests.clear();
	const delivered = (await bench.poll()).length;
	const { bytesOut: bytes } = bench.simulator.requests;
	const state = Buffer.byteLength(JSON.stringify(bench.memory));
	return { mails, delivered, requests: bench.simulator.requests.count(), bytes, state };
}

describe('what a poll costs', () => {
	beforeAll(async () => {
		bench = await startTriggerBench({ options: { maxMails: 1_000 } });
		bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		for (let mail = 0; mail < 100; mail++) bench.mailbox.deliver({ subject: 'old', from: FROM });
		await bench.activate();
		bench.time.now += SECOND;
	});

	afterAll(async () => {
		await Promise.all([bench, ...others].map(async (one) => await one.stop()));
	});

	it('is one request under 1 kB for nothing new, and batches of twenty for very many new mails', async () => {
		// The first poll after the activation does not know yet how the mailbox looks.
		await bench.poll();
		const costs = [
			await costOf(0),
			await costOf(10),
			await costOf(0),
			await costOf(1_000),
			await costOf(0),
		];
		for (const { mails, delivered, requests, bytes, state } of costs) {
			expect(delivered).toBe(mails);
			expect(state).toBeLessThan(64 * 1_024);
			if (mails > 0) continue;
			expect(requests).toBe(1);
			expect(bytes).toBeLessThan(1_000);
		}
		// A look, one list or two pages of it, the special folders once in a while; of many mails batches of
		// twenty as well: one part for each, with its attachments.
		expect(costs[1]?.requests).toBeLessThanOrEqual(3);
		expect(costs[3]?.requests).toBeLessThanOrEqual(3 + 1_000 / 20);
	});

	/** A trigger for which all was listed, and its folders asked for; that comes again ten minutes later. */
	async function openListed(parameters: INodeParameters = {}): Promise<TriggerBench> {
		const listed = await startTriggerBench({ options: { maxMails: 1_000 }, ...parameters });
		others.push(listed);
		await listed.activate();
		listed.time.now += SECOND;
		for (const folder of ['inbox', 'sentitems']) arrive(listed, 1, folder);
		expect(await listed.poll({ after: SECOND })).toHaveLength(1);
		return listed;
	}

	function arrive({ mailbox, time }: TriggerBench, count: number, folder = 'inbox'): void {
		for (let mail = 0; mail < count; mail++) {
			const toRecipients = ['me@contoso.com'];
			mailbox.deliver(
				{ subject: `mail ${mail}`, from: FROM, toRecipients, body: BODY },
				{ folder },
			);
			time.now += SECOND / 20;
		}
	}

	async function costOfPoll(one: TriggerBench) {
		one.simulator.requests.clear();
		const delivered = (await one.poll({ after: SECOND })).length;
		const { all, bytesOut: bytes } = one.simulator.requests;
		const parts = all.reduce((sum, call) => sum + (call.parts?.length ?? 0), 0);
		return { delivered, requests: all.length, parts, bytes };
	}

	it.each([
		['received', 'inbox'],
		['sent', 'sentitems'],
	])('is a look and a list with all that is wanted of few mails: %s', async (event, folder) => {
		const one = await openListed({ event });
		one.simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		for (const count of [1, 20, 100]) {
			arrive(one, count, folder);
			const cost = await costOfPoll(one);
			// Pages with bodies have 25 mails.
			const requests = 1 + Math.ceil(count / 25);
			expect(cost).toMatchObject({ delivered: count, requests, parts: 0 });
		}
	});

	it('is at most 130 kB for a hundred mails without their bodies', async () => {
		const one = await openListed({ body: 'none' });
		one.simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		arrive(one, 100);
		const cost = await costOfPoll(one);
		expect(cost).toMatchObject({ delivered: 100, requests: 2, parts: 0 });
		expect(cost.bytes).toBeLessThan(130_000);
	});

	it('is one part of a batch for each mail where lists do not bring them whole', async () => {
		const one = await openListed();
		one.simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
		arrive(one, 20);
		expect(await costOfPoll(one)).toMatchObject({ delivered: 20, requests: 4, parts: 20 });
	});

	it('asks mail by mail where one came late, or with the second of the newest', async () => {
		const one = await openListed();
		const { mailbox, time } = one;
		arrive(one, 1);
		expect(await costOfPoll(one)).toMatchObject({ delivered: 1 });
		const newest = mailbox.messages.at(-1)?.receivedDateTime ?? '';
		arrive(one, 1);
		const from = FROM;
		mailbox.deliver({ subject: 'same second', from, receivedDateTime: newest });
		const late = new Date(time.now - 60 * SECOND).toISOString();
		expect(await costOfPoll(one)).toMatchObject({ delivered: 2 });
		arrive(one, 1);
		mailbox.deliver({ subject: 'late', from, receivedDateTime: late.replace(/\.\d+/, '') });
		expect(await costOfPoll(one)).toMatchObject({ delivered: 2 });
		expect(await costOfPoll(one)).toMatchObject({ delivered: 0, requests: 1 });
	});

	it('is a look and a list where the provider does not count what it filters', async () => {
		const uncounted = await startTriggerBench();
		others.push(uncounted);
		uncounted.simulator.graph.countsFiltered = false;
		await uncounted.activate();
		uncounted.mailbox.deliver({ subject: 'new', from: FROM });
		expect(await uncounted.poll()).toHaveLength(1);
		uncounted.simulator.requests.clear();
		expect(await uncounted.poll()).toEqual([]);
		expect(uncounted.simulator.requests.count()).toBe(2);
	});

	it('is one request as well where several folders are watched', async () => {
		const folders = await startTriggerBench({
			folders: 'chosen',
			chosenFolders: { folder: ['inbox', 'archive', 'junkemail'].map(folder) },
		});
		others.push(folders);
		await folders.activate();
		folders.time.now += SECOND;
		for (const place of ['inbox', 'archive', 'junkemail']) {
			folders.mailbox.deliver({ subject: place, from: FROM }, { folder: place });
		}
		expect(await folders.poll()).toHaveLength(3);
		folders.simulator.requests.clear();
		expect(await folders.poll()).toEqual([]);
		expect(folders.simulator.requests.count()).toBe(1);
	});

	it('is one look without a batch where one folder is chosen twice', async () => {
		const twice = await startTriggerBench({
			folders: 'chosen',
			chosenFolders: { folder: [folder('inbox'), { folder: { mode: 'name', value: 'Inbox' } }] },
		});
		others.push(twice);
		await twice.activate();
		twice.time.now += SECOND;
		twice.mailbox.deliver({ subject: 'new', from: FROM });
		expect(await twice.poll()).toHaveLength(1);
		twice.simulator.requests.clear();
		expect(await twice.poll()).toEqual([]);
		expect(twice.simulator.requests.all.map(({ parts }) => parts)).toEqual([undefined]);
	});

	it('is one small request as well for Sent Items, which are looked at by what changed', async () => {
		const sent = await startTriggerBench({ event: 'sent' });
		others.push(sent);
		await sent.activate();
		sent.time.now += SECOND;
		const from = 'me@contoso.com';
		sent.mailbox.deliver({ subject: 'sent', from, body: BODY }, { folder: 'sentitems' });
		expect(await sent.poll()).toHaveLength(1);
		sent.simulator.requests.clear();
		expect(await sent.poll()).toEqual([]);
		const { requests } = sent.simulator;
		expect(requests.count()).toBe(1);
		expect(requests.bytesOut).toBeLessThan(1_000);
	});

	it('does not grow with Junk: it is loaded once, and fires all the same when it is taken out', async () => {
		const busy = await startTriggerBench();
		others.push(busy);
		await busy.activate();
		busy.time.now += SECOND;
		const junk = Array.from({ length: 300 }, (_, index) =>
			busy.mailbox.deliver({ subject: `junk ${index}`, from: FROM }, { folder: 'junkemail' }),
		);
		expect(await busy.poll()).toEqual([]);
		const rescued = junk.at(-1);
		if (rescued) busy.mailbox.move(rescued, busy.mailbox.folder('inbox'));
		busy.mailbox.deliver({ subject: 'wanted', from: FROM });
		busy.simulator.requests.clear();
		const items = await busy.poll();
		expect(items.map(({ json }) => json.subject)).toEqual(['junk 299', 'wanted']);
		// The two mails, and the places of those that are remembered.
		const loaded = busy.simulator.requests.count({ path: /messages\/[^/]+(\/attachments)?$/ });
		expect(loaded).toBeLessThanOrEqual(2 + MAX_WAITING);
	});
});
