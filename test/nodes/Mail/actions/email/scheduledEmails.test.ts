import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from '../../../../harness/executeNode';
import {
	asked,
	askedBesideZone,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { createSkippingClock } from '../../../../harness/skippingClock';
import { failureOf } from '../../../../harness/steps';
import { EVE, PAT, policies } from '../../../../policy/mailboxUnderAttack';
import type { Fault } from '../../../../simulator/faults';
import { observeRequests } from '../../../../simulator/requestLog';

// Holds under each reading of fact: deferred-place, fact: deferred-time.

// Friday, 2027-01-15T08:00:00Z; each test goes on from where the one before it ended.
const clock = createSkippingClock();
useMailboxes({ clock });

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const letter = { to: PAT, subject: 'Offer', message: 'Hello' };
const schedule = async (more: INodeParameters = {}, options: Partial<ExecuteOptions> = {}) =>
	await runForOne('email.scheduleEmail', { ...letter, sendAt: inHours(2), ...more }, options);
const list = async (parameters: INodeParameters = {}) =>
	(await runStep('email.listScheduledEmails', parameters)).map(({ json }) => json);
const cancel = async (messageId: unknown) =>
	await runForOne('email.cancelScheduledEmail', { messageId: String(messageId) });

/** The time of what waits comes just when it is about to be deleted. */
let leavesWhenDeleted = false;
/** Somebody deletes the draft for good just when it is about to be handed over. */
let goesBeforeSending = false;
/** What waits in Drafts is on its way through the Outbox just when it is about to be deleted. */
let isOnItsWay = false;
/** Somebody puts what waits into a folder just when it is about to be deleted. */
let isFiled = false;
observeRequests(({ method, path }) => {
	if (isFiled && method === 'DELETE') {
		const offers = own().addFolder('Offers', 'inbox');
		for (const one of drafts()) own().move(one, offers);
		isFiled = false;
	}
	if (isOnItsWay && method === 'DELETE')
		for (const one of drafts()) own().move(one, own().folder('outbox'));
	if (goesBeforeSending && path.endsWith('/send')) for (const one of drafts()) own().remove(one);
	if (!leavesWhenDeleted || method !== 'DELETE') return;
	for (const one of provider().graph.waiting) one.at = clock.now();
});
afterEach(() => {
	leavesWhenDeleted = false;
	goesBeforeSending = false;
	isOnItsWay = false;
	isFiled = false;
});

async function later(hours: number) {
	await clock.wait(hours * HOUR_MS);
	provider().graph.sendDue();
}
const subjects = () => own().sent.map(({ subject }) => subject);
/** What lies in Drafts and in the Outbox. */
const drafts = () => {
	const folders = ['drafts', 'outbox'].map((name) => own().folder(name).id);
	return own().messages.filter(({ parentFolderId }) => folders.includes(parentFolderId));
};
const sentItems = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('sentitems').id);

describe('Schedule Email', () => {
	it('hands a draft over that says when it is to be sent, and it goes out then, once', async () => {
		const at = inHours(2);
		const item = await schedule({ sendAt: at });
		expect(item).toMatchObject({ sent: false, subject: 'Offer', to: [{ address: PAT }] });
		expect(new Date(String(item.sendAt)).toISOString()).toBe(at);
		expect(askedBesideZone().map(decodeURIComponent)).toEqual([
			'POST /me/messages',
			`POST /me/messages/${String(item.id)}/send`,
		]);
		const value = at.replace('.000Z', 'Z');
		const posted = provider().requests.all.find(({ method }) => method === 'POST');
		expect(posted?.body).toMatchObject({
			singleValueExtendedProperties: [
				{ id: 'SystemTime 0x3FEF', value },
				{ id: 'SystemTime 0x000F', value },
				{ id: expect.stringContaining('DraftMark') },
				{ id: expect.stringContaining('MadeBy') },
			],
		});
		expect([subjects(), drafts().length]).toEqual([[], 1]);
		await later(1.9);
		expect(subjects()).toEqual([]);
		await later(0.2);
		expect([subjects(), drafts().length]).toEqual([['Offer'], 0]);
		await later(50);
		expect(subjects()).toEqual(['Offer']);
	});

	it.each([
		['W. Europe Standard Time', '', '2030-07-01T09:00:00.000+02:00', '2030-07-01T07:00:00Z'],
		['UTC', 'America/New_York', '2030-07-01T09:00:00.000-04:00', '2030-07-01T13:00:00Z'],
	])(
		'means local time in the zone of the mailbox (%s) or the chosen one (%s)',
		async (...zones) => {
			const [ofMailbox, timeZone, shown, value] = zones;
			own().settings.timeZone = ofMailbox;
			const item = await schedule({ sendAt: '2030-07-01T09:00', options: { timeZone } });
			expect(item.sendAt).toBe(shown);
			expect(drafts()[0]?.singleValueExtendedProperties[0]?.value).toBe(value);
		},
	);

	it('says its time in the chosen zone, as List Scheduled Emails does, also where it has an offset', async () => {
		const options = { timeZone: 'Europe/Vienna' };
		const { sendAt } = await schedule({ sendAt: '2030-07-01T07:00:00Z', options });
		expect(sendAt).toBe('2030-07-01T09:00:00.000+02:00');
		expect((await runForOne('email.listScheduledEmails', options)).sendAt).toBe(sendAt);
	});

	it('keeps files with the mail that waits, large ones too', async () => {
		const items = [
			{
				json: {},
				files: {
					data: { content: Buffer.alloc(3_500_000, 'x'), fileName: 'big.bin' },
					more: { content: 'two', fileName: 'two.txt' },
				},
			},
		];
		await schedule({ attachments: 'all' }, { items });
		await later(3);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([2]);
	});

	it.each([
		[{ sendAt: '2027-01-15T07:59:00Z' }, /Send At: is in the past: it is 2027-.* in UTC/],
		[{ sendAt: '2031-03-02' }, /Send At: says no time of day/],
		[{ sendAt: 'tomorrow at nine' }, /Send At: is not a date and time/],
		[{ sendAt: '' }, /Send At: is required/],
		[{ to: '' }, /give at least one address/],
	])('refuses %j, and makes nothing', async (given, words) => {
		own().settings.timeZone = 'UTC';
		expect((await failureOf(schedule(given))).message).toMatch(words);
		expect(askedBesideZone()).toEqual([]);
	});

	it('leaves nothing behind when the provider refuses the mail', async () => {
		provider().faults.next({ path: /send$/ }, { status: 403 });
		await failureOf(schedule());
		expect(drafts()).toEqual([]);
		await later(3);
		expect(subjects()).toEqual([]);
	});

	it('schedules in a shared mailbox, in its name', async () => {
		await schedule({ mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		await later(3);
		expect(shared().sent[0]?.from?.emailAddress.address).toBe(SHARED_MAILBOX);
	});

	const lost: Array<[string, Fault]> = [
		['is cut before it runs', { cut: 'before' }],
		['is cut after it ran', { cut: 'after' }],
		['answers 504 although it ran', { status: 504, after: true }],
	];
	it.each(lost)(
		'when the hand-over %s, the mail is taken back and can be tried again',
		async (...row) => {
			provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
			provider().faults.next({ path: /send$/ }, row[1]);
			const failure = await failureOf(schedule());
			expect(failure.message).toContain('it was not sent');
			expect(asked().filter((request) => request.endsWith('/send'))).toHaveLength(1);
			expect(drafts()).toEqual([]);
			await later(3);
			expect(subjects()).toEqual([]);
		},
	);

	it.each(lost.slice(1))(
		'is handed over once where it waits in the Outbox and %s',
		async (...row) => {
			provider().readings.choose({ fact: 'deferred-place', as: 'outbox' });
			provider().faults.next({ path: /send$/ }, row[1]);
			await schedule();
			expect(asked().filter((request) => request.endsWith('/send'))).toHaveLength(1);
			await later(3);
			expect(subjects()).toEqual(['Offer']);
		},
	);

	it('is sent once when n8n tries the step again after lost answers', async () => {
		const plans = fc.array(fc.constantFrom(...lost.map(([, fault]) => fault)), { maxLength: 2 });
		await fc.assert(
			fc.asyncProperty(plans, async (faults) => {
				provider().graph.reset();
				for (const fault of faults) provider().faults.next({ path: /send$/ }, fault);
				await schedule({}, { tries: 3 });
				await later(3);
				expect(subjects()).toEqual(['Offer']);
			}),
			{ numRuns: 8 },
		);
	});

	it('is taken for sent where its time comes before it could be taken back', async () => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		provider().faults.next({ path: /send$/ }, { cut: 'after' });
		leavesWhenDeleted = true;
		await schedule({}, { tries: 2 });
		expect(subjects()).toEqual(['Offer']);
		expect(sentItems()).toHaveLength(1);
	});

	it('is taken for sent where its time comes before its deletion is tried again', async () => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		provider().faults.next({ path: /send$/ }, { cut: 'after' });
		provider().faults.next({ method: 'DELETE' }, { cut: 'before' });
		leavesWhenDeleted = true;
		await schedule({}, { tries: 2 });
		await later(3);
		expect(subjects()).toEqual(['Offer']);
	});

	it('is not called cancelled where it is on its way when it is about to be deleted', async () => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		const { id } = await schedule();
		isOnItsWay = true;
		const failure = await failureOf(cancel(id));
		expect(failure.message).toContain('does not wait to be sent: it was sent');
	});

	it('is left to a person where the draft was gone when it was handed over, and no copy was sent', async () => {
		goesBeforeSending = true;
		const failure = await failureOf(schedule({}, { tries: 3 }));
		expect(failure.message).toContain('may wait in Drafts');
		await later(3);
		expect(subjects()).toEqual([]);
	});

	it.each([
		['taken back where its draft could not be read for a while', 6, 'it was not sent'],
		['left to a person where nothing is reached any more', Infinity, 'may wait in Drafts'],
	])('whose hand-over got no answer is %s', async (_, times, said) => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		provider().faults.next({ path: /send$/ }, { cut: 'after' });
		provider().faults.next({ path: /messages\/[^/]+$/, times }, { cut: 'before' });
		expect((await failureOf(schedule())).message).toContain(said);
		expect(drafts()).toHaveLength(times === 6 ? 0 : 1);
	});

	it('is left to a person with what helps, where sending is refused and nothing is reached any more', async () => {
		const error = { code: 'ErrorAccessDenied', message: 'Access is denied.' };
		provider().faults.next({ path: /send$/ }, { status: 403, body: { error } });
		provider().faults.next({ path: /messages\/[^/]+$/, times: Infinity }, { cut: 'before' });
		const failure = await failureOf(schedule());
		expect(failure.message).toContain('may wait in Drafts');
		expect(failure.description).toMatch(/^Look in Drafts, and delete it there/);
	});

	it('is left to a person, and not tried again, where it cannot be taken back', async () => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		provider().faults.next({ path: /send$/ }, { cut: 'after' });
		provider().faults.next({ method: 'DELETE', path: /messages/ }, { status: 403 });
		const failure = await failureOf(schedule({}, { tries: 3 }));
		expect(failure.message).toContain('may wait in Drafts');
		expect(failure.description).toContain('delete it there');
		expect(asked().filter((request) => request.endsWith('/send'))).toHaveLength(1);
	});
});

describe.each(['drafts', 'outbox'] as const)('where what was handed over waits in %s', (folder) => {
	beforeEach(() => {
		provider().readings.choose({ fact: 'deferred-place', as: folder });
	});

	describe('List Scheduled Emails', () => {
		it('lists what waits, the next one first, and no other draft', async () => {
			own().settings.timeZone = 'W. Europe Standard Time';
			await schedule({ subject: 'Later', sendAt: inHours(5) });
			const next = await schedule({ subject: 'Next', sendAt: inHours(4) });
			await runForOne('email.createDraft', { ...letter, subject: 'Draft' });
			const items = await list();
			expect(items.map(({ subject }) => subject)).toEqual(['Next', 'Later']);
			expect(items[0]).toMatchObject({ id: next.id, sent: false, to: [{ address: PAT }] });
			expect(items[0]?.sendAt).toMatch(/\+0[12]:00$/);
			await later(4.5);
			expect((await list()).map(({ subject }) => subject)).toEqual(['Later']);
		});

		it('lists no draft whose time is over: nobody sends it any more', async () => {
			const value = inHours(-1);
			const draft = own().addMessage({
				isDraft: true,
				subject: 'Never sent',
				singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value }],
				parentFolderId: own().folder('drafts').id,
			});
			expect(await list()).toEqual([]);
			const { message } = await failureOf(cancel(draft.immutableId));
			expect(message).toContain('does not wait to be sent: it is a draft');
			expect(drafts()).toHaveLength(1);
		});

		it('returns up to the limit, and nothing where nothing waits', async () => {
			expect(await list()).toEqual([]);
			for (const hours of [1, 2, 3]) await schedule({ sendAt: inHours(hours) });
			expect(await list({ limit: 2 })).toHaveLength(2);
			expect(await list({ returnAll: true })).toHaveLength(3);
			const [, last] = await runStep('email.listScheduledEmails', { limit: 2 }, { asTool: true });
			expect(last?.json.more).toContain('Only the next 2 of 3');
		});

		it('fails where mail may not be read', async () => {
			provider().faults.next({ path: /drafts/ }, { status: 403 });
			expect((await failureOf(list())).description).toContain(
				'List Scheduled Emails needs Mail.Read',
			);
		});
	});

	describe('Cancel Scheduled Email', () => {
		it('deletes the mail that waits, so that it is never sent', async () => {
			const { id } = await schedule();
			expect(await cancel(id)).toEqual({ subject: 'Offer', cancelled: true, id });
			expect(await list()).toEqual([]);
			await later(3);
			expect(subjects()).toEqual([]);
		});

		it('cancels once what two items name, and says so for both', async () => {
			const { id } = await schedule();
			const given = { messageId: String(id) };
			const two = { items: [{ json: {} }, { json: {} }] };
			const items = await runStep('email.cancelScheduledEmail', given, two);
			const cancelled = { subject: 'Offer', cancelled: true, id };
			expect(items.map(({ json }) => json)).toEqual([cancelled, cancelled]);
			expect(provider().requests.count({ method: 'DELETE' })).toBe(1);
		});

		it('refuses a draft that does not wait, an email that was received, and one that was sent', async () => {
			const draft = await runForOne('email.createDraft', letter);
			const received = own().deliver({ subject: 'Hi', from: PAT });
			const { id } = await schedule();
			await later(3);
			provider().requests.clear();
			const words = [draft.id, received.immutableId, id].map(
				async (one) => (await failureOf(cancel(one))).message,
			);
			const [ofDraft, ofReceived, ofSent] = await Promise.all(words);
			expect(ofDraft).toContain('Message ID: does not wait to be sent: it is a draft');
			expect(ofReceived).toContain('does not wait');
			expect(ofSent).toContain('does not wait to be sent: it was sent');
			expect(asked().filter((request) => request.startsWith('DELETE'))).toEqual([]);
		});

		it.each([
			['cancelled before', async (id: unknown) => void (await cancel(id))],
			[
				'deleted in Outlook',
				async (id: unknown) => {
					await runForOne('email.deleteEmail', { messageId: String(id) });
				},
			],
			[
				'deleted with its folder',
				async (id: unknown) => {
					const below = own().addFolder('Old', 'deleteditems');
					const at = { parentFolderId: below.id };
					Object.assign(own().messageOf(String(id)) ?? {}, at);
				},
			],
		])('leaves a mail in Deleted Items that was %s, and sends it no more', async (_, remove) => {
			const { id } = await schedule();
			await remove(id);
			const where = own().messages.map(({ parentFolderId }) => parentFolderId);
			provider().requests.clear();
			const failure = await failureOf(cancel(id));
			expect(failure.message).toBe(
				'Message ID: does not wait to be sent: it was cancelled or deleted, and is in Deleted Items',
			);
			expect(asked().filter((request) => request.startsWith('DELETE'))).toEqual([]);
			const sending = runStep('email.sendDraft', { messageId: String(id) });
			expect((await failureOf(sending)).message).toContain('Message ID: was cancelled or deleted');
			expect(await list()).toEqual([]);
			expect(own().messages.map(({ parentFolderId }) => parentFolderId)).toEqual(where);
			await later(3);
			expect(subjects()).toEqual([]);
		});

		it('deletes nothing when the mail is sent between the look and the deletion', async () => {
			const { id } = await schedule();
			leavesWhenDeleted = true;
			const failure = await failureOf(cancel(id));
			expect(failure.message).toContain('does not wait to be sent: it was sent');
			expect([subjects(), sentItems().length]).toEqual([['Offer'], 1]);
		});

		it('does not call a mail cancelled that was sent before its deletion was tried again', async () => {
			const { id } = await schedule();
			leavesWhenDeleted = true;
			provider().faults.next({ method: 'DELETE' }, { status: 503 });
			const failure = await failureOf(cancel(id));
			expect(failure.message).toContain('does not wait to be sent: it was sent');
			expect(subjects()).toEqual(['Offer']);
		});

		it('deletes what somebody changed between the look and the deletion', async () => {
			const { id } = await schedule();
			provider().faults.next({ method: 'DELETE' }, { status: 412 });
			expect(await cancel(id)).toMatchObject({ cancelled: true });
			await later(3);
			expect(subjects()).toEqual([]);
		});

		it('deletes what somebody moved between the look and the deletion', async () => {
			const { id } = await schedule();
			isFiled = true;
			expect(await cancel(id)).toMatchObject({ cancelled: true });
			const where = own().messages.map(({ parentFolderId }) => parentFolderId);
			expect(where).toEqual([own().folder('deleteditems').id]);
		});

		it.each([{ cut: 'after' }, { status: 504, after: true }] as Fault[])(
			'says that it was cancelled when the answer is lost (%j)',
			async (fault) => {
				const { id } = await schedule();
				provider().faults.next({ method: 'DELETE' }, fault);
				expect(await cancel(id)).toMatchObject({ cancelled: true });
				await later(3);
				expect(subjects()).toEqual([]);
			},
		);
	});

	describe('The policy of the credential', () => {
		const under = (policy: keyof typeof policies) => ({ credentialData: policies[policy] });

		it('holds who is written to later as who is written to now', async () => {
			const { message } = await failureOf(schedule({ to: EVE }, under('listed')));
			expect(message).toContain('a recipient in To may not be written to');
			expect(drafts()).toEqual([]);
			await schedule({}, under('listed'));
			await later(3);
			expect(own().sent.map(({ toRecipients }) => toRecipients[0]?.emailAddress.address)).toEqual([
				PAT,
			]);
		});

		it('leaves nothing that looks as if it waited where a page comes in place of who would get it', async () => {
			const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };
			provider().faults.next({ method: 'GET', path: /\/messages\/[^/]+$/ }, page);
			const { message } = await failureOf(schedule({}, under('listed')));
			expect(message).toContain('answer could not be read');
			expect(drafts()).toEqual([]);
		});

		it('leaves nothing that looks as if it waited in a dry run', async () => {
			expect(await schedule({}, { credentialData: { dryRun: true } })).toHaveProperty('dryRun');
			expect([drafts(), await list()]).toEqual([[], []]);
		});

		it('leaves a plain draft for a person where nothing is sent', async () => {
			const item = await schedule({}, under('nobody'));
			expect(item).toMatchObject({ sent: false, note: expect.stringContaining('in Drafts') });
			expect(item).not.toHaveProperty('sendAt');
			const properties = drafts()[0]?.singleValueExtendedProperties ?? [];
			expect(properties.filter(({ id }) => id.startsWith('SystemTime'))).toEqual([]);
			await later(3);
			expect(subjects()).toEqual([]);
		});

		it('counts what waits: no hour to come sees more leave than may', async () => {
			const pauses = fc.array(
				fc.record({ wait: fc.nat(90), at: fc.integer({ min: 1, max: 240 }) }),
				{
					minLength: 4,
					maxLength: 10,
				},
			);
			await fc.assert(
				fc.asyncProperty(pauses, async (steps) => {
					provider().graph.reset();
					await later(2);
					for (const { wait, at } of steps) {
						await later(wait / 60);
						const sending =
							at % 3 === 0
								? runStep('email.sendEmail', letter, under('twoAnHour'))
								: schedule({ sendAt: inHours(at / 60) }, under('twoAnHour'));
						await sending.catch(() => undefined);
					}
					await later(6);
					const times = own().sent.map(({ lastModifiedDateTime }) =>
						Date.parse(lastModifiedDateTime),
					);
					const inOneHour = times.map(
						(end) => times.filter((time) => time > end - HOUR_MS && time <= end).length,
					);
					expect(Math.max(0, ...inOneHour)).toBeLessThanOrEqual(2);
				}),
				{ numRuns: 12 },
			);
		});

		it('takes nothing of an hour in which it does not leave', async () => {
			for (const hours of [24, 24.5, 48, 72])
				await schedule({ sendAt: inHours(hours) }, under('twoAnHour'));
			const full = schedule({ sendAt: inHours(24.9) }, under('twoAnHour'));
			expect((await failureOf(full)).message).toContain(
				'as many emails as may leave in an hour around that time',
			);
			await runStep('email.sendEmail', letter, under('twoAnHour'));
			expect([subjects().length, drafts().length]).toEqual([1, 4]);
		});

		it('lets as many through at the same time as may leave in one hour', async () => {
			const items = Array.from({ length: 6 }, () => ({ json: {} }));
			const options = { ...under('twoAnHour'), items, continueOnFail: true };
			const given = { ...letter, sendAt: inHours(5) };
			const done = await runStep('email.scheduleEmail', given, options);
			expect(done.filter(({ json }) => json.sendAt !== undefined)).toHaveLength(2);
			expect(drafts()).toHaveLength(2);
			await later(0.1);
			expect((await failureOf(schedule(given, under('twoAnHour')))).message).toContain('around');
		});

		it('counts what it let through itself a while ago, in the same run', async () => {
			const items = ['One', 'Two', 'Three'].map((subject) => ({ json: { subject } }));
			const given = { ...letter, subject: '={{ $json.subject }}', sendAt: inHours(5) };
			// The third draft is made only after the mailbox is looked at again.
			const late = { status: 429, headers: { 'retry-after': '90' } };
			provider().faults.next({ method: 'POST', path: '/me/messages' }, late);
			const options = { ...under('twoAnHour'), items, continueOnFail: true };
			const done = await runStep('email.scheduleEmail', given, options);
			expect(done.filter(({ json }) => json.sendAt !== undefined)).toHaveLength(2);
		});

		it('counts what a person scheduled when that draft is sent', async () => {
			for (const hours of [1, 1.2]) await schedule({ sendAt: inHours(hours) });
			await later(0.5);
			const failure = failureOf(runStep('email.sendEmail', letter, under('twoAnHour')));
			expect((await failure).message).toContain('Maximum Emails per Hour is 2');
		});

		it('counts in the hour in which it leaves what was handed over long before', async () => {
			for (const hours of [5, 5.2]) await schedule({ sendAt: inHours(hours) });
			await later(5.5);
			expect(subjects()).toHaveLength(2);
			const send = async () => await runStep('email.sendEmail', letter, under('twoAnHour'));
			expect((await failureOf(send())).message).toContain('Maximum Emails per Hour is 2');
			await later(1);
			await send();
			expect(subjects()).toHaveLength(3);
		});

		it('counts once what it scheduled itself, whose copy in Sent Items is another email', async () => {
			const options = { credentialData: { maximumEmailsPerHour: 3 } };
			for (const hours of [2, 2.1]) await schedule({ sendAt: inHours(hours) }, options);
			await later(2.5);
			const send = async () => await runStep('email.sendEmail', letter, options);
			await send();
			expect(subjects()).toHaveLength(3);
			expect((await failureOf(send())).message).toContain('Maximum Emails per Hour is 3');
		});

		it('does not count what was cancelled before it left', async () => {
			const options = { credentialData: { maximumEmailsPerHour: 1 } };
			for (const text of ['Hello', 'Hello again']) {
				const { id } = await schedule({ message: text }, options);
				expect((await failureOf(schedule({}, options))).message).toContain('around that time');
				await runStep('email.cancelScheduledEmail', { messageId: String(id) }, options);
			}
			await schedule({}, options);
			expect(drafts()).toHaveLength(1);
		});

		it('does not count what left long ago and was read, moved or labelled just now', async () => {
			for (const hours of [1, 2]) await schedule({ sendAt: inHours(hours) });
			await runStep('email.sendEmail', letter);
			await later(5);
			for (const mail of sentItems()) mail.touch(inHours(0).replace('.000Z', 'Z'));
			await runStep('email.sendEmail', letter, under('twoAnHour'));
			expect(subjects()).toHaveLength(4);
		});

		it('reads of a draft of others when it leaves, which is no other one', async () => {
			await schedule({ sendAt: inHours(24.2) });
			const value = inHours(24.1);
			const draft = own().addMessage({
				isDraft: true,
				subject: 'Of a person',
				toRecipients: [{ emailAddress: { name: PAT, address: PAT } }],
				singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value }],
				parentFolderId: own().folder('drafts').id,
			});
			const send = async () =>
				await runStep('email.sendDraft', { messageId: draft.immutableId }, under('twoAnHour'));
			await send();
			await schedule({ sendAt: inHours(24) });
			await later(0.1);
			expect((await failureOf(send())).message).toContain('around that time');
		});

		it('holds the deletion of what waits', async () => {
			const { id } = await schedule();
			const run = runStep(
				'email.cancelScheduledEmail',
				{ messageId: String(id) },
				under('nothing'),
			);
			expect((await failureOf(run)).message).toContain('nothing may be deleted');
			expect(await list()).toHaveLength(1);
		});
	});
});
