import { setImmediate as nextTurn } from 'node:timers/promises';
import { OWN_MAILBOX } from '../../../harness/account';
import { own, provider, runStep, SHARED_MAILBOX, useMailboxes } from '../../../harness/mail';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf } from '../../../harness/steps';

const clock = createSkippingClock();
useMailboxes({ clock });
// A mailbox takes 150 MB of uploads in five minutes: each test has them all.
beforeEach(async () => await clock.wait(300_000));

const mail = { to: 'ann@contoso.com', subject: 'Hello', attachments: 'data' };
const large = {
	items: [{ json: {}, files: { data: { content: Buffer.alloc(4_500_000), fileName: 'big.bin' } } }],
};
const files = (count: number, bytes: number) =>
	Array.from({ length: count }, () => ({
		json: {},
		files: { data: { content: Buffer.alloc(bytes), fileName: 'a.bin' } },
	}));
const session = { method: 'POST', path: /createUploadSession$/ };
const ranges = () =>
	provider()
		.requests.matching({ method: 'PUT' })
		.map(({ headers }) => headers['content-range']);
const drafts = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id);

describe('Uploading a large attachment', () => {
	it.each([
		'http://files.example.com/upload',
		'ftp://files.example.com/upload',
		'https://user:secret@files.example.com/upload',
		'//files.example.com/upload',
		'javascript:alert(1)',
		'',
	])('sends no byte to the address "%s"', async (uploadUrl) => {
		provider().faults.next(session, { status: 201, body: { uploadUrl } });
		const failure = await failureOf(runStep('email.sendEmail', mail, large));
		expect(failure.message).toBe('The provider gave an upload address that is not secure');
		expect(failure.description).toContain('Check the API root of the credential.');
		expect(provider().requests.count({ method: 'PUT' })).toBe(0);
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});

	it("gives the provider's reason when a part is refused, and leaves no draft", async () => {
		provider().faults.next(
			{ method: 'PUT' },
			{ status: 413, body: { error: { code: 'TooLarge', message: 'The mailbox is full.' } } },
		);
		const { message } = await failureOf(runStep('email.sendEmail', mail, large));
		expect(message).toBe('The provider refused a part of an attachment: The mailbox is full.');
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});

	it('closes the session of a file that is refused', async () => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, { status: 413 });
		await failureOf(runStep('email.sendEmail', mail, large));
		expect(provider().requests.count({ method: 'DELETE', path: /^\/upload\// })).toBe(1);
		expect(provider().graph.uploads.size).toBe(0);
	});

	it('does not take the last part for done because the session has ended: the file is looked for', async () => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next(
			{ method: 'GET', path: /^\/upload/ },
			{ status: 200, body: { nextExpectedRanges: ['4500000-'] } },
		);
		await runStep('email.sendEmail', mail, large);
		expect(
			own().sent.map(({ attachments }) => attachments.map(({ content }) => content.length)),
		).toEqual([[4_500_000]]);
	});

	it('goes on where the provider says, also when it names several places', async () => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next(
			{ method: 'GET', path: /^\/upload/ },
			{ status: 200, body: { nextExpectedRanges: ['3932160-3999999', '4200000-'] } },
		);
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
	});

	it('goes by itself beside a text whose bytes leave no room for it, though its characters would', async () => {
		const message = '信'.repeat(150_000);
		const content = Buffer.alloc(2_850_000);
		await runStep(
			'email.sendEmail',
			{ ...mail, message },
			{ items: [{ json: {}, files: { data: { content, fileName: 'plan.bin' } } }] },
		);
		expect(own().sent.map(({ body, attachments }) => [body.content, attachments.length])).toEqual([
			[message, 1],
		]);
	});

	it('goes in one request where the provider takes the file for too small for parts', async () => {
		const error = { code: 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize', message: 'Small' };
		provider().faults.next(session, { status: 400, body: { error } });
		const content = Buffer.alloc(3_000_000);
		await runStep('email.sendEmail', mail, {
			items: [{ json: {}, files: { data: { content, fileName: 'near.bin' } } }],
		});
		expect(provider().requests.count(session)).toBe(1);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
	});

	it('begins a new session when the one it has is gone', async () => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next({ method: 'GET', path: /^\/upload/ }, { status: 404 });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(2);
	});

	it('sends the next part when only the answer to the one before was lost', async () => {
		provider().faults.next({ method: 'PUT' }, { cut: 'after' });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(1);
		expect(ranges()).toEqual(['bytes 0-3932159/4500000', 'bytes 3932160-4499999/4500000']);
	});

	it.each([{ status: 503 }, { status: 504, after: true }])(
		'goes on with the session when a part, and the question how far it came, are answered %j',
		async (fault) => {
			provider().faults.next({ method: 'PUT' }, fault);
			provider().faults.next({ method: 'GET', path: /^\/upload/ }, fault);
			await runStep('email.sendEmail', mail, large);
			expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
			expect(provider().requests.count(session)).toBe(1);
			expect(provider().faults.pending).toBe(0);
		},
	);

	it('sends a part four times, and waits longer each time before it asks how far it came', async () => {
		provider().faults.next({ method: 'PUT', times: 3 }, { cut: 'before' });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(1);
		const puts = provider().requests.matching({ method: 'PUT' });
		const pauses = provider()
			.requests.matching({ method: 'GET', path: /^\/upload/ })
			.map(({ startedAt }, index) => startedAt - (puts[index]?.endedAt ?? 0));
		expect(pauses).toEqual([500, 1_000, 2_000]);
	});

	it('begins a new session when a part was lost four times, three sessions in all, a while apart', async () => {
		provider().faults.next({ method: 'PUT', times: 99 }, { cut: 'before' });
		await failureOf(runStep('email.sendEmail', mail, large));
		expect(provider().requests.count(session)).toBe(3);
		expect(provider().requests.count({ method: 'PUT' })).toBe(12);
		const closed = provider().requests.matching({ method: 'DELETE', path: /^\/upload/ });
		const looks = provider().requests.matching({ method: 'GET', path: /\/attachments$/ });
		expect(looks.map(({ query }) => query.$select)).toEqual(['id', 'id', 'id']);
		const pauses = looks.map(({ startedAt }, index) => startedAt - (closed[index]?.endedAt ?? 0));
		expect(pauses).toEqual([500, 1_000, 1_500]);
	});

	it('begins a new session when the provider has a part by halves', async () => {
		provider().faults.next({ method: 'PUT' }, { cut: 'before' });
		provider().faults.next(
			{ method: 'GET', path: /^\/upload/ },
			{ status: 200, body: { nextExpectedRanges: ['1000-'] } },
		);
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(2);
	});

	const said = (nextExpectedRanges: unknown) => ({ body: { nextExpectedRanges } });

	it.each([
		['names a place before its end', { status: 202, ...said(['3932160-']) }],
		[
			'names a place before its end, and says that all is well',
			{ status: 200, ...said(['3932160-']) },
		],
		['names its end, but no attachment', { status: 200, ...said(['4500000-']) }],
		['is a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
		['is empty', { status: 200 }],
	])('does not take the last part for done where its answer %s', async (_, fault) => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, fault);
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
	});

	it.each([
		['by halves', { status: 202, ...said(['1000-']) }],
		['without a place for the next one', { status: 200, ...said([]) }],
	])('asks how far it came where a part is taken %s', async (_, fault) => {
		provider().faults.next({ method: 'PUT' }, fault);
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count({ method: 'GET', path: /^\/upload/ })).toBe(1);
	});

	it('goes on where the provider takes parts and says nowhere how far it is', async () => {
		provider().faults.next({ method: 'PUT' }, { status: 200, ...said([]), after: true });
		provider().faults.next({ method: 'GET', path: /^\/upload/ }, { status: 200, ...said([]) });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(1);
	});

	it('asks for the file once where the last answer alone was another one than 201', async () => {
		provider().faults.next({ method: 'PUT' }, { delayMs: 0 });
		provider().faults.next({ method: 'PUT' }, { status: 200, after: true });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		expect(provider().requests.count(session)).toBe(1);
	});

	it('keeps a large image in its text', async () => {
		const inlineImages = [{ binaryField: 'data', contentId: 'logo' }];
		await runStep(
			'email.sendEmail',
			{ ...mail, attachments: '', options: { otherAttachments: { inlineImages } } },
			large,
		);
		expect(own().sent.flatMap(({ attachments }) => attachments)).toMatchObject([
			{ name: 'big.bin', isInline: true, contentId: 'logo' },
		]);
		const [opened] = provider().requests.matching(session);
		expect(opened?.body).toMatchObject({
			AttachmentItem: { attachmentType: 'file', size: 4_500_000 },
		});
	});

	it('says what to do when the mailbox takes no more uploads, and sends nothing', async () => {
		provider().faults.next(
			{ method: 'PUT', times: 99 },
			{ status: 429, headers: { 'retry-after': '1' } },
		);
		const failure = await failureOf(runStep('email.sendEmail', mail, large));
		expect(failure.message).toBe('The mailbox takes no more uploads at the moment');
		expect(failure.description).toContain('wait and run the step again');
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});

	it.each([
		['is refused without a reason', { status: 413, body: 'No.' }],
		['is refused in other words', { status: 413, body: { error: 'No.' } }],
	])('a part that %s is only said to be refused', async (_, fault) => {
		provider().faults.next({ method: 'PUT' }, fault);
		const failure = await failureOf(runStep('email.sendEmail', mail, large));
		expect(failure.message).toBe('The provider refused a part of an attachment');
		expect(failure.description).toMatch(/^Run the step again\. \(HTTP 413\)/);
	});

	// Two accounts with mailboxes of their own: in one, they would take the requests at once from each other.
	it.each([
		[3, [OWN_MAILBOX]],
		[4, [OWN_MAILBOX, SHARED_MAILBOX]],
	])(
		'another mail with a large file waits until one of %i is done, for accounts %j',
		async (most, accounts) => {
			const puts = () => provider().requests.count({ method: 'PUT' });
			const allOpen = (async () => {
				// About two thousand turns do; where fewer are let in, the test fails, and does not hang.
				for (let turn = 0; puts() < most && turn < 100_000; turn++) await nextTurn();
			})();
			provider().faults.next({ method: 'PUT', times: most }, { heldUntil: allOpen });
			const run = async (account: string) =>
				await runStep('email.sendEmail', mail, {
					items: files(7, 3_200_000),
					account,
					credentialId: account,
				});
			await Promise.all(accounts.map(run));
			for (const account of accounts) {
				expect(provider().graph.mailbox(account).sent).toHaveLength(7);
			}
			let open = 0;
			// Each of these files is one part.
			const counts = provider()
				.requests.flat()
				.map(({ method, path }) => {
					if (/createUploadSession$/.test(path)) open += 1;
					return method === 'PUT' ? open-- : open;
				});
			expect(Math.max(...counts)).toBe(most);
		},
	);

	it('waits as long as the provider asks between parts', async () => {
		provider().faults.next({ method: 'PUT' }, { status: 429, headers: { 'retry-after': '0.2' } });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent).toHaveLength(1);
	});

	it('says that the provider stays away, and sends nothing', async () => {
		provider().faults.next({ method: 'PUT', times: 99 }, { cut: 'before' });
		const failure = await failureOf(runStep('email.sendEmail', mail, large));
		expect(failure.message).toBe('The provider did not take the attachment "big.bin"');
		expect(failure.description).toMatch(/^Run the step again later\.( \(|$)/);
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});
});

describe('The turns of mails with large files', () => {
	const otherSends = async () => {
		const begin = clock.now();
		await runStep(
			'email.sendEmail',
			{ ...mail, mailbox: SHARED_MAILBOX },
			{ items: files(1, 70_000), credentialId: 'other' },
		);
		return clock.now() - begin;
	};

	it('are waited for no longer by an execution that was cancelled', async () => {
		const stop = new AbortController();
		const sendFrom = async (credentialId: string, count: number, abortSignal?: AbortSignal) =>
			await runStep('email.sendEmail', mail, {
				items: files(count, 3_200_000),
				credentialId,
				abortSignal,
			});
		const refused = { status: 429, headers: { 'retry-after': '290' } };
		provider().faults.next({ method: 'PUT', times: 4 }, refused);
		const throttled = [sendFrom('one', 3), sendFrom('another', 1)];
		await clock.wait(100);
		const cancelled = ['one', 'third'].map(
			async (account) => await failureOf(sendFrom(account, 1, stop.signal)),
		);
		await clock.wait(100);
		stop.abort(new Error('cancelled'));
		const begin = clock.now();
		await Promise.all(cancelled);
		expect(clock.now()).toBe(begin);
		await Promise.all(throttled);
		expect(own().sent).toHaveLength(4);
	});

	it('are not all taken by an account that is throttled', async () => {
		provider().faults.next(
			{ method: 'POST', path: /^\/me\/messages$/, times: 12 },
			{ status: 429, headers: { 'retry-after': '300' } },
		);
		const throttled = runStep('email.sendEmail', mail, { items: files(4, 70_000) });
		await clock.wait(100);
		expect(await otherSends()).toBeLessThan(60_000);
		await throttled;
	});

	it.each([
		['waits for the provider', { status: 429, headers: { 'retry-after': '290' } }],
		['waits to ask how far a part came', { cut: 'before' } as const],
	])('are free at once where a cancelled execution %s', async (_, fault) => {
		const stop = new AbortController();
		provider().faults.next({ method: 'PUT', times: 99 }, fault);
		const cancelled = ['one', 'another'].map(
			async (credentialId) =>
				await failureOf(
					runStep('email.sendEmail', mail, {
						items: files(4, 3_200_000),
						abortSignal: stop.signal,
						credentialId,
					}),
				),
		);
		while (provider().requests.count({ method: 'PUT' }) < 4) await clock.wait(1);
		stop.abort(new Error('cancelled'));
		const begin = clock.now();
		const ended = Promise.all(cancelled).then(() => clock.now() - begin);
		expect(await otherSends()).toBeLessThan(60_000);
		expect(await ended).toBe(0);
	});
});
