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

useMailboxes();

const step = 'email.sendDraft';

async function newDraft(mailbox = '') {
	const json = await runForOne('email.createDraft', {
		to: 'ann@contoso.com',
		subject: 'Hello',
		mailbox,
	});
	provider().requests.clear();
	return String(json.id);
}

describe('Send Draft', () => {
	it('sends the draft once and returns the ID it keeps', async () => {
		const id = await newDraft();
		const json = await runForOne(step, { messageId: id });
		expect(own().sent.map(({ immutableId }) => immutableId)).toEqual([id]);
		expect(json).toMatchObject({ id, subject: 'Hello', sent: true });
	});

	it('works in a shared mailbox', async () => {
		const id = await newDraft(SHARED_MAILBOX);
		await runForOne(step, { messageId: id, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		expect(shared().sent).toHaveLength(1);
	});

	it.each([
		['is cut before it runs', { cut: 'before' as const }],
		['is cut after it ran', { cut: 'after' as const }],
	])('sends it once when the request %s', async (_, fault) => {
		const id = await newDraft();
		provider().faults.next({ path: /\/send$/ }, fault);
		await runForOne(step, { messageId: id });
		expect(own().sent).toHaveLength(1);
	});

	it('refuses a mail that is no draft, so that two items of one draft send it once', async () => {
		const id = await newDraft();
		const items = await runStep(
			step,
			{ messageId: id },
			{ items: [{ json: {} }, { json: {} }], continueOnFail: true },
		);
		expect(own().sent).toHaveLength(1);
		expect(items[1]?.json.error).toContain('Message ID: is no draft');
		expect(asked().filter((request) => request.endsWith('/send'))).toHaveLength(1);
	});

	it('sends once to a full mailbox, and says that nothing went out', async () => {
		const id = await newDraft();
		const error = { code: 'ErrorQuotaExceeded', message: 'Mailbox has exceeded its size.' };
		provider().faults.next({ path: /\/send$/, times: 9 }, { status: 507, body: { error } });
		const failure = await failureOf(runStep(step, { messageId: id }));
		expect(failure.message).toBe('The mailbox is full');
		expect(failure.description).toMatch(/^Nothing was done\..*\(HTTP 507, ErrorQuotaExceeded/);
		expect(asked().filter((request) => request.endsWith('/send'))).toHaveLength(1);
	});

	it('keeps a draft that cannot be sent', async () => {
		const id = await newDraft();
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		await failureOf(runStep(step, { messageId: id }));
		expect(own().messageOf(id)).toMatchObject({
			isDraft: true,
			parentFolderId: own().folder('drafts').id,
		});
	});
});
