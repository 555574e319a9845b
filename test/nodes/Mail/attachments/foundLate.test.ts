import { own, provider, runForOne, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';
import type { RequestMatch } from '../../../simulator/faults';

useMailboxes();

const body = {
	error: {
		code: 'ErrorItemNotFound',
		message: 'The specified object was not found in the store.',
	},
};
/** What was made a moment ago is not found the first times. */
const lose = (match: RequestMatch, times: number) =>
	provider().faults.next({ ...match, times }, { status: 404, body });

const ATTACHING: RequestMatch = { method: 'POST', path: /\/attachments$/ };
const UPLOADING: RequestMatch = { method: 'POST', path: /\/createUploadSession$/ };
const SENDING: RequestMatch = { method: 'POST', path: /\/send$/ };
const one = { content: '1', fileName: 'one.txt' };
const large = { content: Buffer.alloc(4_500_000, 'x'), fileName: 'large.bin' };
const withFiles = (...files: Array<typeof one | typeof large>) => ({
	items: [{ json: {}, files: Object.fromEntries(files.map((file, at) => [`file${at}`, file])) }],
});
/** Said of an email that has recipients. */
const NOBODY =
	"At least one recipient is not valid., A message can't be sent because it contains no recipients.";
const email = { to: 'ann@contoso.com', subject: 'Hello', message: 'Hi' };
const drafts = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id);

// fact: found-late.
describe('What Graph finds late', () => {
	it.each([
		['a small file', ATTACHING],
		['a large file', UPLOADING],
	])('is sent with all files, once: %s', async (_, match) => {
		lose(match, 2);
		await runForOne('email.sendEmail', { ...email, attachments: 'all' }, withFiles(one, large));
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([2]);
		expect(drafts()).toEqual([]);
		expect(provider().faults.pending).toBe(0);
	});

	it.each([
		['not found', 404, 'ErrorItemNotFound', 'Not found.'],
		['as if there was no mailbox', 404, 'ErrorNonExistentMailbox', 'Not found.'],
		['for a passing reason', 403, 'ErrorMessageTransientError', 'Cannot send mail.'],
		['for too much at once', 403, 'ErrorMessageThrottled', 'Cannot send mail.'],
		['as if it went to nobody', 400, 'ErrorInvalidRecipients', NOBODY],
	])(
		'is sent where sending it is refused for a moment, and once: %s',
		async (_, status, code, message) => {
			const refusal = { status, body: { error: { code, message } } };
			provider().faults.next({ ...SENDING, times: 2 }, refusal);
			await runForOne('email.sendEmail', { ...email, attachments: 'all' }, withFiles(one));
			expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
			expect(drafts()).toEqual([]);
			expect(provider().requests.count(SENDING)).toBe(3);
		},
	);

	it('is not sent again where a recipient is no good', async () => {
		const code = 'ErrorInvalidRecipients';
		const error = { code, message: 'At least one recipient is not valid.' };
		provider().faults.next({ ...SENDING, times: 9 }, { status: 400, body: { error } });
		const failure = await failureOf(runForOne('email.sendEmail', email));
		expect(failure.description).toContain('Correct the addresses');
		expect(provider().requests.count(SENDING)).toBe(1);
	});

	it('is told to be tried later where a passing reason does not pass', async () => {
		const error = { code: 'ErrorMessageTransientError', message: 'Cannot send mail.' };
		provider().faults.next({ ...SENDING, times: 9 }, { status: 403, body: { error } });
		const failure = await failureOf(runForOne('email.sendEmail', email));
		expect(failure.message).toContain('it was not sent');
		expect(failure.description).toContain('Run the step again later.');
		expect(drafts()).toEqual([]);
	});

	it.each(['kept', 'new'])(
		'is not sent again, nor deleted, where it went all the same (ID: %s)',
		async (as) => {
			provider().readings.choose({ fact: 'sent-draft-id', as });
			provider().faults.next(SENDING, { status: 404, body, after: true });
			const item = await runForOne('email.sendEmail', email);
			expect(item).toMatchObject({ sent: true });
			expect(own().sent.map(({ parentFolderId }) => parentFolderId)).toEqual([
				own().folder('sentitems').id,
			]);
			expect(provider().requests.count(SENDING)).toBe(1);
		},
	);

	it('is said to be gone where it is found nowhere: nothing of it went', async () => {
		lose(SENDING, 9);
		lose({ method: 'GET', path: /\/messages\/[^/]+$/ }, 99);
		const failure = await failureOf(runForOne('email.sendEmail', email));
		expect(failure.message).toContain('Not found');
		expect(failure.description).not.toContain('may have been sent');
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
		expect(provider().requests.count(SENDING)).toBe(1);
	});

	it('is an answer with its file', async () => {
		const original = own().deliver({ from: 'ann@contoso.com', subject: 'Question' });
		lose(ATTACHING, 2);
		const input = { messageId: original.immutableId, message: 'Yes', attachments: 'all' };
		await runForOne('email.replyToEmail', input, withFiles(one));
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
	});

	it.each([
		['changed', { method: 'PATCH' }, { message: 'Yes' }],
		['looked at', { method: 'GET', path: ATTACHING.path }, { attachments: 'all' }],
		['given its time', { method: 'PATCH' }, { options: { sendAt: '2031-03-04T10:00' } }],
	])('is an answer that is not found yet when it is %s', async (_, match, input) => {
		const original = own().deliver({ from: 'ann@contoso.com', subject: 'Question' });
		lose(match, 2);
		const messageId = original.immutableId;
		await runForOne('email.replyToEmail', { messageId, ...input }, withFiles(one));
		expect(own().sent.length + drafts().length).toBe(1);
		expect(provider().faults.pending).toBe(0);
	});

	it.each(['email.replyToEmail', 'email.sendEmail'])(
		'leaves no draft of %s that is not found yet when it is deleted',
		async (step) => {
			const { immutableId } = own().deliver({ from: 'ann@contoso.com', subject: 'Question' });
			provider().faults.next(SENDING, { status: 400 });
			lose({ method: 'DELETE' }, 2);
			const input = step === 'email.sendEmail' ? email : { messageId: immutableId, message: 'Yes' };
			await failureOf(runForOne(step, input));
			expect(drafts()).toEqual([]);
		},
	);

	it('is a draft with the file that was added', async () => {
		const messageId = String((await runForOne('email.createDraft', email)).id);
		const listing: RequestMatch = { method: 'GET', path: ATTACHING.path };
		provider().faults.next(listing, { delayMs: 0 });
		lose(listing, 2);
		await runForOne('email.addAttachment', { messageId, attachments: 'all' }, withFiles(one));
		expect(own().messageOf(messageId)?.attachments).toHaveLength(1);
		expect(provider().faults.pending).toBe(0);
	});

	it('is an event with its file', async () => {
		lose({ method: 'GET', path: ATTACHING.path }, 2);
		lose(ATTACHING, 2);
		lose({ method: 'PATCH' }, 2);
		const input = {
			start: '2031-03-04T10:00',
			attendees: 'ann@contoso.com',
			options: { attachments: 'all' },
		};
		await runForOne('calendar.createEvent', input, withFiles(one));
		expect(own().calendar.events).toMatchObject([{ attachments: [{}], attendees: [{}] }]);
	});

	it('is given up after a while, and leaves no draft', async () => {
		lose(ATTACHING, 99);
		const sending = runForOne(
			'email.sendEmail',
			{ ...email, attachments: 'all' },
			withFiles(one, large),
		);
		expect((await failureOf(sending)).message).toContain('Not found');
		expect(drafts()).toEqual([]);
		expect(provider().requests.count(ATTACHING)).toBe(4);
	});
});
