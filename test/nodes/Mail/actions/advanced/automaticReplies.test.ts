import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { createSkippingClock } from '../../../../harness/skippingClock';
import { failureOf } from '../../../../harness/steps';
import { policies } from '../../../../policy/mailboxUnderAttack';

// Holds under each reading of fact: reply-range-code.

const NEEDS_SCHEDULE = /^Replies: must be "On for a Time" \(scheduled\) for a Start or End/;
const NOW = Date.parse('2026-03-02T09:10:20Z');

const clock = createSkippingClock(NOW);
useMailboxes({ clock });

const get = 'advanced.getAutomaticReplies';
const set = 'advanced.setAutomaticReplies';
const replies = () => own().settings.automaticRepliesSetting;
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const sent = () => provider().requests.matching({ method: 'PATCH' }).at(-1)?.body;

describe('Get Automatic Replies', () => {
	it('says that they are off, and with which texts they were', async () => {
		Object.assign(replies(), { internalReplyMessage: '<p>I am on holiday</p>' });
		await expect(runForOne(get)).resolves.toEqual({
			status: 'disabled',
			active: false,
			externalAudience: 'all',
			message: 'I am on holiday',
			externalMessage: '',
		});
	});

	it.each([
		['2026-03-02T09:10:00', '2026-03-02T09:11:00', true],
		['2026-03-02T09:10:20', '2026-03-02T09:11:00', true],
		['2026-03-02T09:11:00', '2026-03-03T09:11:00', false],
		['2026-03-01T09:11:00', '2026-03-02T09:10:20', false],
	])('says whether they answer now, from %s to %s', async (start, end, active) => {
		own().settings.timeZone = 'W. Europe Standard Time';
		Object.assign(replies(), {
			status: 'scheduled',
			scheduledStartDateTime: at(start),
			scheduledEndDateTime: at(end),
		});
		const item = await runForOne(get);
		expect(item).toMatchObject({ status: 'scheduled', active });
		expect(Date.parse(String(item.start))).toBe(Date.parse(`${start}Z`));
		expect(item.end).toMatch(/\+01:00$/);
	});

	it('tells the times in the zone of the workflow where the mailbox does not say its own', async () => {
		const automaticRepliesSetting = {
			status: 'scheduled',
			scheduledStartDateTime: at('2026-03-02T09:00:00'),
			scheduledEndDateTime: at('2026-03-02T10:00:00'),
		};
		provider().faults.next({}, { status: 200, body: { automaticRepliesSetting } });
		const item = await runForOne(get, {}, { timezone: 'Asia/Tokyo' });
		expect(item.start).toBe('2026-03-02T18:00:00+09:00');
	});

	it('knows the words of Graph however they are capitalized', async () => {
		const automaticRepliesSetting = { status: 'AlwaysEnabled', externalAudience: 'ContactsOnly' };
		provider().faults.next({}, { status: 200, body: { automaticRepliesSetting } });
		await expect(runForOne(get)).resolves.toMatchObject({
			status: 'alwaysEnabled',
			active: true,
			externalAudience: 'contactsOnly',
		});
	});

	it('returns the texts as HTML where that is wanted, without marks that show nothing', async () => {
		Object.assign(replies(), {
			status: 'alwaysEnabled',
			externalReplyMessage: '<b>Away</b>\uFEFF',
		});
		const item = await runForOne(get, { format: 'html' });
		expect(item).toMatchObject({ active: true, externalMessage: '<b>Away</b>' });
	});

	it('reads what a mailbox says that has set nothing', async () => {
		provider().faults.next({}, { status: 200, body: {} });
		await expect(runForOne(get)).resolves.toEqual({
			status: 'disabled',
			active: false,
			externalAudience: 'none',
			message: '',
			externalMessage: '',
		});
	});

	it('says of another mailbox that only its owner sees them', async () => {
		const failure = await failureOf(runForOne(get, { mailbox: SHARED_MAILBOX }));
		expect(failure.message).toContain('not allowed');
		expect(failure.description).toContain('MailboxSettings.Read');
		expect(failure.description).toContain('leave Mailbox empty');
	});
});

describe('Set Automatic Replies', () => {
	it('switches them on for colleagues alone, unless somebody chose more', async () => {
		const item = await runForOne(set, {
			status: 'alwaysEnabled',
			message: 'Away <until> Monday\nBob',
		});
		expect(item).toMatchObject({ status: 'alwaysEnabled', active: true, externalAudience: 'none' });
		expect(item.message).toBe('Away <until> Monday\nBob');
		expect(replies()).toMatchObject({
			externalAudience: 'none',
			internalReplyMessage: 'Away &lt;until&gt; Monday<br>Bob',
			externalReplyMessage: '',
		});
	});

	it('answers those outside with the same message, or with one of their own', async () => {
		const given = {
			status: 'alwaysEnabled',
			message: '<p>Away</p>',
			externalAudience: 'contactsOnly',
		};
		await runForOne(set, given);
		expect(replies()).toMatchObject({
			externalAudience: 'contactsOnly',
			externalReplyMessage: '<p>Away</p>',
		});
		await runForOne(set, { ...given, externalMessage: 'Closed' });
		expect(replies()).toMatchObject({
			internalReplyMessage: '<p>Away</p>',
			externalReplyMessage: 'Closed',
		});
	});

	it('of several items does one after the other, so that the last one counts', async () => {
		const items = ['First', 'Second', 'Third'].map((message) => ({ json: { message } }));
		const given = { status: 'alwaysEnabled', message: '={{ $json.message }}' };
		const told = await runStep(set, given, { items });
		expect(told.map(({ json }) => json.message)).toEqual(['First', 'Second', 'Third']);
		expect(replies()).toMatchObject({ internalReplyMessage: 'Third' });
	});

	it('switches them off, and leaves their texts', async () => {
		Object.assign(replies(), { status: 'alwaysEnabled', internalReplyMessage: 'Away' });
		const item = await runForOne(set, { status: 'disabled' });
		expect(item).toMatchObject({ status: 'disabled', active: false, message: 'Away' });
		expect(sent()).toEqual({ automaticRepliesSetting: { status: 'disabled' } });
	});

	describe('in a mailbox that takes them for a time alone (fact: replies-left)', () => {
		beforeEach(() => {
			own().repliesByRangeAlone = true;
		});

		it('ends those that are for a time', async () => {
			const end = { scheduledEndDateTime: at('2026-03-09T00:00:00') };
			Object.assign(replies(), { status: 'scheduled', ...end });
			const item = await runForOne(set, { status: 'disabled' });
			expect(item).toMatchObject({ status: 'disabled', active: false });
			expect(replies().status).toBe('disabled');
		});

		it('says that they are off where they were to be on without an end', async () => {
			const on = { status: 'alwaysEnabled', message: 'Away' };
			const { message, description } = await failureOf(runForOne(set, on));
			expect(message).toContain('left the automatic replies off');
			expect(description).toContain('"On for a Time" (scheduled)');
		});
	});

	it('sets them for a time in the zone of the mailbox, the end with its whole day', async () => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const item = await runForOne(set, {
			status: 'scheduled',
			message: 'Away',
			start: '2026-03-27T18:00',
			end: '2026-03-31',
		});
		expect(item).toMatchObject({
			status: 'scheduled',
			active: false,
			start: '2026-03-27T18:00:00+01:00',
			end: '2026-04-01T00:00:00+02:00',
		});
		expect(replies().scheduledStartDateTime).toEqual({
			dateTime: '2026-03-27T18:00:00',
			timeZone: 'W. Europe Standard Time',
		});
	});

	it('tells their times in the zone of the mailbox, as Get does, whatever offset they were given with', async () => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const times = { start: '2026-03-27T12:00-05:00', end: '2026-03-31T12:00-04:00' };
		const given = { status: 'scheduled', message: 'Away', ...times };
		const item = await runForOne(set, given, { timezone: 'America/New_York' });
		expect(item).toMatchObject({
			start: '2026-03-27T18:00:00+01:00',
			end: '2026-03-31T18:00:00+02:00',
		});
		expect(await runForOne(get)).toEqual(item);
	});

	it('begins with the next minute when no start is given: the past is refused', async () => {
		const given = { status: 'scheduled', message: 'Away', end: '2026-03-03T09:00Z' };
		const item = await runForOne(set, given);
		expect(item.start).toMatch(/T\d{2}:11:00/);
		expect(Date.parse(String(item.start))).toBe(Date.parse('2026-03-02T09:11:00Z'));
	});

	it.each(['2026-03-02T09:10:19.990Z', '2026-03-02T09:10Z'])(
		'begins with the next minute when the start is now, as $now gives it: %s',
		async (start) => {
			const given = { status: 'scheduled', message: 'Away', start, end: '2026-03-03T09:00Z' };
			const item = await runForOne(set, given);
			expect(Date.parse(String(item.start))).toBe(Date.parse('2026-03-02T09:11:00Z'));
		},
	);

	it('begins a minute later when the next one is so near that the request could come too late', async () => {
		const late = createSkippingClock(Date.parse('2026-03-02T09:10:59.900Z'));
		const given = { status: 'scheduled', message: 'Away', end: '2026-03-03T09:00Z' };
		const [item] = await runStep(set, given, { clock: late });
		expect(Date.parse(String(item?.json.start))).toBe(Date.parse('2026-03-02T09:12:00Z'));
	});

	it('says when they could begin at the earliest, where they would end before that', async () => {
		const late = createSkippingClock(Date.parse('2026-03-02T09:10:45Z'));
		own().settings.timeZone = 'W. Europe Standard Time';
		const given = { status: 'scheduled', message: 'Away', end: '2026-03-02T10:11:50' };
		const { message } = await failureOf(runStep(set, given, { clock: late }));
		expect(message).toBe('End: must be after 2026-03-02T10:12+01:00, which an empty Start means');
	});

	it.each([
		[{}, /^Replies: is required, one of: disabled, alwaysEnabled, scheduled/],
		[{ status: 'alwaysEnabled', message: ' ' }, /^Message: is required/],
		[{ status: '={{ "alwaysEnabled" }}', message: 'Away', end: '2026-03-06' }, NEEDS_SCHEDULE],
		[{ status: '={{ "On" }}', message: 'Away', start: '2026-03-06' }, NEEDS_SCHEDULE],
		[{ status: 'scheduled', message: 'Away' }, /^End: is required/],
		[
			{ status: 'scheduled', message: 'Away', start: '2026-03-02T09:09:59Z', end: '2026-03-09' },
			/^Start: is in the past/,
		],
		[
			{ status: 'scheduled', message: 'Away', start: '2026-03-09T09:00', end: '2026-03-09T09:00' },
			/^End: must be after Start/,
		],
		[
			{ status: 'scheduled', message: 'Away', end: '2026-03-02T09:10:50Z' },
			/^End: must be after 2026-03-02T09:11Z, which an empty Start means/,
		],
	])('refuses %j, and changes nothing', async (parameters, message) => {
		expect((await failureOf(runForOne(set, parameters))).message).toMatch(message);
		expect(asked().filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('says which permission is missing, and where to add it', async () => {
		const denied = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
		provider().faults.next({ method: 'PATCH' }, { status: 403, body: denied });
		const failure = await failureOf(runForOne(set, { status: 'disabled' }));
		expect(failure.description).toMatch(
			/^Choose Permissions "Custom" in the credential, add the scope MailboxSettings\.ReadWrite, press "Switch account"/,
		);
	});
});

describe('Set Automatic Replies under an outgoing policy', () => {
	const on = { status: 'alwaysEnabled', message: 'Away', externalAudience: 'none' };
	const run = async (policy: keyof typeof policies, change: object = {}) =>
		await runStep(set, { ...on, ...change }, { credentialData: policies[policy] });

	it.each(Object.keys(policies) as Array<keyof typeof policies>)(
		'switches them off, whatever is held (%s)',
		async (policy) => {
			Object.assign(replies(), { status: 'alwaysEnabled' });
			await run(policy, { status: 'disabled' });
			expect(replies().status).toBe('disabled');
		},
	);

	it.each([
		['organization', {}],
		['nothing', { externalAudience: 'all' }],
	] as const)('lets through what %s does not hold: %j', async (policy, change) => {
		await run(policy, change);
		expect(replies().status).toBe('alwaysEnabled');
	});

	it.each([
		['listed', {}, 'anyone who writes from the organization would be answered (Allowed Recipients'],
		[
			'answers',
			{},
			'anyone who writes from the organization would be answered (Allowed Recipients',
		],
		['nobody', {}, 'anyone who writes from the organization would be answered (Allowed Recipients'],
		[
			'organization',
			{ externalAudience: 'all' },
			'anyone who writes would be answered (Allowed Recipients',
		],
		['organization', { externalAudience: 'contactsOnly' }, 'anyone who writes would be answered ('],
		['twoAnHour', {}, 'anyone who writes from the organization would be answered (Maximum Emails'],
	] as const)('%s refuses %j', async (policy, change, why) => {
		const { message } = await failureOf(run(policy, change));
		expect(message).toContain(`Set Automatic Replies was refused: ${why}`);
		expect(replies().status).toBe('disabled');
	});
});

// Last, as the clock goes on.
describe('Set Automatic Replies from now on', () => {
	it.each([
		['GET', 429],
		['PATCH', 429],
		['PATCH', 503],
	])(
		'begins later where the provider lets the request wait beyond that: %s %s',
		async (method, status) => {
			provider().faults.next(
				{ method, path: /mailboxSettings/ },
				{ status, headers: { 'retry-after': '120' } },
			);
			const given = { status: 'scheduled', message: 'Away', end: '2026-03-09T09:00' };
			const { start } = await runForOne(set, given);
			const late = Date.parse(String(start)) - clock.now();
			expect(late).toBeGreaterThan(0);
			expect(late).toBeLessThanOrEqual(90_000);
			expect(replies().status).toBe('scheduled');
		},
	);

	it('says that they may be set already, where the answer to a start of its own was lost', async () => {
		provider().faults.next({ method: 'PATCH' }, { cut: 'after' });
		provider().faults.next({ method: 'PATCH' }, { status: 503, headers: { 'retry-after': '120' } });
		const start = new Date(clock.now() + 60_000).toISOString();
		const given = { status: 'scheduled', message: 'Away', start, end: '2026-03-09T09:00' };
		const { description } = await failureOf(runForOne(set, given));
		expect(description).toContain('It may have taken effect already');
	});
});
