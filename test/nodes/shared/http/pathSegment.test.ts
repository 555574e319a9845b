import fc from 'fast-check';
import { InvalidInput } from '../../../../nodes/shared/http/failures';
import { encodeSegment } from '../../../../nodes/shared/http/pathSegment';

describe('encodeSegment', () => {
	it.each([
		['AAMkAGI2TG93AAA=', 'AAMkAGI2TG93AAA%3D'],
		['a/b', 'a%2Fb'],
		['a?b#c', 'a%3Fb%23c'],
		['100%', '100%25'],
		['%2e%2e', '%252e%252e'],
		['a..b', 'a..b'],
		['//AA//', '%2F%2FAA%2F%2F'],
		['.hidden', '.hidden'],
		['🧾', '%F0%9F%A7%BE'],
	])('%s becomes %s', (id, segment) => {
		expect(encodeSegment(id)).toBe(segment);
	});

	it.each(['', ' ', '.', '..', '...', ' . ', '../me', 'a/../b', 'a\\..\\b', 'a/.', './a'])(
		'"%s" is refused, as it could name another resource',
		(id) => {
			expect(() => encodeSegment(id)).toThrow(InvalidInput);
		},
	);

	it.each(['a\u0000b', 'a\r\nX-Evil: 1', 'a\tb', 'a\u0085b', 'a\u2028b', '\ud800', 'a\udc00b'])(
		'%j is refused, as it is no text of an ID',
		(id) => {
			expect(() => encodeSegment(id)).toThrow('must not hold line breaks');
		},
	);

	it('what is longer than any ID is refused', () => {
		expect(encodeSegment('a'.repeat(1_000))).toHaveLength(1_000);
		expect(() => encodeSegment('a'.repeat(1_001))).toThrow(InvalidInput);
	});

	it('any text is refused or stays one segment of the path it is put into', () => {
		const hostile = fc
			.array(
				fc.constantFrom('.', '..', '/', '\\', '%', '%2f', '%2e', '?', '#', ';', '@', ':', ' ', 'a'),
			)
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostile), (id) => {
				let segment: string;
				try {
					segment = encodeSegment(id);
				} catch (error) {
					expect(error).toBeInstanceOf(InvalidInput);
					return;
				}
				const { pathname, search, hash } = new URL(`https://host.example/a/${segment}/z`);
				expect(pathname.split('/')).toEqual(['', 'a', segment, 'z']);
				expect(search + hash).toBe('');
				expect(decodeURIComponent(segment)).toBe(id);
			}),
			{ numRuns: 2_000 },
		);
	});
});
