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

const step = 'email.updateEmail';

describe('Update Email', () => {
	it('changes only what was chosen', async () => {
		const mail = own().deliver({ subject: 'Read me', from: 'ann@contoso.com', importance: 'low' });
		const updated = await runForOne(step, { messageId: mail.immutableId, readStatus: 'read' });
		expect(updated).toMatchObject({ isRead: true, importance: 'low', flag: 'notFlagged' });
		expect(provider().requests.all[0]?.body).toEqual({ isRead: true });
	});

	it.each([
		['unread', { readStatus: 'unread' }, { isRead: false }],
		['important, and leaves what is unread', { importance: 'high' }, { importance: 'high' }],
	])('marks as %s', async (_, chosen, body) => {
		const mail = own().deliver({ subject: 'Read me', from: 'ann@contoso.com' });
		expect(await runForOne(step, { messageId: mail.immutableId, ...chosen })).toMatchObject(body);
		expect(provider().requests.all[0]?.body).toEqual(body);
	});

	it('leaves an email that several items name as the last of them says', async () => {
		const mail = own().deliver({ subject: 'Read me', from: 'ann@contoso.com' });
		provider().faults.next({ method: 'PATCH' }, { delayMs: 100 });
		const items = ['read', 'unread'].map((status) => ({ json: { status } }));
		const named = { messageId: mail.immutableId, readStatus: '={{ $json.status }}' };
		await runStep(step, named, { items });
		expect(mail.isRead).toBe(false);
	});

	it('flags with a due date in the zone of the mailbox', async () => {
		own().settings.timeZone = 'Europe/Berlin';
		const mail = own().deliver({ subject: 'Follow up', from: 'ann@contoso.com' });
		await runForOne(step, {
			messageId: mail.immutableId,
			flag: 'flagged',
			due: '2026-12-24T18:00',
		});
		expect(provider().requests.all.at(-1)?.body).toMatchObject({
			flag: {
				flagStatus: 'flagged',
				dueDateTime: { dateTime: '2026-12-24T18:00:00', timeZone: 'W. Europe Standard Time' },
			},
		});
	});

	it('flags for a day by that day of the mailbox, whatever it is in UTC', async () => {
		own().settings.timeZone = 'Europe/Berlin';
		const mail = own().deliver({ subject: 'Follow up', from: 'ann@contoso.com' });
		await runForOne(step, { messageId: mail.immutableId, flag: 'flagged', due: '2099-12-24' });
		const timeZone = 'W. Europe Standard Time';
		expect(own().messages[0]?.flag).toEqual({
			flagStatus: 'flagged',
			startDateTime: { dateTime: expect.stringMatching(/T00:00:00$/), timeZone },
			dueDateTime: { dateTime: '2099-12-24T00:00:00', timeZone },
		});
	});

	it.each(['={{ $today.set({ year: 2099, month: 12, day: 24 }) }}', '2099-12-24T00:00:00.000Z'])(
		'flags for the day that a midnight begins, also farther west: %s',
		async (due) => {
			own().settings.timeZone = 'Pacific Standard Time';
			const mail = own().deliver({ subject: 'Follow up', from: 'ann@contoso.com' });
			const parameters = { messageId: mail.immutableId, flag: 'flagged', due };
			await runForOne(step, parameters, { timezone: 'America/New_York' });
			expect(own().messages[0]?.flag.dueDateTime?.dateTime).toBe('2099-12-24T00:00:00');
		},
	);

	it.each(['', 'unchanged', 'complete'])(
		'refuses a due date with another flag: %j',
		async (flag) => {
			const given = { readStatus: 'read', flag: `={{ "${flag}" }}`, due: '2099-12-24' };
			const parameters = { messageId: 'x', ...given };
			for (const asTool of [true, false]) {
				const failure = await failureOf(runStep(step, parameters, { asTool }));
				expect(failure.message).toMatch(/^Due Date: needs Flag "Flagged"/);
			}
			expect(asked()).toEqual([]);
		},
	);

	it.each(['flagged', 'Flagged'])('takes a due date with the flag %s', async (flag) => {
		const mail = own().deliver({ subject: 'Follow up', from: 'ann@contoso.com' });
		const given = { flag: `={{ "${flag}" }}`, due: '2099-12-24' };
		await runStep(step, { messageId: mail.immutableId, ...given }, { asTool: true });
		expect(own().messages[0]?.flag.dueDateTime?.dateTime).toBe('2099-12-24T00:00:00');
	});

	it.each(['2026-01-05', '2026-01-05T09:30', '2026-01-05T09:30:00+05:00'])(
		'begins no flag after it is due: %s',
		async (due) => {
			const mail = own().deliver({ subject: 'Follow up', from: 'ann@contoso.com' });
			await runForOne(step, { messageId: mail.immutableId, flag: 'flagged', due });
			const { startDateTime, dueDateTime } = own().messages[0]?.flag ?? {};
			expect(dueDateTime?.dateTime).toMatch(/^2026-01-05T/);
			expect(startDateTime).toEqual(dueDateTime);
		},
	);

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
		await runForOne(step, {
			messageId: mail.immutableId,
			importance: 'high',
			mailbox: SHARED_MAILBOX,
		});
		expectOnlyShared();
	});

	it('asks for a change when none is chosen, and sends nothing', async () => {
		const failure = await failureOf(runForOne(step, { messageId: 'any' }));
		expect(failure.message).toMatch(
			/Read Status \(read, unread\).*Flag.*Importance.*nothing would change/,
		);
		expect(asked()).toEqual([]);
	});

	it('names the field when the due date is none', async () => {
		const failure = await failureOf(
			runForOne(step, { messageId: 'any', flag: 'flagged', due: 'someday' }),
		);
		expect(failure.message).toMatch(
			/^Due Date: is not a date and time\. Write it with the year first/,
		);
		expect(asked()).toEqual([]);
	});

	it('fails for its own item only under Continue On Fail', async () => {
		const mail = own().deliver({ subject: 'One', from: 'ann@contoso.com' });
		const items = await runStep(
			step,
			{ messageId: '={{ $json.id }}', readStatus: 'read' },
			{
				items: [{ json: { id: mail.immutableId } }, { json: { id: 'gone' } }],
				continueOnFail: true,
			},
		);
		expect(items[0]?.json).toMatchObject({ isRead: true });
		expect(items[1]?.json).toHaveProperty('error');
	});
});
