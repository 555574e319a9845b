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
		for (let mail = 0; mail < 100; mail++) bench.mailbox.deliver({ subject: 'old', from: FROM });
		await bench.activate();
		bench.time.now += SECOND;
	});

	afterAll(async () => {
		await Promise.all([bench, ...others].map(async (one) => await one.stop()));
	});

	it('is one request under 1 kB for nothing new, and batches of twenty for new mails', async () => {
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
		// A look, one list or two pages of it, the special folders once in a while, and batches of
		// twenty: one part for each mail, with its attachments.
		expect(costs[1]?.requests).toBeLessThanOrEqual(4);
		expect(costs[3]?.requests).toBeLessThanOrEqual(4 + 1_000 / 20);
	});

	it('is a look, a list of what is new, and one part of a batch for each mail of a busy mailbox', async () => {
		const busy = await startTriggerBench({ options: { maxMails: 1_000 } });
		others.push(busy);
		await busy.activate();
		// A full list belongs to the first poll; the next one comes ten minutes later.
		await busy.poll({ after: SECOND });
		busy.simulator.requests.clear();
		let delivered = 0;
		for (let poll = 0; poll < 10; poll++) {
			for (let mail = 0; mail < 10; mail++) {
				busy.mailbox.deliver({ subject: `mail ${poll}.${mail}`, from: FROM, body: BODY });
				busy.time.now += SECOND / 2;
			}
			delivered += (await busy.poll({ after: SECOND })).length;
		}
		const { requests } = busy.simulator;
		expect(delivered).toBe(100);
		expect(requests.count({ path: /\/messages\/[^/]+/, inBatch: true })).toBe(100);
		expect(requests.count()).toBeLessThanOrEqual(10 * 3 + 2);
		const lists = requests.matching({ path: /\/messages$/ });
		const rows = lists.reduce((sum, { bytes }) => sum + bytes, 0);
		// Each mail is listed once, and the newest of each poll a second time; a look shows one mail.
		expect(rows / (100 + 10 + 10)).toBeLessThan(400);
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
