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
import { failureOf, locator } from '../../../../harness/steps';

useMailboxes();

const step = 'email.createDraft';
const inlineImage = (binaryField: string) => ({
	options: { otherAttachments: { inlineImages: [{ binaryField, contentId: 'logo' }] } },
});

describe('Create Draft', () => {
	it('saves a mail with attachments and sends nothing', async () => {
		const json = await runForOne(
			step,
			{
				to: 'ann@contoso.com',
				subject: 'Hello',
				message: 'Good day',
				attachments: 'all',
				options: { importance: 'low' },
			},
			{ items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] },
		);
		expect(own().sent).toEqual([]);
		expect(json).toMatchObject({ subject: 'Hello', sent: false });
		const draft = own().messageOf(String(json.id));
		expect(draft).toMatchObject({ isDraft: true, importance: 'low' });
		expect(draft?.attachments.map(({ name }) => name)).toEqual(['x.txt']);
	});

	it('tells who gets a blind copy, and so do the steps that read it from its folder or alone', async () => {
		const bcc = [{ address: 'archive@contoso.com', name: 'Archive' }];
		const made = await runForOne(step, { to: 'ann@contoso.com', bcc });
		const messageId = String(made.id);
		const drafts = { folder: locator('id', 'drafts'), search: '' };
		for (const json of [
			made,
			await runForOne('email.updateDraft', { messageId, subject: 'Hello' }),
			await runForOne('email.getEmail', { messageId }),
			await runForOne('email.findEmail', drafts),
		]) {
			expect(json).toMatchObject({ id: made.id, bcc });
		}
		const asTool = { asTool: true };
		for (const json of [
			await runForOne('email.getEmail', { messageId }, asTool),
			await runForOne('email.findEmail', drafts, asTool),
		]) {
			expect(JSON.stringify(json)).not.toContain('archive@contoso.com');
		}
	});

	it.each([
		['one', '={{ $binary.data }}', ['x.txt']],
		['several', '={{ Object.values($binary) }}', ['x.txt', 'y.txt']],
		['one in memory', '={{ ({ mimeType: "text/plain", data: "eA==" }) }}', ['file']],
		['an empty one in memory', '={{ ({ mimeType: "text/plain", data: "" }) }}', ['file']],
	])(
		'attaches files that an expression gives, as of an earlier step: %s',
		async (_, attachments, names) => {
			const files = {
				data: { content: 'x', fileName: 'x.txt' },
				more: { content: 'y', fileName: 'y.txt' },
			};
			const { id } = await runForOne(step, { attachments }, { items: [{ json: {}, files }] });
			expect(
				own()
					.messageOf(String(id))
					?.attachments.map(({ name }) => name),
			).toEqual(names);
		},
	);

	it('shows an image in the text that an expression gives', async () => {
		const files = { data: { content: 'x', fileName: 'x.png' } };
		const given = inlineImage('={{ $binary.data }}');
		const { id } = await runForOne(step, given, { items: [{ json: {}, files }] });
		expect(own().messageOf(String(id))?.attachments).toMatchObject([
			{ name: 'x.png', contentId: 'logo', isInline: true },
		]);
	});

	it.each([
		[{ attachments: '={{ $json }}' }, 'Attachments: must be names of binary fields, or files'],
		[
			// As n8n gives it of $binary where it holds the bytes in memory.
			{ attachments: '={{ ({ mimeType: "text/plain", fileName: "x.txt" }) }}' },
			'Attachments: is a file without bytes: write the name of its field',
		],
		[inlineImage(''), 'Binary Field: is required'],
		[inlineImage('={{ true }}'), 'Binary Field: must be the name of a binary field, or a file'],
	])('refuses what is no file: %j', async (parameters, words) => {
		const items = [{ json: { a: 1 } }];
		expect((await failureOf(runStep(step, parameters, { items }))).message).toContain(words);
		expect(own().messages).toEqual([]);
	});

	it('saves an empty draft', async () => {
		expect(await runForOne(step)).toMatchObject({ subject: '', to: [], sent: false });
	});

	it('works in a shared mailbox', async () => {
		await runForOne(step, { subject: 'Hello', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
		expect(shared().messages).toHaveLength(1);
	});

	it('saves 40 drafts in 2 requests', async () => {
		await runStep(step, { subject: 'Hello' }, { items: Array(40).fill({ json: {} }) });
		expect(own().messages).toHaveLength(40);
		expect(provider().requests.all).toHaveLength(2);
	});

	it('says what is missing without the permission, and makes failed items error items', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/, times: 2 }, { status: 403 });
		const { description } = await failureOf(runStep(step, { subject: 'Hello' }));
		expect(description).toContain('permission set');
		const [item] = await runStep(step, { subject: 'Hello' }, { continueOnFail: true });
		expect(item?.json.error).toContain('not allowed');
	});
});
