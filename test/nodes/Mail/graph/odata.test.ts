import fc from 'fast-check';
import { filterText, queryString, searchText } from '../../../../nodes/Mail/graph/odata';

describe('filterText', () => {
	test('doubles apostrophes, so that the text ends where it should', () => {
		expect(filterText("let's meet")).toBe("'let''s meet'");
		expect(filterText("' or 1 eq 1 or subject eq '")).toBe("''' or 1 eq 1 or subject eq '''");
	});

	test('any text is one literal, and is read back from it', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const literal = filterText(text);
				expect(literal).toMatch(/^'(?:[^']|'')*'$/);
				expect(literal.slice(1, -1).replaceAll("''", "'")).toBe(text);
			}),
		);
	});
});

describe('searchText', () => {
	test('escapes quotes and backslashes within one pair of quotes', () => {
		expect(searchText('subject:"Q1 report" \\')).toBe('"subject:\\"Q1 report\\" \\\\"');
	});

	test('any text is one quoted search, and is read back from it', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const quoted = searchText(text);
				expect(quoted).toMatch(/^"(?:[^"\\]|\\["\\])*"$/s);
				expect(quoted.slice(1, -1).replace(/\\(["\\])/g, '$1')).toBe(text);
			}),
		);
	});
});

describe('queryString', () => {
	test('keeps the names Graph knows and encodes the values', () => {
		expect(queryString({ $filter: "subject eq 'a&b #1'", $top: 5, $count: true })).toBe(
			"?$filter=subject%20eq%20'a%26b%20%231'&$top=5&$count=true",
		);
	});

	test('leaves out what is not given, and is empty without anything', () => {
		expect(queryString({ $select: undefined, $top: 1 })).toBe('?$top=1');
		expect(queryString({ $select: undefined })).toBe('');
		expect(queryString()).toBe('');
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
