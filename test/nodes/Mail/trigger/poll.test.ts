import type { TriggerBench } from './triggerBench';
import { MINUTE, SECOND, startTriggerBench, subjects } from './triggerBench';

const FROM = 'billing@contoso.com';

let bench: TriggerBench;

beforeEach(async () => {
	bench = await startTriggerBench();
});

afterEach(async () => {
	await bench.stop();
});

describe('the Mail Trigger', () => {
	test('delivers what arrives after the activation, once, oldest first', async () => {
		bench.mailbox.deliver({ subject: 'before', from: FROM });
		expect(await bench.activate()).toEqual([]);
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'first', from: FROM });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'second', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['first', 'second']);
		expect(await bench.poll()).toEqual([]);
	});

	test('asks one small question when nothing is new', async () => {
		for (let mail = 0; mail < 50; mail++) bench.mailbox.deliver({ subject: 'old', from: FROM });
		await bench.activate();
		for (let mail = 0; mail < 10; mail++) {
			bench.time.now += SECOND;
			bench.mailbox.deliver({ subject: `mail ${mail}`, from: FROM });
		}
		expect(await bench.poll()).toHaveLength(10);
		bench.simulator.requests.clear();
		expect(await bench.poll()).toEqual([]);
		expect(bench.simulator.requests.count()).toBe(1);
		expect(bench.simulator.requests.bytesOut).toBeLessThan(1_000);
	});

	test('finds mail that becomes visible ten minutes after its time', async () => {
		await bench.activate();
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'late', from: FROM }, { visibleAfterMs: 10 * MINUTE });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'prompt', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['prompt']);
		for (let minute = 0; minute < 8; minute++) expect(await bench.poll()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(['late']);
		expect(await bench.poll()).toEqual([]);
	});
});
