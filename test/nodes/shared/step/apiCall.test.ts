import fc from 'fast-check';
import { InvalidInput } from '../../../../nodes/shared/http/failures';
import { createOrigin } from '../../../../nodes/shared/http/origin';
import { checkEndpoint, checkHeaders } from '../../../../nodes/shared/step/apiCall';
import { custom } from '../../../../nodes/shared/step/apiCallFields';

const ROOT = 'https://api.example.com/gateway';
const origin = createOrigin(ROOT);

const endpoint = (text: string) => () => checkEndpoint(text, 'endpoint');
const checked = (record: Record<string, unknown>) => checkHeaders(Object.entries(record));
const headers = (record: Record<string, unknown>) => () => checked(record);

describe('an endpoint below the API root is accepted as it is', () => {
	it.each([
		'/',
		'/me',
		'/clients?limit=5&offset=10',
		'/clients/acc_Ab12Cd34Ef56Gh',
		'/clients/',
		'/users/pat%40example.com/messages',
		'/users/pat@example.com/messages',
		"/me/messages?$filter=contains(subject,'Invoice')",
		"/me/messages?$filter=subject eq 'It''s'",
		'/me/messages?$select=id,subject&$top=5',
		'/me/drive/root:/Reports/2026.xlsx:/content',
		'/me/messages/AAMk%2Fabc%3D/attachments',
		'/requests?filter_by[statuses][]=published&expand[]=clients',
		'/webhooks?url=https://example.com/hook',
		'/search?q=a..b',
		'/search?q=../x',
		'/files/report.v1.2.pdf',
		'/files/.hidden',
		'/files/..hidden',
		'/files/name..',
		'/files/100%25',
		'/files/%E2%82%AC',
		'/files/ä ö',
		'/search?q=%5Cwindows',
	])('%s', (text) => {
		expect(checkEndpoint(text, 'endpoint')).toBe(text);
		expect(origin.resolve(text).startsWith(ROOT)).toBe(true);
	});

	it.each([
		['/clients?q=a\\b', '/clients?q=a%5Cb'],
		[
			'/me/messages?$search="subject:\\"budget Q1\\""',
			'/me/messages?$search="subject:%5C"budget Q1%5C""',
		],
		['/me?x=\\\\evil.example', '/me?x=%5C%5Cevil.example'],
		['/me?\\evil.example', '/me?%5Cevil.example'],
	])('%s with the backslashes of its query encoded', (text, sent) => {
		expect(checkEndpoint(text, 'endpoint')).toBe(sent);
	});

	it.each([
		['/%6De/m%2Dx/a%7E', '/me/m-x/a~'],
		['/%6de?$filter=%6De', '/me?$filter=%6De'],
		['/files/100%2541', '/files/100%2541'],
		['/files/%24%2F%c3%a9', '/files/%24%2F%c3%a9'],
	])('%s with what needs no encoding decoded in its path: %s', (text, sent) => {
		expect(checkEndpoint(text, 'endpoint')).toBe(sent);
	});

	it('without the blanks around it', () => {
		expect(checkEndpoint('  /clients \n', 'endpoint')).toBe('/clients');
	});
});

describe('an endpoint that could leave the API root is refused', () => {
	it.each([
		// Nothing, or no path
		'',
		' ',
		'clients',
		'?limit=1',
		'.',
		'..',
		'./clients',
		'../clients',
		'@evil.example',
		':443/clients',
		// Schemes
		'https://evil.example',
		'http://evil.example/clients',
		'HTTPS://evil.example',
		'https:/evil.example',
		'https:evil.example',
		'javascript:alert(1)',
		'data:text/plain,x',
		'file:///etc/passwd',
		'ftp://evil.example',
		'gopher://127.0.0.1:70/',
		'blob:https://evil.example/x',
		'/https://evil.example',
		'/redirect/http://169.254.169.254/latest',
		// Other hosts by slashes and backslashes
		'//evil.example',
		'///evil.example',
		'////evil.example/clients',
		'/\\evil.example',
		'\\evil.example',
		'\\\\evil.example',
		'\\/evil.example',
		'/\\/evil.example',
		'/clients//1',
		'/clients//',
		'/clients/\\..\\me',
		'/%2Fevil.example',
		'/%2f%2fevil.example',
		'/%5Cevil.example',
		'/%5cevil.example',
		'/clients%5C..%5Cme',
		'/%255Cevil.example',
		'/%252Fevil.example',
		'/／evil.example',
		'/＼evil.example',
		'/%EF%BC%8Fevil.example',
		'/%EF%BC%BCevil.example',
		// Dot segments
		'/.',
		'/..',
		'/./clients',
		'/../clients',
		'/clients/..',
		'/clients/.',
		'/clients/../me',
		'/clients/../../oauth/token',
		'/clients/../../../other',
		'/clients/..?x=1',
		'/clients/.?x=1',
		'/clients/%2e%2e/me',
		'/clients/%2E%2E/me',
		'/clients/.%2e/me',
		'/clients/%2e./me',
		'/clients/%2e/me',
		'/clients/%2e%2e%2fme',
		'/clients/..%2fme',
		'/clients%2f..%2fme',
		'/clients%2F%2E%2E%2Fme',
		'/clients/%252e%252e/me',
		'/clients/%25252e%25252e/me',
		'/clients/.%252e/me',
		'/clients/%252e%252e%252fme%25',
		'/clients/..;/me',
		'/clients/..;x=1/me',
		'/clients/.;/me',
		'/clients/..%3b/me',
		'/clients/.. /me',
		'/clients/ ../me',
		'/clients/..%20/me',
		'/clients/. ./me',
		'/clients/.../me',
		'/clients/‥/me',
		'/clients/．．/me',
		'/clients/%EF%BC%8E%EF%BC%8E/me',
		'/clients/․․/me',
		'/clients/..%c0%afme',
		'/clients/%c0%ae%c0%ae/me',
		'/clients/%C0%AE%C0%AE/me',
		'/clients/%e0%80%ae/me',
		'/clients/%f0%80%80%ae/me',
		'/clients/%25c0%25ae/me',
		'/clients/%c1%9c/me',
		'/clients/%ff%2e%2e%2fme/%2e%2e',
		// Control characters, raw and encoded
		'/\t/evil.example',
		'/\n/evil.example',
		'/\r/evil.example',
		'/cli\tents',
		'/cli\nents',
		'/cli\r\nents',
		'/clients\r\nHost: evil.example',
		'/clients HTTP/1.1\r\nX: y',
		'/cli\u0000ents',
		'/cli\u0008ents',
		'/cli\u001bents',
		'/cli\u007fents',
		'/cli\u0085ents',
		'/cli\u009fents',
		'/cli\u2028ents',
		'/cli\u2029ents',
		'/cli%00ents',
		'/cli%0aents',
		'/cli%0dents',
		'/cli%0d%0aHost:%20evil.example',
		'/cli%09ents',
		'/cli%7fents',
		'/cli%c2%85ents',
		'/cli%e2%80%a8ents',
		'/cli%2500ents',
		'/cli%250d%250aents',
		'/clients?q=%0d%0aX-Evil:1',
		'/clients?q=%00',
		'/clients?q=a\nb',
		'/.\t./me',
		'/.\n./me',
		// Fragments, broken escapes, broken text, too much
		'/clients#x',
		'/#',
		'#/clients',
		'/clients?x=1#y',
		'/clients/%',
		'/clients/%2',
		'/clients/%zz',
		'/clients/%u002e%u002e/me',
		"/me/messages?$filter=contains(subject,'50%')",
		'/clients/\ud800',
		'/clients/\udc00x',
		'/clients/%2525252525252525252e',
	])('%j', (text) => {
		expect(endpoint(text)).toThrow(InvalidInput);
	});

	it('when it is longer than a request line', () => {
		expect(endpoint(`/${'a'.repeat(8_000)}`)).toThrow('longer than 8000 characters');
	});

	it('names the field and the next step, and does not repeat what was entered', () => {
		try {
			checkEndpoint('https://secret.example', 'endpoint');
			throw new Error('was accepted');
		} catch (error) {
			if (!(error instanceof InvalidInput)) throw error;
			expect(error.field).toBe('endpoint');
			expect(error.hint).toContain('below the API root');
			expect(`${error.message} ${error.hint ?? ''}`).not.toContain('secret');
		}
	});
});

it('whatever is accepted stays below the root, as it was written', () => {
	const piece = fc.constantFrom(
		...['/', '.', '..', '%2e', '%2f', '%5c', '\\', '//', '?', '#', '@', ':', ';', '%25', '%252e'],
		...[
			'a',
			'evil.example',
			'http:',
			' ',
			'\t',
			'\n',
			'％',
			'．',
			'／',
			'‥',
			'%c0%ae',
			'%00',
			'&',
			'=',
		],
	);
	const text = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), {
		maxLength: 12,
	});
	fc.assert(
		fc.property(text, (pieces) => {
			const entered = `/${pieces.join('')}`;
			let accepted: string;
			try {
				accepted = checkEndpoint(entered, 'endpoint');
			} catch (error) {
				return error instanceof InvalidInput;
			}
			const resolved = new URL(origin.resolve(accepted));
			const depth = (path: string) => path.split('/').length;
			return (
				resolved.origin === 'https://api.example.com' &&
				resolved.pathname.startsWith('/gateway/') &&
				depth(resolved.pathname) === depth(`/gateway${accepted.split('?', 1)[0] ?? ''}`)
			);
		}),
		{ numRuns: 3_000 },
	);
});

describe('headers of the user are passed on', () => {
	it.each([
		[{ Accept: 'application/json' }, { accept: 'application/json' }],
		[{ 'X-Request-Reason': ' audit ' }, { 'x-request-reason': 'audit' }],
		[{ Prefer: 'outlook.timezone="UTC"' }, { prefer: 'outlook.timezone="UTC"' }],
		[
			{ 'X-Number': 5, 'X-Switch': true },
			{ 'x-number': '5', 'x-switch': 'true' },
		],
		[{ ' If-Match ': '"1"' }, { 'if-match': '"1"' }],
		[{ 'X-Empty': '', 'X-None': null, 'X-Undefined': undefined }, {}],
		[{ '': '' }, {}],
		[{}, {}],
	])('%j', (given, sent) => {
		expect(checked(given)).toEqual(sent);
	});
});

it.each([
	['Prefer', 'prefer', { prefer: '"1", "2"' }],
	['If-Match', 'If-Match', { 'if-match': '"1", "2"' }],
])('two headers %s and %s are sent as one list', (one, other, sent) => {
	const given: Array<[string, unknown]> = [
		[one, '"1"'],
		[other, ' "2" '],
		[other, ''],
	];
	expect(checkHeaders(given)).toEqual(sent);
});

describe('a header that signs in, reroutes or breaks the request is refused', () => {
	it.each([
		...['Authorization', 'authorization', 'AUTHORIZATION', ' Authorization ', 'Authorization\t'],
		...['Authentication', 'X-Authorization', 'Host', 'HOST', 'host ', 'X-Host', 'X_Host'],
		...['Cookie', 'cookie', 'Cookie2', 'Set-Cookie', 'Set_Cookie'],
		...['Proxy-Authorization', 'proxy-authorization', 'Proxy_Authorization', 'Proxy-Connection'],
		...['Proxy-Authenticate', 'Proxy-Anything', 'Proxy-'],
		...['Connection', 'connection', 'Keep-Alive', 'keep_alive', 'TE', 'Trailer', 'Trailers'],
		...['Transfer-Encoding', 'transfer_encoding', 'Upgrade', 'HTTP2-Settings', 'Content-Length'],
		...['Expect', 'Forwarded', 'X-Forwarded-Host', 'X-Forwarded-For', 'X_Forwarded_Proto', 'Via'],
		...['X-Original-URL', 'X-Original-Host', 'X-Rewrite-URL', 'X-HTTP-Host-Override'],
		...['X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override', '__proto__'],
		...[':authority', ':path', ':method', 'Ho st', 'Host:', 'Host: evil', 'X\r\nHost', 'X\nY'],
		...['X\u0000', 'Hοst', 'Coo\u212Aie', 'Ho\u00ADst', 'X-Ä', 'X(Y)', 'X,Y', 'X/Y', 'X"Y', 'X@Y'],
		...['', 'X=Y', 'X;Y', '[X]', '{X}', 'X\\Y', 'x'.repeat(101)],
	])('named %j', (name) => {
		expect(headers(Object.fromEntries([[name, 'x']]))).toThrow(InvalidInput);
	});

	const values: unknown[] = [
		'a\r\nHost: evil.example',
		'a\nb',
		'a\rb',
		'a\u0000b',
		'a\u001bb',
		'a\u007fb',
		'a\u0085b',
		'a\u2028b',
		'€',
		'x'.repeat(4_001),
		{},
		[],
		['a'],
		{ toString: 'x' },
		Symbol('x'),
	];
	it.each(values.map((value) => ({ value })))('with the value %p', ({ value }) => {
		expect(headers({ 'X-Test': value })).toThrow(InvalidInput);
	});

	it('also when it is empty, so that nobody thinks it was sent', () => {
		expect(headers({ Authorization: '' })).toThrow('must not hold the header "Authorization"');
	});

	it.each([
		['X-Reason', 'x-reason'],
		['Content-Type', 'Content-Type'],
		['If-Range', 'if-range'],
	])('given as %s and %s, of which the provider takes one', (one, other) => {
		const twice: Array<[string, unknown]> = [
			[one, 'a'],
			[other, 'b'],
		];
		expect(() => checkHeaders(twice)).toThrow(`header "${one.toLowerCase()}" twice`);
	});

	it('joined to more than a server takes', () => {
		const many = Array.from({ length: 500 }, (_, n): [string, unknown] => ['Prefer', `p${n}="x"`]);
		expect(() => checkHeaders(many)).toThrow('more than 4000 characters');
	});

	it('among more than a request needs', () => {
		const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`x-${n}`, 'y']));
		expect(headers(many)).toThrow('more than 30');
	});

	it('without repeating its value', () => {
		expect(headers({ Cookie: 'session=secret' })).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining('secret') }),
		);
	});
});

it('no record of headers can smuggle one in', () => {
	fc.assert(
		fc.property(
			fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
			(record) => {
				try {
					const accepted = Object.entries(checked(record));
					return accepted.every(
						([name, value]) => /^[^\s:]+$/.test(name) && !/[\r\n\0]/.test(name + value),
					);
				} catch (error) {
					return error instanceof InvalidInput;
				}
			},
		),
		{ numRuns: 2_000 },
	);
});

describe('custom parameters', () => {
	it('are taken as JSON holds them', () => {
		const given = { q: 'a', n: 1, on: true, none: null, list: ['a', { deep: [2] }] };
		expect(custom.input.parse(JSON.stringify(given))).toEqual(given);
	});

	it('say what they must hold where an expression gives something else', () => {
		const { error } = custom.input.safeParse({ since: [new Date(0)] });
		expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
			['since', 'must hold texts, numbers, switches and lists'],
		]);
	});
});
