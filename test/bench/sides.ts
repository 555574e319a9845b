import type { StoredNode } from '../host/workflows';
import { mailStep, mailTrigger } from '../host/workflows';
import type { SimMessage } from '../simulator/graph/message';

/** The field of a file's bytes in an item. */
export const FILE_FIELD = 'data';
/** Whom files are sent to; nobody here has this mailbox. */
const RECIPIENT = 'pat@example.com';
/** n8n's own proposal for a new trigger. */
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };
/** Room for the burst in one poll; 50 is what the field proposes. */
const MAX_MAILS = 500;

/** One of the two nodes that are measured, with its trigger: the same jobs in its own words. */
export interface Side {
	name: 'ours' | 'theirs';
	/** What is printed while it runs */
	title: string;
	/** The account that its steps work in, and that of its trigger: mailboxes of their own */
	mailbox: string;
	watched: string;
	credentialType: string;
	/** The ID under which its own list shows an email */
	idOf(email: SimMessage): string;
	/** Steps for the items, which have the ID of an email in `value` */
	move(folderId: string): StoredNode;
	markRead(): StoredNode;
	addLabel(name: string): StoredNode;
	download(): StoredNode;
	/** Lists so many of the newest emails, each as it comes by itself, or with its text as well */
	list(count: number, withTexts: boolean): StoredNode;
	/** Sends an email with the file of the item */
	send(): StoredNode;
	trigger(): StoredNode;
}

const EACH = '={{ $json.value }}';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The nodes of this package. */
export const OURS: Side = {
	name: 'ours',
	title: 'Mail',
	mailbox: 'support@contoso.com',
	watched: 'watched-by-mail@contoso.com',
	credentialType: 'mailOAuth2Api',
	idOf: (email) => email.immutableId,
	move: (folderId) => mailStep('Move', 'moveEmail', { messageId: EACH, folder: byId(folderId) }),
	markRead: () => mailStep('Mark Read', 'updateEmail', { messageId: EACH, readStatus: 'read' }),
	addLabel: (name) =>
		mailStep('Label', 'addLabel', {
			messageId: EACH,
			label: { __rl: true, mode: 'list', value: name },
		}),
	download: () => mailStep('Download', 'downloadAttachment', { messageId: EACH }),
	list: (count, withTexts) =>
		mailStep('List', 'findEmail', {
			limit: count,
			...(withTexts && { options: { body: 'text' } }),
		}),
	send: () =>
		mailStep('Send', 'sendEmail', {
			to: RECIPIENT,
			subject: 'A file',
			message: 'Here it is.',
			attachments: FILE_FIELD,
		}),
	trigger: () =>
		mailTrigger('Trigger', { pollTimes: EVERY_MINUTE, options: { maxMails: MAX_MAILS } }),
};

function outlookNode(name: string, type: string, typeVersion: number, parameters: object) {
	return {
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		parameters: { ...parameters },
		credentials: { microsoftOutlookOAuth2Api: { id: '', name: 'Outlook account' } },
	};
}

function outlook(name: string, resource: string, operation: string, parameters: object) {
	return outlookNode(name, 'microsoftOutlook', 2, { resource, operation, ...parameters });
}

const update = (name: string, updateFields: object): StoredNode =>
	outlook(name, 'message', 'update', { messageId: byId(EACH), updateFields });

/** The nodes that n8n brings along. */
export const THEIRS: Side = {
	name: 'theirs',
	title: 'Microsoft Outlook',
	mailbox: 'sales@contoso.com',
	watched: 'watched-by-outlook@contoso.com',
	credentialType: 'microsoftOutlookOAuth2Api',
	idOf: (email) => email.id,
	move: (folderId) =>
		outlook('Move', 'message', 'move', { messageId: byId(EACH), folderId: byId(folderId) }),
	markRead: () => update('Mark Read', { isRead: true }),
	addLabel: (name) => update('Label', { categories: [name] }),
	download: () =>
		outlook('Download', 'message', 'get', {
			messageId: byId(EACH),
			options: { downloadAttachments: true },
		}),
	list: (count, withTexts) =>
		outlook('List', 'message', 'getAll', {
			limit: count,
			...(withTexts && { output: 'fields', fields: ['subject', 'from', 'body', 'isRead'] }),
		}),
	send: () =>
		outlook('Send', 'message', 'send', {
			toRecipients: RECIPIENT,
			subject: 'A file',
			bodyContent: 'Here it is.',
			additionalFields: { attachments: { attachments: [{ binaryPropertyName: FILE_FIELD }] } },
		}),
	trigger: () => outlookNode('Trigger', 'microsoftOutlookTrigger', 1, { pollTimes: EVERY_MINUTE }),
};

/** The same by the steps that take files of any size: a draft, its attachment, and its sending. */
export function sendAsDraft(file: StoredNode): StoredNode[] {
	const draft = byId(`={{ $('Create Draft').first().json.id }}`);
	return [
		outlook('Create Draft', 'draft', 'create', {
			subject: 'A file',
			bodyContent: 'Here it is.',
			additionalFields: { toRecipients: RECIPIENT },
		}),
		file,
		outlook('Attach', 'messageAttachment', 'add', { messageId: draft }),
		outlook('Send Draft', 'draft', 'send', { draftId: draft }),
	];
}
