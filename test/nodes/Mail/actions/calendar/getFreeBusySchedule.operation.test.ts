import { DateTime } from 'luxon';
import {
	askedBesideZone,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.getFreeBusySchedule';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const ann = () => provider().graph.mailbox('ann@contoso.com');
const seed = (mailbox: ReturnType<typeof own>, from: string, to: string, showAs = 'busy') =>
	mailbox.calendar.seed({
		subject: 'Taken',
		start: at(from),
		end: at(to),
		showAs: showAs as 'busy',
	});
const morning = { start: '2026-03-03T08:00', end: '2026-03-03T10:00' };

describe('Get Free/Busy Schedule', () => {
	it('gives a language model the first 100 times of each list, and says so', async () => {
		for (let day = 0; day < 110; day++) {
			const date = DateTime.utc(2026, 3, 3).plus({ days: day }).toISODate();
			seed(own(), `${date}T08:00:00`, `${date}T09:00:00`);
		}
		const read = async (end: string, asTool: boolean) => {
			const { appointments, availability, more } = await runForOne(
				step,
				{ start: '2026-03-03T08:00', end },
				{ asTool },
			);
			const counts = [appointments, availability].map((list) => [list ?? []].flat().length);
			return more === undefined ? counts : [...counts, more];
		};
		const advice =
			'Only the first 100 appointments, and the first 100 times of availability, are returned: ask for a shorter time.';
		expect(await read('2026-07-01T00:00', true)).toEqual([100, 100, advice]);
		expect(await read('2026-03-13T00:00', true)).toEqual([10, 20]);
		expect(await read('2026-07-01T00:00', false)).toEqual([110, 220]);
	});

	it('says in words when somebody is taken, in the zone of the mailbox', async () => {
		own().settings.timeZone = 'Europe/Vienna';
		seed(ann(), '2026-03-03T08:30:00', '2026-03-03T09:30:00', 'oof');
		const found = await runForOne(step, {
			addresses: 'ann@contoso.com',
			start: '2026-03-03T09:00',
			end: '2026-03-03T11:00',
		});
		expect(found).toEqual({
			address: 'ann@contoso.com',
			timeZone: 'Europe/Vienna',
			appointments: [
				{
					start: '2026-03-03T09:30:00+01:00',
					end: '2026-03-03T10:30:00+01:00',
					status: 'outOfOffice',
				},
			],
			availability: [
				{ start: '2026-03-03T09:00:00+01:00', end: '2026-03-03T09:30:00+01:00', status: 'free' },
				{
					start: '2026-03-03T09:30:00+01:00',
					end: '2026-03-03T10:30:00+01:00',
					status: 'outOfOffice',
				},
				{ start: '2026-03-03T10:30:00+01:00', end: '2026-03-03T11:00:00+01:00', status: 'free' },
			],
			workingHours: {
				days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
				start: '08:00',
				end: '17:00',
				timeZone: 'UTC',
			},
		});
	});

	it('takes any number of addresses, with an item and a problem of its own for each', async () => {
		const people = Array.from({ length: 45 }, (_, index) => `person${index}@contoso.com`);
		for (const address of people.slice(0, 44)) provider().graph.mailbox(address);
		const items = await runStep(step, { addresses: people.join('; '), ...morning });
		expect(items.map(({ json }) => json.address)).toEqual(people);
		expect(items.filter(({ json }) => json.problem).map(({ json }) => json.address)).toEqual([
			'person44@contoso.com',
		]);
		expect(items[0]?.json.availability).toEqual([
			{ start: '2026-03-03T08:00:00Z', end: '2026-03-03T10:00:00Z', status: 'free' },
		]);
		expect(askedBesideZone()).toEqual(
			Array.from({ length: 3 }, () => 'POST /me/calendar/getSchedule'),
		);
		expect(provider().requests.all).toHaveLength(2);
	});

	it('takes any range, with what lies across its parts told once', async () => {
		seed(ann(), '2026-04-30T00:00:00', '2026-05-04T00:00:00');
		const [found] = await runStep(step, {
			addresses: 'ann@contoso.com',
			start: '2026-03-01',
			end: '2026-12-31',
			options: { slotMinutes: 1440 },
		});
		expect(askedBesideZone()).toHaveLength(6);
		expect(found?.json.appointments).toHaveLength(1);
		expect(found?.json.availability).toEqual([
			{ start: '2026-03-01T00:00:00Z', end: '2026-04-30T00:00:00Z', status: 'free' },
			{ start: '2026-04-30T00:00:00Z', end: '2026-05-04T00:00:00Z', status: 'busy' },
			{ start: '2026-05-04T00:00:00Z', end: '2027-01-01T00:00:00Z', status: 'free' },
		]);
	});

	it('looks at an appointment no more often where the range is longer', async () => {
		ann().calendar.seed({
			subject: 'Daily',
			start: at('2026-03-03T08:30:00'),
			end: at('2026-03-03T09:00:00'),
			recurrence: {
				pattern: { type: 'daily', interval: 1 },
				range: { type: 'noEnd', startDate: '2026-03-03' },
			},
		});
		const compared = jest.spyOn(DateTime.prototype, 'valueOf');
		const looksIn = async (end: string) => {
			compared.mockClear();
			const given = { addresses: 'ann@contoso.com', start: '2026-03-03', end };
			const { appointments } = await runForOne(step, given);
			return compared.mock.calls.length / Object(appointments).length;
		};
		const inOneYear = await looksIn('2027-03-03');
		expect(await looksIn('2032-03-03')).toBeLessThan(2 * inOneYear);
		compared.mockRestore();
	});

	it('says why a part of a long range is not known, and calls nobody free in it', async () => {
		ann();
		const range = { path: /getSchedule$/ };
		const error = { message: 'The server is busy.', responseCode: 'ErrorServerBusy' };
		const value = [{ scheduleId: 'ann@contoso.com', error }];
		provider().faults.next(range, { delayMs: 0 });
		provider().faults.next(range, { status: 200, body: { value } });
		const found = await runForOne(step, {
			addresses: 'ann@contoso.com',
			start: '2026-03-01',
			end: '2026-07-31',
			options: { slotMinutes: 1440 },
		});
		expect(found.problem).toBe(error.message);
		expect(found.availability).toEqual([
			{ start: '2026-03-01T00:00:00Z', end: '2026-05-01T00:00:00Z', status: 'free' },
			{ start: '2026-07-01T00:00:00Z', end: '2026-08-01T00:00:00Z', status: 'free' },
		]);
	});

	it.each([
		['08:10', '08:10:00'],
		['08:03', '08:05:00'],
	])('looks at no more than a range that is shorter than a slot: until %s', async (end, until) => {
		seed(ann(), `2026-03-03T${until}`, '2026-03-03T09:00:00');
		const found = await runForOne(step, {
			addresses: 'ann@contoso.com',
			start: '2026-03-03T08:00',
			end: `2026-03-03T${end}`,
		});
		expect(found.appointments).toEqual([]);
		expect(found.availability).toEqual([
			{ start: '2026-03-03T08:00:00Z', end: `2026-03-03T${end}:00Z`, status: 'free' },
		]);
		expect(provider().requests.all.at(-1)?.body).toMatchObject({
			endTime: at(`2026-03-03T${until}`),
		});
	});

	it('reads the own calendar when no address is given', async () => {
		seed(own(), '2026-03-03T08:00:00', '2026-03-03T09:00:00', 'tentative');
		const found = await runForOne(step, morning);
		expect(found).toMatchObject({
			address: 'me@contoso.com',
			appointments: [{ subject: 'Taken', status: 'tentative' }],
			availability: [{ status: 'tentative' }, { status: 'free' }],
		});
		expect(askedBesideZone().sort()).toEqual(['GET /me', 'GET /me/calendarView']);
	});

	it.each([
		['normal', undefined],
		['private', true],
		['confidential', true],
	] as const)(
		'marks an own appointment that is %s as private: %s',
		async (sensitivity, isPrivate) => {
			own().calendar.seed({
				subject: 'Doctor',
				start: at('2026-03-03T08:00:00'),
				end: at('2026-03-03T09:00:00'),
				sensitivity,
			});
			const found = await runForOne(step, morning);
			const times = { start: expect.any(String), end: expect.any(String) };
			expect(found.appointments).toEqual([
				{ subject: 'Doctor', status: 'busy', ...times, isPrivate },
			]);
		},
	);

	it('reads the own calendar of a personal account, and says that others cannot be read', async () => {
		own().personal = true;
		seed(own(), '2026-03-03T08:00:00', '2026-03-03T09:00:00');
		const items = await runStep(step, {
			addresses: 'ME@contoso.com, ann@contoso.com',
			...morning,
		});
		expect(items.map(({ json }) => [json.address, json.problem !== undefined])).toEqual([
			['ME@contoso.com', false],
			['ann@contoso.com', true],
		]);
		expect(items[0]?.json.availability).toMatchObject([{ status: 'busy' }, { status: 'free' }]);
		const failure = await failureOf(runStep(step, { addresses: 'ann@contoso.com', ...morning }));
		expect(failure.description).toContain('Personal accounts');
	});

	it('works from a shared mailbox', async () => {
		ann();
		await runForOne(step, {
			addresses: 'ann@contoso.com',
			...morning,
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
	});

	it.each([
		[
			{ options: { slotMinutes: 4 } },
			'Slot Length (Minutes): must be a whole number from 5 to 1440',
		],
		[{ end: '2026-03-01' }, 'End: must be after Start'],
		[{ addresses: 'ann@' }, 'Addresses: entry 1 is not an email address'],
	])('refuses %j', async (change, message) => {
		const parameters = { addresses: 'ann@contoso.com', ...morning, ...change };
		expect((await failureOf(runStep(step, parameters))).message).toContain(message);
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain(message);
		expect(askedBesideZone()).toEqual([]);
	});

	it.each(['tzone://Microsoft/Custom', ''])(
		'does not call a time free that may be taken (own event in the zone %j)',
		async (timeZone) => {
			const time = { dateTime: '2026-03-03T09:00:00', timeZone };
			const value = [{ id: 'E', showAs: 'busy', start: time, end: time }];
			provider().faults.next({ path: /calendarView/ }, { status: 200, body: { value } });
			const found = await runForOne(step, { addresses: '', ...morning });
			expect(found.availability).toMatchObject([
				{ start: '2026-03-03T08:00:00Z', end: '2026-03-03T10:00:00Z', status: 'unknown' },
			]);
		},
	);

	it('tells a problem in words, without the classes and servers of Exchange', async () => {
		const message =
			'Microsoft.Exchange.InfoWorker.Common.Availability.InvalidSmtpAddressException: The email address provided is not a valid SMTP address.\r\n. Name of the server where exception originated: CY4PR2201MB1333. LID: 43916';
		const value = [{ scheduleId: 'ann@contoso.com', error: { message, responseCode: '5009' } }];
		provider().faults.next({ path: /getSchedule/ }, { status: 200, body: { value } });
		const found = await runForOne(step, { addresses: 'ann@contoso.com', ...morning });
		expect(found.problem).toBe(
			'InvalidSmtpAddressException: The email address provided is not a valid SMTP address.',
		);
	});
});
