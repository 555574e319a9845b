import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf } from '../../../harness/steps';

useMailboxes({ clock: createSkippingClock() });

const mail = { to: 'ann@contoso.com', subject: 'Hello', attachments: 'data' };
const large = {
	items: [{ json: {}, files: { data: { content: Buffer.alloc(4_500_000), fileName: 'big.bin' } } }],
};
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

	it('another mail with a large file waits until one of four is done', async () => {
		const content = Buffer.alloc(3_200_000);
		await runStep('email.sendEmail', mail, {
			items: Array.from({ length: 7 }, () => ({ json: {}, files: { data: { content } } })),
		});
		expect(own().sent).toHaveLength(7);
		let open = 0;
		// Each of these files is one part.
		const counts = provider()
			.requests.flat()
			.map(({ method, path }) => {
				if (/createUploadSession$/.test(path)) open += 1;
				return method === 'PUT' ? open-- : open;
			});
		expect(Math.max(...counts)).toBe(4);
	});

	it('waits as long as the provider asks between parts', async () => {
		provider().faults.next({ method: 'PUT' }, { status: 429, headers: { 'retry-after': '0.2' } });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent).toHaveLength(1);
	});

	it('says that the provider stays away, and sends nothing', async () => {
		provider().faults.next({ method: 'PUT', times: 99 }, { cut: 'before' });
		const failure = await failureOf(runStep('email.sendEmail', mail, large));
		expect(failure.message).toBe('The connection broke each time "big.bin" was attached');
		expect(failure.description).toMatch(/^Run the step again later\.( \(|$)/);
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});
});
