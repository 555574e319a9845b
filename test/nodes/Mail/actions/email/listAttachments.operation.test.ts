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

useMailboxes();

const step = 'email.listAttachments';
const mailWithFiles = {
	subject: 'Files',
	from: 'ann@contoso.com',
	attachments: [
		{ name: 'a.pdf', content: Buffer.alloc(1_000_000), contentType: 'application/pdf' },
		{ name: 'logo.png', content: 'b', isInline: true },
		{ name: 'Old mail', kind: 'item' as const, content: 'MIME' },
		{ name: 'Plan.docx', kind: 'reference' as const },
	],
};

describe('List Attachments', () => {
	it('lists name, kind, type, size and ID without the files', async () => {
		const mail = own().deliver(mailWithFiles);
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items.map(({ json }) => [json.name, json.kind, json.isInline])).toEqual([
			['a.pdf', 'file', false],
			['logo.png', 'file', true],
			['Old mail', 'item', false],
			['Plan.docx', 'reference', true],
		]);
		expect(items[0]?.json).toMatchObject({
			id: expect.any(String),
			contentType: 'application/pdf',
			messageId: mail.immutableId,
		});
		expect(provider().requests.bytesOut).toBeLessThan(10_000);
	});

	it('leaves images in the text out when asked to', async () => {
		const mail = own().deliver(mailWithFiles);
		const items = await runStep(step, { messageId: mail.immutableId, includeInline: false });
		expect(items.map(({ json }) => json.name)).toEqual(['a.pdf', 'Old mail', 'Plan.docx']);
	});

	it('lists a file of which something stands in another form, without that', async () => {
		const mail = own().deliver(mailWithFiles);
		const value = [
			{ id: 'AAA=', name: 'a.pdf', size: '1234', isInline: 'no' },
			{ id: 'BBB=', name: 7, size: {}, contentType: null },
		];
		provider().faults.next({}, { status: 200, body: { value } });
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items.map(({ json: { id, name, size } }) => ({ id, name, size }))).toEqual([
			{ id: 'AAA=', name: 'a.pdf', size: 1_234 },
			{ id: 'BBB=', name: undefined, size: undefined },
		]);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver({ ...mailWithFiles, attachments: [{ name: 'a', content: 'a' }] });
		await runForOne(step, { messageId: mail.immutableId, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('says that a mail is not there, as an error item too', async () => {
		const mail = own().deliver(mailWithFiles);
		own().remove(mail);
		const parameters = { messageId: mail.immutableId };
		expect((await failureOf(runStep(step, parameters))).message).toContain('Not found');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('Not found');
	});
});
