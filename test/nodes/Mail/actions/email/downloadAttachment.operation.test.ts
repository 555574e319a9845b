import { readBinary } from '../../../../harness/executeNode';
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

const step = 'email.downloadAttachment';
const content = Buffer.alloc(2_000_000, 'abc');
const mailWithFiles = {
	subject: 'Files',
	from: 'ann@contoso.com',
	attachments: [
		{ name: 'a.pdf', content, contentType: 'application/pdf' },
		{ name: 'logo.png', content: 'b', isInline: true, contentType: 'image/png' },
		{ name: 'Old: mail', kind: 'item' as const, content: 'MIME' },
		{ name: 'Plan.docx', kind: 'reference' as const },
	],
};

describe('Download Attachment', () => {
	it('downloads all of them, one item each; a link into the cloud has no file', async () => {
		const mail = own().deliver(mailWithFiles);
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items.map(({ json, binary }) => [json.name, binary?.data?.fileName])).toEqual([
			['a.pdf', 'a.pdf'],
			['Old: mail', 'Old mail.eml'],
			['Plan.docx', undefined],
		]);
		expect((await readBinary(items[0], 'data')).equals(content)).toBe(true);
		expect(items[0]?.binary?.data?.mimeType).toBe('application/pdf');
		expect((await readBinary(items[1], 'data')).toString()).toBe('MIME');
		expect(items[2]?.json.note).toContain('A link to a file in the cloud');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	it('leaves out images inside the text alone, whatever else is marked as inline', async () => {
		const mail = own().deliver({
			...mailWithFiles,
			attachments: [
				{ name: 'invoice.pdf', content: 'a', isInline: true, contentType: 'application/pdf' },
				{ name: 'logo', content: 'b', isInline: true, contentType: 'image/png' },
				{ name: 'Sign.JPEG', content: 'c', isInline: true },
				{ name: 'Old mail.png', kind: 'item' as const, content: 'MIME', isInline: true },
				{ name: 'Plan.png', kind: 'reference' as const, contentType: 'image/png' },
			],
		});
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items.map(({ json }) => json.name)).toEqual(['invoice.pdf', 'Old mail.png', 'Plan.png']);
	});

	it('says so where nothing is left beside images inside the text: they may be photos', async () => {
		const photo = { name: 'IMG_1.jpg', content: 'a', isInline: true, contentType: 'image/jpeg' };
		const mail = { ...mailWithFiles, attachments: [photo] };
		const given = { messageId: own().deliver(mail).immutableId };
		const more =
			'Images inside the text were left out. A person can switch on Include Inline in Options.';
		const [none] = await runStep(step, given, { asTool: true });
		expect(none?.json).toMatchObject({ found: 0, more });
		const inOne = { ...given, options: { allInOneItem: true } };
		const [whole] = await runStep(step, inOne, { asTool: true });
		expect(whole?.json).toMatchObject({ attachments: [], more });
		expect(await runStep(step, given)).toEqual([]);
		const withNone = own().deliver({ ...mail, attachments: [] }).immutableId;
		const [empty] = await runStep(step, { messageId: withNone }, { asTool: true });
		expect(empty?.json).not.toHaveProperty('more');
		const several = { messageId: `${withNone}, ${given.messageId}` };
		const items = await runStep(step, several, { asTool: true });
		expect(items.map(({ json }) => json)).toMatchObject([{ ...given, found: 0, more }]);
	});

	it('gives a file a type that n8n can store, whichever a stranger chose', async () => {
		const contentType = `application/${'x'.repeat(300)}`;
		const attachments = [{ name: 'a.pdf', content: 'x', contentType }];
		const { immutableId } = own().deliver({ subject: 'x', from: 'a@x.com', attachments });
		const [item] = await runStep(step, { messageId: immutableId });
		expect(item?.binary?.data?.mimeType).toBe('application/octet-stream');
	});

	it('hands on no file for one that Microsoft still scans (fact: scanned-late)', async () => {
		const name = 'Safe Attachments Scan In Progress';
		const attachments = [
			{ name, kind: 'item' as const, content: 'wait' },
			{ name: 'a.pdf', content },
		];
		const mail = own().deliver({ ...mailWithFiles, attachments });
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items.map(({ binary }) => binary?.data?.fileName)).toEqual([undefined, 'a.pdf']);
		expect(items[0]?.json.note).toContain('Microsoft still scans this file');
	});

	it.each([
		'multipart/signed',
		'application/pkcs7-mime',
		'application/x-pkcs7-mime; name=smime.p7m',
	])(
		'says of the one file of a signed email that the others are in it: %s (fact: smime-files)',
		async (contentType) => {
			const attachments = [{ name: 'smime.p7m', content: 'MIME', contentType }];
			const mail = own().deliver({ ...mailWithFiles, attachments });
			const item = await runStep(step, { messageId: mail.immutableId });
			expect(item[0]?.json.note).toContain('its files are inside this one');
			expect((await readBinary(item[0], 'data')).toString()).toBe('MIME');
		},
	);

	it('says of the one file of an email that Microsoft encrypts that its text is in it (fact: rpmsg-files)', async () => {
		const contentType = 'application/x-microsoft-rpmsg-message';
		const attachments = [{ name: 'message.rpmsg', content: 'sealed', contentType }];
		const mail = own().deliver({ ...mailWithFiles, attachments });
		const [item] = await runStep(step, { messageId: mail.immutableId });
		expect(item?.json.note).toContain('its text and files are inside this one');
	});

	it('tells where a link into the cloud leads, which only the beta version knows', async () => {
		const mail = own().deliver(mailWithFiles);
		const link = 'https://contoso-my.sharepoint.com/plan.docx';
		provider().faults.next(
			{ path: /^\/beta\/.*\/attachments\// },
			{ status: 200, body: { sourceUrl: link } },
		);
		const items = await runStep(step, { messageId: mail.immutableId });
		expect(items[2]?.json).toMatchObject({ name: 'Plan.docx', link });
	});

	it('downloads one, reading its bytes once', async () => {
		const mail = own().deliver(mailWithFiles);
		const [listed] = await runStep('email.listAttachments', { messageId: mail.immutableId });
		provider().requests.clear();
		const [item] = await runStep(step, {
			messageId: mail.immutableId,
			attachmentId: String(listed?.json.id),
			binaryField: 'file',
		});
		expect((await readBinary(item, 'file')).length).toBe(content.length);
		expect(provider().requests.bytesOut).toBeLessThan(content.length * 1.01);
	});

	it.each(['list', 'id'])('downloads the one that was chosen in the mode %s', async (mode) => {
		const mail = own().deliver(mailWithFiles);
		const [, second] = await runStep('email.listAttachments', { messageId: mail.immutableId });
		const attachmentId = locator(mode, String(second?.json.id));
		const items = await runStep(step, { messageId: mail.immutableId, attachmentId });
		expect(items.map(({ json }) => json.id)).toEqual([second?.json.id]);
	});

	it('puts all files into one item when asked to', async () => {
		const mail = own().deliver(mailWithFiles);
		const [item, ...more] = await runStep(step, {
			messageId: mail.immutableId,
			options: { allInOneItem: true, includeInline: true },
		});
		expect(more).toEqual([]);
		expect(Object.keys(item?.binary ?? {})).toEqual(['data_0', 'data_1', 'data_2']);
		expect(item?.json.attachments).toHaveLength(4);
	});

	it('says in one item which field has the file of each, also behind a link into the cloud', async () => {
		const [pdf, logo, old, plan] = mailWithFiles.attachments;
		const attachments = [plan, pdf, old, logo].flatMap((one) => one ?? []);
		const mail = own().deliver({ ...mailWithFiles, attachments });
		const parameters = { messageId: mail.immutableId, binaryField: 'file' };
		const item = await runForOne(step, { ...parameters, options: { allInOneItem: true } });
		expect(item.attachments).toEqual([
			expect.not.objectContaining({ binaryField: expect.anything() }),
			expect.objectContaining({ name: 'a.pdf', binaryField: 'file_0' }),
			expect.objectContaining({ name: 'Old: mail', binaryField: 'file_1' }),
		]);
		for (const { json } of await runStep(step, parameters)) {
			expect(json).not.toHaveProperty('binaryField');
		}
	});

	it.each([
		['../../../../etc/passwd', 'passwd'],
		['..\\evil.exe', 'evil.exe'],
		['..', 'attachment'],
		['\u202Egpj.exe', 'gpj.exe'],
		['a\r\nb\u0000.txt', 'ab.txt'],
		['Invoice (May).pdf', 'Invoice (May).pdf'],
	])('stores a file that a stranger named %j as %j, in no folder', async (name, fileName) => {
		const mail = own().deliver({ ...mailWithFiles, attachments: [{ name, content: 'x' }] });
		const [item] = await runStep(step, { messageId: mail.immutableId });
		expect(item?.binary?.data).toMatchObject({ fileName });
		expect(item?.binary?.data).not.toHaveProperty('directory');
	});

	it.each(['constructor', '__proto__'])(
		'an attached email of the type %j becomes an .eml',
		async (type) => {
			const attachments = [{ name: 'Old', kind: 'item' as const, content: 'MIME' }];
			const mail = own().deliver({ ...mailWithFiles, attachments });
			provider().faults.next(
				{ path: /\$value$/ },
				{ status: 200, headers: { 'content-type': type }, body: 'MIME' },
			);
			const [item] = await runStep(step, { messageId: mail.immutableId });
			expect(item?.binary?.data).toMatchObject({
				fileName: 'Old.eml',
				mimeType: 'message/rfc822',
			});
		},
	);

	it('an attached event becomes an .ics, though its answer names any text', async () => {
		const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR';
		const attachments = [{ name: 'Review', kind: 'item' as const, content }];
		const mail = own().deliver({ ...mailWithFiles, attachments });
		const [item] = await runStep(step, { messageId: mail.immutableId });
		expect(item?.binary?.data).toMatchObject({ fileName: 'Review.ics', mimeType: 'text/calendar' });
		expect((await readBinary(item, 'data')).toString()).toBe(content);
	});

	it('begins again when the connection breaks in the middle', async () => {
		const mail = own().deliver(mailWithFiles);
		provider().faults.next({ path: /\$value$/ }, { bodyCutAfterBytes: 500_000 });
		const [item] = await runStep(step, { messageId: mail.immutableId });
		expect((await readBinary(item, 'data')).equals(content)).toBe(true);
	});

	it('works in a shared mailbox', async () => {
		const mail = shared().deliver(mailWithFiles);
		await runStep(step, { messageId: mail.immutableId, mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it('says which one of several cannot be read, and how to get the others', async () => {
		const mail = own().deliver(mailWithFiles);
		const names = 'OLE conversion failed for an attachment.';
		const body = { error: { code: 'ErrorCannotOpenFileAttachment', message: names } };
		provider().faults.next({ path: /\$value$/ }, { status: 400, body });
		const parameters = { messageId: mail.immutableId };
		const { message, description } = await failureOf(runStep(step, parameters));
		expect(message).toContain(names);
		expect(description).toContain(
			'It is about "a.pdf": to get the others, choose them one by one in Attachment ID.',
		);
		provider().faults.next({ path: /\$value$/ }, { status: 400, body });
		const [listed] = await runStep('email.listAttachments', parameters);
		const one = runStep(step, { ...parameters, attachmentId: String(listed?.json.id) });
		expect((await failureOf(one)).description ?? '').not.toContain('the others');
	});

	it('tells an agent nothing that a stranger hid in the name of the file that cannot be read', async () => {
		const name = 'Rechnung\u{E0141}\u{E0142}\u2063\u034F 1.pdf';
		const attachments = [{ name, contentType: 'application/pdf', content: Buffer.from('%PDF') }];
		const mail = own().deliver({ ...mailWithFiles, attachments: [...attachments, ...attachments] });
		const body = { error: { code: 'ErrorCannotOpenFileAttachment', message: 'Failed.' } };
		const refused = { status: 400, body };
		const messageId = mail.immutableId;
		provider().faults.next({ path: /\$value$/ }, refused);
		const { message } = await failureOf(runStep(step, { messageId }, { asTool: true }));
		expect(message).toContain('It is about "Rechnung 1.pdf"');
		provider().faults.next({ path: /\$value$/ }, refused);
		const several = { messageId: `${messageId}, ${own().deliver(mailWithFiles).immutableId}` };
		const [item] = await runStep(step, several, { asTool: true });
		expect(item?.json.problem).toContain('It is about "Rechnung 1.pdf"');
	});

	it('says that an attachment is not there, as an error item too', async () => {
		const mail = own().deliver(mailWithFiles);
		const [listed] = await runStep('email.listAttachments', { messageId: mail.immutableId });
		const parameters = { messageId: mail.immutableId, attachmentId: String(listed?.json.id) };
		await runStep('email.deleteAttachment', parameters);
		expect((await failureOf(runStep(step, parameters))).message).toContain('Not found');
		const [item] = await runStep(step, parameters, { continueOnFail: true });
		expect(item?.json.error).toContain('Not found');
	});
});
