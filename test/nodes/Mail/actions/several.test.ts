import * as fc from 'fast-check';
import { asked, own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';
import { PAT } from '../../../policy/mailboxUnderAttack';

/** A language model may name several emails or events where a step works on one. */

useMailboxes();

const tool = { asTool: true };
const GONE = 'AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A';

const meeting = (subject: string, day = '2026-03-03') =>
	own().calendar.seed({
		subject,
		start: { dateTime: `${day}T09:00:00`, timeZone: 'UTC' },
		end: { dateTime: `${day}T10:00:00`, timeZone: 'UTC' },
		attendees: ['ann@contoso.com'],
	});
const meetings = (count: number) => Array.from({ length: count }, (_, one) => meeting(`M ${one}`));
const idsOf = (events: Array<ReturnType<typeof meeting>>) =>
	events.map((event) => event.idOf('immutable'));

async function run(step: string, parameters: Parameters<typeof runStep>[1], options = {}) {
	const items = await runStep(step, parameters, { ...tool, ...options });
	return items.map(({ json }) => json);
}

describe('Several events in one call of a tool', () => {
	it('are deleted with few requests, and each is told in the order it was named', async () => {
		const ids = idsOf(meetings(30));
		expect(await run('calendar.deleteEvent', { eventId: ids.join(', ') })).toEqual(
			ids.map((id) => ({ id, deleted: true })),
		);
		expect(own().calendar.events).toEqual([]);
		expect(provider().requests.all).toHaveLength(2);
	});

	it('are changed alike', async () => {
		const events = meetings(3);
		const items = await run('calendar.updateEvent', {
			eventId: JSON.stringify(idsOf(events)),
			location: 'Room 4',
		});
		expect(items.map(({ id }) => id)).toEqual(idsOf(events));
		const places = own().calendar.events.map(({ location }) => location?.displayName);
		expect(places).toEqual(['Room 4', 'Room 4', 'Room 4']);
	});

	it('are each changed in their turn, where another call names one of them at the same time', async () => {
		const events = meetings(2);
		const [first] = idsOf(events);
		const invite = async (eventId: unknown, attendees: string) =>
			await run('calendar.updateEvent', { eventId: String(eventId), attendees });
		await Promise.all([
			invite(idsOf(events).join(', '), 'bob@contoso.com'),
			invite(first, 'carla@contoso.com'),
		]);
		expect(events[0]?.attendees).toHaveLength(3);
		const statuses = provider().requests.all.flatMap(({ status, parts }) =>
			parts ? parts.map((part) => part.status) : status,
		);
		expect(statuses).not.toContain(412);
	});

	it('do not wait for one that fails, which says why', async () => {
		const [first, last] = idsOf(meetings(2));
		expect(await run('calendar.deleteEvent', { eventId: `${first}, ${GONE}, ${last}` })).toEqual([
			{ id: first, deleted: true },
			{ done: false, problem: expect.stringContaining('Not found'), id: GONE },
			{ id: last, deleted: true },
		]);
	});

	it('say of one that fails which field is at fault', async () => {
		const ids = idsOf([meeting('Today'), meeting('Later', '2026-03-04')]);
		const end = '2026-03-03T11:00:00Z';
		expect(await run('calendar.updateEvent', { eventId: ids.join(', '), end })).toEqual([
			expect.objectContaining({ id: ids[0] }),
			{ done: false, problem: expect.stringMatching(/^End: must be after Start/), id: ids[1] },
		]);
	});

	it('fail as one where all fail for the same reason', async () => {
		const { message } = await failureOf(
			run('calendar.deleteEvent', { eventId: `${GONE}, ${GONE}B` }),
		);
		expect(message).toContain('Not found');
	});

	it('are refused together, before anything is done, where one is no link of an email or event', async () => {
		const [id] = idsOf(meetings(1));
		await failureOf(run('calendar.deleteEvent', { eventId: `${id}, https://example.com/event` }));
		expect(own().calendar.events).toHaveLength(1);
		expect(asked()).toEqual([]);
	});

	it('are refused for people, who have items for it', async () => {
		const eventId = idsOf(meetings(2)).join(', ');
		await failureOf(runStep('calendar.deleteEvent', { eventId }));
		expect(own().calendar.events).toHaveLength(2);
	});

	it('are named once by a dry run, and stay', async () => {
		const eventId = idsOf(meetings(2)).join(', ');
		const [item] = await run(
			'calendar.deleteEvent',
			{ eventId },
			{ credentialData: { dryRun: true } },
		);
		expect(item).toMatchObject({ dryRun: true, would: expect.stringContaining('each of 2') });
		expect(own().calendar.events).toHaveLength(2);
	});
});

describe('Several emails in one call of a tool', () => {
	it('are forwarded, each by itself', async () => {
		const mails = ['One', 'Two'].map((subject) => own().deliver({ subject, from: PAT }));
		const items = await run('email.forwardEmail', {
			messageId: mails.map(({ immutableId }) => immutableId).join(', '),
			to: 'bob@contoso.com',
		});
		expect(items).toEqual([
			{ sent: true, id: expect.any(String) },
			{ sent: true, id: expect.any(String) },
		]);
		expect(
			own()
				.sent.map(({ subject }) => subject)
				.sort(),
		).toEqual(['FW: One', 'FW: Two']);
	});

	it('say which of them was not forwarded', async () => {
		const mail = own().deliver({ subject: 'One', from: PAT });
		const messageId = `${mail.immutableId}, ${GONE}`;
		const items = await run('email.forwardEmail', { messageId, to: 'bob@contoso.com' });
		expect(items).toEqual([
			{ sent: true, id: expect.any(String) },
			{ problem: expect.stringContaining('Not found'), id: GONE },
		]);
	});

	it('are each a draft in a dry run, which its item names', async () => {
		const mails = ['One', 'Two'].map((subject) => own().deliver({ subject, from: PAT }));
		const items = await run(
			'email.replyToEmail',
			{ messageId: mails.map(({ immutableId }) => immutableId).join(', '), message: 'Yes' },
			{ credentialData: { dryRun: true } },
		);
		const draftOf = (subject: string) => own().messages.find((mail) => mail.subject === subject);
		expect(items).toEqual(
			mails.map(({ immutableId: id, subject }) => ({
				dryRun: true,
				draft: { id: draftOf(`RE: ${subject}`)?.immutableId },
				problem: 'an email to 1 person would leave',
				id,
			})),
		);
	});

	it('are as many calls as without it, whatever stands between the IDs', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 5 }),
				fc.constantFrom(', ', ',', '; ', '\n', ' ,\n'),
				async (count, between) => {
					const mails = Array.from({ length: count }, () =>
						own().deliver({ subject: 'One', from: PAT }),
					);
					const messageId = mails.map(({ immutableId }) => immutableId).join(between);
					const items = await run('email.getEmail', { messageId });
					expect(items.map(({ id }) => id)).toEqual(mails.map(({ immutableId }) => immutableId));
				},
			),
			{ numRuns: 15 },
		);
	});
});

describe('Several texts in one call of a tool', () => {
	const LONG = 30_000;
	const content = 'x'.repeat(LONG);
	const mail = { subject: 'Long', from: 'ann@contoso.com' };
	const emails = (count: number) =>
		Array.from(
			{ length: count },
			() => own().deliver({ ...mail, body: { contentType: 'text', content } }).immutableId,
		);

	it('fit into what a model can read, and say how to get more of each', async () => {
		const items = await run('email.getEmail', { messageId: emails(20).join(', ') });
		expect(items).toHaveLength(20);
		for (const { body, bodyLength, more } of items) {
			expect([String(body).length, bodyLength]).toEqual([5_000, LONG]);
			expect(more).toBe('The body was cut: ask for fewer at once.');
		}
	});

	it('are as long as a single one where they are few, or as the person says', async () => {
		const messageId = emails(3).join(', ');
		for (const { body, more } of await run('email.getEmail', { messageId })) {
			expect(body).toHaveLength(20_000);
			expect(more).toContain('a higher Maximum Body Length');
		}
		const whole = await run('email.getEmail', { messageId, options: { maxBodyLength: 0 } });
		expect(whole.map(({ body }) => String(body).length)).toEqual([LONG, LONG, LONG]);
	});

	it('are those of events, too', async () => {
		const events = meetings(10);
		for (const event of events) event.body = { contentType: 'text', content };
		const items = await run('calendar.getEvent', { eventId: idsOf(events).join(', ') });
		expect(items.map(({ description }) => String(description).length)).toEqual(
			Array.from({ length: 10 }, () => 10_000),
		);
	});
});
