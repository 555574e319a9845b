import type { INodeParameters } from 'n8n-workflow';
import { own, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { locator } from '../../../harness/steps';

useMailboxes();

const deliver = () => own().deliver({ subject: 'Invoice', from: 'ann@contoso.com' });

/** What a language model writes: n8n shows all fields beside it. */
const written = (text: string) => `={{ "${text}" }}`;

/** What a language model, or a person, is told of an email that is changed. */
async function toldOf(change: string, given: INodeParameters, asTool = true): Promise<unknown> {
	const parameters = { messageIds: deliver().immutableId, change: written(change), ...given };
	const items = await runStep('email.updateEmails', parameters, { asTool });
	expect(items).toMatchObject([{ json: { done: true } }]);
	return items.at(-1)?.json.more;
}

describe('A value that counts only with another one', () => {
	const folder = locator('name', 'Archive');

	it.each(['read', 'Mark as Read', ' READ '])(
		'is said to a language model to be of no use with %j',
		async (change) => {
			expect(await toldOf(change, { folder })).toBe('Folder was not used: it needs Change "move".');
			expect(own().messages.at(-1)).toMatchObject({
				isRead: true,
				parentFolderId: own().folder('inbox').id,
			});
		},
	);

	it('may be a word for no value, where it would be needed otherwise', async () => {
		const read = 'Folder "none" was read as no value: it removes nothing.';
		expect(await toldOf('read', { folder: locator('name', 'none') })).toBe(read);
	});

	it('is said with all that it counts with', async () => {
		const label = locator('name', 'Invoice');
		expect(await toldOf('flag', { label })).toBe(
			'Label was not used: it needs Change "addLabel" or "removeLabel".',
		);
	});

	it.each(['move', 'Move to Folder'])('is of use with %s, and nothing is said', async (change) => {
		expect(await toldOf(change, { folder })).toBeUndefined();
		expect(own().messages.at(-1)?.parentFolderId).toBe(own().folder('archive').id);
	});

	it.each([locator('name', ''), ''])('is not missed where it is none: %j', async (none) => {
		expect(String(await toldOf('read', { folder: none }))).not.toContain('not used');
	});

	it.each(['', 'false'])('counts where that other one is left as it is: %j', async (all) => {
		await runForOne('calendar.createCalendar', { name: 'Travel' });
		const parameters = { allCalendars: written(all), calendar: locator('name', 'Travel') };
		const [item] = await runStep('calendar.listEvents', parameters, { asTool: true });
		expect(item?.json.found).toBe(0);
		expect(String(item?.json.more)).not.toContain('not used');
	});

	it('is said of a calendar among all calendars, and of no switch that a person sets', async () => {
		const calendar = locator('name', 'Travel');
		const parameters = { allCalendars: written('true'), calendar };
		const [item] = await runStep('calendar.listEvents', parameters, { asTool: true });
		expect(item?.json.more).toContain('Calendar was not used: it needs All Calendars "false".');
		expect(await toldOf('read', { createMissing: true })).toBeUndefined();
	});

	it('is nothing that a person is told in the items', async () => {
		expect(await toldOf('read', { folder }, false)).toBeUndefined();
	});

	it('is said of a time for a reminder that is dismissed', async () => {
		const { id: eventId } = own().calendar.seed({
			subject: 'Review',
			start: { dateTime: '2031-03-03T09:00:00', timeZone: 'UTC' },
			end: { dateTime: '2031-03-03T10:00:00', timeZone: 'UTC' },
		});
		const given = { eventId, reminder: written('dismiss'), remindAt: '2031-03-03T08:30:00Z' };
		const [item] = await runStep('calendar.snoozeOrDismissReminder', given, { asTool: true });
		expect(item?.json).toMatchObject({
			reminder: 'dismiss',
			more: 'Remind At was not used: it needs Reminder "snooze".',
		});
	});
});
