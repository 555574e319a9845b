import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';
import { recurrenceSchema } from '../../../../simulator/graph/calendar/schemas';

/** What times without an offset mean, for every step that takes or shows them. */

useMailboxes();

const create = 'calendar.createEvent';
const ZONE = 'GET /me/mailboxSettings/timeZone';
const zoneReads = () => asked().filter((request) => request.endsWith('/timeZone'));
/** The workflow's zone is n8n's default; the person lives somewhere else. */
const workflow = { timezone: 'America/New_York' };
const tool = { ...workflow, asTool: true };

beforeEach(() => {
	own().settings.timeZone = 'W. Europe Standard Time';
});

describe('A time around a change of the clocks', () => {
	const at = (time: unknown) => Date.parse(String(time));
	const zones = ['W. Europe', 'Pacific', 'Lord Howe', 'Paraguay', 'Egypt', 'Middle East', 'Tokyo'];
	const days = ['2031-03-30', '2031-10-26', '2031-11-02', '2031-03-09', '2031-04-06', '2031-10-05'];
	const quarters = Array.from({ length: 96 }, (_, quarter) =>
		new Date(quarter * 900_000).toISOString().slice('yyyy-MM-dd'.length, 'yyyy-MM-ddTHH:mm'.length),
	);

	it('is the same moment for every step, and comes back in a form that means it again', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...zones),
				fc.constantFrom(...days),
				fc.constantFrom(...quarters),
				async (zone, day, time) => {
					own().settings.timeZone = `${zone} Standard Time`;
					const start = day + time;
					const made = await runForOne(create, { start }, workflow);
					const span = { start: String(made.start), end: String(made.end) };
					const eventId = String(made.id);
					const update = { eventId, ...span };
					expect(await runForOne('calendar.updateEvent', update)).toMatchObject(span);
					const listed = await runStep('calendar.listEvents', { start, end: span.end });
					expect(listed.map(({ json }) => json.id)).toContain(eventId);
					const checked = await runForOne('calendar.checkAvailability', { start });
					expect(checked).toMatchObject({ ...span, available: false });
					const snooze = { eventId, reminder: 'snooze', remindAt: start };
					const reminder = await runForOne('calendar.snoozeOrDismissReminder', snooze);
					const mail = { to: 'ann@contoso.com', message: 'Hello', subject: 'Hello', sendAt: start };
					const { sendAt } = await runForOne('email.scheduleEmail', mail);
					expect([reminder.remindAt, sendAt].map(at)).toEqual([at(span.start), at(span.start)]);
					const replies = { status: 'scheduled', message: 'Away', ...span };
					const away = await runForOne('advanced.setAutomaticReplies', replies);
					expect([away.start, away.end].map(at)).toEqual([span.start, span.end].map(at));
					await runStep('calendar.deleteEvent', { eventId });
				},
			),
			{ numRuns: 25 },
		);
	});
});

describe('A time without an end', () => {
	const span = ({ start, end }: { start?: unknown; end?: unknown }) => [start, end];
	const blocks = z.array(z.object({ start: z.string(), end: z.string() }));

	it.each(['2031-03-30T00:00', '2031-03-30T00:00+01:00', '2031-10-26T00:00+02:00'])(
		'of Get Free/Busy Schedule lasts 24 hours from %s, though the clocks change that day',
		async (start) => {
			const { availability } = await runForOne('calendar.getFreeBusySchedule', { start });
			const [whole] = blocks.parse(availability).map(span);
			const [from = 0, to = 0] = (whole ?? []).map((text) => Date.parse(String(text)));
			expect((to - from) / 3_600_000).toBe(24);
		},
	);

	it.each(['2031-03-28T08:00', '2031-03-28T08:00+01:00', '2031-03-28T02:00-05:00'])(
		'of List Events lasts 7 days by the clock from %s',
		async (start) => {
			own().calendar.seed({
				subject: 'After breakfast',
				start: { dateTime: '2031-04-04T06:00:00', timeZone: 'UTC' },
				end: { dateTime: '2031-04-04T06:30:00', timeZone: 'UTC' },
			});
			const [until] = await runStep('calendar.listEvents', { start });
			expect(until).toBeUndefined();
		},
	);
});

describe('A time without offset', () => {
	it("is one of the mailbox's own zone, and comes back with its offset", async () => {
		const made = await runForOne(create, { start: '2031-03-03T10:00' }, workflow);
		expect(made).toMatchObject({
			start: '2031-03-03T10:00:00+01:00',
			end: '2031-03-03T11:00:00+01:00',
			timeZone: 'Europe/Berlin',
		});
		expect(asked()).toEqual([ZONE, 'POST /me/events']);
	});

	it('costs one request a run, whatever the number of items', async () => {
		const items = Array.from({ length: 5 }, (_, day) => ({ json: { day: day + 1 } }));
		const start = '=2031-03-0{{ $json.day }}T10:00';
		await runStep(create, { start }, { ...workflow, items });
		expect(own().calendar.events).toHaveLength(5);
		expect(zoneReads()).toEqual([ZONE]);
	});

	it('asks nobody where a zone is chosen', async () => {
		const options = { timeZone: 'America/New_York' };
		const made = await runForOne(create, { start: '2031-03-03T04:00', options }, workflow);
		expect(made.start).toBe('2031-03-03T04:00:00-05:00');
		expect(asked()).toEqual(['POST /me/events']);
	});

	it('asks nobody where all times say their offset, and are only looked for', async () => {
		const filters = { receivedAfter: '2031-03-03T10:00+01:00' };
		await runStep('email.findEmail', { findBy: 'filters', filters }, workflow);
		expect(zoneReads()).toEqual([]);
	});

	it('is asked for where one of two times has none', async () => {
		const times = { start: '2031-03-03T09:00Z', end: '2031-03-03T11:00' };
		const made = await runForOne(create, times, workflow);
		expect(made).toMatchObject({
			start: '2031-03-03T10:00:00+01:00',
			end: '2031-03-03T11:00:00+01:00',
		});
	});

	it('of a mailbox whose zone may not be read is one of the workflow', async () => {
		shared().settings.timeZone = 'Tokyo Standard Time';
		const items = [{ json: {} }, { json: {} }];
		const parameters = { start: '2031-03-03T10:00', mailbox: SHARED_MAILBOX };
		const made = await runStep(create, parameters, { ...workflow, items });
		expect(made[1]?.json.start).toBe('2031-03-03T10:00:00-05:00');
		expect(zoneReads()).toHaveLength(1);
	});

	it('of a mailbox with a zone of its own making is one of the workflow', async () => {
		own().settings.timeZone = 'Customized Time Zone';
		const made = await runForOne(create, { start: '2031-03-03T10:00' }, workflow);
		expect(made.start).toBe('2031-03-03T10:00:00-05:00');
	});

	it('means nothing while the mailbox does not answer: no meeting is made', async () => {
		provider().faults.next({ path: /mailboxSettings/ }, { status: 400 });
		await failureOf(runForOne(create, { start: '2031-03-03T10:00' }, workflow));
		expect(asked()).toEqual([ZONE]);
		expect(own().calendar.events).toEqual([]);
	});

	it('does not matter to a mail: nobody is asked where no time is given', async () => {
		const mail = own().deliver({ subject: 'Read me', from: 'ann@contoso.com' });
		await runForOne('email.updateEmail', { messageId: mail.immutableId, readStatus: 'read' });
		await runStep('email.findEmail', { findBy: 'filters', filters: { readStatus: 'read' } });
		expect(zoneReads()).toEqual([]);
	});
});

describe('A time with its offset', () => {
	const weekly = (pattern: object = {}) => ({
		recurrence: { pattern: { frequency: 'weekly', ends: 'afterCount', count: 5, ...pattern } },
	});
	/** By the clock of the mailbox. */
	const starts = async () =>
		(
			await runStep('calendar.listEvents', { start: '2031-03-01', end: '2031-04-30' }, workflow)
		).map(({ json }) => String(json.start).slice(0, 16));
	/** New York changes its clocks on March 9, Berlin on March 30. */
	const mondaysAtTen = ['03', '10', '17', '24', '31'].map((day) => `2031-03-${day}T10:00`);

	it('of a free slot makes an event by the clock of the mailbox, as the slot was told', async () => {
		const start = '2031-03-03T09:00+01:00';
		const slots = await runForOne('calendar.checkAvailability', { start }, tool);
		const [slot = {}] = z.array(z.record(z.string())).parse(slots.freeSlots);
		const made = await runForOne(create, { subject: 'Plan', ...slot }, tool);
		expect(made).toMatchObject({ ...slot, start: '2031-03-03T09:00:00+01:00' });
		expect(own().calendar.events[0]?.startZone).toBe('W. Europe Standard Time');
		const change = { eventId: String(made.id), start: '2031-03-03T09:00Z' };
		expect(await runForOne('calendar.updateEvent', change, tool)).toMatchObject({
			start: '2031-03-03T10:00:00+01:00',
		});
	});

	it("begins a series that goes by the clock of the mailbox, not by n8n's", async () => {
		const made = await runForOne(
			create,
			{ start: '2031-03-03T09:00Z', options: weekly() },
			workflow,
		);
		expect(made.timeZone).toBe('Europe/Berlin');
		expect(await starts()).toEqual(mondaysAtTen);
	});

	it('begins a series on the day that it is there', async () => {
		own().settings.timeZone = 'Tokyo Standard Time';
		const start = '2031-03-03T09:00+09:00';
		await runForOne(create, { start, options: weekly({ daysOfWeek: ['monday'] }) }, workflow);
		expect((await starts()).slice(0, 2)).toEqual(['2031-03-03T09:00', '2031-03-10T09:00']);
	});

	it('makes a series of an event whose own zone nobody knows, by the clock of the mailbox', async () => {
		const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
		const [start, end] = [at('2031-03-02T09:00:00'), at('2031-03-02T10:00:00')];
		const event = own().calendar.seed({ subject: 'Call', start, end });
		const originalStartTimeZone = 'tzone://Microsoft/Custom';
		const body = { id: event.id, subject: 'Call', start, end, originalStartTimeZone };
		provider().faults.next({ method: 'GET', path: /events/ }, { status: 200, body });
		const change = { eventId: event.id, start: '2031-03-03T09:00Z', options: weekly() };
		await runForOne('calendar.updateEvent', change, workflow);
		expect(await starts()).toEqual(mondaysAtTen);
	});

	it('begins a series by the clock of the workflow where the zone may not be read', async () => {
		const parameters = { start: '2031-03-03T15:00Z', options: weekly(), mailbox: SHARED_MAILBOX };
		const made = await runForOne(create, parameters, workflow);
		expect(made).toMatchObject({
			start: '2031-03-03T10:00:00-05:00',
			timeZone: 'America/New_York',
		});
	});

	it('finds free slots within the working hours of the mailbox', async () => {
		const range = { start: '2031-03-03T06:00+01:00', end: '2031-03-03T20:00+01:00' };
		const found = await runForOne(
			'calendar.checkAvailability',
			{ ...range, duration: 240 },
			workflow,
		);
		expect(found.freeSlots).toEqual([
			{ start: '2031-03-03T09:00:00+01:00', end: '2031-03-03T13:00:00+01:00' },
			{ start: '2031-03-03T13:00:00+01:00', end: '2031-03-03T17:00:00+01:00' },
		]);
	});

	it.each(['calendar.checkAvailability', 'calendar.getFreeBusySchedule'])(
		'lies in a whole day as it is in the mailbox: %s',
		async (step) => {
			const day = {
				id: 'AAkALg',
				showAs: 'oof',
				isAllDay: true,
				start: { dateTime: '2031-03-03T00:00:00.0000000', timeZone: 'UTC' },
				end: { dateTime: '2031-03-04T00:00:00.0000000', timeZone: 'UTC' },
			};
			provider().faults.next({ path: /calendarView$/ }, { status: 200, body: { value: [day] } });
			const early = { start: '2031-03-03T00:15+01:00', end: '2031-03-03T00:45+01:00' };
			const found = JSON.stringify(await runForOne(step, early, workflow));
			expect(found).toContain('"status":"outOfOffice"');
			expect(found).toContain('2031-03-03T00:00:00+01:00');
		},
	);
});

const past = expect.stringMatching(
	/is in the past\. It is now \d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d\. Write a later time/,
);
const whichDay = expect.stringMatching(
	/^End: is a midnight, which ends one day and begins another\. Write the last day alone, as 2026-03-02/,
);
const withoutHour = expect.stringMatching(/has no time of day\. Write it as 2026-03-02T10:00/);

describe('A language model', () => {
	it.each([
		[{ start: '2031-03-03' }, withoutHour],
		[{ start: '2031-03-03T10:00', end: '2031-03-03' }, withoutHour],
		[{ start: '2024-03-03T10:00' }, past],
		[{ start: '2024-03-03', allDay: true }, past],
		[{ start: '2031-03-03', end: '2031-03-04T00:00', allDay: true }, whichDay],
		[{ start: '2031-03-03T00:00', end: '2031-03-04T00:00:00Z', allDay: true }, whichDay],
		[{ start: '15:00' }, expect.stringContaining('year first, as 2026-03-02T10:00')],
		[{ start: '05/12/2031' }, expect.stringContaining('year first, as 2026-03-02T10:00')],
	])('is told what is wanted instead of %j, and nobody is invited', async (times, message) => {
		const parameters = { ...times, attendees: 'ann@contoso.com' };
		const failure = await failureOf(runForOne(create, parameters, tool));
		expect(failure.message).toEqual(message);
		expect(own().calendar.events).toEqual([]);
	});

	it('is told so of a change and of a proposed time as well', async () => {
		const start = { dateTime: '2031-03-03T09:00:00', timeZone: 'UTC' };
		const end = { ...start, dateTime: '2031-03-03T10:00:00' };
		const mine = own().calendar.seed({ subject: 'Review', start, end });
		const change = { eventId: mine.id, start: '2031-03-04' };
		const changed = await failureOf(runForOne('calendar.updateEvent', change, tool));
		expect(changed.message).toEqual(withoutHour);
		const theirs = own().calendar.seed({ subject: 'Talk', start, end, organizer: 'p@example.com' });
		const options = { proposedStart: '2024-03-03T10:00' };
		const answer = { eventId: theirs.id, response: 'decline', options };
		const proposed = await failureOf(runForOne('calendar.respondToEvent', answer, tool));
		expect(proposed.message).toEqual(past);
		expect(asked().filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it.each([
		['whose zone may not be read', { mailbox: SHARED_MAILBOX }],
		['with a zone of its own making', {}],
	])('writes offsets for a mailbox %s, and nothing is guessed', async (_, where) => {
		own().settings.timeZone = 'Customized Time Zone';
		const start = '2031-03-03T10:00';
		const { message } = await failureOf(runForOne(create, { start, ...where }, tool));
		expect(message).toBe(
			'The time zone of this mailbox is not known here: write each time with its offset, as 2026-03-02T10:00+01:00',
		);
		const made = await runForOne(create, { start: `${start}+01:00`, ...where }, tool);
		expect(Date.parse(String(made.start))).toBe(Date.parse('2031-03-03T09:00Z'));
		const days = { start: '2031-03-04', allDay: true, ...where };
		expect(await runForOne(create, days, tool)).toMatchObject({ start: '2031-03-04' });
		// Where no time is given, they are only shown.
		const [shown] = await runStep('calendar.listEvents', where, tool);
		expect(shown?.json.found).toBe(0);
	});

	it('may name days alone where whole days are meant', async () => {
		const made = await runForOne(create, { start: '2031-03-03', allDay: true }, tool);
		expect(made).toMatchObject({ start: '2031-03-03', isAllDay: true });
		const moved = { eventId: String(made.id), start: '2031-03-05' };
		expect(await runForOne('calendar.updateEvent', moved, tool)).toMatchObject({
			start: '2031-03-05',
		});
	});

	it('may name the day that has begun where whole days are meant, and none before it', async () => {
		const clock = { now: () => Date.parse('2031-03-03T14:00Z'), wait: async () => undefined };
		const make = async (start: string) =>
			await runForOne(create, { start, allDay: true }, { ...tool, clock });
		expect(await make('2031-03-03')).toMatchObject({ start: '2031-03-03', isAllDay: true });
		expect((await failureOf(make('2031-03-02'))).message).toEqual(past);
	});

	it('may end whole days by a time that means one of them', async () => {
		const start = '2031-03-03T00:00';
		for (const end of [start, '2031-03-03T23:59']) {
			expect(await runForOne(create, { start, end, allDay: true }, tool)).toMatchObject({
				start: '2031-03-03',
				end: '2031-03-03',
			});
		}
		const [{ id: eventId } = { id: '' }] = own().calendar.events;
		const longer = { eventId, end: '2031-03-05T00:00' };
		const { message } = await failureOf(runForOne('calendar.updateEvent', longer, tool));
		expect(message).toEqual(whichDay);
	});

	it('may end a meeting that is over where it stays: only a new start is held to be ahead', async () => {
		const start = { dateTime: '2024-03-03T09:00:00', timeZone: 'UTC' };
		const end = { ...start, dateTime: '2024-03-03T10:00:00' };
		const event = own().calendar.seed({ subject: 'Review', start, end });
		const change = { eventId: event.id, end: '2024-03-03T10:30Z' };
		expect(await runForOne('calendar.updateEvent', change, tool)).toMatchObject({
			end: '2024-03-03T11:30:00+01:00',
		});
	});

	it('may move all of a series that has begun, and is told how it loses no day of it', async () => {
		const at = (hour: string) => ({ dateTime: `2024-03-04T${hour}:00`, timeZone: 'UTC' });
		const series = own().calendar.seed({ subject: 'Call', start: at('09:00'), end: at('10:00') });
		const pattern = { type: 'weekly', interval: 1, daysOfWeek: ['monday'] };
		const range = { type: 'noEnd', startDate: '2024-03-04' };
		own().calendar.edit(series, { recurrence: recurrenceSchema.parse({ pattern, range }) });
		const move = async (start: string) =>
			await runForOne('calendar.updateEvent', { eventId: series.id, start }, tool);
		const late = expect.stringContaining('which would lose the days before');
		for (const [day, why] of [
			['2024-02-20', expect.stringContaining('is in the past')],
			['2024-03-11', late],
			['2031-03-10', late],
		]) {
			const { message } = await failureOf(move(`${day}T11:00Z`));
			expect(message).toEqual(why);
			expect(message).toContain('2024-03-04');
		}
		for (const start of ['2024-03-04T11:00Z', '2024-03-05T11:00Z']) {
			await move(start);
			expect(series.start).toBe(Date.parse(start));
		}
	});
});

it('a workflow may mean midnight and the past', async () => {
	const made = await runForOne(create, { start: '2024-03-03' }, workflow);
	expect(made.start).toBe('2024-03-03T00:00:00+01:00');
});

// fact: all-day-window.
describe.each(['by-instant', 'by-day'])('A whole day, where a window holds it %s', (as) => {
	const at = (day: string) => ({ dateTime: `${day}T00:00:00`, timeZone: 'UTC' });
	/** On Monday and on Wednesday, made in UTC for a mailbox eight hours behind. */
	const days = [
		{ subject: 'Fair', start: at('2031-03-03'), end: at('2031-03-04') },
		{ subject: 'Feast', start: at('2031-03-05'), end: at('2031-03-06') },
	];
	const evening = { start: '2031-03-03T18:00', end: '2031-03-03T19:00' };

	beforeEach(() => {
		provider().readings.choose({ fact: 'all-day-window', as });
		own().settings.timeZone = 'Pacific Standard Time';
		for (const day of days) own().calendar.seed({ ...day, isAllDay: true, showAs: 'oof' });
	});

	it('is not free in its evening, and ends at midnight', async () => {
		expect(await runForOne('calendar.checkAvailability', evening)).toMatchObject({
			available: false,
			conflicts: [{ subject: 'Fair', end: '2031-03-04T00:00:00-08:00' }],
		});
		const dayAfter = { start: '2031-03-04', duration: 0 };
		expect(await runForOne('calendar.checkAvailability', dayAfter)).toMatchObject({
			available: true,
			conflicts: [],
		});
	});

	it('is shown as taken in its evening alone', async () => {
		const shown = async (range: INodeParameters) =>
			(await runForOne('calendar.getFreeBusySchedule', range)).appointments;
		expect(await shown(evening)).toEqual([expect.objectContaining({ subject: 'Fair' })]);
		expect(await shown({ start: '2031-03-04', end: '2031-03-04' })).toEqual([]);
	});

	it.each([
		['on its evening', evening, ['Fair']],
		['on another day', { start: '2031-03-04', end: '2031-03-04' }, []],
		['as the first of several', { start: '2031-03-03', end: '2031-03-05', limit: 1 }, ['Fair']],
		['as the last', { start: '2031-03-04', end: '2031-03-05' }, ['Feast']],
		['raw', { ...evening, simplify: false, options: { fields: 'subject' } }, ['Fair']],
	])('is listed %s', async (_when, range, wanted) => {
		const listed = await runStep('calendar.listEvents', range);
		expect(listed.map(({ json }) => json.subject)).toEqual(wanted);
		for (const { json } of listed) expect('isAllDay' in json).toBe(!('simplify' in range));
	});

	it('is listed on its day in the mailbox, also where all times say their offset', async () => {
		const range = { start: '2031-03-03T00:00-08:00', end: '2031-03-05T00:00-08:00' };
		const listed = await runStep('calendar.listEvents', range, { timezone: 'Asia/Tokyo' });
		expect(listed.map(({ json }) => json.subject)).toEqual(['Fair']);
	});
});

// The default of an n8n may be none: https://github.com/n8n-io/n8n/issues/26028
it('a whole day whose midnight the clock shows twice is taken from the first one on', async () => {
	own().settings.timeZone = 'Azores Standard Time';
	const midnight = (day: string) => ({ dateTime: `${day}T00:00:00`, timeZone: 'UTC' });
	const [start, end] = [midnight('2026-10-25'), midnight('2026-10-26')];
	own().calendar.seed({ subject: 'Fair', start, end, isAllDay: true });
	const night = { start: '2026-10-25T00:15+00:00', end: '2026-10-25T00:45+00:00' };
	expect(await runForOne('calendar.checkAvailability', night)).toMatchObject({
		available: false,
		conflicts: [{ subject: 'Fair', start: '2026-10-25T00:00:00+00:00' }],
	});
});

describe('Where the time zone of the workflow is none', () => {
	const none = { timezone: 'GMT+2' };
	const local = { subject: 'Fair', start: '2031-03-03T10:00' };

	it('a step works by the zone of the mailbox, also for an agent', async () => {
		expect(await runStep('calendar.listEvents', {}, none)).toEqual([]);
		const made = await runForOne(create, local, { ...none, asTool: true });
		expect(made.start).toBe('2031-03-03T10:00:00+01:00');
	});

	it('moments and days of a mailbox whose zone is not known either are read', async () => {
		const inShared = { mailbox: SHARED_MAILBOX };
		const made = await runForOne(
			create,
			{ ...local, start: '2031-03-03T10:00Z', ...inShared },
			none,
		);
		expect(made.start).toBe('2031-03-03T10:00:00Z');
		const day = await runForOne(create, { start: '2031-03-04', allDay: true, ...inShared }, none);
		expect(day.start).toBe('2031-03-04');
		const range = { start: '2031-03-03T00:00Z', end: '2031-03-06T00:00Z' };
		expect(await runStep('calendar.listEvents', { ...range, ...inShared }, none)).toHaveLength(2);
	});

	it('local times of such a mailbox are refused, with the way out', async () => {
		const failed = await failureOf(runStep(create, { ...local, mailbox: SHARED_MAILBOX }, none));
		expect(failed.message).toBe('Start: needs the time zone of the workflow, and "GMT+2" is none');
		expect(failed.description).toMatch(/with its offset, .* settings of the workflow\.$/);
		expect(shared().calendar.events).toEqual([]);
	});
});
