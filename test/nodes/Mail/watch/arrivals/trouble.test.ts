import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { betweenPages } from '../../../../harness/betweenPages';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';
import type { SimMessage } from '../../../../simulator/graph/message';

const FROM = 'billing@contoso.com';
const benches: TriggerBench[] = [];

async function activeTrigger(parameters: INodeParameters = {}): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters);
	benches.push(bench);
	await bench.activate();
	bench.time.now += SECOND;
	return bench;
}

/** One whose mails do not come whole with the list: each is loaded. */
async function loadingTrigger(parameters: INodeParameters = {}): Promise<TriggerBench> {
	const bench = await activeTrigger(parameters);
	bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'refused' });
	return bench;
}

/** Where a mail is read, as the simulator sees it. */
const pathOf = (mail: SimMessage) => `/me/messages/${encodeURIComponent(mail.immutableId)}`;

const broken = { status: 500 };

const HOUR = 60 * MINUTE;

/** A request that n8n's budget for a poll, five minutes, is too short for. */
const TOO_LONG = 280 * SECOND;
const moving = {
	error: { code: 'ErrorMailboxMoveInProgress', message: 'Mailbox move in progress.' },
};
const noMail = { '@odata.count': 0, value: [] };

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('a mail that cannot be loaded', () => {
	it('does not hold the others, and is delivered with an error note by the fifth poll', async () => {
		const bench = await loadingTrigger();
		const poison = bench.mailbox.deliver({ subject: 'poison', from: FROM });
		const path = pathOf(poison);
		bench.simulator.faults.next({ path, times: Infinity }, broken);
		for (let poll = 1; poll < 5; poll++) {
			bench.mailbox.deliver({ subject: `mail ${poll}`, from: FROM });
			expect(subjects(await bench.poll())).toEqual([`mail ${poll}`]);
			// Resuming from what n8n had saved makes no difference.
			bench.restart();
		}
		const [item] = await bench.poll();
		expect(item?.json).toEqual({
			id: poison.immutableId,
			receivedDateTime: expect.stringContaining('2026-03-02T12:00:01'),
			error: expect.stringMatching(/^The email could not be loaded: .*Mail node\.$/),
		});
		expect(await bench.poll()).toEqual([]);
	});

	it('is noted at once where too many others are to be tried again already', async () => {
		const bench = await loadingTrigger();
		const deliver = (count: number, prefix: string) =>
			Array.from({ length: count }, (_, index) => {
				const mail = bench.mailbox.deliver({ subject: `${prefix} ${index}`, from: FROM });
				bench.simulator.faults.next({ path: pathOf(mail), times: Infinity }, broken);
				return mail.immutableId;
			});
		// Two batches of twenty are tried before it is known how many fail.
		const poison = deliver(45, 'poison');
		const noted = async () => (await bench.poll()).map(({ json }) => json.id);
		expect(await noted()).toEqual(poison.slice(40));
		// Of those that failed an entry names the ID too.
		const entries = String(bench.cursor()?.entries).split(';');
		expect(entries.filter((entry) => entry.split(',').length === 4)).toHaveLength(40);
		const more = deliver(1, 'more');
		bench.mailbox.deliver({ subject: 'sound', from: FROM });
		expect((await bench.poll()).map(({ json }) => json.subject ?? json.id)).toEqual([
			...more,
			'sound',
		]);
	});

	it('is delivered as usual when it can be loaded later', async () => {
		const bench = await loadingTrigger();
		const mail = bench.mailbox.deliver({ subject: 'shy', from: FROM });
		bench.simulator.faults.next({ path: pathOf(mail), times: 6 }, broken);
		expect(await bench.poll()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(['shy']);
		expect(await bench.poll()).toEqual([]);
	});

	it('because it was deleted after it was listed is left out', async () => {
		const bench = await loadingTrigger();
		const gone = bench.mailbox.deliver({ subject: 'gone', from: FROM });
		bench.mailbox.deliver({ subject: 'there', from: FROM });
		bench.simulator.faults.next({ path: pathOf(gone), times: Infinity }, { status: 404 });
		expect(subjects(await bench.poll())).toEqual(['there']);
		for (let poll = 2; poll <= 5; poll++) expect(await bench.poll()).toEqual([]);
		expect(bench.cursor()?.entries).not.toContain('!');
		bench.simulator.requests.clear();
		expect(await bench.poll()).toEqual([]);
		expect(bench.simulator.requests.count()).toBe(1);
	});

	// fact: no-mailbox.
	it('because its mailbox is not there for a while is delivered once that is back', async () => {
		const bench = await loadingTrigger();
		for (let mail = 0; mail < 45; mail++)
			bench.mailbox.deliver({ subject: `mail ${mail}`, from: FROM });
		const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'Not yet.' } };
		const loading = { path: /\/messages\/[^/]+$/, times: Infinity };
		bench.simulator.faults.next(loading, { status: 404, body });
		await expect(bench.poll()).rejects.toThrow(/mailbox was not found/);
		bench.simulator.faults.clear();
		expect(await bench.poll()).toHaveLength(45);
	});

	it('for a moment, while a rule moves it, is delivered by the next poll', async () => {
		const bench = await loadingTrigger();
		const moving = bench.mailbox.deliver({ subject: 'moving', from: FROM });
		bench.simulator.faults.next({ path: pathOf(moving) }, { status: 404 });
		expect(await bench.poll()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(['moving']);
	});

	it('for a moment, while a rule moves more than may have failed, is delivered by the next poll', async () => {
		const bench = await loadingTrigger();
		const moving = Array.from({ length: 45 }, (_, mail) => `moving ${mail}`);
		for (const subject of moving) {
			bench.mailbox.deliver({ subject, from: FROM });
			bench.time.now += SECOND;
		}
		bench.simulator.faults.next({ path: /\/messages\/[^/]+$/, times: 45 }, { status: 404 });
		expect(await bench.poll()).toEqual([]);
		expect(subjects(await bench.poll())).toEqual(moving);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('a mail that cannot be loaded starts nothing in the end', () => {
	const attachments = [{ name: 'a.txt', content: 'x' }];

	/** Polls until a mail was tried as often as it is, and no longer. */
	async function pollToTheEnd(bench: TriggerBench): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (let poll = 1; poll <= 6; poll++)
			items.push(...(await bench.poll()).map(({ json }) => json));
		expect(bench.cursor()?.entries).not.toContain('!');
		return items;
	}

	/** Its attachments cannot be read, neither with it nor apart. */
	function breakAttachments({ simulator }: TriggerBench, mail: SimMessage): void {
		// Four polls ask for both at once, six times each.
		simulator.faults.next({ path: pathOf(mail), times: 24 }, broken);
		simulator.faults.next({ path: `${pathOf(mail)}/attachments`, times: Infinity }, broken);
	}

	it.each(['sentitems', 'drafts', 'junkemail', 'deleteditems'])(
		'where it lies in %s',
		async (folder) => {
			const bench = await loadingTrigger();
			const shut = bench.mailbox.deliver({ subject: 'shut', from: FROM, attachments }, { folder });
			breakAttachments(bench, shut);
			const damaged = bench.mailbox.deliver({ subject: 'damaged', from: FROM }, { folder });
			// fact: damaged-text.
			damaged.isDamaged = true;
			expect(await pollToTheEnd(bench)).toEqual([]);
		},
	);

	it('where Outlook for Windows moved it after it was handled', async () => {
		const bench = await loadingTrigger();
		bench.simulator.readings.choose({ fact: 'moved-in-outlook', as: 'new' });
		const mail = bench.mailbox.deliver({ subject: 'once', from: FROM, attachments });
		expect(subjects(await bench.poll())).toEqual(['once']);
		const moved = bench.mailbox.moveInOutlook(mail, bench.mailbox.folder('archive'));
		breakAttachments(bench, moved);
		// Where another one comes, the mailbox is listed.
		bench.mailbox.deliver({ subject: 'other', from: FROM });
		expect((await pollToTheEnd(bench)).map(({ subject }) => subject)).toEqual(['other']);
	});

	it.each([
		['the Search Filter does not let through', { searchFilter: 'from:boss@contoso.com' }],
		['is no answer', { options: { onlyAnswers: true } }],
	])('where it is one that %s', async (_name, parameters) => {
		const bench = await loadingTrigger(parameters);
		breakAttachments(bench, bench.mailbox.deliver({ subject: 'shut', from: FROM, attachments }));
		expect(await pollToTheEnd(bench)).toEqual([]);
	});

	it.each(['received', 'sent'])(
		'unless all but its attachments tells that it is wanted: then the note doubts nothing (%s)',
		async (event) => {
			const options = { leaveOutAutomatic: true };
			const bench = await loadingTrigger({ event, searchFilter: 'subject:shut', options });
			const folder = event === 'sent' ? 'sentitems' : 'inbox';
			const seed = { subject: 'shut', from: FROM, attachments };
			breakAttachments(bench, bench.mailbox.deliver(seed, { folder }));
			const note = { subject: 'shut', error: expect.stringMatching(/Mail node\.$/) };
			expect(await pollToTheEnd(bench)).toEqual([expect.objectContaining(note)]);
		},
	);

	it('unless the Search Filter asks for what cannot be read: then the note says so', async () => {
		const bench = await loadingTrigger({ searchFilter: 'attachment:a' });
		breakAttachments(bench, bench.mailbox.deliver({ subject: 'shut', from: FROM, attachments }));
		expect(await pollToTheEnd(bench)).toEqual([
			expect.objectContaining({
				subject: 'shut',
				error: expect.stringMatching(/Search Filter could not be told\.$/),
			}),
		]);
	});
});

describe('an attachment that cannot be read', () => {
	it('within the time of a poll does not hold the other mails, and is noted in the end', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const attachments = [{ name: 'slow.bin', content: 'slow' }];
		bench.mailbox.deliver({ subject: 'slow', from: FROM, attachments });
		const delivered: IDataObject[] = [];
		for (let poll = 1; poll <= 5; poll++) {
			bench.mailbox.deliver({ subject: `mail ${poll}`, from: FROM });
			const trip = (url: string) => (url.endsWith('$value') ? TOO_LONG : 0);
			delivered.push(...(await bench.poll({ trip })).map(({ json }) => json));
		}
		expect(delivered.map(({ subject }) => subject)).toEqual([
			'mail 1',
			'mail 2',
			'mail 3',
			'mail 4',
			'slow',
			'mail 5',
		]);
		expect(delivered[4]).toMatchObject({ error: expect.stringContaining('took too long') });
	});

	it('does not hold the other mails; the mail comes with an error note in the end', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const attachments = [
			{ name: 'good.txt', content: 'good' },
			{ name: 'poison.txt', content: 'poison' },
		];
		bench.mailbox.deliver({ subject: 'poison', from: FROM, attachments });
		const ids: IDataObject[] = [];
		const value = /\/attachments\/[^/]+\/\$value$/;
		// The first poll reads both files, the others the second one alone, which fails in each attempt.
		bench.simulator.faults.next({ path: value }, { delayMs: 0 });
		for (let poll = 1; poll <= 5; poll++) {
			bench.simulator.faults.next({ path: value, times: 6 }, broken);
			bench.mailbox.deliver({ subject: `mail ${poll}`, from: FROM });
			ids.push(...(await bench.poll()).map(({ json }) => json));
		}
		expect(ids.map(({ subject }) => subject)).toEqual([
			'mail 1',
			'mail 2',
			'mail 3',
			'mail 4',
			'poison',
			'mail 5',
		]);
		expect(ids[4]?.attachments).toEqual([
			expect.objectContaining({ name: 'good.txt', binaryField: 'attachment_0' }),
			expect.objectContaining({ name: 'poison.txt', error: expect.any(String) }),
		]);
	});

	it('because it is not found for a moment comes with the next poll', async () => {
		const bench = await activeTrigger({ downloadAttachments: true, oneItemPerAttachment: true });
		const attachments = ['a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, content: name }));
		bench.mailbox.deliver({ subject: 'moving', from: FROM, attachments });
		bench.simulator.faults.next({ path: /\$value$/ }, { status: 404 });
		expect(await bench.poll()).toEqual([]);
		const items = await bench.poll();
		expect(items.filter(({ binary }) => binary)).toHaveLength(3);
		expect(await bench.poll()).toEqual([]);
	});

	it('because it is gone is noted in the end', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const attachments = [{ name: 'gone.txt', content: 'x' }];
		bench.mailbox.deliver({ subject: 'there', from: FROM, attachments });
		bench.simulator.faults.next({ path: /\$value$/, times: Infinity }, { status: 404 });
		for (let poll = 1; poll < 5; poll++) expect(await bench.poll()).toEqual([]);
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({
			subject: 'there',
			attachments: [{ name: 'gone.txt', error: expect.any(String) }],
		});
		expect(await bench.poll()).toEqual([]);
	});

	it('because it is gone is noted in the end, too, where only its size is asked for', async () => {
		const bench = await activeTrigger();
		const attachments = [{ name: 'gone.txt', content: 'x', size: null }];
		bench.mailbox.deliver({ subject: 'there', from: FROM, attachments });
		bench.simulator.faults.next({ path: /\$value$/, times: Infinity }, { status: 404 });
		for (let poll = 1; poll < 5; poll++) expect(await bench.poll()).toEqual([]);
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({ subject: 'there', error: expect.any(String) });
		expect(await bench.poll()).toEqual([]);
	});

	it('and never can be, is noted at once', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const attachments = [{ name: 'odd.bin', content: 'x' }];
		bench.mailbox.deliver({ subject: 'odd', from: FROM, attachments });
		bench.simulator.faults.next({ path: /\$value$/ }, { status: 405 });
		const [item] = await bench.poll();
		expect(item?.json.attachments).toEqual([
			expect.objectContaining({ name: 'odd.bin', error: expect.any(String) }),
		]);
	});
});

it('a field that no mail has is a configuration error, and no mail is used up', async () => {
	const parameters: INodeParameters = { output: 'fields', fields: 'subject, sendr' };
	const bench = await activeTrigger(parameters);
	bench.mailbox.deliver({ subject: 'mail', from: FROM });
	for (let poll = 0; poll < 6; poll++) {
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringMatching(/^Fields: .*sendr/),
			failure: { cause: 'configuration-invalid' },
		});
	}
	parameters.fields = 'subject, sender';
	bench.remake();
	expect(subjects(await bench.poll())).toEqual(['mail']);
});

it('a mail that the provider refuses is not blamed on the fields, and holds up no other', async () => {
	const bench = await loadingTrigger({ output: 'fields', fields: 'subject, sender' });
	const refused = bench.mailbox.deliver({ subject: 'refused', from: FROM });
	bench.simulator.faults.next({ path: pathOf(refused), times: Infinity }, { status: 400 });
	bench.mailbox.deliver({ subject: 'mail', from: FROM });
	expect(subjects(await bench.poll())).toEqual(['mail']);
	for (let poll = 2; poll < 5; poll++) expect(await bench.poll()).toEqual([]);
	const [item] = await bench.poll();
	expect(item?.json).toMatchObject({ id: refused.immutableId, error: expect.any(String) });
});

it('attachments of which only some come with their mail are all asked for', async () => {
	const bench = await loadingTrigger();
	const attachments = ['a', 'b'].map((name) => ({ name: `${name}.txt`, content: name }));
	const mail = bench.mailbox.deliver({ subject: 'two', from: FROM, attachments });
	const body = {
		id: mail.immutableId,
		subject: 'two',
		receivedDateTime: new Date(bench.time.now).toISOString(),
		attachments: [{ id: 'first', name: 'a.txt', size: 1 }],
		'attachments@odata.nextLink': 'https://graph.microsoft.com/v1.0/next',
	};
	bench.simulator.faults.next({ path: pathOf(mail) }, { status: 200, body });
	const [item] = await bench.poll();
	expect(item?.json.attachments).toEqual([
		expect.objectContaining({ name: 'a.txt' }),
		expect.objectContaining({ name: 'b.txt' }),
	]);
});

describe('a backlog', () => {
	it('of 10,000 mails is drained oldest first, in bounded polls, each mail once', async () => {
		const bench = await activeTrigger({
			body: 'none',
			options: { maxMails: 1_000, maxAttachmentSize: 0 },
		});
		for (let mail = 0; mail < 10_000; mail++) {
			bench.mailbox.deliver({ subject: String(mail), from: FROM });
			bench.time.now += SECOND;
		}
		const delivered: number[] = [];
		let polls = 0;
		// Two minutes between: Graph takes 10,000 requests in ten, the parts of batches counted.
		for (let last = 1; last > 0; polls++) {
			const items = await bench.poll({ after: 2 * MINUTE });
			expect(items.length).toBeLessThanOrEqual(1_000);
			last = items.length;
			delivered.push(...subjects(items).map(Number));
		}
		expect(delivered).toEqual(Array.from({ length: 10_000 }, (_, mail) => mail));
		expect(polls).toBe(11);
	}, 120_000);

	it('that is longer than one poll can look at remembers no more that failed than it can read again', async () => {
		const bench = await loadingTrigger();
		const mails = Array.from({ length: 1_600 }, (_, index) =>
			bench.mailbox.deliver({ subject: `mail ${index}`, from: FROM }),
		);
		// As many as fail before it is known that they are too many, ahead of as many as one execution gets.
		for (const mail of mails.slice(0, 600).filter((_, index) => index % 90 < 40))
			bench.simulator.faults.next({ path: pathOf(mail), times: Infinity }, broken);
		const got: unknown[] = [];
		for (let poll = 0; poll < 8; poll++)
			got.push(...(await bench.poll()).map(({ json }) => json.id));
		bench.simulator.faults.clear();
		for (let last = 1; last > 0;) {
			const items = await bench.poll();
			got.push(...items.map(({ json }) => json.id));
			last = items.length;
		}
		expect(got).toHaveLength(mails.length);
		expect(mails.filter(({ immutableId }) => !got.includes(immutableId))).toEqual([]);
	});

	it('is whole, also where a mail goes while it is listed', async () => {
		const bench = await activeTrigger({ searchFilter: 'subject:wanted' });
		const deliver = (subject: string) => bench.mailbox.deliver({ subject, from: FROM });
		deliver('wanted before');
		expect(subjects(await bench.poll())).toEqual(['wanted before']);
		bench.time.now += HOUR;
		const [first] = Array.from({ length: 999 }, () => deliver('news'));
		if (!first) throw new Error('a mail was expected');
		// It follows a page, and comes long before the next one.
		for (const subject of ['wanted', 'news']) {
			bench.time.now += HOUR;
			deliver(subject);
		}
		const isGone = betweenPages(() => bench.mailbox.remove(first));
		const items = [...(await bench.poll()), ...(await bench.poll())];
		expect(isGone()).toBe(true);
		expect(subjects(items)).toEqual(['wanted']);
	});

	it('is listed in each folder as far as in the one that was listed least', async () => {
		const chosen = ['inbox', 'archive'].map((value) => ({ folder: { mode: 'id', value } }));
		const bench = await activeTrigger({
			searchFilter: 'subject:wanted',
			folders: 'chosen',
			chosenFolders: { folder: chosen },
		});
		const deliver = (subject: string, folder: string) =>
			bench.mailbox.deliver({ subject, from: FROM }, { folder });
		for (let mail = 0; mail < 1_000; mail++) deliver('news', 'inbox');
		for (let mail = 0; mail < 999; mail++) deliver('news', 'archive');
		for (let poll = 0; poll < 3; poll++) expect(await bench.poll()).toEqual([]);
		deliver('wanted first', 'inbox');
		bench.time.now += 30 * MINUTE;
		deliver('wanted second', 'archive');
		// Its time is up with the first page of each: that of the inbox ends before both.
		const { simulator, clock } = bench;
		simulator.requests.clear();
		const isListed = () =>
			simulator.requests.all.some(({ parts }) => parts?.some(({ query }) => query.$top === '1000'));
		const slow = { ...clock, now: () => clock.now() + (isListed() ? 3 * MINUTE : 0) };
		const items = await bench.poll({ clock: slow });
		expect(isListed()).toBe(true);
		items.push(...(await bench.poll()), ...(await bench.poll()));
		expect(subjects(items)).toEqual(['wanted first', 'wanted second']);
	});

	it.each([{}, { event: 'flagged' }])(
		'of large mails that take longer than a poll comes where it delivers fewer (%j)',
		async (more) => {
			const bench = await activeTrigger({ ...more, options: { maxMails: 1 } });
			for (let mail = 1; mail <= 3; mail++) {
				const flag = { flagStatus: 'flagged' as const };
				bench.mailbox.deliver({ subject: `mail ${mail}`, from: FROM, flag });
				bench.time.now += SECOND;
			}
			const trip = (url: string) => (/\/messages\?.*body/.test(url) ? TOO_LONG : 0);
			for (let mail = 1; mail <= 3; mail++)
				expect(subjects(await bench.poll({ trip }))).toEqual([`mail ${mail}`]);
		},
	);

	it('is left to the next poll when the time of this one is up', async () => {
		const bench = await activeTrigger({ options: { maxMails: 1_000 } });
		for (let mail = 0; mail < 400; mail++) {
			bench.mailbox.deliver({ subject: String(mail), from: FROM });
		}
		const started = bench.clock.now();
		const first = await bench.poll({ after: 0, budgetMs: 5 * MINUTE, trip: () => 10 * SECOND });
		expect(bench.clock.now() - started).toBeLessThan(4 * MINUTE);
		expect(first.length).toBeGreaterThan(0);
		expect(first.length).toBeLessThan(400);
		const rest = await bench.poll();
		expect(new Set([...subjects(first), ...subjects(rest)]).size).toBe(400);
		expect(first.length + rest.length).toBe(400);
	});
});

describe('a saved state', () => {
	it('that cannot be read at all starts from now', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'before', from: FROM });
		bench.memory.cursor = 'rubbish';
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'after', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['after']);
	});

	it('that is damaged continues after the last mail, without repeating any', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'delivered', from: FROM });
		expect(await bench.poll()).toHaveLength(1);
		bench.memory.cursor = { ...bench.cursor(), entries: { damaged: true } };
		bench.mailbox.deliver({ subject: 'next', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['next']);
		expect(await bench.poll()).toEqual([]);
	});

	it('that is damaged and of another account starts from now', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'before', from: FROM });
		bench.memory.cursor = { ...bench.cursor(), scope: 'another', entries: { damaged: true } };
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'after', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['after']);
	});

	it('of another account neither loses the new mail nor delivers the old', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'delivered', from: FROM });
		expect(await bench.poll()).toHaveLength(1);
		bench.memory.cursor = { ...bench.cursor(), scope: 'another' };
		bench.mailbox.deliver({ subject: 'next', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['next']);
	});

	it('stays as it is when a poll fails', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		const before = JSON.stringify(bench.memory);
		bench.simulator.faults.next({ path: '/me/messages' }, { status: 400 });
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringContaining('refused'),
		});
		expect(JSON.stringify(bench.memory)).toBe(before);
		expect(subjects(await bench.poll())).toEqual(['mail']);
	});
});

describe('a provider in trouble', () => {
	it('that loses its place in a long list (410) is asked anew by the next poll', async () => {
		const bench = await activeTrigger({ body: 'none', options: { maxMails: 1_000 } });
		for (let mail = 0; mail < 1_100; mail++) {
			bench.mailbox.deliver({ subject: 'old', from: 'a@example.com' }, { folder: 'sentitems' });
		}
		bench.mailbox.deliver({ subject: 'new', from: FROM });
		// The look at the mailbox, the first page, then the second.
		const path = '/me/messages';
		expect(await bench.poll()).toEqual([]);
		bench.simulator.faults.next({ path, times: 2 }, { delayMs: 0 });
		bench.simulator.faults.next({ path }, { status: 410 });
		await expect(bench.poll()).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(subjects(await bench.poll())).toEqual(['new']);
	});

	it('that refuses the first poll of an activation once a later one began costs no mail', async () => {
		const bench = await activeTrigger();
		let [begin, refuse] = [() => {}, () => {}];
		const begun = new Promise<void>((resolve) => (begin = resolve));
		const refused = new Promise<void>((resolve) => (refuse = resolve));
		const wait: typeof bench.clock.wait = async (milliseconds, signal) => {
			if (milliseconds !== TOO_LONG) return await bench.clock.wait(milliseconds, signal);
			begin();
			await refused;
		};
		const first = bench.activate({ clock: { ...bench.clock, wait }, trip: () => TOO_LONG });
		await begun;
		expect(await bench.activate()).toEqual([]);
		bench.simulator.faults.next({}, { status: 403 });
		refuse();
		await expect(first).rejects.toThrow();
		bench.mailbox.deliver({ subject: 'new', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['new']);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'that fails when n8n itself starts the trigger (%s) is polled on, and n8n is told of it once',
		async (activation) => {
			const bench = await activeTrigger();
			bench.restart();
			bench.mailbox.deliver({ subject: 'while down', from: FROM });
			bench.simulator.faults.next({}, { status: 403 });
			expect(await bench.poll({ activation })).toEqual([]);
			expect(bench.failures).toEqual([
				expect.objectContaining({ failure: { cause: 'credential-invalid' } }),
			]);
			bench.simulator.faults.next({}, { status: 403 });
			await expect(bench.poll()).rejects.toThrow();
			expect(bench.failures).toHaveLength(1);
			expect(subjects(await bench.poll())).toEqual(['while down']);
		},
	);

	it('that does not answer while a changed trigger is published is polled on, and n8n is told of it once', async () => {
		const bench = await activeTrigger();
		bench.remake();
		bench.mailbox.deliver({ subject: 'meanwhile', from: FROM });
		bench.simulator.faults.next({ times: Infinity }, { status: 503 });
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		expect(bench.failures).toMatchObject([{ failure: { cause: 'temporarily-unavailable' } }]);
		await expect(bench.poll()).rejects.toThrow();
		expect(bench.failures).toHaveLength(1);
		bench.simulator.faults.clear();
		expect(subjects(await bench.poll())).toEqual(['meanwhile']);
	});

	// With durable cursors, n8n calls each poll of its schedule an update, and gives it 36 s.
	it("fails a poll of n8n's scheduler with durable cursors, so that n8n waits", async () => {
		const bench = await activeTrigger();
		bench.simulator.faults.next({ times: Infinity }, { status: 503 });
		await expect(bench.poll({ activation: 'update', budgetMs: 36 * SECOND })).rejects.toThrow();
		expect(bench.failures).toEqual([]);
	});

	// n8n 2.41 gives up what it publishes after 84 s, and polls it no more (workflow-publication-outbox-consumer).
	it.each([
		['is given up before n8n gives up the trigger', { activation: 'activate' as const }, 72],
		['is given up before n8n gives up the trigger', { activation: 'update' as const }, 72],
		['is given up before n8n gives up the trigger', { activation: 'init' as const }, 72],
		["is waited for as long as n8n's poll lasts at a test", { mode: 'manual' as const }, 270],
	])('that does not answer at the first poll %s (%j)', async (_, how, seconds) => {
		const bench = await activeTrigger();
		const before = bench.clock.now();
		await Promise.allSettled([bench.poll({ ...how, after: 0, trip: () => TOO_LONG })]);
		expect(bench.clock.now() - before).toBe(seconds * SECOND);
	});

	it('that throttles is left alone for as long as it asks', async () => {
		const bench = await activeTrigger();
		const { simulator } = bench;
		simulator.requests.clear();
		simulator.faults.next({}, { status: 429, headers: { 'retry-after': '1000' } });
		await expect(bench.poll()).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: 1_000_000 },
		});
		expect(simulator.requests.count()).toBe(1);
	});

	it.each([{}, { markAsRead: true }])(
		'that throttles in the middle of a poll (%j) lets through what is in hand',
		async (options) => {
			const bench = await activeTrigger({ downloadAttachments: true, options });
			for (const subject of ['one', 'two']) {
				const attachments = [{ name: 'a.txt', content: subject }];
				bench.mailbox.deliver({ subject, from: FROM, attachments });
				bench.time.now += SECOND;
			}
			const path = /\$value$/;
			bench.simulator.faults.next({ path }, { delayMs: 0 });
			// Longer than the rest of this poll, and shorter than the next one.
			bench.simulator.faults.next({ path }, { status: 429, headers: { 'retry-after': '240' } });
			expect(subjects(await bench.poll())).toEqual(['one']);
			expect(subjects(await bench.poll())).toEqual(['two']);
		},
	);

	it.each([403, 404])(
		'that shows no folder but its emails (%d) has them delivered',
		async (status) => {
			const bench = await activeTrigger();
			const { id } = bench.mailbox.addFolder('Customers', 'inbox');
			bench.mailbox.deliver({ subject: 'mail', from: FROM }, { folder: id });
			const path = new RegExp(`/mailFolders/${encodeURIComponent(id)}$`);
			bench.simulator.faults.next({ path, times: Infinity }, { status });
			expect(subjects(await bench.poll())).toEqual(['mail']);
			expect(bench.simulator.requests.count({ path })).toBe(1);
		},
	);

	it.each([403, 404])(
		'that shows of a shared mailbox the Inbox alone (%d) has its emails delivered',
		async (status) => {
			const bench = await startTriggerBench({
				mailbox: 'team@contoso.com',
				folders: 'chosen',
				chosenFolders: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] },
			});
			benches.push(bench);
			const team = bench.simulator.graph.mailbox('team@contoso.com');
			team.shareWith(bench.mailbox.address, { mail: 'read' });
			const path = /\/mailFolders\/(?!inbox)[^/]+$/;
			bench.simulator.faults.next({ path, times: Infinity }, { status });
			await bench.activate();
			bench.time.now += SECOND;
			team.deliver({ subject: 'mail', from: FROM });
			expect(subjects(await bench.poll())).toEqual(['mail']);
		},
	);

	it('that does not tell of a folder for a moment is asked again, also minutes after the first folders', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'first', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['first']);
		const { id } = bench.mailbox.addFolder('Customers', 'inbox');
		bench.mailbox.deliver({ subject: 'second', from: FROM }, { folder: id });
		const asked = { path: /\/mailFolders\/[^/]+$/ };
		bench.simulator.faults.next(asked, { status: 503 });
		bench.simulator.requests.clear();
		expect(subjects(await bench.poll({ after: 5 * MINUTE }))).toEqual(['second']);
		expect(bench.simulator.requests.count(asked)).toBe(2);
	});

	it('that throttles for a moment is waited for', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.simulator.faults.next({}, { status: 429, headers: { 'retry-after': '30' } });
		const started = bench.clock.now();
		expect(subjects(await bench.poll({ after: 0 }))).toEqual(['mail']);
		expect(bench.clock.now() - started).toBe(30 * SECOND);
	});

	it('that throttles behind mails that nobody wants has them read once', async () => {
		const bench = await loadingTrigger({ searchFilter: 'subject:invoice' });
		// As many as are loaded side by side.
		const unwanted = Array.from({ length: 20 }, () =>
			bench.mailbox.deliver({ subject: 'news', from: FROM }),
		);
		bench.time.now += SECOND;
		const mail = bench.mailbox.deliver({ subject: 'invoice', from: FROM });
		bench.simulator.faults.next(
			{ path: pathOf(mail), times: Infinity },
			{ status: 429, headers: { 'retry-after': '1000' } },
		);
		expect(await bench.poll()).toEqual([]);
		await expect(bench.poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
		bench.simulator.faults.clear();
		expect(subjects(await bench.poll())).toEqual(['invoice']);
		for (const one of unwanted) {
			expect(bench.simulator.requests.count({ path: pathOf(one) })).toBe(1);
		}
	});

	it('that throttles one mail in poll after poll does not make it one that cannot be loaded', async () => {
		const bench = await loadingTrigger();
		const mail = bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.simulator.faults.next(
			{ path: pathOf(mail), times: Infinity },
			{ status: 429, headers: { 'retry-after': '1000' } },
		);
		for (let poll = 1; poll <= 6; poll++) {
			await expect(bench.poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
		}
		bench.simulator.faults.clear();
		const items = await bench.poll();
		expect(subjects(items)).toEqual(['mail']);
		expect(items[0]?.json).not.toHaveProperty('error');
	});

	it.each([
		['is not available', { status: 503 }],
		['breaks every connection', { cut: 'before' as const }],
	])('that %s is temporarily unavailable to n8n', async (_name, fault) => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.simulator.faults.next({ times: Infinity }, fault);
		await expect(bench.poll()).rejects.toMatchObject({
			description: expect.stringMatching(/^The next poll tries again\. ?(?:\(|$)/),
			failure: { cause: 'temporarily-unavailable' },
		});
		bench.simulator.faults.clear();
		expect(subjects(await bench.poll())).toEqual(['mail']);
	});

	it('is for a person to try again at a test of the trigger', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		bench.simulator.faults.next({ times: Infinity }, { status: 503 });
		await expect(bench.poll({ mode: 'manual' })).rejects.toMatchObject({
			description: expect.stringMatching(/^Run the step again later\./),
		});
	});

	// n8n 2.41 shows the message alone where it cannot publish (workflow-publication-applier).
	it('is for a person to publish again at the activation, as the message says', async () => {
		const bench = await startTriggerBench();
		benches.push(bench);
		bench.simulator.faults.next({ times: Infinity }, { status: 503 });
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/[^.]\. Publish the workflow again later\. \(HTTP 503/),
		});
	});

	it('that answers too slowly for n8n loses nothing', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		expect(await bench.poll({ trip: () => TOO_LONG })).toEqual([]);
		expect(bench.failures).toMatchObject([
			{
				message: 'The provider answered too slowly for one poll',
				description: 'The next poll tries again. If it stays so, lower Maximum Emails per Poll.',
				failure: { cause: 'temporarily-unavailable' },
			},
		]);
		expect(subjects(await bench.poll())).toEqual(['mail']);
	});

	it.each([
		['activation', { activation: 'activate' as const }, 'Publish the workflow again later.'],
		['test', { mode: 'manual' as const }, 'Run the step again later.'],
	])('that answers too slowly at the %s has a person do that again', async (_, how, next) => {
		const bench = await startTriggerBench();
		benches.push(bench);
		await expect(bench.poll({ ...how, trip: () => TOO_LONG })).rejects.toMatchObject({
			description: `${next} If it stays so, lower Maximum Emails per Poll.`,
		});
	});

	it.each([
		['mailTrigger', {}, 'test', { mode: 'manual' as const }, 'Run the step again later.'],
		[
			'contactTrigger',
			{ event: ['created'] },
			'activation',
			{},
			'Publish the workflow again later.',
		],
	])(
		'that gives up a list (410) promises no other poll to a person: %s %j, %s',
		async (node, chosen, _, how, next) => {
			const bench = await startTriggerBench(chosen, 0, node);
			benches.push(bench);
			bench.simulator.faults.next({ times: Infinity, path: /messages|contacts/ }, { status: 410 });
			const { message, description } = await failureOf(bench.activate(how));
			expect(`${message} ${description}`).toContain(next);
			expect(message).not.toContain('poll');
		},
	);

	it.each([
		['moves the mailbox', { status: 503, body: moving }, 'Wait until Microsoft has moved'],
		['tells no time', { status: 200, headers: { date: 'none' }, body: noMail }, 'A gateway'],
	])(
		'that %s is said to be waited for, or what is in front of it',
		async (_name, fault, advice) => {
			const bench = await activeTrigger();
			bench.simulator.faults.next({ times: Infinity }, fault);
			await expect(bench.poll()).rejects.toMatchObject({
				description: expect.stringMatching(new RegExp(`^${advice}.*`)),
			});
		},
	);
});

it('a poll that n8n does not wait for any more delivers nothing: the next one does', async () => {
	const bench = await loadingTrigger();
	const mail = bench.mailbox.deliver({ subject: 'mail', from: FROM });
	const { simulator, clock } = bench;
	const isLoaded = () => simulator.requests.count({ path: pathOf(mail) }) > 0;
	const slow = { ...clock, now: () => clock.now() + (isLoaded() ? 6 * MINUTE : 0) };
	expect(await bench.poll({ clock: slow, budgetMs: 5 * MINUTE })).toEqual([]);
	expect(bench.failures).toMatchObject([
		{ message: 'The provider answered too slowly for one poll' },
	]);
	expect(subjects(await bench.poll())).toEqual(['mail']);
});

describe('an account', () => {
	it('whose sign-in was revoked is a credential error that says what to do', async () => {
		const bench = await activeTrigger();
		bench.simulator.faults.next({ times: Infinity }, { status: 401 });
		await expect(bench.poll()).rejects.toMatchObject({
			message: expect.stringContaining('My account'),
			description: expect.stringContaining('sign in again'),
			failure: { cause: 'credential-invalid' },
		});
	});

	it('without the permission to read mail is one as well', async () => {
		const bench = await activeTrigger();
		bench.simulator.faults.next({ times: Infinity }, { status: 403 });
		await expect(bench.poll()).rejects.toMatchObject({
			description: expect.stringMatching(
				/^The Mail Trigger needs Mail\.Read\. Give the credential a permission set that includes this, then/,
			),
			failure: { cause: 'credential-invalid' },
		});
	});

	it('whose mailbox refuses what is asked is told of a trigger, and of no step', async () => {
		const bench = await activeTrigger();
		bench.simulator.faults.next({ times: Infinity }, { status: 400 });
		await expect(bench.poll()).rejects.toMatchObject({
			description: expect.stringMatching(/^Check what stands in the fields\. \(HTTP 400/),
		});
	});
});

describe('two polls at once', () => {
	it('deliver the mail once: the later one leaves it to the earlier', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'mail', from: FROM });
		bench.time.now += MINUTE;
		const both = await Promise.all([bench.poll({ after: 0 }), bench.poll({ after: 0 })]);
		expect(both.map(subjects)).toEqual([['mail'], []]);
		bench.mailbox.deliver({ subject: 'next', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['next']);
	});

	it('of which the later one activates the workflow: the earlier one delivers nothing', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'before the activation', from: FROM });
		bench.time.now += 2 * MINUTE;
		const both = await Promise.all([bench.poll({ after: 0 }), bench.activate()]);
		expect(both.map(subjects)).toEqual([[], []]);
		bench.mailbox.deliver({ subject: 'after it', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['after it']);
	});
});

describe('a listing with something odd in it', () => {
	/** The listing of the mailbox, not the look at how new it is. */
	const listing = { method: 'GET', path: '/me/messages' };
	const odd = [{}, null, { receivedDateTime: '2026-03-02T12:00:01Z' }];

	it.each([
		['an entry without ID', (value: object[]) => ({ value: [...odd, ...value] })],
		['a folder that is null', (value: object[]) => ({ value: withFolder(value) })],
	])('delivers the others: %s', async (_, answer) => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'there', from: FROM });
		const value = [{ id: mail.immutableId, receivedDateTime: '2026-03-02T12:00:01Z' }];
		bench.simulator.faults.next({ ...listing, times: 2 }, { status: 200, body: answer(value) });
		expect(subjects(await bench.poll())).toEqual(['there']);
		expect(await bench.poll()).toEqual([]);
	});

	it('asks a mail itself for the time that the list does not tell', async () => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'undated', from: FROM });
		const other = bench.mailbox.deliver({ subject: 'dated', from: FROM });
		const value = [
			{ id: mail.immutableId, receivedDateTime: null },
			{ id: other.immutableId, receivedDateTime: other.receivedDateTime },
		];
		bench.simulator.faults.next({ ...listing, times: 2 }, { status: 200, body: { value } });
		expect(subjects(await bench.poll()).sort()).toEqual(['dated', 'undated']);
		expect(await bench.poll()).toEqual([]);
	});

	it('with a mail of which nothing tells the time delivers the others', async () => {
		const bench = await activeTrigger();
		const mail = bench.mailbox.deliver({ subject: 'there', from: FROM });
		const value = [
			{ id: 'nowhere', receivedDateTime: 'once' },
			{ id: mail.immutableId, receivedDateTime: mail.receivedDateTime },
		];
		bench.simulator.faults.next({ ...listing, times: 2 }, { status: 200, body: { value } });
		expect(subjects(await bench.poll())).toEqual(['there']);
	});

	it.each([{}, { value: null }])('loses nothing when the answer is %j', async (body) => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({ subject: 'first', from: FROM });
		bench.simulator.faults.next({ ...listing, times: 2 }, { status: 200, body });
		await expect(bench.poll()).rejects.toThrow('could not be read');
		bench.mailbox.deliver({ subject: 'second', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['first', 'second']);
	});

	it('of folders without names finds what is in them', async () => {
		const bench = await startTriggerBench({
			folders: 'chosen',
			chosenFolders: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] },
			includeSubfolders: true,
		});
		benches.push(bench);
		const folder = bench.mailbox.addFolder('x', 'inbox');
		const nameless = { displayName: null, childFolderCount: 0 };
		const inbox = { id: bench.mailbox.folder('inbox').id, childFolderCount: null };
		bench.simulator.faults.next(
			{ path: '/me/mailFolders' },
			{ status: 200, body: { value: [{}, inbox] } },
		);
		bench.simulator.faults.next(
			{ path: /childFolders/ },
			{ status: 200, body: { value: [{ ...nameless, id: folder.id, parentFolderId: inbox.id }] } },
		);
		await bench.activate();
		bench.time.now += SECOND;
		bench.mailbox.deliver({ subject: 'below', from: FROM }, { folder: folder.id });
		expect(subjects(await bench.poll())).toEqual(['below']);
	});
});

function withFolder(value: object[]) {
	return value.map((row) => ({ ...row, parentFolderId: null }));
}

it('a mailbox that is not there is called that, though folders were chosen', async () => {
	const bench = await startTriggerBench({
		mailbox: 'nobody@contoso.com',
		folders: 'chosen',
		chosenFolders: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] },
	});
	benches.push(bench);
	await expect(bench.activate()).rejects.toThrow('The mailbox was not found');
});

// (fact: not-shared)
it.each([
	['the mailbox', {}],
	[
		'folders',
		{
			folders: 'chosen',
			chosenFolders: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] },
		},
	],
	['what is flagged', { event: 'flagged' }],
	['a folder', { event: 'moved', folder: { __rl: true, mode: 'id', value: 'inbox' } }],
])('a mailbox that is not shared is told as that, where %s is not found', async (_, choice) => {
	const bench = await startTriggerBench({ mailbox: 'team@contoso.com', ...choice });
	benches.push(bench);
	const body = { error: { code: 'ErrorItemNotFound', message: 'Not found in the store.' } };
	bench.simulator.faults.next({ times: Infinity }, { status: 404, body });
	await expect(bench.activate()).rejects.toMatchObject({
		description: expect.stringMatching(/the account (has|needs) access/),
	});
});
