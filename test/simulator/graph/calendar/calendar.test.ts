import { type ApiClient, graphClient, rowsOf, textOf } from '../../apiClient';
import { type Simulator, startSimulator } from '../../simulator';
import type { Mailbox } from '../mailbox';

const NOW = Date.parse('2026-03-02T08:00:00Z');

function at(dateTime: string, timeZone = 'UTC') {
	return { dateTime, timeZone };
}

describe('the simulated calendar', () => {
	let simulator: Simulator;
	let me: Mailbox;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator({ clock: () => NOW });
		me = simulator.graph.mailbox('me@contoso.com');
		call = graphClient(simulator, me.address);
	});

	afterEach(() => simulator.stop());

	const meeting = {
		subject: 'Review',
		start: at('2026-03-03T10:00:00', 'W. Europe Standard Time'),
		end: at('2026-03-03T11:00:00', 'W. Europe Standard Time'),
		attendees: [{ emailAddress: { address: 'pat@example.com' }, type: 'required' }],
	};

	it('answers in UTC unless another zone is preferred', async () => {
		const created = await call('POST', '/me/events', meeting);
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({ start: at('2026-03-03T09:00:00.0000000') });
		const path = `/me/events/${textOf(created, 'id')}`;
		const zone = 'Tokyo Standard Time';
		const shown = await call('GET', path, undefined, { prefer: `outlook.timezone="${zone}"` });
		expect(shown.body).toMatchObject({ start: at('2026-03-03T18:00:00.0000000', zone) });
		expect(shown.headers.get('preference-applied')).toBe(`outlook.timezone="${zone}"`);
	});

	it('refuses zones that are neither Windows names nor on the list', async () => {
		const start = at('2026-03-03T10:00:00', 'Europe/Vienna');
		const refused = await call('POST', '/me/events', { ...meeting, start });
		expect([refused.status, textOf(refused, 'error.code')]).toEqual([
			400,
			'TimeZoneNotSupportedException',
		]);
	});

	it('refuses an end before the start and an all-day event that is not at midnight', async () => {
		const end = at('2026-03-03T09:00:00', 'W. Europe Standard Time');
		expect((await call('POST', '/me/events', { ...meeting, end })).status).toBe(400);
		expect((await call('POST', '/me/events', { ...meeting, isAllDay: true })).status).toBe(400);
	});

	// fact: series-reshaped.
	it.each([
		['subject', { subject: 'Later' }, ['Moved']],
		[
			'times',
			{ end: at('2026-03-03T12:00:00', 'W. Europe Standard Time') },
			['Review', 'Review', 'Review'],
		],
	])('keeps what was changed in a series only beside another %s', async (_, change, expected) => {
		const recurrence = {
			pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'] },
			range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 3 },
		};
		const series = `/me/events/${textOf(await call('POST', '/me/events', { ...meeting, recurrence }), 'id')}`;
		const range = 'startDateTime=2026-03-01T00:00:00Z&endDateTime=2026-04-01T00:00:00Z';
		const occurrences = async () => rowsOf(await call('GET', `${series}/instances?${range}`));
		const [first, second] = await occurrences();
		await call('PATCH', `/me/events/${first?.id}`, { subject: 'Moved' });
		await call('DELETE', `/me/events/${second?.id}`);
		await call('PATCH', series, change);
		const subjects = (await occurrences()).map(({ subject }) => subject);
		expect(subjects).toEqual(expect.arrayContaining(expected));
		expect(subjects).toHaveLength(expected.length === 1 ? 2 : 3);
	});

	it('sends invitations, updates and cancellations by itself', async () => {
		const id = textOf(await call('POST', '/me/events', meeting), 'id');
		await call('PATCH', `/me/events/${id}`, { subject: 'Later' });
		await call('DELETE', `/me/events/${id}`);
		expect(me.calendar.notices.map(({ kind }) => kind)).toEqual([
			'invitation',
			'update',
			'cancellation',
		]);
	});

	it('makes no second event for a repeated transaction, and refuses it for another one', async () => {
		const first = await call('POST', '/me/events', { ...meeting, transactionId: 't1' });
		const again = await call('POST', '/me/events', { ...meeting, transactionId: 't1' });
		expect(textOf(again, 'id')).toBe(textOf(first, 'id'));
		expect(me.calendar.events).toHaveLength(1);
		const other = { ...meeting, subject: 'Another', transactionId: 't1' };
		const refused = await call('POST', '/me/events', other);
		expect(textOf(refused, 'error.code')).toBe('ErrorDuplicateTransactionId');
	});

	it('expands a series in the view, and keeps only its master in the list', async () => {
		const recurrence = {
			pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday', 'thursday'] },
			range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 5 },
		};
		const created = await call('POST', '/me/events', { ...meeting, recurrence });
		expect(created.body).toMatchObject({ type: 'seriesMaster' });
		expect(rowsOf(await call('GET', '/me/events'))).toHaveLength(1);
		const range = 'startDateTime=2026-03-01T00:00:00Z&endDateTime=2026-04-30T00:00:00Z';
		const view = rowsOf(await call('GET', `/me/calendarView?${range}`));
		expect(
			view.map((row) => String(Reflect.get(Object(row.start), 'dateTime')).slice(0, 16)),
		).toEqual([
			'2026-03-03T09:00',
			'2026-03-05T09:00',
			'2026-03-10T09:00',
			'2026-03-12T09:00',
			'2026-03-17T09:00',
		]);
		const [, second] = view;
		const occurrence = `/me/events/${String(second?.id)}`;
		expect((await call('PATCH', occurrence, { subject: 'Moved' })).body).toMatchObject({
			type: 'exception',
			subject: 'Moved',
		});
		expect((await call('DELETE', `/me/events/${String(view[2]?.id)}`)).status).toBe(204);
		const after = rowsOf(await call('GET', `/me/calendarView?${range}`));
		expect(after.map(({ subject }) => subject)).toEqual(['Review', 'Moved', 'Review', 'Review']);
	});

	it.each([
		[{ type: 'daily', interval: 2 }, ['2026-03-03', '2026-03-05', '2026-03-07']],
		[
			{ type: 'absoluteMonthly', interval: 1, dayOfMonth: 3 },
			['2026-03-03', '2026-04-03', '2026-05-03'],
		],
		[
			{ type: 'relativeMonthly', interval: 1, daysOfWeek: ['tuesday'], index: 'first' },
			['2026-03-03', '2026-04-07', '2026-05-05'],
		],
		[
			{ type: 'absoluteYearly', interval: 1, month: 3, dayOfMonth: 3 },
			['2026-03-03', '2027-03-03', '2028-03-03'],
		],
		[
			{ type: 'relativeYearly', interval: 1, month: 3, daysOfWeek: ['tuesday'], index: 'first' },
			['2026-03-03', '2027-03-02', '2028-03-07'],
		],
	])('expands %j', async (pattern, days) => {
		const range = { type: 'noEnd', startDate: '2026-03-03' };
		const created = await call('POST', '/me/events', {
			...meeting,
			recurrence: { pattern, range },
		});
		const path = `/me/events/${textOf(created, 'id')}/instances`;
		const window = 'startDateTime=2026-03-01&endDateTime=2029-01-01&$top=3';
		const rows = rowsOf(await call('GET', `${path}?${window}`));
		expect(
			rows.map((row) => String(Reflect.get(Object(row.start), 'dateTime')).slice(0, 10)),
		).toEqual(days);
	});

	it('refuses a series that does not start on the day of the event', async () => {
		const recurrence = {
			pattern: { type: 'daily', interval: 1 },
			range: { type: 'noEnd', startDate: '2026-03-04' },
		};
		expect((await call('POST', '/me/events', { ...meeting, recurrence })).status).toBe(400);
	});

	it('refuses a view without range, and the creation time in its selection', async () => {
		expect((await call('GET', '/me/calendarView?startDateTime=2026-03-01')).status).toBe(400);
		const range = 'startDateTime=2026-03-01&endDateTime=2026-03-02';
		const path = `/me/calendarView?${range}&$select=createdDateTime`;
		expect((await call('GET', path)).status).toBe(400);
	});

	it('lets only the organiser cancel and only the invited answer', async () => {
		const own = me.calendar.seed({ ...meeting, attendees: ['pat@example.com'] });
		const theirs = me.calendar.seed({ ...meeting, attendees: [], organizer: 'pat@example.com' });
		expect((await call('POST', `/me/events/${own.id}/accept`, {})).status).toBe(400);
		const refused = await call('POST', `/me/events/${theirs.id}/cancel`, {});
		expect(textOf(refused, 'error.message')).toMatch(/organizer to cancel/);
		const accepted = await call('POST', `/me/events/${theirs.id}/accept`, { Comment: 'Yes' });
		expect(accepted.status).toBe(202);
		expect(theirs.response).toBe('accepted');
		expect((await call('POST', `/me/events/${own.id}/cancel`, { comment: 'No' })).status).toBe(202);
		expect(me.calendar.notices.map(({ kind }) => kind)).toEqual(['accepted', 'cancellation']);
	});

	it('gives free and busy slots, and an error for an unknown address only there', async () => {
		const pat = simulator.graph.mailbox('pat@contoso.com');
		pat.calendar.seed({
			subject: 'Secret',
			start: at('2026-03-03T09:00:00'),
			end: at('2026-03-03T09:30:00'),
			showAs: 'oof',
		});
		const answer = await call('POST', '/me/calendar/getSchedule', {
			Schedules: ['pat@contoso.com', 'nobody@contoso.com'],
			StartTime: at('2026-03-03T08:30:00'),
			EndTime: at('2026-03-03T10:00:00'),
		});
		expect(rowsOf(answer)).toEqual([
			expect.objectContaining({ availabilityView: '030' }),
			expect.objectContaining({
				error: expect.objectContaining({ responseCode: 'ErrorMailRecipientNotFound' }),
			}),
		]);
		expect(JSON.stringify(answer.body)).not.toContain('Secret');
	});

	it.each([
		['21 schedules', { schedules: Array.from({ length: 21 }, (_, i) => `p${i}@contoso.com`) }],
		['62 days', { endTime: at('2026-05-04T08:00:00') }],
		['slots of 4 minutes', { availabilityViewInterval: 4 }],
		['slots of 1441 minutes', { availabilityViewInterval: 1441 }],
	])('refuses a schedule of %s', async (_name, change) => {
		const body = {
			schedules: ['me@contoso.com'],
			startTime: at('2026-03-03T08:00:00'),
			endTime: at('2026-03-04T08:00:00'),
		};
		expect((await call('POST', '/me/calendar/getSchedule', body)).status).toBe(200);
		const refused = await call('POST', '/me/calendar/getSchedule', { ...body, ...change });
		expect(refused.status).toBe(400);
	});

	it('refuses schedules, meeting times and meetings to personal accounts', async () => {
		me.personal = true;
		expect((await call('POST', '/me/calendar/getSchedule', {})).status).toBe(403);
		expect((await call('POST', '/me/findMeetingTimes', {})).status).toBe(403);
		expect((await call('GET', '/me/onlineMeetings')).status).toBe(403);
	});

	it('finds meeting times around what is on', async () => {
		me.calendar.seed({
			subject: 'Busy',
			start: at('2026-03-03T08:00:00'),
			end: at('2026-03-03T16:00:00'),
		});
		const answer = await call('POST', '/me/findMeetingTimes', {
			meetingDuration: 'PT1H',
			timeConstraint: {
				timeSlots: [{ start: at('2026-03-03T00:00:00'), end: at('2026-03-03T23:00:00') }],
			},
		});
		expect(answer.body).toMatchObject({
			meetingTimeSuggestions: [{ meetingTimeSlot: { start: at('2026-03-03T16:00:00.0000000') } }],
		});
	});

	it('gives transcripts of a meeting found by its join address, with the right scope', async () => {
		const joinWebUrl = 'https://teams.microsoft.com/l/meetup-join/1?a=b';
		me.addMeeting({ joinWebUrl, transcripts: ['WEBVTT\n\nhello'] });
		const filter = encodeURIComponent(`JoinWebUrl eq '${joinWebUrl}'`);
		const [found] = rowsOf(await call('GET', `/me/onlineMeetings?$filter=${filter}`));
		const path = `/me/onlineMeetings/${encodeURIComponent(String(found?.id))}/transcripts`;
		const [transcript] = rowsOf(await call('GET', path));
		const content = await call('GET', `${path}/${String(transcript?.id)}/content`);
		expect(content.body).toBe('WEBVTT\n\nhello');
		const poor = graphClient(simulator, me.address, 'OnlineMeetings.Read');
		expect((await poor('GET', path)).status).toBe(403);
	});

	it('keeps calendars apart, and refuses a second one of the same name', async () => {
		const created = await call('POST', '/me/calendars', { name: 'Team' });
		const path = `/me/calendars/${textOf(created, 'id')}`;
		await call('POST', `${path}/events`, meeting);
		expect(rowsOf(await call('GET', `${path}/events`))).toHaveLength(1);
		expect(rowsOf(await call('GET', '/me/events'))).toHaveLength(0);
		expect((await call('POST', '/me/calendars', { name: 'team' })).status).toBe(409);
		expect((await call('DELETE', path)).status).toBe(204);
	});
});
