import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { handledNames } from '../../../../../nodes/Mail/watch/mails/mailboxPoll';
import { shortHash } from '../../../../../nodes/shared/text/shortHash';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';
import type { AttachmentSeed } from '../../../../simulator/graph/attachment';
import { attachmentId } from '../../../../simulator/graph/attachment';

const FROM = 'billing@contoso.com';
const LIMIT = 25 * 1_048_576;
const benches: TriggerBench[] = [];

async function activeTrigger(parameters: INodeParameters = {}): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters);
	benches.push(bench);
	await bench.activate();
	bench.time.now += SECOND;
	return bench;
}

/** Polls for one mail with these attachments. */
async function pollFor(attachments: AttachmentSeed[], parameters: INodeParameters = {}) {
	const bench = await activeTrigger(parameters);
	bench.mailbox.deliver({ subject: 'with attachments', from: FROM, attachments });
	return { bench, items: await bench.poll() };
}

const file = (name: string, size: number, more: Partial<AttachmentSeed> = {}): AttachmentSeed => ({
	name,
	content: Buffer.alloc(size),
	...more,
});

async function contentOf(data: IBinaryData | undefined): Promise<string> {
	if (!data) return 'missing';
	return (await Container.get(BinaryDataService).getAsBuffer(data)).toString();
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('mail with attachments over 25 MB', () => {
	it.each([
		['one byte less than 25 MB', [file('a.bin', LIMIT - 1)], true],
		['exactly 25 MB', [file('a.bin', LIMIT)], true],
		['one byte more than 25 MB', [file('a.bin', LIMIT + 1)], false],
		[
			'several that only together are larger',
			[1, 2, 3].map((n) => file(`${n}.bin`, LIMIT / 2)),
			true,
		],
		['a small one and a large one', [file('a.txt', 10), file('b.bin', LIMIT + 1)], false],
		['an inline one only, too large', [file('a.png', LIMIT + 1, { isInline: true })], false],
		['an inline one only, small', [file('a.png', 10, { isInline: true })], true],
		[
			'a link to a file in the cloud, however large',
			[{ name: 'film.mp4', kind: 'reference' as const, size: 2 * LIMIT }],
			true,
		],
		[
			'an attached mail of exactly 25 MB',
			[{ name: 'Re: film', kind: 'item' as const, size: LIMIT }],
			true,
		],
		[
			'an attached mail that is too large',
			[{ name: 'Re: film', kind: 'item' as const, size: LIMIT + 1 }],
			false,
		],
		['one whose size nobody tells, exactly 25 MB', [file('a.bin', LIMIT, { size: null })], true],
		['one whose size nobody tells, too large', [file('a.bin', LIMIT + 1, { size: null })], false],
		[
			'an attached mail whose size nobody tells, small',
			[file('Re: film', 10, { kind: 'item', size: null })],
			true,
		],
		[
			'an attached mail whose size nobody tells, too large',
			[file('Re: film', LIMIT + 1, { kind: 'item', size: null })],
			false,
		],
	])('%s', async (_name, attachments, isDelivered) => {
		const { items, bench } = await pollFor(attachments);
		expect(subjects(items)).toEqual(isDelivered ? ['with attachments'] : []);
		// Skipped is handled: it does not come again, and holds nothing back.
		bench.mailbox.deliver({ subject: 'next', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['next']);
	});

	it('is read only where the size Exchange reports does not tell', async () => {
		const { bench } = await pollFor([file('a.bin', LIMIT + 100_000), file('b.bin', 1_000)]);
		expect(bench.simulator.requests.count({ path: /\$value$/ })).toBe(0);
	});

	it('is emitted as an item that says what was skipped and why, on request', async () => {
		const { items } = await pollFor([file('film.mp4', LIMIT + 1)], {
			options: { emitSkipped: true },
		});
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				subject: 'with attachments',
				from: { address: FROM, name: FROM },
				skipped: {
					reason: 'An attachment is larger than Maximum Attachment Size',
					attachment: { name: 'film.mp4', size: expect.any(Number) },
					maximumSize: LIMIT,
				},
			}),
		]);
	});

	it('is skipped as well where an expression gives blanks for the limit', async () => {
		const options = { maxAttachmentSize: ' ' };
		const { items } = await pollFor([file('film.mp4', LIMIT + 1)], { options });
		expect(items).toEqual([]);
	});

	it('is delivered with a larger limit, or with none', async () => {
		const attachments = [file('film.mp4', 26 * 1_048_576)];
		for (const maxAttachmentSize of [26, 0]) {
			const { items } = await pollFor(attachments, { options: { maxAttachmentSize } });
			expect(subjects(items)).toEqual(['with attachments']);
		}
		const { items } = await pollFor([file('a.txt', 2_000)], {
			options: { maxAttachmentSize: 0.001 },
		});
		expect(items).toEqual([]);
	});
});

describe('attachments', () => {
	const attachments: AttachmentSeed[] = [
		{ name: 'invoice.pdf', contentType: 'application/pdf', content: 'PDF bytes' },
		{ name: 'logo.png', contentType: 'image/png', content: 'PNG bytes', isInline: true },
		{ name: 'Re: order', kind: 'item', content: 'Subject: Re: order\r\n\r\nYes' },
		{ name: 'plan.xlsx', kind: 'reference' },
	];

	it('come one by one on request, each file in the same binary field', async () => {
		const { items, bench } = await pollFor(attachments, {
			downloadAttachments: true,
			oneItemPerAttachment: true,
		});
		const names = items.map(({ json }) =>
			z.array(z.object({ name: z.string() })).parse(json.attachments),
		);
		expect(names).toEqual(attachments.map(({ name }) => [{ name }]));
		expect(subjects(items)).toEqual(attachments.map(() => 'with attachments'));
		const contents = await Promise.all(
			items.map(async ({ binary }) => ({
				fields: Object.keys(binary ?? {}),
				content: await contentOf(binary?.attachment_0),
			})),
		);
		expect(contents).toEqual([
			{ fields: ['attachment_0'], content: 'PDF bytes' },
			{ fields: ['attachment_0'], content: 'PNG bytes' },
			{ fields: ['attachment_0'], content: 'Subject: Re: order\r\n\r\nYes' },
			{ fields: [], content: 'missing' },
		]);
		const fields = items.map(({ json }) =>
			z.array(z.object({ binaryField: z.string().optional() })).parse(json.attachments),
		);
		expect(fields.flat().map(({ binaryField }) => binaryField)).toEqual([
			'attachment_0',
			'attachment_0',
			'attachment_0',
			undefined,
		]);
		bench.mailbox.deliver({ subject: 'without', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['without']);
	});

	it.each(['simplified', 'raw'])(
		'that come one by one have an email each, into which a later node may write: %s',
		async (output) => {
			const more = { downloadAttachments: true, oneItemPerAttachment: true };
			const { items } = await pollFor(attachments, { output, ...more });
			const objectsOf = ({ json }: { json: object }) =>
				Object.values(json).filter((value) => typeof value === 'object' && value !== null);
			const objects = items.flatMap(objectsOf);
			expect(objects.length).toBeGreaterThan(items.length);
			expect(new Set(objects).size).toBe(objects.length);
		},
	);

	it('stand before the IDs of the email, with their own IDs last', async () => {
		const { items } = await pollFor(attachments, { downloadAttachments: true });
		const keys = Object.keys(items[0]?.json ?? {});
		expect(keys[0]).toBe('subject');
		expect(keys.slice(-4)).toEqual(['attachments', 'folderId', 'conversationId', 'id']);
		const described = z.array(z.record(z.unknown())).parse(items[0]?.json.attachments);
		expect(described.length).toBeGreaterThan(0);
		for (const entry of described) expect(Object.keys(entry).at(-1)).toBe('id');
	});

	it('are listed in the simplified output, without being read', async () => {
		const { items, bench } = await pollFor(attachments);
		expect(items[0]?.json.attachments).toEqual([
			expect.objectContaining({ name: 'invoice.pdf', type: 'file', isInline: false }),
			expect.objectContaining({ name: 'logo.png', type: 'file', isInline: true }),
			expect.objectContaining({ name: 'Re: order', type: 'item' }),
			expect.objectContaining({ name: 'plan.xlsx', type: 'reference' }),
		]);
		expect(items[0]?.binary).toBeUndefined();
		expect(bench.simulator.requests.count({ path: /\$value$/ })).toBe(0);
	});

	it('are downloaded: files as they are, attached mails as .eml, links as links', async () => {
		const bench = await activeTrigger({
			downloadAttachments: true,
			options: { attachmentPrefix: 'file_' },
		});
		bench.mailbox.deliver({ subject: 'with attachments', from: FROM, attachments });
		const sourceUrl = 'https://contoso-my.sharepoint.com/plan.xlsx';
		bench.simulator.faults.next(
			{ path: /^\/beta\/.*\/attachments\// },
			{ status: 200, body: { sourceUrl } },
		);
		const [item] = await bench.poll();
		expect(item?.json.attachments).toEqual([
			expect.objectContaining({
				name: 'invoice.pdf',
				contentType: 'application/pdf',
				binaryField: 'file_0',
			}),
			expect.objectContaining({ name: 'logo.png', binaryField: 'file_1' }),
			expect.objectContaining({ name: 'Re: order', binaryField: 'file_2' }),
			expect.objectContaining({ name: 'plan.xlsx', link: sourceUrl }),
		]);
		expect(Object.keys(item?.binary ?? {})).toEqual(['file_0', 'file_1', 'file_2']);
		expect(item?.binary?.file_0).toMatchObject({
			fileName: 'invoice.pdf',
			mimeType: 'application/pdf',
			// Stored as a file, not held in memory.
			id: expect.any(String),
		});
		expect(item?.binary?.file_2).toMatchObject({ fileName: expect.stringMatching(/\.eml$/) });
		expect(await contentOf(item?.binary?.file_0)).toBe('PDF bytes');
		expect(await contentOf(item?.binary?.file_2)).toContain('Subject: Re: order');
	});

	it.each([
		['text/calendar', 'Review.ics', 'text/calendar'],
		['text/vcard', 'Review.vcf', 'text/vcard'],
		['text/plain', 'Review.eml', 'message/rfc822'],
	])('that are items are what their bytes are: %s', async (type, fileName, mimeType) => {
		const bench = await activeTrigger({ downloadAttachments: true });
		bench.simulator.faults.next(
			{ path: /\$value$/ },
			{ status: 200, headers: { 'content-type': type }, body: 'BEGIN' },
		);
		const attachments = [{ name: 'Review', kind: 'item' as const, content: 'BEGIN' }];
		bench.mailbox.deliver({ subject: 'Meeting', from: FROM, attachments });
		const [item] = await bench.poll();
		expect(item?.binary?.attachment_0).toMatchObject({ fileName, mimeType });
	});

	it.each([
		['BEGIN:VCALENDAR\r\nEND:VCALENDAR', 'Review.ics', 'text/calendar'],
		['BEGIN:VCARD\r\nEND:VCARD', 'Review.vcf', 'text/vcard'],
		['Subject: BEGIN:VCARD', 'Review.eml', 'message/rfc822'],
	])('that are items are what they begin with: %j', async (content, fileName, mimeType) => {
		const attachments = [{ name: 'Review', kind: 'item' as const, content }];
		const { items } = await pollFor(attachments, { downloadAttachments: true });
		expect(items[0]?.binary?.attachment_0).toMatchObject({ fileName, mimeType });
		expect(await contentOf(items[0]?.binary?.attachment_0)).toBe(content);
	});

	it('that Microsoft makes no file of do not hold up their email (fact: smime-value)', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const code = 'ErrorMimeContentConversionFailed';
		const body = { error: { code, message: 'MIME content conversion failed.' } };
		bench.simulator.faults.next({ path: /\$value$/, times: Infinity }, { status: 500, body });
		const attachments = [{ name: 'Sealed', kind: 'item' as const }];
		bench.mailbox.deliver({ subject: 'Fwd: sealed', from: FROM, attachments });
		const [item] = await bench.poll();
		const error = expect.stringContaining('MIME content conversion failed');
		expect(item?.json.attachments).toMatchObject([{ name: 'Sealed', error }]);
		expect(item?.json.error).toBeUndefined();
	});

	it('are stored once, however often one of them cannot be read', async () => {
		const bench = await activeTrigger({ downloadAttachments: true });
		const names = ['good.txt', 'bad.txt'];
		const mail = bench.mailbox.deliver({
			subject: 'half',
			from: FROM,
			attachments: names.map((name) => ({ name, content: name })),
		});
		const store = jest.spyOn(Container.get(BinaryDataService), 'store');
		const [, bad] = mail.attachments;
		if (!bad) throw new Error('The mail has no second attachment');
		const id = encodeURIComponent(attachmentId(bad, 'immutable', 0));
		const path = new RegExp(`${id}/\\$value$`);
		bench.simulator.faults.next({ path, times: Infinity }, { status: 500 });
		const delivered = [];
		for (let poll = 1; poll <= 6; poll++) delivered.push(...(await bench.poll()));
		expect(store).toHaveBeenCalledTimes(1);
		store.mockRestore();
		expect(delivered.map(({ json }) => json.attachments)).toEqual([
			[
				expect.objectContaining({ name: 'good.txt', binaryField: 'attachment_0' }),
				expect.objectContaining({ name: 'bad.txt', error: expect.any(String) }),
			],
		]);
		expect(await contentOf(delivered[0]?.binary?.attachment_0)).toBe('good.txt');
	});

	it('are stored once, although other mails come first in between', async () => {
		const bench = await activeTrigger({ downloadAttachments: true, options: { maxMails: 1 } });
		const deliver = (subject: string, names: string[]) =>
			bench.mailbox.deliver({
				subject,
				from: FROM,
				attachments: names.map((name) => ({ name, content: name })),
			});
		const mail = deliver('half', ['good.txt', 'bad.txt']);
		const store = jest.spyOn(Container.get(BinaryDataService), 'store');
		const [, bad] = mail.attachments;
		if (!bad) throw new Error('The mail has no second attachment');
		const id = encodeURIComponent(attachmentId(bad, 'immutable', 0));
		const path = new RegExp(`${id}/\\$value$`);
		bench.simulator.faults.next({ path, times: Infinity }, { status: 500 });
		const subjects = [];
		for (let poll = 1; poll <= 9; poll++) {
			// One that is new goes first, and takes the only place of the poll.
			if (poll === 2) deliver('new', []);
			subjects.push(...(await bench.poll()).map(({ json }) => json.subject));
		}
		expect(subjects).toEqual(['new', 'half']);
		expect(store).toHaveBeenCalledTimes(1);
		store.mockRestore();
	});

	it('are stored under clean names, in no folder, whatever a stranger called them', async () => {
		const names = [
			'../../etc/passwd',
			'..\\evil.exe',
			'..',
			'\u202Egpj.exe',
			'a\r\nb.txt',
			'ok.txt',
		];
		const { items } = await pollFor(
			names.map((name) => ({ name, content: 'x' })),
			{ downloadAttachments: true },
		);
		const files = Object.values(items[0]?.binary ?? {});
		expect(files.map(({ fileName }) => fileName)).toEqual([
			'passwd',
			'evil.exe',
			'attachment',
			'gpj.exe',
			'ab.txt',
			'ok.txt',
		]);
		for (const file of files) expect(file).not.toHaveProperty('directory');
	});

	// n8n's table of files has 255 characters for a type (@n8n/db, binary-data-file.ts); S3 takes it as a header.
	it.each([`application/${'x'.repeat(300)}`, 'application/x-wäre'])(
		'have a type that n8n can store, whichever a stranger chose: %s',
		async (contentType) => {
			const { items } = await pollFor([{ name: 'a.pdf', content: 'x', contentType }], {
				downloadAttachments: true,
			});
			const mimeType = 'application/octet-stream';
			expect(items[0]?.binary?.attachment_0).toMatchObject({ fileName: 'a.pdf', mimeType });
			expect(items[0]?.json.attachments).toMatchObject([{ contentType }]);
		},
	);

	it('in the cloud do without their link where it cannot be had', async () => {
		const { items } = await pollFor(attachments.slice(3), { downloadAttachments: true });
		expect(items[0]?.json.attachments).toEqual([
			expect.objectContaining({ name: 'plan.xlsx', type: 'reference' }),
		]);
		expect(JSON.stringify(items[0]?.json.attachments)).not.toContain('error');
	});
});

describe('output', () => {
	it('is simplified: text body, plain names', async () => {
		const bench = await activeTrigger();
		bench.mailbox.deliver({
			subject: 'Hello',
			from: FROM,
			body: { contentType: 'html', content: '<p>Dear <b>Ada</b></p>' },
		});
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({
			id: expect.any(String),
			subject: 'Hello',
			from: { address: FROM },
			to: [{ address: bench.mailbox.address }],
			body: expect.stringContaining('Dear Ada'),
			isRead: false,
			hasAttachments: false,
		});
		expect(item?.json).not.toHaveProperty('attachments');
	});

	it.each<[string, INodeParameters, IDataObject, string[]]>([
		['HTML', { body: 'html' }, { body: expect.stringContaining('<b>Ada</b>') }, []],
		['no body', { body: 'none' }, { subject: 'Hello' }, ['body']],
		[
			'a body that is cut',
			{ options: { maxBodyLength: 4 } },
			{ body: 'Dear', truncated: true },
			[],
		],
		[
			'raw',
			{ output: 'raw', body: 'html' },
			{
				toRecipients: [expect.anything()],
				body: { contentType: 'html', content: expect.anything() },
			},
			['to', '@odata.context'],
		],
		[
			'chosen fields',
			{ output: 'fields', fields: 'subject, internetMessageId' },
			{ subject: 'Hello', internetMessageId: expect.stringContaining('@') },
			['from', 'body', 'isDraft', 'parentFolderId'],
		],
	])('is %s on request', async (_name, parameters, expected, absent) => {
		const bench = await activeTrigger(parameters);
		bench.mailbox.deliver({
			subject: 'Hello',
			from: FROM,
			body: { contentType: 'html', content: '<p>Dear <b>Ada</b></p>' },
		});
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({ id: expect.any(String), ...expected });
		for (const name of absent) expect(item?.json).not.toHaveProperty([name]);
	});

	it('needs the fields to be named', async () => {
		const bench = await startTriggerBench({ output: 'fields' });
		benches.push(bench);
		await expect(bench.activate()).rejects.toMatchObject({ message: 'Fields: is required' });
	});

	it('leaves the mail unread unless it shall be marked', async () => {
		for (const markAsRead of [false, true]) {
			const bench = await activeTrigger({ options: { markAsRead } });
			const mail = bench.mailbox.deliver({ subject: 'Hello', from: FROM });
			expect(await bench.poll()).toHaveLength(1);
			expect(mail.isRead).toBe(markAsRead);
		}
	});

	it('is delivered although the mail cannot be marked as read', async () => {
		const bench = await activeTrigger({ options: { markAsRead: true } });
		bench.mailbox.deliver({ subject: 'Hello', from: FROM });
		bench.simulator.faults.next({ method: 'PATCH' }, { status: 403 });
		expect(subjects(await bench.poll())).toEqual(['Hello']);
		expect(await bench.poll()).toEqual([]);
	});
});

describe('the files of mails that could not be loaded in full', () => {
	it('are kept while their mail is asked for again, and no longer', () => {
		const files = new Map(['a', 'b'].map((id) => [id, new Map<string, IBinaryData>()]));
		const entries = new Map([[shortHash('b'), { state: [], tries: 1 }]]);
		handledNames({ names: new Map(), files }, { entries });
		expect([...files.keys()]).toEqual(['b']);
	});
});

it('the one file of a signed email is told to hold the others (fact: smime-files)', async () => {
	const attachments = [{ name: 'smime.p7m', contentType: 'multipart/signed', content: 'MIME' }];
	const { items } = await pollFor(attachments, { downloadAttachments: true });
	expect(items[0]?.json.attachments).toMatchObject([
		{ name: 'smime.p7m', note: expect.stringContaining('its files are inside this one') },
	]);
	expect(await contentOf(items[0]?.binary?.attachment_0)).toBe('MIME');
});

it('the one file of an email that Microsoft encrypts is told to hold its text (fact: rpmsg-files)', async () => {
	const contentType = 'application/x-microsoft-rpmsg-message';
	const attachments = [{ name: 'message.rpmsg', contentType, content: 'sealed' }];
	const { items } = await pollFor(attachments, { downloadAttachments: true });
	const note = expect.stringContaining('its text and files are inside this one');
	expect(items[0]?.json.attachments).toMatchObject([{ name: 'message.rpmsg', note }]);
});

// fact: scanned-late.
describe('attachments that Microsoft still scans', () => {
	const scanned = [{ name: 'invoice.pdf', content: 'PDF bytes' }];
	const placeholder = (name = 'Safe Attachments Scan In Progress') => [
		{ name, kind: 'item' as const, content: 'Subject: placeholder' },
	];
	const arrive = async (parameters: INodeParameters, name?: string) => {
		const bench = await activeTrigger(parameters);
		const attachments = placeholder(name);
		const mail = bench.mailbox.deliver({ subject: 'with attachments', from: FROM, attachments });
		const release = () => {
			mail.attachments = bench.mailbox.createAttachments(scanned);
		};
		return { bench, release };
	};

	it.each([
		'Safe Attachments Scan In Progress',
		'ATP Scan In Progress',
		'ATP Scan In Progress.eml',
	])('come with their email once they are there, and it comes once: %s', async (name) => {
		const { bench, release } = await arrive({ downloadAttachments: true }, name);
		expect(await bench.poll()).toEqual([]);
		bench.mailbox.deliver({ subject: 'next', from: FROM });
		expect(subjects(await bench.poll())).toEqual(['next']);
		bench.restart();
		expect(await bench.poll()).toEqual([]);
		release();
		const [item, ...more] = await bench.poll();
		expect(item?.json.attachments).toMatchObject([{ name: 'invoice.pdf' }]);
		expect(await contentOf(item?.binary?.attachment_0)).toBe('PDF bytes');
		expect([...more, ...(await bench.poll())]).toEqual([]);
	});

	it.each([
		['its name', 'attachment:invoice'],
		['its size', 'size<10000'],
	])('are filtered by what they are: %s', async (_, searchFilter) => {
		const { bench, release } = await arrive({ searchFilter });
		expect(await bench.poll()).toEqual([]);
		release();
		expect(subjects(await bench.poll())).toEqual(['with attachments']);
	});

	it('come where their email was flagged, too', async () => {
		const { bench, release } = await arrive({ event: 'flagged', downloadAttachments: true });
		for (const mail of bench.mailbox.messages) mail.flag = { flagStatus: 'flagged' };
		expect(await bench.poll()).toEqual([]);
		release();
		const [item] = await bench.poll();
		expect(await contentOf(item?.binary?.attachment_0)).toBe('PDF bytes');
	});

	it('are not waited for without end, and no placeholder passes for a file', async () => {
		const { bench } = await arrive({ downloadAttachments: true });
		const polls = [];
		for (let poll = 0; poll < 20; poll++) polls.push(await bench.poll({ after: MINUTE }));
		const [item, ...more] = polls.flat();
		expect(more).toEqual([]);
		expect(polls.findIndex(({ length }) => length > 0)).toBe(14);
		expect(item?.binary ?? {}).toEqual({});
		expect(item?.json.attachments).toMatchObject([
			{ note: expect.stringContaining('Microsoft still scans this file') },
		]);
	});

	it('are named by the test step', async () => {
		const { bench } = await arrive({ downloadAttachments: true });
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toContain('does not meet: Microsoft still scans its attachments');
	});

	it('do not hold back who asks for no attachments', async () => {
		const { bench } = await arrive({ options: { maxAttachmentSize: 0 } });
		expect(subjects(await bench.poll())).toEqual(['with attachments']);
	});
});
