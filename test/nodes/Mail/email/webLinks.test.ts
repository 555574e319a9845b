import type { TriggerBench } from '../../../harness/trigger';
import { startTriggerBench } from '../../../harness/trigger';

let bench: TriggerBench;

beforeEach(async () => {
	bench = await startTriggerBench();
	await bench.activate();
});

afterEach(async () => {
	await bench.stop();
});

describe('links to mails', () => {
	test('hold the ID that Outlook opens, for all mails in one request', async () => {
		const mails = [1, 2, 3].map((number) =>
			bench.mailbox.deliver({ subject: `mail ${number}`, from: 'a@contoso.com' }),
		);
		bench.simulator.requests.clear();
		const items = await bench.poll();
		const opened = items.map(({ json }) =>
			new URL(String(json.webLink)).searchParams.get('ItemID'),
		);
		expect(opened).toEqual(mails.map(({ id }) => id));
		expect(bench.simulator.requests.count({ path: '/me/translateExchangeIds' })).toBe(1);
	});

	test('are left out where they cannot be mended; the mail is delivered all the same', async () => {
		bench.mailbox.deliver({ subject: 'mail', from: 'a@contoso.com' });
		bench.simulator.faults.next({ path: '/me/translateExchangeIds' }, { status: 403 });
		const [item] = await bench.poll();
		expect(item?.json.subject).toBe('mail');
		expect(item?.json.webLink).toBeUndefined();
	});
});
