import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
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

const step = 'calendar.getEvent';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const seed = {
	subject: 'Review',
	start: at('2026-03-03T09:00:00'),
	end: at('2026-03-03T10:00:00'),
	attendees: ['me@contoso.com'],
	organizer: 'pat@example.com',
	body: { contentType: 'html' as const, content: '<p>The agenda</p>' },
};

describe('Get Event', () => {
	it('returns the event small and flat, in the zone of the mailbox', async () => {
		own().settings.timeZone = 'America/New_York';
		const event = own().calendar.seed(seed);
		const found = await runForOne(step, { eventId: event.idOf('immutable') });
		expect(found).toEqual({
			id: event.idOf('immutable'),
			subject: 'Review',
			start: '2026-03-03T04:00:00-05:00',
			end: '2026-03-03T05:00:00-05:00',
			timeZone: 'America/New_York',
			organizer: { address: 'pat@example.com', name: 'pat@example.com' },
			attendees: [{ address: 'me@contoso.com', name: 'me@contoso.com' }],
			showAs: 'busy',
			isOrganizer: false,
			response: 'notResponded',
			description: 'The agenda',
		});
	});

	it('bounds the description for a language model alone, and says how to get the rest', async () => {
		const body = { contentType: 'text' as const, content: 'x'.repeat(30_000) };
		const eventId = own().calendar.seed({ ...seed, body }).id;
		const [bounded] = await runStep(step, { eventId }, { asTool: true });
		expect(bounded?.json).toMatchObject({
			description: 'x'.repeat(20_000),
			truncated: true,
			bodyLength: 30_000,
			more: expect.stringContaining('a higher Maximum Description Length'),
		});
		const options = { maxBodyLength: 0 };
		const [whole] = await runStep(step, { eventId, options }, { asTool: true });
		expect(whole?.json.description).toHaveLength(30_000);
		expect((await runForOne(step, { eventId })).description).toHaveLength(30_000);
	});

	it('cuts the description, leaves it out, or gives everything raw', async () => {
		const event = own().calendar.seed(seed);
		const cut = await runForOne(step, { eventId: event.id, options: { maxBodyLength: 3 } });
		expect(cut).toMatchObject({ description: 'The', truncated: true, bodyLength: 10 });
		const preview = await runForOne(step, { eventId: event.id, options: { body: 'none' } });
		expect(preview.description).toBe('The agenda');
		const raw = await runForOne(step, {
			eventId: event.id,
			simplify: false,
			options: { body: 'html' },
		});
		expect(raw).toMatchObject({ body: { contentType: 'html' }, iCalUId: expect.any(String) });
	});

	it.each(['getEvent', 'deleteEvent', 'updateEvent', 'cancelEvent'])(
		'of a calendar that somebody shares is not found, and %s says how it is (fact: lent-calendar)',
		async (operation) => {
			const lent = own().calendar.addCalendar("Bob's calendar");
			lent.isLent = true;
			const { id } = own().calendar.seed(seed, lent.id);
			const parameters = { eventId: id, ...(operation === 'updateEvent' ? { subject: 'x' } : {}) };
			await expect(runForOne(`calendar.${operation}`, parameters)).rejects.toMatchObject({
				message: 'Event ID: Not found in this mailbox',
				description: expect.stringMatching(/only with its owner as Mailbox/),
			});
		},
	);

	// fact: private-event.
	it('of somebody else that is private is listed and not found, and the error says what it takes', async () => {
		shared().shareWith(OWN_MAILBOX, { calendar: 'readWrite', hidesPrivate: true });
		const { id } = shared().calendar.seed({ ...seed, sensitivity: 'private' });
		const there = { mailbox: SHARED_MAILBOX };
		const range = { start: '2026-03-01', end: '2026-03-31' };
		expect(await runStep('calendar.listEvents', { ...there, ...range })).toHaveLength(1);
		const { description } = await failureOf(runForOne(step, { ...there, eventId: id }));
		expect(description).toMatch(/private one only with full access/);
	});

	it('works in a shared mailbox', async () => {
		const event = shared().calendar.seed(seed);
		const found = await runForOne(step, { eventId: event.id, mailbox: SHARED_MAILBOX });
		expect(found.subject).toBe('Review');
		expectOnlyShared();
	});

	it('fails for an ID that does not exist, and goes on if asked to', async () => {
		const failure = await failureOf(runForOne(step, { eventId: 'no-such-event' }));
		expect(failure.message).toContain('Not found');
		const event = own().calendar.seed(seed);
		const items = await runStep(
			step,
			{ eventId: '={{ $json.id }}' },
			{ items: [{ json: { id: '..' } }, { json: { id: event.id } }], continueOnFail: true },
		);
		expect(items.map(({ json }) => json.error ?? json.subject)).toEqual([
			expect.stringContaining('ID'),
			'Review',
		]);
	});

	describe('of what the provider gives', () => {
		const given = (event: object) =>
			provider().faults.next(
				{ path: /events/ },
				{ status: 200, body: { id: 'E', subject: 'Review', ...event } },
			);

		it('leaves the zeros and the year 1 of a recurrence out', async () => {
			given({
				recurrence: {
					pattern: {
						type: 'weekly',
						interval: 1,
						month: 0,
						dayOfMonth: 0,
						daysOfWeek: ['monday'],
						firstDayOfWeek: 'sunday',
						index: 'first',
					},
					range: {
						type: 'numbered',
						startDate: '2026-03-02',
						endDate: '0001-01-01',
						recurrenceTimeZone: '',
						numberOfOccurrences: 5,
					},
				},
			});
			expect((await runForOne(step, { eventId: 'E' })).recurrence).toEqual({
				pattern: {
					type: 'weekly',
					interval: 1,
					daysOfWeek: ['monday'],
					firstDayOfWeek: 'sunday',
					index: 'first',
				},
				range: { type: 'numbered', startDate: '2026-03-02', numberOfOccurrences: 5 },
			});
		});

		it.each(['tzone://Microsoft/Custom', 'Customized Time Zone', ''])(
			'shows times in a zone that only the mailbox knows (%j) as they are, with its name',
			async (timeZone) => {
				const start = { dateTime: '2026-03-03T09:00:00.0000000', timeZone };
				given({ start, end: { ...start, dateTime: '2026-03-03T10:00:00.0000000' } });
				expect(await runForOne(step, { eventId: 'E' })).toMatchObject({
					start: '2026-03-03T09:00:00.0000000',
					end: '2026-03-03T10:00:00.0000000',
					timeZone,
				});
			},
		);

		it('shows both times as they are where the zone of the end alone is not known', async () => {
			const start = { dateTime: '2026-03-03T09:00:00.0000000', timeZone: 'UTC' };
			const timeZone = 'Customized Time Zone';
			given({ start, end: { ...start, timeZone } });
			const { dateTime } = start;
			const shown = { start: dateTime, end: dateTime, timeZone };
			expect(await runForOne(step, { eventId: 'E' })).toMatchObject(shown);
		});

		it('a day is a day in whatever zone it is written', async () => {
			const timeZone = 'Customized Time Zone';
			given({
				isAllDay: true,
				start: { dateTime: '2026-03-03T00:00:00', timeZone },
				end: { dateTime: '2026-03-05T00:00:00', timeZone },
			});
			expect(await runForOne(step, { eventId: 'E' })).toMatchObject({
				start: '2026-03-03',
				end: '2026-03-04',
				isAllDay: true,
			});
		});
	});
});
