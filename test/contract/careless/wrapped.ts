import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import { ANOTHER_ID, find, found, mail } from './mailbox';

/** IDs as models copy them: with a label, as JSON, as a Markdown link. */

/** A name in the place of an ID is told so: it was taken for a fault of the package. */
const NO_ID = /^An ID must not hold .* Take the ID from the output of another step; a name/;
const DONE = locator('name', 'Done');
const LINK = 'https://outlook.office365.com/owa/?ItemID=';

const WRAPS: Array<[what: string, wrap: (id: string) => string]> = [
	['ID: in front', (id) => `ID: ${id}`],
	['id= in front', (id) => `id=${id}`],
	['Message ID: in front', (id) => `Message ID: ${id}`],
	['messageId: in front', (id) => `messageId: ${id}`],
	['"id": in front', (id) => `"id": "${id}"`],
	['ID in bold', (id) => `**ID:** ${id}`],
	['an object', (id) => JSON.stringify({ id })],
	['an object with messageId', (id) => JSON.stringify({ messageId: id })],
	['an object with more', (id) => JSON.stringify({ id, subject: 'Quarterly plan' })],
	['a list', (id) => JSON.stringify([id])],
	['a list of an object', (id) => JSON.stringify([{ id }])],
	['square brackets', (id) => `[${id}]`],
	['angle brackets', (id) => `<${id}>`],
	['parentheses', (id) => `(${id})`],
	['a Markdown link', (id) => `[Quarterly plan](${id})`],
	['a Markdown link to Outlook', (id) => `[Quarterly plan](${LINK}${encodeURIComponent(id)})`],
	['a link in angle brackets', (id) => `<${LINK}${encodeURIComponent(id)}>`],
	['percent-encoding', (id) => id.replaceAll('=', '%3D').replaceAll('-', '%2D')],
	['a full stop', (id) => `${id}.`],
	['a comma', (id) => `${id},`],
	['a bullet', (id) => `- ${id}`],
	['a number', (id) => `1. ${id}`],
	['typographic quotes', (id) => `“${id}”`],
	['a label in quotes', (id) => `"ID: ${id}"`],
	['a fence', (id) => `\`\`\`${id}\`\`\``],
];

const wraps = WRAPS.map(([what, wrap]): MailRow => [
	what,
	'email.getEmail',
	({ plan }) => ({ messageId: wrap(plan) }),
	found('Quarterly plan'),
]);

const others: MailRow[] = [
	[
		'an object, as such',
		'email.getEmail',
		({ plan }) => ({ messageId: { id: plan } }),
		found('Quarterly plan'),
	],
	...[1, 2].map((count): MailRow => [
		`a list of ${count}, as such`,
		'email.getEmail',
		({ plan, draft }) => ({ messageId: [plan, draft].slice(0, count) }),
		found(...['Quarterly plan', 'Offer'].slice(0, count)),
	]),
	[
		'a list of one draft, as such',
		'email.sendDraft',
		({ draft }) => ({ messageId: [draft] }),
		() => {
			expect(own().sent.map(({ subject }) => subject)).toEqual(['Offer']);
		},
	],
	[
		'a list of two drafts, as such',
		'email.sendDraft',
		({ plan, draft }) => ({ messageId: [plan, draft] }),
		/Message ID: must be one ID alone/,
	],
	[
		'a list of one contact, as such',
		'contact.getContact',
		({ ann }) => ({ contact: { ...locator('id', ''), value: [ann] } }),
		found('Ann Lee'),
	],
	[
		'a list of one label, as such',
		'email.addLabel',
		({ plan }) => ({ messageId: plan, label: { ...locator('name', ''), value: ['Invoice'] } }),
		() => {
			expect(mail('Quarterly plan')?.categories).toEqual(['Invoice']);
		},
	],
	[
		'an event with its label',
		'calendar.getEvent',
		({ review }) => ({ eventId: `Event ID: ${review}` }),
		found('Review'),
	],
	[
		'an event as an object',
		'calendar.getEvent',
		({ review }) => ({ eventId: JSON.stringify({ eventId: review }) }),
		found('Review'),
	],
	[
		'a contact with its label',
		'contact.getContact',
		({ ann }) => ({ contact: locator('id', `ID: ${ann}`) }),
		found('Ann Lee'),
	],
	[
		'a contact as a Markdown link',
		'contact.getContact',
		({ ann }) => ({ contact: locator('id', `[Ann Lee](${ann})`) }),
		found('Ann Lee'),
	],
	[
		'a folder with its label',
		find,
		() => ({ search: '', folder: locator('id', `Folder ID: ${own().folder('Inbox').id}`) }),
		found('Lunch on Friday', 'Quarterly plan'),
	],
	...(
		[
			['as objects', (ids) => JSON.stringify(ids.map((id) => ({ id })))],
			['on lines with bullets', (ids) => ids.map((id) => `- ${id}`).join('\n')],
			['with labels', (ids) => ids.map((id) => `ID: ${id}`).join(', ')],
			['in square brackets', (ids) => `[${ids.join(', ')}]`],
			['in an object', (ids) => JSON.stringify({ ids })],
		] as Array<[string, (ids: string[]) => string]>
	).map(([what, join]): MailRow => [
		`several IDs ${what}`,
		'email.updateEmails',
		({ plan, deleted }) => ({ messageIds: join([plan, deleted]), change: 'flag' }),
		() => {
			for (const subject of ['Quarterly plan', 'Old plan']) {
				expect(mail(subject)?.flag.flagStatus).toBe('flagged');
			}
		},
	]),
	['an invented ID with a label', 'email.getEmail', { messageId: 'ID: msg_12345' }, ANOTHER_ID],
	['a subject as a link', 'email.getEmail', { messageId: '[Quarterly plan](plan)' }, ANOTHER_ID],
	...['Lunch on Friday?', '#12', "Ann's plan", '100%', '$plan', 'plan (draft)', '%2e%2e'].flatMap(
		(title): MailRow[] => [
			[`the title ${title}, to move`, 'email.moveEmail', { messageId: title, folder: DONE }, NO_ID],
			[`the title ${title}, to delete`, 'calendar.deleteEvent', { eventId: title }, NO_ID],
			[
				`the title ${title}, to change`,
				'contact.updateContact',
				{ contact: locator('id', title), details: { jobTitle: 'Buyer' } },
				NO_ID,
			],
		],
	),
	[
		'two IDs in a list for one',
		'email.getEmail',
		({ plan, draft }) => ({ messageId: JSON.stringify([plan, draft]) }),
		found('Quarterly plan', 'Offer'),
	],
	...[2, 30].flatMap((times): MailRow[] => [
		[
			`an ID ${times} times`,
			'email.getEmail',
			({ plan }) => ({ messageId: Array<string>(times).fill(plan).join(', ') }),
			found('Quarterly plan'),
		],
		[
			`an ID ${times} times as JSON`,
			'calendar.getEvent',
			({ review }) => ({ eventId: JSON.stringify(Array<string>(times).fill(review)) }),
			found('Review'),
		],
	]),
	[
		'two IDs in a list for one draft',
		'email.sendDraft',
		({ plan, draft }) => ({ messageId: JSON.stringify([plan, draft]) }),
		/must be one ID alone/,
	],
	[
		'another page as a link',
		'email.getEmail',
		{ messageId: '[Plan](https://contoso.com/plan)' },
		/must be the link of an email or event in Outlook on the web, or an ID/,
	],
	[
		'an encoded path',
		'email.getEmail',
		{ messageId: '%2e%2e%2fmessages' },
		/must not be empty or consist of dots|take it from the output/,
	],
];

export const careless: MailRow[] = [...wraps, ...others].map(([what, ...rest]) => [
	`IDs: ${what}`,
	...rest,
]);
