import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';
import { scheduleByHand } from '../../../../simulator/graph/mail/submit';

// Holds under each reading of fact: deferred-place, fact: deferred-time, fact: sent-draft-id.

const HOUR = 60 * MINUTE;
let bench: TriggerBench;

/** A person lets a mail wait in Outlook. */
function schedule(subject: string, wait: number) {
	const { simulator, mailbox, time } = bench;
	return scheduleByHand(
		simulator.graph,
		mailbox,
		{ subject, from: 'me@contoso.com' },
		time.now + wait,
	);
}

const sentNow = (subject: string) =>
	bench.mailbox.deliver({ subject, from: 'me@contoso.com' }, { folder: 'sentitems' });

/** The mail of a subject in Sent Items. */
function inSentItems(subject: string) {
	const { id } = bench.mailbox.folder('sentitems');
	const found = bench.mailbox.messages.find(
		(mail) => mail.parentFolderId === id && mail.subject === subject,
	);
	if (!found) throw new Error(`"${subject}" is not in Sent Items`);
	return found;
}

/** Something of it is changed now. */
const touch = (subject: string) =>
	inSentItems(subject).touch(new Date(bench.time.now).toISOString().replace(/\.\d+/, ''));

/** What polls deliver, one a minute. */
async function pollFor(minutes: number) {
	const delivered: unknown[] = [];
	for (let minute = 0; minute < minutes; minute++) delivered.push(...subjects(await bench.poll()));
	return delivered;
}

describe.each(['drafts', 'outbox'] as const)('a mail that waited in %s for its time', (folder) => {
	beforeEach(async () => {
		bench = await startTriggerBench({ event: 'sent' });
		bench.simulator.readings.choose({ fact: 'deferred-place', as: folder });
	});

	afterEach(async () => {
		await bench.stop();
	});

	it.each([10 * MINUTE, 21 * MINUTE, 90 * MINUTE, 5 * 24 * HOUR])(
		'starts the workflow once, when it leaves, after %d ms',
		async (wait) => {
			await bench.activate();
			schedule('scheduled', wait);
			expect(await bench.poll()).toEqual([]);
			bench.time.now += wait - 3 * MINUTE;
			sentNow('direct');
			expect(subjects(await bench.poll())).toEqual(['direct']);
			expect(subjects(await bench.poll())).toEqual(['scheduled']);
			expect(await pollFor(45)).toEqual([]);
		},
	);

	it('starts it in the order in which it left', async () => {
		await bench.activate();
		schedule('later', 2 * HOUR);
		schedule('sooner', 1 * HOUR);
		bench.time.now += 90 * MINUTE;
		sentNow('between');
		expect(subjects(await bench.poll({ after: HOUR }))).toEqual(['sooner', 'between', 'later']);
	});

	it('starts it although it was scheduled before the activation, and not where it left before', async () => {
		schedule('left before', 5 * MINUTE);
		schedule('leaves after', 3 * HOUR);
		bench.time.now += HOUR;
		await bench.activate();
		expect(await pollFor(110)).toEqual([]);
		expect(await pollFor(20)).toEqual(['leaves after']);
	});

	it('starts it when n8n was down meanwhile, once, also from an old state', async () => {
		await bench.activate();
		sentNow('first');
		expect(await pollFor(2)).toEqual(['first']);
		schedule('scheduled', 3 * HOUR);
		expect(await pollFor(60)).toEqual([]);
		bench.restart();
		expect(subjects(await bench.poll({ after: 4 * HOUR }))).toEqual(['scheduled']);
		bench.restart();
		touch('scheduled');
		expect(await pollFor(40)).toEqual([]);
	});

	it('starts it in a mailbox in which much is sent, few at a time', async () => {
		await bench.stop();
		bench = await startTriggerBench({ event: 'sent', options: { maxMails: 2 } });
		bench.simulator.readings.choose({ fact: 'deferred-place', as: folder });
		await bench.activate();
		for (let mail = 0; mail < 6; mail++) schedule(`scheduled ${mail}`, HOUR + mail * SECOND);
		const delivered: unknown[] = [];
		for (let minute = 0; minute < 90; minute++) {
			sentNow(`sent ${minute}`);
			if (minute > 60) touch('scheduled 5');
			delivered.push(...(await pollFor(1)));
		}
		delivered.push(...(await pollFor(30)));
		expect(new Set(delivered).size).toBe(delivered.length);
		expect(delivered).toHaveLength(96);
	});

	it.each([
		['labelled', touch],
		[
			'moved away and back',
			(subject: string) => {
				const mail = inSentItems(subject);
				bench.mailbox.move(mail, bench.mailbox.folder('archive'));
				bench.mailbox.move(mail, bench.mailbox.folder('sentitems'));
			},
		],
	])('does not start it again when it is %s, however late', async (_name, change) => {
		await bench.activate();
		sentNow('direct');
		schedule('scheduled', HOUR);
		expect((await pollFor(62)).sort()).toEqual(['direct', 'scheduled']);
		for (const pause of [1, 10, 18, 25, 60, 600]) {
			for (const subject of ['direct', 'scheduled']) change(subject);
			expect(await bench.poll({ after: pause * MINUTE })).toEqual([]);
			expect(await pollFor(3)).toEqual([]);
		}
	});

	/** A mail that left at once, whenever it was to leave. */
	function sentWith(subject: string, wait: number) {
		const value = new Date(bench.time.now + wait).toISOString();
		bench.mailbox.deliver(
			{
				subject,
				from: 'me@contoso.com',
				singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value }],
			},
			{ folder: 'sentitems' },
		);
	}

	it('starts it where its time was long over as it was handed over', async () => {
		await bench.activate();
		sentWith('late', -2 * HOUR);
		expect(await pollFor(3)).toEqual(['late']);
	});

	it('does not start it again when it was sent before its time, and labelled after it', async () => {
		await bench.activate();
		sentWith('hurried', 3 * HOUR);
		expect(await pollFor(2)).toEqual(['hurried']);
		await bench.poll({ after: 3 * HOUR });
		touch('hurried');
		expect(await pollFor(30)).toEqual([]);
	});

	it('starts nothing where it was cancelled', async () => {
		await bench.activate();
		const mail = schedule('cancelled', HOUR);
		expect(await pollFor(30)).toEqual([]);
		bench.mailbox.move(mail, bench.mailbox.folder('deleteditems'));
		expect(await pollFor(60)).toEqual([]);
	});

	it('costs one request a poll while it waits, and one in ten minutes for the folder itself', async () => {
		await bench.activate();
		schedule('scheduled', HOUR);
		await pollFor(25);
		bench.simulator.requests.clear();
		await pollFor(30);
		const { requests } = bench.simulator;
		expect([requests.count({ path: /messages$/ }), requests.count()]).toEqual([30, 33]);
	});
});
