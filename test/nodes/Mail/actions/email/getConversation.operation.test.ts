import { z } from 'zod';
import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

// Holds under each reading of fact: conversation-id.

useMailboxes();

const step = 'email.getConversation';
const CONVERSATION = 'AAQkAGI2-thread';

type Mail = Parameters<ReturnType<typeof own>['deliver']>[0];

/** A mail of the conversation, on that day of March. */
function deliver(day: number, body: Mail['body'], more: Partial<Mail> = {}, folder = 'inbox') {
	const receivedDateTime = `2026-03-0${day}T10:00:00Z`;
	return own().deliver(
		{
			subject: 'Budget',
			from: 'ann@contoso.com',
			conversationId: CONVERSATION,
			receivedDateTime,
			body,
			...more,
		},
		{ folder },
	);
}

const html = (content: string) => ({ contentType: 'html' as const, content });

/** A moment for each of many emails. */
const minute = (index: number) => new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString();

async function conversationOf(
	{ immutableId: messageId }: ReturnType<typeof deliver>,
	asTool = false,
) {
	const [item] = await runStep(step, { messageId }, { asTool });
	const emails = z.array(z.record(z.unknown())).parse(item?.json.emails);
	return { ...item?.json, emails };
}

describe('Get Conversation', () => {
	it('returns a thread as one item, oldest first, from any of its emails', async () => {
		const second = deliver(2, 'Yes', { from: 'bob@contoso.com' }, 'sentitems');
		deliver(3, 'Thanks', { ccRecipients: ['cleo@contoso.com'] });
		deliver(1, 'Is it done?');
		own().deliver({ subject: 'Lunch', from: 'ann@contoso.com' });
		const { emails, ...about } = await conversationOf(second);
		expect(about).toEqual({ conversationId: CONVERSATION, subject: 'Budget', count: 3 });
		expect(emails.map(({ body, folder }) => [body, folder])).toEqual([
			['Is it done?', 'Inbox'],
			['Yes', 'Sent Items'],
			['Thanks', 'Inbox'],
		]);
		expect(emails[1]).toMatchObject({
			id: second.immutableId,
			from: { address: 'bob@contoso.com' },
		});
		expect(emails[2]).toMatchObject({ cc: [{ address: 'cleo@contoso.com' }] });
	});

	it('is in order also where Graph gives none', async () => {
		const [second, first, third] = [deliver(2, 'b'), deliver(1, 'a'), deliver(3, 'c')];
		const value = [third, first, second].map(({ immutableId: id, receivedDateTime }) => ({
			id,
			receivedDateTime,
		}));
		provider().faults.next({ method: 'GET', path: /messages$/ }, { status: 200, body: { value } });
		const { emails } = await conversationOf(second);
		expect(emails.map(({ id }) => id)).toEqual(
			[first, second, third].map((one) => one.immutableId),
		);
	});

	it('puts an email that was scheduled where it left, and leaves out one that still waits', async () => {
		const first = deliver(1, 'Is it done?');
		const deferred = (day: number) => ({
			singleValueExtendedProperties: [
				{ id: 'SystemTime 0x3FEF', value: `2026-03-0${day}T10:00:00Z` },
			],
		});
		deliver(2, 'Reminder', deferred(4), 'sentitems');
		deliver(3, 'Not yet');
		deliver(2, 'Waits', { ...deferred(9), isDraft: true }, 'outbox');
		const { emails } = await conversationOf(first);
		expect(emails.map(({ body }) => body)).toEqual(['Is it done?', 'Not yet', 'Reminder']);
	});

	it("gives each email's own text, without the history that answers carry along", async () => {
		const first = deliver(1, 'Is it done?');
		const reply = { messageId: first.immutableId, message: 'Yes, since Monday' };
		await runForOne('email.replyToEmail', reply);
		const { emails } = await conversationOf(first);
		expect(emails.map(({ body }) => body)).toEqual([
			'Is it done?',
			'Yes, since Monday\n\n[quote of an email above]',
		]);
	});

	const CUT = '[quote of an email above]';

	it.each([
		['a quote', 'Yes<blockquote>Is it done?</blockquote>'],
		[
			'a quote with its introduction',
			'Yes<p>On Monday, Ann Lee wrote:</p><blockquote>Is it done?</blockquote>',
		],
		['the head of a mail', 'Yes<hr><b>From:</b> Ann<br><b>Sent:</b> Monday<br>Is it done?'],
		['a line of Outlook', 'Yes<br>-----Original Message-----<br>Is it done?'],
		['a head in German', 'Yes<br>Von: Ann<br>Gesendet: Montag<br>Is it done?'],
		['a head in Polish', 'Yes<br>Od: Ann<br>Wysłano: poniedziałek<br>Is it<br>done?'],
		[
			'an introduction over two lines',
			'Yes<br>On Mon, Mar 2, 2026 at 10:00 AM Ann Lee <br>&lt;ann@contoso.com&gt; wrote:<br>Is it done?',
		],
		[
			'a quote in a quote',
			'Yes<blockquote>On Monday, Ann Lee wrote:<blockquote>Is it done?</blockquote></blockquote>',
		],
	])('cuts %s of an email above, and says so', async (_, content) => {
		const first = deliver(1, 'Hello.\nIs it done?\nAnn');
		deliver(2, html(content));
		const { emails } = await conversationOf(first);
		expect(emails.map(({ body }) => body)).toEqual(['Hello.\nIs it done?\nAnn', `Yes\n\n${CUT}`]);
	});

	it.each([
		['in its quote', 'Yes<p>On Monday, Ann Lee wrote:</p><blockquote>Is it?</blockquote>'],
		['below its head', 'Yes<br>From: Ann<br>Sent: Monday<br><br>Is it?'],
	])('keeps what no other email holds %s', async (_, content) => {
		const { emails } = await conversationOf(deliver(1, html(content)));
		expect(emails[0]?.body).toMatch(/^Yes\n[^]*> Is it\?$/);
	});

	it('keeps it also where two answers quote it', async () => {
		const answer = (text: string) => html(`${text}<blockquote>Is it done by now?</blockquote>`);
		const first = deliver(1, answer('No'));
		deliver(2, answer('Yes'));
		const { emails } = await conversationOf(first);
		expect(emails.map(({ body }) => body)).toEqual(['No\n\n> Is it done by now?', `Yes\n\n${CUT}`]);
	});

	it('keeps answers between the lines of a quote, and what was changed in it', async () => {
		const first = deliver(1, 'Is the plan done?\nWho pays for the plan?');
		deliver(2, '> Is the plan done?\nYes\n> Who pays for the plan?\n> Who pays for the wine?\nBob');
		const { emails } = await conversationOf(first);
		expect(emails[1]?.body).toBe(`${CUT}\n\nYes\n${CUT}\n> Who pays for the wine?\nBob`);
	});

	it('leaves out hidden text', async () => {
		const hidden = html('Yes<p style="display:none">Is it done?</p>');
		const { emails } = await conversationOf(deliver(1, hidden));
		expect(emails.map(({ body }) => body)).toEqual(['Yes']);
	});

	it('keeps what is forwarded without a word', async () => {
		const forwarded = deliver(
			1,
			html('<b>From:</b> Bob<br><b>Sent:</b> Monday<br><br>Is it done?'),
		);
		const { emails } = await conversationOf(forwarded);
		expect(emails[0]?.body).toContain('Is it done?');
	});

	it('leaves out deleted and suspected emails and drafts, unless it is asked for one of them', async () => {
		const kept = deliver(1, 'kept');
		const deleted = deliver(2, 'deleted', {}, 'deleteditems');
		deliver(3, 'junk', {}, 'junkemail');
		const draft = deliver(4, 'draft', { isDraft: true }, 'drafts');
		const bodies = async (mail: typeof kept) =>
			(await conversationOf(mail)).emails.map(({ body }) => body);
		expect(await bodies(kept)).toEqual(['kept']);
		expect(await bodies(deleted)).toEqual(['kept', 'deleted']);
		expect((await conversationOf(draft)).emails[1]).toMatchObject({ body: 'draft', isDraft: true });
	});

	it('has an email once that its author wrote to himself too', async () => {
		const sent = deliver(1, 'Note', {}, 'sentitems');
		const received = deliver(1, 'Note', { internetMessageId: sent.internetMessageId });
		const { emails } = await conversationOf(received);
		expect(emails.map(({ id }) => id)).toEqual([received.immutableId]);
	});

	it('reads page after page, and no filter that Graph refuses', async () => {
		const mails = Array.from({ length: 120 }, () => deliver(1, 'x'));
		const [first] = mails;
		if (!first) throw new Error('There is no mail');
		expect((await conversationOf(first)).emails).toHaveLength(120);
		expect(new Set(provider().requests.all.map(({ status }) => status))).toEqual(new Set([200]));
		expect(asked().filter((request) => request === 'GET /me/messages')).toHaveLength(5);
	});

	it('bounds the texts for a language model alone, and says how to get the rest', async () => {
		const mails = [1, 2, 3].map((day) => deliver(day, 'x'.repeat(20_000)));
		const [first] = mails;
		if (!first) throw new Error('There is no mail');
		const { emails, ...about } = await conversationOf(first, true);
		expect(emails.map(({ body }) => String(body).length)).toEqual([10_000, 10_000, 10_000]);
		expect(about).toMatchObject({ more: expect.stringContaining('Get Email returns the whole') });
		const whole = (await conversationOf(first)).emails;
		expect(whole.map(({ body }) => String(body).length)).toEqual([20_000, 20_000, 20_000]);
	});

	it('bounds the texts of all threads that a language model names at once', async () => {
		const ids = Array.from({ length: 10 }, (_, index) => {
			const more = { conversationId: `thread-${index}` };
			return deliver(1, 'x'.repeat(30_000), more).immutableId;
		});
		const items = await runStep(step, { messageId: ids.join(', ') }, { asTool: true });
		const told = items.map(({ json }) => JSON.stringify(json));
		expect(told).toHaveLength(10);
		for (const json of told) expect(json).toContain('Get Email returns the whole');
		expect(told.join('').match(/x{9,}/g)?.join('').length).toBeLessThanOrEqual(100_000);
	});

	it('gives a language model no ID that no field of a tool takes', async () => {
		const { emails, ...about } = await conversationOf(deliver(1, 'Is it done?'), true);
		expect(about).toEqual({ subject: 'Budget', count: 1 });
		expect(emails).toHaveLength(1);
	});

	it('tells a language model which one of several was not found', async () => {
		const ids = [deliver(1, 'Is it done?').immutableId, 'AAMk-cut'];
		const items = await runStep(step, { messageId: ids.join(', ') }, { asTool: true });
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ count: 1 }),
			expect.objectContaining({ problem: expect.stringContaining('Not found'), id: ids[1] }),
		]);
	});

	it('cuts each text where the user says', async () => {
		const messageId = deliver(1, 'x'.repeat(50)).immutableId;
		const json = await runForOne(step, { messageId, options: { maxBodyLength: 10 } });
		expect(json.emails).toEqual([
			expect.objectContaining({ body: 'x'.repeat(10), truncated: true, bodyLength: 50 }),
		]);
	});

	it('returns the newest emails of a long thread to a language model, and the one that it named', async () => {
		const mails = Array.from({ length: 200 }, (_, index) =>
			deliver(1, `${index} ${'x'.repeat(300)}`, { receivedDateTime: minute(index) }),
		);
		const [first, , third] = mails;
		if (!first || !third) throw new Error('There are no emails');
		const { emails, ...about } = await conversationOf(third, true);
		expect(about).toMatchObject({
			count: 200,
			more: expect.stringMatching(/^Older emails that are left out: 49\. .*"truncated" were cut/),
		});
		expect(emails.map(({ id }) => id)).toEqual(
			[third, ...mails.slice(50)].map(({ immutableId }) => immutableId),
		);
		const texts = emails.map(({ body }) => String(body)).join('');
		expect(texts.length).toBeLessThanOrEqual(30_000);
		expect((await conversationOf(first, true)).emails[0]?.id).toBe(first.immutableId);
	});

	it.each([
		['a language model, up to 150', 150, true],
		['a person, however many', 151, false],
	])('returns all emails of a thread to %s', async (_, length, asTool) => {
		const [mail] = Array.from({ length }, (_, index) =>
			deliver(1, `${index}`, { receivedDateTime: minute(index) }),
		);
		if (!mail) throw new Error('There is no email');
		const { emails, ...about } = await conversationOf(mail, asTool);
		expect(emails).toHaveLength(length);
		expect(about).not.toHaveProperty('more');
	});

	it('reads a shared mailbox', async () => {
		const mail = shared().deliver({ subject: 'Ticket', from: 'ann@contoso.com' });
		const parameters = { messageId: mail.immutableId, mailbox: SHARED_MAILBOX };
		expect(await runForOne(step, parameters)).toMatchObject({ subject: 'Ticket', count: 1 });
		expectOnlyShared();
	});

	it('says what to do about an ID that finds nothing', async () => {
		const failure = await failureOf(runForOne(step, { messageId: 'AAMk-cut' }));
		expect(failure.message).toContain('Not found in this mailbox');
		expect(failure.description).toContain('The ID is cut or not an ID');
	});
});
