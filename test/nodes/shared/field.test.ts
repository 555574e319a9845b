import { z } from 'zod';
import {
	changed,
	choice,
	collection,
	field,
	fixedCollection,
	fixedCollectionLists,
	inputOf,
	optionalChoice,
	requiredChoice,
} from '../../../nodes/shared/field';
import { flag, optionalText, requiredText } from '../../../nodes/shared/inputSchemas';

const note = field(
	{ displayName: 'Note', name: 'note', type: 'string', default: '' },
	optionalText,
);
const copy = field({ displayName: 'A Copy', name: 'copy', type: 'boolean', default: false }, flag);
const levels = {
	displayName: 'Level',
	name: 'level',
	type: 'options',
	options: [
		{ name: 'Not Set', value: 'unchanged' },
		{ name: 'Out of Office', value: 'oof' },
		{ name: 'High', value: 'high' },
	],
	default: 'high',
} as const;

describe('a collection', () => {
	const options = collection({ displayName: 'Options', name: 'options' }, [note, copy]);

	it('shows its fields sorted by what they are called', () => {
		expect(options.property.options?.map(({ name }) => name)).toEqual(['copy', 'note']);
	});

	it('reads its fields by their names, also when it was never opened', () => {
		expect(options.input.parse({ note: ' a ', copy: 'true' })).toEqual({ note: 'a', copy: true });
		for (const nothing of [undefined, null, {}]) {
			expect(options.input.parse(nothing)).toEqual({ note: undefined, copy: false });
		}
	});

	it('names the field at fault', () => {
		const refused = options.input.safeParse({ copy: 'perhaps' });
		expect(refused.error?.issues).toEqual([
			expect.objectContaining({ path: ['copy'], message: 'must be true or false' }),
		]);
	});
});

describe('a fixed collection', () => {
	const address = fixedCollection({ displayName: 'Address', name: 'address' }, 'line', {
		displayName: 'Line',
		fields: [note],
	});
	const headers = fixedCollectionLists(
		{ displayName: 'Headers', name: 'headers' },
		{ header: { displayName: 'Header', fields: [changed(note, {}, requiredText)] } },
	);

	it('gives the values of its one group, or nothing', () => {
		expect(address.input.parse({ line: { note: 'a' } })).toEqual({ note: 'a' });
		for (const nothing of [undefined, null, {}]) {
			expect(address.input.parse(nothing)).toBeUndefined();
		}
	});

	it('of lists gives one for each group, empty where nothing was added', () => {
		expect(headers.input.parse({ header: [{ note: 'a' }] })).toEqual({ header: [{ note: 'a' }] });
		for (const nothing of [undefined, null, {}]) {
			expect(headers.input.parse(nothing)).toEqual({ header: [] });
		}
		expect(headers.input.safeParse({ header: [{ note: '' }] }).error?.issues[0]?.path).toEqual([
			'header',
			0,
			'note',
		]);
		expect(headers.property.typeOptions).toEqual({ multipleValues: true });
	});
});

describe('a choice', () => {
	it.each(['high', 'High', ' HIGH '])('is taken as %j', (given) => {
		expect(choice(levels).input.parse(given)).toBe('high');
		expect(optionalChoice(levels).input.parse(given)).toBe('high');
	});

	it('is taken by its label', () => {
		expect(choice(levels).input.parse('out of office')).toBe('oof');
	});

	it.each(['', ' ', null, undefined])(
		'that is left empty (%j) is the default, or none',
		(given) => {
			expect(choice(levels).input.parse(given)).toBe('high');
			expect(optionalChoice(levels).input.parse(given)).toBeUndefined();
		},
	);

	it.each(['unchanged', 'Not Set'])('of the entry that changes nothing (%j) is none', (given) => {
		expect(optionalChoice(levels).input.parse(given)).toBeUndefined();
	});

	it('that is not offered is refused with what is', () => {
		expect(choice(levels).input.safeParse('hgih').error?.issues[0]?.message).toBe(
			'must be one of: oof, high',
		);
	});
});

describe('a choice that must be made', () => {
	const { displayName, name, options } = levels;
	const level = requiredChoice({ displayName, name, options });

	it('starts at none, and n8n asks for it', () => {
		expect(level.property).toMatchObject({ type: 'options', required: true, default: '' });
		expect(level.property.options?.map((option) => 'value' in option && option.value)).toEqual([
			'',
			...options.map(({ value }) => value),
		]);
		expect(level.input.parse('High')).toBe('high');
	});

	it.each(['', ' ', null, undefined, 'unchanged'])(
		'is refused as %j, with the choices',
		(given) => {
			expect(level.input.safeParse(given).error?.issues[0]?.message).toBe(
				'is required, one of: oof, high',
			);
		},
	);
});

describe('a changed field', () => {
	it('keeps its name, and how it is read unless that is changed too', () => {
		const shown = changed(note, { displayName: 'Remark', required: true });
		expect(shown.property).toEqual({ ...note.property, displayName: 'Remark', required: true });
		expect(inputOf([shown]).parse({ note: 'a' })).toEqual({ note: 'a' });
		expect(() => inputOf([changed(note, {}, requiredText)]).parse({})).toThrow(z.ZodError);
	});
});
