import { Readable } from 'node:stream';
import { createFileReader, fileFailure } from '../../../../nodes/Collection/api/files';
import { createOrigin } from '../../../../nodes/shared/http/origin';
import type { HttpRequest, Outcome } from '../../../../nodes/shared/http/request';
import { createVirtualClock } from '../../../harness/virtualClock';

/** A status, where it sends to, and other headers. */
type Answered = [number, string?, Record<string, string>?];

/** Reads a file with senders that note who was asked with the token. */
async function readFrom(root: string, link: string, answers: Answered[]) {
	const asked: string[] = [];
	const sender =
		(name: string) =>
		async (request: HttpRequest): Promise<Outcome> => {
			asked.push(`${name} ${request.url}`);
			const [status, location, others] = answers.shift() ?? [200];
			const headers = { ...others, ...(location === undefined ? {} : { location }) };
			return await Promise.resolve({ status, headers, body: Readable.from(['bytes']) });
		};
	const readFile = createFileReader({
		origin: createOrigin(root),
		send: sender('token'),
		sendAnonymous: sender('plain'),
		clock: createVirtualClock(),
	});
	const { outcome, read } = await readFile(link, async (bytes) => {
		const parts = await Readable.from(bytes).toArray();
		return parts.join('');
	});
	return { asked, value: read?.value, status: 'status' in outcome ? outcome.status : undefined };
}

const REAL = 'https://api.contentsnare.com';

describe('a file', () => {
	it('is read without the token where that is enough', async () => {
		const { asked, value } = await readFrom(REAL, 'https://files.example.com/a', []);
		expect([asked, value]).toEqual([['plain https://files.example.com/a'], 'bytes']);
	});

	it.each([
		'https://api.contentsnare.com/files/a',
		'https://files.contentsnare.com/a',
		'https://contentsnare.com/a',
	])('at %s is asked for with the token when it is refused without', async (link) => {
		const { asked, value } = await readFrom(REAL, link, [[401]]);
		expect([asked, value]).toEqual([[`plain ${link}`, `token ${link}`], 'bytes']);
	});

	it.each([
		'https://evil.example/a',
		'https://contentsnare.com.evil.example/a',
		'https://evilcontentsnare.com/a',
		'https://files.contentsnare.com:8443/a',
		'https://contentsnare.com@evil.example/a',
	])('at %s never gets the token', async (link) => {
		const result = await readFrom(REAL, link, [[401]]).catch((error: unknown) => {
			expect(String(error)).toContain('not an https address');
			return { asked: [] };
		});
		expect(result.asked.filter((entry) => entry.startsWith('token'))).toEqual([]);
	});

	it('never gets the token of another gateway, though it lies at the provider', async () => {
		const link = 'https://files.contentsnare.com/a';
		const { asked } = await readFrom('https://gateway.example.com/api', link, [[401]]);
		expect(asked).toEqual([`plain ${link}`]);
	});

	it.each([
		['https://gateway.example.com/api/files/a', true],
		['https://gateway.example.com/other/files/a', false],
		['https://gateway.example.com/apis/files/a', false],
		['https://gateway.example.com/api/..%2fother/a', false],
	])('at %s of a gateway gets its token: %s', async (link, isBelow) => {
		const { asked } = await readFrom('https://gateway.example.com/api', link, [[401]]);
		expect(asked).toEqual(isBelow ? [`plain ${link}`, `token ${link}`] : [`plain ${link}`]);
	});

	it('is followed to another host without the token', async () => {
		const link = 'https://api.contentsnare.com/a';
		const stored = 'https://storage.example.com/b';
		const { asked, value } = await readFrom(REAL, link, [[403], [302, stored]]);
		expect(asked).toEqual([`plain ${link}`, `token ${link}`, `plain ${stored}`]);
		expect(value).toBe('bytes');
	});

	describe('that leads to the page where people sign in', () => {
		const link = 'https://app.contentsnare.com/a';
		const toSignIn: Answered[] = [
			[302, '/users/sign_in'],
			[200, undefined, { 'content-type': 'text/html; charset=utf-8' }],
		];

		it('is asked for with the token', async () => {
			const { asked, value } = await readFrom(REAL, link, [...toSignIn]);
			expect(asked.at(-1)).toBe(`token ${link}`);
			expect(value).toBe('bytes');
		});

		it('is not that page, with the token neither', async () => {
			const { asked, value, status } = await readFrom(REAL, link, [...toSignIn, ...toSignIn]);
			expect([asked.length, value, status]).toEqual([4, undefined, 401]);
		});

		it.each([
			['at another host', 'https://storage.example.com/b', {}],
			['as an attachment', '/b', { 'content-disposition': 'attachment; filename="b.html"' }],
		])('is an uploaded page %s', async (_, location, headers) => {
			const html = { 'content-type': 'text/html', ...headers };
			const { asked, value } = await readFrom(REAL, link, [
				[302, location],
				[200, undefined, html],
			]);
			expect([asked.length, value]).toEqual([2, 'bytes']);
		});
	});

	it('is followed by a relative redirect', async () => {
		const { asked } = await readFrom(REAL, 'https://a.example.com/x/y', [[307, '../z']]);
		expect(asked.at(-1)).toBe('plain https://a.example.com/z');
	});

	it('is not followed in circles', async () => {
		const link = 'https://a.example.com/x';
		const circle = Array.from({ length: 20 }, (): [number, string] => [302, link]);
		const { asked, status } = await readFrom(REAL, link, circle);
		expect([asked.length, status]).toEqual([6, 302]);
	});

	it.each([
		['http://files.example.com/a', []],
		['https://a.example.com/x', [[302, 'http://a.example.com/y']]],
		['https://a.example.com/x', [[302, 'file:///etc/passwd']]],
		['/files/a', []],
	] as Array<[string, Array<[number, string]>]>)('%s with %j is refused', async (link, answers) => {
		await expect(readFrom(REAL, link, answers)).rejects.toThrow('not an https address');
	});
});

describe('fileFailure', () => {
	it.each([
		[{ network: 'ECONNRESET' }, 'unavailable'],
		[{ status: 410, headers: {}, body: undefined }, 'rejected'],
	])('%j is %s, without the address', (outcome, kind) => {
		expect(fileFailure(outcome)).toMatchObject({
			kind,
			message: 'The file could not be downloaded',
		});
	});
});
