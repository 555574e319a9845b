import type { INodeParameters } from 'n8n-workflow';
import {
	asked,
	own,
	provider,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { attachmentId } from '../../../../simulator/graph/attachment';

useMailboxes();

interface Call {
	method?: string;
	endpoint: string;
	query?: INodeParameters;
	/** Sent as JSON. */
	body?: object;
}

interface Row {
	what: string;
	/** Prepares the mailbox and says what to call. */
	call(): Call;
	/** What the one item, or each item of a list, holds. */
	returns: Array<Record<string, unknown>>;
	/** What is different at the provider afterwards. */
	after?(): void;
}

const SENT = [{ success: true }];
const pat = { emailAddress: { address: 'pat@example.com' } };
const start = { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' };
const end = { dateTime: '2026-03-03T11:00:00', timeZone: 'UTC' };

const mail = () =>
	own().deliver({
		subject: 'Invoice',
		from: 'ann@contoso.com',
		attachments: [{ name: 'invoice.txt', content: 'Total' }],
	});
const mailPath = (rest = '') => `/me/messages/${mail().immutableId}${rest}`;
const event = () => own().calendar.seed({ subject: 'Review', start, end });
const eventPath = () => `/me/events/${event().idOf('immutable')}`;
const contact = () => own().contacts.add({ displayName: 'Pat Doe' });
const contactPath = () => `/me/contacts/${contact().idOf('immutable')}`;

/** The endpoints that the product promises, in its order. */
const ROWS: Row[] = [
	{
		what: 'lists mails',
		call: () => (mail(), { endpoint: '/me/messages' }),
		returns: [{ subject: 'Invoice' }],
	},
	{
		what: 'searches mails',
		call: () => (mail(), { endpoint: '/me/messages', query: { $search: 'subject:invoice' } }),
		returns: [{ subject: 'Invoice' }],
	},
	{
		what: 'filters, orders and selects mails',
		call: () => {
			mail();
			const query = {
				$filter: 'receivedDateTime ge 2000-01-01T00:00:00Z and isRead eq false',
				$orderby: 'receivedDateTime desc',
				$select: 'subject',
				$top: 5,
			};
			return { endpoint: '/me/messages', query };
		},
		returns: [{ subject: 'Invoice' }],
	},
	{
		what: 'gets a mail',
		call: () => ({ endpoint: mailPath() }),
		returns: [{ subject: 'Invoice', isRead: false }],
	},
	{
		what: 'deletes a mail',
		call: () => ({ method: 'DELETE', endpoint: mailPath() }),
		returns: SENT,
		after: () => {
			const [deleted] = own().messages;
			expect(deleted?.parentFolderId).not.toBe(own().folder('inbox').id);
		},
	},
	{
		what: 'marks a mail as read',
		call: () => ({ method: 'PATCH', endpoint: mailPath(), body: { isRead: true } }),
		returns: [{ isRead: true }],
	},
	{
		what: 'sends a mail',
		call: () => {
			const content = { contentType: 'text', content: 'Hello' };
			const message = { subject: 'Hi', body: content, toRecipients: [pat] };
			return { method: 'POST', endpoint: '/me/sendMail', body: { message, saveToSentItems: true } };
		},
		returns: SENT,
		after: () => expect(own().sent.map(({ subject }) => subject)).toEqual(['Hi']),
	},
	{
		what: 'replies to a mail',
		call: () => ({ method: 'POST', endpoint: mailPath('/reply'), body: { comment: 'Thanks' } }),
		returns: SENT,
		after: () => expect(own().sent.map(({ subject }) => subject)).toEqual(['RE: Invoice']),
	},
	{
		what: 'forwards a mail',
		call: () => {
			const body = { comment: 'See below', toRecipients: [pat] };
			return { method: 'POST', endpoint: mailPath('/forward'), body };
		},
		returns: SENT,
		after: () => expect(own().sent.map(({ subject }) => subject)).toEqual(['FW: Invoice']),
	},
	{
		what: 'lists attachments',
		call: () => ({ endpoint: mailPath('/attachments') }),
		returns: [{ name: 'invoice.txt' }],
	},
	{
		what: 'gets an attachment',
		call: () => {
			const message = mail();
			const [file] = message.attachments;
			const id = file ? attachmentId(file, 'immutable', message.generation) : '';
			return { endpoint: `/me/messages/${message.immutableId}/attachments/${id}` };
		},
		returns: [{ name: 'invoice.txt', contentBytes: Buffer.from('Total').toString('base64') }],
	},
	{
		what: 'lists events',
		call: () => (event(), { endpoint: '/me/calendar/events' }),
		returns: [{ subject: 'Review' }],
	},
	{
		what: 'creates an event',
		call: () => {
			const body = { subject: 'Kick-off', start, end, attendees: [{ ...pat, type: 'required' }] };
			return { method: 'POST', endpoint: '/me/calendar/events', body };
		},
		returns: [{ subject: 'Kick-off' }],
	},
	{
		what: 'gets an event',
		call: () => ({ endpoint: eventPath() }),
		returns: [{ subject: 'Review' }],
	},
	{
		what: 'updates an event',
		call: () => ({ method: 'PATCH', endpoint: eventPath(), body: { subject: 'Review 2' } }),
		returns: [{ subject: 'Review 2' }],
	},
	{
		what: 'deletes an event',
		call: () => ({ method: 'DELETE', endpoint: eventPath() }),
		returns: SENT,
		after: () => expect(own().calendar.events).toEqual([]),
	},
	{
		what: 'gets free and busy times',
		call: () => {
			const schedules = ['me@contoso.com', SHARED_MAILBOX];
			const body = { schedules, startTime: start, endTime: end, availabilityViewInterval: 30 };
			return { method: 'POST', endpoint: '/me/calendar/getSchedule', body };
		},
		returns: [{ scheduleId: 'me@contoso.com' }, { scheduleId: SHARED_MAILBOX }],
	},
	{
		what: 'lists contacts',
		call: () => (contact(), { endpoint: '/me/contacts' }),
		returns: [{ displayName: 'Pat Doe' }],
	},
	{
		what: 'gets a contact',
		call: () => ({ endpoint: contactPath() }),
		returns: [{ displayName: 'Pat Doe' }],
	},
	{
		what: 'creates a contact',
		call: () => {
			const body = { givenName: 'Sam', emailAddresses: [{ address: 'sam@example.com' }] };
			return { method: 'POST', endpoint: '/me/contacts', body };
		},
		returns: [{ givenName: 'Sam' }],
	},
	{
		what: 'updates a contact',
		call: () => ({ method: 'PATCH', endpoint: contactPath(), body: { companyName: 'Contoso' } }),
		returns: [{ displayName: 'Pat Doe', companyName: 'Contoso' }],
	},
	{
		what: 'deletes a contact',
		call: () => ({ method: 'DELETE', endpoint: contactPath() }),
		returns: SENT,
		after: () => expect(own().contacts.contacts).toEqual([]),
	},
	{
		what: 'lists folders',
		call: () => ({
			endpoint: '/me/mailFolders',
			query: { $filter: "displayName eq 'Inbox'" },
		}),
		returns: [{ displayName: 'Inbox' }],
	},
	{
		what: 'gets a folder',
		call: () => ({ endpoint: '/me/mailFolders/inbox' }),
		returns: [{ displayName: 'Inbox' }],
	},
	{
		what: 'creates a folder',
		call: () => ({ method: 'POST', endpoint: '/me/mailFolders', body: { displayName: 'Done' } }),
		returns: [{ displayName: 'Done' }],
	},
	{
		what: 'moves a mail',
		call: () => {
			const body = { destinationId: 'archive' };
			return { method: 'POST', endpoint: mailPath('/move'), body };
		},
		returns: [{ subject: 'Invoice' }],
		after: () =>
			expect(own().messages.map(({ parentFolderId }) => parentFolderId)).toEqual([
				own().folder('archive').id,
			]),
	},
	{
		what: 'copies a mail',
		call: () => {
			const body = { destinationId: 'archive' };
			return { method: 'POST', endpoint: mailPath('/copy'), body };
		},
		returns: [{ subject: 'Invoice' }],
		after: () => expect(own().messages).toHaveLength(2),
	},
	{
		what: 'lists the mails of another mailbox',
		call: () => {
			shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
			return { endpoint: `/users/${SHARED_MAILBOX}/messages` };
		},
		returns: [{ subject: 'Ticket' }],
	},
];

const run = async ({ body, ...call }: Call) =>
	await runStep('advanced.apiCall', {
		...call,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		returnAll: true,
	});

describe('Mail API Call', () => {
	it.each(ROWS.map((row) => [row.what, row] as const))('%s', async (_, row) => {
		const call = row.call();
		const items = await run(call);
		expect(items.map(({ json }) => json)).toEqual(
			row.returns.map((expected) => expect.objectContaining(expected)),
		);
		expect(asked()).toEqual([`${call.method ?? 'GET'} ${call.endpoint}`]);
		row.after?.();
	});

	it.each(ROWS.map((row) => [row.what, row] as const))(
		'%s: a refusal is an error of the item',
		async (_, row) => {
			const call = row.call();
			provider().faults.next({}, { status: 403 });
			await expect(run(call)).rejects.toThrow();
			expect(asked()).toHaveLength(1);
		},
	);
});
