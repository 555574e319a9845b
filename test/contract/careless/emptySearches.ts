import type { INodeParameters } from 'n8n-workflow';
import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import { find, found, list, nothing } from './mailbox';

/** Searches that find nothing because of how they are written: the answer says what was understood. */

const filtered = (filters: INodeParameters) => ({ findBy: 'filters', filters });

const searches: MailRow[] = [
	...(
		[
			[
				'and in small letters',
				'subject:plan and from:bob',
				/AND.*Write: subject:plan AND from:bob/,
			],
			['or in small letters', 'from:eve or from:mallory', /OR.*Write: from:eve OR from:mallory/],
			[
				'not in small letters',
				'not zeppelin and not ship',
				/NOT.*Write: NOT zeppelin AND NOT ship/,
			],
			['isread:', 'isread:false', /isread.*use the field Unread Only/],
			['unread:', 'unread:true', /unread.*use the field Unread Only/],
			['read:', 'read:no', /read.*use the field Unread Only/],
			[
				'category:',
				'category:Invoice',
				/category.*labels of each email.*Find By: Filters with Label/,
			],
			['tag:', 'tag:Invoice', /tag.*labels of each email.*Find By: Filters with Label/],
			['flag:', 'flag:true', /flag.*use what each email that is found says/],
			['folder:', 'folder:Inbox', /folder.*use the field Folder/],
			['sender:', 'sender:ann', /"sender".*Did you mean from\?/],
			['title:', 'title:plan', /"title".*Did you mean subject\?/],
			['date:', 'date:2026-03-01', /"date".*Did you mean received\?/],
			['a day first', 'zeppelin received>=01.03.2026', /2026-03-01|year|date/i],
			['a blank behind a property', 'received: 2026-03-01', /directly after it/],
			['an unknown importance', 'importance:urgent', /high/],
			[
				'several words',
				'Lee, Ann zeppelin',
				/all of these words have to stand in the email: Lee, Ann, zeppelin/,
			],
			['a phrase', '"the quarterly offer"', /words in quotes have to stand there in this order/],
			[
				'typographic quotes',
				'“the quarterly offer”',
				/words in quotes have to stand there in this order/,
			],
			['SQL', "subject LIKE '%plan%'", /all of these words have to stand in the email|LIKE/],
			[
				'IMAP',
				'FROM "ann" SINCE 1-Mar-2026',
				/all of these words have to stand in the email: FROM, "ann", SINCE/,
			],
			[
				'a question',
				'emails from Ann about the zeppelin',
				/all of these words have to stand in the email/,
			],
			['a regular expression', '/plan.*/i', /\*|all of these words|letter/],
		] as const
	).map(([what, search, more]): MailRow => [what, find, { search }, nothing({ search }, more)]),
	...(
		[
			['from:bob OR from:ann received:this week', 'Lunch on Friday', /"this" is not a date; write/],
			[
				'quarterly or plan',
				undefined,
				/has to be OR, in capital letters.*Write: quarterly OR plan/,
			],
			['lunch OR hasAttachments:yes', 'Lunch on Friday', /"yes" is not one of true, false/],
			['not plan', 'Do not plan', /has to be NOT, in capital letters.*Write: NOT plan/],
		] as const
	).map(([search, subject, more]): MailRow => [
		`${search}, which finds something all the same`,
		find,
		() => {
			own().deliver({ subject: 'Do not plan', from: 'eve@example.com', body: 'Quarterly or so' });
			return { search };
		},
		(items) => {
			expect(items.map((item) => item.subject)).toEqual([subject ?? 'Do not plan']);
			expect(items.at(-1)?.more).toMatch(more);
		},
	]),
	...['and', 'OR'].map((word): MailRow => [
		`${word} that finds what was meant`,
		find,
		() => {
			own().deliver({ subject: 'Terms and conditions', from: 'eve@example.com' });
			return { search: `terms ${word} conditions` };
		},
		([item]) => {
			expect(item).toMatchObject({ subject: 'Terms and conditions' });
			expect(item).not.toHaveProperty('more');
		},
	]),
	...['all', 'Unread'].map((search): MailRow => [
		`${search} as a word`,
		find,
		{ search, folder: locator('name', 'Inbox') },
		nothing({ search }, /is looked for as a word\. Leave it empty for the newest emails/),
	]),
	[
		'JSON',
		find,
		{ search: '{"from":"ann@contoso.com"}' },
		/takes no JSON: write from:ann@contoso\.com/,
	],
	[
		'a list as JSON',
		find,
		{ search: '["from:ann"]' },
		/takes no JSON: write from:ann@contoso\.com/,
	],
	['Gmail', find, { search: 'from:ann is:unread' }, /knows no "is:": use the field Unread Only/],
	[
		'a word that nobody wrote',
		find,
		{ search: 'zeppelin' },
		nothing({ search: 'zeppelin' }, /not searched/),
	],
];

const APART = /is looked for as it stands.*once for each/;
const SIGNS = /is looked for as it stands, with its .+: leave them out/;
const filters: MailRow[] = [
	...(
		[
			[{ from: 'Ann OR Bob' }, APART],
			[{ from: 'Ann and Bob' }, APART],
			[{ from: 'Ann / Bob' }, APART],
			[
				{ from: 'Lee, Ann' },
				/From "Lee, Ann" is looked for as it stands: write one part of the name/,
			],
			[{ from: '"Ann Lee"' }, SIGNS],
			[{ to: 'Eve OR Bob' }, APART],
			[{ subject: '"Quarterly plan"' }, SIGNS],
			[{ subject: 'plan*' }, SIGNS],
			[{ subject: '%plan%' }, SIGNS],
			[{ subject: 'plan OR lunch' }, APART],
			[{ subject: 'plan AND lunch' }, APART],
			[
				{ subject: 'subject:plan' },
				/Subject Contains "subject:plan" is looked for as it stands: write the value alone/,
			],
			[
				{ subject: '{"contains":"plan"}' },
				/Subject Contains .*is looked for as it stands: write the value alone/,
			],
			[{ bodyWords: '"our plan"' }, SIGNS],
			[{ label: '"Invoice"' }, SIGNS],
			[{ label: 'Invoice OR Urgent' }, APART],
			[{ label: 'Invoice, Urgent' }, /once for each/],
		] as const
	).map(([given, more]): MailRow => [
		JSON.stringify(given),
		find,
		filtered({ ...given }),
		nothing({ filters: given }, more),
	]),
	...['me', 'Myself'].map((from): MailRow => [
		`${from} as the sender`,
		find,
		filtered({ from }),
		/From: write the address of the mailbox: .* is looked for as a name/,
	]),
	[
		'times the wrong way round',
		find,
		filtered({ receivedAfter: '2026-03-05', receivedBefore: '2026-03-01' }),
		/Received Before: must be after Received After/,
	],
	[
		'a key in front of the sender',
		find,
		filtered({ from: 'name:Ann' }),
		/must be an address \(ann@contoso\.com\), a domain/,
	],
	[
		'an address with its name behind it',
		find,
		filtered({ from: 'ann@contoso.com (Ann Lee)' }),
		found('Quarterly plan'),
	],
];

const march = { start: '2031-03-01', end: '2031-03-31' };
const others: MailRow[] = [
	[
		'Ann OR Bob',
		list,
		{ ...march, attendee: 'Ann OR Bob' },
		nothing({ attendee: 'Ann OR Bob' }, APART),
	],
	...(
		[
			['calendar.listEvents', { ...march, text: 'all' }],
			['calendar.listRooms', { building: 'Any' }],
			['contact.findPeople', { search: 'everyone' }],
			['contact.findContact', { search: 'all' }],
		] as const
	).map(([step, given]): MailRow => [
		`a word for all: ${JSON.stringify(given)}`,
		step,
		{ ...given },
		nothing({ ...given }, /: to have all, leave it empty, or use the step that lists them/),
	]),
	['a text in quotes', list, { ...march, text: '"Review"' }, nothing({ text: '"Review"' }, SIGNS)],
	['a text with a star', list, { ...march, text: 'Rev*' }, nothing({ text: 'Rev*' }, SIGNS)],
	[
		'two texts',
		list,
		{ ...march, text: 'Review or Talk' },
		nothing({ text: 'Review or Talk' }, APART),
	],
	[
		'me as the attendee',
		list,
		{ ...march, attendee: 'me' },
		/Attendee: write the address of the mailbox/,
	],
	[
		'a month the wrong way round',
		list,
		{ start: '2031-03-31', end: '2031-03-01' },
		/End: must be after Start/,
	],
	['a contact in quotes', 'contact.findContact', { search: '"Ann Lee"' }, found('Ann Lee')],
	['a contact with a star', 'contact.findContact', { search: 'Ann*' }, found('Ann Lee')],
	[
		'an address with a name',
		'contact.findContact',
		{ search: 'ann@contoso.com (Ann Lee)' },
		found('Ann Lee'),
	],
	[
		'two contacts',
		'contact.findContact',
		{ search: 'Ann OR Bob' },
		nothing({ search: 'Ann OR Bob' }, APART),
	],
	[
		'a key in front of a contact',
		'contact.findContact',
		{ search: 'name:Ann' },
		nothing({ search: 'name:Ann' }, /write the value alone/),
	],
	[
		'a contact as JSON',
		'contact.findContact',
		{ search: '{"name":"Ann"}' },
		nothing({ search: '{"name":"Ann"}' }, /write the value alone/),
	],
	[
		'two people',
		'contact.findPeople',
		{ search: 'Zoe OR Tom' },
		nothing({ search: 'Zoe OR Tom' }, APART),
	],
	[
		'a room in quotes',
		'calendar.listRooms',
		{ name: '"Room 4"' },
		nothing({ name: '"Room 4"' }, SIGNS),
	],
	[
		'a room with a star',
		'calendar.listRooms',
		{ name: 'Room*' },
		nothing({ name: 'Room*' }, SIGNS),
	],
];

export const careless: MailRow[] = [...searches, ...filters, ...others].map(([what, ...rest]) => [
	`searches: ${what}`,
	...rest,
]);
