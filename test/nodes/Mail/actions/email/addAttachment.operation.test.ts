import {
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
import type { Fault, RequestMatch } from '../../../../simulator/faults';
import { observeRequests } from '../../../../simulator/requestLog';

// Holds under each reading of fact: upload-to-others.

useMailboxes();

const step = 'email.addAttachment';

async function newDraft(mailbox = '') {
	const json = await runForOne('email.createDraft', { subject: 'Hello', mailbox });
	provider().requests.clear();
	return String(json.id);
}

const names = (id: string) =>
	own()
		.messageOf(id)
		?.attachments.map(({ name }) => name);

let meanwhile: (() => void) | undefined;
observeRequests(({ method, path }) => {
	if (!meanwhile || method !== 'POST' || !path.endsWith('/attachments')) return;
	meanwhile();
	meanwhile = undefined;
});

describe('Add Attachment', () => {
	it('takes none away that somebody else attached meanwhile', async () => {
		const id = await newDraft();
		const draft = own().messageOf(id);
		meanwhile = () => draft?.attachments.push(...own().createAttachments([{ name: 'b.txt' }]));
		provider().faults.next({ method: 'POST', path: /attachments$/ }, { delayMs: 0 });
		provider().faults.next({ method: 'POST', path: /attachments$/ }, { status: 403 });
		const files = { one: { content: '1' }, two: { content: '2' } };
		const run = runStep(
			step,
			{ messageId: id, attachments: 'all' },
			{ items: [{ json: {}, files }] },
		);
		expect((await failureOf(run)).description).toContain('Attachments may be in the draft already');
		expect(names(id)).toEqual(['b.txt']);
	});

	it('adds files, small and large, and returns them', async () => {
		const id = await newDraft();
		const items = await runStep(
			step,
			{
				messageId: id,
				attachments: 'data, big',
				otherAttachments: { textFiles: [{ fileName: 'n.txt', content: 'note' }] },
			},
			{
				items: [
					{
						json: {},
						files: {
							data: { content: 'x', fileName: 'x.txt' },
							big: { content: Buffer.alloc(3_500_000, 'b'), fileName: 'big.bin' },
						},
					},
				],
			},
		);
		expect(names(id)).toEqual(['x.txt', 'big.bin', 'n.txt']);
		expect(items.map(({ json }) => [json.name, json.kind, json.messageId])).toEqual([
			['x.txt', 'file', id],
			['big.bin', 'file', id],
			['n.txt', 'file', id],
		]);
		const [first] = await runStep('email.downloadAttachment', {
			messageId: id,
			attachmentId: String(items[0]?.json.id),
		});
		expect(first?.json.name).toBe('x.txt');
	});

	it('works in a shared mailbox', async () => {
		const id = await newDraft(SHARED_MAILBOX);
		await runForOne(step, {
			messageId: id,
			mailbox: SHARED_MAILBOX,
			otherAttachments: { textFiles: [{ fileName: 'n.txt', content: 'note' }] },
		});
		expectOnlyShared();
		expect(shared().messageOf(id)?.attachments).toHaveLength(1);
	});

	it('adds nothing to an email that was received', async () => {
		const mail = own().deliver({ subject: 'Old', from: 'ann@contoso.com' });
		const otherAttachments = { textFiles: [{ fileName: 'n.txt', content: 'note' }] };
		const run = runStep(step, { messageId: mail.immutableId, otherAttachments });
		expect(await failureOf(run)).toMatchObject({
			message: expect.stringContaining('is no draft'),
			description: expect.stringContaining('Forward Email or Reply to Email'),
		});
		expect(mail.attachments).toEqual([]);
	});

	it('adds each file once when answers are lost', async () => {
		const id = await newDraft();
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { cut: 'after' });
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { cut: 'before' });
		await runStep(step, {
			messageId: id,
			otherAttachments: {
				textFiles: [
					{ fileName: 'a.txt', content: 'a' },
					{ fileName: 'b.txt', content: 'b' },
				],
			},
		});
		expect(names(id)).toEqual(['a.txt', 'b.txt']);
	});

	it('adds none when one is refused', async () => {
		const id = await newDraft();
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { delayMs: 0 });
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { status: 413 });
		const run = runStep(step, {
			messageId: id,
			otherAttachments: {
				textFiles: [
					{ fileName: 'a.txt', content: 'a' },
					{ fileName: 'b.txt', content: 'b' },
				],
			},
		});
		await failureOf(run);
		expect(names(id)).toEqual([]);
	});

	const POST = { method: 'POST', path: /\/attachments$/ };
	const LIST = { method: 'GET', path: /\/attachments$/ };
	const done = { delayMs: 0 };
	const addTwo = async (messageId: string, options = {}) => {
		const textFiles = ['a.txt', 'b.txt'].map((fileName) => ({ fileName, content: fileName }));
		await runStep(step, { messageId, otherAttachments: { textFiles } }, { ...options, tries: 2 });
	};

	it.each<[string, object, Array<[RequestMatch, Fault]>]>([
		['the credential lets nothing be deleted', { whatMayBeDeleted: 'nothing' }, []],
		['it is not deleted', {}, [[{ method: 'DELETE' }, { status: 403 }]]],
		[
			'nobody can say what is there',
			{},
			[
				[LIST, done],
				[LIST, { status: 403 }],
			],
		],
	])(
		'says what may be left, and adds none again, where %s',
		async (_why, credentialData, faults) => {
			const id = await newDraft();
			provider().faults.next(POST, done);
			provider().faults.next(POST, { status: 413 });
			for (const [match, fault] of faults) provider().faults.next(match, fault);
			const { description } = await failureOf(addTwo(id, { credentialData }));
			expect(names(id)).toEqual(['a.txt']);
			expect(description).toContain('Attachments may be in the draft already');
		},
	);

	it('adds each file once with Retry On Fail where nobody can say what was added', async () => {
		const id = await newDraft();
		provider().faults.next(LIST, done);
		provider().faults.next(LIST, { status: 403 });
		await addTwo(id);
		expect(names(id)).toEqual(['a.txt', 'b.txt']);
	});

	it('keeps what the mail had, whether it succeeds or fails, and returns only what is new', async () => {
		const id = await newDraft();
		const add = async (...files: string[]) =>
			await runStep(step, {
				messageId: id,
				otherAttachments: {
					textFiles: files.map((fileName) => ({ fileName, content: fileName })),
				},
			});
		await add('old.txt');
		const items = await add('new.txt');
		expect(items.map(({ json }) => json.name)).toEqual(['new.txt']);
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { delayMs: 0 });
		provider().faults.next({ method: 'POST', path: /\/attachments$/ }, { status: 413 });
		await failureOf(add('a.txt', 'b.txt'));
		expect(names(id)).toEqual(['old.txt', 'new.txt']);
	});

	it('asks for a file, and makes failed items error items', async () => {
		const { message } = await failureOf(runStep(step, { messageId: 'AAkALgAA' }));
		expect(message).toContain('Attachments: name at least one binary field');
		const [item] = await runStep(
			step,
			{ messageId: 'AAkALgAA', attachments: 'file' },
			{ continueOnFail: true },
		);
		expect(item?.json.error).toBe('Attachments: There is no binary field "file" in this item');
	});
});
