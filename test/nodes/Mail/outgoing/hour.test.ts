import type { INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from '../../../harness/executeNode';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';
import { PAT, policies } from '../../../policy/mailboxUnderAttack';

/** What was sent counts for an hour of the provider's, whatever becomes of it afterwards. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const time = { now: Date.parse('2026-03-02T12:00:00Z'), ahead: 0 };
const wait = async () => await new Promise<void>((resolve) => setImmediate(resolve));
useMailboxes({ clock: { now: () => time.now, wait } });
beforeEach(() => {
	time.ahead = 0;
});

/** n8n's clock, which need not be right. */
const clock = {
	now: () => time.now + time.ahead,
	wait,
};

const send = async (
	more: INodeParameters = {},
	credentialData: object = policies.twoAnHour,
	options: Partial<ExecuteOptions> = {},
) =>
	await runStep(
		'email.sendEmail',
		{ to: PAT, message: 'Hello', ...more },
		{ clock, credentialData: { ...credentialData }, ...options },
	);

/** Tries twice in each of some rounds, two minutes apart. */
async function tryOften(tried: () => Promise<unknown>, between = (): void => undefined) {
	for (let round = 0; round < 3; round++) {
		await tried().catch(() => undefined);
		await tried().catch(() => undefined);
		between();
		time.now += 2 * MINUTE;
	}
}

/** Runs with the same clock that go on after a pause only when they are told. */
function pausingRuns() {
	const ends: Array<() => void> = [];
	return {
		options: {
			clock: {
				now: clock.now,
				// A run pauses until it is cancelled. A lane, which watches for what hangs, has no such signal.
				wait: async (ms: number, signal?: AbortSignal) =>
					await (ms > 0 && signal ? new Promise<void>((resolve) => ends.push(resolve)) : wait()),
			},
			abortSignal: new AbortController().signal,
		},
		async paused() {
			while (ends.length === 0) await wait();
		},
		goOn() {
			for (const end of ends.splice(0)) end();
		},
	};
}
const LOOK = { method: 'GET', path: /\/sentitems\/messages/i };

const REFUSED = /as many emails as may have left in the last hour/;

it('lets as many through as it says, although all show in Sent Items after a minute', async () => {
	for (let one = 0; one < 5; one++) {
		await send({}, { maximumEmailsPerHour: 4 }).catch(() => undefined);
		time.now += 2 * MINUTE;
	}
	expect(own().sent).toHaveLength(4);
});

it('counts an email once where its copy in Sent Items is another email', async () => {
	provider().readings.choose({ fact: 'sent-draft-id', as: 'new' });
	const tried = async () => await send({}, { maximumEmailsPerHour: 4 }).catch(() => undefined);
	for (let one = 0; one < 5; one++) {
		await tried();
		time.now += 2 * MINUTE;
	}
	expect(own().sent).toHaveLength(4);
});

it.each(['kept', 'new'])('counts each copy of one draft, with an ID that is %s', async (as) => {
	provider().readings.choose({ fact: 'sent-draft-id', as });
	const [draft] = await runStep('email.createDraft', { to: PAT, message: 'Hello' });
	const messageId = String(draft?.json.id);
	const copies = [messageId];
	while (copies.length < 4) {
		const [copy] = await runStep('email.copyEmail', { messageId, folder: 'drafts' });
		copies.push(String(copy?.json.id));
	}
	const options = { clock, credentialData: policies.twoAnHour };
	for (const one of copies) {
		await runStep('email.sendDraft', { messageId: one }, options).catch(() => undefined);
		time.now += 2 * MINUTE;
	}
	expect(own().sent).toHaveLength(2);
});

it('lets more through when the hour is over', async () => {
	await tryOften(send);
	expect(own().sent).toHaveLength(2);
	time.now += HOUR - 4 * MINUTE;
	await tryOften(send);
	expect(own().sent).toHaveLength(4);
});

it('goes by the mailbox, whatever it is called', async () => {
	const { address, id } = own();
	const names = [{}, { mailbox: address }, { mailbox: id }, { mailbox: address.toUpperCase() }];
	for (let round = 0; round < 2; round++) {
		await Promise.all(names.map(async (name) => await send(name).catch(() => undefined)));
	}
	expect(own().sent).toHaveLength(2);
});

it('sends nothing while nobody can say what left, and looks again with the next email', async () => {
	await send();
	time.now += 2 * MINUTE;
	provider().faults.next(LOOK, { status: 403 });
	expect((await failureOf(send())).message).not.toMatch(REFUSED);
	expect(own().sent).toHaveLength(1);
	await send();
	expect((await failureOf(send())).message).toMatch(REFUSED);
	expect(own().sent).toHaveLength(2);
});

describe('while a look at the mailbox lasts longer than a minute', () => {
	const slow = pausingRuns();
	const attempt = async (options: Parameters<typeof send>[2] = {}) =>
		await send({}, policies.twoAnHour, options).catch(() => undefined);
	const attemptTwice = async (options?: Parameters<typeof send>[2]) =>
		await Promise.all([attempt(options), attempt(options)]);
	beforeEach(() => {
		provider().graph.sentItemsDelayMs = HOUR;
		provider().faults.next(LOOK, { status: 503 });
	});

	it('counts for those who wait for it what is let out meanwhile, and the other way round', async () => {
		const early = attemptTwice(slow.options);
		await slow.paused();
		time.now += MINUTE + 1_000;
		await attempt();
		slow.goOn();
		await early;
		await attemptTwice();
		expect(own().sent).toHaveLength(2);
	});

	it('forgets nothing that is let out meanwhile when it fails', async () => {
		const early = attempt(slow.options);
		await slow.paused();
		time.now += MINUTE + 1_000;
		await attemptTwice();
		provider().faults.next(LOOK, { status: 403 });
		slow.goOn();
		await early;
		await attemptTwice();
		expect(own().sent).toHaveLength(2);
	});

	it('counts what is on its way since it ended', async () => {
		const early = attempt(slow.options);
		await slow.paused();
		time.now += MINUTE + 1_000;
		provider().faults.next({ path: /\/send$/ }, { status: 429, headers: { 'retry-after': '1' } });
		slow.goOn();
		await slow.paused();
		time.now += 2_000;
		await attemptTwice();
		slow.goOn();
		await early;
		expect(own().sent).toHaveLength(2);
	});
});

function archiveSent(): void {
	const sentItems = own().folder('sentitems').id;
	for (const mail of own().messages) {
		if (mail.parentFolderId === sentItems) mail.parentFolderId = own().folder('archive').id;
	}
}

it('counts what left Sent Items again', async () => {
	await tryOften(send, archiveSent);
	expect(own().sent).toHaveLength(2);
});

it('takes no email of a person for the copy of an email that left Sent Items again', async () => {
	const policy = { maximumEmailsPerHour: 3 };
	await send({}, policy);
	archiveSent();
	for (const subject of ['By a person', 'By a person, too']) showSent(subject);
	time.now += 2 * MINUTE;
	expect((await failureOf(send({}, policy))).message).toMatch(REFUSED);
});

it('lets the last email of an hour be tried again, which is no second one', async () => {
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	await send({}, { maximumEmailsPerHour: 1 });
	time.now += 2 * MINUTE;
	expect((await failureOf(send({}, { maximumEmailsPerHour: 1 }))).message).toMatch(REFUSED);
	expect(own().sent).toHaveLength(1);
});

const ask = async () =>
	await runStep(
		'email.sendAndWait',
		{ to: PAT, message: 'May I?' },
		{ clock, credentialData: policies.twoAnHour },
	);

it('counts questions, which do not stay in Sent Items', async () => {
	await tryOften(ask);
	expect(own().sent).toHaveLength(2);
});

it('counts a question whose sending was not answered', async () => {
	// The draft itself tells that it left.
	provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
	provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
	await tryOften(ask);
	expect(own().sent).toHaveLength(2);
});

it.each([2, -2])("goes by the provider's clock where n8n's is %i hours ahead", async (hours) => {
	time.ahead = hours * HOUR;
	await tryOften(send);
	expect(own().sent).toHaveLength(2);
});

/** It is in Sent Items, and this process did not put it there. */
function showSent(subject: string): void {
	const sentDateTime = new Date(time.now).toISOString();
	own().deliver({ subject, from: own().address, sentDateTime }, { folder: 'sentitems' });
}

it.each([0, 2, -2])(
	"counts what a person sends besides, with n8n's clock %i hours ahead",
	async (hours) => {
		time.ahead = hours * HOUR;
		showSent('By a person');
		await send();
		time.now += 2 * MINUTE;
		expect((await failureOf(send())).message).toMatch(REFUSED);
	},
);

it('counts what another process sent a few seconds ago', async () => {
	await send();
	showSent('By another process');
	time.now += 6_000;
	expect((await failureOf(send())).message).toMatch(REFUSED);
});

const invite = async (credentialData: object = policies.twoAnHour) => {
	const event = { subject: 'Talk', start: '2030-03-03T09:00', end: '2030-03-03T10:00' };
	await runStep(
		'calendar.createEvent',
		{ ...event, attendees: PAT },
		{ clock, credentialData: { ...credentialData } },
	);
};

it('counts an invitation once, although it shows in Sent Items under another name', async () => {
	await invite();
	showSent('Talk');
	time.now += 2 * MINUTE;
	await send();
	time.now += 2 * MINUTE;
	expect((await failureOf(send())).message).toMatch(REFUSED);
});

it.each([0, 1])(
	'takes no email of a person for the copy of an invitation that does not show (%i before)',
	async (before) => {
		const policy = { maximumEmailsPerHour: 4 };
		const tried = async () => {
			const outcome = await invite(policy).then(
				() => 'invited',
				() => 'refused',
			);
			time.now += 2 * MINUTE;
			return outcome;
		};
		const outcomes = before === 1 ? [await tried()] : [];
		showSent('By a person');
		showSent('By a person, too');
		while (outcomes.length < 5) outcomes.push(await tried());
		expect(outcomes).toEqual(['invited', 'invited', 'refused', 'refused', 'refused']);
	},
);

it('takes one email in Sent Items for the copy of one invitation', async () => {
	const policy = { maximumEmailsPerHour: 3 };
	await invite(policy);
	await invite(policy);
	showSent('Talk');
	time.now += 2 * MINUTE;
	await invite(policy);
	await expect(invite(policy)).rejects.toThrow(REFUSED);
});

it('counts the email of a person that leaves in the moment of an invitation', async () => {
	const policy = { maximumEmailsPerHour: 3 };
	await invite(policy);
	for (const subject of ['Talk', 'By a person']) showSent(subject);
	time.now += 2 * MINUTE;
	await invite(policy);
	await expect(invite(policy)).rejects.toThrow(REFUSED);
});

describe('while an email waits for the provider before it leaves', () => {
	const slow = pausingRuns();
	const early = async () => {
		provider().faults.next({ path: /\/send$/ }, { status: 429, headers: { 'retry-after': '120' } });
		const sent = send({}, { maximumEmailsPerHour: 1 }, slow.options).catch(() => 'failed');
		await slow.paused();
		time.now += 3 * MINUTE;
		return { sent };
	};
	/** Lets it go on through all of its pauses. */
	const finish = async (sent: Promise<unknown>) => {
		for (let pause = 0; pause < 200; pause++) {
			slow.goOn();
			await wait();
		}
		await sent;
	};
	const another = async () => await failureOf(send({}, { maximumEmailsPerHour: 1 }));

	it('counts it, however long that takes', async () => {
		const { sent } = await early();
		const { message } = await another().catch(() => ({ message: 'sent' }));
		await finish(sent);
		expect(message).toMatch(REFUSED);
		expect(own().sent).toHaveLength(1);
	});

	it('counts it for a minute after its end, as it may still have left', async () => {
		const { sent } = await early();
		provider().faults.next({ path: /\/send$/ }, { status: 400 });
		await finish(sent);
		expect((await another()).message).toMatch(REFUSED);
		time.now += MINUTE + 1_000;
		await send({}, { maximumEmailsPerHour: 1 });
		expect(own().sent).toHaveLength(1);
	});

	it('counts it for an hour from when it left', async () => {
		const { sent } = await early();
		await finish(sent);
		for (const mail of own().messages) mail.parentFolderId = own().folder('archive').id;
		time.now += HOUR - MINUTE;
		expect((await another()).message).toMatch(REFUSED);
		time.now += 2 * MINUTE;
		await send({}, { maximumEmailsPerHour: 1 });
	});
});

it('counts none that could not be sent, after a minute', async () => {
	provider().faults.next({ path: /\/send$/, times: 2 }, { status: 400 });
	await failureOf(send());
	await failureOf(send());
	expect((await failureOf(send())).message).toMatch(REFUSED);
	time.now += MINUTE + 1_000;
	await send();
	expect(own().sent).toHaveLength(1);
});

it('a run that is cancelled while it looks takes no other run with it that waits for the same look', async () => {
	let goOn = (): void => undefined;
	const heldUntil = new Promise<void>((resolve) => (goOn = resolve));
	provider().faults.next(LOOK, { heldUntil });
	const cancelled = new AbortController();
	const first = failureOf(send({}, policies.twoAnHour, { abortSignal: cancelled.signal }));
	while (provider().requests.count(LOOK) === 0) await wait();
	const clocks = provider().requests.count({ method: 'GET', path: /\/sentitems$/i });
	const second = send();
	const isWaiting = () =>
		provider().requests.count({ method: 'GET', path: /\/sentitems$/i }) > clocks;
	while (!isWaiting()) await wait();
	for (let turn = 0; turn < 3000; turn++) await wait();
	cancelled.abort(new Error('Stopped by hand'));
	await first;
	goOn();
	await second;
	expect(own().sent).toHaveLength(1);
});
