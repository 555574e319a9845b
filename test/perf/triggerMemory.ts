/**
 * Memory and state of the Mail Trigger over a day of 10,000 mails an hour, polled every minute:
 * `npm run perf -- triggerMemory`. Takes some minutes; the providers run in the same process.
 */
import { collectGarbage } from '../harness/collectGarbage';
import { MINUTE, startTriggerBench } from '../harness/trigger';

const HOURS = 24;
const MAILS_AN_HOUR = 10_000;
/** So long a mail stays in the simulated mailbox, which shall not grow either. */
const KEPT_MINUTES = 60;
/** What the first hours need, for caches and compiled code, is not counted. */
const WARM_HOURS = 2;
/** In bytes. What a day may add; 240,000 mails with one ID of 152 characters each would be 36 MB. */
const MOST_GROWTH = 10 * 1_024 * 1_024;
const LARGEST_STATE = 64 * 1_024;

function heap(): number {
	for (let round = 0; round < 3; round++) collectGarbage();
	return process.memoryUsage().heapUsed;
}

it('a day of 10,000 mails an hour leaves neither memory nor state behind', async () => {
	const bench = await startTriggerBench({ options: { maxMails: 1_000 } });
	try {
		await bench.activate();
		let arrived = 0;
		let delivered = 0;
		const used: number[] = [];
		for (let minute = 1; minute <= HOURS * 60; minute++) {
			const begin = bench.time.now;
			const due = Math.floor((minute * MAILS_AN_HOUR) / 60);
			for (const first = arrived; arrived < due; arrived++) {
				bench.time.now = begin + Math.floor(((arrived - first) * MINUTE) / (due - first));
				bench.mailbox.deliver({ subject: `mail ${arrived}`, from: 'ann@contoso.com' });
			}
			bench.time.now = begin + MINUTE;
			delivered += (await bench.poll({ after: 0 })).length;
			bench.simulator.requests.clear();
			const oldest = bench.time.now - KEPT_MINUTES * MINUTE;
			const old = bench.mailbox.messages.filter(
				({ receivedDateTime }) => Date.parse(receivedDateTime) < oldest,
			);
			for (const message of old) bench.mailbox.remove(message);
			bench.mailbox.gone.clear();
			if (minute % 60 > 0) continue;
			used.push(heap());
			const state = Buffer.byteLength(JSON.stringify(bench.memory));
			expect(state).toBeLessThan(LARGEST_STATE);
			process.stdout.write(
				`hour ${minute / 60}: ${delivered} mails, heap ${((used.at(-1) ?? 0) / 1_048_576).toFixed(1)} MB, state ${state} bytes\n`,
			);
		}
		expect(delivered).toBe(arrived);
		const [warm = 0] = used.slice(WARM_HOURS - 1);
		expect((used.at(-1) ?? Infinity) - warm).toBeLessThan(MOST_GROWTH);
	} finally {
		await bench.stop();
	}
}, 3_600_000);
