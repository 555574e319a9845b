import fc from 'fast-check';
import { z } from 'zod';
import {
	flag,
	jsonObject,
	jsonValue,
	optionalFlag,
	optionalIdText,
	optionalLocator,
	optionalNameLocator,
	optionalText,
	rawText,
	requiredIdText,
	requiredLocator,
	requiredText,
	textList,
	wholeNumber,
} from '../../../../nodes/shared/step/inputSchemas';

const BLANKS = [undefined, null, '', ' ', '\n\t '];

function messageOf(schema: z.ZodTypeAny, value: unknown): string {
	const parsed = schema.safeParse(value);
	if (parsed.success) throw new Error('The value is valid');
	return parsed.error.issues.map(({ message }) => message).join();
}

describe('text', () => {
	it.each(BLANKS)('%p is not given', (blank) => {
		expect(optionalText.parse(blank)).toBeUndefined();
		expect(messageOf(requiredText, blank)).toBe('is required');
	});

	it('is kept without the blanks around it, and taken from a number', () => {
		expect(requiredText.parse('  a b ')).toBe('a b');
		expect(optionalText.parse(42)).toBe('42');
	});

	it.each([[{}], [[]], [true]])('%j is no text', (value) => {
		expect(messageOf(optionalText, value)).toBe('must be text');
		expect(messageOf(requiredText, value)).toBe('must be text');
	});

	it('raw text is kept to the letter', () => {
		fc.assert(fc.property(fc.string(), (text) => rawText.parse(text) === text));
		expect([undefined, null, 7, false].map((value) => rawText.parse(value))).toEqual([
			'',
			'',
			'7',
			'false',
		]);
		expect(messageOf(rawText, {})).toBe('must be text');
	});
});

describe('an ID', () => {
	const asLocator = (schema: z.ZodTypeAny) => ({
		parse: (value: string): unknown =>
			z.object({ value: z.string() }).parse(schema.parse({ mode: 'id', value })).value,
	});

	it.each([
		['requiredIdText', requiredIdText],
		['optionalIdText', optionalIdText],
		['requiredLocator', asLocator(requiredLocator)],
		['optionalLocator', asLocator(optionalLocator)],
	])('is read without the quotes and blanks around it (%s)', (_, schema) => {
		for (const written of ['"AAMk="', "'AAMk='", ' `AAMk=` ', '“AAMk=”', '" AAMk= "', 'AAMk=']) {
			expect(schema.parse(written)).toBe('AAMk=');
		}
		// What has other ends is not quoted.
		expect(schema.parse('"Ann" x')).toBe('"Ann" x');
		expect(schema.parse("it's")).toBe("it's");
	});

	it('is not given where nothing stands between the quotes', () => {
		expect(optionalIdText.parse('""')).toBeUndefined();
		expect(optionalLocator.parse({ mode: 'id', value: "''" })).toBeUndefined();
		expect(messageOf(requiredIdText, '``')).toBe('is required');
		expect(messageOf(requiredLocator, { mode: 'list', value: '""' })).toBe('is required');
		expect(messageOf(requiredIdText, '".."')).toContain('must not be empty or consist of dots');
	});

	it('is no name, whose quotes are its own', () => {
		expect(optionalLocator.parse({ mode: 'name', value: '"A"' })).toMatchObject({ value: '"A"' });
	});
});

describe('a switch that may be left out', () => {
	it('is true, false, or undecided while it is empty', () => {
		expect([true, 'False', false].map((value) => optionalFlag.parse(value))).toEqual([
			true,
			false,
			false,
		]);
		for (const blank of BLANKS) expect(optionalFlag.parse(blank)).toBeUndefined();
		expect(messageOf(optionalFlag, 'yes')).toBe('must be true or false');
	});
});

describe('flag', () => {
	it('reads true and false, also as words; nothing is false', () => {
		expect([true, 'true', ' TRUE '].map((value) => flag.parse(value))).toEqual([true, true, true]);
		for (const no of [false, 'False', ...BLANKS]) expect(flag.parse(no)).toBe(false);
	});

	it.each(['yes', '1', 1, {}])('refuses %p', (value) => {
		expect(messageOf(flag, value)).toBe('must be true or false');
	});
});

describe('wholeNumber', () => {
	const schema = wholeNumber({ min: 0, max: 50 });

	it('reads numbers and their text, with both bounds', () => {
		expect([0, '50', ' 7 '].map((value) => schema.parse(value))).toEqual([0, 50, 7]);
	});

	it.each(BLANKS)('%p is not given, and not zero', (blank) => {
		expect(schema.parse(blank)).toBeUndefined();
	});

	it.each([-1, 51, 1.5, NaN, Infinity, 'ten', '1,5', {}, true])('refuses %p', (value) => {
		expect(messageOf(schema, value)).toBe('must be a whole number from 0 to 50');
	});

	it('without an upper bound it says so', () => {
		expect(messageOf(wholeNumber({ min: 1 }), 0)).toBe('must be a whole number from 1 or more');
	});
});

describe('textList', () => {
	it.each([
		['a, b;c\nd', ['a', 'b', 'c', 'd']],
		['["a, b", "c", 3]', ['a, b', 'c', '3']],
		[
			['a, b', 'c', 3],
			['a, b', 'c', '3'],
		],
		[2026, ['2026']],
		['[External] mails, other', ['[External] mails', 'other']],
		[', ;', []],
		[',;', []],
		['[]', []],
		["['Acme, Inc.', 'Contoso']", ['Acme, Inc.', 'Contoso']],
		["['Acme']", ['Acme']],
		["['Acme','Contoso' , 'Initech']", ['Acme', 'Contoso', 'Initech']],
		['"Acme, Inc.", "Contoso"', ['Acme, Inc.', 'Contoso']],
		['"Acme" Ltd, Contoso', ['"Acme" Ltd', 'Contoso']],
		['"Acme, Inc.", Contoso', ['Acme, Inc.', 'Contoso']],
		['Contoso; "Acme, Inc." \n"Big" and "Small"', ['Contoso', 'Acme, Inc.', '"Big" and "Small"']],
		['24" screens, 27" screens', ['24" screens', '27" screens']],
		["O'Neil, 's Hertog", ["O'Neil", "'s Hertog"]],
		[[null, 'a', undefined], ['a']],
		['["a", null]', ['a']],
	])('%j is read as %j', (value, entries) => {
		expect(textList.parse(value)).toEqual(entries);
	});

	it.each(BLANKS)('%p is an empty list', (blank) => {
		expect(textList.parse(blank)).toEqual([]);
	});

	it.each([[[{ a: 1 }]], [[true]], [{}], [true]])('refuses %j', (value) => {
		expect(messageOf(textList, value)).toBe('must be text, or a list of texts');
	});

	it.each(['["a", "b",]', '[{"name": "Acme, Inc."}]', '["a", true]', "[\"O'Neil\", 'b']"])(
		'refuses the list %s, of which the signs would be stored',
		(value) => {
			expect(messageOf(textList, value)).toMatch(/cannot be read: write it as \["one", "two"\]/);
		},
	);

	it('has neither blank entries nor blanks around one, whatever is given', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.array(fc.string())), (value) => {
				for (const entry of textList.parse(value)) {
					expect(entry).not.toBe('');
					expect(entry).toBe(entry.trim());
				}
			}),
		);
	});
});

describe('JSON', () => {
	it.each(BLANKS)('%p is not given', (blank) => {
		expect(jsonObject.parse(blank)).toBeUndefined();
		expect(jsonValue.parse(blank)).toBeUndefined();
	});

	it('an object is taken as such and as text', () => {
		const key = fc.string().filter((name) => name !== '__proto__');
		fc.assert(
			fc.property(fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }), (object) => {
				const text = JSON.stringify(object);
				expect(jsonObject.parse(text)).toEqual(JSON.parse(text));
				expect(jsonObject.parse(JSON.parse(text))).toEqual(JSON.parse(text));
			}),
		);
	});

	it('text in "__proto__" changes no prototype', () => {
		const parsed = jsonObject.parse('{"__proto__": {"admin": true}, "a": 1}');
		expect(parsed).toEqual({ a: 1 });
		expect(Reflect.get({}, 'admin')).toBeUndefined();
		expect(Reflect.get(parsed ?? {}, 'admin')).toBeUndefined();
	});

	it.each(['[1]', '"a"', '7', 'null', '{"a":', '{a: 1}', [[1]], 7, true])(
		'%j is no JSON object',
		(value) => {
			expect(messageOf(jsonObject, value)).toBe('must be a JSON object, such as {"key": "value"}');
		},
	);

	it('a value may be anything but broken', () => {
		expect(jsonValue.parse(' [1, {"a": null}] ')).toEqual([1, { a: null }]);
		expect(jsonValue.parse({ a: 1 })).toEqual({ a: 1 });
		expect(jsonValue.parse('false')).toBe(false);
		expect(jsonValue.parse('null')).toBeNull();
		expect(messageOf(jsonValue, '{"a":')).toBe('is not valid JSON');
	});

	it.each([101, 4_000, 100_000])('JSON of %i levels is refused, as text and as such', (levels) => {
		const text = `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
		for (const schema of [jsonValue, jsonObject]) {
			for (const given of [text, JSON.parse(text) as unknown]) {
				expect(messageOf(schema, given)).toBe('must not have more than 100 levels');
			}
		}
	});
});

describe('resource locator', () => {
	it('keeps the mode and the value without blanks', () => {
		const given = { __rl: true, mode: 'list', value: ' AAMk ', cachedResultName: 'Inbox' };
		expect(requiredLocator.parse(given)).toEqual({ mode: 'list', value: 'AAMk' });
	});

	it.each([
		['AAMk', 'AAMk'],
		[7, '7'],
		[{ value: 7 }, '7'],
	])('%j is the ID %s', (given, value) => {
		expect(optionalLocator.parse(given)).toEqual({ mode: 'id', value });
	});

	it.each([...BLANKS, ...BLANKS.map((value) => ({ mode: 'list', value }))])(
		'%j is not given',
		(blank) => {
			expect(optionalLocator.parse(blank)).toBeUndefined();
			expect(messageOf(requiredLocator, blank)).toBe('is required');
		},
	);

	it.each(['id', 'list'])('refuses in mode %s what cannot be an ID', (mode) => {
		for (const value of ['..', '../x', 'a\u0000b', '\ud800']) {
			expect(messageOf(optionalLocator, { mode, value })).toMatch(/^must not /);
			expect(messageOf(requiredIdText, value)).toMatch(/^must not /);
		}
		expect(messageOf(optionalIdText, 'a'.repeat(1_001))).toBe('is longer than any real ID');
	});

	it('takes any name', () => {
		for (const locator of [
			{ mode: 'name', value: '../x' },
			{ mode: 'name', value: '...' },
		]) {
			expect(optionalLocator.parse(locator)).toEqual(locator);
			expect(optionalNameLocator.parse({ ...locator, mode: 'list' })?.value).toBe(locator.value);
		}
	});

	it.each([
		['id', 'AAMk'],
		['list', 'AAMk'],
		['name', 'Ann'],
	])('takes a whole item for what mode %s asks for', (mode, value) => {
		const item = { name: 'Ann', subject: 'Plan', id: 'AAMk' };
		expect(optionalLocator.parse({ mode, value: item })).toEqual({ mode, value });
		expect(messageOf(optionalLocator, { mode, value: { subject: 'Plan' } })).toBe(
			mode === 'name' ? 'must be a name' : 'must be an ID',
		);
	});

	it.each([true, [['a']], { mode: 7, value: 'x' }, { value: {} }])('refuses %j', (value) => {
		expect(messageOf(optionalLocator, value)).toBe('must be an ID');
	});
});
