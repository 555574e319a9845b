import type { INodeParameters } from 'n8n-workflow';
import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import {
	ADDRESS_FORM,
	addressesOf,
	ANOTHER_ID,
	begin,
	create,
	event,
	find,
	folderOf,
	found,
	letter,
	LIMIT_FORM,
	list,
	made,
	mail,
	NO_VALUE,
	nothing,
	send,
	sentBody,
	sentTo,
	text,
	TIME_FORM,
} from './mailbox';

const addresses: MailRow[] = [
	[
		'a list of addresses',
		send,
		letter(['ann@contoso.com', 'bob@fabrikam.com']),
		sentTo('ann@contoso.com', 'bob@fabrikam.com'),
	],
	[
		'a list as JSON',
		send,
		letter('["ann@contoso.com", "bob@fabrikam.com"]'),
		sentTo('ann@contoso.com', 'bob@fabrikam.com'),
	],
	['a name with its address', send, letter('Ann Lee <ann@contoso.com>'), sentTo('ann@contoso.com')],
	[
		'a name with a comma, and a semicolon',
		send,
		letter('Lee, Ann <ann@contoso.com>; bob@fabrikam.com'),
		sentTo('ann@contoso.com', 'bob@fabrikam.com'),
	],
	[
		'lines',
		send,
		letter('ann@contoso.com\r\nbob@fabrikam.com\n'),
		sentTo('ann@contoso.com', 'bob@fabrikam.com'),
	],
	[
		'an object of another step',
		send,
		letter({ name: 'Ann', address: 'ann@contoso.com' }),
		sentTo('ann@contoso.com'),
	],
	[
		'an object with email',
		send,
		letter({ name: 'Ann', email: 'ann@contoso.com' }),
		sentTo('ann@contoso.com'),
	],
	[
		'an object of another program',
		send,
		letter({ value: [{ address: 'ann@contoso.com' }] }),
		/an object with address and name/,
	],
	['a link', send, letter('mailto:ann@contoso.com'), sentTo('ann@contoso.com')],
	['a Markdown link', send, letter('[Ann](mailto:ann@contoso.com)'), ADDRESS_FORM],
	[
		'a Markdown link that shows its address',
		send,
		letter('[ann@contoso.com](mailto:ann@contoso.com)'),
		ADDRESS_FORM,
	],
	['an emoji in the name', send, letter('🎉 Ann <ann@contoso.com>'), sentTo('ann@contoso.com')],
	[
		'the same address twice',
		send,
		letter('ann@contoso.com, Ann <ANN@contoso.com>'),
		sentTo('ann@contoso.com'),
	],
	['a name', send, letter('Ann Lee'), sentTo('ann@contoso.com')],
	['everybody', send, letter('all'), ADDRESS_FORM],
	['the word none', send, letter('ann@contoso.com', { cc: 'none' }), sentTo('ann@contoso.com')],
	['a number', send, letter(42), ADDRESS_FORM],
	[
		'two addresses with and',
		send,
		letter('ann@contoso.com and bob@fabrikam.com'),
		/write commas between several/,
	],
	[
		'two addresses with a blank',
		send,
		letter('ann@contoso.com bob@fabrikam.com'),
		/write commas between several/,
	],
	[
		'two addresses glued together',
		send,
		letter('ann@contoso.combob@fabrikam.com'),
		/write commas between several/,
	],
	...[
		'Ann <ann@contoso.com> and Bob <bob@fabrikam.com>',
		'Ann <ann@contoso.com> Bob <bob@fabrikam.com>',
		'ann@contoso.com and Bob <bob@fabrikam.com>',
		'<ann@contoso.com> <bob@fabrikam.com>',
	].map((to): MailRow => [
		`two people with no comma: ${to}`,
		send,
		letter(to),
		/write commas between several/,
	]),
	[
		'an old address as a name',
		send,
		letter('ann@old.org <ann@contoso.com>'),
		sentTo('ann@contoso.com'),
	],
	[
		'two people with a comma, the first by name',
		send,
		letter('Ann Lee, Bob Park <bob@fabrikam.com>'),
		/write semicolons between several/,
	],
	...['Lee, Zoe', 'Zoe, Lee', 'Bob, Ann'].map((to): MailRow => [
		`a surname of one and a name of another: ${to}`,
		send,
		() => {
			const emailAddresses = [{ address: 'zoe.park@contoso.com', name: 'Zoe Park' }];
			own().contacts.add({ givenName: 'Zoe', surname: 'Park', emailAddresses });
			own().contacts.add({
				...{ givenName: 'Bob', surname: 'Stone' },
				emailAddresses: [{ address: 'bob@contoso.com', name: 'Bob Stone' }],
			});
			return letter(to);
		},
		/no contact of the mailbox has that name.*Write semicolons between several/,
	]),
	[
		'the surname first, before another',
		send,
		letter('Lee, Ann; bob@fabrikam.com'),
		sentTo('ann@contoso.com', 'bob@fabrikam.com'),
	],
	[
		'the mailbox itself before somebody else',
		send,
		letter('me, Bob <bob@fabrikam.com>'),
		sentTo('me@contoso.com', 'bob@fabrikam.com'),
	],
	['HTML entities around an address', send, letter('Ann &lt;ann@contoso.com&gt;'), ADDRESS_FORM],
	['an entity for @', send, letter('ann&#64;contoso.com'), ADDRESS_FORM],
	['nobody', send, letter(''), /give at least one address in To, Cc or Bcc/],
	['null for nobody', send, letter(null), /give at least one address in To, Cc or Bcc/],
	[
		'the word null for no copy',
		send,
		letter('ann@contoso.com', { cc: 'null' }),
		sentTo('ann@contoso.com'),
	],
	[
		'a word for no value in an option',
		send,
		letter('ann@contoso.com', { options: { replyTo: 'N/A' } }),
		sentTo('ann@contoso.com'),
	],
	[
		'me as a mailbox',
		send,
		letter('ann@contoso.com', { mailbox: 'me' }),
		/Check the address in Mailbox\..*Empty means the account itself/,
	],
	[
		'a name as a mailbox',
		send,
		letter('ann@contoso.com', { mailbox: 'Support Team' }),
		/must be an email address or a user ID/,
	],
];

const texts: MailRow[] = [
	['nothing to say', send, text('', { subject: '' }), /Write what the email is to say/],
	['the word undefined for a message', send, text('undefined'), /Write what the email is to say/],
	...[
		'<p></p>',
		'<br>',
		'<p>&nbsp;</p>',
		'<html><body></body></html>',
		'<p style="display:none">Hello</p>',
		'\u200B',
	].map((message): MailRow => [
		`nothing to see: ${message}`,
		send,
		text(message),
		/Write what the email is to say/,
	]),
	[
		'an answer in which nothing is seen',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: '<p><br></p>' }),
		/Write what the email is to say/,
	],
	[
		'a picture alone',
		send,
		text('<p><img src="cid:logo"></p>'),
		sentBody('html', '<p><img src="cid:logo"></p>'),
	],
	[
		'line breaks as two characters',
		send,
		text('Hello Ann,\\n\\nsee you\\nBob'),
		/Write real line breaks/,
	],
	[
		'Markdown',
		send,
		text('Hello **Ann**,\n\n- one\n- two'),
		/Write plain text, or HTML from the first character/,
	],
	[
		'signs that look like tags',
		send,
		text('if a<b and c>d then\nstop'),
		sentBody('text', 'if a<b and c>d then\nstop'),
	],
	['HTML', send, text('<p>Hello</p>'), sentBody('html', '<p>Hello</p>')],
	[
		'tags in the middle of a text',
		send,
		text('Hello Ann,<br><br>see you'),
		/HTML from the first character/,
	],
	[
		'HTML entities in a text',
		send,
		text('Tom &amp; Ann&nbsp;say hello'),
		/HTML from the first character/,
	],
	['emoji', send, text('See you 👍🏽'), sentBody('text', 'See you 👍🏽')],
	[
		'a line break in the subject',
		send,
		text('Hello', { subject: 'Plan\nBcc: eve@example.com' }),
		() => {
			expect(own().sent.map(({ subject, bccRecipients }) => [subject, bccRecipients])).toEqual([
				['Plan Bcc: eve@example.com', []],
			]);
		},
	],
	[
		'an unknown format',
		send,
		text('Hello', { messageFormat: 'markdown' }),
		/Message Format: must be one of: auto, html, text/,
	],
	[
		'an empty reply',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: ' ' }),
		/Write what the email is to say/,
	],
	[
		'Reply to All as text',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: 'Yes', replyToAll: 'True' }),
		sentTo('ann@contoso.com'),
	],
	[
		'Reply to All as yes',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: 'Yes', replyToAll: 'yes' }),
		/Reply to All: must be true or false/,
	],
	[
		'a forward to nobody',
		'email.forwardEmail',
		({ plan }) => ({ messageId: plan, message: 'See below' }),
		/give at least one address in To, Cc or Bcc/,
	],
	[
		'a mail that was received, sent as a draft',
		'email.sendDraft',
		({ plan }) => ({ messageId: plan }),
		/is no draft: .*Use Forward Email or Reply to Email/,
	],
];

const get = 'email.getEmail';
const ids: MailRow[] = [
	[
		'an ID in quotes and blanks',
		get,
		({ plan }) => ({ messageId: ` "${plan}" ` }),
		found('Quarterly plan'),
	],
	[
		'an ID in backticks',
		get,
		({ plan }) => ({ messageId: `\`${plan}\`` }),
		found('Quarterly plan'),
	],
	[
		'an ID that changes with a move',
		get,
		({ mutable }) => ({ messageId: mutable }),
		found('Quarterly plan'),
	],
	['an ID that is cut', get, ({ plan }) => ({ messageId: plan.slice(0, 40) }), ANOTHER_ID],
	[
		'an ID that is cut by one character',
		get,
		({ plan }) => ({ messageId: plan.slice(0, -1) }),
		ANOTHER_ID,
	],
	['an invented ID', get, { messageId: 'msg_12345' }, ANOTHER_ID],
	['a subject as ID', get, { messageId: 'Quarterly plan' }, ANOTHER_ID],
	['a number as ID', get, { messageId: 1 }, ANOTHER_ID],
	[
		'two IDs',
		get,
		({ plan, draft }) => ({ messageId: `${plan}, ${draft}` }),
		found('Quarterly plan', 'Offer'),
	],
	[
		'an ID as JSON',
		get,
		({ plan }) => ({ messageId: JSON.stringify({ id: plan }) }),
		found('Quarterly plan'),
	],
	[
		'a path as ID',
		get,
		{ messageId: '../../messages' },
		/Message ID: must not be empty or consist of dots/,
	],
	[
		'an ID twice, on two lines',
		get,
		({ plan }) => ({ messageId: `${plan}\n${plan}` }),
		found('Quarterly plan'),
	],
	[
		'a control character in an ID',
		get,
		({ plan }) => ({ messageId: plan.replace('A', 'A\u0007') }),
		/Message ID: must not hold line breaks/,
	],
	['no ID', get, { messageId: '' }, /Message ID: is required/],
	['the ID of an event', get, ({ review }) => ({ messageId: review }), ANOTHER_ID],
	[
		'the name of a contact as its ID',
		'contact.getContact',
		{ contact: locator('id', 'Ann Lee') },
		ANOTHER_ID,
	],
	[
		'a body length as a word',
		get,
		({ plan }) => ({ messageId: plan, options: { maxBodyLength: 'all' } }),
		/Maximum Body Length \(Characters\): must be a whole number from 0/,
	],
];

const filtered = (filters: INodeParameters) => ({ findBy: 'filters', filters });
const searches: MailRow[] = [
	[
		'Gmail syntax',
		find,
		{ search: 'newer_than:7d is:unread' },
		/use a date, as in received>=2026-03-01/,
	],
	[
		'OData',
		find,
		{ search: "contains(subject,'plan')" },
		/takes no OData: write from:ann@contoso\.com/,
	],
	['an asterisk for all', find, { search: '*' }, /leave it empty for the newest emails/],
	['null for the newest', find, { search: null }, found('Lunch on Friday', 'Quarterly plan')],
	[
		'an address with its name as sender',
		find,
		filtered({ from: 'Ann Lee <ann@contoso.com>' }),
		found('Quarterly plan'),
	],
	[
		'a search property as sender',
		find,
		filtered({ from: 'from:ann@contoso.com' }),
		/must be an address \(ann@contoso\.com\), a domain/,
	],
	[
		'two senders',
		find,
		filtered({ from: 'ann@contoso.com, bob@fabrikam.com' }),
		/run the step once for each/,
	],
	['an asterisk as subject', find, filtered({ subject: '*' }), /leave it empty for all/],
	[
		'a sender whom nobody knows',
		find,
		filtered({ from: 'eve@example.com' }),
		nothing(
			{ filters: { from: 'eve@example.com' } },
			/Deleted Items, Junk Email and Drafts were not searched/,
		),
	],
	[
		'what lies in Deleted Items',
		find,
		{ search: 'subject:old' },
		nothing({ search: 'subject:old' }, /name one of them as Folder/),
	],
	['Trash as folder', find, { search: '', folder: locator('name', 'Trash') }, found('Old plan')],
	[
		'a folder that is none',
		find,
		{ search: '', folder: locator('name', 'Rubbish') },
		/Write a path as List Folders returns it\. Nearest: .*Inbox/,
	],
	[
		'Deleted Items in its ID form, by name',
		find,
		{ search: '', folder: locator('name', 'deleteditems') },
		found('Old plan'),
	],
	[
		'a standard folder in the field of an ID',
		find,
		{ search: '', folder: locator('id', 'Inbox') },
		found('Lunch on Friday', 'Quarterly plan'),
	],
	[
		'a folder of the mailbox in the field of an ID',
		find,
		{ search: '', folder: locator('id', 'Customers') },
		([item]) => {
			expect(item).toMatchObject({ found: 0 });
		},
	],
	[
		'null as folder',
		find,
		{ search: 'plan', folder: locator('name', 'null') },
		found('Quarterly plan'),
	],
	[
		'attachments either way',
		find,
		filtered({ hasAttachments: '' }),
		found('Lunch on Friday', 'Quarterly plan'),
	],
	[
		'no attachments, as false',
		find,
		filtered({ hasAttachments: '={{ false }}' }),
		found('Lunch on Friday'),
	],
	[
		'attachments as a question',
		find,
		filtered({ hasAttachments: 'any' }),
		/Has Attachments: must be one of: either, false, true/,
	],
	['UNREAD', find, filtered({ readStatus: 'UNREAD' }), found('Quarterly plan')],
	[
		'seen',
		find,
		filtered({ readStatus: 'seen' }),
		/Read Status: must be one of: either, read, unread/,
	],
	[
		'urgent',
		find,
		filtered({ importance: 'urgent' }),
		/Importance: must be one of: high, low, normal/,
	],
	['yesterday', find, filtered({ receivedAfter: 'yesterday' }), TIME_FORM],
	['last week', find, filtered({ receivedAfter: 'last week' }), TIME_FORM],
	['a day with slashes', find, filtered({ receivedAfter: '03/02/2026' }), TIME_FORM],
	[
		'a day alone as a bound',
		find,
		filtered({ receivedAfter: '2026-03-02' }),
		found('Lunch on Friday'),
	],
	['Limit 0', find, { search: '', limit: 0 }, LIMIT_FORM],
	['Limit -1', find, { search: '', limit: -1 }, LIMIT_FORM],
	['Limit all', find, { search: '', limit: 'all' }, LIMIT_FORM],
	[
		'Limit as text',
		find,
		{ search: '', limit: '1' },
		(items) => {
			found('Lunch on Friday')(items);
			expect(items[0]?.more).toContain('more matching emails');
		},
	],
	[
		'Limit 1,000,000',
		find,
		{ search: '', limit: 1_000_000 },
		found('Lunch on Friday', 'Quarterly plan'),
	],
];

const changes: MailRow[] = [
	[
		'a mail that is deleted',
		'email.deleteEmail',
		({ deleted }) => ({ messageId: deleted }),
		([item]) => {
			expect(item).toMatchObject({ deleted: true, permanently: false, alreadyDeleted: true });
			expect(folderOf('Old plan')).toBe('Deleted Items');
		},
	],
	[
		'null for Delete Permanently',
		'email.deleteEmail',
		({ plan }) => ({ messageId: plan, permanently: null }),
		() => {
			expect(folderOf('Quarterly plan')).toBe('Deleted Items');
		},
	],
	[
		'yes for Delete Permanently',
		'email.deleteEmail',
		({ plan }) => ({ messageId: plan, permanently: 'yes' }),
		/Delete Permanently: must be true or false/,
	],
	[
		'an update of nothing',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan }),
		/Choose a Read Status \(read, unread\), a Flag/,
	],
	[
		'seen as a status',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, readStatus: 'seen' }),
		/Read Status: must be one of: read, unread/,
	],
	[
		'unchanged where it can be chosen',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, readStatus: 'unchanged', flag: 'complete' }),
		() => {
			expect(mail('Quarterly plan')).toMatchObject({
				isRead: false,
				flag: { flagStatus: 'complete' },
			});
		},
	],
	[
		'a label of an entry for its value',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, flag: 'Flagged' }),
		() => {
			expect(mail('Quarterly plan')?.flag.flagStatus).toBe('flagged');
		},
	],
	[
		'tomorrow as the time to send at',
		'email.scheduleEmail',
		text('Hello', { sendAt: 'tomorrow at 9' }),
		TIME_FORM,
	],
	[
		'a day alone to send at',
		'email.scheduleEmail',
		text('Hello', { sendAt: '2031-03-02' }),
		/Send At: says no time of day\. Write when on that day/,
	],
	[
		'a time to send at that is over',
		'email.scheduleEmail',
		text('Hello', { sendAt: '2024-03-02T09:00' }),
		/Send At: is in the past: it is 20.*T.* in Europe\/Berlin\. Give a later time\. To send immediately/,
	],
	[
		'local time to send at',
		'email.scheduleEmail',
		text('Hello', { sendAt: '2031-07-02 09:00' }),
		([item]) => {
			expect(item).toMatchObject({ sent: false, sendAt: '2031-07-02T09:00:00.000+02:00' });
			expect(own().sent).toEqual([]);
		},
	],
	[
		'a plain draft as a scheduled email',
		'email.cancelScheduledEmail',
		({ draft }) => ({ messageId: draft }),
		/does not wait to be sent: it is a draft\. List Scheduled Emails returns those that wait/,
	],
	[
		'a time as a position',
		'email.getChanges',
		{ folder: locator('name', 'Inbox'), position: '2026-03-01' },
		/Position: is no position .* leave it empty to begin/,
	],
	[
		'a link to an email as a position',
		'email.getChanges',
		{ folder: locator('name', 'Inbox'), position: 'https://outlook.office365.com/owa/?ItemID=A' },
		/Position: is no position/,
	],
	[
		'IDs as a JSON list',
		'email.updateEmails',
		({ plan, deleted }) => ({ messageIds: JSON.stringify([plan, deleted]), change: 'Flag' }),
		() => {
			expect([mail('Quarterly plan'), mail('Old plan')]).toMatchObject([
				{ flag: { flagStatus: 'flagged' } },
				{ flag: { flagStatus: 'flagged' } },
			]);
		},
	],
	[
		'subjects in the place of IDs',
		'email.updateEmails',
		{ messageIds: 'Quarterly plan, Lunch on Friday', change: 'read' },
		ANOTHER_ID,
	],
	[
		'a change that nobody chose',
		'email.updateEmails',
		({ plan }) => ({ messageIds: plan, change: '' }),
		/Change: is required, one of: addLabel, delete, flag/,
	],
	[
		'archive as a change',
		'email.updateEmails',
		({ plan }) => ({ messageIds: plan, change: 'archive' }),
		/Change: must be one of: .*move/,
	],
	[
		'a folder in another case, with a slash in front',
		'email.moveEmail',
		({ plan }) => ({ messageId: plan, folder: locator('name', '/inbox/customers') }),
		() => {
			expect(folderOf('Quarterly plan')).toBe('Customers');
		},
	],
	[
		'a path that does not exist',
		'email.moveEmail',
		({ plan }) => ({ messageId: plan, folder: locator('name', '/inbox/Done') }),
		/Nearest: .*Done/,
	],
	[
		'a folder that is nowhere',
		'email.moveEmail',
		({ plan }) => ({ messageId: plan, folder: locator('name', 'N/A') }),
		NO_VALUE,
	],
	[
		'a label in another case',
		'email.addLabel',
		({ plan }) => ({ messageId: plan, label: locator('name', 'INVOICE') }),
		() => {
			expect(mail('Quarterly plan')?.categories).toEqual(['Invoice']);
		},
	],
	[
		'a label that does not exist',
		'email.addLabel',
		({ plan }) => ({ messageId: plan, label: locator('name', 'Invoices') }),
		/Nearest: Invoice\. Or create it in Outlook/,
	],
	['a contact by surname, name', 'contact.findContact', { search: 'Lee, Ann' }, found('Ann Lee')],
	[
		'a contact by an address with its name',
		'contact.findContact',
		{ search: 'Ann <ann@contoso.com>' },
		found('Ann Lee'),
	],
	[
		'an asterisk for all contacts',
		'contact.findContact',
		{ search: '*' },
		/List Contacts returns all/,
	],
	[
		'a contact whom nobody knows',
		'contact.findContact',
		{ search: 'Zoe' },
		nothing({ search: 'Zoe' }),
	],
	[
		'a second address of a contact',
		'contact.updateContact',
		({ ann }) => ({
			contact: locator('id', ann),
			emailAddresses: 'ann@example.com',
			givenName: null,
			surname: '',
		}),
		() => {
			const { fields } = own().contacts.contacts[0] ?? {};
			expect(fields?.givenName).toBe('Ann');
			expect(fields?.emailAddresses?.map(({ address }) => address)).toEqual([
				'ann@contoso.com',
				'ann@example.com',
			]);
		},
	],
	[
		'a contact that is there, by its address in capitals',
		'contact.upsertContact',
		{ email: 'ANN@CONTOSO.COM', details: { jobTitle: 'Buyer' } },
		([item]) => {
			expect(item).toMatchObject({ created: false, displayName: 'Ann Lee' });
			expect(own().contacts.contacts).toHaveLength(2);
			expect(own().contacts.contacts.map(({ fields }) => fields.jobTitle)).toContain('Buyer');
		},
	],
	[
		'a name for the address of a contact',
		'contact.upsertContact',
		{ email: 'Ann Lee' },
		ADDRESS_FORM,
	],
	[
		'two addresses for one contact',
		'contact.upsertContact',
		{ email: 'ann@contoso.com, bob@fabrikam.com' },
		/Email Address: takes one address only/,
	],
	[
		'a person who is called Null',
		'contact.createContact',
		{ givenName: 'Zoe', surname: 'Null' },
		() => {
			expect(own().contacts.contacts.at(-1)?.fields.surname).toBe('Null');
		},
	],
	[
		'an update of no field of a contact',
		'contact.updateContact',
		({ ann }) => ({ contact: locator('id', ann), givenName: 'unchanged' }),
		/Fill in at least one field, as an empty one keeps what is there: nothing would change/,
	],
	[
		'a phone number as an address of a contact',
		'contact.createContact',
		{ givenName: 'Zoe', emailAddresses: '+1 425 555 0199' },
		ADDRESS_FORM,
	],
	[
		'a birthday with the day first',
		'contact.createContact',
		{ givenName: 'Zoe', details: { birthday: '17.05.1990' } },
		/Write it as 2026-12-01, with the year first/,
	],
];

const respond = 'calendar.respondToEvent';
const times: MailRow[] = [
	['UTC', create, begin('2031-03-05T10:00Z'), made('2031-03-05T10:00', '2031-03-05T11:00')],
	[
		'an offset',
		create,
		begin('2031-03-05T10:00:00+01:00'),
		made('2031-03-05T09:00', '2031-03-05T10:00'),
	],
	['no zone', create, begin('2031-03-05T10:00'), made('2031-03-05T09:00', '2031-03-05T10:00')],
	[
		'a blank for the T',
		create,
		begin('2031-03-05 10:00'),
		made('2031-03-05T09:00', '2031-03-05T10:00'),
	],
	[
		'a zone of its own',
		create,
		begin('2031-03-05T10:00', { options: { timeZone: 'America/New_York' } }),
		made('2031-03-05T15:00', '2031-03-05T16:00'),
	],
	[
		'null for the end',
		create,
		begin('2031-03-05T10:00Z', { end: null }),
		made('2031-03-05T10:00', '2031-03-05T11:00'),
	],
	...(
		[
			['tomorrow 3pm', 'tomorrow 3pm'],
			['a month by its name', 'November 23, 2031 3pm'],
			['the day first', '23.11.2031 15:00'],
			['slashes', '05/12/2031 10:00'],
			['an hour', '15:00'],
			['a number of minutes', '30'],
			['a duration', 'PT30M'],
			['a zone', 'Europe/Berlin'],
			['milliseconds as text', '1930000000000'],
			["Graph's own object as text", '{"dateTime":"2031-03-05T10:00:00","timeZone":"UTC"}'],
			['a template', '{{start}}'],
		] as const
	).map(([what, start]): MailRow => [what, create, begin(start), TIME_FORM]),
	...['2031-02-30T10:00', '2031-03-05T25:00'].map((start): MailRow => [
		`${start}, which does not exist`,
		create,
		begin(start),
		/There is no such day or hour\./,
	]),
	[
		'milliseconds',
		create,
		begin(1_930_000_000_000),
		/must be a date and time, such as 2026-03-02T10:00/,
	],
	[
		"Graph's own object",
		create,
		begin({ dateTime: '2031-03-05T10:00:00', timeZone: 'UTC' }),
		/must be a date and time, such as 2026-03-02T10:00/,
	],
	[
		'a day without a time',
		create,
		begin('2031-03-05'),
		/Write it as 2026-03-02T10:00, or switch on All Day/,
	],
	['the past', create, begin('2024-03-05T10:00'), /It is now .* Write a later time/],
	['undefined', create, begin('undefined'), NO_VALUE],
	[
		'an end before the start',
		create,
		begin('2031-03-05T10:00', { end: '2031-03-05T09:00' }),
		/End: must be after Start/,
	],
	[
		'All Day as text',
		create,
		begin('2031-03-05', { allDay: 'true' }),
		() => {
			expect(event('Meeting')).toMatchObject({ isAllDay: true });
		},
	],
	[
		'All Day as yes',
		create,
		begin('2031-03-05', { allDay: 'yes' }),
		/All Day: must be true or false/,
	],
	[
		'names as attendees',
		create,
		begin('2031-03-05T10:00', { attendees: 'Ann, Bob' }),
		ADDRESS_FORM,
	],
	[
		'a zone that does not exist',
		create,
		begin('2031-03-05T10:00', { options: { timeZone: 'Mars/Phobos' } }),
		/write an IANA name such as Europe\/Vienna/,
	],
	[
		'Markdown in an invitation',
		create,
		begin('2031-03-05T10:00', { body: '# Agenda\n\n**one**' }),
		/Write plain text, or HTML/,
	],
	[
		'only the start moves',
		'calendar.updateEvent',
		({ review }) => ({ eventId: review, start: '2031-03-04T10:00' }),
		() => {
			expect(event('Review')).toMatchObject({
				start: Date.parse('2031-03-04T09:00Z'),
				end: Date.parse('2031-03-04T09:30Z'),
			});
		},
	],
	[
		'a word for what stays',
		'calendar.updateEvent',
		({ review }) => ({ eventId: review, subject: 'Review 2', location: 'unchanged' }),
		() => {
			expect(event('Review 2')?.location).toEqual({ displayName: 'Room 4' });
		},
	],
	[
		'null and nothing for what stays',
		'calendar.updateEvent',
		({ review }) => ({
			eventId: review,
			subject: 'Review 2',
			start: null,
			end: '',
			location: null,
			body: '',
			attendees: '',
		}),
		() => {
			const changed = event('Review 2');
			expect(changed?.location).toEqual({ displayName: 'Room 4' });
			expect(addressesOf(changed?.attendees ?? [])).toEqual(['ann@contoso.com']);
			expect(changed?.start).toBe(Date.parse('2031-03-03T09:00Z'));
		},
	],
	[
		'one attendee more',
		'calendar.updateEvent',
		({ review }) => ({ eventId: review, attendees: 'bob@fabrikam.com' }),
		() => {
			expect(addressesOf(event('Review')?.attendees ?? [])).toEqual([
				'ann@contoso.com',
				'bob@fabrikam.com',
			]);
		},
	],
	[
		'an answer that stands in the comment alone',
		respond,
		({ talk }) => ({ eventId: talk, comment: 'Sorry, I have to decline' }),
		/Response: is required, one of: accept, decline, tentativelyAccept/,
	],
	[
		'an answer in another case',
		respond,
		({ talk }) => ({ eventId: talk, response: 'Decline' }),
		() => {
			expect(own().calendar.notices.map(({ kind }) => kind)).toEqual(['declined']);
		},
	],
	[
		'maybe',
		respond,
		({ talk }) => ({ eventId: talk, response: 'maybe' }),
		/must be one of: accept, decline, tentativelyAccept/,
	],
	[
		'an answer to the own meeting',
		respond,
		({ review }) => ({ eventId: review, response: 'accept' }),
		/Only an invitation can be answered/,
	],
	[
		'an event that is later than the list reaches',
		list,
		{ start: '2031-03-10' },
		nothing({ start: '2031-03-10' }, /Only the 7 days from Start were looked at: give an End/),
	],
	[
		'an attendee whom nobody knows',
		list,
		{ start: '2031-03-01', end: '2031-03-31', attendee: 'eve@example.com' },
		nothing({ attendee: 'eve@example.com' }),
	],
	[
		'an attendee with a name',
		list,
		{ start: '2031-03-01', end: '2031-03-31', attendee: 'Ann <ann@contoso.com>' },
		found('Review'),
	],
	['an asterisk as text', list, { start: '2031-03-01', text: '*' }, /leave it empty for all/],
	['this week', list, { start: 'this week' }, TIME_FORM],
	[
		'a calendar that does not exist',
		list,
		{ calendar: locator('name', 'Work') },
		/no calendar of this name\. It has: Calendar/,
	],
	[
		'availability of a name',
		'calendar.checkAvailability',
		{ start: '2031-03-05T10:00', attendees: 'Ann' },
		([item]) => expect(JSON.stringify(item)).toContain('ann@contoso.com'),
	],
	[
		'a duration in words',
		'calendar.checkAvailability',
		{ start: '2031-03-05T10:00', duration: '30 min' },
		/Slot Duration \(Minutes\): must be a whole number from 0 to 1440/,
	],
	[
		'a method in lower case and a whole URL',
		'advanced.apiCall',
		{ method: 'get', endpoint: 'https://graph.microsoft.com/v1.0/me/mailFolders/inbox' },
		/Enter the path below the API root only, such as/,
	],
];

const set = 'advanced.setAutomaticReplies';
const away = { status: 'scheduled', message: 'Away', externalAudience: 'none' };
const createRule = 'advanced.createRule';
const replies = () => own().settings.automaticRepliesSetting;
const settings: MailRow[] = [
	['replies that nobody said how to set', set, { message: 'Away' }, /Replies: is required, one of/],
	['away as a status', set, { status: 'away' }, /Replies: must be one of: disabled, alwaysEnabled/],
	[
		'OFF for the replies',
		set,
		{ status: 'OFF' },
		() => {
			expect(replies().status).toBe('disabled');
		},
	],
	['replies without a message', set, { status: 'alwaysEnabled' }, /Message: is required/],
	[
		'replies in which nothing is seen',
		set,
		{ status: 'alwaysEnabled', message: '<p></p>' },
		/Message: is required\. Write the text/,
	],
	['null as the message', set, { status: 'alwaysEnabled', message: null }, /Message: is required/],
	[
		'everyone as those outside',
		set,
		{ ...away, status: 'alwaysEnabled', externalAudience: 'everyone' },
		/Reply to External Senders: must be one of: all, contactsOnly, none/,
	],
	[
		'Markdown in replies',
		set,
		{ ...away, status: 'alwaysEnabled', message: '**Away** until Monday' },
		/Message: is Markdown/,
	],
	[
		'Markdown in replies for those outside',
		set,
		{ ...away, status: 'alwaysEnabled', externalAudience: 'all', externalMessage: '# Away' },
		/External Message: is Markdown/,
	],
	['next Friday as the end of replies', set, { ...away, end: 'next Friday' }, TIME_FORM],
	[
		'replies that end in the past',
		set,
		{ ...away, end: '2024-03-05' },
		/which an empty Start means/,
	],
	[
		'replies that began in the past',
		set,
		{ ...away, start: '2024-03-05', end: '2031-03-05' },
		/Start: is in the past\. Leave it empty to begin now/,
	],
	[
		'an end of replies as a day alone',
		set,
		{ ...away, start: '2031-03-03T09:00', end: '2031-03-05' },
		() => {
			expect(replies().scheduledEndDateTime).toEqual({
				dateTime: '2031-03-06T00:00:00',
				timeZone: 'W. Europe Standard Time',
			});
		},
	],
	['tips about a name', 'advanced.getMailTips', { addresses: 'Ann' }, ADDRESS_FORM],
	[
		'tips about nobody',
		'advanced.getMailTips',
		{ addresses: '[]' },
		/Email Addresses: is required/,
	],
	[
		'a rule for nothing',
		createRule,
		{ name: 'Sort', actions: { markAsRead: true } },
		/Conditions: name no email/,
	],
	[
		'a rule that does nothing',
		createRule,
		{ name: 'Sort', conditions: { fromAddresses: 'ann@contoso.com' }, actions: { labels: '' } },
		/Actions: do nothing/,
	],
	[
		'a rule with a folder in another case',
		createRule,
		{
			name: 'Sort',
			conditions: { fromAddresses: 'Ann <ann@contoso.com>' },
			actions: { moveToFolder: locator('name', 'inbox/customers') },
		},
		() => {
			expect(own().rules[0]?.actions?.moveToFolder).toBe(own().folder('Customers').id);
		},
	],
	[
		'a rule that forwards to a name',
		createRule,
		{ name: 'Sort', conditions: { sentToMe: 'true' }, actions: { forwardTo: 'Ann' } },
		ADDRESS_FORM,
	],
	[
		'the name of a rule as its ID',
		'advanced.deleteRule',
		{ rule: locator('id', 'Invoices') },
		/not found/i,
	],
	[
		'rooms for many people, as text',
		'calendar.listRooms',
		{ capacity: '500' },
		nothing({ capacity: '500' }),
	],
	[
		'rooms for a few',
		'calendar.listRooms',
		{ capacity: 'a few' },
		/Minimum Number of People: must be a whole/,
	],
	['an asterisk for all rooms', 'calendar.listRooms', { name: '*' }, /leave it empty for all/],
	['an asterisk for all people', 'contact.findPeople', { search: '*' }, /leave it empty for all/],
	['people whom nobody knows', 'contact.findPeople', { search: 'Zoe' }, nothing({ search: 'Zoe' })],
];

export const careless: MailRow[] = [
	...addresses,
	...texts,
	...ids,
	...searches,
	...changes,
	...times,
	...settings,
];
