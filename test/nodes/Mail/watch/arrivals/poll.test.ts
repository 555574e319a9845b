import type { INodeParameters } from 'n8n-workflow';
import { startPolling } from '../../../../harness/pollNode';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';

const FROM = 'billing@contoso.com';
const benches: TriggerBench[] = [];

/** A trigger that is switched on, one second later. */
async function activeTrigger(parameters: INodeParameters = {}): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters);
	benches.push(bench);
	await bench.activate();
	bench.time.now += SECOND;
	return bench;
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('new mail', () => {
	it('is delivered once, oldest first; what was there before is not', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		bench.mailbox.deliver({ subject: 'before, in the same second', from: FROM });
		expect(await bench.activate()).toEqual([]);
		bench.mailbox.deliver({ subject: 'after, in the same second', from: FROM });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'a second later', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['after, in the same second', 'a second later']);
		expect(await bench.poll()).toEqual([]);
	});

	it('fires although its time lies shortly before the activation, if it became visible after it', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		bench.mailbox.deliver({ subject: 'visible before', from: FROM });
		bench.mailbox.deliver(
			{ subject: 'visible after', from: FROM },
			{ visibleAfterMs: 40 * SECOND },
		);
		bench.time.now += 30 * SECOND;
		expect(await bench.activate()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(['visible after']);
	});

	it('is found although it becomes visible ten minutes after its time', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'late', from: FROM }, { visibleAfterMs: 10 * MINUTE });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'prompt', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['prompt']);
		for (let minute = 0; minute < 8; minute++) expect(await bench.poll()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(['late']);
		expect(await bench.poll()).toEqual([]);
	});

	it.each([1, 101])(
		'of a folder where nothing came since is not repeated as %i come elsewhere',
		async (more) => {
			const folder = ['inbox', 'archive'].map((value) => ({ folder: { mode: 'id', value } }));
			const bench = await activeTrigger({ folders: 'chosen', chosenFolders: { folder } });
			if (more === 1) bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
			bench.mailbox.deliver({ subject: 'quiet', from: FROM }, { folder: 'archive' });
			expect(subjects(await bench.poll())).toEqual(['quiet']);
			for (let polls = 0; polls < 40; polls++) expect(await bench.poll()).toEqual([]);
			bench.mailbox.deliver({ subject: 'first', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['first']);
			for (let one = 0; one < more; one++) bench.mailbox.deliver({ subject: 'more', from: FROM });
			const told = [...(await bench.poll()), ...(await bench.poll()), ...(await bench.poll())];
			expect(subjects(told).filter((subject) => subject !== 'more')).toEqual([]);
			expect(told).toHaveLength(more);
		},
	);

	it('is found within twenty minutes although another one was deleted for good meanwhile', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'late', from: FROM }, { visibleAfterMs: 2 * MINUTE });
		const deleted = bench.mailbox.deliver({ subject: 'deleted', from: FROM });
		bench.mailbox.deliver({ subject: 'prompt', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['deleted', 'prompt']);
		bench.mailbox.remove(deleted);
		const later = [];
		for (let minute = 0; minute < 15; minute++) later.push(...subjects(await bench.poll()));
		expect(later).toEqual(['late']);
	});

	it('does not fire again when it is moved, read, flagged or edited', async () => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'once', from: FROM });
		expect(await bench.poll()).toHaveLength(1);
		bench.mailbox.move(mail, bench.mailbox.folder('archive'));
		mail.isRead = true;
		mail.flag = { flagStatus: 'flagged' };
		mail.categories = ['Red'];
		mail.touch('2026-03-02T12:01:00Z');
		bench.mailbox.deliver({ subject: 'another', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['another']);
		bench.mailbox.move(mail, bench.mailbox.folder('inbox'));
		bench.mailbox.deliver({ subject: 'a third', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['a third']);
	});

	it('fires although another workflow moved it into a folder before the poll', async () => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.mailbox.move(mail, bench.mailbox.folder('Customers'));
		expect(subjects(await bench.poll())).toEqual(['mail']);
	});

	// fact: moved-in-outlook.
	it.each(['kept', 'new'])(
		'does not fire again when it is moved in Outlook for Windows, where its ID is %s',
		async (as) => {
			const bench = await activeTrigger();
			bench.simulator.readings.choose({ fact: 'moved-in-outlook', as });
			const mail = bench.mailbox.deliver({ subject: 'once', from: FROM });
			expect(await bench.poll()).toHaveLength(1);
			const moved = bench.mailbox.moveInOutlook(mail, bench.mailbox.folder('archive'));
			bench.mailbox.deliver({ subject: 'another', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['another']);
			bench.mailbox.moveInOutlook(moved, bench.mailbox.folder('inbox'));
			const later = [];
			for (let minute = 0; minute < 15; minute++) later.push(...subjects(await bench.poll()));
			expect(later).toEqual([]);
		},
	);

	it('fires where others bear its Message-ID: another one, or its copy in Sent Items', async () => {
		const bench = await activeTrigger();
		const same = { internetMessageId: '<1@contoso.com>', from: FROM };
		bench.mailbox.deliver({ ...same, subject: 'to myself' }, { folder: 'sentitems' });
		const late = { visibleAfterMs: 90 * SECOND };
		bench.mailbox.deliver({ ...same, subject: 'to myself' }, late);
		bench.mailbox.deliver({ ...same, subject: 'one of a careless program' });
		expect(subjects(await bench.poll())).toEqual(['one of a careless program']);
		expect(subjects(await bench.poll())).toEqual(['to myself']);
	});

	it.each([
		['comes at once', 0],
		['comes a poll later', 90 * SECOND],
	])('fires once where a rule copies it into another folder: the copy %s', async (_, after) => {
		const bench = await activeTrigger();
		const same = { internetMessageId: '<1@contoso.com>', subject: 'once', from: FROM };
		const late = { visibleAfterMs: after, folder: 'archive' };
		bench.mailbox.deliver(same);
		bench.mailbox.deliver(same, late);
		const told = [];
		for (let minute = 0; minute < 15; minute++) told.push(...subjects(await bench.poll()));
		expect(told).toEqual(['once']);
	});

	it('fires once by its copy where it cannot be loaded itself', async () => {
		const bench = await activeTrigger();
		bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
		const same = { internetMessageId: '<1@contoso.com>', subject: 'once', from: FROM };
		const attachments = [{ name: 'a.txt', content: 'x', size: null }];
		const { immutableId } = bench.mailbox.deliver({ ...same, attachments });
		bench.mailbox.deliver(same, { folder: 'archive' });
		const path = new RegExp(`/${encodeURIComponent(immutableId)}/.*value$`);
		bench.simulator.faults.next({ path, times: Infinity }, { status: 500 });
		const told = [];
		for (let minute = 0; minute < 15; minute++) told.push(...subjects(await bench.poll()));
		expect(told).toEqual(['once']);
	});

	it('fires wherever a rule put it, but not in Sent Items, Drafts, Outbox, Junk or Deleted Items', async () => {
		const bench = await activeTrigger();
		bench.mailbox.addFolder('Customers', 'inbox');
		const folders = ['sentitems', 'drafts', 'outbox', 'junkemail', 'deleteditems', 'archive'];
		for (const folder of [...folders, 'Customers']) {
			bench.mailbox.deliver({ subject: folder, from: FROM }, { folder });
		}
		bench.mailbox.deliver({ subject: 'draft', from: FROM, isDraft: true });
		expect(subjects(await bench.poll())).toEqual(['archive', 'Customers']);
	});

	it('does not fire in a folder below Sent Items, Junk or Deleted Items either', async () => {
		const bench = await activeTrigger();
		const { mailbox } = bench;
		for (const special of ['sentitems', 'junkemail', 'deleteditems']) {
			const below = mailbox.addFolder(`below ${special}`, special);
			const deeper = mailbox.addFolder(`deeper ${special}`, below.id);
			for (const { displayName } of [below, deeper]) {
				mailbox.deliver({ subject: displayName, from: FROM }, { folder: displayName });
			}
		}
		const rescued = mailbox.deliver(
			{ subject: 'rescued', from: FROM },
			{ folder: 'below deleteditems' },
		);
		mailbox.addFolder('Customers', 'inbox');
		mailbox.deliver({ subject: 'customer', from: FROM }, { folder: 'Customers' });
		expect(subjects(await bench.poll())).toEqual(['customer']);
		mailbox.move(rescued, mailbox.folder('Customers'));
		expect(subjects(await bench.poll())).toEqual(['rescued']);
	});

	it('does not fire again where Outlook keeps a copy of it among its conflicts', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'once', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['once']);
		bench.mailbox.deliver({ subject: 'once', from: FROM }, { folder: 'conflicts' });
		bench.mailbox.deliver({ subject: 'log', from: FROM }, { folder: 'syncissues' });
		expect(await bench.poll()).toEqual([]);
	});

	it('is no sticky note, which Graph shows as a mail of the folder for notes', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'Buy milk', from: FROM }, { folder: 'notes' });
		expect(await bench.poll()).toEqual([]);
	});

	// fact: teams-chats.
	it('is no chat of Teams, which Graph shows as a mail without a subject', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: '', from: FROM }, { folder: 'teamchat' });
		expect(await bench.poll()).toEqual([]);
	});

	it.each([400, 403, 404])(
		'fires where Graph answers %d to the names of the folders for notes and chats',
		async (status) => {
			const bench = await activeTrigger();
			const path = /mailFolders\/(notes|teamchat)$/;
			bench.simulator.faults.next({ path, times: Infinity }, { status });
			bench.mailbox.deliver({ subject: 'order', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['order']);
		},
	);

	it('fires when it is taken out of Junk in time, and not when it is too old', async () => {
		const bench = await activeTrigger();
		const rescued = bench.mailbox.deliver(
			{ subject: 'rescued', from: FROM },
			{ folder: 'junkemail' },
		);
		const tooLate = bench.mailbox.deliver(
			{ subject: 'too late', from: FROM },
			{ folder: 'junkemail' },
		);
		expect(await bench.poll()).toEqual([]);
		bench.simulator.requests.clear();
		expect(await bench.poll()).toEqual([]);
		expect(bench.simulator.requests.count()).toBe(1);
		bench.mailbox.move(rescued, bench.mailbox.folder('inbox'));
		expect(subjects(await bench.poll())).toEqual(['rescued']);
		for (let minute = 0; minute < 25; minute++) expect(await bench.poll()).toEqual([]);
		bench.mailbox.move(tooLate, bench.mailbox.folder('inbox'));
		expect(await bench.poll()).toEqual([]);
	});

	it('in Junk that is deleted for good, or cannot be looked at for a while, disturbs nothing', async () => {
		const bench = await activeTrigger();
		const junk = ['gone', 'stuck'].map((subject) =>
			bench.mailbox.deliver({ subject, from: FROM }, { folder: 'junkemail' }),
		);
		expect(await bench.poll()).toEqual([]);
		const [gone, stuck] = junk;
		if (!gone || !stuck) throw new Error('No mail was delivered');
		bench.mailbox.remove(gone);
		bench.mailbox.move(stuck, bench.mailbox.folder('inbox'));
		bench.simulator.faults.next(
			{ path: `/me/messages/${encodeURIComponent(stuck.immutableId)}`, times: 6 },
			{ status: 500, headers: { 'retry-after': '0' } },
		);
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['mail']);
		expect(subjects(await bench.poll())).toEqual(['stuck']);
		expect(await bench.poll()).toEqual([]);
	});

	// fact: no-mailbox.
	it('taken out of Junk fires once its mailbox is there again, however long that takes', async () => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'rescued', from: FROM }, { folder: 'junkemail' });
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.move(mail, bench.mailbox.folder('inbox'));
		const path = `/me/messages/${encodeURIComponent(mail.immutableId)}`;
		const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'Not yet.' } };
		bench.simulator.faults.next({ path, times: Infinity }, { status: 404, body });
		for (let minute = 0; minute < 25; minute++) expect(await bench.poll()).toEqual([]);
		bench.simulator.faults.clear();
		expect(subjects(await bench.poll())).toEqual(['rescued']);
	});

	it('in Junk Email is not asked for again where it is older than twenty minutes', async () => {
		const bench = await activeTrigger();
		bench.time.now += MINUTE;
		bench.mailbox.deliver({ subject: 'junk', from: FROM }, { folder: 'junkemail' });
		expect(await bench.poll({ after: 21 * MINUTE })).toEqual([]);
		expect(bench.cursor()?.entries).not.toContain('?');
		bench.mailbox.deliver({ subject: 'younger', from: FROM }, { folder: 'junkemail' });
		expect(await bench.poll()).toEqual([]);
		expect(bench.cursor()?.entries).toContain('?');
	});

	it('that is a draft in Junk is not asked for again, for it never came in', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'draft', from: FROM, isDraft: true }, { folder: 'junkemail' });
		expect(await bench.poll()).toEqual([]);
		bench.simulator.requests.clear();
		expect(await bench.poll()).toEqual([]);
		expect(bench.simulator.requests.count({ path: /\/messages\/[^/]+$/ })).toBe(0);
	});

	it('fires when people send it to themselves, once', async () => {
		const bench = await activeTrigger();
		const self = bench.mailbox.address;
		bench.mailbox.deliver({ subject: 'note', from: self }, { folder: 'sentitems' });
		bench.mailbox.deliver({ subject: 'note', from: self });
		expect(await bench.poll()).toHaveLength(1);
	});

	it('dated in the future fires once and holds nothing back', async () => {
		const bench = await activeTrigger();
		const receivedDateTime = new Date(bench.time.now + 86_400_000).toISOString();
		bench.mailbox.deliver({
			subject: 'tomorrow',
			from: FROM,
			receivedDateTime: receivedDateTime.replace('.000', ''),
		});
		bench.mailbox.deliver({ subject: 'today', from: FROM });
		expect(subjects(await bench.poll()).sort()).toEqual(['today', 'tomorrow']);
		bench.mailbox.deliver({ subject: 'later today', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['later today']);
	});
});

describe('the search filter', () => {
	it('lets through what matches, as body text too', async () => {
		const bench = await activeTrigger({
			searchFilter: 'from:*@contoso.com AND (subject:invoice OR body:payable)',
		});
		bench.mailbox.deliver({ subject: 'Invoice 17', from: FROM });
		bench.mailbox.deliver({ subject: 'Invoice 18', from: 'a@example.com' });
		bench.mailbox.deliver({
			subject: 'Reminder',
			from: FROM,
			body: { contentType: 'html', content: '<p>now pay<b>able</b></p>' },
		});
		bench.mailbox.deliver({ subject: 'Hello', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['Invoice 17', 'Reminder']);
	});

	it('knows names of attachments and sizes', async () => {
		const bench = await activeTrigger({ searchFilter: 'attachment:report OR size>5000' });
		const attachments = [{ name: 'report.pdf', content: 'x' }];
		bench.mailbox.deliver({ subject: 'report', from: FROM, attachments });
		bench.mailbox.deliver({ subject: 'long', from: FROM, body: 'word '.repeat(2_000) });
		bench.mailbox.deliver({ subject: 'neither', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['report', 'long']);
	});

	it('is refused at the activation when it cannot be evaluated, with position and reason', async () => {
		const bench = await startTriggerBench({ searchFilter: 'subject:invoice AND category:red' });
		benches.push(bench);
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/position 21.*category/),
			failure: { cause: 'configuration-invalid' },
		});
		expect(bench.simulator.requests.count()).toBe(0);
		expect(bench.cursor()).toBeUndefined();
	});
});

describe('sent email', () => {
	it('starts the workflow once, and no other email does', async () => {
		const bench = await activeTrigger({ event: 'sent', searchFilter: 'subject:wanted' });
		bench.mailbox.deliver({ subject: 'wanted, received', from: 'a@contoso.com' });
		for (const subject of ['wanted, sent', 'sent']) {
			bench.mailbox.deliver({ subject, from: 'me@contoso.com' }, { folder: 'sentitems' });
		}
		bench.mailbox.deliver(
			{ subject: 'wanted, draft', from: 'me@contoso.com' },
			{ folder: 'drafts' },
		);
		expect(subjects(await bench.poll())).toEqual(['wanted, sent']);
		expect(await bench.poll()).toEqual([]);
	});

	it('does not look at folders that were chosen for received email before', async () => {
		const bench = await activeTrigger({
			event: 'sent',
			folders: 'chosen',
			chosenFolders: { folder: [{ folder: { mode: 'id', value: 'inbox' } }] },
		});
		bench.mailbox.deliver({ subject: 'received', from: 'a@contoso.com' });
		expect(await bench.poll()).toEqual([]);
	});
});

describe('chosen folders', () => {
	const folder = (value: string, mode = 'name') => ({ folder: { mode, value } });
	const chosen = (...folders: object[]) => ({
		folders: 'chosen',
		chosenFolders: { folder: folders } as INodeParameters,
	});

	it('are the only ones that fire, each mail once, even if it is in two of them', async () => {
		const bench = await startTriggerBench(chosen(folder('Customers'), folder('inbox', 'id')));
		benches.push(bench);
		bench.mailbox.addFolder('Customers', 'inbox');
		await bench.activate();
		bench.time.now += SECOND;
		const moved = bench.mailbox.deliver({ subject: 'moved', from: FROM });
		bench.mailbox.deliver({ subject: 'customer', from: FROM }, { folder: 'Customers' });
		bench.mailbox.deliver({ subject: 'archived', from: FROM }, { folder: 'archive' });
		expect(subjects(await bench.poll()).sort()).toEqual(['customer', 'moved']);
		bench.mailbox.move(moved, bench.mailbox.folder('Customers'));
		expect(await bench.poll()).toEqual([]);
	});

	it('include their subfolders on request, but no Junk or Deleted Items unless chosen themselves', async () => {
		const bench = await startTriggerBench({
			...chosen(folder('msgfolderroot', 'id'), folder('Junk Email')),
			includeSubfolders: true,
		});
		benches.push(bench);
		const customers = bench.mailbox.addFolder('Customers', 'inbox');
		bench.mailbox.addFolder('Contoso', customers.id);
		await bench.activate();
		bench.time.now += SECOND;
		for (const place of ['inbox', 'Contoso', 'junkemail', 'deleteditems', 'sentitems']) {
			bench.mailbox.deliver({ subject: place, from: FROM }, { folder: place });
		}
		expect(subjects(await bench.poll()).sort()).toEqual(['Contoso', 'inbox', 'junkemail']);
	});

	it('below Deleted Items fire when they, or Deleted Items with its subfolders, are chosen', async () => {
		const bench = await startTriggerBench(chosen(folder('deleteditems', 'id'), folder('Old')));
		benches.push(bench);
		const settings = bench.mailbox.addFolder('Old', 'sentitems');
		bench.mailbox.addFolder('Gone', 'deleteditems');
		await bench.activate();
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'old', from: FROM }, { folder: settings.displayName });
		bench.mailbox.deliver({ subject: 'gone', from: FROM }, { folder: 'Gone' });
		expect(subjects(await bench.poll())).toEqual(['old']);

		const all = { ...chosen(folder('deleteditems', 'id')), includeSubfolders: true };
		const other = await startTriggerBench(all);
		benches.push(other);
		other.mailbox.addFolder('Gone', 'deleteditems');
		await other.activate();
		other.time.now += SECOND;
		other.mailbox.deliver({ subject: 'gone', from: FROM }, { folder: 'Gone' });
		expect(subjects(await other.poll())).toEqual(['gone']);
	});

	it('are looked for again after a while, although the clock of n8n was set back', async () => {
		const bench = await startTriggerBench({
			...chosen(folder('inbox', 'id')),
			includeSubfolders: true,
		});
		benches.push(bench);
		await bench.activate();
		bench.mailbox.addFolder('Customers', 'inbox');
		const { now, wait } = bench.clock;
		const clock = { now: () => now() - 60 * MINUTE, wait };
		expect(await bench.poll({ clock })).toEqual([]);
		bench.mailbox.deliver({ subject: 'customer', from: FROM }, { folder: 'Customers' });
		expect(subjects(await bench.poll({ clock, after: 11 * MINUTE }))).toEqual(['customer']);
	});

	it('that do not exist are a configuration error that says what to do', async () => {
		const bench = await startTriggerBench(chosen(folder('AAMkMissing', 'id')));
		benches.push(bench);
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Folders: a chosen folder does not exist in the mailbox'),
			description: expect.stringContaining('choose its folders again'),
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('that are deleted later are the same error, until they are there again', async () => {
		const bench = await startTriggerBench(chosen(folder('Customers')));
		benches.push(bench);
		const customers = bench.mailbox.addFolder('Customers', 'inbox');
		await bench.activate();
		bench.mailbox.folders = bench.mailbox.folders.filter((other) => other !== customers);
		await expect(bench.poll()).rejects.toMatchObject({
			message: 'Folders: a chosen folder does not exist in the mailbox',
			failure: { cause: 'configuration-invalid' },
		});
		bench.mailbox.addFolder('Customers', 'inbox');
		bench.mailbox.deliver({ subject: 'customer', from: FROM }, { folder: 'Customers' });
		expect(subjects(await bench.poll())).toEqual(['customer']);
	});

	it('of which a subfolder is deleted are looked for again by the next poll', async () => {
		const bench = await startTriggerBench({
			...chosen(folder('inbox', 'id'), folder('Inbox')),
			includeSubfolders: true,
		});
		benches.push(bench);
		const customers = bench.mailbox.addFolder('Customers', 'inbox');
		await bench.activate();
		bench.mailbox.folders = bench.mailbox.folders.filter((other) => other !== customers);
		bench.mailbox.deliver({ subject: 'there', from: FROM });
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringContaining('A subfolder that was watched is not there any more'),
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(subjects(await bench.poll())).toEqual(['there']);
	});

	it('must be at least one', async () => {
		const bench = await startTriggerBench(chosen());
		benches.push(bench);
		await expect(bench.activate()).rejects.toMatchObject({
			message: 'Chosen Folders: choose at least one folder',
		});
	});
});

describe('a shared mailbox', () => {
	it('is polled by its address', async () => {
		const bench = await startTriggerBench({ mailbox: 'support@contoso.com' });
		benches.push(bench);
		const support = bench.simulator.graph.mailbox('support@contoso.com');
		support.shareWith(bench.mailbox.address, { mail: 'readWrite' });
		await bench.activate();
		bench.time.now += SECOND;
		support.deliver({ subject: 'help', from: FROM });
		bench.mailbox.deliver({ subject: 'own', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['help']);
	});

	it('without access to it is a credential error', async () => {
		const bench = await startTriggerBench({ mailbox: 'private@contoso.com' });
		benches.push(bench);
		bench.simulator.graph.mailbox('private@contoso.com');
		await expect(bench.activate()).rejects.toMatchObject({
			failure: { cause: expect.stringMatching(/credential-invalid|configuration-invalid/) },
		});
	});
});

// Another process of n8n wrote the workflow, and somebody published it again: n8n-io/n8n/issues/35251.
describe('while n8n polls a workflow twice, each time with what it holds of it in memory', () => {
	it.each([
		['the older first', [0, 1] as const],
		['the newer first', [1, 0] as const],
	])('mail fires once, %s', async (_, order) => {
		const bench = await startTriggerBench();
		benches.push(bench);
		const { simulator, clock, credentialId, memory } = bench;
		const activation = 'activate';
		const given = { simulator, clock, credentialId, parameters: {}, activation } as const;
		const both = [await startPolling({ ...given, staticData: memory })];
		const told: unknown[] = [];
		const poll = async (at: number) => {
			bench.time.now += 9 * SECOND;
			await clock.wait(9 * SECOND);
			told.push(...subjects((await both[at]?.()) ?? []));
		};
		await poll(0);
		bench.mailbox.deliver({ subject: 'before', from: FROM });
		await poll(0);
		both.push(await startPolling({ ...given, staticData: structuredClone(memory) }));
		for (const at of order) await poll(at);
		const mails = ['first', 'second', 'third', 'fourth'];
		for (const [index, subject] of mails.entries()) {
			if (index % 2 > 0) await poll(order[0]);
			bench.mailbox.deliver({ subject, from: FROM });
			for (const at of [...order, ...order, ...order]) await poll(at);
			if (index % 2 > 0) await poll(order[1]);
		}
		expect(told).toEqual(['before', ...mails]);
	});
});

// A program wrote the workflow, or an old n8n: n8n-io/n8n/pull/36340.
describe('while two triggers of a workflow have one ID', () => {
	it('each of them starts the workflow with every mail, also after a restart', async () => {
		const names = ['Mail Trigger', 'Mail Trigger1'] as const;
		const bench = await startTriggerBench();
		benches.push(bench);
		const { simulator, clock, credentialId } = bench;
		const stored = [{}, {}];
		const start = async (at: 0 | 1, workflowId: string, activation: 'activate' | 'init') =>
			await startPolling({
				...{ simulator, clock, credentialId, parameters: {}, activation, workflowId },
				...{ staticData: stored[at] ?? {}, nodeName: names[at], twin: names[1 - at] },
			});
		const told: unknown[][] = [[], []];
		const pollBoth = async (both: ReadonlyArray<Awaited<ReturnType<typeof start>>>) => {
			bench.time.now += MINUTE;
			await clock.wait(MINUTE);
			for (const [at, poll] of both.entries()) told[at]?.push(...subjects((await poll()) ?? []));
		};
		const before = [await start(0, 'before', 'activate'), await start(1, 'before', 'activate')];
		await pollBoth(before);
		bench.mailbox.deliver({ subject: 'first', from: FROM });
		await pollBoth(before);
		bench.mailbox.deliver({ subject: 'while off', from: FROM });
		const after = [await start(0, 'after', 'init'), await start(1, 'after', 'init')];
		await pollBoth(after);
		bench.mailbox.deliver({ subject: 'last', from: FROM });
		await pollBoth(after);
		expect(told).toEqual([
			['first', 'while off', 'last'],
			['first', 'while off', 'last'],
		]);
	});
});

describe('when the workflow is switched on again', () => {
	it('only new mail fires by default', async () => {
		const bench = await activeTrigger();
		await bench.poll({ after: 10 * MINUTE });
		bench.mailbox.deliver({ subject: 'while off', from: FROM });
		bench.time.now += 60 * MINUTE;
		expect(await bench.activate()).toEqual([]);
		expect(await bench.poll()).toEqual([]);
	});

	it('new mail fires with the first poll, also shortly after the last mail before', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'last', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['last']);
		expect(await bench.activate()).toEqual([]);
		bench.mailbox.deliver({ subject: 'first', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['first']);
	});

	it('mail fires although n8n polls on with the context of the activation', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		const { simulator, memory: staticData } = bench;
		const activation = 'activate';
		const poll = await startPolling({ simulator, parameters: {}, staticData, activation });
		expect(await poll()).toBeNull();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.time.now += 10 * MINUTE;
		expect(subjects((await poll()) ?? [])).toEqual(['mail']);
	});

	it('what came meanwhile fires on request, up to the maximum age', async () => {
		const bench = await activeTrigger({ whenActivated: 'sinceLast', maximumAge: 2 });
		bench.mailbox.deliver({ subject: 'too old', from: FROM });
		bench.time.now += 3 * 60 * MINUTE;
		bench.mailbox.deliver({ subject: 'while off', from: FROM });
		bench.time.now += 60 * MINUTE;
		expect(subjects(await bench.activate())).toEqual(['while off']);
		expect(await bench.poll()).toEqual([]);
	});

	it.each(['update', 'init'] as const)(
		'only new mail fires, too, where the first poll failed and n8n calls the next one %s',
		async (activation) => {
			const bench = await activeTrigger();
			bench.mailbox.deliver({ subject: 'last', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['last']);
			bench.mailbox.deliver({ subject: 'while off', from: FROM });
			bench.time.now += 60 * MINUTE;
			bench.simulator.faults.next({}, { status: 403 });
			await expect(bench.activate()).rejects.toThrow();
			bench.restart();
			bench.time.now += 10 * MINUTE;
			expect(await bench.activate({ activation })).toEqual([]);
			expect(await bench.poll()).toEqual([]);
			bench.mailbox.deliver({ subject: 'new', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['new']);
			bench.mailbox.deliver({ subject: 'during the restart', from: FROM });
			bench.restart();
			expect(subjects(await bench.poll({ activation }))).toEqual(['during the restart']);
		},
	);

	it('an edit continues where it was, too, where the first poll failed and a later one did not', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'last', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['last']);
		bench.time.now += 60 * MINUTE;
		bench.simulator.faults.next({}, { status: 403 });
		await expect(bench.activate()).rejects.toThrow();
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'during the edit', from: FROM });
		bench.remake();
		const edited = await bench.poll({ activation: 'update', after: 10 * MINUTE });
		expect(subjects(edited)).toEqual(['during the edit']);
		bench.mailbox.deliver({ subject: 'while off again', from: FROM });
		bench.simulator.faults.next({}, { status: 403 });
		await expect(bench.activate()).rejects.toThrow();
		bench.remake();
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
	});

	it('what came while n8n was down fires, whatever its age', async () => {
		const bench = await activeTrigger({ whenActivated: 'sinceLast', maximumAge: 2 });
		bench.mailbox.deliver({ subject: 'during the weekend', from: FROM });
		bench.time.now += 60 * 60 * MINUTE;
		bench.restart();
		expect(subjects(await bench.poll())).toEqual(['during the weekend']);
	});

	it('a restart of n8n and an edit of the workflow continue where it was', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'during the restart', from: FROM });
		bench.restart();
		expect(subjects(await bench.poll({ activation: 'init' }))).toEqual(['during the restart']);
		bench.mailbox.deliver({ subject: 'during the edit', from: FROM });
		expect(subjects(await bench.poll({ activation: 'update' }))).toEqual(['during the edit']);
	});
});

describe('when the trigger is edited after days without mail for it', () => {
	const DAY = 24 * 60 * MINUTE;
	const chosen = (value: string): INodeParameters => ({
		folders: 'chosen',
		chosenFolders: { folder: [{ folder: { mode: 'id', value } }] },
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['filter', { searchFilter: 'subject:invoice' }, { searchFilter: 'subject:hello' }],
		['folder', chosen('archive'), chosen('inbox')],
		['mailbox', { mailbox: 'support@contoso.com' }, { mailbox: '' }],
	])('the other %s applies to what comes from then on', async (_name, before, after) => {
		const parameters = { ...before };
		const bench = await startTriggerBench(parameters);
		benches.push(bench);
		bench.simulator.graph
			.mailbox('support@contoso.com')
			.shareWith(bench.mailbox.address, { mail: 'readWrite' });
		await bench.activate();
		for (let day = 0; day < 3; day++) {
			bench.mailbox.deliver({ subject: `hello ${day}`, from: FROM });
			expect(await bench.poll({ after: DAY })).toEqual([]);
		}
		bench.remake();
		Object.assign(parameters, after);
		expect(await bench.activate({ activation: 'update' })).toEqual([]);
		bench.remake();
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		bench.mailbox.deliver({ subject: 'hello again', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['hello again']);
	});

	it('late mail in a folder that stays is not lost when another one is added', async () => {
		const parameters = chosen('inbox');
		const bench = await activeTrigger(parameters);
		bench.mailbox.deliver({ subject: 'late', from: FROM }, { visibleAfterMs: 5 * MINUTE });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'prompt', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['prompt']);
		bench.remake();
		const both = ['inbox', 'archive'].map((value) => ({ folder: { mode: 'id', value } }));
		Object.assign(parameters, { chosenFolders: { folder: both } });
		expect(await bench.activate({ activation: 'update' })).toEqual([]);
		expect(subjects(await bench.poll({ after: 5 * MINUTE }))).toEqual(['late']);
	});

	it.each([
		['inbox', []],
		['archive', ['from Junk']],
	])('mail that waited in Junk comes from a folder that is chosen now: %s', async (to, told) => {
		const parameters: INodeParameters = {};
		const bench = await activeTrigger(parameters);
		const { mailbox } = bench;
		const mail = mailbox.deliver({ subject: 'from Junk', from: FROM }, { folder: 'junkemail' });
		expect(await bench.poll()).toEqual([]);
		bench.remake();
		Object.assign(parameters, chosen('archive'));
		expect(await bench.activate({ activation: 'update' })).toEqual([]);
		mailbox.move(mail, mailbox.folder(to));
		expect(subjects(await bench.poll())).toEqual(told);
		expect(await bench.poll({ after: 30 * MINUTE })).toEqual([]);
	});

	it.each([
		['inbox', []],
		['archive', ['stuck']],
	])(
		'mail that could not be loaded comes from a folder that is chosen now: %s',
		async (to, told) => {
			const parameters: INodeParameters = {};
			const bench = await activeTrigger(parameters);
			const { mailbox, simulator } = bench;
			// Without its content in the list, each mail is loaded.
			simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
			const mail = mailbox.deliver({ subject: 'stuck', from: FROM }, { folder: 'junkemail' });
			const path = `/me/messages/${encodeURIComponent(mail.immutableId)}`;
			simulator.faults.next({ method: 'GET', path }, { status: 400 });
			expect(await bench.poll()).toEqual([]);
			bench.remake();
			Object.assign(parameters, chosen('archive'));
			mailbox.move(mail, mailbox.folder(to));
			expect(subjects(await bench.activate({ activation: 'update' }))).toEqual(told);
			expect(await bench.poll({ after: 30 * MINUTE })).toEqual([]);
		},
	);

	it('late mail that came as another one was deleted is not lost when a folder is added', async () => {
		const parameters = chosen('inbox');
		const bench = await activeTrigger(parameters);
		bench.mailbox.deliver({ subject: 'late', from: FROM }, { visibleAfterMs: 19 * MINUTE });
		const deleted = bench.mailbox.deliver({ subject: 'deleted', from: FROM });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'prompt', from: FROM });
		expect(subjects(await bench.poll({ after: 12 * MINUTE }))).toEqual(['deleted', 'prompt']);
		expect(await bench.poll({ after: 6 * MINUTE })).toEqual([]);
		bench.mailbox.remove(deleted);
		expect(await bench.poll({ after: 2 * MINUTE })).toEqual([]);
		bench.mailbox.deliver({ subject: 'new', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['new']);
		bench.remake();
		const both = ['inbox', 'archive'].map((value) => ({ folder: { mode: 'id', value } }));
		Object.assign(parameters, { chosenFolders: { folder: both } });
		expect(subjects(await bench.activate({ activation: 'update' }))).toEqual(['late']);
	});

	it('mail behind more than a poll looks at is found although n8n saves no poll in between', async () => {
		const bench = await activeTrigger({ searchFilter: 'subject:wanted', body: 'none' });
		for (let mail = 0; mail < 1_010; mail++) {
			bench.mailbox.deliver({ subject: 'other', from: FROM });
		}
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'wanted', from: FROM });
		expect(await bench.poll()).toEqual([]);
		// So does n8n's scheduler without durable cursors before each poll.
		bench.remake();
		expect(subjects(await bench.poll())).toEqual(['wanted']);
	});

	it('what n8n could not save with its mails is delivered again', async () => {
		const bench = await activeTrigger();
		expect(await bench.poll()).toEqual([]);
		const before = JSON.stringify(bench.memory);
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['mail']);
		expect(await bench.poll()).toEqual([]);
		bench.memory = JSON.parse(before) as TriggerBench['memory'];
		expect(subjects(await bench.poll())).toEqual(['mail']);
	});

	it('what was delivered is not delivered again where another trigger of the workflow had n8n store an old state', async () => {
		const bench = await activeTrigger();
		const before = JSON.stringify(bench.memory);
		for (const subject of ['one', 'two', 'three']) {
			bench.mailbox.deliver({ subject, from: FROM });
			expect(subjects(await bench.poll())).toEqual([subject]);
		}
		bench.memory = JSON.parse(before) as TriggerBench['memory'];
		expect(await bench.activate({ activation: 'update' })).toEqual([]);
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'four', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['four']);
		expect(await bench.poll()).toEqual([]);
	});
});

// n8n keeps the state under the name of the node, and leaves that of a name that is gone.
describe('when the trigger of a published workflow', () => {
	const activation = 'update';

	it('is renamed, it goes on where it was, also under a name that it had before', async () => {
		const bench = await activeTrigger();
		const deliver = (subject: string) => bench.mailbox.deliver({ subject, from: FROM });
		deliver('one');
		expect(subjects(await bench.poll())).toEqual(['one']);
		const underFirstName = bench.memory;
		bench.memory = {};
		deliver('two');
		const nodeName = 'Support';
		expect(subjects(await bench.poll({ activation, nodeName }))).toEqual(['two']);
		deliver('three');
		expect(subjects(await bench.poll({ activation, nodeName }))).toEqual(['three']);
		expect(await bench.poll({ activation, nodeName, after: 60 * MINUTE })).toEqual([]);
		bench.memory = underFirstName;
		deliver('four');
		const back = [await bench.poll({ activation }), await bench.poll({ activation })];
		expect(back.map(subjects).flat()).toEqual(['four']);
	});

	it('is renamed and its first poll fails, it goes on all the same', async () => {
		const bench = await activeTrigger();
		const nodeName = 'Support';
		bench.memory = {};
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.simulator.faults.next({}, { status: 403 });
		await expect(bench.poll({ activation, nodeName })).rejects.toThrow();
		expect(subjects(await bench.poll({ activation, nodeName }))).toEqual(['mail']);
	});

	it('could not be published at first and is changed before anything came, it goes on where it was', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		bench.simulator.faults.next({}, { status: 403 });
		await expect(bench.activate()).rejects.toThrow();
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.remake();
		expect(subjects(await bench.poll({ activation, after: 10 * MINUTE }))).toEqual(['mail']);
	});

	it('is renamed while it was off and its first poll fails, only what comes from then on fires', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'last', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['last']);
		const nodeName = 'Support';
		bench.memory = {};
		bench.mailbox.deliver({ subject: 'while off', from: FROM });
		bench.time.now += 60 * MINUTE;
		bench.simulator.faults.next({}, { status: 403 });
		await expect(bench.activate({ nodeName })).rejects.toThrow();
		expect(await bench.poll({ activation, nodeName })).toEqual([]);
		bench.mailbox.deliver({ subject: 'new', from: FROM });
		expect(subjects(await bench.poll({ activation, nodeName }))).toEqual(['new']);
	});

	it('is made anew under its name, another filter applies to what comes from then on', async () => {
		const parameters = { searchFilter: 'subject:invoice' };
		const bench = await activeTrigger(parameters);
		bench.mailbox.deliver({ subject: 'hello', from: FROM });
		expect(await bench.poll({ after: 60 * MINUTE })).toEqual([]);
		expect(await bench.poll({ after: 60 * MINUTE })).toEqual([]);
		bench.remake();
		parameters.searchFilter = 'subject:hello';
		bench.mailbox.deliver({ subject: 'hello again', from: FROM });
		const anew = await bench.poll({ activation, nodeId: 'another' });
		expect(subjects(anew)).toEqual(['hello again']);
	});

	it('is renamed and another one gets its name, that one begins by itself', async () => {
		const parameters = { searchFilter: 'subject:invoice' };
		const bench = await activeTrigger(parameters);
		bench.mailbox.deliver({ subject: 'hello', from: FROM });
		expect(await bench.poll({ after: 60 * MINUTE })).toEqual([]);
		const underFirstName = bench.memory;
		bench.memory = {};
		expect(await bench.poll({ activation, nodeName: 'Support' })).toEqual([]);
		bench.memory = underFirstName;
		parameters.searchFilter = '';
		const another = { activation, nodeId: 'another' } as const;
		expect(await bench.poll(another)).toEqual([]);
		bench.mailbox.deliver({ subject: 'hello again', from: FROM });
		expect(subjects(await bench.poll(another))).toEqual(['hello again']);
	});

	it('is renamed and another one gets its name, that one does not go on from what n8n has stored under it', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'one', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['one']);
		const underFirstName = bench.memory;
		bench.memory = {};
		bench.mailbox.deliver({ subject: 'two', from: FROM });
		expect(subjects(await bench.poll({ activation, nodeName: 'Support' }))).toEqual(['two']);
		bench.memory = underFirstName;
		expect(await bench.poll({ activation, nodeId: 'another', after: 60 * MINUTE })).toEqual([]);
	});

	it('is renamed and another one gets its name after a restart or an update of the package, that one begins by itself', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'one', from: FROM });
		const first = { activation, nodeId: 'first' } as const;
		expect(subjects(await bench.poll(first))).toEqual(['one']);
		const underFirstName = bench.memory;
		bench.memory = {};
		bench.mailbox.deliver({ subject: 'two', from: FROM });
		expect(subjects(await bench.poll({ ...first, nodeName: 'Support' }))).toEqual(['two']);
		bench.reload();
		bench.memory = underFirstName;
		const beside = { id: 'first', name: 'Support' };
		const another = { activation, nodeId: 'another', beside } as const;
		expect(await bench.poll({ ...another, after: 60 * MINUTE })).toEqual([]);
		bench.mailbox.deliver({ subject: 'three', from: FROM });
		expect(subjects(await bench.poll(another))).toEqual(['three']);
	});

	it('gets another ID from a program, and a step gets the one that it had, it goes on where it was', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'one', from: FROM });
		expect(subjects(await bench.poll({ activation, nodeId: '1' }))).toEqual(['one']);
		bench.reload();
		bench.mailbox.deliver({ subject: 'two', from: FROM });
		const beside = { id: '1', name: 'Edit Fields', type: 'n8n-nodes-base.set' };
		expect(subjects(await bench.poll({ activation, nodeId: '2', beside }))).toEqual(['two']);
	});

	it('is renamed and another one gets its name, it goes on where it was, also where n8n polls the other one first', async () => {
		const bench = await activeTrigger();
		const renamed = { activation, nodeId: 'first', nodeName: 'Support' } as const;
		const named = { activation, nodeId: 'another', nodeName: 'Mail Trigger' } as const;
		const was = { ...renamed, nodeName: named.nodeName };
		bench.mailbox.deliver({ subject: 'one', from: FROM });
		expect(subjects(await bench.poll(was))).toEqual(['one']);
		bench.mailbox.deliver({ subject: 'two', from: FROM });
		const beside = { id: renamed.nodeId, name: renamed.nodeName };
		expect(await bench.poll({ ...named, beside })).toEqual([]);
		bench.memory = {};
		expect(subjects(await bench.poll(renamed))).toEqual(['two']);
	});

	it('gets another one beside it, that begins by itself and takes nothing from the first', async () => {
		const bench = await activeTrigger();
		const first = bench.memory;
		const beside = { activation, nodeId: 'another', nodeName: 'Mail Trigger1' } as const;
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.memory = {};
		expect(await bench.poll(beside)).toEqual([]);
		const second = bench.memory;
		bench.memory = first;
		expect(subjects(await bench.poll({ activation }))).toEqual(['mail']);
		bench.mailbox.deliver({ subject: 'more', from: FROM });
		expect(subjects(await bench.poll({ activation }))).toEqual(['more']);
		bench.memory = second;
		expect(subjects(await bench.poll(beside))).toEqual(['more']);
	});
});

// fact: write-conflict.
it('marks a mail as read although something else wrote at the same moment', async () => {
	const bench = await activeTrigger({ options: { markAsRead: true } });
	const mail = bench.mailbox.deliver({ subject: 'invoice', from: FROM });
	const error = { code: 'ErrorIrresolvableConflict', message: 'Changed' };
	bench.simulator.faults.next({ method: 'PATCH' }, { status: 412, body: { error } });
	expect(subjects(await bench.poll())).toEqual(['invoice']);
	expect(mail.isRead).toBe(true);
});

describe('a test step', () => {
	it('gives the newest mail that matches, changes nothing and saves nothing', async () => {
		const bench = await activeTrigger({
			searchFilter: 'subject:invoice',
			options: { markAsRead: true },
		});
		const older = bench.mailbox.deliver({ subject: 'invoice 1', from: FROM });
		bench.time.now += SECOND;
		const newest = bench.mailbox.deliver({ subject: 'invoice 2', from: FROM });
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'other', from: FROM });
		const before = JSON.stringify(bench.memory);
		expect(subjects(await bench.poll({ mode: 'manual' }))).toEqual(['invoice 2']);
		expect(JSON.stringify(bench.memory)).toBe(before);
		expect([older.isRead, newest.isRead]).toEqual([false, false]);
		expect(subjects(await bench.poll())).toEqual(['invoice 1', 'invoice 2']);
	});

	it('gives the next one where the newest cannot be read, and as much as is known where none can', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'readable', from: FROM });
		bench.time.now += SECOND;
		const { immutableId } = bench.mailbox.deliver({ subject: 'broken', from: FROM });
		const broken = new RegExp(`/messages/${encodeURIComponent(immutableId)}$`);
		bench.simulator.faults.next({ path: broken, times: Infinity }, { status: 500 });
		expect(subjects(await bench.poll({ mode: 'manual' }))).toEqual(['readable']);
		const any = /\/messages\/[^/]+$/;
		bench.simulator.faults.next({ path: any, times: Infinity }, { status: 500 });
		expect((await bench.poll({ mode: 'manual' }))[0]?.json).toMatchObject({
			error: expect.stringContaining('could not be loaded'),
			id: immutableId,
		});
	});

	it('says so when nothing matches', async () => {
		const bench = await activeTrigger({ searchFilter: 'subject:invoice' });
		bench.mailbox.deliver({ subject: 'other', from: FROM });
		await expect(bench.poll({ mode: 'manual' })).rejects.toMatchObject({
			message: 'No email matches',
			description: expect.stringContaining('Search Filter'),
		});
	});

	const fill = ({ mailbox, time }: TriggerBench, count: number) => {
		for (let mail = 0; mail < count; mail++) {
			time.now += SECOND;
			const folder = (['deleteditems', 'sentitems', 'junkemail'] as const)[mail % 3] ?? 'drafts';
			const one = mailbox.deliver({ subject: 'invoice, not incoming', from: FROM });
			mailbox.move(one, mailbox.folder(folder));
		}
	};

	it('finds the newest that matches behind hundreds that did not come in, in three requests', async () => {
		const bench = await activeTrigger({ searchFilter: 'subject:invoice' });
		bench.mailbox.deliver({ subject: 'invoice', from: FROM });
		fill(bench, 300);
		bench.simulator.requests.clear();
		expect(subjects(await bench.poll({ mode: 'manual' }))).toEqual(['invoice']);
		const { requests } = bench.simulator;
		expect(requests.all.filter(({ service }) => service === 'graph').length).toBe(3);
	});

	it('says that it looked no further than at 1,000 emails', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'invoice', from: FROM });
		fill(bench, 1_000);
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toBe(
			'Looked through the newest 1000 emails of the mailbox, of which 0 came in. Make one, then try again.',
		);
	});

	it('names Maximum Attachment Size where it leaves out an email', async () => {
		const bench = await activeTrigger({ options: { maxAttachmentSize: 0.001 } });
		const attachments = [{ name: 'film.mp4', content: Buffer.alloc(100_000) }];
		bench.mailbox.deliver({ subject: 'invoice', from: FROM, attachments });
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toContain('does not meet: Maximum Attachment Size (MB). Make one');
	});

	it.each([
		['subject:invoice hasAttachments:true from:*@contoso.com', 'hasAttachments:true'],
		['subject:(invoice paid) from:pat', 'subject:paid'],
		['invoice AND NOT from:pat', 'NOT from:pat'],
		['invoice (body:dear OR importance:high)', '(body:dear OR importance:high)'],
	])('names what the nearest email does not meet of %s', async (searchFilter, unmet) => {
		const bench = await activeTrigger({ searchFilter });
		for (const subject of ['one', 'invoice', 'two']) {
			bench.mailbox.deliver({ subject, from: 'pat@contoso.com' });
			bench.time.now += SECOND;
		}
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toMatch(/The nearest, received \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, /);
		expect(description).toContain(`does not meet: ${unmet}. Make one`);
	});
});
