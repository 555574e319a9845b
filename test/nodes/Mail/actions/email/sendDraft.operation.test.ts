import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { approved, reviewTool } from '../../../../harness/reviewTool';
import { failureOf } from '../../../../harness/steps';

// Holds under each reading of fact: sent-draft-id, fact: upload-to-others.

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
		provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
		const id = await newDraft();
		const json = await runForOne(step, { messageId: id });
		expect(own().sent.map(({ immutableId }) => immutableId)).toEqual([id]);
		expect(json).toMatchObject({ id, subject: 'Hello', sent: true });
	});

	it('says how a draft without recipients gets some', async () => {
		const { id } = await runForOne('email.createDraft', { subject: 'Hello' });
		const failure = await failureOf(runStep(step, { messageId: String(id) }));
		expect(failure.description).toContain('gets them by Update Draft');
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
		provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
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

	it.each([
		['deleted', async (id: string) => await runForOne('email.deleteEmail', { messageId: id })],
		[
			'deleted with its folder',
			(id: string) => {
				const below = own().addFolder('Old offers', 'deleteditems');
				Object.assign(own().messageOf(id) ?? {}, { parentFolderId: below.id });
			},
		],
	])('refuses a draft that somebody %s, which is how a person says no', async (_, remove) => {
		const id = await newDraft();
		await remove(id);
		const failure = await failureOf(runStep(step, { messageId: id }));
		expect(failure).toEqual({
			message: 'Message ID: was cancelled or deleted before it was sent, and is in Deleted Items',
			description: 'Copy its text, and write it again.',
		});
		expect(own().sent).toEqual([]);
		expect(own().messageOf(id)).toBeDefined();
	});

	it('sends a draft that lies in a folder of its own', async () => {
		const id = await newDraft();
		const offers = own().addFolder('Offers', 'inbox');
		Object.assign(own().messageOf(id) ?? {}, { parentFolderId: offers.id });
		expect(await runForOne(step, { messageId: id })).toMatchObject({ sent: true });
	});

	it.each([
		['threw away', () => own().folder('deleteditems').id],
		['put into a folder', () => own().addFolder('Later', 'inbox').id],
	])('never says that a draft was sent which somebody %s before it was', async (_, place) => {
		const id = await newDraft();
		provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
		const sent = failureOf(runStep(step, { messageId: id }));
		while (provider().requests.count({ path: /\/send$/ }) === 0) await nextTurn();
		Object.assign(own().messageOf(id) ?? {}, { parentFolderId: place() });
		expect((await sent).message).toContain('may have been sent');
		expect(own().sent).toEqual([]);
		expect(own().messageOf(id)).toBeDefined();
	});

	it('asks once for many drafts where deleted ones lie, in the request that reads the drafts', async () => {
		const ids = [await newDraft(), await newDraft(), await newDraft()];
		provider().requests.clear();
		const items = ids.map((id) => ({ json: { id } }));
		await runStep(step, { messageId: '={{ $json.id }}' }, { items });
		expect(own().sent).toHaveLength(3);
		expect(provider().requests.count({ path: /deleteditems/ })).toBe(1);
		expect(provider().requests.count({ inBatch: false })).toBe(2);
	});

	it('sends once to a full mailbox, and says that nothing went out', async () => {
		const id = await newDraft();
		const error = { code: 'ErrorQuotaExceeded', message: 'Mailbox has exceeded its size.' };
		provider().faults.next({ path: /\/send$/, times: 9 }, { status: 507, body: { error } });
		const failure = await failureOf(runStep(step, { messageId: id }));
		expect(failure.message).toBe('The mailbox is full');
		expect(failure.description).toMatch(/^Empty the mailbox.*\(HTTP 507, ErrorQuotaExceeded/);
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

describe('Send Draft: a draft that somebody reviewed', () => {
	const asTool = { asTool: true };
	const review = async (id: string, call?: string) =>
		await reviewTool(
			{ operation: 'sendDraft', messageId: "={{ $fromAI('Draft') }}" },
			{ Draft: id },
			call,
		);
	const sentOf = () => own().sent.filter(({ subject }) => subject !== 'May this run: Reviewed?');

	it('goes out as it was shown', async () => {
		const id = await newDraft();
		await review(id);
		expect(await runForOne(step, { messageId: id }, approved())).toMatchObject({ sent: true });
		expect(sentOf()).toHaveLength(1);
	});

	it('is asked about although something else wrote into it just then', async () => {
		const id = await newDraft();
		const error = { code: 'ErrorIrresolvableConflict', message: '' };
		const seals = { method: 'PATCH', path: /\/messages\/[^/]+$/ };
		provider().faults.next(seals, { status: 412, body: { error } });
		await review(id);
		expect(own().sent.map(({ subject }) => subject)).toEqual(['May this run: Reviewed?']);
		expect(await runForOne(step, { messageId: id }, approved())).toMatchObject({ sent: true });
	});

	it('goes out as it was shown where the same agent changes it at that moment', async () => {
		const id = await newDraft();
		await review(id);
		let goOn = () => {};
		const heldUntil = new Promise<void>((resolve) => (goOn = resolve));
		provider().faults.next({ path: /\/send$/ }, { heldUntil });
		const sent = runForOne(step, { messageId: id }, approved());
		while (provider().requests.count({ path: /\/send$/ }) === 0) await nextTurn();
		const changed = failureOf(
			runStep('email.updateDraft', { messageId: id, to: 'eve@evil.example' }, asTool),
		);
		for (let turn = 0; turn < 3_000; turn++) await nextTurn();
		goOn();
		expect(await sent).toMatchObject({ sent: true });
		expect((await changed).message).toContain('is no draft');
		expect(sentOf().map(({ toRecipients }) => toRecipients)).toMatchObject([
			[{ emailAddress: { address: 'ann@contoso.com' } }],
		]);
	});

	it.each([
		['taken for a moment', { status: 503 }],
		['taken at once', { status: 429, headers: { 'retry-after': '0.1' } }],
	])('stays where a person changes it while its sending is not %s', async (_, fault) => {
		const id = await newDraft();
		await review(id);
		provider().requests.clear();
		provider().faults.next({ path: /\/send$/ }, fault);
		const sent = failureOf(runForOne(step, { messageId: id }, approved()));
		while (provider().requests.count({ path: /\/send$/ }) === 0) await nextTurn();
		Object.assign(own().messageOf(id) ?? {}, { subject: 'Half a sentence' });
		expect((await sent).message).toContain('was changed since its review');
		expect(sentOf()).toEqual([]);
	});

	it('counts as sent where it left only after it was looked for, just before it was to be sent again', async () => {
		const id = await newDraft();
		await review(id);
		provider().requests.clear();
		provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
		const sent = runForOne(step, { messageId: id }, approved());
		while (provider().requests.count({ path: /\/send$/ }) === 0) await nextTurn();
		const asBefore = { isDraft: true, parentFolderId: own().folder('drafts').id };
		const look = { method: 'GET', path: /\/messages\/[^/]+$/ };
		provider().faults.next(look, { status: 200, body: asBefore });
		expect(await sent).toMatchObject({ sent: true });
		expect(sentOf()).toHaveLength(1);
	});

	it.each(['call', 'another call'])(
		'that was sent is not said to have stayed, so that no agent writes it anew: by %s',
		async (call) => {
			provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
			const id = await newDraft();
			await review(id, 'call');
			await runForOne(step, { messageId: id }, approved('call'));
			const failure = await failureOf(runStep(step, { messageId: id }, approved(call)));
			expect(failure.message).toContain('is no draft: this email was already sent or received');
			expect(sentOf()).toHaveLength(1);
		},
	);

	it('goes out by the call that was approved, whatever a later review of another text sealed', async () => {
		const id = await newDraft();
		await runStep('email.updateDraft', { messageId: id, message: 'Thank you' });
		expect(await review(id, 'first')).toContain('Thank you');
		await runStep('email.updateDraft', { messageId: id, message: 'Pay to DE00' }, asTool);
		expect(await review(id, 'second')).toContain('Pay to DE00');
		const failure = await failureOf(runStep(step, { messageId: id }, approved('first')));
		expect(failure.message).toContain('was changed since its review');
		expect(sentOf()).toHaveLength(0);
		await runForOne(step, { messageId: id }, approved('second'));
		expect(sentOf()).toHaveLength(1);
	});

	it('is shown with a warning where the mailbox takes no name for its seal (fact: names-full)', async () => {
		const id = await newDraft();
		own().hasNoNames = true;
		const shown = await review(id);
		expect(shown).toContain('It may still change while you decide: it cannot be sealed.');
		expect(shown).toContain('ann@contoso.com');
	});

	it('still goes out by an earlier call where a later review saw the same', async () => {
		const id = await newDraft();
		await review(id, 'first');
		await review(id, 'second');
		await runForOne(step, { messageId: id }, approved('first'));
		expect(sentOf()).toHaveLength(1);
	});

	it.each([
		['another call', approved('other')],
		['the same call of another execution', { ...approved(), executionId: 'another' }],
		['a call that n8n names in no way', asTool],
	])('stays for %s, although it is as it was shown', async (_, options) => {
		const id = await newDraft();
		await review(id);
		const failure = await failureOf(runStep(step, { messageId: id }, options));
		expect(failure.message).toContain('or reviewed for another call: it was not sent');
		expect(sentOf()).toHaveLength(0);
	});

	it.each<[string, string, object]>([
		['text', 'email.updateDraft', { message: 'Pay to DE00' }],
		['subject', 'email.updateDraft', { subject: 'Other' }],
		['recipients', 'email.updateDraft', { to: 'eve@evil.example' }],
		['copies', 'email.updateDraft', { cc: 'eve@evil.example' }],
		['unseen copies', 'email.updateDraft', { bcc: 'eve@evil.example' }],
		['sender', 'email.updateDraft', { options: { from: SHARED_MAILBOX } }],
		['place of answers', 'email.updateDraft', { options: { replyTo: 'eve@evil.example' } }],
		[
			'files',
			'email.addAttachment',
			{ otherAttachments: { textFiles: [{ fileName: 'a.txt', content: 'a' }] } },
		],
	])(
		'stays where its %s changed meanwhile, until it is reviewed again',
		async (_, change, more) => {
			const id = await newDraft();
			await review(id);
			await runStep(change, { messageId: id, ...more }, asTool);
			const failure = await failureOf(runStep(step, { messageId: id }, approved()));
			expect(failure.message).toContain('was changed since its review');
			expect(failure.message).toContain('Run Send Draft again');
			expect(sentOf()).toHaveLength(0);
			await review(id);
			await runForOne(step, { messageId: id }, approved());
			expect(sentOf()).toHaveLength(1);
		},
	);

	it('may be read, marked and moved meanwhile', async () => {
		const id = await newDraft();
		await review(id);
		await runStep('email.getEmail', { messageId: id }, asTool);
		await runStep(
			'email.addLabel',
			{ messageId: id, label: 'Urgent', createMissing: true },
			asTool,
		);
		await runForOne(step, { messageId: id }, approved());
		expect(sentOf()).toHaveLength(1);
	});

	it('goes out by a step that no agent calls, whatever a person changed in it', async () => {
		const id = await newDraft();
		await review(id);
		await runStep('email.updateDraft', { messageId: id, message: 'Better' });
		await runForOne(step, { messageId: id });
		expect(sentOf()).toHaveLength(1);
	});

	it.each([
		['JSON with a list', (shown: string, other: string) => ({ ids: [shown], id: other })],
		[
			'JSON with another key',
			(shown: string, other: string) => ({ ids: [shown], messageId: other }),
		],
		['a link with a title', (shown: string, other: string) => `[${shown},${shown}](${other})`],
	])('stays where the call can be read as another draft: by %s', async (_, write) => {
		const [shown, other] = [await newDraft(), await newDraft()];
		const given = write(shown, other);
		const messageId = typeof given === 'string' ? given : JSON.stringify(given);
		await review(messageId);
		const failure = await failureOf(runStep(step, { messageId }, approved()));
		expect(failure.message).toContain('Message ID: must be one ID alone');
		expect(sentOf()).toHaveLength(0);
	});

	it('tells a language model that what waits does so on, and how it goes now', async () => {
		const id = await newDraft();
		const time = { id: 'SystemTime 0x3FEF', value: '2031-01-01T00:00:00Z' };
		own().messageOf(id)?.singleValueExtendedProperties.push(time);
		const [item] = await runStep(step, { messageId: id }, { asTool: true });
		expect(item?.json).toMatchObject({
			sent: false,
			more: 'It waits for this time. To send it now, cancel it with Cancel Scheduled Email, and write it again.',
		});
		expect(sentOf()).toHaveLength(0);
	});

	it('keeps the moment for which it was deferred', async () => {
		const id = await newDraft();
		const time = { id: 'SystemTime 0x3FEF', value: '2030-01-01T00:00:00Z' };
		own().messageOf(id)?.singleValueExtendedProperties.push(time);
		await review(id);
		expect(own().messageOf(id)?.singleValueExtendedProperties).toContainEqual(time);
	});
});
