import type { INodeParameters } from 'n8n-workflow';
import {
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
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.listEvents';
const march = { start: '2026-03-01', end: '2026-03-31' };
const chosen = { options: { fields: 'subject' } };
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });

function seed(subject: string, day: string, more: object = {}, mailbox = own()) {
	return mailbox.calendar.seed({
		subject,
		start: at(`${day}T09:00:00`),
		end: at(`${day}T10:00:00`),
		...more,
	});
}

const subjects = async (...parameters: Parameters<typeof runStep>) =>
	(await runStep(...parameters)).map(({ json }) => json.subject);

describe('List Events', () => {
	it('says where a text that finds nothing was looked for: not in all of a description', async () => {
		const content = `${'Nothing yet. '.repeat(30)}Bring the contract.`;
		seed('Review', '2026-03-20', { body: { contentType: 'text', content } });
		const read = async (text: string) => await runStep(step, { ...march, text }, { asTool: true });
		expect(await read('nothing')).toMatchObject([{ json: { subject: 'Review' } }]);
		const [told] = await read('contract');
		expect(told?.json).toEqual({
			found: 0,
			searched: { ...march, text: 'contract' },
			more: 'Text was looked for in subject, location and the beginning of the description only.',
		});
	});

	it('lists what is on, earliest first, recurring events by their occurrences', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		seed('Late', '2026-03-20');
		seed('Daily', '2026-03-03', {
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 2 },
			},
		});
		seed('April', '2026-04-01');
		const items = await runStep(step, march);
		expect(items.map(({ json }) => [json.subject, json.start, json.type])).toEqual([
			['Daily', '2026-03-03T10:00:00+01:00', 'occurrence'],
			['Daily', '2026-03-04T10:00:00+01:00', 'occurrence'],
			['Late', '2026-03-20T10:00:00+01:00', undefined],
		]);
		expect(askedBesideZone()).toEqual(['GET /me/calendarView']);
	});

	it('includes the whole day of an end without time, and only up to an end with one', async () => {
		seed('Last', '2026-03-31');
		expect(await subjects(step, march)).toEqual(['Last']);
		expect(await subjects(step, { ...march, end: '2026-03-31T09:00' })).toEqual([]);
	});

	it('ends a day that has no midnight at the next one', async () => {
		own().settings.timeZone = 'Pacific SA Standard Time';
		const [start, end] = [at('2026-09-07T03:00:00'), at('2026-09-07T03:50:00')];
		own().calendar.seed({ subject: 'Night after', start, end });
		const day = '2026-09-06';
		expect(await subjects(step, { start: day, end: day })).toEqual([]);
		expect(await runForOne('calendar.checkAvailability', { start: day })).toMatchObject({
			available: true,
			end: '2026-09-07T00:00:00-03:00',
		});
	});

	it('lists the next seven days when no times are given', async () => {
		const day = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		seed('Soon', day(3));
		seed('Too far', day(9));
		expect(await subjects(step)).toEqual(['Soon']);
	});

	it('works on a shared mailbox', async () => {
		seed('Ours', '2026-03-05', {}, shared());
		expect(await subjects(step, { ...march, mailbox: SHARED_MAILBOX })).toEqual(['Ours']);
		expectOnlyShared();
	});

	it('lists one calendar by name, or all of them, every page of the list', async () => {
		seed('Mine', '2026-03-06');
		for (let index = 0; index < 12; index++) own().calendar.addCalendar(`Calendar ${index}`);
		const last = own().calendar.addCalendar('Team');
		own().calendar.seed(
			{ subject: 'Ours', start: at('2026-03-05T09:00:00'), end: at('2026-03-05T10:00:00') },
			last.id,
		);
		expect(await subjects(step, { ...march, calendar: locator('name', 'Team') })).toEqual(['Ours']);
		const items = await runStep(step, { ...march, allCalendars: true });
		expect(items.map(({ json }) => [json.subject, json.calendar])).toEqual([
			['Ours', 'Team'],
			['Mine', 'Calendar'],
		]);
	});

	it.each([403, 404])(
		'lists the other calendars where one cannot be read any more (%s), and says which',
		async (status) => {
			seed('Mine', '2026-03-06');
			const team = own().calendar.addCalendar('Team').id;
			const [start, end] = [at('2026-03-05T09:00:00'), at('2026-03-05T10:00:00')];
			own().calendar.seed({ subject: 'Ours', start, end }, team);
			const isUnshared = { path: new RegExp(`calendars/${encodeURIComponent(team)}/calendarView`) };
			const all = { ...march, allCalendars: true };
			provider().faults.next({ ...isUnshared, times: 3 }, { status });
			expect(await subjects(step, all)).toEqual(['Mine']);
			const [shown] = await runStep(step, all, { asTool: true });
			expect(shown?.json).toMatchObject({
				subject: 'Mine',
				more: expect.stringMatching(/^Team cannot be read/),
			});
			const alone = failureOf(runStep(step, { ...march, calendar: locator('id', team) }));
			expect((await alone).message).toMatch(/Not found|not allowed/);
			provider().faults.next({ path: /calendarView/, times: 2 }, { status });
			expect((await failureOf(runStep(step, all))).message).toMatch(/Not found|not allowed/);
		},
	);

	it('filters by text and attendee, whatever the case and accents', async () => {
		seed('Résumé talk', '2026-03-05', { attendees: ['ann@contoso.com'] });
		seed('Lunch', '2026-03-06', { organizer: 'eva@example.com' });
		expect(await subjects(step, { ...march, text: 'resume' })).toEqual(['Résumé talk']);
		expect(await subjects(step, { ...march, attendee: 'ANN@contoso.com' })).toEqual([
			'Résumé talk',
		]);
		const named = { ...march, attendee: 'Ann Lee <ann@contoso.com>' };
		expect(await subjects(step, named)).toEqual(['Résumé talk']);
		expect(await subjects(step, { ...march, attendee: '@example.com' })).toEqual(['Lunch']);
		expect(await subjects(step, { ...march, text: 'talk', attendee: 'eva' })).toEqual([]);
	});

	it('filters by text, whichever apostrophe Outlook made of it', async () => {
		seed('Ann’s birthday', '2026-03-05', {});
		expect(await subjects(step, { ...march, text: "Ann's" })).toEqual(['Ann’s birthday']);
	});

	it('compares the domain of an attendee to its end and its accents, with or without its @', async () => {
		const others = ['eva@myexample.com', 'eva@example.com.au', 'eva@exámple.com'];
		for (const address of ['eva@example.com', ...others]) {
			seed(address, '2026-03-05').organizer = { emailAddress: { name: 'Eva', address } };
		}
		for (const attendee of ['Example.com', '@Example.com', 'Eva@Example.com']) {
			expect(await subjects(step, { ...march, attendee })).toEqual(['eva@example.com']);
		}
		const attendee = 'eva@exámple.com';
		expect(await subjects(step, { ...march, attendee })).toEqual([attendee]);
	});

	it('lists what takes no time at the beginning of what is asked for', async () => {
		seed('Note', '2026-03-05', { end: at('2026-03-05T09:00:00') });
		const hour = { start: '2026-03-05T09:00', end: '2026-03-05T10:00' };
		expect(await subjects(step, hour)).toEqual(['Note']);
	});

	it('lists a whole day that somebody made half the earth away', async () => {
		own().settings.timeZone = 'Line Islands Standard Time';
		const day = (dateTime: string) => ({ dateTime, timeZone: 'Dateline Standard Time' });
		own().calendar.seed({
			subject: 'Fair',
			isAllDay: true,
			start: day('2026-03-05T00:00:00'),
			end: day('2026-03-06T00:00:00'),
		});
		expect(await subjects(step, { start: '2026-03-05', end: '2026-03-05' })).toEqual(['Fair']);
	});

	it('tells the hours apart that a clock shows twice', async () => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const moment = (time: string) => at(`2026-10-25T${time}:00`);
		seed('First', '2026-10-25', { start: moment('00:30'), end: moment('00:45') });
		seed('Second', '2026-10-25', { start: moment('01:30'), end: moment('01:45') });
		const items = await runStep(step, { start: '2026-10-25', end: '2026-10-25' });
		expect(items.map(({ json }) => json.start)).toEqual([
			'2026-10-25T02:30:00+02:00',
			'2026-10-25T02:30:00+01:00',
		]);
	});

	it.each([
		['First', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
		['Second', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
	])('lists raw events of the hour that a clock shows twice: %s', async (subject, start, end) => {
		own().settings.timeZone = 'W. Europe Standard Time';
		const moment = (time: string) => at(`2026-10-25T${time}:00`);
		seed('First', '2026-10-25', { start: moment('00:30'), end: moment('00:45') });
		seed('Second', '2026-10-25', { start: moment('01:30'), end: moment('01:45') });
		expect(await subjects(step, { start, end, simplify: false })).toContain(subject);
		expect(await subjects(step, { start, end })).toEqual([subject]);
	});

	it('finds no word of which a mark makes another one', async () => {
		// Papa and mother, in Japanese.
		seed('パパ', '2026-03-05');
		expect(await subjects(step, { ...march, text: 'ハハ' })).toEqual([]);
		expect(await subjects(step, { ...march, text: 'パパ' })).toEqual(['パパ']);
	});

	it('stops at the limit and asks for no more than it needs', async () => {
		for (let day = 10; day < 20; day++) seed(`Day ${day}`, `2026-03-${day}`);
		expect(await subjects(step, { ...march, limit: 3 })).toEqual(['Day 10', 'Day 11', 'Day 12']);
		expect(Number(provider().requests.all.at(-1)?.query.$top)).toBeLessThan(30);
		expect(await subjects(step, { ...march, limit: 3, allCalendars: true })).toHaveLength(3);
		expect(await subjects(step, { ...march, returnAll: true })).toHaveLength(10);
	});

	it('needs one request for a few events behind a full day', async () => {
		for (let hour = 0; hour < 24; hour++) {
			const begins = `2026-03-09T${String(hour).padStart(2, '0')}`;
			const times = { start: at(`${begins}:00:00`), end: at(`${begins}:30:00`) };
			seed(`Hour ${hour}`, '2026-03-09', times);
		}
		for (let day = 10; day < 14; day++) seed(`Day ${day}`, `2026-03-${day}`);
		const asked = { start: '2026-03-10', end: '2026-03-31', limit: 3 };
		expect(await subjects(step, asked)).toEqual(['Day 10', 'Day 11', 'Day 12']);
		expect(askedBesideZone()).toEqual(['GET /me/calendarView']);
	});

	it('reads a long range in parts and each event once', async () => {
		own().calendar.seed({
			subject: 'Across',
			start: at('2026-12-31T00:00:00'),
			end: at('2027-01-02T00:00:00'),
		});
		seed('Far', '2028-06-01');
		const range = { start: '2026-01-01', end: '2028-12-31' };
		expect(await subjects(step, range)).toEqual(['Across', 'Far']);
		expect(askedBesideZone()).toHaveLength(4);
	});

	it('returns raw events with chosen fields', async () => {
		seed('Raw', '2026-03-05', { body: { contentType: 'text', content: 'Long' } });
		const [item] = await runStep(step, {
			...march,
			simplify: false,
			options: { fields: 'subject, start', timeZone: 'Asia/Tokyo' },
		});
		expect(item?.json).toMatchObject({
			subject: 'Raw',
			start: { dateTime: '2026-03-05T18:00:00.0000000', timeZone: 'Tokyo Standard Time' },
		});
		expect(item?.json).not.toHaveProperty('attendees');
	});

	it('looks at what conditions need also where raw events have other fields', async () => {
		seed('Talk', '2026-03-05', { attendees: ['ann@contoso.com'] });
		seed('Lunch', '2026-03-06');
		const raw = { ...march, simplify: false, options: { fields: 'start' } };
		const days = async (conditions: INodeParameters) =>
			(await runStep(step, { ...raw, ...conditions })).map(({ json }) =>
				JSON.stringify(json.start).slice(13, 23),
			);
		expect(await days({ attendee: 'ann@contoso.com' })).toEqual(['2026-03-05']);
		expect(await days({ text: 'lunch' })).toEqual(['2026-03-06']);
	});

	it('lists raw events of all calendars earliest first, whatever fields are chosen', async () => {
		const team = own().calendar.addCalendar('Team').id;
		const calendars: Array<[string, string?]> = [['06'], ['08'], ['05', team], ['07', team]];
		for (const [day, calendar] of calendars) {
			const [start, end] = [at(`2026-03-${day}T09:00:00`), at(`2026-03-${day}T10:00:00`)];
			own().calendar.seed({ subject: `Day ${day}`, start, end }, calendar);
		}
		const raw = { ...march, allCalendars: true, simplify: false, options: { fields: 'subject' } };
		expect(await subjects(step, raw)).toEqual(['Day 05', 'Day 06', 'Day 07', 'Day 08']);
		const [first, ...more] = await runStep(step, { ...raw, limit: 1 });
		expect(first?.json.subject).toBe('Day 05');
		expect(first?.json).not.toHaveProperty('start');
		expect(more).toEqual([]);
	});

	it.each([true, false])(
		'lists a whole day of another calendar as it begins in the mailbox (simplify: %s)',
		async (simplify) => {
			own().settings.timeZone = 'Tokyo Standard Time';
			const team = own().calendar.addCalendar('Team').id;
			const [start, end] = [at('2026-03-05T00:00:00'), at('2026-03-06T00:00:00')];
			own().calendar.seed({ subject: 'Fair', isAllDay: true, start, end }, team);
			// 5:00 in Tokyo.
			const early = { start: at('2026-03-04T20:00:00'), end: at('2026-03-04T21:00:00') };
			seed('Breakfast', '2026-03-05', early);
			const all = { ...march, allCalendars: true, simplify, ...(!simplify && chosen) };
			expect(await subjects(step, all)).toEqual(['Fair', 'Breakfast']);
		},
	);

	it('returns no more of raw events than what is chosen, also where conditions look at more', async () => {
		seed('Talk', '2026-03-05', { attendees: ['ann@contoso.com'] });
		const raw = { ...march, simplify: false, options: { fields: 'subject' } };
		const [item] = await runStep(step, { ...raw, attendee: 'ann@contoso.com' });
		const names = Object.keys(item?.json ?? {}).filter((name) => !name.startsWith('@'));
		expect(names.sort()).toEqual(['id', 'subject']);
	});

	it('keeps 25 events under 30,000 characters', async () => {
		const text = { contentType: 'text', content: 'Lorem ipsum dolor sit amet. '.repeat(200) };
		const attendees = Array.from({ length: 5 }, (_, index) => `person${index}@contoso.com`);
		for (let hour = 0; hour < 25; hour++)
			seed(`Event ${hour}`, '2026-03-05', { body: text, attendees });
		const items = await runStep(step, march);
		expect(items).toHaveLength(25);
		expect(JSON.stringify(items.map(({ json }) => json)).length).toBeLessThan(30_000);
		expect(items[0]?.json).toMatchObject({
			truncated: true,
			bodyLength: text.content.trim().length,
		});
	});

	it.each([
		[{ start: '2026-03-05', end: '2026-03-04' }, 'End: must be after Start'],
		[{ end: '2024-03-04T09:00' }, 'which an empty Start means'],
		[{ start: 'soon' }, 'Start: is not a date and time'],
		[{ calendar: locator('id', 'no-such') }, 'Not found'],
		[{ limit: 0 }, 'Limit: must be a whole number'],
	])('refuses %j', async (parameters, message) => {
		const failure = await failureOf(runStep(step, { ...parameters }));
		expect(failure.message).toContain(message);
		const [item] = await runStep(step, { ...parameters }, { continueOnFail: true });
		expect(item?.json.error).toContain(message);
	});

	it('leaves out what has no ID, and shows the rest', async () => {
		const time = at('2026-03-03T09:00:00');
		const [named, other] = ['A', 'B'].map((id) => ({ id, subject: id, start: time, end: time }));
		const value = [named, { subject: 'Nameless', start: time, end: time }, null, other];
		provider().faults.next({ path: /calendarView/ }, { status: 200, body: { value } });
		expect(await subjects(step, march)).toEqual(['A', 'B']);
	});

	it('tells a language model that it looked at seven days, unless it gives an end', async () => {
		seed('Late', '2026-03-09');
		const list = async (given: INodeParameters) =>
			(await runStep(step, given, { asTool: true })).map(({ json }) => json);
		const more = expect.stringContaining('Only the 7 days from Start were looked at');
		expect(await list({ start: '2026-03-01' })).toEqual([
			{ found: 0, searched: { start: '2026-03-01' }, more },
		]);
		expect(await list({ start: '2026-03-05' })).toEqual([
			expect.objectContaining({ subject: 'Late', more }),
		]);
		const [asked] = await list({ start: '2026-03-01', end: '2026-03-10' });
		expect(asked).toMatchObject({ subject: 'Late' });
		expect(asked).not.toHaveProperty('more');
	});

	it.each([false, true])(
		'tells a language model of more events only where there are more (all calendars: %s)',
		async (allCalendars) => {
			for (const day of ['05', '06', '07']) seed(`Day ${day}`, `2026-03-${day}`);
			const told = async (limit: number) => {
				const given = { ...march, limit, allCalendars };
				return (await runStep(step, given, { asTool: true })).map(({ json }) => 'more' in json);
			};
			expect(await told(3)).toEqual([false, false, false]);
			expect(await told(2)).toContain(true);
		},
	);
});
