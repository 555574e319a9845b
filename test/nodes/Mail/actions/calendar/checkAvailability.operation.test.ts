import type { INodeParameters } from 'n8n-workflow';
import {
	askedBesideZone,
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

const step = 'calendar.checkAvailability';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const ann = () => provider().graph.mailbox('ann@contoso.com');

/** A Tuesday. */
function seed(mailbox: ReturnType<typeof own>, from: string, to: string, more: object = {}) {
	return mailbox.calendar.seed({
		subject: 'Taken',
		start: at(`2026-03-03T${from}:00`),
		end: at(`2026-03-03T${to}:00`),
		...more,
	});
}
const tuesday = (from: string, to: string) => ({
	start: `2026-03-03T${from}`,
	end: `2026-03-03T${to}`,
});
const times = (slots: unknown) =>
	(Array.isArray(slots) ? slots : []).map((slot: object) =>
		String(Reflect.get(slot, 'start')).slice(5, 16),
	);

describe('Check Availability', () => {
	it('finds the own slot free, with one request beside that for the zone', async () => {
		seed(own(), '11:00', '12:00');
		const found = await runForOne(step, tuesday('09:00', '11:00'));
		expect(found).toMatchObject({
			available: true,
			start: '2026-03-03T09:00:00Z',
			end: '2026-03-03T11:00:00Z',
			timeZone: 'UTC',
			conflicts: [],
		});
		expect(askedBesideZone()).toEqual(['GET /me/calendarView']);
	});

	it.each([
		['in the evening', tuesday('18:00', '20:00'), /from 09:00 to 17:00 on monday, tuesday/],
		['in the evening, just for a slot', tuesday('18:00', '18:30'), /from 09:00 to 17:00/],
		[
			'on a Sunday',
			{ start: '2026-03-08T09:00', end: '2026-03-08T12:00' },
			/Leave Slot Duration empty/,
		],
		['in less time than a slot takes', tuesday('09:00', '09:20'), /shorter than Slot Duration/],
		['between two quarters of an hour', tuesday('10:05', '10:40'), /shorter than Slot Duration/],
	])(
		'says why there is no free slot although nobody is taken, as %s',
		async (_when, span, reason) => {
			const found = await runForOne(step, { ...span, duration: 30 });
			expect(found).toMatchObject({ available: false, conflicts: [], freeSlots: [] });
			expect(found.reason).toMatch(reason);
			const whole = await runForOne(step, span);
			expect(whole).toMatchObject({ available: true });
			expect(whole).not.toHaveProperty('reason');
		},
	);

	it('finds nobody taken by an appointment that lasts no time', async () => {
		seed(own(), '09:10', '09:10');
		seed(ann(), '09:20', '09:20');
		const given = { ...tuesday('09:00', '10:00'), attendees: 'ann@contoso.com' };
		expect(await runForOne(step, given)).toMatchObject({ available: true, conflicts: [] });
		const slots = await runForOne(step, { ...given, duration: 30 });
		expect(times(slots.freeSlots)).toEqual(['03-03T09:00', '03-03T09:30']);
		const [own9] = await runStep('calendar.getFreeBusySchedule', tuesday('09:00', '10:00'));
		expect(own9?.json).toMatchObject({
			appointments: [{ start: '2026-03-03T09:10:00Z', end: '2026-03-03T09:10:00Z' }],
			availability: [{ status: 'free' }],
		});
	});

	it('names what conflicts, and the next free slots of the same length', async () => {
		seed(own(), '09:30', '10:10');
		seed(ann(), '11:00', '12:00', { showAs: 'oof' });
		const found = await runForOne(step, {
			...tuesday('09:00', '10:00'),
			attendees: 'Ann <ann@contoso.com>',
			options: { maxSlots: 3 },
		});
		expect(found).toMatchObject({
			available: false,
			conflicts: [
				{
					who: 'own calendar',
					status: 'busy',
					subject: 'Taken',
					start: '2026-03-03T09:30:00Z',
					end: '2026-03-03T10:10:00Z',
				},
			],
		});
		expect(times(found.freeSlots)).toEqual(['03-03T12:00', '03-03T13:00', '03-03T14:00']);
	});

	it('names the first fifty of what conflicts by their time, whoever is taken, and the number of the others', async () => {
		for (let event = 0; event < 50; event++) seed(own(), '10:00', '10:30');
		seed(own(), '11:00', '11:30');
		seed(ann(), '09:00', '09:30');
		const given = { ...tuesday('09:00', '12:00'), attendees: 'ann@contoso.com' };
		const { conflicts, ...found } = await runForOne(step, given);
		const who = (Array.isArray(conflicts) ? conflicts : []).map((one: object) =>
			String(Reflect.get(one, 'who')),
		);
		expect(who).toEqual(['ann@contoso.com', ...Array.from({ length: 49 }, () => 'own calendar')]);
		expect(found.moreConflicts).toBe(2);
	});

	it('looks for slots of a length in a range, within the working hours of the zone', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		seed(ann(), '08:00', '15:00');
		const found = await runForOne(step, {
			start: '2026-03-03',
			end: '2026-03-04',
			attendees: 'ann@contoso.com',
			duration: 45,
			options: { workingHoursStart: '8', workingHoursEnd: '17:30', maxSlots: 4 },
		});
		expect(found.available).toBe(true);
		expect(found.freeSlots).toEqual([
			// Ann is taken from 9 to 16 in Vienna.
			{ start: '2026-03-03T08:00:00+01:00', end: '2026-03-03T08:45:00+01:00' },
			{ start: '2026-03-03T16:00:00+01:00', end: '2026-03-03T16:45:00+01:00' },
			{ start: '2026-03-03T16:45:00+01:00', end: '2026-03-03T17:30:00+01:00' },
			{ start: '2026-03-04T08:00:00+01:00', end: '2026-03-04T08:45:00+01:00' },
		]);
	});

	it('leaves out days off and full days', async () => {
		const weekend = { start: '2026-03-07', end: '2026-03-08', duration: 30 };
		expect(await runForOne(step, weekend)).toMatchObject({ available: false, freeSlots: [] });
		const open = await runForOne(step, { ...weekend, options: { workingDays: ['sunday'] } });
		expect(times(open.freeSlots)[0]).toBe('03-08T09:00');
		seed(own(), '00:00', '23:59', { isAllDay: true, end: at('2026-03-04T00:00:00') });
		const day = await runForOne(step, { start: '2026-03-03', end: '2026-03-03', duration: 30 });
		expect(day).toMatchObject({ available: false, freeSlots: [] });
	});

	it('means the whole day where a day alone is given, and one hour from a time of day', async () => {
		own().settings.timeZone = 'W. Europe Standard Time';
		seed(own(), '09:00', '17:00');
		expect(await runForOne(step, { start: '2026-03-03' })).toMatchObject({
			available: false,
			start: '2026-03-03T00:00:00+01:00',
			end: '2026-03-04T00:00:00+01:00',
			conflicts: [{ subject: 'Taken' }],
		});
		expect(await runForOne(step, { start: '2026-03-04' })).toMatchObject({ available: true });
		expect(await runForOne(step, { start: '2026-03-03T00:00' })).toMatchObject({
			available: true,
			end: '2026-03-03T01:00:00+01:00',
		});
		const slots = await runForOne(step, { start: '2026-03-03', duration: 480 });
		expect(slots).toMatchObject({ available: true, end: '2026-03-10T00:00:00+01:00' });
	});

	it('counts free and elsewhere as free, and tentative as the user wants', async () => {
		seed(own(), '09:00', '10:00', { showAs: 'free' });
		seed(own(), '09:00', '10:00', { showAs: 'workingElsewhere' });
		expect(await runForOne(step, tuesday('09:00', '10:00'))).toMatchObject({ available: true });
		seed(own(), '09:00', '10:00', { showAs: 'tentative' });
		const slot = tuesday('09:00', '10:00');
		expect(await runForOne(step, slot)).toMatchObject({
			available: false,
			conflicts: [{ status: 'tentative' }],
		});
		const forgiving = { ...slot, options: { tentativeIsFree: true } };
		expect(await runForOne(step, forgiving)).toMatchObject({ available: true });
	});

	it('is free where the meeting was called off and is still in the calendar', async () => {
		seed(own(), '09:00', '10:00', { organizer: 'pat@example.com', isCancelled: true });
		expect(await runForOne(step, tuesday('09:00', '10:00'))).toMatchObject({ available: true });
	});

	describe('on a day that has begun', () => {
		const clock = { now: () => Date.parse('2026-03-03T14:10Z'), wait: async () => undefined };
		const firstSlots = async (given: INodeParameters) => {
			const workflow = { clock, timezone: 'Asia/Tokyo' };
			const { freeSlots } = await runForOne(step, { options: { maxSlots: 2 }, ...given }, workflow);
			return times(freeSlots);
		};

		it.each([
			['a slot', { start: '2026-03-03', duration: 60 }],
			['a time that is over', tuesday('08:00', '09:00')],
		])('offers no time that is over, asked for %s', async (_what, given) => {
			seed(own(), '13:30', '14:45');
			expect(await firstSlots(given)).toEqual(['03-03T14:45', '03-03T15:45']);
		});

		it('says that too little is left of it', async () => {
			const given = { ...tuesday('09:00', '14:30'), duration: 30 };
			expect(await runForOne(step, given, { clock })).toMatchObject({
				available: false,
				conflicts: [],
				reason: expect.stringContaining('shorter than Slot Duration'),
			});
		});

		it('knows of the days before it as well', async () => {
			const before = { start: '2026-03-02', end: '2026-03-02', duration: 60 };
			expect(await firstSlots(before)).toEqual(['03-02T09:00', '03-02T10:00']);
		});
	});

	it('does not call somebody free whose calendar cannot be seen', async () => {
		const slot = { ...tuesday('09:00', '10:00'), attendees: 'nobody@example.com' };
		expect(await runForOne(step, slot)).toMatchObject({
			available: false,
			conflicts: [],
			unknown: [{ address: 'nobody@example.com', problem: expect.stringContaining('not found') }],
		});
		// A model may ask for no time that is past.
		const ahead = { ...slot, start: '2031-03-03T09:00Z', end: '2031-03-03T10:00Z' };
		const asTool = { asTool: true };
		const [read] = await runStep(step, ahead, asTool);
		expect(read?.json.more).toMatch(/^freeSlots counts those in "unknown" as free: /);
		const ignoring = { ...slot, options: { ignoreUnknown: true } };
		expect(await runForOne(step, ignoring)).toMatchObject({ available: true });
		const [other] = await runStep(step, { ...ahead, options: { ignoreUnknown: true } }, asTool);
		expect(other?.json).not.toHaveProperty('more');
	});

	it('reads the slots of a calendar that shows no appointments', async () => {
		const body = {
			value: [{ scheduleId: 'ann@contoso.com', availabilityView: '0020', scheduleItems: [] }],
		};
		provider().faults.next({ path: /getSchedule$/ }, { status: 200, body });
		const slot = { ...tuesday('09:00', '10:00'), attendees: 'ann@contoso.com' };
		expect(await runForOne(step, slot)).toMatchObject({
			available: false,
			conflicts: [
				{ who: 'ann@contoso.com', start: '2026-03-03T09:30:00Z', end: '2026-03-03T09:45:00Z' },
			],
		});
	});

	it("does not take another person's calendar for one that is missing in the answer", async () => {
		const body = {
			value: [{ scheduleId: 'bob@contoso.com', availabilityView: '0000', scheduleItems: [] }],
		};
		provider().faults.next({ path: /getSchedule$/ }, { status: 200, body });
		const attendees = 'ann@contoso.com, bob@contoso.com';
		expect(await runForOne(step, { ...tuesday('09:00', '10:00'), attendees })).toMatchObject({
			available: false,
			unknown: [{ address: 'ann@contoso.com' }],
		});
	});

	it('takes an all-day event for the whole day in the zone of the mailbox', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		const day = {
			id: 'AAkALg',
			subject: 'Fair',
			showAs: 'oof',
			isAllDay: true,
			start: at('2026-03-03T00:00:00.0000000'),
			end: at('2026-03-04T00:00:00.0000000'),
		};
		provider().faults.next({ path: /calendarView$/ }, { status: 200, body: { value: [day] } });
		const early = await runForOne(step, tuesday('00:15', '00:45'));
		expect(early).toMatchObject({
			available: false,
			conflicts: [{ start: '2026-03-03T00:00:00+01:00', end: '2026-03-04T00:00:00+01:00' }],
		});
	});

	it('checks the calendar of a shared mailbox, or only the attendees', async () => {
		seed(shared(), '09:00', '10:00');
		const slot = tuesday('09:00', '10:00');
		const theirs = await runForOne(step, { ...slot, mailbox: SHARED_MAILBOX });
		expect(theirs.available).toBe(false);
		expect(askedBesideZone()).toEqual([
			`GET /users/${encodeURIComponent(SHARED_MAILBOX)}/calendarView`,
		]);
		seed(own(), '09:00', '10:00');
		ann();
		const others = { ...slot, attendees: 'ann@contoso.com', options: { includeOwn: false } };
		expect(await runForOne(step, others)).toMatchObject({ available: true });
	});

	it('works for a personal account, but only for its own calendar', async () => {
		own().personal = true;
		seed(own(), '09:30', '10:00');
		const slot = tuesday('09:00', '10:00');
		expect(await runForOne(step, slot)).toMatchObject({ available: false });
		const failure = await failureOf(runForOne(step, { ...slot, attendees: 'ann@contoso.com' }));
		expect(failure.description).toContain('Personal accounts can look only into their own');
	});

	it('checks many items with few requests', async () => {
		ann();
		await runStep(
			step,
			{ ...tuesday('09:00', '10:00'), attendees: 'ann@contoso.com' },
			{ items: Array.from({ length: 40 }, () => ({ json: {} })) },
		);
		expect(provider().requests.all.length).toBeLessThanOrEqual(5);
	});

	it.each([
		[{ start: '' }, 'Start: is required'],
		[{ end: '2026-03-03T09:00' }, 'End: must be after Start'],
		[{ duration: 2000 }, 'Slot Duration (Minutes): must be a whole number'],
		[{ options: { workingHoursStart: 'dawn' } }, 'Working Hours Start: must be a time of day'],
		[{ options: { workingHoursStart: '18:00' } }, 'must be before Working Hours End'],
		[{ options: { includeOwn: false } }, 'Attendees: is needed'],
		[{ options: { workingDays: ['someday'] } }, 'Working Days'],
	])('refuses %j', async (change, message) => {
		const parameters = { ...tuesday('09:00', '10:00'), ...change };
		expect((await failureOf(runForOne(step, parameters))).message).toContain(message);
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain(message);
		expect(askedBesideZone()).toEqual([]);
	});

	describe('with a time that cannot be read', () => {
		const unread = (timeZone: string) => ({
			start: { dateTime: '2026-03-03T09:00:00', timeZone },
			end: { dateTime: '2026-03-03T10:00:00', timeZone },
		});
		const zones = ['tzone://Microsoft/Custom', 'Customized Time Zone', ''];

		it.each(zones)('an own event (zone %j) never counts as free', async (zone) => {
			const value = [{ id: 'E', subject: 'Somewhen', showAs: 'busy', ...unread(zone) }];
			provider().faults.next({ path: /calendarView/ }, { status: 200, body: { value } });
			const found = await runForOne(step, tuesday('09:00', '10:00'));
			expect(found).toMatchObject({
				available: false,
				conflicts: [{ status: 'unknown', subject: 'Somewhen' }],
				freeSlots: [],
			});
		});

		it.each(zones)("an appointment of somebody else's (zone %j) never does", async (zone) => {
			const read = { start: at('2026-03-03T12:00:00'), end: at('2026-03-03T13:00:00') };
			const scheduleItems = [unread(zone), read].map((when) => ({ status: 'busy', ...when }));
			const value = [{ scheduleId: 'ann@contoso.com', availabilityView: '0000', scheduleItems }];
			provider().faults.next({ path: /getSchedule/ }, { status: 200, body: { value } });
			const found = await runForOne(step, {
				...tuesday('09:00', '10:00'),
				attendees: 'ann@contoso.com',
			});
			expect(found).toMatchObject({ available: false, conflicts: [{ status: 'unknown' }] });
		});

		it.each(['free', 'workingElsewhere'])(
			'an event that takes no time (%s) is in nobody’s way',
			async (showAs) => {
				const value = [{ id: 'E', showAs, ...unread('Customized Time Zone') }];
				provider().faults.next({ path: /calendarView/ }, { status: 200, body: { value } });
				const found = await runForOne(step, tuesday('09:00', '10:00'));
				expect(found).toMatchObject({ available: true, conflicts: [] });
			},
		);
	});

	it('does not call somebody free of whom the provider has an error beside an empty calendar', async () => {
		const error = { message: 'The mailbox is being moved.', responseCode: 'ErrorMailboxMove' };
		const empty = { scheduleId: 'ann@contoso.com', availabilityView: '', scheduleItems: [] };
		const body = { value: [{ ...empty, error }] };
		provider().faults.next({ path: /getSchedule/ }, { status: 200, body });
		const slot = { ...tuesday('09:00', '10:00'), attendees: 'ann@contoso.com' };
		expect(await runForOne(step, slot)).toMatchObject({
			available: false,
			unknown: [{ address: 'ann@contoso.com', problem: error.message }],
		});
	});

	it.each([{}, { scheduleId: 'ann@contoso.com' }, null, 'odd'])(
		'knows nothing of somebody of whom the provider says %j, and does not call that free',
		async (entry) => {
			provider().faults.next({ path: /getSchedule/ }, { status: 200, body: { value: [entry] } });
			const found = await runForOne(step, {
				...tuesday('09:00', '10:00'),
				attendees: 'ann@contoso.com',
			});
			expect(found).toMatchObject({
				available: false,
				unknown: [{ address: 'ann@contoso.com', problem: 'Nothing is known about it' }],
			});
		},
	);
});
