import { isIP } from 'node:net';
import * as fc from 'fast-check';
import {
	isListSigned,
	oneClickLinks,
	publicAddress,
} from '../../../../nodes/Mail/email/unsubscribe';
import { ONE_CLICK_LINK, oneClickHeaders } from '../../../harness/exchangeHeaders';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
const publicName = fc
	.tuple(label, label, fc.constantFrom('com', 'org', 'io', 'xn--p1ai'))
	.map((labels) => labels.join('.'));
const path = fc.webPath();

/** An IPv4 address in each of the forms that programs read (RFC 3986, section 7.4). */
const ipv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).chain((number) => {
	const parts = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
	const [first = 0, ...rest] = parts;
	return fc.constantFrom(
		parts.join('.'),
		String(number),
		`0x${number.toString(16)}`,
		parts.map((part) => `0${part.toString(8)}`).join('.'),
		`${first}.${rest.reduce((sum, part) => sum * 256 + part, 0)}`,
		`[::ffff:${parts.join('.')}]`,
	);
});
const inside = fc.oneof(
	ipv4,
	fc.ipV6().map((address) => `[${address}]`),
	label,
	fc
		.tuple(
			label,
			fc.constantFrom(
				...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan'],
				...['home.arpa', 'in-addr.arpa', 'localdomain', 'test', 'invalid', 'onion'],
				// Machines there have certificates for these names, those of Tailscale from a public authority.
				...['default.svc', 'service.consul', 'tail1a2b.ts.net'],
			),
		)
		.map((labels) => labels.join('.')),
);

describe('a link that strangers wrote', () => {
	it('is followed to a public name, as it is', () => {
		fc.assert(
			fc.property(publicName, path, (host, rest) => {
				expect(publicAddress(`https://${host}${rest}`)?.host).toBe(host);
			}),
		);
	});

	it("is not followed to an address, or to a name of a network of one's own", () => {
		fc.assert(
			fc.property(inside, fc.constantFrom('', '.', ':443', ':8443'), path, (host, end, rest) => {
				expect(publicAddress(`https://${host}${end}${rest}`)).toBeUndefined();
				expect(publicAddress(`https://${host.toUpperCase()}${end}${rest}`)).toBeUndefined();
			}),
		);
	});

	it('is never followed but by https, at its port, without a user, whatever it is', () => {
		const wild = fc.oneof(
			fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true }),
			fc.string(),
			fc
				.tuple(fc.constantFrom('https:', 'http:', 'file:', ''), fc.string({ maxLength: 30 }))
				.map(([scheme, rest]) => `${scheme}//${rest}`),
			publicName.map((host) => `https://somebody@${host}/`),
			publicName.map((host) => `https://${host}:8443/`),
			publicName.map((host) => `https://${host}\\@127.0.0.1/`),
		);
		fc.assert(
			fc.property(wild, (link) => {
				const address = publicAddress(link);
				if (!address) return;
				expect([address.protocol, address.port, address.username]).toEqual(['https:', '', '']);
				expect(isIP(address.hostname)).toBe(0);
				expect(address.hostname).toMatch(/\.[a-z]/);
			}),
		);
	});
});

const raw = (headers = {}, more: Array<{ name: string; value: string }> = []) => ({
	internetMessageHeaders: [...more, ...oneClickHeaders(headers)],
});

describe('the headers of a list', () => {
	it('name links beside others, folded over lines', () => {
		const links =
			'<mailto:a@example.com>,\r\n <https://a.example.com/1?x=1>, <http://b.example.com>';
		expect(oneClickLinks(raw({ links }))).toEqual(['https://a.example.com/1?x=1']);
		expect(oneClickLinks(raw())).toEqual([ONE_CLICK_LINK]);
	});

	it('name none where somebody on the way put a second one on top', () => {
		const second = [{ name: 'list-unsubscribe', value: '<https://evil.example/>' }];
		expect(oneClickLinks(raw({}, second))).toEqual([]);
		const post = { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' };
		expect(oneClickLinks(raw({}, [post]))).toEqual([]);
		expect(oneClickLinks({})).toEqual([]);
	});

	it('are signed where a good signature of that domain covers both', () => {
		expect(isListSigned(raw())).toBe(true);
		expect(
			isListSigned(raw({ covered: ' From : LIST-UNSUBSCRIBE:\r\n list-unsubscribe-post ' })),
		).toBe(true);
		expect(isListSigned(raw({ covered: 'from:list-unsubscribe' }))).toBe(false);
		expect(isListSigned(raw({ domain: 'other.example' }))).toBe(false);
		const forged = [
			{
				name: 'Authentication-Results',
				value: 'dkim=pass header.d=evil.example; compauth=pass reason=100',
			},
		];
		const late = {
			internetMessageHeaders: [...oneClickHeaders({ domain: 'evil.example' }), ...forged],
		};
		expect(isListSigned(late)).toBe(false);
	});

	it('are not signed where a second signature of that domain leaves them out: either may be the good one', () => {
		const { internetMessageHeaders } = raw({ covered: 'From:Subject' });
		const value = 'v=1; d=example.com; h=From:List-Unsubscribe:List-Unsubscribe-Post; b=forged';
		const added = { name: 'DKIM-Signature', value };
		const replayed = { internetMessageHeaders: [...internetMessageHeaders, added] };
		expect(isListSigned(replayed)).toBe(false);
		const twice = { internetMessageHeaders: [...raw().internetMessageHeaders, added] };
		expect(isListSigned(twice)).toBe(true);
	});

	it('of any form are read without a failure', () => {
		const header = fc.record({
			name: fc.constantFrom(
				'List-Unsubscribe',
				'List-Unsubscribe-Post',
				'DKIM-Signature',
				'Received',
			),
			value: fc.string(),
		});
		fc.assert(
			fc.property(fc.array(header), (internetMessageHeaders) => {
				expect(oneClickLinks({ internetMessageHeaders })).toBeInstanceOf(Array);
				expect(isListSigned({ internetMessageHeaders })).toBe(false);
			}),
		);
	});
});
