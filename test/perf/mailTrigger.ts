/**
 * What a poll of the Mail Trigger costs, in requests and bytes: `npm run perf -- mailTrigger`.
 */
import type { TriggerBench } from '../harness/trigger';
import { MINUTE, startTriggerBench } from '../harness/trigger';

/** 10,000 mails an hour, by the minute. */
const MAILS = 167;
/** Until each poll looks twenty minutes back, and some more. */
const MINUTES = 30;
/** A mail of everyday length, in characters. */
const BODY = 'All work and no play makes Jack a dull boy. '.repeat(40);
/** The state is written with every delivery: it stays small. */
const LARGEST_STATE = 64 * 1_024;
/** Graph's own limit for one mailbox: 10,000 requests in ten minutes, parts of batches counted. */
const MOST_REQUESTS = 1_000;

const benches: TriggerBench[] = [];

afterAll(async () => {
	await Promise.all(benches.map(async (bench) => await bench.stop()));
});

/** Lets the mails of one minute arrive one after the other, and polls at its end. */
async function playMinute(bench: TriggerBench, junkPercent: number) {
	const begin = bench.time.now;
	for (let mail = 0; mail < MAILS; mail++) {
		bench.time.now = begin + Math.floor((mail * MINUTE) / MAILS);
		const folder = mail % 100 < junkPercent ? 'junkemail' : 'inbox';
		const subject = `mail ${mail}`;
		bench.mailbox.deliver({ subject, from: 'ann@contoso.com', body: BODY }, { folder });
	}
	bench.time.now = begin + MINUTE;
	bench.simulator.requests.clear();
	const delivered = (await bench.poll({ after: 0 })).length;
	const { all, bytesOut: bytes } = bench.simulator.requests;
	return {
		delivered,
		requests: all.length,
		counted: all.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0),
		bytes,
		state: Buffer.byteLength(JSON.stringify(bench.memory)),
	};
}

it('a poll costs requests for new mails only', async () => {
	const bench = await startTriggerBench({ options: { maxMails: 1_000 } });
	benches.push(bench);
	await bench.activate();
	bench.time.now += MINUTE;
	for (const mails of [10, 0, 1_000]) {
		for (let mail = 0; mail < mails; mail++) {
			bench.mailbox.deliver({ subject: `mail ${mail}`, from: 'ann@contoso.com', body: BODY });
		}
		bench.simulator.requests.clear();
		expect(await bench.poll()).toHaveLength(mails);
		const { requests } = bench.simulator;
		process.stdout.write(
			`${mails} new: ${requests.count()} requests, ${requests.bytesOut} bytes answered\n`,
		);
	}
});

it.each([0, 10, 30])(
	'a poll a minute keeps up with 10,000 mails an hour, %i percent of them in Junk',
	async (junkPercent) => {
		const bench = await startTriggerBench({ options: { maxMails: 1_000 } });
		benches.push(bench);
		await bench.activate();
		let cost = await playMinute(bench, junkPercent);
		let delivered = cost.delivered;
		for (let minute = 1; minute < MINUTES; minute++) {
			cost = await playMinute(bench, junkPercent);
			delivered += cost.delivered;
		}
		process.stdout.write(
			`${junkPercent} % Junk: ${cost.requests} requests with ${cost.counted} parts, ` +
				`${cost.bytes} bytes answered, state ${cost.state} bytes\n`,
		);
		const junk = Array.from({ length: MAILS }, (_, mail) => mail % 100 < junkPercent);
		expect(delivered).toBe(MINUTES * junk.filter((isJunk) => !isJunk).length);
		expect(cost.state).toBeLessThan(LARGEST_STATE);
		expect(cost.counted).toBeLessThan(MOST_REQUESTS);
	},
	120_000,
);
