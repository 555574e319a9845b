import { own } from '../../harness/mail';
import { locator } from '../../harness/steps';
import type { MailRow } from './mailbox';
import { begin, create, mail, send, sentBody, text } from './mailbox';

/** Texts that models leave as drafts: templates, Markdown, and signs that JSON needs and people do not. */

const UNFILLED = /holds ".+", which nobody filled in\. Write what belongs there/;
const PLAIN = /Write plain text, or HTML from the first character/;
const NO_NUMBER =
	/Phones?: holds no digit\. Write a number, or leave it empty to keep what is there/;
const LINE = /Write it as plain text/;
const BREAKS = /Write real line breaks/;

const TEMPLATES = [
	...['[Your Name]', '[your name]', "[Recipient's Name]", '[Recipient’s Name]', '[Company Name]'],
	...['[Name]', '[Date]', '[Your Position]', '[Your Contact Information]', '[Sender Name]'],
	...[
		'[Insert date here]',
		'[Insert meeting link]',
		'[Client Name]',
		'[Phone Number]',
		'[RECIPIENT]',
	],
	...['{{name}}', '{{ $json.name }}', '{{first_name}}', '{name}', '{Your Name}', '{{{body}}}'],
	...['[Colleague Name]', "[Colleague's Email]", '[Return Date]', '[Backup Contact]'],
	...['[Invoice Number]', '[Amount]', '[Project Name]', '[Contact Person]', '[Start Date]'],
	...['<Your Name>', '<name>', '<recipient name>', '<insert date>', '[Ihr Name]', '[Your_Name]'],
];

const templates = TEMPLATES.map((part): MailRow => [
	`${part} in a message`,
	send,
	text(`Hello,\nwe meet at noon.\nBest,\n${part}`),
	UNFILLED,
]);

const places: MailRow[] = [
	['a template in HTML', send, text('<p>Dear [Recipient Name],</p><p>Hello</p>'), UNFILLED],
	['a template in a subject', send, text('Hello', { subject: 'Invoice for {{client}}' }), UNFILLED],
	['a template in a draft', 'email.createDraft', text('Dear [Name],\nhello'), UNFILLED],
	[
		'a template in a reply',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: 'Yes.\n\n[Your Name]' }),
		UNFILLED,
	],
	[
		'a template in a forward',
		'email.forwardEmail',
		({ plan }) => ({ messageId: plan, to: 'ann@contoso.com', message: 'Hi {{name}}' }),
		UNFILLED,
	],
	[
		'a template in an invitation',
		create,
		begin('2031-03-05T10:00', { body: '[Meeting Link]' }),
		UNFILLED,
	],
	[
		'a template as the title',
		create,
		begin('2031-03-05T10:00', { subject: 'Call with [Name]' }),
		UNFILLED,
	],
	[
		'a template as a place',
		create,
		begin('2031-03-05T10:00', { location: '[Location]' }),
		UNFILLED,
	],
	[
		'a template in automatic replies',
		'advanced.setAutomaticReplies',
		{ status: 'alwaysEnabled', externalAudience: 'none', message: 'I am away until [Date].' },
		UNFILLED,
	],
	[
		'a template in a comment',
		'calendar.respondToEvent',
		({ talk }) => ({ eventId: talk, response: 'accept', comment: 'Thanks, [Your Name]' }),
		UNFILLED,
	],
	[
		'a template in the notes of a contact',
		'contact.createContact',
		{ givenName: 'Zoe', details: { personalNotes: 'Met at {{event}}' } },
		UNFILLED,
	],
	['a template as a folder', 'email.createFolder', { name: '{{client}}' }, UNFILLED],
	['a template as an ID', 'email.getEmail', { messageId: '{{messageId}}' }, UNFILLED],
	['a template as a search', 'email.findEmail', { search: 'from:{{sender}}' }, UNFILLED],
	['a template as a recipient', send, text('Hello', { to: '[Recipient Email]' }), UNFILLED],
	...(
		[
			['Project names in brackets', '[Project Apollo] is on track.'],
			['tags in brackets', '[Contact] and [Return] are on track, [Order] 7 and [Invoice] too.'],
			['references in brackets', 'See [1] and [2], and section [a].'],
			['a remark in brackets', 'Prices rise [see the attached list].'],
			['braces of a set', 'The set {a, b} is small.'],
			['angle brackets around an address', 'Write to <ann@contoso.com>.'],
			['a comparison', 'a<b and c>d'],
			['a pipe in brackets', 'a <| b and c |> d </ e'],
			['who is it, in brackets', 'They said [name withheld] would come.'],
		] as const
	).map(([what, message]): MailRow => [what, send, text(message), sentBody('text', message)]),
	[
		'a tag in a subject',
		send,
		text('Hello', { subject: '[Project Apollo] Status' }),
		() => {
			expect(own().sent.map(({ subject }) => subject)).toEqual(['[Project Apollo] Status']);
		},
	],
];

const markdown: MailRow[] = [
	['a Markdown table', send, text('Hello\n\n| Name | Price |\n|------|-------|\n| A | 5 |'), PLAIN],
	['a Markdown table without borders', send, text('Name | Price\n:-- | --:\nA | 5'), PLAIN],
	[
		'a Markdown link, in which nothing is left open',
		send,
		text('See [link](https://contoso.com)'),
		PLAIN,
	],
	...[
		'<think>\nBob must not know.\n</think>\n\nHello Bob',
		'<thinking>Say hello.</thinking>Hello Bob',
		'<answer>Hello Bob</answer>',
		'Hello Bob\n</message>',
		'<tool_call>{"name":"send"}</tool_call>',
		'<|im_start|>assistant\nHello Bob<|im_end|>',
		'Hello Bob<script>alert(1)</script>',
		'<form><button>Yes</button></form>',
	].map((message): MailRow => [`tags of a model: ${message}`, send, text(message), PLAIN]),
	...[
		'{"message": "Hello Bob"}',
		'{"subject":"Plan","body":"Hello Bob"}',
		'[{"text":"Hello"}]',
	].map((message): MailRow => [`JSON: ${message}`, send, text(message), PLAIN]),
	[
		'braces around a text',
		send,
		text('{see below} and [more]'),
		sentBody('text', '{see below} and [more]'),
	],
	...['respondToEvent', 'cancelEvent', 'forwardEvent'].flatMap((step): MailRow[] =>
		['Sorry, **no** time', '{"comment": "Sorry"}', 'Subject: Sorry\n\nNo time'].map((comment) => [
			`${comment} as a comment`,
			`calendar.${step}`,
			({ talk, review }) => ({
				eventId: step === 'cancelEvent' ? review : talk,
				comment,
				...(step === 'respondToEvent' && { response: 'decline' }),
				...(step === 'forwardEvent' && { to: 'ann@contoso.com' }),
			}),
			/Comment: (?:is .+, which emails show as it is written\. Write plain text\.|begins with)/,
		]),
	),
	['a Markdown picture', send, text('See ![plan](https://contoso.com/plan.png)'), PLAIN],
	['a Markdown link to an address', send, text('Write to [Ann](mailto:ann@contoso.com)'), PLAIN],
	['struck Markdown', send, text('It is ~~ten~~ nine'), PLAIN],
	['underlined Markdown', send, text('It is __very__ late'), PLAIN],
	['a fence of code', send, text('```\nHello\n```'), PLAIN],
	['a heading', send, text('## Agenda\n\none'), PLAIN],
	[
		'a list with hyphens',
		send,
		text('We need:\n- one\n- two'),
		sentBody('text', 'We need:\n- one\n- two'),
	],
	['pipes', send, text('A | B | C'), sentBody('text', 'A | B | C')],
	['a rule of hyphens', send, text('Hello\n----\nBye'), sentBody('text', 'Hello\n----\nBye')],
	['names with underscores', send, text('See __init__.py'), sentBody('text', 'See __init__.py')],
	...['**Hi**', '# Plan', '[Plan](https://contoso.com)', '`Plan`', '__Plan__'].map(
		(subject): MailRow => [`${subject} as a subject`, send, text('Hello', { subject }), LINE],
	),
	...['Q&amp;A', 'Tom &amp; Ann', 'It&#39;s late', 'A&nbsp;B', '<b>Plan</b>'].map(
		(subject): MailRow => [`${subject} as a subject`, send, text('Hello', { subject }), LINE],
	),
	[
		'an ampersand in a subject',
		send,
		text('Hello', { subject: 'Q&A; R&D' }),
		() => {
			expect(own().sent.map(({ subject }) => subject)).toEqual(['Q&A; R&D']);
		},
	],
	[
		'stars in a subject',
		send,
		text('Hello', { subject: 'Rated 5 * of 5 *' }),
		() => {
			expect(own().sent.map(({ subject }) => subject)).toEqual(['Rated 5 * of 5 *']);
		},
	],
	...['{"displayName":"Room 4"}', '[{"displayName": "Room 4"}]'].map((location): MailRow => [
		`${location} as a place`,
		create,
		begin('2031-03-05T10:00', { location }),
		LINE,
	]),
	...['delete', 'see signature', 'same as office'].flatMap((phone): MailRow[] => [
		[
			`${phone} as a phone number`,
			'contact.updateContact',
			({ ann }) => ({ contact: locator('id', ann), details: { mobilePhone: phone } }),
			NO_NUMBER,
		],
		[
			`${phone} among phone numbers`,
			'contact.upsertContact',
			{ email: 'ann@contoso.com', details: { businessPhones: phone } },
			NO_NUMBER,
		],
	]),
	[
		'a number in letters',
		'contact.upsertContact',
		{ email: 'ann@contoso.com', details: { businessPhones: '1-800-FLOWERS' } },
		([item]) => {
			expect(item).toMatchObject({ created: false });
		},
	],
	[
		'numbers as JSON in a contact',
		'contact.createContact',
		{ givenName: 'Zoe', details: { businessPhones: '{"work": "+49 30 1"}' } },
		LINE,
	],
	[
		'addresses as JSON',
		send,
		text('Hello', { to: '[{"name": "Ann", "address": "ann@contoso.com"}]' }),
		() => {
			expect(own().sent).toHaveLength(1);
		},
	],
	['Markdown in a title', create, begin('2031-03-05T10:00', { subject: '**Review**' }), LINE],
	['Markdown in a place', create, begin('2031-03-05T10:00', { location: '**Room 4**' }), LINE],
	['entities in a place', create, begin('2031-03-05T10:00', { location: 'Room 4 &amp; 5' }), LINE],
	['Markdown as a folder', 'email.createFolder', { name: '**Invoices**' }, LINE],
	['Markdown as a label', 'email.createLabel', { name: '`Invoice 2`' }, LINE],
	['Markdown as a name', 'contact.createContact', { givenName: '**Zoe**' }, LINE],
	[
		'Markdown as the new name of a folder',
		'email.renameFolder',
		{ folder: locator('name', 'Done'), name: '**Old**' },
		LINE,
	],
];

const HEADER = /begins with ".+:", the name of a field\. Leave it out/;
const headers: MailRow[] = [
	['Subject: in a subject', send, text('Hello', { subject: 'Subject: Plan' }), HEADER],
	['SUBJECT: in a subject', send, text('Hello', { subject: 'SUBJECT: Plan' }), HEADER],
	['Subject: in a message', send, text('Subject: Plan\n\nHello'), HEADER],
	['Subject: in HTML', send, text('<p>Subject: Plan</p><p>Hello</p>'), HEADER],
	['Betreff: in a message', send, text('Betreff: Plan\n\nGuten Tag'), HEADER],
	['Objet: in a message', send, text('Objet : Plan\n\nBonjour'), HEADER],
	[
		'Subject: in a reply',
		'email.replyToEmail',
		({ plan }) => ({ messageId: plan, message: 'Subject: Re: Plan\n\nYes' }),
		HEADER,
	],
	[
		'Location: in a place',
		create,
		begin('2031-03-05T10:00', { location: 'Location: Room 4' }),
		HEADER,
	],
	['Subject: in a title', create, begin('2031-03-05T10:00', { subject: 'Subject: Talk' }), HEADER],
	[
		'a word before a colon',
		send,
		text('Hello', { subject: 'Re: Plan' }),
		() => {
			expect(mail('Re: Plan')).toBeDefined();
		},
	],
	[
		'Subject: further down',
		send,
		text('Hello,\nSubject: as agreed.'),
		sentBody('text', 'Hello,\nSubject: as agreed.'),
	],
];

const escapes: MailRow[] = [
	['\\n beside line breaks', send, text('Hello Ann,\n\nsee you\\n\\nBob'), BREAKS],
	['\\n behind a sentence', send, text('Hello Ann,\nsee you.\\nBob'), BREAKS],
	['\\r\\n', send, text('Hello Ann,\\r\\nsee you'), BREAKS],
	['\\n in HTML', send, text('<p>Hello</p>\\n<p>Bye</p>'), BREAKS],
	['quotes with backslashes', send, text('He said \\"yes\\" to it'), /holds \\" as two characters/],
	['\\t between columns', send, text('Name\\tPrice\nA\\t5'), /holds \\t as two characters/],
	['\\n in a subject', send, text('Hello', { subject: 'Plan\\nB' }), BREAKS],
	[
		'\\n in a comment',
		'calendar.cancelEvent',
		({ review }) => ({ eventId: review, comment: 'Sorry.\\nBob' }),
		BREAKS,
	],
	[
		'\\n in notes',
		'contact.createContact',
		{ givenName: 'Zoe', details: { personalNotes: 'Tall.\\n\\nKind.' } },
		BREAKS,
	],
	...['See C:\\new\\table\nthere', 'On \\\\server\\names\nthere'].map((message): MailRow => [
		`the path ${JSON.stringify(message)}`,
		send,
		text(message),
		sentBody('text', message),
	]),
];

export const careless: MailRow[] = [
	...templates,
	...places,
	...markdown,
	...headers,
	...escapes,
].map(([what, ...rest]) => [`texts: ${what}`, ...rest]);
