import type { IDataObject } from 'n8n-workflow';
import { applicationCredential, connectedCredential } from '../../../../harness/credentialsHelper';
import type { SharedBench } from '../../../../harness/severalMailboxes';
import {
	INFO,
	ofEach,
	pathOf,
	SALES,
	startSharedBench,
	SUPPORT,
} from '../../../../harness/severalMailboxes';
import { failureOf } from '../../../../harness/steps';
import { MINUTE, SECOND, subjects } from '../../../../harness/trigger';

const HOUR = 60 * MINUTE;
let bench: SharedBench;

async function start(...[names, more, node]: Parameters<typeof startSharedBench>) {
	bench = await startSharedBench(names, more, node);
	return bench;
}

async function activeTrigger(...given: Parameters<typeof startSharedBench>) {
	await start(...given);
	await bench.activate();
	await bench.poll({ after: SECOND });
}

afterEach(async () => {
	jest.restoreAllMocks();
	await bench.stop();
});

describe('a trigger with several mailboxes', () => {
	it('starts the workflow once for the email of all, and each item says which mailbox it is of', async () => {
		await start([SUPPORT, SALES]);
		bench.deliver(SALES, 'there before');
		bench.time.now += 5 * MINUTE;
		expect(await bench.activate()).toEqual([]);
		bench.time.now += SECOND;
		bench.deliver(SALES, 'offer');
		bench.deliver(SUPPORT, 'help');
		bench.deliver(INFO, 'not watched');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`, `${SALES}: offer`]);
		expect(await bench.poll()).toEqual([]);
	});

	it('goes on in each where it was, after a restart and after a crash', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SALES, 'one');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: one`]);
		bench.deliver(SUPPORT, 'two', 10 * MINUTE);
		bench.deliver(SALES, 'three');
		await bench.crash();
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: three`]);
		bench.restart();
		expect(ofEach(await bench.poll({ after: 10 * MINUTE }))).toEqual([`${SUPPORT}: two`]);
		expect(await bench.poll()).toEqual([]);
	});

	it('hands over as many of each as one poll may', async () => {
		await activeTrigger([SUPPORT, SALES], { options: { maxMails: 1 } });
		for (const subject of ['one', 'two']) bench.deliver(SUPPORT, subject);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: one`, `${SALES}: offer`]);
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: two`]);
	});

	it('gives one heartbeat, for all', async () => {
		await activeTrigger([SUPPORT, SALES], { options: { heartbeat: 2 } });
		bench.time.now += HOUR;
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll({ after: 0 }))).toEqual([`${SALES}: offer`]);
		expect(await bench.poll({ after: 2 * HOUR - SECOND })).toEqual([]);
		const items = await bench.poll({ after: SECOND });
		expect(items.map(({ json }) => [json.heartbeat, json.mailbox])).toEqual([[true, undefined]]);
	});

	it('waits in all of them while n8n stores what was delivered', async () => {
		await activeTrigger([SUPPORT, SALES]);
		const before = structuredClone(bench.memory);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		const after = bench.memory;
		bench.deliver(SUPPORT, 'help');
		bench.memory = before;
		expect(await bench.poll()).toEqual([]);
		bench.memory = after;
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
	});

	it('works with App-Only access, where nobody has signed in', async () => {
		await start([SUPPORT, SALES], { authentication: 'mailAppOAuth2Api' });
		jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
		const credential = applicationCredential(bench.simulator);
		await bench.activate({ credential });
		bench.deliver(SALES, 'offer');
		bench.deliver(SUPPORT, 'help');
		expect(ofEach(await bench.poll({ credential }))).toEqual([
			`${SUPPORT}: help`,
			`${SALES}: offer`,
		]);
	});

	it('is refused where the credential does not open one of them, of which nothing is asked', async () => {
		await start([SUPPORT, SALES], { authentication: 'mailAppOAuth2Api' });
		jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
		const entered = { whichMailboxes: 'listed', listedMailboxes: SUPPORT };
		const credential = applicationCredential(bench.simulator, { entered });
		const failure = await failureOf(bench.activate({ credential }));
		expect(failure.message).toBe(
			`${SALES}: Opening the mailbox was refused: the credential does not name the mailbox (Mailboxes is "Listed Only"). ` +
				'Enter a mailbox exactly as the credential names it. Or have it added to Listed Mailboxes in the credential.',
		);
		expect(bench.simulator.requests.matching({ path: pathOf(SALES) })).toEqual([]);
		expect(bench.memory).toEqual({});
	});

	it.each([
		[`${SUPPORT}, nobody at all`, 'Mailbox: must be an email address or a user ID'],
		[
			Array.from({ length: 11 }, (_, at) => `box${at}@contoso.com`).join(),
			'Mailbox: holds more than 10 mailboxes: add another trigger for the others',
		],
	])('is not activated with %s', async (mailbox, message) => {
		await start([mailbox]);
		expect((await failureOf(bench.activate())).message).toBe(message);
	});

	it('watches a mailbox once that is written twice', async () => {
		await activeTrigger([SALES, SUPPORT, SALES.toUpperCase()]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		expect(bench.places()).toHaveLength(2);
	});
});

describe('one mailbox', () => {
	it('is named by each item where the field names it, and stored as ever', async () => {
		await activeTrigger([SALES]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		expect(bench.cursor()).toMatchObject({ deliveries: 1, scope: expect.any(String) });
	});

	it('is not named where the field is empty', async () => {
		await activeTrigger([]);
		bench.mailbox.deliver({ subject: 'mail', from: 'ann@contoso.com' });
		const [item] = await bench.poll();
		expect(Object.keys(item?.json ?? {})).not.toContain('mailbox');
	});
});

describe('when the mailboxes of a trigger are edited', () => {
	it('the first one goes on where it was, and the one that is added begins', async () => {
		await activeTrigger([SUPPORT]);
		bench.deliver(SUPPORT, 'help');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
		bench.deliver(SUPPORT, 'shows late', 5 * MINUTE);
		bench.deliver(SALES, 'there before');
		bench.time.now += 2 * MINUTE;
		const before = bench.cursor();
		expect(await bench.edit(SUPPORT, SALES)).toEqual([]);
		expect(bench.places()[0]).toMatchObject({ scope: before?.scope, entries: before?.entries });
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		expect(ofEach(await bench.poll({ after: 5 * MINUTE }))).toEqual([`${SUPPORT}: shows late`]);
		expect(await bench.poll()).toEqual([]);
	});

	it('what polls looked at since counts, although n8n has not stored it', async () => {
		await activeTrigger([SUPPORT], { searchFilter: 'subject:help' });
		bench.remake();
		bench.parameters.mailbox = `${SUPPORT}, ${SALES}`;
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		bench.deliver(SALES, 'help, shows late', 15 * MINUTE);
		bench.deliver(SALES, 'offer');
		expect(await bench.poll({ after: 5 * MINUTE })).toEqual([]);
		bench.remake();
		bench.parameters.searchFilter = '';
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		expect(ofEach(await bench.poll({ after: 10 * MINUTE }))).toEqual([
			`${SALES}: help, shows late`,
		]);
	});

	it('one that takes the place of others is kept while n8n has not stored it', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		bench.remake();
		bench.parameters.mailbox = INFO;
		expect(await bench.poll({ activation: 'update' })).toEqual([]);
		bench.deliver(INFO, 'during an edit');
		bench.remake();
		bench.time.now += 5 * MINUTE;
		expect(ofEach(await bench.poll({ activation: 'update' }))).toEqual([`${INFO}: during an edit`]);
	});

	it('one that is taken out and added again later begins anew', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		await bench.edit(SUPPORT);
		bench.deliver(SUPPORT, 'help');
		bench.deliver(SALES, 'while it was out');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
		bench.time.now += 2 * MINUTE;
		expect(await bench.edit(SALES, SUPPORT)).toEqual([]);
		bench.deliver(SALES, 'new offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: new offer`]);
	});

	it('all of them begin anew with another credential', async () => {
		await activeTrigger([SUPPORT, SALES]);
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SALES}: offer`]);
		bench.deliver(SUPPORT, 'before the change');
		bench.time.now += 2 * MINUTE;
		bench.credentialId = 'another credential';
		expect(await bench.edit(SUPPORT, SALES)).toEqual([]);
		bench.deliver(SUPPORT, 'help');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help`]);
	});

	it('nothing comes twice where one after the other is alone in it', async () => {
		await activeTrigger([SUPPORT, SALES], { options: { maxMails: 1 } });
		// The place of the one does not move while much of it waits.
		for (let mail = 0; mail < 9; mail++) bench.deliver(SUPPORT, `help ${mail}`);
		bench.time.now += MINUTE;
		bench.deliver(SALES, 'offer');
		expect(ofEach(await bench.poll())).toEqual([`${SUPPORT}: help 0`, `${SALES}: offer`]);
		expect(ofEach(await bench.edit(SUPPORT))).toEqual([`${SUPPORT}: help 1`]);
		bench.time.now += MINUTE;
		expect(await bench.edit(SALES)).toEqual([]);
		expect(await bench.poll()).toEqual([]);
		expect(Array.isArray(bench.memory.cursor)).toBe(true);
	});
});

// fact: id-token
describe('when somebody else signs in to the same credential', () => {
	const OTHER = 'other@contoso.com';
	const fill = (owner: string) => {
		const mailbox = bench.simulator.graph.mailbox(owner);
		const at = (hours: number) => ({
			dateTime: new Date(bench.time.now + hours * HOUR).toISOString().replace('Z', ''),
			timeZone: 'UTC',
		});
		mailbox.calendar.seed({ subject: owner, start: at(1), end: at(2) });
		mailbox.contacts.add({ displayName: owner });
		mailbox.deliver({ subject: owner, from: owner }).flag = { flagStatus: 'flagged' };
	};

	it.each([
		['mailTrigger', { event: 'flagged' }],
		['calendarTrigger', { event: ['created', 'cancelled'] }],
		['contactTrigger', { event: ['created', 'deleted'] }],
	])('the %s begins anew: what is in the other mailbox is not new', async (node, more) => {
		await start([], more, node);
		await bench.activate();
		fill(bench.mailbox.address);
		fill(OTHER);
		expect(await bench.poll()).toHaveLength(1);
		const credential = connectedCredential('mailOAuth2Api', bench.simulator, OTHER);
		expect(await bench.poll({ credential })).toEqual([]);
		fill(OTHER);
		expect(await bench.poll({ credential })).toHaveLength(1);
		expect(await bench.poll({ credential })).toEqual([]);
	});

	it.each([
		['them, what came before is not new', OTHER, ['later']],
		['the same person, in another credential, it goes on', undefined, ['meanwhile', 'later']],
	])('after a time when nobody was signed in: to %s', async (_, successor, told) => {
		await start([]);
		const { simulator, mailbox } = bench;
		const theirs = successor === undefined ? mailbox : simulator.graph.mailbox(successor);
		const come = (subject: string) => theirs.deliver({ subject, from: 'ann@contoso.com' });
		await bench.activate();
		await bench.poll();
		simulator.faults.next({ path: /^\/me\//, times: Infinity }, { status: 401 });
		come('meanwhile');
		await expect(bench.poll({ after: 24 * HOUR })).rejects.toThrow('sign-in has expired');
		simulator.faults.clear();
		const credential = connectedCredential('mailOAuth2Api', simulator, theirs.address);
		if (successor === undefined) bench.credentialId = 'another';
		const again = { credential, credentialId: bench.credentialId };
		const before = await bench.poll(again);
		// n8n may not have stored yet that they signed in.
		bench.restart();
		come('later');
		const all = [...before, ...(await bench.poll(again)), ...(await bench.poll(again))];
		expect(subjects(all)).toEqual(told);
	});

	it.each([undefined, '', 'no token', 'a.bm8ganNvbg.', 'a.e30.'])(
		'the trigger polls where the sign-in does not tell who it was: %s',
		async (id_token) => {
			await start([], { event: 'flagged' });
			const { address } = bench.mailbox;
			const oauthTokenData = { ...bench.simulator.tokens.issue(address), id_token };
			const credential = connectedCredential('mailOAuth2Api', bench.simulator, address, {
				oauthTokenData: JSON.parse(JSON.stringify(oauthTokenData)) as IDataObject,
			});
			await bench.activate({ credential });
			fill(address);
			expect(await bench.poll({ credential })).toHaveLength(1);
		},
	);

	it.each(['flagged', 'received'])('a mailbox that is named goes on: %s', async (event) => {
		await activeTrigger([SUPPORT], { event });
		bench.shared(SUPPORT).shareWith(OTHER, { mail: 'readWrite' });
		fill(SUPPORT);
		const credential = connectedCredential('mailOAuth2Api', bench.simulator, OTHER);
		expect(await bench.poll({ credential })).toHaveLength(1);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('the test step of several mailboxes', () => {
	it('shows the newest email that matches of any of them', async () => {
		await start([SUPPORT, SALES], { searchFilter: 'subject:order' });
		for (const [name, subject] of [
			[SUPPORT, 'order 1'],
			[SALES, 'order 2'],
			[SUPPORT, 'question'],
		] as const) {
			bench.time.now += SECOND;
			bench.deliver(name, subject);
		}
		expect(ofEach(await bench.poll({ mode: 'manual' }))).toEqual([`${SALES}: order 2`]);
		expect(bench.memory).toEqual({});
	});

	it('says what the nearest of any does not meet, and which mailbox it cannot look at', async () => {
		await start([SUPPORT, SALES], { searchFilter: 'subject:order' });
		bench.deliver(SALES, 'question');
		expect(await failureOf(bench.poll({ mode: 'manual' }))).toMatchObject({
			message: 'No email matches',
			description: expect.stringContaining('does not meet: subject:order'),
		});
		bench.breakDown(SALES, { status: 403 });
		const { message } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(message).toMatch(new RegExp(`^${SALES}: `));
	});
});

describe.each([
	['calendarTrigger', ['created']],
	['contactTrigger', ['created']],
])('the %s with several mailboxes', (node, event) => {
	const add = (name: string, title: string) => {
		const { calendar, contacts } = bench.shared(name);
		if (node === 'contactTrigger') contacts.add({ displayName: title });
		else {
			const at = (hours: number) => ({
				dateTime: new Date(bench.time.now + hours * HOUR).toISOString().replace('Z', ''),
				timeZone: 'UTC',
			});
			calendar.seed({ subject: title, start: at(1), end: at(2) });
		}
	};
	const told = (items: Awaited<ReturnType<SharedBench['poll']>>) =>
		items.map(({ json }) => [json.mailbox, json.changeType, json.subject ?? json.displayName]);

	it('starts once for what happens in each, also after a restart', async () => {
		await activeTrigger([SUPPORT, SALES], { event }, node);
		add(SALES, 'one');
		add(SUPPORT, 'two');
		expect(told(await bench.poll())).toEqual([
			[SUPPORT, 'created', 'two'],
			[SALES, 'created', 'one'],
		]);
		bench.restart();
		add(SALES, 'three');
		expect(told(await bench.poll())).toEqual([[SALES, 'created', 'three']]);
		expect(await bench.poll()).toEqual([]);
		expect(bench.places()).toHaveLength(2);
	});

	it('goes on where it was in one that failed', async () => {
		await activeTrigger([SUPPORT, SALES], { event }, node);
		bench.breakDown(SUPPORT, { status: 403 });
		add(SUPPORT, 'one');
		add(SALES, 'two');
		expect(told(await bench.poll())).toEqual([[SALES, 'created', 'two']]);
		bench.restart();
		bench.simulator.faults.clear();
		expect(told(await bench.poll())).toEqual([[SUPPORT, 'created', 'one']]);
	});

	it('asks nothing of one that the credential does not name any more', async () => {
		await start([SUPPORT, SALES], { event, authentication: 'mailAppOAuth2Api' }, node);
		jest.spyOn(Date, 'now').mockImplementation(bench.clock.now);
		const before = applicationCredential(bench.simulator);
		await bench.activate({ credential: before });
		await bench.poll({ credential: before, after: SECOND });
		const entered = { whichMailboxes: 'listed', listedMailboxes: SALES };
		const credential = applicationCredential(bench.simulator, { entered });
		bench.simulator.requests.clear();
		for (let poll = 0; poll < 2; poll++) {
			for (const name of [SUPPORT, SALES]) add(name, `${poll}`);
			expect(told(await bench.poll({ credential }))).toEqual([[SALES, 'created', `${poll}`]]);
		}
		expect(bench.simulator.requests.matching({ path: pathOf(SUPPORT) })).toEqual([]);
	});

	it('shows in the test step what one of them has', async () => {
		await start([SUPPORT, SALES], { event }, node);
		add(SALES, 'one');
		expect(told(await bench.poll({ mode: 'manual' }))).toEqual([[SALES, 'created', 'one']]);
	});
});
