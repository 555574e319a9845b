import type { INodeParameters } from 'n8n-workflow';
import { locator } from '../../../harness/locator';
import { own, provider, runForOne, runStep, useMailboxes } from '../../../harness/mail';

useMailboxes();

const at = (hour: number) => ({ dateTime: `2031-03-03T${hour}:00:00`, timeZone: 'UTC' });
const deliver = (folder = 'inbox') =>
	own().deliver({ subject: 'Hello', from: 'ann@contoso.com' }, { folder }).immutableId;
const meet = () => own().calendar.seed({ subject: 'Review', start: at(10), end: at(11) }).id;
const SPAN = { start: '2031-03-03T08:00', end: '2031-03-03T18:00' };
const MAIL = { to: 'ann@contoso.com', subject: 'Figures', message: 'They are in.' };

/** How many requests a step takes over the wire: a batch is one. */
async function requestsOf(step: string, parameters: INodeParameters): Promise<number> {
	provider().requests.clear();
	await runStep(step, parameters);
	return provider().requests.count();
}

describe('What a step has to know is asked in one request', () => {
	it('Delete Email asks where the email and Deleted Items are, and moves it', async () => {
		expect(await requestsOf('email.deleteEmail', { messageId: deliver() })).toBe(2);
	});

	it('Restore Email asks where the email and the folders of deleted ones are, and moves it', async () => {
		const messageId = deliver('deleteditems');
		expect(await requestsOf('email.restoreEmail', { messageId })).toBe(2);
	});

	it('Cancel Scheduled Email asks where the email and Deleted Items are, and deletes it', async () => {
		const { id } = await runForOne('email.scheduleEmail', { ...MAIL, sendAt: '2031-03-01T10:00Z' });
		expect(await requestsOf('email.cancelScheduledEmail', { messageId: String(id) })).toBe(2);
	});

	it('Delete Contact asks where the contact and Deleted Items are, and deletes it', async () => {
		const id = own().contacts.add({ givenName: 'Ann' }).idOf('immutable');
		expect(await requestsOf('contact.deleteContact', { contact: locator('id', id) })).toBe(2);
	});

	it('Update Event asks for the event and the zone of the mailbox, and changes it', async () => {
		expect(await requestsOf('calendar.updateEvent', { eventId: meet(), location: 'Room 5' })).toBe(
			2,
		);
	});

	it('Empty Folder asks for the folder and Deleted Items, lists the emails, and moves them', async () => {
		const { id } = own().addFolder('Old', 'inbox');
		deliver(id);
		expect(await requestsOf('email.emptyFolder', { folder: locator('id', id) })).toBe(3);
	});
});

describe('What was true of the mailbox last is checked beside what is read', () => {
	it.each<[string, () => INodeParameters]>([
		['email.getEmail', () => ({ messageId: deliver() })],
		['calendar.getEvent', () => ({ eventId: meet() })],
		['calendar.getEvent', () => ({ eventId: meet(), simplify: false })],
		['calendar.listEvents', () => SPAN],
		['calendar.checkAvailability', () => SPAN],
		['calendar.checkAvailability', () => ({ ...SPAN, attendees: 'bob@contoso.com' })],
		['calendar.findMeetingTimes', () => ({ ...SPAN, attendees: 'bob@contoso.com' })],
		['calendar.getFreeBusySchedule', () => ({ ...SPAN, addresses: 'bob@contoso.com' })],
		['advanced.listActivity', () => ({})],
	])('%s takes one request the second time', async (step, parameters) => {
		await runStep(step, parameters());
		expect(await requestsOf(step, parameters())).toBe(1);
	});

	it('Get Conversation takes two requests where its emails lie in the folders of the last list', async () => {
		const messageId = deliver();
		await runForOne('email.findEmail', {});
		expect(await requestsOf('email.getConversation', { messageId })).toBe(2);
	});
});

describe('What is another now is read again', () => {
	it('the zone of the mailbox, by which an event is shown', async () => {
		const eventId = meet();
		await runForOne('calendar.getEvent', { eventId });
		own().settings.timeZone = 'Tokyo Standard Time';
		expect(await runForOne('calendar.getEvent', { eventId })).toMatchObject({
			start: '2031-03-03T19:00:00+09:00',
			timeZone: 'Asia/Tokyo',
		});
	});

	it('the zone of the mailbox, by which a time is meant', async () => {
		meet();
		expect(await runForOne('calendar.checkAvailability', SPAN)).toMatchObject({ available: false });
		own().settings.timeZone = 'Tokyo Standard Time';
		expect(await runForOne('calendar.checkAvailability', SPAN)).toMatchObject({ available: true });
	});

	it('the folder in which an email lies', async () => {
		await runForOne('email.getEmail', { messageId: deliver() });
		const { id } = own().addFolder('Old', 'inbox');
		expect(await runForOne('email.getEmail', { messageId: deliver(id) })).toMatchObject({
			folder: 'Old',
		});
	});
});
