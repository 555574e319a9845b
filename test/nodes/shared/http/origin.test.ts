import fc from 'fast-check';
import { InvalidInput } from '../../../../nodes/shared/http/failures';
import { createOrigin } from '../../../../nodes/shared/http/origin';

describe('the API root of a credential', () => {
	it.each([
		['https://graph.microsoft.com', 'https://graph.microsoft.com'],
		['https://graph.microsoft.com/', 'https://graph.microsoft.com'],
		['https://GRAPH.microsoft.com:443', 'https://graph.microsoft.com'],
		['https://gateway.contoso.com:8443/graph/', 'https://gateway.contoso.com:8443/graph'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://127.0.0.1:3000/graph', 'http://127.0.0.1:3000/graph'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%s is taken as %s', (root, taken) => {
		expect(createOrigin(root).root).toBe(taken);
	});

	it.each([
		'http://graph.microsoft.com',
		'http://127.0.0.1.evil.example',
		'http://localhost.evil.example',
		'http://localhost@evil.example',
		'http://[::ffff:10.0.0.1]',
		'http://0.0.0.0:3000',
		'ftp://graph.microsoft.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
	])('%s is refused: only https, or http on this machine', (root) => {
		expect(() => createOrigin(root)).toThrow(/must start with https:\/\//);
	});

	it.each([
		'https://user:secret@graph.microsoft.com',
		'https://graph.microsoft.com?x=1',
		'https://graph.microsoft.com#x',
	])('%s is refused for its user, query or fragment', (root) => {
		expect(() => createOrigin(root)).toThrow(/must not hold a user, query or fragment/);
	});

	it.each([
		'',
		'graph.microsoft.com',
		'/v1.0',
		'https://',
		'https:graph.microsoft.com',
		'https:///graph.microsoft.com',
		'https:\\\\graph.microsoft.com',
		'https://graph.microsoft.com\\@evil.example',
		'https://graph.micro\nsoft.com',
		'https://graph.microsoft.com/a b',
	])('%j is no address', (root) => {
		expect(() => createOrigin(root)).toThrow(/not a valid address/);
	});

	it('is never repeated in the error', () => {
		expect.assertions(1);
		try {
			createOrigin('http://user:secret@evil.example');
		} catch (error) {
			expect(String(error)).not.toMatch(/secret|evil/);
		}
	});
});

describe('what a request is resolved to', () => {
	const origin = createOrigin('https://gateway.contoso.com/graph');

	it('a path lies below the root', () => {
		expect(origin.resolve('/v1.0/me')).toBe('https://gateway.contoso.com/graph/v1.0/me');
	});

	it("the provider's own links are followed unchanged", () => {
		const next = 'https://gateway.contoso.com/graph/v1.0/me/messages?$skiptoken=a%2Fb&$top=10';
		expect(origin.resolve(next)).toBe(next);
	});

	it('an encoded slash within an ID stays what it is', () => {
		expect(origin.resolve('/v1.0/me/messages/AA%2FBB')).toMatch(/\/messages\/AA%2FBB$/);
	});

	it('a link in a query is no host, however it is written', () => {
		expect(origin.resolve('/v1.0/me?next=https:evil.example')).toMatch(/^https:\/\/gateway\./);
	});

	it.each([
		'https://evil.example/graph/v1.0/me',
		'https://gateway.contoso.com.evil.example/graph/v1.0/me',
		'https://gateway.contoso.com./graph/v1.0/me',
		'https://gateway-contoso.com/graph/v1.0/me',
		'https://gаteway.contoso.com/graph/v1.0/me', // a Cyrillic letter
		'https://gateway.contoso.com@evil.example/graph/v1.0/me',
		'https://evil.example\\@gateway.contoso.com/graph/v1.0/me',
		'https:\\\\evil.example\\graph\\v1.0',
		'\\\\evil.example\\graph',
		'//evil.example/graph/v1.0/me',
		'//gateway.contoso.com/graph/v1.0/me',
		'/\\evil.example/graph',
	])('%s is another host', (link) => {
		expect(() => origin.resolve(link)).toThrow(InvalidInput);
	});

	it.each([
		'https://user@gateway.contoso.com/graph/v1.0/me',
		'https://:secret@gateway.contoso.com/graph/v1.0/me',
	])('%s carries a user of its own', (link) => {
		expect(() => origin.resolve(link)).toThrow(InvalidInput);
	});

	it.each([
		'http://gateway.contoso.com/graph/v1.0/me',
		'https://gateway.contoso.com:8443/graph/v1.0/me',
		'blob:https://gateway.contoso.com/graph/v1.0',
		'javascript:/graph/v1.0',
		'data:text/plain,/graph/v1.0',
		'v1.0/me',
		'',
	])('%s is another scheme, port or no address', (link) => {
		expect(() => origin.resolve(link)).toThrow(InvalidInput);
	});

	it.each([
		'/../admin',
		'/v1.0/../../admin',
		'/v1.0/%2e%2e/%2E%2e/admin',
		'/v1.0/.%2e/..\\admin/../..',
		'https://gateway.contoso.com/graph/../admin',
		'https://gateway.contoso.com/graphite/v1.0',
		'https://gateway.contoso.com/admin',
	])('%s leaves the root', (link) => {
		expect(() => origin.resolve(link)).toThrow(InvalidInput);
	});

	it.each(['/v1.0/..%2f..%2fadmin', '/v1.0/%2e%2e%5c%2e%2e%5cadmin', '/v1.0/a%2F..%2Fb'])(
		'%s would leave the root where a server decodes it twice',
		(path) => {
			expect(() => origin.resolve(path)).toThrow(InvalidInput);
		},
	);

	it.each([
		'/\t/evil.example/x',
		'/\t/.\n./../x',
		'https://gateway.contoso.com/graph/v1.0/\tme',
		'https://gateway.\ncontoso.com/graph/v1.0/me',
		'https://gateway.contoso.com\\@evil.example/graph/v1.0/me',
		'https://gateway.contoso.com/graph\\v1.0',
		'https:/gateway.contoso.com/graph/v1.0',
		'https:gateway.contoso.com/graph/v1.0',
		'https:\\\\gateway.contoso.com/graph/v1.0',
		' https:gateway.contoso.com/graph/v1.0',
	])('%j is refused, as others may find another host in it', (link) => {
		expect(() => origin.resolve(link)).toThrow(InvalidInput);
	});

	it('a backslash in a query is no part of the address', () => {
		expect(origin.resolve('/v1.0/me?q=\\\\evil.example')).toBe(
			'https://gateway.contoso.com/graph/v1.0/me?q=\\\\evil.example',
		);
	});

	it('whatever it is, the address stays on the origin and below the root, or is refused', () => {
		const tricky = fc.array(
			fc.constantFrom(
				...['/', '\\', '..', '.', '%2e', '%2F', '%5c', '@', ':', '//', '#', '?', '\t', '\n', ' '],
				...['https:', 'http:', 'evil.example', 'gateway.contoso.com', 'graph', 'v1.0', ''],
			),
			{ maxLength: 12 },
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.webUrl(),
					tricky.map((parts) => parts.join('')),
				),
				(link) => {
					let resolved: URL;
					try {
						resolved = new URL(origin.resolve(link));
					} catch (error) {
						expect(error).toBeInstanceOf(InvalidInput);
						return;
					}
					expect(resolved.origin).toBe('https://gateway.contoso.com');
					expect(resolved.username + resolved.password).toBe('');
					expect(resolved.pathname).toMatch(/^\/graph(\/|$)/);
				},
			),
			{ numRuns: 2_000 },
		);
	});
});

describe('a link that is used without the token', () => {
	const hrefOf = (root: string, link: string, base?: string) =>
		createOrigin(root).outside(link, base === undefined ? undefined : new URL(base))?.href;
	const far = 'https://graph.microsoft.com';
	const near = 'http://127.0.0.1:3000';

	it.each([
		[far, 'https://storage.example.com/a?b=c'],
		[near, 'https://storage.example.com/a'],
		[near, 'http://127.0.0.1:4000/a'],
		[near, 'http://[::1]:4000/a'],
	])('of %s may lead to %s', (root, link) => {
		expect(hrefOf(root, link)).toBe(link);
	});

	it.each([
		[far, 'http://storage.example.com/a'],
		[far, 'http://127.0.0.1:4000/a'],
		[near, 'http://storage.example.com/a'],
		[near, 'http://127.0.0.1.evil.example/a'],
		['https://localhost', 'http://localhost/a'],
		[far, 'https://user@storage.example.com/a'],
		[far, 'https://:secret@storage.example.com/a'],
		[far, 'https://storage.example.com\\@evil.example/a'],
		[far, 'https:storage.example.com/a'],
		[far, 'file:///etc/passwd'],
		[far, 'data:text/plain,a'],
		[far, '/a'],
		[far, ''],
	])('of %s may not lead to %j', (root, link) => {
		expect(hrefOf(root, link)).toBeUndefined();
	});

	it('may be relative to the page it stands on', () => {
		expect(hrefOf(far, '../z', 'https://a.example.com/x/y')).toBe('https://a.example.com/z');
		expect(hrefOf(far, '\\\\evil.example', 'https://a.example.com/x')).toBeUndefined();
	});
});
