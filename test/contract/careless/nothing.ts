import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import {
	event,
	find,
	found,
	letter,
	made,
	mail,
	NO_VALUE,
	nothing,
	send,
	sentBody,
	sentTo,
	text,
} from './mailbox';

/** Words that stand for no value: none of them is stored, sent or looked for. */

/** What models write where they have nothing to write. */
const WORDS = [
	...[
		'none',
		'None',
		'NONE',
		'nil',
		'null',
		'undefined',
		'N/A',
		'n/a',
		'NA',
		'-',
		'--',
		'—',
		'...',
	],
	...['(none)', '[none]', '<none>', '"none"', 'none.', '""', 'not applicable', 'Not specified'],
	...['not provided', 'no value', 'unchanged', '(unchanged)', 'no change', 'No changes'],
	...['[no changes]', 'same', 'Same as before', 'as is', 'keep as is', 'keep existing'],
	...['(empty)', 'blank', 'leave empty', 'leave unchanged', 'Unknown', 'TBD', 'tba', '[TBD]'],
	...['to be determined', 'Any', 'no location', '(no location)'],
];

/** The last item says that the word was read so. */
function saysSo(word: string, field: string) {
	return (items: IDataObject[]) => {
		expect(items.at(-1)?.more).toBe(`${field} "${word}" was read as no value: it removes nothing.`);
	};
}

const update = 'calendar.updateEvent';
const locations = WORDS.map((word): MailRow => [
	`the location ${word}`,
	update,
	({ review }) => ({ eventId: review, subject: 'Review 2', location: word }),
	(items) => {
		expect(event('Review 2')?.location).toEqual({ displayName: 'Room 4' });
		saysSo(word, 'Location')(items);
	},
]);

const copies = ['none', 'None', 'N/A', '-', 'null', 'no cc', 'nobody', 'TBD', '["none"]'].map(
	(word): MailRow => [
		`a copy for ${word}`,
		send,
		letter('ann@contoso.com', { cc: word }),
		(items) => {
			sentTo('ann@contoso.com')();
			expect(own().sent.map(({ ccRecipients }) => ccRecipients)).toEqual([[]]);
			saysSo(word, 'Cc')(items);
		},
	],
);

const attendees = ['none', 'No attendees', 'no one', '-', 'TBD', 'not specified'].map(
	(word): MailRow => [
		`the attendees ${word}`,
		'calendar.createEvent',
		{ subject: 'Focus', start: '2031-03-05T10:00Z', attendees: word },
		() => {
			expect(event('Focus')?.attendees).toEqual([]);
			expect(own().calendar.notices).toEqual([]);
		},
	],
);

const draftTexts = ['[no changes]', 'unchanged', 'Same', '(no change)', 'no message'].map(
	(word): MailRow => [
		`${word} as the text of a draft`,
		'email.updateDraft',
		({ draft }) => ({ messageId: draft, subject: 'Offer 2', message: word }),
		() => {
			expect(mail('Offer 2')?.bodyText).toBe('Offer');
		},
	],
);

const messages = ['none', '-', 'TBD', '(empty)', 'undefined'].map((word): MailRow => [
	`${word} as a message`,
	send,
	text(word),
	/Write what the email is to say/,
]);

const subjects = ['None', '(no subject)', 'No subject', 'n/a'].map((word): MailRow => [
	`${word} as a subject`,
	send,
	text('Hello', { subject: word }),
	() => {
		expect(own().sent.map(({ subject }) => subject)).toEqual(['']);
	},
]);

const required: MailRow[] = [
	...(
		[
			['email.createFolder', { name: 'TBD' }],
			['email.createLabel', { name: 'None' }],
			['email.getEmail', { messageId: 'none' }],
			['email.sendDraft', { messageId: 'N/A' }],
			['calendar.createEvent', { subject: 'Focus', start: 'TBD' }],
			['calendar.createCalendar', { name: 'unknown' }],
			['calendar.deleteEvent', { eventId: 'null' }],
			['calendar.checkAvailability', { start: 'to be determined' }],
			['contact.findContact', { search: 'none' }],
			['contact.upsertContact', { email: 'not provided' }],
			['contact.deleteContact', { contact: locator('id', '-') }],
			['email.updateEmails', { messageIds: 'none', change: 'delete' }],
		] as Array<[string, INodeParameters]>
	).map(([step, given]): MailRow => [
		`no value in ${JSON.stringify(given)}`,
		step,
		given,
		NO_VALUE,
	]),
	[
		'a new name that stays',
		'email.renameFolder',
		{ folder: locator('name', 'Done'), name: 'unchanged' },
		NO_VALUE,
	],
	['nobody as the recipient', send, letter('nobody'), /give at least one address in To, Cc or Bcc/],
	['To as TBD', send, letter('TBD'), /give at least one address in To, Cc or Bcc/],
	[
		'an address and none',
		send,
		letter('ann@contoso.com, none'),
		/To: entry 2 is not an email address \("none"\): leave it out/,
	],
	[
		'an address and TBD in a list',
		send,
		letter(['TBD', 'ann@contoso.com']),
		/To: entry 1 is not an email address \("TBD"\): leave it out/,
	],
	[
		'a draft of which nothing changes',
		'email.updateDraft',
		({ draft }) => ({ messageId: draft, subject: 'same', message: '[no changes]' }),
		/There is nothing to change: fill in at least one field, as .* there\. Subject "same" was read as no value/,
	],
	[
		'a draft that is to lose its copies',
		'email.updateDraft',
		({ draft }) => ({ messageId: draft, cc: 'none' }),
		/Cc "none" was read as no value: it removes nothing/,
	],
	[
		'a draft that is to lose its subject',
		'email.updateDraft',
		({ draft }) => ({ messageId: draft, subject: '' }),
		/nothing to change: fill in at least one field, as an empty one keeps what is there/,
	],
	[
		'an event that is to lose its place and its attendees',
		update,
		({ review }) => ({ eventId: review, location: '', attendees: [] }),
		/There is nothing to change\. .* An empty value keeps what is there/,
	],
	[
		'a contact that is to lose its phone',
		'contact.updateContact',
		({ ann }) => ({ contact: locator('id', ann), details: { mobilePhone: '' } }),
		/Fill in at least one field, as an empty one keeps what is there: nothing would change/,
	],
	[
		'an event of which nothing changes',
		update,
		({ review }) => ({ eventId: review, subject: 'no change', location: 'None' }),
		/There is nothing to change\. Fill in what is to become different/,
	],
	[
		'a contact who is called Unknown Unknown',
		'contact.createContact',
		{ givenName: 'Unknown', surname: 'Unknown' },
		/Fill in a name, an email address or another field/,
	],
	[
		'a flag of which nothing is said',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, flag: 'none' }),
		/Flag: must be one of: complete, flagged, notFlagged/,
	],
	[
		'an expression that gave an object',
		send,
		text('Hello', { subject: '[object Object]' }),
		/Subject: is "\[object Object\]"\. Write a text/,
	],
];

const optional: MailRow[] = [
	[
		'an unknown surname beside an address',
		'contact.createContact',
		{ givenName: 'Zoe', surname: 'Unknown', emailAddresses: 'zoe@contoso.com' },
		() => {
			const { givenName, surname } = own().contacts.contacts.at(-1)?.fields ?? {};
			expect([givenName, surname]).toEqual(['Zoe', undefined]);
		},
	],
	[
		'an unknown city and phone',
		'contact.createContact',
		{
			givenName: 'Zoe',
			details: {
				mobilePhone: 'unknown',
				businessAddress: { address: { street: '1 Main Street', city: 'Unknown' } },
			},
		},
		() => {
			const { businessAddress, mobilePhone } = own().contacts.contacts.at(-1)?.fields ?? {};
			expect(businessAddress?.street).toBe('1 Main Street');
			expect([businessAddress?.city ?? '', mobilePhone ?? '']).toEqual(['', '']);
		},
	],
	[
		'N/A for where answers go',
		send,
		letter('ann@contoso.com', { options: { replyTo: 'N/A' } }),
		sentTo('ann@contoso.com'),
	],
	[
		'none as a comment to the organizer',
		'calendar.respondToEvent',
		({ talk }) => ({ eventId: talk, response: 'accept', comment: 'none' }),
		() => {
			expect(own().calendar.notices.map(({ comment }) => comment)).toEqual(['']);
		},
	],
	[
		'no comment on a cancelled meeting',
		'calendar.cancelEvent',
		({ review }) => ({ eventId: review, comment: '(no comment)' }),
		() => {
			expect(own().calendar.notices.map(({ comment }) => comment)).toEqual(['']);
		},
	],
	[
		'none as the end',
		'calendar.createEvent',
		{ subject: 'Focus', start: '2031-03-05T10:00Z', end: 'none' },
		made('2031-03-05T10:00', '2031-03-05T11:00'),
	],
	[
		'none as a description',
		'calendar.createEvent',
		{ subject: 'Focus', start: '2031-03-05T10:00Z', body: 'N/A', location: 'TBD' },
		() => {
			expect(event('Focus')?.location ?? { displayName: '' }).toMatchObject({ displayName: '' });
		},
	],
	[
		'none as a duration',
		'calendar.checkAvailability',
		{ start: '2031-03-05T10:00', duration: 'none' },
		([item]) => {
			expect(item?.available).toBe(true);
		},
	],
	[
		'null as Limit',
		find,
		{ search: '', limit: 'null' },
		found('Lunch on Friday', 'Quarterly plan'),
	],
	[
		'none for Delete Permanently',
		'email.deleteEmail',
		({ plan }) => ({ messageId: plan, permanently: 'none' }),
		([item]) => {
			expect(item).toMatchObject({ deleted: true, permanently: false });
		},
	],
	[
		'none as the folder',
		find,
		{ search: 'plan', folder: locator('name', 'none') },
		found('Quarterly plan'),
	],
	[
		'null as the mailbox',
		send,
		letter('ann@contoso.com', { mailbox: 'null' }),
		sentTo('ann@contoso.com'),
	],
	[
		'none as an agenda, with a text that holds the word',
		send,
		text('None of us can come.'),
		sentBody('text', 'None of us can come.'),
	],
	[
		'TBD as the label of an event',
		'calendar.createEvent',
		{ subject: 'Focus', start: '2031-03-05T10:00Z', options: { labels: 'TBD' } },
		() => {
			expect(event('Focus')?.categories ?? []).toEqual([]);
		},
	],
];

const filtered = (filters: INodeParameters) => ({ findBy: 'filters', filters });
const looked: MailRow[] = [
	...(['from', 'to', 'subject', 'label'] as const).map((name): MailRow => [
		`none as the filter ${name}`,
		find,
		filtered({ [name]: 'none' }),
		found('Lunch on Friday', 'Quarterly plan'),
	]),
	['null as the search', find, { search: 'null' }, found('Lunch on Friday', 'Quarterly plan')],
	[
		'N/A as a date',
		find,
		filtered({ receivedAfter: 'N/A', subject: 'plan' }),
		found('Quarterly plan'),
	],
	[
		'a search for unknown',
		find,
		{ search: 'unknown' },
		nothing({ search: 'unknown' }, /not searched/),
	],
	[
		'a search for TBD',
		find,
		filtered({ subject: 'TBD' }),
		nothing({ filters: { subject: 'TBD' } }, /not searched/),
	],
	['the same text', find, { search: 'same' }, nothing({ search: 'same' }, /not searched/)],
	...['any', 'anyone', 'Everybody', 'all'].map((word): MailRow => [
		`${word} as the sender`,
		find,
		filtered({ from: word }),
		found('Lunch on Friday', 'Quarterly plan'),
	]),
	[
		'anyone as the attendee',
		'calendar.listEvents',
		{ start: '2031-03-01', end: '2031-03-10', attendee: 'anyone' },
		(items) => {
			expect(items.map(({ subject }) => String(subject)).sort()).toEqual(['Review', 'Talk']);
		},
	],
	[
		'everyone as those who are asked',
		'calendar.checkAvailability',
		{ start: '2031-03-05T10:00', attendees: 'everyone' },
		/Attendees: "everyone" is not an email address, and no contact of the mailbox has that name/,
	],
];

export const careless: MailRow[] = [
	...locations,
	...copies,
	...attendees,
	...draftTexts,
	...messages,
	...subjects,
	...required,
	...optional,
	...looked,
].map(([what, ...rest]) => [`no value: ${what}`, ...rest]);
