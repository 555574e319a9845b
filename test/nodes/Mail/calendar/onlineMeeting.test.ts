import { asked, own, provider, runForOne, useMailboxes } from '../../../harness/mail';
import { locator } from '../../../harness/steps';

useMailboxes();

const time = (hour: number) => ({ dateTime: `2031-03-04T${hour}:00:00`, timeZone: 'UTC' });
const seed = () => own().calendar.seed({ subject: 'Review', start: time(10), end: time(11) });
const written = (method: string) =>
	provider().requests.matching({ method, path: /events/ })[0]?.body as object;

describe.each([
	{
		step: 'calendar.createEvent',
		method: 'POST',
		input: () => ({ start: '2031-03-04T10:00', onlineMeeting: true }),
	},
	{
		step: 'calendar.updateEvent',
		method: 'PATCH',
		input: () => ({ eventId: seed().id, options: { onlineMeeting: true } }),
	},
])('An online meeting by $step', ({ step, method, input }) => {
	it('is one of Teams in a work account', async () => {
		const made = await runForOne(step, input());
		expect(made.joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com/);
		expect(written(method)).toMatchObject({ onlineMeetingProvider: 'teamsForBusiness' });
	});

	// A provider that is named stands in the way there (fact: online-personal).
	it('has its link in a personal account too', async () => {
		own().personal = true;
		const made = await runForOne(step, input());
		expect(made.joinUrl).toMatch(/^https:\/\/teams\.live\.com/);
		expect(made).not.toHaveProperty('note');
		expect(written(method)).not.toHaveProperty('onlineMeetingProvider');
	});

	it('takes a provider that the calendar allows where none is its usual one', async () => {
		const body = {
			defaultOnlineMeetingProvider: 'unknown',
			allowedOnlineMeetingProviders: ['skypeForConsumer', 'teamsForBusiness'],
		};
		provider().faults.next({ method: 'GET', path: /\/calendar/ }, { status: 200, body });
		await runForOne(step, input());
		expect(written(method)).toMatchObject({ onlineMeetingProvider: 'teamsForBusiness' });
	});

	it('waits for a link that is made late', async () => {
		own().linkLag = 2;
		const made = await runForOne(step, input());
		expect(made.joinUrl).toMatch(/^https:\/\/teams/);
		expect(made).not.toHaveProperty('note');
	});

	it('says so when the link does not come', async () => {
		own().linkLag = 99;
		const made = await runForOne(step, input());
		expect(made.joinUrl).toBeUndefined();
		expect(made.note).toMatch(/link to join is not there yet.*Get Event/);
	});

	it('is not lost where it cannot be looked at again', async () => {
		const given = input();
		own().linkLag = 99;
		const match = { method: 'GET', path: new RegExp('/events/[^/]+$') };
		if (method === 'PATCH') provider().faults.next(match, { delayMs: 0 });
		provider().faults.next(match, { status: 403, body: {} });
		expect((await runForOne(step, given)).note).toMatch(/not there yet/);
	});

	it('says so when the account has none', async () => {
		own().hasMeetings = false;
		const made = await runForOne(step, input());
		expect(made.note).toMatch(/no online meeting: the event has no link to join/);
		expect(asked().filter((one) => one.startsWith(method))).toHaveLength(1);
	});
});

it('is waited for in a calendar that somebody shares', async () => {
	const lent = own().calendar.addCalendar("Bob's calendar");
	lent.isLent = true;
	own().linkLag = 2;
	const made = await runForOne('calendar.createEvent', {
		calendar: locator('id', lent.id),
		start: '2031-03-04T10:00',
		onlineMeeting: true,
	});
	expect(made.joinUrl).toMatch(/^https:\/\/teams/);
});
