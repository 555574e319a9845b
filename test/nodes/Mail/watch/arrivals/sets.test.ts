import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { MAX_MEMBERS } from '../../../../../nodes/Mail/watch/members/watchedSet';
import { betweenPages } from '../../../../harness/betweenPages';
import { locator } from '../../../../harness/locator';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';
import { createRandom } from '../../../../simulator/faults';
import type { SimMessage } from '../../../../simulator/graph/message';

const FROM = 'a@contoso.com';
const FLAGGED = { flagStatus: 'flagged' as const };
const NOT_FLAGGED = { flagStatus: 'notFlagged' as const };
const ON_FLAG = { event: 'flagged' };

let benches: TriggerBench[] = [];

async function openBench(parameters: INodeParameters): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters);
	benches.push(bench);
	return bench;
}

const deliver = ({ mailbox }: TriggerBench, subject: string, more: object = {}) =>
	mailbox.deliver({ subject, from: FROM }, more);

function flag(message: SimMessage, isFlagged = true): void {
	message.flag = isFlagged ? FLAGGED : NOT_FLAGGED;
}

afterEach(async () => {
	await Promise.all(benches.map(async (bench) => await bench.stop()));
	benches = [];
});

interface SetCase {
	name: string;
	parameters: INodeParameters;
	join(bench: TriggerBench, message: SimMessage): void;
	leave(bench: TriggerBench, message: SimMessage): void;
}

const CASES: SetCase[] = [
	{
		name: 'an email that is flagged',
		parameters: ON_FLAG,
		join: (_, message) => flag(message),
		leave: (_, message) => flag(message, false),
	},
	{
		name: 'an email that gets the label',
		parameters: { event: 'labelAdded', label: locator('list', "Jo's") },
		join: (_, message) => message.categories.push("Jo's"),
		leave: (_, message) => (message.categories = ['other']),
	},
	{
		name: 'an email that gets one of several labels',
		parameters: { event: 'labelAdded', label: locator('name', 'Urgent, Invoice') },
		join: (_, message) => message.categories.push('Invoice'),
		leave: (_, message) => (message.categories = ['other']),
	},
	{
		name: 'an email that is moved into the folder',
		parameters: { event: 'moved', folder: locator('id', 'archive') },
		join: ({ mailbox }, message) => mailbox.move(message, mailbox.folder('archive')),
		leave: ({ mailbox }, message) => mailbox.move(message, mailbox.folder('inbox')),
	},
];

// fact: moved-in-outlook.
it.each(['kept', 'new'])(
	'a flagged email does not fire again when it is moved in Outlook for Windows, where its ID is %s',
	async (as) => {
		const bench = await openBench(ON_FLAG);
		bench.simulator.readings.choose({ fact: 'moved-in-outlook', as });
		await bench.activate();
		let mail = deliver(bench, 'once');
		flag(mail);
		expect(subjects(await bench.poll())).toEqual(['once']);
		for (const folder of ['archive', 'inbox']) {
			mail = bench.mailbox.moveInOutlook(mail, bench.mailbox.folder(folder));
			expect(await bench.poll()).toEqual([]);
		}
		flag(mail, false);
		expect(await bench.poll()).toEqual([]);
		flag(mail);
		expect(subjects(await bench.poll())).toEqual(['once']);
	},
);

describe.each(CASES)('$name', ({ parameters, join, leave }) => {
	it('starts the workflow once, and again when that happens again', async () => {
		const bench = await openBench(parameters);
		const [before, later] = ['before', 'later'].map((subject) => deliver(bench, subject));
		if (!before || !later) throw new Error('two mails were expected');
		join(bench, before);
		await bench.activate();
		expect(await bench.poll()).toEqual([]);
		join(bench, later);
		expect(subjects(await bench.poll())).toEqual(['later']);
		expect(await bench.poll()).toEqual([]);
		leave(bench, later);
		expect(await bench.poll()).toEqual([]);
		join(bench, later);
		expect(subjects(await bench.poll())).toEqual(['later']);
	});

	it('is what the test step shows, the newest first', async () => {
		const bench = await openBench(parameters);
		await expect(bench.poll({ mode: 'manual' })).rejects.toMatchObject({
			message: 'No email matches',
		});
		for (const subject of ['older', 'newer']) {
			bench.time.now += MINUTE;
			join(bench, deliver(bench, subject));
		}
		bench.time.now += MINUTE;
		deliver(bench, 'newest, not in it');
		expect(subjects(await bench.poll({ mode: 'manual' }))).toEqual(['newer']);
		expect(bench.memory).toEqual({});
	});
});

describe('the test step of an event that no email meets', () => {
	const said = async (parameters: INodeParameters) => {
		const bench = await openBench(parameters);
		for (const name of ['Blue', 'Invoice']) bench.mailbox.addCategory(name);
		deliver(bench, 'without a label');
		return (await failureOf(bench.poll({ mode: 'manual' }))).description;
	};
	const on = (name: string) => ({ event: 'labelAdded', label: locator('name', name) });

	it('says that none has the label, and which the mailbox has where it has none of that name', async () => {
		expect(await said(on('Invoice, Invocie'))).toBe(
			'No email has the label "Invoice" or "Invocie". The mailbox has no label "Invocie". Its labels: Blue, Invoice. Correct the name, or label one, then try again.',
		);
		expect(await said(on('Invoice'))).toBe(
			'No email has the label "Invoice". Label one, then try again.',
		);
	});

	it('names the Search Filter where there is one, and says what a blank does there', async () => {
		expect(await said({ ...on('Invoice'), searchFilter: 'from: ann' })).toBe(
			'No email has the label "Invoice". Search Filter: a blank follows "from:", so the words after it are looked for in the sender, the subject and the body. Delete the blank. Label one that matches the Search Filter, then try again.',
		);
		expect(await said(ON_FLAG)).toBe(
			'Looked through the newest 200 emails that Trigger On is about. Make one, then try again.',
		);
	});
});

describe('a set of emails that is watched', () => {
	it('costs one request under 1 kB where nothing joined it, and is listed every ten minutes', async () => {
		const bench = await openBench(ON_FLAG);
		for (let mail = 0; mail < 50; mail++) flag(deliver(bench, `old ${mail}`));
		await bench.activate();
		bench.simulator.requests.clear();
		await bench.poll();
		expect(bench.simulator.requests.count()).toBe(1);
		expect(bench.simulator.requests.bytesOut).toBeLessThan(1_000);
		await bench.poll({ after: 8 * MINUTE });
		expect(bench.simulator.requests.count()).toBe(2);
		await bench.poll();
		expect(bench.simulator.requests.count()).toBe(4);
	});

	it('of 2,000 costs what is new where some join it, and is listed where some leave it as well', async () => {
		const bench = await openBench({ ...ON_FLAG, options: { maxMails: 100 } });
		bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		const old = Array.from({ length: 2_100 }, (_, index) => deliver(bench, `old ${index}`));
		for (const mail of old.slice(0, 2_000)) flag(mail);
		bench.time.now += MINUTE;
		await bench.activate();
		const change = (mails: SimMessage[], isFlagged = true) => {
			for (const mail of mails) {
				flag(mail, isFlagged);
				mail.touch(new Date(bench.time.now).toISOString());
			}
			bench.simulator.requests.clear();
		};
		bench.time.now += SECOND;
		change(old.slice(2_000, 2_001));
		expect(subjects(await bench.poll())).toEqual(['old 2000']);
		const { requests } = bench.simulator;
		expect(requests.all.map(({ parts = [] }) => parts.length)).toEqual([0, 0]);
		expect(requests.bytesOut).toBeLessThan(3_000);
		change(old.slice(2_001, 2_051));
		expect(await bench.poll()).toHaveLength(50);
		expect(requests.all.map(({ parts = [] }) => parts.length)).toEqual([0, 0, 0]);
		change(old.slice(0, 1), false);
		change(old.slice(2_051, 2_053));
		expect(await bench.poll()).toHaveLength(2);
		change(old.slice(0, 1));
		expect(subjects(await bench.poll())).toEqual(['old 0']);
	});

	it('is listed where the stamps of those that join it stay as they are', async () => {
		const bench = await openBench(ON_FLAG);
		const mails = ['1', '2'].map((subject) => deliver(bench, subject));
		await bench.activate();
		bench.time.now += SECOND;
		for (const mail of mails) flag(mail);
		expect(subjects(await bench.poll()).sort()).toEqual(['1', '2']);
	});

	it('is listed at each poll where the provider does not count it', async () => {
		const bench = await openBench(ON_FLAG);
		bench.simulator.graph.countsFiltered = false;
		const older = deliver(bench, 'older');
		bench.time.now += MINUTE;
		flag(deliver(bench, 'newest'));
		await bench.activate();
		flag(older);
		expect(subjects(await bench.poll())).toEqual(['older']);
		expect(await bench.poll()).toEqual([]);
		flag(older, false);
		bench.restart();
		expect(await bench.poll()).toEqual([]);
		flag(older);
		expect(subjects(await bench.poll())).toEqual(['older']);
	});

	it('starts for no email that was in it all the time, also where one leaves while it is listed', async () => {
		const bench = await openBench(ON_FLAG);
		const mails = Array.from({ length: 1_200 }, (_, index) => {
			bench.time.now += SECOND;
			return deliver(bench, `old ${index}`);
		});
		for (const mail of mails) flag(mail);
		await bench.activate();
		const [newest, second] = mails.reverse();
		if (!newest || !second) throw new Error('two mails were expected');
		flag(newest, false);
		const hasLeft = betweenPages(() => flag(second, false));
		expect(await bench.poll()).toEqual([]);
		expect(hasLeft()).toBe(true);
		expect(await bench.poll()).toEqual([]);
		flag(second);
		expect(subjects(await bench.poll())).toEqual([second.subject]);
	});

	it('is seen to change also where one email joins it as another one leaves', async () => {
		const bench = await openBench(ON_FLAG);
		const [first, second] = ['first', 'second', 'newest'].map((subject) => deliver(bench, subject));
		if (!first || !second) throw new Error('two mails were expected');
		flag(first);
		await bench.activate();
		flag(first, false);
		flag(second);
		expect(await bench.poll()).toHaveLength(1);
	});

	it('is seen to change within ten minutes also where others join it all the while', async () => {
		const bench = await openBench(ON_FLAG);
		const mails = Array.from({ length: 9 }, (_, index) => {
			bench.time.now += SECOND;
			return deliver(bench, `email ${index}`);
		});
		const [leaves, silent, ...others] = mails;
		const newest = others.pop();
		if (!leaves || !silent || !newest) throw new Error('nine mails were expected');
		flag(leaves);
		flag(newest);
		await bench.activate();
		flag(leaves, false);
		flag(silent);
		const delivered: unknown[] = [];
		for (const joins of others) {
			flag(joins);
			joins.touch(new Date(bench.time.now).toISOString());
			delivered.push(...subjects(await bench.poll({ after: 2 * MINUTE })));
		}
		expect(delivered).toContain(silent.subject);
	});

	it('is seen to change within ten minutes also where an answer bore a date far ahead', async () => {
		const bench = await openBench(ON_FLAG);
		const [leaves, silent, newest] = ['leaves', 'silent', 'newest'].map((subject) => {
			bench.time.now += SECOND;
			return deliver(bench, subject);
		});
		if (!leaves || !silent || !newest) throw new Error('three mails were expected');
		flag(leaves);
		flag(newest);
		const ahead = 400 * 24 * 60 * MINUTE;
		bench.time.now += ahead;
		await bench.activate();
		bench.time.now -= ahead;
		flag(leaves, false);
		flag(silent);
		expect(subjects(await bench.poll({ after: 10 * MINUTE }))).toEqual(['silent']);
	});

	it('asks the filter once about each email that joins it', async () => {
		const bench = await openBench({ ...ON_FLAG, searchFilter: 'subject:wanted' });
		const mails = ['wanted', 'other'].map((subject) => deliver(bench, subject));
		await bench.activate();
		for (const mail of mails) flag(mail);
		expect(subjects(await bench.poll())).toEqual(['wanted']);
		bench.simulator.requests.clear();
		await bench.poll({ after: 20 * MINUTE });
		expect(bench.simulator.requests.count({ path: /messages\/./ })).toBe(0);
	});

	it('is delivered in parts where more joined than one poll delivers', async () => {
		const bench = await openBench({ ...ON_FLAG, options: { maxMails: 2 } });
		const mails = ['1', '2', '3', '4', '5'].map((subject) => {
			bench.time.now += MINUTE;
			return deliver(bench, subject);
		});
		await bench.activate();
		for (const mail of mails) flag(mail);
		const polls = [await bench.poll(), await bench.poll(), await bench.poll(), await bench.poll()];
		expect(polls.map(subjects)).toEqual([['1', '2'], ['3', '4'], ['5'], []]);
	});

	it('tries an email again that cannot be loaded, and then delivers it with an error', async () => {
		const bench = await openBench(ON_FLAG);
		bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
		const mail = deliver(bench, 'broken');
		await bench.activate();
		flag(mail);
		bench.simulator.faults.next(
			{ path: /\/messages\/[^/]+$/, times: Infinity },
			{ status: 400, body: { error: { code: 'ErrorItemCorrupt', message: 'Corrupt' } } },
		);
		for (let poll = 1; poll < 5; poll++) expect(await bench.poll()).toEqual([]);
		const [item] = await bench.poll();
		expect(item?.json.error).toMatch(/^The email could not be loaded/);
		expect(await bench.poll()).toEqual([]);
	});

	it('goes on where it was after a restart, and begins anew for another label', async () => {
		const bench = await openBench({ event: 'labelAdded', label: locator('list', 'A') });
		const mails = ['1', '2', '3'].map((subject) => deliver(bench, subject));
		await bench.activate();
		mails[0]?.categories.push('A', 'B');
		expect(subjects(await bench.poll())).toEqual(['1']);
		bench.restart();
		mails[1]?.categories.push('A', 'B');
		expect(subjects(await bench.poll())).toEqual(['2']);
		const other = { parameters: { event: 'labelAdded', label: locator('list', 'B') } };
		expect(await bench.poll(other)).toEqual([]);
		mails[2]?.categories.push('B');
		expect(subjects(await bench.poll(other))).toEqual(['3']);
	});

	it('begins anew with another credential, which may open another mailbox', async () => {
		const bench = await openBench(ON_FLAG);
		await bench.activate();
		flag(deliver(bench, 'before'));
		bench.remake();
		bench.credentialId = 'another';
		expect(await bench.activate({ activation: 'update' })).toEqual([]);
		flag(deliver(bench, 'after'));
		expect(subjects(await bench.poll())).toEqual(['after']);
	});

	it('begins anew from the state of a trigger on new email, and the other way round', async () => {
		const bench = await openBench({});
		await bench.activate();
		flag(deliver(bench, 'flagged before'));
		expect(await bench.poll({ parameters: ON_FLAG })).toEqual([]);
		flag(deliver(bench, 'flagged now'));
		expect(subjects(await bench.poll({ parameters: ON_FLAG }))).toEqual(['flagged now']);
		expect(await bench.poll({ parameters: {} })).toEqual([]);
		deliver(bench, 'new');
		expect(subjects(await bench.poll({ parameters: {} }))).toEqual(['new']);
	});

	it.each([
		['no label is chosen', { event: 'labelAdded' }, /^Label: is required/],
		[
			'the labels cannot be read',
			{ event: 'labelAdded', label: locator('name', '["Invoice", "Urgent]') },
			/^Label: is a list that cannot be read/,
		],
		['no folder is chosen', { event: 'moved' }, /^Folder: is required/],
		[
			'there is no folder of the name',
			{ event: 'moved', folder: locator('name', 'Nowhere') },
			/^Folder: /,
		],
	])('is refused when %s', async (_, parameters, message) => {
		const bench = await openBench(parameters);
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(message),
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('names the field where the folder is not there, and no folder where none is chosen', async () => {
		const gone = await openBench({ event: 'moved', folder: locator('list', 'AQMkAGone') });
		await expect(gone.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Folder: does not exist in the mailbox'),
			failure: { cause: 'configuration-invalid' },
		});
		const bench = await openBench(ON_FLAG);
		bench.simulator.faults.next({ path: '/me/messages' }, { status: 404 });
		await expect(bench.activate()).rejects.toThrow(/^The mailbox was not found/);
	});

	it('is refused when it holds more emails than can be watched', async () => {
		const bench = await openBench(ON_FLAG);
		for (let mail = 0; mail <= MAX_MEMBERS; mail++) flag(deliver(bench, 'old'));
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/^Trigger On: more than 5000 emails are flagged/),
		});
		bench.mailbox.remove([...bench.mailbox.messages.values()][0] ?? deliver(bench, 'none'));
		expect(await bench.activate()).toEqual([]);
		expect(JSON.stringify(bench.memory).length).toBeLessThan(64 * 1_024);
	});

	it('delivers each joining at most once, and what stays in it exactly once, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
				const random = createRandom(seed);
				const bench = await openBench({ ...ON_FLAG, options: { maxMails: 3 } });
				const mails = Array.from({ length: 12 }, (_, index) => deliver(bench, `mail ${index}`));
				await bench.activate();
				bench.simulator.faults.random({
					seed,
					rate: 0.1,
					kinds: [429, 503, 'cut'],
					retryAfterSeconds: 0,
				});
				const joinings = new Map<string, number>();
				const delivered = new Map<string, number>();
				const poll = async () => {
					const items = await bench.poll().catch(() => []);
					for (const subject of subjects(items).map(String)) {
						delivered.set(subject, (delivered.get(subject) ?? 0) + 1);
					}
				};
				for (let round = 0; round < 15; round++) {
					for (let left = round < 12 ? 1 + Math.floor(random() * 3) : 0; left > 0; left--) {
						const mail = mails[Math.floor(random() * mails.length)];
						if (!mail) continue;
						const isFlagged = mail.flag.flagStatus === 'flagged';
						flag(mail, !isFlagged);
						if (random() < 0.8) mail.touch(new Date(bench.time.now).toISOString());
						const subject = mail.subject ?? '';
						if (!isFlagged) joinings.set(subject, (joinings.get(subject) ?? 0) + 1);
					}
					if (random() < 0.2) bench.remake();
					await (random() < 0.3 ? Promise.all([poll(), poll()]) : poll());
				}
				bench.simulator.faults.clear();
				// Until a look is not believed any more.
				for (let round = 0; round < 11; round++) await poll();
				for (const [subject, times] of delivered) {
					expect(times).toBeLessThanOrEqual(joinings.get(subject) ?? 0);
				}
				for (const mail of mails) {
					const subject = mail.subject ?? '';
					const isIn = mail.flag.flagStatus === 'flagged';
					if (isIn && joinings.get(subject) === 1) expect(delivered.get(subject)).toBe(1);
				}
				await bench.stop();
				benches = benches.filter((one) => one !== bench);
			}),
			{ numRuns: 10, endOnFailure: true },
		);
	});
});
