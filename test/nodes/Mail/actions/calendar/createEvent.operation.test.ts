import {
	asked,
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
import { failureOf, locator } from '../../../../harness/steps';
import { EVE, policies } from '../../../../policy/mailboxUnderAttack';
import type { Fault } from '../../../../simulator/faults';

useMailboxes();

const step = 'calendar.createEvent';
const VIENNA = { timezone: 'Europe/Vienna' };
const meeting = {
	subject: 'Review',
	start: '2026-03-03T10:00',
	end: '2026-03-03T11:30',
	attendees: 'Ann Lee <ann@contoso.com>, bob@contoso.com',
	location: 'Room 4',
	body: '<p>The <b>agenda</b></p>',
};
const noticed = () => own().calendar.notices.map(({ kind, to }) => ({ kind, to }));
const madeEvent = () => {
	const [event, ...more] = own().calendar.events;
	expect(more).toEqual([]);
	if (!event) throw new Error('No event was made');
	return event;
};

describe('Create Event', () => {
	it("makes an event in the mailbox's zone and invites its attendees", async () => {
		own().settings.timeZone = 'Europe/Vienna';
		const made = await runForOne(step, meeting);
		expect(made).toMatchObject({
			subject: 'Review',
			start: '2026-03-03T10:00:00+01:00',
			end: '2026-03-03T11:30:00+01:00',
			timeZone: 'Europe/Vienna',
			location: 'Room 4',
			organizer: { address: 'me@contoso.com' },
			attendees: [{ address: 'ann@contoso.com', name: 'Ann Lee' }, { address: 'bob@contoso.com' }],
			showAs: 'busy',
			isOrganizer: true,
			description: 'The agenda',
		});
		expect(madeEvent().startZone).toBe('W. Europe Standard Time');
		expect(noticed()).toEqual([{ kind: 'invitation', to: ['ann@contoso.com', 'bob@contoso.com'] }]);
		expect(asked()).toEqual(['GET /me/mailboxSettings/timeZone', 'POST /me/events']);
	});

	it('says that an event may be there although an attendee was refused', async () => {
		// Seen: the event is made, and the answer says that an address is wrong (fact: event-made-anyway).
		const body = {
			error: { code: 'ErrorInvalidRecipients', message: "At least one recipient isn't valid." },
		};
		const refusal = { status: 400, body, after: true };
		provider().faults.next({ method: 'POST', path: '/me/events' }, refusal);
		const { description } = await failureOf(runForOne(step, meeting));
		expect(description).toContain('Attendees');
		expect(description).toContain('look in the calendar');
		expect(description).not.toContain('draft');
		madeEvent();
	});

	it('works in a shared mailbox, in a calendar by name', async () => {
		const team = shared().calendar.addCalendar('Team');
		await runForOne(step, {
			...meeting,
			calendar: locator('name', 'team'),
			mailbox: SHARED_MAILBOX,
		});
		expect(shared().calendar.events.map(({ calendarId }) => calendarId)).toEqual([team.id]);
		expectOnlyShared();
	});

	it('asks for another calendar where one takes no events, not for another sign-in', async () => {
		own().calendar.addCalendar('Birthdays').isReadOnly = true;
		const calendar = locator('name', 'birthdays');
		const { description } = await failureOf(runForOne(step, { ...meeting, calendar }));
		expect(description).toContain('another calendar');
		expect(description).not.toContain('permission set');
	});

	it('takes an hour when only the start is given, and a zone of its own', async () => {
		const made = await runForOne(step, {
			start: '2026-07-01T09:00',
			options: { timeZone: 'America/New_York' },
		});
		expect(made).toMatchObject({
			start: '2026-07-01T09:00:00-04:00',
			end: '2026-07-01T10:00:00-04:00',
			timeZone: 'America/New_York',
			attendees: [],
		});
		expect(noticed()).toEqual([]);
	});

	it('keeps the days of an all-day event from the first to the last', async () => {
		const made = await runForOne(
			step,
			{ subject: 'Fair', start: '2026-03-03', end: '2026-03-05T00:00:00', allDay: true },
			{ timezone: 'Asia/Tokyo' },
		);
		expect(made).toMatchObject({ start: '2026-03-03', end: '2026-03-05', isAllDay: true });
		expect(madeEvent().end - madeEvent().start).toBe(3 * 86_400_000);
	});

	it.each([
		['a moment in UTC', '2026-03-01T23:00:00.000Z'],
		['a JavaScript date', "={{ new Date('2026-03-02T00:00:00+01:00') }}"],
		['a DateTime in UTC', "={{ DateTime.fromISO('2026-03-01T23:00Z').toUTC() }}"],
	])('takes %s as the day that it is in the mailbox, not in the workflow', async (_, start) => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const made = await runForOne(step, { start, allDay: true }, { timezone: 'America/New_York' });
		expect(made).toMatchObject({ start: '2026-03-02', end: '2026-03-02' });
		const options = { timeZone: 'America/New_York' };
		const there = await runForOne(step, { start, allDay: true, options }, VIENNA);
		expect(there).toMatchObject({ start: '2026-03-01', end: '2026-03-01' });
	});

	it.each([
		['a DateTime', "={{ DateTime.fromISO('2026-03-02', { zone: 'Europe/Vienna' }) }}"],
		['the day of a database', '2026-03-02T00:00:00.000Z'],
	])('takes a midnight as the day that it begins, also farther west: %s', async (_, start) => {
		const options = { timeZone: 'America/New_York' };
		const made = await runForOne(step, { start, end: start, allDay: true, options }, VIENNA);
		expect(made).toMatchObject({ start: '2026-03-02', end: '2026-03-02' });
	});

	it.each(['2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+02:00'])(
		'keeps %s, which the clock shows twice',
		async (start) => {
			await runForOne(step, { start, end: '2026-10-25T04:00' }, VIENNA);
			expect(madeEvent().start).toBe(Date.parse(start));
		},
	);

	it('ends a series on the day that a moment is in the zone', async () => {
		const pattern = { frequency: 'daily', ends: 'onDate', endDate: '2026-03-09T23:00:00.000Z' };
		own().settings.timeZone = 'Europe/Vienna';
		const made = await runForOne(step, {
			start: '2026-03-03T10:00',
			options: { recurrence: { pattern } },
		});
		expect(made).toMatchObject({ recurrence: { range: { endDate: '2026-03-10' } } });
	});

	it('keeps what the attendees of another event are', async () => {
		const attendees = [
			{ address: 'ann@contoso.com', name: 'Ann Lee', response: 'accepted' },
			{ address: 'bob@contoso.com', type: 'optional' },
			{ emailAddress: { address: 'room4@contoso.com' }, type: 'Resource' },
			{ address: 'bob@contoso.com', type: 'required' },
		];
		const made = await runForOne(
			step,
			{ ...meeting, attendees: '={{ $json.attendees }}' },
			{ items: [{ json: { attendees } }] },
		);
		expect(made.attendees).toEqual([
			{ address: 'ann@contoso.com', name: 'Ann Lee' },
			{ address: 'bob@contoso.com', name: 'bob@contoso.com' },
			{ address: 'room4@contoso.com', name: 'room4@contoso.com', type: 'resource' },
		]);
	});

	it('fills in every option', async () => {
		const made = await runForOne(step, {
			...meeting,
			onlineMeeting: true,
			options: {
				allowNewTimeProposals: false,
				bodyFormat: 'text',
				hideAttendees: true,
				importance: 'high',
				labels: 'Customer, Travel',
				optionalAttendees: 'carla@contoso.com, ann@contoso.com',
				reminder: 30,
				requestResponses: false,
				rooms: 'room4@contoso.com',
				sensitivity: 'private',
				showAs: 'oof',
			},
		});
		expect(made).toMatchObject({
			joinUrl: expect.stringMatching(/^https:\/\/teams/),
			sensitivity: 'private',
			importance: 'high',
			labels: ['Customer', 'Travel'],
			showAs: 'oof',
			description: '<p>The <b>agenda</b></p>',
			attendees: [
				{ address: 'ann@contoso.com' },
				{ address: 'bob@contoso.com' },
				{ address: 'carla@contoso.com', type: 'optional' },
				{ address: 'room4@contoso.com', type: 'resource' },
			],
		});
		expect(madeEvent()).toMatchObject({
			allowNewTimeProposals: false,
			hideAttendees: true,
			responseRequested: false,
			isReminderOn: true,
			reminderMinutesBeforeStart: 30,
		});
	});

	it('takes choices by value or label, in any case', async () => {
		const pattern = { frequency: 'weekly', daysOfWeek: 'Monday, friday', ends: 'Never' };
		const options = { importance: 'High', showAs: 'out of office', recurrence: { pattern } };
		const made = await runForOne(step, { ...meeting, options });
		expect(made).toMatchObject({
			importance: 'high',
			showAs: 'oof',
			recurrence: { pattern: { type: 'weekly', daysOfWeek: ['monday', 'friday'] } },
		});
	});

	it('repeats an event, with what is left open taken from its start', async () => {
		const made = await runForOne(step, {
			start: '2026-03-03T10:00',
			options: {
				reminder: -1,
				recurrence: {
					pattern: {
						frequency: 'relativeMonthly',
						interval: 2,
						ends: 'onDate',
						endDate: '2026-12-31',
					},
				},
			},
		});
		expect(made).toMatchObject({
			type: 'seriesMaster',
			recurrence: {
				pattern: { type: 'relativeMonthly', interval: 2, daysOfWeek: ['tuesday'], index: 'first' },
				range: { type: 'endDate', startDate: '2026-03-03', endDate: '2026-12-31' },
			},
		});
		expect(madeEvent().isReminderOn).toBe(false);
	});

	it.each([
		['in a zone that Outlook does not know', 'Antarctica/Troll', '2026-03-07T10:00'],
		['in the hour that the clock shows twice', 'Europe/Berlin', '2026-10-25T02:30+01:00'],
	])('repeats no event %s, but days of the same zone', async (_, timeZone, start) => {
		const recurrence = { pattern: { frequency: 'weekly', ends: 'afterCount', count: 2 } };
		const options = { timeZone, recurrence };
		const failure = await failureOf(runForOne(step, { start, options }));
		expect(failure.message).toContain('cannot repeat an event in this time zone at this hour');
		expect(own().calendar.events).toEqual([]);
		const days = { start: start.slice(0, 10), allDay: true, options };
		expect(await runForOne(step, days)).toMatchObject({ type: 'seriesMaster', isAllDay: true });
	});

	it('makes no event with a file where the policy refuses who is invited to it', async () => {
		const items = [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }];
		const given = { ...meeting, attendees: EVE, options: { attachments: 'data' } };
		const options = { items, credentialData: policies.listed };
		const { message } = await failureOf(runForOne(step, given, options));
		expect(message).toContain('may not be');
		expect(own().calendar.events).toEqual([]);
	});

	it('keeps a weekend together every second week, where a week begins on Monday', async () => {
		const daysOfWeek = ['saturday', 'sunday'];
		const pattern = { frequency: 'weekly', interval: 2, daysOfWeek, firstDayOfWeek: 'Monday' };
		await runForOne(step, { start: '2026-03-07T10:00', options: { recurrence: { pattern } } });
		const event = madeEvent();
		const days = own()
			.calendar.instances(event, event.start, Date.parse('2026-04-01'))
			.map(({ start }) => new Date(start).getUTCDate());
		expect(days).toEqual([7, 8, 21, 22]);
	});

	it('makes one event when the answer is lost, and returns it', async () => {
		provider().faults.next({ method: 'POST', path: '/me/events' }, { cut: 'after' });
		const made = await runForOne(step, meeting);
		expect(made.id).toBe(madeEvent().idOf('immutable'));
		expect(noticed()).toHaveLength(1);
		expect(provider().requests.count({ method: 'POST' })).toBe(2);
	});

	describe('without an answer in the end', () => {
		const posts = { method: 'POST', path: '/me/events' };
		const clock = createSkippingClock();

		it.each([
			['no connection', { cut: 'before' }],
			['a refusal', { status: 409 }],
		] as const)('returns the event that was made before %s', async (_name, fault) => {
			provider().faults.next(posts, { cut: 'after' });
			provider().faults.next({ ...posts, times: 5 }, fault);
			const made = await runForOne(step, meeting, { clock });
			expect(made.id).toBe(madeEvent().idOf('immutable'));
			expect(noticed()).toHaveLength(1);
		});

		it('says that the event may have been made, and lets Retry On Fail find it', async () => {
			provider().faults.next(posts, { cut: 'after' });
			for (const path of ['/me/events', /calendarView/]) {
				provider().faults.next({ path, times: 20 }, { cut: 'before' });
			}
			const lost = { executionId: 'lost', clock };
			const failure = await failureOf(runForOne(step, meeting, lost));
			expect(failure.message).toMatch(/^The event may have been made: /);
			expect(failure.description).toContain('look in the calendar');
			madeEvent();
			provider().faults.clear();
			await runForOne(step, meeting, lost);
			madeEvent();
		});

		it('says so too where the ID of the request is known then, and nothing else can be read', async () => {
			const body = { error: { code: 'ErrorDuplicateTransactionId', message: 'Known.' } };
			provider().faults.next(posts, { cut: 'after' });
			provider().faults.next(posts, { status: 409, body });
			provider().faults.next({ path: /calendarView/, times: 20 }, { cut: 'before' });
			const failure = await failureOf(runForOne(step, meeting, { clock }));
			madeEvent();
			expect(failure.description).toContain('The event may have been made: look in the calendar');
		});

		it('returns the event that was made where the answer makes no sense', async () => {
			provider().faults.next(posts, { status: 201, body: {}, after: true });
			const made = await runForOne(step, meeting, { clock });
			expect(made.id).toBe(madeEvent().idOf('immutable'));
			expect(noticed()).toHaveLength(1);
		});

		it('does not say so where nothing was sent', async () => {
			provider().faults.next({ ...posts, times: 20 }, { status: 429 });
			const { message } = await failureOf(runForOne(step, meeting, { clock }));
			expect(message).not.toContain('may have been made');
		});
	});

	it('finds the event of an earlier request with the same Transaction ID', async () => {
		const order = { ...meeting, options: { transactionId: 'order-17' } };
		const first = await runForOne(step, order);
		const again = await runForOne(step, { ...order, body: 'Another text' });
		expect(again.id).toBe(first.id);
		madeEvent();
		const moved = runForOne(step, { ...order, start: '2026-05-05T10:00', end: '' });
		expect(await failureOf(moved)).toMatchObject({
			message: expect.stringContaining('already made for this request'),
			description: expect.stringContaining('Transaction ID'),
		});
		madeEvent();
	});

	// Its events are found in it alone (fact: lent-calendar).
	it('finds the event of an earlier request in a calendar that somebody shares', async () => {
		own().calendar.addCalendar("Bob's calendar").isLent = true;
		const calendar = locator('name', "Bob's calendar");
		const order = { ...meeting, calendar, options: { transactionId: 'order-17' } };
		const first = await runForOne(step, order);
		expect((await runForOne(step, { ...order, body: 'Another text' })).id).toBe(first.id);
	});

	it('attaches a file in a calendar that somebody shares, then invites', async () => {
		own().calendar.addCalendar("Bob's calendar").isLent = true;
		const calendar = locator('name', "Bob's calendar");
		const made = await runForOne(
			step,
			{ ...meeting, calendar, options: { attachments: 'one' } },
			{ items: [{ json: {}, files: { one: { content: '1' } } }] },
		);
		expect(made.attendees).toHaveLength(2);
		expect(madeEvent().attachments.map(({ name }) => name)).toEqual(['one']);
	});

	it('finds the series of an earlier request among others at that time', async () => {
		const recurrence = { pattern: { frequency: 'daily', interval: 1, ends: 'never' } };
		const series = (transactionId: string) => ({
			...meeting,
			options: { transactionId, recurrence },
		});
		await runForOne(step, series('other'));
		const first = await runForOne(step, series('order-17'));
		const again = await runForOne(step, { ...series('order-17'), body: 'Another text' });
		expect(again.id).toBe(first.id);
		expect(own().calendar.events).toHaveLength(2);
	});

	it('goes on where it stopped when it is run again after a lost attachment', async () => {
		const { faults } = provider();
		faults.next({ method: 'POST', path: /attachments$/ }, { delayMs: 0 });
		faults.next({ method: 'POST', path: /attachments$/ }, { status: 403 });
		const run = () =>
			runForOne(
				step,
				{ ...meeting, options: { attachments: 'all', transactionId: 'order-17' } },
				{ items: [{ json: {}, files: { one: { content: '1' }, two: { content: '2' } } }] },
			);
		await failureOf(run());
		expect(madeEvent().attachments).toHaveLength(1);
		const made = await run();
		expect(made.attendees).toHaveLength(2);
		expect(madeEvent().attachments.map(({ name }) => name)).toEqual(['one', 'two']);
	});

	describe('with attachments, whose attendees could not be added', () => {
		const run = async () =>
			await runForOne(
				step,
				{ ...meeting, options: { attachments: 'one' } },
				{ items: [{ json: {}, files: { one: { content: '1' } } }], clock: createSkippingClock() },
			);
		const patches = { method: 'PATCH', path: /events/ };

		it('says that it has its attachments', async () => {
			provider().faults.next(patches, { status: 403 });
			const { message, description } = await failureOf(run());
			expect(message).toContain('was made with its attachments, but without attendees');
			expect(description).toContain(`Delete the event (ID ${madeEvent().idOf('immutable')})`);
		});

		it.each<Fault>([{ cut: 'after' }, { status: 200, body: {}, after: true }])(
			'sends nobody to delete it, or to run the step again, where they may be invited: %j',
			async (fault) => {
				provider().faults.next(patches, fault);
				provider().faults.next({ method: 'GET', path: /events\/[^/]+$/ }, { status: 403 });
				const { message, description } = await failureOf(run());
				expect(message).toContain(
					'was made with its attachments, and its attendees may be invited',
				);
				expect(description).toMatch(
					/^See whether the event \(ID .+\) has attendees: then it is finished/,
				);
				expect(madeEvent().attendees).toHaveLength(2);
			},
		);
	});

	it('attaches each file once, and invites once, where two executions ask for it at the same time', async () => {
		const order = { ...meeting, options: { attachments: 'one', transactionId: 'order-17' } };
		const items = [{ json: {}, files: { one: { content: '1' } } }];
		const made = await Promise.all([1, 2].map(async () => await runForOne(step, order, { items })));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(madeEvent().attachments.map(({ name }) => name)).toEqual(['one']);
		expect(noticed()).toHaveLength(1);
	});

	it('invites once to an event with a file where the answer is lost', async () => {
		provider().faults.next({ method: 'PATCH', path: /events/ }, { cut: 'after' });
		const items = [{ json: {}, files: { one: { content: '1' } } }];
		await runForOne(step, { ...meeting, options: { attachments: 'one' } }, { items });
		expect(noticed()).toHaveLength(1);
	});

	it('names the event that is left unfinished in the last error of Retry On Fail', async () => {
		const { faults } = provider();
		faults.next({ method: 'POST', path: /attachments$/ }, { status: 403 });
		faults.next({ path: /timeZone$/ }, { delayMs: 0 });
		faults.next({ path: /timeZone$/ }, { status: 404 });
		const run = runForOne(
			step,
			{ ...meeting, options: { attachments: 'one' } },
			{ items: [{ json: {}, files: { one: { content: '1' } } }], tries: 2 },
		);
		const { message, description } = await failureOf(run);
		expect(message).not.toContain('The event was made');
		expect(description).toContain(`Delete the event (ID ${madeEvent().idOf('immutable')})`);
	});

	describe('asked again for an event with attachments that was finished', () => {
		const files = {
			items: [{ json: {}, files: { one: { content: '1' }, two: { content: '2' } } }],
		};
		const options = { attachments: 'all', transactionId: 'order-17' };

		it('leaves its attendees, its title and its files as they were changed since, and tells nobody', async () => {
			const run = async () => await runForOne(step, { ...meeting, options }, files);
			const first = await run();
			const event = madeEvent();
			own().calendar.edit(event, { subject: 'Moved', attendees: event.attendees.slice(0, 1) });
			event.attachments.pop();
			const told = noticed();
			expect(await run()).toMatchObject({
				id: first.id,
				subject: 'Moved',
				attendees: [{ address: 'ann@contoso.com' }],
			});
			expect(madeEvent().attachments).toHaveLength(1);
			expect(noticed()).toEqual(told);
		});

		it('leaves the title of one without attendees', async () => {
			const run = async () => await runForOne(step, { ...meeting, attendees: '', options }, files);
			const first = await run();
			expect(first.hasAttachments).toBe(true);
			own().calendar.edit(madeEvent(), { subject: 'Moved' });
			expect(await run()).toMatchObject({ id: first.id, subject: 'Moved', hasAttachments: true });
			expect(madeEvent().attachments).toHaveLength(2);
		});
	});

	it('makes two events of two equal items, and of two runs', async () => {
		await runStep(step, meeting, { items: [{ json: {} }, { json: {} }] });
		await runStep(step, meeting);
		expect(own().calendar.events).toHaveLength(3);
	});

	it('makes two events of two calls that no execution holds, as those of the MCP Server Trigger', async () => {
		const when = { ...meeting, start: '2031-03-03T10:00', end: '' };
		const call = { asTool: true, beforeExecution: true };
		const first = await runForOne(step, when, call);
		const moved = { eventId: String(first.id), start: '2031-03-03T14:00' };
		await runForOne('calendar.updateEvent', moved, call);
		const again = await runForOne(step, when, call);
		expect(again.start).toBe(first.start);
		expect(own().calendar.events).toHaveLength(2);
	});

	it('adds attachments before it invites, so that everybody gets them', async () => {
		const made = await runForOne(
			step,
			{ ...meeting, options: { attachments: 'all' } },
			{
				items: [
					{
						json: {},
						files: {
							agenda: { content: 'Agenda', fileName: 'agenda.txt', mimeType: 'text/plain' },
							plan: { content: Buffer.alloc(4_000_000, 1), fileName: 'plan.bin' },
						},
					},
				],
			},
		);
		expect(made.hasAttachments).toBe(true);
		expect(made.attendees).toHaveLength(2);
		expect(madeEvent().attachments.map(({ name, size }) => [name, size])).toEqual([
			['agenda.txt', expect.any(Number)],
			['plan.bin', expect.any(Number)],
		]);
		// The only notice goes out with the attendees, after the files are there.
		expect(noticed()).toEqual([{ kind: 'update', to: ['ann@contoso.com', 'bob@contoso.com'] }]);
		expect(asked().at(-1)).toMatch(/^PATCH/);
	});

	it.each([
		['is refused', 403, 'ErrorAccessDenied'],
		['does not fit into a full mailbox', 507, 'ErrorQuotaExceeded'],
	])(
		'says what is missing when an attachment %s, and how one event is left when the step is run again',
		async (_why, status, code) => {
			provider().faults.next(
				{ method: 'POST', path: /attachments$/ },
				{ status, body: { error: { code, message: 'No' } } },
			);
			const run = async () =>
				await runForOne(
					step,
					{ ...meeting, options: { attachments: 'agenda' } },
					{ items: [{ json: {}, files: { agenda: { content: 'Agenda' } } }] },
				);
			const failure = await failureOf(run());
			expect(failure.message).toContain('The event was made, but');
			expect(failure.description).not.toContain('Nothing was done');
			expect(noticed()).toEqual([]);
			const advice = /Delete the event \(ID (\S+)\) before you run the step again/;
			const [, eventId = ''] = advice.exec(failure.description ?? '') ?? [];
			await runForOne('calendar.deleteEvent', { eventId });
			await run();
			expect(madeEvent().attendees).toHaveLength(2);
		},
	);

	it.each([
		[{ start: '' }, 'Start: is required'],
		[{ start: 'tomorrow' }, 'Start: is not a date and time'],
		[{ start: '03/02/2026 10:00' }, 'Start: is not a date and time'],
		[{ start: '13/02/2026', allDay: true }, 'Start: is not a date'],
		[{ end: '10:00' }, 'End: is not a date and time'],
		[{ end: '2026-03-03T10:00' }, 'End: must be after Start'],
		[{ end: '2026-03-02', allDay: true }, 'End: must not be before Start'],
		[{ attendees: 'ann@' }, 'Attendees: entry 1 is not an email address'],
		[{ attendees: 'ann@contoso..com' }, 'Attendees: entry 1 is not an email address'],
		[
			{ attendees: '[{"address": "ann@contoso.com", "type": "chair"}]' },
			'Attendees: entry 1 has a type that is none of: required, optional, resource',
		],
		[{ options: { timeZone: 'Mars/Olympus' } }, 'Options > Time Zone: is not a time zone'],
		[{ options: { timeZone: 'BST' } }, 'write Europe/London'],
		[
			{ options: { importance: 'hgih' } },
			'Options > Importance: must be one of: high, low, normal',
		],
		[{ options: { attachments: 'plan' } }, 'There is no binary field "plan"'],
		[{ calendar: locator('name', 'Nowhere') }, 'Calendar: The mailbox has no calendar'],
		[
			{ options: { recurrence: { pattern: { ends: 'onDate', endDate: '2026-01-01' } } } },
			'Stops After Day is before Start',
		],
	])('refuses %j and makes nothing', async (change, message) => {
		const failure = await failureOf(runForOne(step, { ...meeting, ...change }));
		expect(failure.message).toContain(message);
		expect(own().calendar.events).toEqual([]);
	});

	it('continues after an item that fails', async () => {
		const items = await runStep(
			step,
			{ ...meeting, start: '={{ $json.start }}', end: '' },
			{
				items: [{ json: { start: 'never' } }, { json: { start: '2026-03-03T10:00' } }],
				continueOnFail: true,
			},
		);
		expect(items.map(({ json }) => json.error ?? json.subject)).toEqual([
			expect.stringContaining('is not a date and time'),
			'Review',
		]);
	});
});
