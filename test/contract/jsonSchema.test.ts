import Ajv from 'ajv';
import { z } from 'zod';
import { toJsonSchema } from '../../scripts/jsonSchema';
import { outputSchemas } from '../../scripts/outputSchemas';

/** The editor reads these schemas; the tests hold every output against them and against the originals. */

const text = z.string();
const named = z.object({ name: text, size: z.number().optional() });

const VALUES: unknown[] = [
	...['a', '', 1, true, false, null, [], {}],
	...[['a'], [1], { name: 'a' }, { name: 'a', size: 1 }, { name: 'a', size: '1' }],
	...[{ name: 'a', more: 1 }, { size: 1 }, { a: 'b' }, { a: 1 }, { list: [{ name: 'a' }] }],
	...[{ list: [{}] }, { list: [] }, { list: null }],
];

/** Of what is put out nothing may be left out in silence, so that zod has to refuse it as well. */
const KINDS: Array<[string, z.ZodTypeAny]> = [
	['a text', text],
	['a number', z.number()],
	['a flag', z.boolean()],
	['one text of several', z.enum(['a', 'b'])],
	['one text', z.literal('a')],
	['true', z.literal(true)],
	['anything', z.unknown()],
	['a text or nothing', text.nullable()],
	['a list', z.array(text)],
	['a record with these keys', named.strict()],
	['a record with these keys and others', named.passthrough()],
	['a record with any keys', z.record(text)],
	['a record with a list', z.object({ list: z.array(named.strict()).nullish() }).strict()],
	['one of two records', z.union([named.strict(), z.object({ a: text }).strict()])],
];

it.each(KINDS)('takes and refuses as a JSON schema what zod does: %s', (_, schema) => {
	const validate = new Ajv({ allowUnionTypes: true }).compile(toJsonSchema(schema));
	const taken = VALUES.filter((value) => validate(value));
	expect(taken).toEqual(VALUES.filter((value) => schema.safeParse(value).success));
	expect(taken.length).toBeGreaterThan(0);
});

it('refuses a kind of schema that it does not know, before an output is described wrongly', () => {
	expect(() => toJsonSchema(z.date())).toThrow(RangeError);
	expect(() => toJsonSchema(z.object({ at: z.date() }))).toThrow('An output has no ZodDate');
});

it.each(outputSchemas().map((entry) => [entry.file, entry.schema] as const))(
	'%s describes one item, as n8n reads it',
	(_, schema) => {
		expect(schema.type).toBe('object');
		if (schema.additionalProperties instanceof Object) return; // An API Call puts out anything.
		expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
	},
);
