import type { INodeParameters } from 'n8n-workflow';
import { asked, own, runStep, useMailboxes } from '../../harness/mail';
import { deliverOfficeMails } from '../../harness/officeMails';
import { failureOf, locator } from '../../harness/steps';

/** What a language model reads of an answer, in characters. Bounds are a little above what was measured. */

useMailboxes();

const tool = { asTool: true };
const MAIL = { to: 'ann@contoso.com', subject: 'Figures', message: 'They are in.' };
const ARCHIVE = locator('name', 'Archive');
const at = (day: number, hour: number) => ({
	dateTime: new Date(Date.UTC(2031, 2, day, hour)).toISOString().replace('.000Z', ''),
	timeZone: 'UTC',
});

async function sizeOf(step: string, parameters: INodeParameters): Promise<number> {
	const items = await runStep(step, parameters, tool);
	return JSON.stringify(items.map(({ json }) => json)).length;
}

function deliver() {
	return own().deliver({
		subject: 'Quarterly figures of the region',
		from: 'ann@contoso.com',
		body: { contentType: 'text', content: 'The figures are in. '.repeat(40) },
	}).immutableId;
}

function meet(day: number) {
	return own().calendar.seed({
		subject: `Project review ${day}`,
		start: at(day, 9),
		end: at(day, 10),
		attendees: ['ann@contoso.com', 'bob@contoso.com'],
		location: { displayName: 'Room 4' },
		body: { contentType: 'text', content: 'We go through the open points of the week.' },
	}).id;
}

describe('A language model reads', () => {
	it('one email in its text and little more', async () => {
		expect(await sizeOf('email.getEmail', { messageId: deliver() })).toBeLessThan(1_200);
	});

	it('a list of 25 emails without its own address', async () => {
		deliverOfficeMails(25);
		expect(await sizeOf('email.findEmail', { limit: 25 })).toBeLessThan(14_600);
	});

	it('for whom an email of a list is beside the mailbox itself, which costs one request a run', async () => {
		deliverOfficeMails(3);
		const items = await runStep('email.findEmail', {}, tool);
		const both = [{ address: 'me@contoso.com' }, { address: 'annemarie.lee@contoso.com' }];
		expect(items.map(({ json }) => json.to)).toMatchObject([undefined, both, undefined]);
		expect(asked().filter((request) => request === 'GET /me')).toHaveLength(1);
	});

	it('a list of 25 events without what is usual', async () => {
		for (let day = 1; day <= 25; day++) meet(day);
		const span = { start: '2031-03-01T00:00Z', end: '2031-03-31T00:00Z', limit: 25 };
		expect(await sizeOf('calendar.listEvents', span)).toBeLessThan(10_500);
	});

	it.each<[step: string, most: number, parameters: () => INodeParameters]>([
		['email.sendEmail', 140, () => MAIL],
		['email.createDraft', 140, () => MAIL],
		['email.scheduleEmail', 180, () => ({ ...MAIL, sendAt: '2031-03-01T10:00Z' })],
		// Microsoft Graph chose whom it goes to.
		['email.replyToEmail', 210, () => ({ messageId: deliver(), message: 'Thank you.' })],
		['email.forwardEmail', 140, () => ({ messageId: deliver(), to: 'bob@contoso.com' })],
		['email.updateEmail', 210, () => ({ messageId: deliver(), readStatus: 'read' })],
		['email.moveEmail', 210, () => ({ messageId: deliver(), folder: ARCHIVE })],
		['email.copyEmail', 210, () => ({ messageId: deliver(), folder: ARCHIVE })],
		['email.deleteEmail', 165, () => ({ messageId: deliver() })],
		['email.updateEmails', 140, () => ({ messageIds: deliver(), change: 'read' })],
		[
			'calendar.createEvent',
			280,
			() => ({ subject: 'Review', start: '2031-03-01T10:00Z', attendees: 'ann@contoso.com' }),
		],
		['calendar.updateEvent', 420, () => ({ eventId: meet(1), location: 'Room 5' })],
		['calendar.getEvent', 420, () => ({ eventId: meet(1) })],
		['calendar.deleteEvent', 145, () => ({ eventId: meet(1) })],
		[
			'calendar.respondToEvent',
			170,
			() => ({
				eventId: own().calendar.seed({
					subject: 'Talk',
					start: at(1, 9),
					end: at(1, 10),
					organizer: 'pat@contoso.com',
				}).id,
				response: 'accept',
			}),
		],
		[
			'contact.createContact',
			200,
			() => ({ givenName: 'Ann', surname: 'Lee', emailAddresses: 'ann@contoso.com' }),
		],
	])('the answer of %s in at most %i characters', async (step, most, parameters) => {
		expect(await sizeOf(step, parameters())).toBeLessThan(most);
	});

	it.each<[step: string, parameters: INodeParameters, keys: string[]]>([
		['contact.findContact', { search: 'Ann' }, ['displayName', 'id']],
		['contact.listContacts', {}, ['displayName', 'id']],
		['email.listFolders', {}, ['path', 'subfolders', 'emails', 'unread', 'isHidden']],
		['email.listScheduledEmails', {}, ['sendAt', 'subject', 'to', 'id']],
	])('no ID in %s that no tool asks for', async (step, parameters, keys) => {
		own().contacts.add({ displayName: 'Ann' });
		await runStep('email.scheduleEmail', { ...MAIL, sendAt: '2031-03-01T10:00Z' });
		const [item] = await runStep(step, parameters, tool);
		expect(Object.keys(item?.json ?? {})).toEqual(keys);
	});

	it('what to do about a failure, once and without what is for people', async () => {
		const { message, description } = await failureOf(
			runStep('email.getEmail', { messageId: 'AAMkAGI2TG93AAA=' }, tool),
		);
		expect(message).toBe(
			'Message ID: Not found in this mailbox. The ID is cut or not an ID: take it from the output of another step.',
		);
		expect(description).toBe('');
	});
});

describe('People read', () => {
	it('all of what was sent, and what the support asks for', async () => {
		const [sent] = await runStep('email.sendEmail', MAIL);
		expect(sent?.json).toMatchObject({ subject: 'Figures', conversationId: expect.any(String) });
		const { description } = await failureOf(
			runStep('email.getEmail', { messageId: 'AAMkAGI2TG93AAA=' }),
		);
		expect(description).toContain('HTTP 400');
	});

	it('an event with its organizer and zone', async () => {
		const [event] = await runStep('calendar.getEvent', { eventId: meet(1) });
		expect(event?.json).toMatchObject({ isOrganizer: true, showAs: 'busy', timeZone: 'UTC' });
	});
});

describe('What is not usual in an event', () => {
	it('reaches a language model', async () => {
		const { id } = own().calendar.seed({
			subject: 'Talk',
			start: at(1, 9),
			end: at(1, 10),
			organizer: 'pat@contoso.com',
			showAs: 'tentative',
		});
		const [event] = await runStep('calendar.getEvent', { eventId: id }, tool);
		expect(event?.json).toMatchObject({
			organizer: { address: 'pat@contoso.com' },
			isOrganizer: false,
			response: 'notResponded',
			showAs: 'tentative',
		});
	});
});
