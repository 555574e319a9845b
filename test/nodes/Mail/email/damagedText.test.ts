import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { locator } from '../../../harness/steps';

useMailboxes();

const CONVERSATION = 'thread';

/** Mails of one conversation, one a minute; of some nobody can read the text any more (fact: damaged-text). */
function deliver(count: number, damaged: number[]) {
	for (let index = 0; index < count; index++) {
		const mail = own().deliver({
			subject: `Mail ${index}`,
			from: 'ann@contoso.com',
			receivedDateTime: new Date(Date.UTC(2026, 2, 1, 10, index)).toISOString(),
			body: `Text ${index}`,
		});
		mail.conversationId = CONVERSATION;
		mail.isDamaged = damaged.includes(index);
	}
}

const texts = { returnAll: true, options: { body: 'text' } };

describe('an email whose text is damaged costs no other', () => {
	it.each<[string, INodeParameters]>([
		['a list', { findBy: 'filters' }],
		['a search', { findBy: 'search', search: 'subject:mail' }],
		['a list without an order', { findBy: 'filters', filters: { subject: 'Mail' } }],
		['raw output', { findBy: 'filters', simplify: false }],
		['chosen properties', { simplify: false, options: { fields: ['subject', 'body'] } }],
	])('in Find Email: %s', async (_name, parameters) => {
		deliver(60, [7, 41]);
		provider().readings.choose({ fact: 'filter-contains-order', as: 'refused' });
		const items = await runStep('email.findEmail', { ...texts, ...parameters });
		const subjects = Array.from({ length: 60 }, (_, index) => `Mail ${59 - index}`);
		expect(items.map(({ json }) => json.subject)).toEqual(subjects);
		const bodies = items.map(({ json: { body } }) => JSON.stringify(body) ?? '');
		expect(bodies.filter((body) => !body.includes('Text'))).toHaveLength(2);
		expect(items.map(({ json }) => Object.keys(json)).flat()).not.toContain('@odata.context');
	});

	it('in Find Email, where another one is gone since it was listed', async () => {
		deliver(10, [7]);
		const path = `/me/messages/${encodeURIComponent(own().messages[3]?.immutableId ?? '')}`;
		provider().faults.next({ method: 'GET', path }, { status: 404 });
		const items = await runStep('email.findEmail', { ...texts, findBy: 'filters' });
		expect(items).toHaveLength(10);
		const without = items.filter(({ json }) => !JSON.stringify(json.body ?? '').includes('Text'));
		expect(without.map(({ json }) => json.subject)).toEqual(['Mail 7', 'Mail 3']);
	});

	it('in Get Conversation, and a model is told', async () => {
		deliver(60, [7, 41]);
		const messageId = own().messages[0]?.immutableId ?? '';
		const parameters = { messageId };
		const [item] = await runStep('email.getConversation', parameters, { asTool: true });
		const { emails } = z
			.object({ emails: z.array(z.object({ body: z.string() })) })
			.parse(item?.json);
		expect(emails).toHaveLength(60);
		expect(emails.flatMap(({ body }, at) => (body === '' ? [at] : []))).toEqual([7, 41]);
		expect(item?.json.more).toMatch(/^The text of 2 emails is missing: Microsoft cannot read it/);
	});

	it('is told where nobody can say whether words of the text match', async () => {
		deliver(3, [1]);
		const filters = { bodyWords: 'text' };
		const parameters = { ...texts, findBy: 'filters', filters };
		const items = await runStep('email.findEmail', parameters, { asTool: true });
		expect(items.map(({ json }) => json.subject)).toEqual(['Mail 2', 'Mail 0']);
		expect(items.at(-1)?.json.more).toMatch(/^The text of an email is missing/);
	});

	it('by its ID is told apart from a provider that does not answer', async () => {
		deliver(1, [0]);
		const messageId = own().messages[0]?.immutableId ?? '';
		await expect(runStep('email.getEmail', { messageId })).rejects.toMatchObject({
			message: 'Microsoft cannot read this item: it is damaged',
			description: expect.stringMatching(
				/^A person can read it without its text \(Body or Description: Preview\)/,
			),
		});
		const [item] = await runStep('email.getEmail', { messageId, options: { body: 'none' } });
		expect(item?.json.subject).toBe('Mail 0');
	});

	it.each([false, true])('in List Events, also of a calendar that is lent (%s)', async (isLent) => {
		const calendar = own().calendar.addCalendar('Team');
		calendar.isLent = isLent;
		for (let hour = 8; hour < 18; hour++) {
			const at = (at: number) => ({
				dateTime: `2026-03-03T${String(at).padStart(2, '0')}:00:00`,
				timeZone: 'UTC',
			});
			const event = own().calendar.seed(
				{
					subject: `Event ${hour}`,
					start: at(hour),
					end: at(hour + 1),
					body: { contentType: 'text', content: `Text ${hour}` },
				},
				calendar.id,
			);
			event.isDamaged = hour === 9;
		}
		const day = { start: '2026-03-03', end: '2026-03-03', returnAll: true };
		const parameters = {
			...day,
			calendar: locator('name', 'Team'),
			options: { body: 'text' },
		};
		const items = await runStep('calendar.listEvents', parameters, { asTool: true });
		expect(items.map(({ json }) => json.description ?? '')).toEqual(
			Array.from({ length: 10 }, (_, at) => (at === 1 ? '' : `Text ${at + 8}`)),
		);
		expect(items.at(-1)?.json.more).toMatch(/^The text of an event is missing/);
	});

	it('is not told as missing where it lies behind the events of another calendar that were asked for', async () => {
		const team = own().calendar.addCalendar('Team').id;
		const hour = (at: number) => ({ dateTime: `2026-03-03T${at}:00:00`, timeZone: 'UTC' });
		own().calendar.seed({ subject: 'First', start: hour(10), end: hour(11) });
		own().calendar.seed({ subject: 'Later', start: hour(12), end: hour(13) }, team).isDamaged =
			true;
		const day = { start: '2026-03-03', end: '2026-03-03', allCalendars: true };
		const given = { ...day, limit: 1, options: { body: 'text' } };
		const items = await runStep('calendar.listEvents', given, { asTool: true });
		expect(items.map(({ json }) => json.subject)).toEqual(['First']);
		expect(items[0]?.json.more).toMatch(/^Only the first 1 events are returned/);
		const all = await runStep('calendar.listEvents', { ...given, limit: 2 }, { asTool: true });
		expect(all[1]?.json.more).toMatch(/^The text of an event is missing/);
	});

	it('keeps Get Event Changes from going on, which says how to find it', async () => {
		const day = (hour: number) => ({ dateTime: `2026-03-03T${hour}:00:00`, timeZone: 'UTC' });
		own().calendar.seed({ subject: 'Event', start: day(10), end: day(11) }).isDamaged = true;
		const window = { start: '2026-03-03', end: '2026-03-03', returnAll: true };
		await expect(runStep('calendar.getEventChanges', window)).rejects.toMatchObject({
			description: expect.stringContaining(
				'A person can find it: List Events with Description: Text',
			),
		});
	});

	it('keeps Get Changes from going on, which says how to', async () => {
		deliver(3, [1]);
		const parameters = { folder: locator('name', 'Inbox'), returnAll: true };
		await expect(
			runStep('email.getChanges', { ...parameters, options: { body: 'text' } }),
		).rejects.toMatchObject({
			description: expect.stringMatching(
				/A person can choose Body: Preview\. Then leave Position empty to begin anew\./,
			),
		});
		const items = await runStep('email.getChanges', { ...parameters, options: { body: 'none' } });
		expect(items).toHaveLength(4);
	});
});
