import fc from 'fast-check';
import { z } from 'zod';
import {
	expandProperty,
	filterText,
	searchText,
	selectOf,
} from '../../../../nodes/Mail/graph/odata';

describe('selectOf', () => {
	it('asks for all that a shape names but annotations and what is expanded', () => {
		const any = z.unknown();
		const shape = z.object({
			id: any,
			subject: any,
			'@odata.etag': any,
			singleValueExtendedProperties: any,
		});
		// The filter of the property has the word `id` in it.
		expect(selectOf(shape, expandProperty('SystemTime 0x3FEF'))).toBe('id,subject');
		expect(selectOf(shape)).toBe('id,subject,singleValueExtendedProperties');
	});
});

describe('filterText', () => {
	it('doubles apostrophes, so that the text ends where it should', () => {
		expect(filterText("let's meet")).toBe("'let''s meet'");
		expect(filterText("' or 1 eq 1 or subject eq '")).toBe("''' or 1 eq 1 or subject eq '''");
	});

	it('any text is one literal, and is read back from it', () => {
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
	it('escapes quotes and backslashes within one pair of quotes', () => {
		expect(searchText('subject:"Q1 report" \\')).toBe('"subject:\\"Q1 report\\" \\\\"');
	});

	it('any text is one quoted search, and is read back from it', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const quoted = searchText(text);
				expect(quoted).toMatch(/^"(?:[^"\\]|\\["\\])*"$/s);
				expect(quoted.slice(1, -1).replace(/\\(["\\])/g, '$1')).toBe(text);
			}),
		);
	});
});
