import * as fc from 'fast-check';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { SHARED_MAILBOX } from '../../../harness/mail';
import { locator } from '../../../harness/steps';
import type { Filled } from '../../../policy/mailboxUnderAttack';
import { ANN, EVE, MALLORY, PAT } from '../../../policy/mailboxUnderAttack';

const MAILS = [
	'fromEve',
	'fromPat',
	'fromAnn',
	'answersToEve',
	'answersToMallory',
	'copyToEve',
	...(['wantsReceipt', 'wantsReceipt', 'wantsReceipt'] as const),
	'draftToEve',
	'draftForAnswersToEve',
	'draftToPat',
	'waitsForPat',
] as const;
const EVENTS = ['withEve', 'withPat', 'alone', 'ofEve', 'ofPat', 'series'] as const;
const FOLDERS = ['folder', 'full', 'inTrash'] as const;
const PEOPLE = ['', PAT, EVE, ANN, `${PAT}, ${EVE}`, `"${PAT}" <${EVE}>`, `Eve <${MALLORY}>`];

const FILE = {
	'@odata.type': '#microsoft.graph.fileAttachment',
	name: 'a.txt',
	contentBytes: 'MTIzNA==',
};

/** Requests of a user's own, with the mails and events of the mailbox in them. */
const CALLS: Array<[method: string, endpoint: string, body: object]> = [
	['GET', '/me/messages', {}],
	['POST', '/me/sendMail', { message: { toRecipients: [address(EVE)] } }],
	['POST', '/me/messages', { subject: 'x', bccRecipients: [address(EVE)] }],
	['POST', '/me/messages/MAIL/send', {}],
	['POST', '/me/messages/MAIL/reply', { comment: '1234' }],
	['POST', '/me/messages/MAIL/forward', { toRecipients: [address(EVE)] }],
	['POST', '/me/messages/MAIL/createForward', { toRecipients: [address(EVE)] }],
	['PATCH', '/me/messages/MAIL', { isRead: true }],
	['DELETE', '/me/messages/MAIL', {}],
	['POST', '/me/messages/MAIL/move', { destinationId: 'outbox' }],
	['POST', '/me/messages/MAIL/permanentDelete', {}],
	['PATCH', '/me/events/EVENT', { body: { contentType: 'text', content: '1234' } }],
	['POST', '/users/me@contoso.com/events/EVENT/cancel', {}],
	['POST', '/me/calendar/events', { attendees: [address(EVE)] }],
	['POST', '/me/events/EVENT/attachments', FILE],
	[
		'POST',
		'/me/events/EVENT/attachments/createUploadSession',
		{ AttachmentItem: { attachmentType: 'file', name: 'a', size: 4_000_000 } },
	],
	['PATCH', '/me/calendars/CALENDAR/events/EVENT', { attendees: [address(EVE)] }],
	[
		'POST',
		'/me/calendars/CALENDAR/events/EVENT/attachments/createUploadSession',
		{ AttachmentItem: { attachmentType: 'file', name: 'a', size: 4_000_000 } },
	],
	['POST', '/me/events/EVENT/forward', { toRecipients: [address(EVE)] }],
	['POST', '/me/events/EVENT/accept', {}],
	['POST', '/me/calendar/calendarPermissions', { emailAddress: address(EVE).emailAddress }],
	['POST', '/me/mailFolders', { displayName: 'New' }],
	['POST', '/me/mailFolders/inbox/messageRules', {}],
	['PATCH', '/me/mailboxSettings', { automaticRepliesSetting: { status: 'alwaysEnabled' } }],
	['POST', '/$batch', { requests: [{ id: '1', method: 'POST', url: '/me/messages/MAIL/send' }] }],
	['POST', '/subscriptions', {}],
	['POST', '/me/onlineMeetings', { subject: 'x' }],
];

function address(of: string) {
	return { emailAddress: { address: of } };
}

/** Which of the choices each field of a step gets, one number after the other. */
export const anyChoice = fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 });

/** Fills the fields of a step from a choice: people, mails and events of the mailbox, whatever is offered. */
export function fill(
	fields: INodeProperties[],
	choice: number[],
	mailbox: Filled,
): INodeParameters {
	let taken = 0;
	const next = () => choice[taken++ % choice.length] ?? 0;
	const oneOf = <T>(values: readonly T[]): T => {
		const value = values[next() % values.length];
		if (value === undefined) throw new Error('There is nothing to choose from');
		return value;
	};
	const call = oneOf(CALLS).map((part) => part);

	function ofName(name: string): NodeParameterValueType | undefined {
		switch (name) {
			case 'messageId':
			case 'inReplyTo':
				return mailbox[oneOf(MAILS)];
			case 'messageIds':
				return [mailbox[oneOf(MAILS)], mailbox[oneOf(MAILS)]];
			case 'eventId':
				return mailbox[oneOf(EVENTS)];
			case 'to':
			case 'cc':
			case 'bcc':
			case 'replyTo':
			case 'from':
			case 'attendees':
			case 'optionalAttendees':
				return oneOf(PEOPLE);
			case 'email':
				return oneOf([PAT, EVE]);
			case 'mailbox':
				return oneOf(['', '', '', SHARED_MAILBOX]);
			case 'folder':
				return locator('id', oneOf([...FOLDERS.map((one) => mailbox[one]), 'outbox', 'archive']));
			case 'calendar':
				return oneOf(['', locator('id', mailbox.calendar), locator('id', mailbox.talks)]);
			case 'attachments':
				return oneOf(['', 'data']);
			case 'label':
			case 'labels':
				return 'Red';
			case 'attachmentId':
				return mailbox.file;
			case 'rule':
				return locator('id', mailbox.mailRule);
			case 'forwardTo':
			case 'redirectTo':
			case 'forwardAsAttachmentTo':
			case 'addresses':
				return oneOf(PEOPLE);
			case 'contact':
				return locator('id', mailbox.contact);
			case 'sendAt':
			case 'start':
				return '2030-03-03T09:00';
			case 'end':
				return '2030-03-03T10:00';
			case 'message':
			case 'subject':
			case 'name':
			case 'displayName':
			case 'body':
			case 'comment':
				return 'Hello';
			default:
				return undefined;
		}
	}

	function value(field: INodeProperties): NodeParameterValueType {
		// None of the folders of emails.
		if (field.displayName === 'Contact Folder') return '';
		const known = ofName(field.name);
		if (known !== undefined) return known;
		if (field.type === 'boolean') return next() % 2 === 0;
		if (field.type === 'options') {
			const choices = (field.options ?? []).flatMap((option) =>
				'value' in option ? [option.value] : [],
			);
			return oneOf(choices);
		}
		if (field.type === 'collection') {
			const inside = (field.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
			return all(inside.filter(() => next() % 2 === 0));
		}
		return field.default;
	}

	function all(given: INodeProperties[]): INodeParameters {
		return Object.fromEntries(given.map((field) => [field.name, value(field)]));
	}

	// Of two fields of one name, one is shown.
	const names = fields.map(({ name }) => name);
	const parameters = all(fields.filter(({ name }, index) => names.indexOf(name) === index));
	if (!('endpoint' in parameters)) return parameters;
	const [method, endpoint, body] = call.map((part) =>
		(typeof part === 'string' ? part : JSON.stringify(part))
			.replaceAll('MAIL', mailbox[oneOf(MAILS)])
			.replaceAll('EVENT', mailbox[oneOf(EVENTS)]),
	);
	return { ...parameters, method, endpoint, body, query: {}, options: {} };
}
