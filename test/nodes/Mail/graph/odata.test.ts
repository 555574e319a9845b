import fc from 'fast-check';
import { filterText, searchText } from '../../../../nodes/Mail/graph/odata';

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
