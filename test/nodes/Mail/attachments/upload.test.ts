import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf } from '../../../harness/steps';

useMailboxes({ clock: createSkippingClock() });

const mail = { to: 'ann@contoso.com', subject: 'Hello', attachments: 'data' };
const large = {
	items: [{ json: {}, files: { data: { content: Buffer.alloc(4_500_000), fileName: 'big.bin' } } }],
};
const session = { method: 'POST', path: /createUploadSession$/ };
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
		const { message } = await failureOf(runStep('email.sendEmail', mail, large));
		expect(message).toBe('The provider gave an upload address that is not secure');
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

	it('waits as long as the provider asks between parts', async () => {
		provider().faults.next({ method: 'PUT' }, { status: 429, headers: { 'retry-after': '0.2' } });
		await runStep('email.sendEmail', mail, large);
		expect(own().sent).toHaveLength(1);
	});

	it('says that the provider stays away, and sends nothing', async () => {
		provider().faults.next({ method: 'PUT', times: 99 }, { cut: 'before' });
		const { message } = await failureOf(runStep('email.sendEmail', mail, large));
		expect(message).toBe('The connection broke each time "big.bin" was attached');
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
	});
});
