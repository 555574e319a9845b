import { own } from '../../harness/mail';
import type { MailRow } from './mailbox';
import { begin, create, made, mail, NOW, text, TIME_FORM } from './mailbox';

/** Times as models write them, and times that are over. */

const YEAR_FIRST = /Write it as 2026-03-02T15:00 or 2026-03-02T15:00\+01:00, and nothing else/;
const OVER = /is in the past\. It is now 20\d\d-\d\d-\d\dT/;

const relative = [
	...['tomorrow', 'next Monday', 'last week', 'in 2 hours', 'now', 'today at noon', 'noon'],
	...['Friday', 'end of month', '3pm', '+1d', 'this afternoon', 'morgen', 'ASAP'],
].flatMap((start): MailRow[] => [
	[`${start}, to be told the form`, create, begin(start), TIME_FORM],
	[`${start}, to be told what time it is`, create, begin(start), NOW],
]);

const yearFirst = [
	...['2031-03-05 3pm', '2031-03-05T15:00 CET', '2031-03-05T10:00 UTC', '2031-03-05 at 10:00'],
	...['2031-03-05T10:00/2031-03-05T11:00', '2031-03-05 10:00 - 11:00'],
	...['2031-03-05T10:00Z (Monday)', '2031-03-05T10h00'],
].map((start): MailRow => [start, create, begin(start), YEAR_FIRST]);

const written = [
	'"2031-03-05T10:00"',
	'`2031-03-05T10:00`',
	'“2031-03-05T10:00”',
	'2031-03-05\u00A010:00',
	'2031‑03‑05T10:00',
	'2031–03–05 10:00',
	'2031-03-05T10:00.',
	'2031-03-05t10:00',
	'2031-03-05T10:00:00,000',
	'2031-03-05T10',
	'2031-03-05T10:00:00[Europe/Berlin]',
].map((start): MailRow => [
	start,
	create,
	begin(start),
	made('2031-03-05T09:00', '2031-03-05T10:00'),
]);

const past: MailRow[] = [
	[
		'both in words, to be told once',
		'calendar.listEvents',
		{ start: 'tomorrow', end: 'next Tuesday' },
		/^Start, End: is not a date and time\.(?!.*is not a date).* It is now/,
	],
	[
		'a due day that is past',
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, flag: 'flagged', due: '2024-03-05' }),
		OVER,
	],
	...['2031-03-05T00:00:00+01:00', '2031-03-05T00:00:00Z'].map((due): MailRow => [
		`the midnight of a day that is due: ${due}`,
		'email.updateEmail',
		({ plan }) => ({ messageId: plan, flag: 'flagged', due }),
		() => {
			expect(mail('Quarterly plan')?.flag.dueDateTime).toMatchObject({
				dateTime: expect.stringMatching(/^2031-03-05T/),
				timeZone: 'W. Europe Standard Time',
			});
		},
	]),
	// As databases write "never".
	...(
		[
			['calendar.listEvents', { start: '2031-03-01' }],
			['calendar.getFreeBusySchedule', { start: '2031-03-01', addresses: 'ann@contoso.com' }],
			['calendar.findMeetingTimes', { start: '2031-03-01', attendees: 'ann@contoso.com' }],
			['calendar.createEvent', { subject: 'Away', start: '2031-03-01', allDay: true }],
			[
				'advanced.setAutomaticReplies',
				{ status: 'scheduled', externalAudience: 'none', message: 'Away' },
			],
		] as const
	).map(([step, given]): MailRow => [
		'an end that never comes',
		step,
		{ ...given, end: '9999-12-31' },
		/^End: is too far ahead\. Write an earlier year/,
	]),
	[
		'a time before which everything came',
		'email.findEmail',
		{ findBy: 'filters', filters: { receivedBefore: '9999-12-31T23:00:00-05:00' } },
		/^Filters > Received Before: is too far ahead/,
	],
	[
		'more years than anybody plans',
		'calendar.listEvents',
		{ start: '2031-03-01', end: '2999-12-31' },
		/^End: must be at most 200 years after Start/,
	],
	['an event that is over', create, begin('2024-03-05T10:00'), OVER],
	['availability in the past', 'calendar.checkAvailability', { start: '2024-03-05T10:00' }, OVER],
	[
		'availability in a past week',
		'calendar.checkAvailability',
		{ start: '2024-03-04', end: '2024-03-08', duration: 30 },
		OVER,
	],
	[
		'meeting times in the past',
		'calendar.findMeetingTimes',
		{ start: '2024-03-04', end: '2024-03-08', attendees: 'ann@contoso.com' },
		OVER,
	],
	[
		'another time that is over',
		'calendar.respondToEvent',
		({ talk }) => ({
			eventId: talk,
			response: 'decline',
			options: { proposedStart: '2024-03-05T10:00' },
		}),
		OVER,
	],
	[
		'a time to answer at',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: 'Hello', options: { sendAt: 'Monday 9am' } }),
		NOW,
	],
	['a time to send at', 'email.scheduleEmail', text('Hello', { sendAt: 'Monday 9am' }), NOW],
	[
		'a birthday',
		'contact.createContact',
		{ givenName: 'Zoe', details: { birthday: 'May 17, 1990' } },
		/Write it as 2026-12-01, with the year first/,
	],
	[
		'a day with slashes that is clear',
		'contact.createContact',
		{ givenName: 'Zoe', details: { birthday: '1990/05/17' } },
		() => {
			expect(own().contacts.contacts.at(-1)?.fields.birthday).toMatch(/^1990-05-17/);
		},
	],
];

const check = 'calendar.checkAvailability';
const HOURS =
	/^Slots are looked for from 09:00 to 17:00 on monday, tuesday, wednesday, thursday, friday only/;
const free: MailRow[] = [
	...(
		[
			['an evening', { start: '2031-03-05T18:00', end: '2031-03-05T20:00', duration: 60 }, HOURS],
			['a Sunday', { start: '2031-03-09', end: '2031-03-09', duration: 30 }, HOURS],
			[
				'an early morning',
				{ start: '2031-03-05T06:00', end: '2031-03-05T08:00', duration: 30 },
				HOURS,
			],
			[
				'a time that is too short',
				{ start: '2031-03-05T10:00', end: '2031-03-05T10:30', duration: 60 },
				/shorter than Slot Duration/,
			],
		] as const
	).map(([what, given, reason]): MailRow => [
		`${what} with a Slot Duration`,
		check,
		{ ...given },
		([item]) => {
			expect(item).toMatchObject({ available: false, conflicts: [], freeSlots: [] });
			expect(item?.reason).toMatch(reason);
		},
	]),
	[
		'an evening',
		check,
		{ start: '2031-03-05T18:00', end: '2031-03-05T20:00' },
		([item]) => {
			expect(item).toMatchObject({ available: true, conflicts: [] });
			expect(item?.reason).toBeUndefined();
		},
	],
];

export const careless: MailRow[] = [...relative, ...yearFirst, ...written, ...past, ...free].map(
	([what, ...rest]) => [`times: ${what}`, ...rest],
);
