import { z } from 'zod';
import { copyOf, inOrder } from '../../../../nodes/shared/step/outputs';

const named = z.object({ name: z.string(), id: z.string() });
const keysOf = (value: object) => Object.keys(value);

describe('inOrder', () => {
	it('puts the keys in the order of the schema, whatever order they came in', () => {
		expect(keysOf(inOrder(named, { id: '1', name: 'Ann' }))).toEqual(['name', 'id']);
	});

	it('keeps the keys that the schema does not name, behind the others', () => {
		const json = inOrder(named, { more: 'kept', id: '1', name: 'Ann' });
		expect(json).toEqual({ name: 'Ann', id: '1', more: 'kept' });
		expect(keysOf(json)).toEqual(['name', 'id', 'more']);
	});

	it('orders the records of lists, of optional keys and of the one form that fits', () => {
		const schema = z.union([
			z.object({ owner: named.nullish(), all: z.array(named) }),
			z.object({ single: named }),
		]);
		const one = { id: '1', name: 'Ann' };
		expect(JSON.stringify(inOrder(schema, { all: [one], owner: one }))).toBe(
			'{"owner":{"name":"Ann","id":"1"},"all":[{"name":"Ann","id":"1"}]}',
		);
		expect(JSON.stringify(inOrder(schema, { single: one }))).toBe(
			'{"single":{"name":"Ann","id":"1"}}',
		);
	});

	it('leaves out keys without a value, of all that the schema names, and keeps null and what is empty', () => {
		const owner = { id: '1', name: undefined };
		const json = { ...owner, owner, all: [{ ...owner, gone: undefined, kept: null, empty: '' }] };
		const kept = { all: [{ id: '1', kept: null, empty: '' }], owner: { id: '1' }, id: '1' };
		const person = named.partial();
		const schema = z.object({ all: z.array(person), owner: person });
		for (const one of [schema, z.union([z.object({ none: named }), schema])]) {
			expect(inOrder(one, json)).toStrictEqual(kept);
		}
	});

	it('leaves values as they are that the schema does not expect', () => {
		const raw = { all: 'no list', owner: 3, '@odata.etag': 'W/1' };
		expect(inOrder(z.object({ owner: named, all: z.array(named) }), raw)).toEqual(raw);
	});
});

describe('copyOf', () => {
	it('shares nothing with the item, and leaves out keys without a value at any depth', () => {
		const json = { list: [{ gone: undefined, kept: null }], deep: { a: { b: undefined, c: '' } } };
		const copy = copyOf(json);
		expect(copy).toStrictEqual({ list: [{ kept: null }], deep: { a: { c: '' } } });
		json.deep.a.c = 'changed';
		json.list.pop();
		expect(copy).toStrictEqual({ list: [{ kept: null }], deep: { a: { c: '' } } });
	});
});
