import fc from 'fast-check';
import { queryString } from '../../../../nodes/shared/http/queryString';

describe('queryString', () => {
	test.each([
		[{ a: 1, b: true, c: 'x y' }, '?a=1&b=true&c=x%20y'],
		[{ a: undefined, b: null, c: '' }, '?c='],
		[{ expand: ['a', 'b'] }, '?expand%5B%5D=a&expand%5B%5D=b'],
		[{ 'expand[]': ['a', 'b'] }, '?expand%5B%5D=a&expand%5B%5D=b'],
		[{ filter_by: { statuses: ['a'] } }, '?filter_by%5Bstatuses%5D%5B%5D=a'],
		[{ filter_by: {} }, ''],
		[{ 'a&b': '=&#+' }, '?a%26b=%3D%26%23%2B'],
		[{ a: '\ud800' }, '?a=%EF%BF%BD'],
		[{ $top: 5, $count: true, a$: '$' }, '?$top=5&$count=true&a%24=%24'],
		[{ $filter: "subject eq 'a&b #1'" }, "?$filter=subject%20eq%20'a%26b%20%231'"],
		[{}, ''],
		[undefined, ''],
	])('writes %j as %s', (query, text) => {
		expect(queryString(query)).toBe(text);
	});

	test('any names and values are read back as they were given', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (query) => {
				const read = new URLSearchParams(queryString(query));
				expect(Object.fromEntries(read)).toEqual({ ...query });
			}),
		);
	});
});
