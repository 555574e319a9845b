import { type ApiClient, graphClient, rowsOf, textOf } from '../../apiClient';
import { type Simulator, startSimulator } from '../../simulator';
import type { Mailbox } from '../mailbox';
import type { SimMessage } from '../message';

const MEGABYTE = 1024 * 1024;

describe('attachments in the simulated Graph', () => {
	let simulator: Simulator;
	let me: Mailbox;
	let mail: SimMessage;
	let call: ApiClient;
	let path: string;

	beforeEach(async () => {
		simulator = await startSimulator();
		me = simulator.graph.mailbox('me@contoso.com');
		mail = me.deliver({
			subject: 'Files',
			from: 'pat@example.com',
			attachments: [
				{ name: 'picture.png', content: 'pixels', isInline: true, contentId: 'pic' },
				{ name: 'mail.eml', kind: 'item', content: 'Subject: inner', item: { subject: 'inner' } },
				{ name: 'cloud', kind: 'reference', sourceUrl: 'https://example.com/file' },
			],
		});
		call = graphClient(simulator, me.address);
		path = `/me/messages/${mail.id}/attachments`;
	});

	afterEach(() => simulator.stop());

	const file = {
		'@odata.type': '#microsoft.graph.fileAttachment',
		name: 'a.txt',
		contentBytes: Buffer.from('hello').toString('base64'),
	};

	it('carry their content by default and leave it out when not selected', async () => {
		const [full] = rowsOf(await call('GET', path));
		expect(full).toMatchObject({ contentBytes: Buffer.from('pixels').toString('base64') });
		const [slim] = rowsOf(await call('GET', `${path}?$select=id,name,size`));
		expect(Object.keys(slim ?? {})).not.toContain('contentBytes');
		expect((await call('GET', `${path}?$select=contentBytes`)).status).toBe(400);
	});

	it('ignore a filter, and report more bytes than the file has', async () => {
		const rows = rowsOf(
			await call('GET', `${path}?$filter=${encodeURIComponent('size gt 99999')}`),
		);
		expect(rows).toHaveLength(3);
		expect(Number(rows[0]?.size)).toBeGreaterThan('pixels'.length);
	});

	it('give a file and an inner mail as bytes, and refuse a link with 405', async () => {
		const [picture, inner, link] = rowsOf(await call('GET', path));
		expect((await call('GET', `${path}/${String(picture?.id)}/$value`)).body).toBe('pixels');
		expect((await call('GET', `${path}/${String(inner?.id)}/$value`)).body).toBe('Subject: inner');
		expect((await call('GET', `${path}/${String(link?.id)}/$value`)).status).toBe(405);
		const expanded = `${path}/${String(inner?.id)}?$expand=microsoft.graph.itemAttachment/item`;
		expect((await call('GET', expanded)).body).toMatchObject({ item: { subject: 'inner' } });
	});

	it('do not count as attachments while they are inline', async () => {
		const inline = me.deliver({
			subject: 'Picture',
			from: 'a@b.example',
			attachments: [{ name: 'x.png', content: 'x', isInline: true }],
		});
		expect((await call('GET', `/me/messages/${inline.id}`)).body).toMatchObject({
			hasAttachments: false,
		});
	});

	it('need their kind to be named', async () => {
		expect((await call('POST', path, file)).status).toBe(201);
		const nameless = { name: file.name, contentBytes: file.contentBytes };
		expect((await call('POST', path, nameless)).status).toBe(400);
	});

	it('are refused in one request above 4 MB', async () => {
		const large = { ...file, contentBytes: 'A'.repeat(4 * MEGABYTE) };
		expect((await call('POST', path, large)).status).toBe(413);
	});

	async function openSession(size: number): Promise<string> {
		const body = { AttachmentItem: { attachmentType: 'file', name: 'big.bin', size } };
		const answer = await call('POST', `${path}/createUploadSession`, body);
		expect(answer.status).toBe(201);
		return textOf(answer, 'uploadUrl');
	}

	async function put(url: string, start: number, length: number, total: number, headers = {}) {
		return await fetch(url, {
			method: 'PUT',
			headers: { 'content-range': `bytes ${start}-${start + length - 1}/${total}`, ...headers },
			body: Buffer.alloc(length, 'x'),
		});
	}

	it('arrive in chunks, in order, at an address that takes no token', async () => {
		const size = 3 * MEGABYTE + 5;
		const url = await openSession(size);
		const withToken = {
			authorization: `Bearer ${simulator.tokens.issue(me.address).access_token}`,
		};
		expect((await put(url, 0, MEGABYTE, size, withToken)).status).toBe(401);
		expect((await put(url, MEGABYTE, MEGABYTE, size)).status).toBe(416);
		const first = await put(url, 0, 2 * MEGABYTE, size);
		expect([first.status, await first.json()]).toEqual([
			200,
			expect.objectContaining({ nextExpectedRanges: [`${2 * MEGABYTE}-`] }),
		]);
		expect((await put(url, 0, 2 * MEGABYTE, size)).status).toBe(416);
		const last = await put(url, 2 * MEGABYTE, MEGABYTE + 5, size);
		expect(last.status).toBe(201);
		expect(last.headers.get('location')).toMatch(/Attachments\('.+'\)$/);
		expect(mail.attachments.at(-1)?.content).toHaveLength(size);
	});

	it('are refused in chunks above 4 MB, and with a range that does not fit', async () => {
		const size = 10 * MEGABYTE;
		const url = await openSession(size);
		expect((await put(url, 0, 4 * MEGABYTE + 1, size)).status).toBe(413);
		expect((await put(url, 0, MEGABYTE, size + 1)).status).toBe(400);
		expect((await put(url.replace(/authtoken=.*/, ''), 0, 10, size)).status).toBe(401);
	});

	it.each([3 * MEGABYTE - 1, 150 * MEGABYTE + 1])('have no session for %d bytes', async (size) => {
		const body = { AttachmentItem: { attachmentType: 'file', name: 'x', size } };
		expect((await call('POST', `${path}/createUploadSession`, body)).status).toBe(400);
	});

	it('have no session in a shared mailbox', async () => {
		const shared = simulator.graph.mailbox('shared@contoso.com');
		shared.shareWith(me.address, { mail: 'readWrite' });
		const theirs = shared.deliver({ subject: 'x', from: 'a@b.example' });
		const body = { AttachmentItem: { attachmentType: 'file', name: 'x', size: 4 * MEGABYTE } };
		const session = `/users/${shared.address}/messages/${theirs.id}/attachments/createUploadSession`;
		expect((await call('POST', session, body)).status).toBe(403);
	});

	it('hang on events as well', async () => {
		const time = { dateTime: '2026-03-03T10:00:00', timeZone: 'UTC' };
		const event = me.calendar.seed({ subject: 'Meeting', start: time, end: time });
		const own = `/me/events/${event.id}/attachments`;
		expect((await call('POST', own, file)).status).toBe(201);
		expect(rowsOf(await call('GET', own))).toHaveLength(1);
	});
});
