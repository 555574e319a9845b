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
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'calendar.snoozeOrDismissReminder';
const seed = {
	subject: 'Review',
	start: { dateTime: '2031-03-03T09:00:00', timeZone: 'UTC' },
	end: { dateTime: '2031-03-03T10:00:00', timeZone: 'UTC' },
};
const AT = '2031-03-03T08:30:00Z';

describe('Snooze or Dismiss Reminder', () => {
	it.each(['2031-03-03T09:30', AT])(
		'has a reminder come again at a time of the zone of the mailbox, and says so in that zone: %s',
		async (remindAt) => {
			own().settings.timeZone = 'Europe/Vienna';
			const event = own().calendar.seed(seed);
			expect(await runForOne(step, { eventId: event.id, reminder: 'snooze', remindAt })).toEqual({
				id: event.id,
				reminder: 'snooze',
				remindAt: '2031-03-03T09:30:00+01:00',
			});
			expect(event.reminder).toBe(Date.parse(AT));
			expect(provider().requests.all.at(-1)?.body).toEqual({
				newReminderTime: { dateTime: '2031-03-03T09:30:00', timeZone: 'W. Europe Standard Time' },
			});
		},
	);

	it.each(['2031-03-03T09:30', '2031-03-03T08:30:00Z'])(
		'says in the chosen zone when it comes again: %s',
		async (remindAt) => {
			const event = own().calendar.seed(seed);
			const given = { eventId: event.id, reminder: 'snooze', remindAt, timeZone: 'Europe/Vienna' };
			expect((await runForOne(step, given)).remindAt).toBe('2031-03-03T09:30:00+01:00');
			expect(event.reminder).toBe(Date.parse(AT));
		},
	);

	it('needs no zone for a time with an offset: where the mailbox tells none, that of the workflow shows it', async () => {
		const event = own().calendar.seed(seed);
		provider().faults.next({ path: /mailboxSettings/, times: 9 }, { status: 404 });
		const given = { eventId: event.id, reminder: 'snooze', remindAt: AT };
		expect((await runForOne(step, given)).remindAt).toMatch(/^2031-03-03T/);
		expect(event.reminder).toBe(Date.parse(AT));
		provider().faults.next({ path: /mailboxSettings/, times: 9 }, { status: 404 });
		await expect(runForOne(step, { ...given, remindAt: '2031-03-03T09:30' })).rejects.toThrow();
		provider().faults.clear();
	});

	it('dismisses a reminder (fact: reminder-actions)', async () => {
		const event = own().calendar.seed(seed);
		expect(await runForOne(step, { eventId: event.id, reminder: 'dismiss' })).toEqual({
			id: event.id,
			reminder: 'dismiss',
		});
		expect(event.reminder).toBe('dismissed');
		expect(asked()).toEqual([`POST /me/events/${encodeURIComponent(event.id)}/dismissReminder`]);
	});

	it('leaves a reminder as the last of several items says', async () => {
		const event = own().calendar.seed(seed);
		provider().faults.next({ method: 'POST', path: /snoozeReminder$/ }, { delayMs: 100 });
		const items = ['snooze', 'dismiss'].map((reminder) => ({ json: { reminder } }));
		const given = { eventId: event.id, reminder: '={{ $json.reminder }}', remindAt: AT };
		await runStep(step, given, { items });
		expect(event.reminder).toBe('dismissed');
	});

	// fact: reminder-actions. What a second dismissal does to the next reminder of a series is not told.
	it.each([
		['snooze', 2],
		['dismiss', 1],
	])('where the answer is lost, %s is asked for %i times', async (reminder, times) => {
		const { id: eventId } = own().calendar.seed(seed);
		provider().faults.next({ method: 'POST' }, { cut: 'after' });
		const run = runStep(step, { eventId, reminder, remindAt: AT });
		if (times === 1) expect((await failureOf(run)).message).toMatch(/may or may not have/);
		else await run;
		expect(provider().requests.count({ method: 'POST', path: /Reminder$/ })).toBe(times);
	});

	it('works in a shared mailbox, and tells nobody', async () => {
		const event = shared().calendar.seed(seed);
		const given = { eventId: event.id, reminder: 'snooze', remindAt: AT };
		await runForOne(step, { ...given, mailbox: SHARED_MAILBOX });
		expect(event.reminder).toBe(Date.parse(AT));
		expect(shared().calendar.notices).toEqual([]);
		expectOnlyShared();
	});

	it.each([
		[{}, 'Reminder: is required, one of: dismiss, snooze'],
		[{ reminder: 'snooze' }, 'Remind At: is required'],
		[{ reminder: 'snooze', remindAt: '={{ "" }}' }, 'Remind At: is required'],
		[{ reminder: 'snooze', remindAt: '2031-03-03' }, 'Remind At: says no time of day'],
		[{ reminder: 'snooze', remindAt: '2020-03-03T10:00Z' }, 'Remind At: is in the past'],
	])('refuses %j before anything is written', async (parameters, message) => {
		const { id } = own().calendar.seed(seed);
		const failure = await failureOf(runForOne(step, { eventId: id, ...parameters }));
		expect(failure.message).toContain(message);
		expect(asked().filter((request) => request.startsWith('POST'))).toEqual([]);
	});

	it('says of an event that is not there that it is not', async () => {
		const given = { eventId: 'AAkALg', reminder: 'dismiss' };
		const [item] = await runStep(step, given, { continueOnFail: true });
		expect(item?.json.error).toContain('Not found');
	});
});
