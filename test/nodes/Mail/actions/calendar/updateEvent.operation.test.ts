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
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.updateEvent';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const seed = {
	subject: 'Review',
	start: at('2026-03-03T09:00:00'),
	end: at('2026-03-03T10:30:00'),
	attendees: ['ann@contoso.com'],
};
const seedOwn = () => own().calendar.seed(seed);

describe('Update Event', () => {
	it('changes what is filled in and keeps the rest', async () => {
		const event = seedOwn();
		const changed = await runForOne(step, {
			eventId: event.idOf('immutable'),
			subject: 'Final review',
			location: 'Room 5',
		});
		expect(changed).toMatchObject({
			subject: 'Final review',
			location: 'Room 5',
			start: '2026-03-03T09:00:00Z',
			attendees: [{ address: 'ann@contoso.com' }],
		});
		const { body } = provider().requests.matching({ method: 'PATCH' })[0] ?? {};
		expect(body).toEqual({ subject: 'Final review', location: { displayName: 'Room 5' } });
		expect(own().calendar.notices.map(({ kind }) => kind)).toEqual(['update']);
	});

	it('leaves alone the switches that were added but are empty', async () => {
		const event = seedOwn();
		const empty = '={{ "" }}';
		await runForOne(step, {
			eventId: event.id,
			subject: 'New',
			options: {
				allDay: empty,
				allowNewTimeProposals: empty,
				hideAttendees: '={{ null }}',
				onlineMeeting: empty,
				requestResponses: empty,
			},
		});
		const { body } = provider().requests.matching({ method: 'PATCH' })[0] ?? {};
		expect(body).toEqual({ subject: 'New' });
	});

	it('moves an all-day event by the days of the zone, also when the clocks change', async () => {
		const zone = 'W. Europe Standard Time';
		const event = own().calendar.seed({
			subject: 'Fair',
			isAllDay: true,
			start: { dateTime: '2026-03-03T00:00:00', timeZone: zone },
			end: { dateTime: '2026-03-05T00:00:00', timeZone: zone },
		});
		const moved = await runForOne(
			step,
			{ eventId: event.id, start: '2026-10-24T22:00:00.000Z' },
			{ timezone: 'Europe/Vienna' },
		);
		expect(moved).toMatchObject({ start: '2026-10-25', end: '2026-10-26', isAllDay: true });
	});

	describe('of an online meeting', () => {
		const joinUrl = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting?context=%7b%7d';
		const seedMeeting = (content: string) => {
			const event = seedOwn();
			Object.assign(event, { joinUrl, body: { contentType: 'html', content } });
			return event;
		};
		const blob = `<div><span>${'_'.repeat(80)}</span></div><div><a href="${joinUrl}">Join</a></div>`;

		it.each(['New agenda', '<p>New agenda</p>'])(
			'puts a new text in the place of the old one, and keeps how to join: %s',
			async (body) => {
				const event = seedMeeting(`<html><body><p>Old agenda</p>${blob}</body></html>`);
				const changed = await runForOne(step, { eventId: event.id, body });
				expect(changed.joinUrl).toBe(joinUrl);
				expect(event.body.content).toContain('New agenda');
				expect(event.body.content).not.toContain('Old agenda');
				expect(event.body.content.match(/_{80}/g)).toHaveLength(1);
			},
		);

		it('keeps the whole old text where the way to join cannot be told from it', async () => {
			const event = seedMeeting(`<body><p>Old agenda</p><a href="${joinUrl}">Join</a></body>`);
			await runForOne(step, { eventId: event.id, body: 'New agenda' });
			expect(event.joinUrl).toBe(joinUrl);
			expect(event.body.content).toMatch(/New agenda.*Old agenda/);
		});

		it('keeps the whole old text where the link to join is not known', async () => {
			const event = seedMeeting('<body><p>Dial 0800 123</p></body>');
			const body = { id: event.id, isOnlineMeeting: true, body: event.body };
			provider().faults.next({ method: 'GET', path: /events/ }, { status: 200, body });
			await runForOne(step, { eventId: event.id, body: 'New agenda' });
			expect(event.body.content).toMatch(/New agenda.*Dial 0800 123/);
		});
	});

	describe('of another time zone than that of the workflow', () => {
		const inNewYork = (dateTime: string) => ({ dateTime, timeZone: 'Eastern Standard Time' });
		const evening = {
			subject: 'Call',
			start: inNewYork('2026-03-03T20:00:00'),
			end: inNewYork('2026-03-03T21:00:00'),
		};
		const vienna = { timezone: 'Europe/Vienna' };
		/** New York changes its clocks on March 8, Vienna on March 29. */
		const starts = async () =>
			(
				await runStep('calendar.listEvents', {
					start: '2026-03-01',
					end: '2026-03-31',
					options: { timeZone: 'America/New_York' },
				})
			).map(({ json }) => String(json.start).slice(0, 16));
		const tuesdays = ['2026-03-03T20:00', '2026-03-10T20:00', '2026-03-17T20:00'];

		it('keeps a series to the clock it was made for', async () => {
			const event = own().calendar.seed({
				...evening,
				recurrence: {
					pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'] },
					range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 3 },
				},
			});
			expect(await starts()).toEqual(tuesdays);
			await runForOne(step, { eventId: event.id, end: '2026-03-04T03:30' }, vienna);
			expect(await starts()).toEqual(tuesdays);
		});

		it('repeats an event on the day that it has there', async () => {
			const event = own().calendar.seed(evening);
			const pattern = { frequency: 'weekly', ends: 'afterCount', count: 3 };
			await runForOne(step, { eventId: event.id, options: { recurrence: { pattern } } }, vienna);
			expect(await starts()).toEqual(tuesdays);
		});

		it('moves it to the zone that is asked for', async () => {
			const event = own().calendar.seed(evening);
			const options = { timeZone: 'Europe/Vienna' };
			await runForOne(step, { eventId: event.id, start: '2026-03-05T10:00', options });
			expect(event.startZone).toBe('W. Europe Standard Time');
		});
	});

	it('works in a shared mailbox', async () => {
		const event = shared().calendar.seed(seed);
		await runForOne(step, { eventId: event.id, subject: 'New', mailbox: SHARED_MAILBOX });
		expect(event.subject).toBe('New');
		expectOnlyShared();
	});

	it('keeps the length when only the start moves, across zones', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		const event = seedOwn();
		const changed = await runForOne(step, { eventId: event.id, start: '2026-03-04T14:00' });
		expect(changed).toMatchObject({
			start: '2026-03-04T14:00:00+01:00',
			end: '2026-03-04T15:30:00+01:00',
		});
	});

	it('moves the end alone, and not before the start', async () => {
		const event = seedOwn();
		const changed = await runForOne(step, { eventId: event.id, end: '2026-03-03T12:00' });
		expect(changed).toMatchObject({ start: '2026-03-03T09:00:00Z', end: '2026-03-03T12:00:00Z' });
		const failure = await failureOf(
			runForOne(step, { eventId: event.id, end: '2026-03-03T08:00' }),
		);
		expect(failure.message).toBe('End: must be after Start');
	});

	it('turns a timed event into whole days and back', async () => {
		const event = seedOwn();
		const days = await runForOne(step, {
			eventId: event.id,
			end: '2026-03-04',
			options: { allDay: true },
		});
		expect(days).toMatchObject({ start: '2026-03-03', end: '2026-03-04', isAllDay: true });
		const moved = await runForOne(step, { eventId: event.id, start: '2026-04-01' });
		expect(moved).toMatchObject({ start: '2026-04-01', end: '2026-04-02', isAllDay: true });
		const open = runForOne(step, { eventId: event.id, options: { allDay: false } });
		expect((await failureOf(open)).message).toContain('Start: is needed');
		const timed = await runForOne(step, {
			eventId: event.id,
			start: '2026-03-03T09:00',
			options: { allDay: false },
		});
		expect(timed).toMatchObject({ start: '2026-03-03T09:00:00Z', end: '2026-03-03T10:00:00Z' });
	});

	it('keeps the number of days when the clocks change in between', async () => {
		const zone = 'W. Europe Standard Time';
		const event = own().calendar.seed({
			subject: 'Fair',
			isAllDay: true,
			start: { dateTime: '2026-03-29T00:00:00', timeZone: zone },
			end: { dateTime: '2026-03-31T00:00:00', timeZone: zone },
		});
		const changed = await runForOne(
			step,
			{ eventId: event.id, start: '2026-04-10' },
			{ timezone: 'Europe/Vienna' },
		);
		expect(changed).toMatchObject({ start: '2026-04-10', end: '2026-04-11' });
	});

	it.each([
		['add', ['ann@contoso.com', 'bob@contoso.com']],
		['replace', ['bob@contoso.com', 'ann@contoso.com']],
		['remove', []],
	])('can %s attendees', async (attendeeChange, expected) => {
		const event = seedOwn();
		await runForOne(step, {
			eventId: event.id,
			attendees: 'bob@contoso.com, ANN@contoso.com',
			options: { attendeeChange },
		});
		const left = event.attendees.map(({ emailAddress }) => emailAddress.address.toLowerCase());
		expect(left).toEqual(expected);
	});

	it('keeps the names of those who are invited already', async () => {
		const event = seedOwn();
		const [ann] = event.attendees;
		if (ann) ann.emailAddress.name = 'Ann Lee';
		await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com' });
		const [sent] = provider().requests.matching({ method: 'PATCH' });
		expect(sent?.body).toMatchObject({
			attendees: [{ emailAddress: { address: 'ann@contoso.com', name: 'Ann Lee' } }, {}],
		});
	});

	it('takes choices by value or label, in any case, and refuses others', async () => {
		const event = seedOwn();
		const run = (importance: string) =>
			runForOne(step, { eventId: event.id, options: { importance } });
		expect(await run('High')).toMatchObject({ importance: 'high' });
		provider().requests.clear();
		expect((await failureOf(run('hgih'))).message).toBe(
			'Options > Importance: must be one of: high, low, normal',
		);
		expect(asked()).toEqual([]);
	});

	it('keeps both attendees when two items add one each', async () => {
		const event = seedOwn();
		await runStep(
			step,
			{ eventId: event.id, attendees: '={{ $json.who }}' },
			{ items: [{ json: { who: 'bob@contoso.com' } }, { json: { who: 'eva@contoso.com' } }] },
		);
		expect(event.attendees).toHaveLength(3);
	});

	it('makes a single event a series', async () => {
		const event = seedOwn();
		const changed = await runForOne(step, {
			eventId: event.id,
			options: {
				recurrence: { pattern: { frequency: 'daily', interval: 1, ends: 'afterCount', count: 3 } },
			},
		});
		expect(changed).toMatchObject({
			type: 'seriesMaster',
			recurrence: { range: { type: 'numbered', numberOfOccurrences: 3, startDate: '2026-03-03' } },
		});
	});

	it('adds files and tells the attendees', async () => {
		const event = seedOwn();
		const changed = await runForOne(
			step,
			{ eventId: event.id, options: { attachments: 'data' } },
			{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] },
		);
		expect(changed.hasAttachments).toBe(true);
		expect(own().calendar.notices.map(({ kind }) => kind)).toEqual(['update']);
		expect(asked().at(-1)).toMatch(/^PATCH/);
	});

	it('says what is done already when the change fails after the attachments', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH' }, { status: 400, body: { error: { code: 'Bad' } } });
		const failure = await failureOf(
			runForOne(
				step,
				{ eventId: event.id, subject: 'New', options: { attachments: 'data' } },
				{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] },
			),
		);
		expect(failure.message).toContain('The attachments were added to the event');
		expect(failure.description).toContain('Leave Attachments empty');
		expect(event.attachments).toHaveLength(1);
	});

	it('reads again when somebody else wrote in between', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH' }, { status: 412 });
		await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com' });
		expect(event.attendees).toHaveLength(2);
		expect(askedBesideZone().filter((request) => request.startsWith('GET'))).toHaveLength(2);
	});

	it('says when nothing is to be changed, and when the event is gone', async () => {
		const event = seedOwn();
		expect(await failureOf(runForOne(step, { eventId: event.id }))).toMatchObject({
			message: 'There is nothing to change',
		});
		own().calendar.remove(event);
		const gone = await failureOf(runForOne(step, { eventId: event.id, subject: 'New' }));
		expect(gone.message).toContain('Not found');
		const items = await runStep(
			step,
			{ eventId: event.id, subject: 'New' },
			{ continueOnFail: true },
		);
		expect(items[0]?.json.error).toContain('Not found');
	});
});
