import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { windowsOf } from '../../../../../nodes/Mail/graph/zones';
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
import { EVE, policies } from '../../../../policy/mailboxUnderAttack';
import { recurrenceSchema } from '../../../../simulator/graph/calendar/schemas';
import { toIana } from '../../../../simulator/graph/calendar/zones';

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
	it('sends a language model to no All Day that its tool does not have, for a day without a time', async () => {
		const eventId = seedOwn().idOf('immutable');
		const run = runForOne(step, { eventId, start: '2031-03-04' }, { asTool: true });
		expect((await failureOf(run)).message).toBe(
			'Start: has no time of day. Write it as 2026-03-02T10:00.',
		);
	});

	it('says that a meeting of somebody else was changed in this calendar alone', async () => {
		const event = own().calendar.seed({ ...seed, organizer: 'bob@contoso.com' });
		const eventId = event.idOf('immutable');
		const options = { timeZone: 'UTC' };
		const tool = { asTool: true };
		const moved = await runForOne(step, { eventId, start: '2031-03-04T09:00', options }, tool);
		expect(moved.more).toMatch(/Somebody else organizes .* nobody was told\. Use Respond to Event/);
		expect(own().calendar.notices).toEqual([]);
		// Of one's own reminder nobody has to know.
		const mine = await runForOne(step, { eventId, options: { reminder: 5 } }, tool);
		expect(mine).not.toHaveProperty('more');
		const change = { eventId: seedOwn().idOf('immutable'), location: 'Room 5' };
		expect(await runForOne(step, change, tool)).not.toHaveProperty('more');
	});

	it('tells a language model no description: a stranger may have written megabytes of it', async () => {
		const body = { contentType: 'text' as const, content: 'More. '.repeat(100_000) };
		const event = own().calendar.seed({ ...seed, organizer: 'bob@contoso.com', body });
		const given = { eventId: event.idOf('immutable'), location: 'Room 5' };
		const told = await runForOne(step, given, { asTool: true });
		expect(told).toMatchObject({ location: 'Room 5' });
		expect(JSON.stringify(told).length).toBeLessThan(1_000);
		expect((await runForOne(step, given)).description).toHaveLength(599_999);
	});

	it('names the field where an attendee is refused', async () => {
		const body = { error: { code: 'ErrorInvalidRecipients', message: '' } };
		provider().faults.next({ method: 'PATCH', path: /events/ }, { status: 400, body });
		const given = { eventId: seedOwn().id, attendees: 'bob@contoso.com' };
		const { description } = await failureOf(runForOne(step, given));
		expect(description).toContain('Correct the addresses in Attendees');
		expect(description).not.toContain('draft');
	});

	describe('what a series does not take', () => {
		const range = { type: 'numbered', numberOfOccurrences: 5, startDate: '2031-03-04' };
		const daily = { pattern: { type: 'daily', interval: 1 }, range };
		const seedDaily = () =>
			own().calendar.seed({
				...seed,
				start: at('2031-03-04T09:00:00'),
				end: at('2031-03-04T10:30:00'),
				recurrence: recurrenceSchema.parse(daily),
			});

		it('says how to move a day of a series past the next one', async () => {
			const series = seedDaily();
			const [, second] = own().calendar.instances(series, 0, Date.parse('2032-01-01'));
			const given = { eventId: second?.id ?? '', start: '2031-03-06T15:00Z' };
			const { description } = await failureOf(runForOne(step, given));
			expect(description).toContain('Delete Event');
			expect(description).toContain('Create Event');
			expect(second?.start).toBe(Date.parse('2031-03-05T09:00:00Z'));
			// Another hour of its own day is free.
			await runForOne(step, { ...given, start: '2031-03-05T15:00Z' });
			expect(second?.start).toBe(Date.parse('2031-03-05T15:00:00Z'));
		});

		it('says that one day of a series cannot repeat by itself, and what to name instead', async () => {
			const series = seedDaily();
			const [, second] = own().calendar.instances(series, 0, Date.parse('2032-01-01'));
			const recurrence = { pattern: { frequency: 'weekly', ends: 'never' } };
			const given = { eventId: second?.id ?? '', options: { recurrence } };
			const failure = await failureOf(runForOne(step, given));
			expect(failure.message).toContain('Recurrence');
			expect(failure.message).toContain('that of the whole series');
			expect(failure.description).toMatch(/into Event ID: .*seriesMasterId/);
			expect(asked()).not.toContain(`PATCH /me/events/${second?.id}`);
		});

		it('says what to do where an occurrence would reach the next one', async () => {
			const given = { eventId: seedDaily().id, end: '2031-03-05T10:00Z' };
			const { description } = await failureOf(runForOne(step, given));
			expect(description).toContain('an earlier End, or another recurrence');
		});
	});

	it('loses no hours that a model gives an event of whole days, and asks for days', async () => {
		const day = { dateTime: '2031-03-04T00:00:00', timeZone: 'UTC' };
		const next = { ...day, dateTime: '2031-03-05T00:00:00' };
		const event = own().calendar.seed({ ...seed, start: day, end: next, isAllDay: true });
		const given = { eventId: event.idOf('immutable'), start: '2031-03-06T10:00Z' };
		const { message } = await failureOf(runStep(step, given, { asTool: true }));
		expect(message).toBe(
			'Start: has a time of day, and the event lasts whole days. Write the day alone, as 2026-03-02.',
		);
		expect(event.start).toBe(Date.parse('2031-03-04T00:00:00Z'));
		// A workflow may mean the day in which it is.
		expect(await runForOne(step, given)).toMatchObject({ start: '2031-03-06', isAllDay: true });
	});

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

	it.each(['add', 'remove', 'replace'])(
		'takes away what is to be empty, and keeps the rest, with List Change: %s',
		async (attendeeChange) => {
			const event = seedOwn();
			own().calendar.edit(event, { categories: ['Travel'], location: { displayName: 'Room 4' } });
			const { subject, attendees } = event;
			const options = { emptied: ['body', 'labels', 'location'], attendeeChange };
			const changed = await runForOne(step, { eventId: event.id, options });
			for (const name of ['description', 'labels', 'location']) {
				expect(changed).not.toHaveProperty(name);
			}
			expect(event).toMatchObject({ subject, categories: [], location: { displayName: '' } });
			expect(event.attendees.map(({ emailAddress }) => emailAddress)).toEqual(
				attendees.map(({ emailAddress }) => emailAddress),
			);
		},
	);

	it('refuses a field that is both filled in and to be emptied', async () => {
		const options = { emptied: ['labels', 'location'], labels: 'Travel' };
		const failure = await failureOf(runForOne(step, { eventId: seedOwn().id, options }));
		expect(failure.message).toContain('leave out one of the two');
		expect(provider().requests.count()).toBe(0);
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

	it('moves an all-day event by the days of the mailbox, also when the clocks change', async () => {
		const zone = 'W. Europe Standard Time';
		own().settings.timeZone = zone;
		const event = own().calendar.seed({
			subject: 'Fair',
			isAllDay: true,
			start: { dateTime: '2026-03-03T00:00:00', timeZone: zone },
			end: { dateTime: '2026-03-05T00:00:00', timeZone: zone },
		});
		const moved = await runForOne(
			step,
			{ eventId: event.id, start: '2026-10-24T22:00:00.000Z' },
			{ timezone: 'America/New_York' },
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
				expect(event.body.content.match(/<div><span>_{80}/g)).toHaveLength(1);
			},
		);

		it('keeps the whole old text where the way to join cannot be told from it', async () => {
			const event = seedMeeting(`<body><p>Old agenda</p><a href="${joinUrl}">Join</a></body>`);
			await runForOne(step, { eventId: event.id, body: 'New agenda' });
			expect(event.joinUrl).toBe(joinUrl);
			expect(event.body.content).toMatch(/New agenda.*Old agenda/);
		});

		it('keeps the old text also where its HTML writes the query of the link in another way', async () => {
			const event = seedMeeting('');
			const link = 'https://teams.microsoft.com/l/meetup-join/19?context=1&tenant=2';
			const content = `<body><a href="${link.replace('&', '&amp;')}">Join</a></body>`;
			Object.assign(event, { joinUrl: link, body: { contentType: 'html', content } });
			await runForOne(step, { eventId: event.id, body: 'New agenda' });
			expect(event.body.content).toMatch(/New agenda.*Join/);
		});

		it('keeps nothing of an old text that does not say how to join', async () => {
			const event = seedMeeting('<body><p>Old agenda</p></body>');
			await runForOne(step, { eventId: event.id, body: 'New agenda' });
			expect(event.body.content).not.toContain('Old agenda');
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

		it('repeats an event on the day that it has there, whatever Time Zone is chosen', async () => {
			const event = own().calendar.seed(evening);
			const pattern = { frequency: 'weekly', ends: 'afterCount', count: 3 };
			const options = { recurrence: { pattern }, timeZone: 'Europe/Vienna' };
			await runForOne(step, { eventId: event.id, options });
			expect(await starts()).toEqual(tuesdays);
		});

		it('moves it to the zone that is asked for', async () => {
			const event = own().calendar.seed(evening);
			const options = { timeZone: 'Europe/Vienna' };
			await runForOne(step, { eventId: event.id, start: '2026-03-05T10:00', options });
			expect(event.startZone).toBe('W. Europe Standard Time');
		});
	});

	describe('of a series', () => {
		const weekly = (...daysOfWeek: string[]) => ({ type: 'weekly', interval: 1, daysOfWeek });
		const range = { type: 'noEnd', startDate: '2031-03-03' };
		/** A series that begins on the first Monday of March. */
		const seedSeries = (pattern: object, more: object = {}) => {
			const event = own().calendar.seed({
				subject: 'Call',
				start: at('2031-03-03T10:00:00'),
				end: at('2031-03-03T11:00:00'),
			});
			const recurrence = recurrenceSchema.parse({ pattern, range: { ...range, ...more } });
			own().calendar.edit(event, { recurrence });
			return event;
		};
		const until = Date.parse('2032-12-31T00:00:00Z');
		const days = (event: ReturnType<typeof seedSeries>) =>
			own()
				.calendar.instances(event, event.start, until)
				.slice(0, 3)
				.map(({ day }) => day);

		it.each([
			['each day', { type: 'daily', interval: 2 }, ['2031-03-11', '2031-03-13', '2031-03-15']],
			['on its weekday', weekly('monday'), ['2031-03-11', '2031-03-18', '2031-03-25']],
			[
				'on several weekdays',
				weekly('monday', 'tuesday'),
				['2031-03-11', '2031-03-17', '2031-03-18'],
			],
			[
				'on its day of the month',
				{ type: 'absoluteMonthly', interval: 1, dayOfMonth: 3 },
				['2031-03-11', '2031-04-11', '2031-05-11'],
			],
			[
				'on its day of the year',
				{ type: 'absoluteYearly', interval: 1, dayOfMonth: 3, month: 3 },
				['2031-03-11', '2032-03-11'],
			],
		])('moves one that repeats %s to another day', async (_, pattern, expected) => {
			// As Graph tells what a pattern or a range does not have.
			const series = seedSeries(
				{ month: 0, dayOfMonth: 0, index: 'first', ...pattern },
				{ endDate: '0001-01-01', numberOfOccurrences: 0 },
			);
			const json = await runForOne(step, { eventId: series.id, start: '2031-03-11T10:00' });
			expect(json).toMatchObject({
				start: '2031-03-11T10:00:00Z',
				end: '2031-03-11T11:00:00Z',
				recurrence: { range: { startDate: '2031-03-11' } },
			});
			expect(days(series)).toEqual(expected);
		});

		it.each([
			['each day', { type: 'daily', interval: 1 }, '2031-03-04T14:00', '2031-03-03T14:00'],
			['each week', weekly('monday'), '2031-03-10T08:00', '2031-03-09T14:00'],
			['on two weekdays', weekly('monday', 'friday'), '2031-03-07T14:00', '2031-03-03T08:00'],
			[
				'each second week',
				{ ...weekly('monday'), interval: 2 },
				'2031-03-18T14:00',
				'2031-03-11T14:00',
			],
			[
				'each month',
				{ type: 'absoluteMonthly', interval: 1, dayOfMonth: 3 },
				'2031-04-03T14:00',
				'2031-03-21T14:00',
			],
			[
				'on the first Monday of each third month',
				{ type: 'relativeMonthly', interval: 3, daysOfWeek: ['monday'], index: 'first' },
				'2031-06-02T14:00',
				'2031-03-03T08:00',
			],
		])(
			'keeps a language model from losing the first days of one that repeats %s',
			async (_, pattern, late, start) => {
				const series = seedSeries({ month: 0, dayOfMonth: 0, index: 'first', ...pattern });
				const given = { eventId: series.id, end: '' };
				const { message } = await failureOf(
					runStep(step, { ...given, start: late }, { asTool: true }),
				);
				expect(message).toBe(
					'Start: is a later day of this series, which would lose the days before. Write 2031-03-03, its first day, with the new time. One day alone has an ID of its own.',
				);
				expect(days(series)[0]).toBe('2031-03-03');
				await runStep(step, { ...given, start }, { asTool: true });
				expect(days(series)[0]).toBe(start.slice(0, 10));
			},
		);

		it('tells a language model what new times make of days that were changed alone', async () => {
			const series = seedSeries(weekly('monday'));
			const told = async (more: INodeParameters) =>
				(await runStep(step, { eventId: series.id, ...more }, { asTool: true })).at(-1)?.json.more;
			expect(await told({ subject: 'Weekly call' })).toBeUndefined();
			expect(await told({ start: '2031-03-03T12:00' })).toBe(
				'The new times hold for each day: days that were deleted are back, and those changed alone are as the others.',
			);
		});

		it('moves one to the day on which it ends', async () => {
			const series = seedSeries(weekly('monday'), { type: 'endDate', endDate: '2031-03-11' });
			await runForOne(step, { eventId: series.id, start: '2031-03-11T10:00' });
			expect(days(series)).toEqual(['2031-03-11']);
		});

		it('moves one of each year to another month', async () => {
			const series = seedSeries({ type: 'absoluteYearly', interval: 1, dayOfMonth: 3, month: 3 });
			await runForOne(step, { eventId: series.id, start: '2031-04-11T10:00' });
			expect(days(series)).toEqual(['2031-04-11', '2032-04-11']);
		});

		it('keeps how often it repeats, and says nothing of that where it stays on its day', async () => {
			const series = seedSeries(weekly('monday'), { type: 'numbered', numberOfOccurrences: 2 });
			await runForOne(step, { eventId: series.id, start: '2031-03-03T15:00' });
			const [sent] = provider().requests.matching({ method: 'PATCH' });
			expect(sent?.body).not.toHaveProperty('recurrence');
			await runForOne(step, { eventId: series.id, start: '2031-03-05T15:00' });
			expect(days(series)).toEqual(['2031-03-05', '2031-03-12']);
		});

		it('moves one to the day that its start is in the zone that is asked for', async () => {
			const series = seedSeries(weekly('monday'));
			const options = { timeZone: 'Pacific/Auckland' };
			await runForOne(step, { eventId: series.id, end: '2031-03-04T01:00', options });
			expect(series.recurrence?.range).toMatchObject({ startDate: '2031-03-03' });
			await runForOne(step, { eventId: series.id, start: '2031-03-03T13:00Z', options });
			expect(series.recurrence).toMatchObject({
				pattern: { daysOfWeek: ['tuesday'] },
				range: { startDate: '2031-03-04', recurrenceTimeZone: 'New Zealand Standard Time' },
			});
		});

		// fact: series-zone.
		it.each([
			['by weekdays', weekly('monday', 'friday')],
			['by a week of the month', { type: 'relativeMonthly', interval: 1, daysOfWeek: ['monday'] }],
		])('moves one that repeats %s to another zone, on the same day', async (_, pattern) => {
			const series = seedSeries({ index: 'first', ...pattern }, { recurrenceTimeZone: 'UTC' });
			const options = { timeZone: 'Europe/Vienna' };
			await runForOne(step, { eventId: series.id, start: '2031-03-03T10:00', options });
			expect(series.startZone).toBe('W. Europe Standard Time');
			expect(series.recurrence).toMatchObject({
				pattern,
				range: { startDate: '2031-03-03', recurrenceTimeZone: 'W. Europe Standard Time' },
			});
		});

		// fact: event-zone-of-utc.
		it('leaves one on the clock of UTC that Exchange says to be in UTC by a name of its own', async () => {
			own().settings.timeZone = 'W. Europe Standard Time';
			const timeZone = 'tzone://Microsoft/Utc';
			const series = seedSeries(weekly('monday'), { recurrenceTimeZone: timeZone });
			Object.assign(series, { startZone: timeZone, endZone: timeZone });
			await runForOne(step, { eventId: series.id, end: '2031-03-03T11:30' });
			const [sent] = provider().requests.matching({ method: 'PATCH' });
			expect(sent?.body).toEqual({
				start: at('2031-03-03T10:00:00'),
				end: at('2031-03-03T10:30:00'),
				isAllDay: false,
			});
		});

		// fact: series-zone.
		it('leaves one of whole days in the zone it was made for', async () => {
			own().settings.timeZone = 'Europe/Vienna';
			const series = own().calendar.seed({
				subject: 'Fair',
				isAllDay: true,
				start: at('2031-03-03T00:00:00'),
				end: at('2031-03-04T00:00:00'),
			});
			const pattern = { frequency: 'weekly', ends: 'afterCount', count: 2 };
			await runForOne(step, { eventId: series.id, options: { recurrence: { pattern } } });
			expect(days(series)).toEqual(['2031-03-03', '2031-03-10']);
			const json = await runForOne(step, { eventId: series.id, end: '2031-03-04' });
			expect(json).toMatchObject({ start: '2031-03-03', end: '2031-03-04', isAllDay: true });
			expect(series.startZone).toBe('UTC');
		});

		it.each([
			['repeats on other weekdays', weekly('monday', 'friday'), {}],
			['repeats on a weekday that was not that of its start', weekly('wednesday'), {}],
			[
				'repeats by the weeks of a month',
				{ type: 'relativeMonthly', interval: 1, daysOfWeek: ['monday'], index: 'first' },
				{},
			],
			[
				'repeats on another day of the month',
				{ type: 'absoluteMonthly', interval: 1, dayOfMonth: 15 },
				{},
			],
			[
				'repeats in another month',
				{ type: 'absoluteYearly', interval: 1, dayOfMonth: 3, month: 5 },
				{},
			],
			['is over by then', weekly('monday'), { type: 'endDate', endDate: '2031-03-10' }],
		])('says what to do with one that %s', async (_, pattern, more) => {
			const series = seedSeries(pattern, more);
			const input = { eventId: series.id, start: '2031-03-11T10:00' };
			const { message, description } = await failureOf(runForOne(step, input));
			expect(message).toBe('Start: is a day on which this series does not repeat');
			expect(description).toContain('A person can change the days, by Recurrence in Options');
			expect(provider().requests.count({ method: 'PATCH' })).toBe(0);
			const recurrence = { pattern: { frequency: 'weekly', ends: 'afterCount', count: 2 } };
			await runForOne(step, { ...input, options: { recurrence } });
			expect(days(series)).toEqual(['2031-03-11', '2031-03-18']);
		});
	});

	it('works in a shared mailbox', async () => {
		const event = shared().calendar.seed(seed);
		await runForOne(step, { eventId: event.id, subject: 'New', mailbox: SHARED_MAILBOX });
		expect(event.subject).toBe('New');
		expectOnlyShared();
	});

	it('keeps an event that has no length so when only its start or recurrence changes', async () => {
		const event = own().calendar.seed({ ...seed, end: seed.start, attendees: [] });
		const given = { eventId: event.idOf('immutable'), options: { timeZone: 'UTC' } };
		const moved = await runForOne(step, { ...given, start: '2026-03-04T11:00' });
		expect(moved).toMatchObject({ start: '2026-03-04T11:00:00Z', end: '2026-03-04T11:00:00Z' });
		const recurrence = { pattern: { frequency: 'daily' } };
		const repeated = { ...given, options: { ...given.options, recurrence } };
		expect(await runForOne(step, repeated)).toMatchObject({ end: '2026-03-04T11:00:00Z' });
		const { message } = await failureOf(runStep(step, { ...given, end: '2026-03-04T11:00' }));
		expect(message).toBe('End: must be after Start');
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

	it.each([
		['2026-03-03T00:00', '2026-03-04T00:00', '2026-03-03', '2026-03-03'],
		['2026-03-03T22:00', '2026-03-05T00:00', '2026-03-03', '2026-03-04'],
		['2026-03-03T22:00', '2026-03-04T00:01', '2026-03-03', '2026-03-04'],
		['2026-03-03T00:00', '2026-03-03T00:00', '2026-03-03', '2026-03-03'],
	])('makes whole days of the time from %s to %s', async (from, until, start, end) => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const local = (time: string) => ({
			dateTime: `${time}:00`,
			timeZone: 'W. Europe Standard Time',
		});
		const event = own().calendar.seed({ subject: 'Fair', start: local(from), end: local(until) });
		const days = await runForOne(step, { eventId: event.id, options: { allDay: true } });
		expect(days).toMatchObject({ start, end, isAllDay: true });
	});

	it('makes one day of a whole day that another zone means, and two of what lies on two here', async () => {
		own().settings.timeZone = 'W. Europe Standard Time';
		for (const [from, until, end] of [
			['2026-03-03T00:00:00', '2026-03-04T00:00:00', '2026-03-03'],
			['2026-03-03T22:00:00', '2026-03-04T00:00:00', '2026-03-04'],
		] as const) {
			const event = own().calendar.seed({ subject: 'Fair', start: at(from), end: at(until) });
			const days = await runForOne(step, { eventId: event.id, options: { allDay: true } });
			expect(days).toMatchObject({ start: '2026-03-03', end, isAllDay: true });
		}
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

	it('keeps the days of an event whose first day has no midnight', async () => {
		const zone = 'Pacific SA Standard Time';
		const event = own().calendar.seed({
			subject: 'Fair',
			isAllDay: true,
			start: { dateTime: '2026-09-06T00:00:00', timeZone: zone },
			end: { dateTime: '2026-09-09T00:00:00', timeZone: zone },
		});
		const options = { timeZone: 'America/Santiago' };
		const moved = await runForOne(step, { eventId: event.id, start: '2026-10-05', options });
		expect(moved).toMatchObject({ start: '2026-10-05', end: '2026-10-07' });
	});

	it('keeps the last hour of an event over several days when the clocks change in between', async () => {
		const zone = 'W. Europe Standard Time';
		const event = own().calendar.seed({
			subject: 'Trip',
			start: { dateTime: '2026-03-27T09:00:00', timeZone: zone },
			end: { dateTime: '2026-03-30T17:00:00', timeZone: zone },
		});
		const options = { timeZone: 'Europe/Berlin' };
		const moved = await runForOne(step, { eventId: event.id, start: '2026-04-10T09:00', options });
		expect(moved).toMatchObject({ end: '2026-04-13T17:00:00+02:00' });
	});

	it.each([
		['2026-10-25T02:30+02:00', '2026-10-25T02:45:00+02:00'],
		['2026-10-25T02:30+01:00', '2026-10-25T02:45:00+01:00'],
		['2026-03-29T01:50+01:00', '2026-03-29T03:05:00+02:00'],
	])('keeps a short event short in the night when the clocks change: %s', async (start, end) => {
		const zone = 'W. Europe Standard Time';
		const event = own().calendar.seed({
			subject: 'Check',
			start: { dateTime: '2026-03-03T09:00:00', timeZone: zone },
			end: { dateTime: '2026-03-03T09:15:00', timeZone: zone },
		});
		own().settings.timeZone = zone;
		expect(await runForOne(step, { eventId: event.id, start })).toMatchObject({ end });
	});

	it('keeps the length by the clock of any zone, wherever an event is moved', async () => {
		// Their clocks change between 21:00 and 4:00, in some at midnight, in Lord Howe by half an hour.
		const zones = [
			'Europe/Berlin',
			'America/New_York',
			'America/Santiago',
			'America/Havana',
			'Asia/Beirut',
			'Asia/Kolkata',
			'Australia/Lord_Howe',
		];
		const changes = ['03-08', '03-29', '04-05', '09-06', '10-04', '10-25', '11-01'];
		const day = fc
			.tuple(fc.constantFrom(...changes), fc.integer({ min: -4, max: 1 }))
			.map(([change, more]) => DateTime.fromISO(`2026-${change}`).plus({ days: more }).ordinal);
		const minute = fc.integer({ min: 4 * 60, max: 21 * 60 - 1 });
		const move = fc.record({
			zone: fc.constantFrom(...zones),
			isAllDay: fc.boolean(),
			first: day,
			days: fc.integer({ min: 1, max: 4 }),
			from: minute,
			until: minute,
			to: day,
		});
		const local = (days: number, minutes: number) =>
			new Date(Date.UTC(2026, 0, days, 0, minutes)).toISOString().slice(0, 19);
		await fc.assert(
			fc.asyncProperty(move, async ({ zone, isAllDay, first, days, from, until, to }) => {
				const [start, end] = isAllDay ? [0, 0] : [from, until];
				const timeZone = windowsOf(zone) ?? '';
				const event = own().calendar.seed({
					subject: 'Any',
					isAllDay,
					start: { dateTime: local(first, start), timeZone },
					end: { dateTime: local(first + days, end), timeZone },
				});
				const begin = local(to, start);
				const moment = DateTime.fromISO(begin, { zone }).toISO() ?? '';
				const given = isAllDay ? begin.slice(0, 10) : moment;
				await runForOne(step, { eventId: event.id, start: given }, { timezone: 'Asia/Tokyo' });
				const shown = DateTime.fromMillis(event.end, { zone: toIana(event.endZone) });
				// A day may have no midnight, in Havana.
				const format = isAllDay ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH:mm:ss";
				const expected = local(to + days, end).slice(0, isAllDay ? 10 : 19);
				expect(shown.toFormat(format)).toBe(expected);
			}),
			{ numRuns: 50 },
		);
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

	it.each([
		['add', ['Travel', 'Customer', 'Paid']],
		['replace', ['customer', 'TRAVEL', 'Paid']],
		['remove', []],
	])('can %s labels, whatever their case', async (attendeeChange, expected) => {
		const event = seedOwn();
		own().calendar.edit(event, { categories: ['Travel', 'Customer'] });
		const labels = 'customer, TRAVEL, Paid';
		await runForOne(step, { eventId: event.id, options: { labels, attendeeChange } });
		expect(event.categories).toEqual(expected);
	});

	it('keeps the labels that an event has, unless told otherwise', async () => {
		const event = seedOwn();
		own().calendar.edit(event, { categories: ['Travel'] });
		const changed = await runForOne(step, { eventId: event.id, options: { labels: 'Paid' } });
		expect(changed.labels).toEqual(['Travel', 'Paid']);
		await runForOne(step, {
			eventId: event.id,
			options: { attendeeChange: 'replace' },
			subject: 'New',
		});
		expect(event).toMatchObject({ categories: ['Travel', 'Paid'], attendees: [{}] });
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

	it('tells nobody of a change that is none, and writes what differs', async () => {
		const event = seedOwn();
		own().calendar.edit(event, { categories: ['Travel'], location: { displayName: 'Room 4' } });
		const same = {
			...{ subject: event.subject, location: 'Room 4', attendees: 'ANN@contoso.com' },
			start: new Date(event.start).toISOString(),
			options: { labels: 'travel', showAs: 'busy', importance: 'normal', reminder: 15 },
		};
		const shown = await runForOne(step, { eventId: event.id, ...same });
		expect(shown).toMatchObject({ id: event.idOf('immutable'), location: 'Room 4' });
		expect(own().calendar.notices).toEqual([]);
		expect(provider().requests.count({ method: 'PATCH' })).toBe(0);
		for (const other of [
			{ location: 'Room 5' },
			{ attendees: 'bob@contoso.com' },
			{ options: { reminder: 10 } },
			{ options: { timeZone: 'Asia/Tokyo' } },
			{ body: 'Agenda' },
		]) {
			await runForOne(step, { eventId: event.id, ...same, ...other });
		}
		expect(provider().requests.count({ method: 'PATCH' })).toBe(5);
	});

	it('says that nothing was written where nothing differs, and nothing of who was told', async () => {
		const event = seedOwn();
		const given = { eventId: event.id, subject: event.subject };
		const { more } = await runForOne(step, given, { asTool: true });
		expect(more).toBe('The event was so already: nothing was written, and nobody was told.');
	});

	it('writes the times of a series also where they are the same: they bring back its deleted days', async () => {
		const event = seedOwn();
		own().calendar.edit(event, {
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 5 },
			},
		});
		await runForOne(step, { eventId: event.id, start: new Date(event.start).toISOString() });
		expect(provider().requests.count({ method: 'PATCH' })).toBe(1);
	});

	it('makes somebody optional who was required, and nobody required who was optional', async () => {
		const event = seedOwn();
		const options = { optionalAttendees: 'ANN@contoso.com, bob@contoso.com' };
		await runForOne(step, { eventId: event.id, options });
		await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com, kim@contoso.com' });
		expect(event.attendees.map(({ type, emailAddress }) => [emailAddress.address, type])).toEqual([
			['ann@contoso.com', 'optional'],
			['bob@contoso.com', 'optional'],
			['kim@contoso.com', 'required'],
		]);
	});

	it.each(['add', 'remove'])(
		'keeps who is optional and which room is booked, and leaves out who has no address (%s)',
		async (attendeeChange) => {
			const event = seedOwn();
			const [ann] = event.attendees;
			if (!ann) throw new Error('an attendee was expected');
			const invited = (address: string, type: 'optional' | 'resource') => {
				event.attendees.push({ ...ann, type, emailAddress: { address, name: 'X' } });
			};
			invited('kim@contoso.com', 'optional');
			invited('room@contoso.com', 'resource');
			invited('', 'optional');
			const options = { attendeeChange };
			await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com', options });
			const left = event.attendees.map(({ type, emailAddress }) => [emailAddress.address, type]);
			expect(left.filter(([address]) => address !== 'bob@contoso.com')).toEqual([
				['ann@contoso.com', 'required'],
				['kim@contoso.com', 'optional'],
				['room@contoso.com', 'resource'],
			]);
		},
	);

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
		// Without a change of the event itself, Graph would send the file to nobody.
		const { body } = provider().requests.matching({ method: 'PATCH' }).at(-1) ?? {};
		expect(body).toEqual({ subject: event.subject });
	});

	it('attaches nothing twice where somebody else wrote between two files', async () => {
		const event = seedOwn();
		const file = { content: 'x', fileName: 'x.txt' };
		const items = [{ json: {}, files: { one: file, two: file } }];
		const attaching = { method: 'POST', path: /attachments$/ };
		provider().faults.next(attaching, { delayMs: 0 });
		provider().faults.next(attaching, { status: 412 });
		const parameters = { eventId: event.id, options: { attachments: 'one, two' } };
		await runForOne(step, parameters, { items });
		expect(provider().faults.pending).toBe(0);
		expect(event.attachments).toHaveLength(2);
	});

	it('adds no file where the policy refuses the change', async () => {
		const event = own().calendar.seed({
			subject: 'Review',
			start: { dateTime: '2026-03-03T09:00:00', timeZone: 'UTC' },
			end: { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' },
		});
		const items = [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }];
		const given = { eventId: event.id, attendees: EVE, options: { attachments: 'data' } };
		const options = { items, credentialData: policies.listed };
		const { message } = await failureOf(runForOne(step, given, options));
		expect(message).toContain('may not be');
		expect(event.attachments).toEqual([]);
	});

	it('gives an hour to an event with a new start whose own times cannot be read', async () => {
		const event = seedOwn();
		const time = { dateTime: '2026-03-03T09:00:00', timeZone: 'tzone://Microsoft/Custom' };
		const body = { id: event.id, subject: 'Review', start: time, end: time };
		provider().faults.next({ method: 'GET', path: /events\/[^/]+$/ }, { status: 200, body });
		await runForOne(step, { eventId: event.id, start: '2026-03-05T10:00Z' });
		expect([event.start, event.end]).toEqual([
			Date.parse('2026-03-05T10:00Z'),
			Date.parse('2026-03-05T11:00Z'),
		]);
	});

	it('says what is done already when the change fails after the attachments', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH' }, { status: 400, body: { error: { code: 'Bad' } } });
		const failure = await failureOf(
			runForOne(
				step,
				{ eventId: event.id, subject: 'New', options: { attachments: 'data' } },
				{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }], tries: 2 },
			),
		);
		expect(failure.message).toContain('The attachments were added to the event');
		expect(failure.description).toContain('Leave Attachments empty');
		expect(event.attachments).toHaveLength(1);
	});

	describe('whose answer is lost', () => {
		const lost = { clock: createSkippingClock() };
		const patch = { method: 'PATCH' };
		const weekly = { pattern: { frequency: 'weekly', ends: 'afterCount', count: 5 } };

		it.each<[string, INodeParameters]>([
			[
				'title, place and text',
				{ subject: 'New', location: 'Room 5', body: 'Read this.\n\nTwice' },
			],
			['people', { attendees: 'bob@contoso.com', options: { optionalAttendees: 'carla@x.com' } }],
			['times', { start: '2031-03-04T10:00' }],
			['days', { start: '2031-03-04', options: { allDay: true } }],
			['recurrence', { options: { recurrence: weekly, timeZone: 'Europe/Berlin' } }],
			['labels and marks', { options: { labels: 'A, B', showAs: 'free', reminder: -1 } }],
			['online meeting', { options: { onlineMeeting: true } }],
		])('changes its %s once, and tells the attendees once', async (_, changes) => {
			const event = seedOwn();
			provider().faults.next(patch, { cut: 'after' });
			await runForOne(step, { eventId: event.id, ...changes }, lost);
			expect(own().calendar.notices).toHaveLength(1);
			expect(provider().requests.count(patch)).toBe(1);
		});

		it('is changed again where it did not arrive, and somebody else wrote meanwhile', async () => {
			const event = seedOwn();
			event.location = { displayName: 'Room 6' };
			const old = { id: event.id, '@odata.etag': 'W/"old"', attendees: event.attendees };
			provider().faults.next({ method: 'GET', path: /events/ }, { status: 200, body: old });
			provider().faults.next(patch, { cut: 'before' });
			await runForOne(step, { eventId: event.id, subject: 'New' }, lost);
			expect(event).toMatchObject({ subject: 'New', location: { displayName: 'Room 6' } });
			expect(own().calendar.notices).toHaveLength(1);
		});

		it('tells the attendees once of files alone', async () => {
			const event = seedOwn();
			const items = [{ json: {}, files: { data: { content: 'x' } } }];
			// The first is refused: the attachment changed the event.
			provider().faults.next(patch, { delayMs: 0 });
			provider().faults.next(patch, { cut: 'after' });
			const parameters = { eventId: event.id, options: { attachments: 'data' } };
			await runForOne(step, parameters, { ...lost, items });
			expect(own().calendar.notices).toHaveLength(1);
		});

		it('is not made again with Retry On Fail where the event cannot be read then', async () => {
			const event = seedOwn();
			provider().faults.next(patch, { cut: 'after' });
			const reads = { method: 'GET', path: /events\/[^/]+$/ };
			provider().faults.next(reads, { delayMs: 0 });
			provider().faults.next(reads, { status: 403 });
			const parameters = { eventId: event.id, subject: 'New' };
			const failure = await failureOf(runForOne(step, parameters, { ...lost, tries: 2 }));
			expect(failure.message).toContain('may or may not have taken effect');
			expect(own().calendar.notices).toHaveLength(1);
		});
	});

	it('does not say that nothing was changed where the answer to the change is lost', async () => {
		const event = seedOwn();
		// The first is refused: the attachment changed the event.
		provider().faults.next({ method: 'PATCH' }, { delayMs: 0 });
		provider().faults.next({ method: 'PATCH' }, { cut: 'after' });
		const reads = { method: 'GET', path: /events\/[^/]+$/ };
		provider().faults.next({ ...reads, times: 2 }, { delayMs: 0 });
		provider().faults.next(reads, { status: 403 });
		const failure = await failureOf(
			runForOne(
				step,
				{ eventId: event.id, subject: 'New', options: { attachments: 'data' } },
				{ items: [{ json: {}, files: { data: { content: 'x' } } }], clock: createSkippingClock() },
			),
		);
		expect(failure.message).toContain('were added to the event, and the rest may be changed');
		expect(event.subject).toBe('New');
	});

	it('attaches nothing twice with Retry On Fail where some files could be attached', async () => {
		const event = seedOwn();
		const file = { content: 'x', fileName: 'x.txt' };
		const items = [{ json: {}, files: { one: file, two: file } }];
		const parameters = { eventId: event.id, options: { attachments: 'one, two' } };
		const run = async () => await runForOne(step, parameters, { items, tries: 2 });
		const attaching = { method: 'POST', path: /attachments$/ };
		provider().faults.next(attaching, { status: 201, body: {}, after: true });
		provider().faults.next(attaching, { status: 400 });
		const failure = await failureOf(run());
		expect(failure.message).toContain('Some attachments were added to the event');
		expect(event.attachments).toHaveLength(1);
		provider().faults.next(attaching, { status: 400 });
		await run();
		expect(event.attachments).toHaveLength(3);
	});

	it('attaches nothing twice with Retry On Fail where the event could not be read again', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH' }, { status: 412 });
		const behind = { method: 'GET', path: /events\/[^/]+$/ };
		provider().faults.next(behind, { delayMs: 0 });
		provider().faults.next(behind, { status: 403 });
		const run = runForOne(
			step,
			{ eventId: event.id, options: { attachments: 'data' } },
			{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }], tries: 2 },
		);
		const { message, description } = await failureOf(run);
		expect(message).toContain('The attachments were added to the event');
		expect(description).toMatch(/^Leave Attachments empty when running the step again/);
		expect(event.attachments).toHaveLength(1);
	});

	it('reads again when somebody else wrote in between', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH' }, { status: 412 });
		await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com' });
		expect(event.attendees).toHaveLength(2);
		expect(askedBesideZone().filter((request) => request.startsWith('GET'))).toHaveLength(2);
	});

	// fact: event-if-match.
	it('keeps who was invited by somebody else in between', async () => {
		const event = seedOwn();
		const [present] = event.attendees;
		const carla = { name: 'Carla', address: 'carla@contoso.com' };
		const old = { id: event.id, '@odata.etag': 'W/"old"', attendees: event.attendees };
		if (present) event.attendees = [present, { ...present, emailAddress: carla }];
		provider().faults.next({ method: 'GET', path: /events/ }, { status: 200, body: old });
		await runForOne(step, { eventId: event.id, attendees: 'bob@contoso.com' });
		expect(event.attendees.map(({ emailAddress }) => emailAddress.address)).toEqual([
			present?.emailAddress.address,
			carla.address,
			'bob@contoso.com',
		]);
	});

	it('changes an event all the same that somebody else changes all the time', async () => {
		const event = seedOwn();
		provider().faults.next({ method: 'PATCH', times: 3 }, { status: 412 });
		await runForOne(step, { eventId: event.id, subject: 'New' });
		const sent = provider().requests.matching({ method: 'PATCH' });
		expect(sent.map(({ headers }) => headers['if-match'] === undefined)).toEqual([
			...[false, false, false],
			true,
		]);
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
