import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { own } from '../../harness/mail';
import type { Row } from './input';

/** A mailbox in Berlin: two mails in the Inbox, a deleted one and a draft, three events, two contacts. */
export function furnish() {
	const mailbox = own();
	mailbox.settings.timeZone = 'W. Europe Standard Time';
	const ann = { emailAddress: { name: 'Ann Lee', address: 'ann@contoso.com' } };
	const plan = mailbox.deliver({
		subject: 'Quarterly plan',
		from: ann,
		receivedDateTime: '2026-03-01T08:00:00Z',
		attachments: [{ name: 'plan.txt', content: 'plan' }],
	});
	mailbox.deliver({
		subject: 'Lunch on Friday',
		from: 'bob@fabrikam.com',
		receivedDateTime: '2026-03-02T08:00:00Z',
		isRead: true,
	});
	const deleted = mailbox.deliver(
		{ subject: 'Old plan', from: ann, receivedDateTime: '2026-03-03T08:00:00Z' },
		{ folder: 'deleteditems' },
	);
	const draft = mailbox.deliver(
		{ subject: 'Offer', from: 'me@contoso.com', toRecipients: [ann], isDraft: true, body: 'Offer' },
		{ folder: 'drafts' },
	);
	mailbox.addFolder('Customers', 'inbox');
	mailbox.addFolder('Done', 'msgfolderroot');
	mailbox.addCategory('Invoice');
	const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
	const [start, end] = [at('2031-03-03T09:00:00'), at('2031-03-03T09:30:00')];
	const attendees = ['ann@contoso.com'];
	const review = mailbox.calendar.seed({ subject: 'Review', start, end, attendees });
	review.location = { displayName: 'Room 4' };
	const talk = mailbox.calendar.seed({ subject: 'Talk', start, end, organizer: 'pat@example.com' });
	const later = [at('2031-03-20T09:00:00'), at('2031-03-20T10:00:00')] as const;
	mailbox.calendar.seed({ subject: 'Retrospective', start: later[0], end: later[1] });
	const contact = mailbox.contacts.add({
		givenName: 'Ann',
		surname: 'Lee',
		displayName: 'Ann Lee',
		emailAddresses: [{ address: 'ann@contoso.com', name: 'Ann Lee' }],
		businessPhones: ['+1 425 555 0100'],
	});
	mailbox.contacts.add({ givenName: 'Bob', displayName: 'Bob' });
	return {
		plan: plan.immutableId,
		mutable: plan.id,
		deleted: deleted.immutableId,
		draft: draft.immutableId,
		review: review.idOf('immutable'),
		talk: talk.idOf('immutable'),
		ann: contact.idOf('immutable'),
	};
}

export type MailRow = Row<ReturnType<typeof furnish>>;

export const addressesOf = (list: Array<{ emailAddress: { address?: string } }>) =>
	list.map(({ emailAddress }) => emailAddress.address);

/** One mail went out, to these. */
export function sentTo(...to: string[]) {
	return () => {
		expect(own().sent.map(({ toRecipients }) => addressesOf(toRecipients))).toEqual([to]);
	};
}

/** One mail went out, with this body. */
export function sentBody(contentType: string, content: string) {
	return () => {
		expect(own().sent.map(({ body }) => body)).toEqual([{ contentType, content }]);
	};
}

/** These came out, by their subjects or names. */
export function found(...names: string[]) {
	return (items: IDataObject[]) => {
		expect(items.map(({ subject, displayName, name }) => subject ?? displayName ?? name)).toEqual(
			names,
		);
	};
}

/** Nothing came out, and it is said what was looked for. */
export function nothing(searched: object, more?: RegExp) {
	return (items: IDataObject[]) => {
		expect(items).toEqual([
			{
				found: 0,
				searched: expect.objectContaining(searched),
				...(more && { more: expect.stringMatching(more) }),
			},
		]);
	};
}

/** One event was made, from and to these moments. */
export function made(start: string, end: string) {
	return () => {
		const [, , , event, ...others] = own().calendar.events;
		expect([event?.start, event?.end].map((time) => new Date(time ?? 0).toISOString())).toEqual([
			`${start}:00.000Z`,
			`${end}:00.000Z`,
		]);
		expect(others).toEqual([]);
	};
}

export const event = (subject: string) =>
	own().calendar.events.find((one) => one.subject === subject);
export const mail = (subject: string) => own().messages.find((one) => one.subject === subject);
export const folderOf = (subject: string) =>
	own().folders.find(({ id }) => id === mail(subject)?.parentFolderId)?.displayName;

export const ADDRESS_FORM = /write name@example\.com or Name <name@example\.com>/;
export const TIME_FORM = /Write it with the year first, as 2026-03-02T10:00/;
export const LIMIT_FORM = /Limit: must be a whole number from 1/;
export const ANOTHER_ID =
	/take it from the output of another step|run the step that finds it again/;

export const send = 'email.sendEmail';
export const letter = (to: INodeParameters[string], more: INodeParameters = {}) => ({
	to,
	subject: 'Plan',
	message: 'Hello',
	...more,
});
export const text = (message: string, more: INodeParameters = {}) =>
	letter('ann@contoso.com', { message, ...more });

export const find = 'email.findEmail';
export const list = 'calendar.listEvents';
export const create = 'calendar.createEvent';
export const begin = (start: INodeParameters[string], more: INodeParameters = {}) => ({
	subject: 'Meeting',
	start,
	attendees: 'ann@contoso.com',
	...more,
});

/** What stands for no value in a field that needs one. */
export const NO_VALUE = /is ".+", which stands for no value\. Write a value/;
/** The present time, beside a date that cannot be read. */
export const NOW = /It is now 20\d\d-\d\d-\d\dT\d\d:\d\dZ \(\w+day\)/;
