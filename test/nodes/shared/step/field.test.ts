import { z } from 'zod';
import type { Field } from '../../../../nodes/shared/step/field';
import {
	changed,
	collection,
	fixedCollection,
	fixedCollectionLists,
	inputOf,
	required,
} from '../../../../nodes/shared/step/field';
import {
	choice,
	choices,
	list,
	moment,
	number,
	optionalChoice,
	requiredChoice,
	text,
	toggle,
} from '../../../../nodes/shared/step/fieldKinds';
import { requiredText } from '../../../../nodes/shared/step/inputSchemas';
import { propertiesOf } from '../../../../nodes/shared/step/toolFields';

const note = text('note', 'Note');
const copy = toggle('copy', 'A Copy');
const levels = {
	options: [
		{ name: 'Not Set', value: 'unchanged' },
		{ name: 'Out of Office', value: 'oof' },
		{ name: 'High', value: 'high' },
	],
	default: 'high',
} as const;

describe('a kind of field', () => {
	it('brings type and default, and shows its placeholder where that is all it has of its own', () => {
		expect(text('city', 'City', 'City or town', 'e.g. Redmond').property).toEqual({
			displayName: 'City',
			name: 'city',
			type: 'string',
			default: '',
			placeholder: 'e.g. Redmond',
			description: 'City or town',
		});
		expect(number('hours', 'Hours').property).toMatchObject({ type: 'number', default: 0 });
		expect(moment('start', 'Start').property).toMatchObject({ type: 'dateTime', default: '' });
	});

	it('is read as its kind is, or by the schema it brings', () => {
		expect(list('ids', 'IDs').input.parse('a, b')).toEqual(['a', 'b']);
		expect(number('hours', 'Hours').input.parse('3')).toBe(3);
		expect(number('hours', 'Hours').input.safeParse('-3').success).toBe(false);
		const short = text('code', 'Code', '', { input: z.string().max(2), hint: 'Two letters' });
		expect(short.input.safeParse('abc').success).toBe(false);
		expect(short.property).not.toHaveProperty('input');
	});

	it('says itself that a language model fills it, and that the step does more without it', () => {
		const said = text('city', 'City', 'City or town', { byModel: 'Town', narrows: true });
		expect(said).toMatchObject({ toolText: 'Town', narrows: ['city'] });
		expect(said.property).toEqual(text('city', 'City', 'City or town').property);
		expect(text('city', 'City', '', { byModel: true }).toolText).toBe('');
		expect(text('city', 'City')).toMatchObject({ toolText: undefined, narrows: [] });
	});

	it.each<[string, Field, string]>([
		[
			'text',
			text('city', 'City', 'Town', { byModel: true }),
			"$fromAI('City', `Town`, 'string', '')",
		],
		['switch', toggle('copy', 'A Copy', 'Copy', { byModel: true }), "`Copy`, 'boolean', false)"],
		[
			'number',
			number('hours', 'Hours', 'Hours', { default: 2, byModel: true }),
			"`Hours`, 'number', 2)",
		],
		[
			'text that must be given',
			required(text('city', 'City', 'Town', { byModel: true })),
			"'string') }}",
		],
	])('that a model leaves out has its default in a tool: a %s', (_kind, one, end) => {
		const [person, tool] = propertiesOf(one);
		expect(person?.default).toBe(one.property.default);
		expect(tool?.default).toContain(end);
	});

	it('that must be given is refused when it is empty', () => {
		const title = required(text('title', 'Title'));
		expect(title.property).toMatchObject({ required: true });
		expect(title.input.parse(' a ')).toBe('a');
		expect(title.input.safeParse(' ').error?.issues[0]?.message).toBe('is required');
		const days = choices('days', 'Days', 'Days', { options: levels.options, required: true });
		expect(days.input.safeParse([]).error?.issues[0]?.message).toBe('choose at least one');
		expect(days.input.parse('high, oof')).toEqual(['high', 'oof']);
	});
});

describe('a collection', () => {
	const options = collection('options', 'Options', '', [note, copy]);

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
	const line = { displayName: 'Line', name: 'line', fields: [note] } as const;
	const address = fixedCollection('address', 'Address', 'Where it is', line);
	const headers = fixedCollectionLists('headers', 'Headers', 'What stands above', {
		header: { displayName: 'Header', fields: [changed(note, {}, requiredText)] },
	});

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

it('says what an expression has to give that stands for a whole collection', () => {
	const line = { displayName: 'Line', name: 'line', fields: [note] };
	const once = fixedCollection('lines', 'Lines', 'What it says', line);
	const often = fixedCollectionLists('lines', 'Lines', 'What it says', { line });
	const said = (field: { input: z.ZodTypeAny }, given: unknown) =>
		field.input.safeParse(given).error?.issues[0]?.message;
	const object = 'must be an object that holds the fields by their names';
	expect(said(collection('options', 'Options', '', [note]), 'a')).toBe(object);
	expect(said(once, 'a')).toBe(object);
	expect(said(once, { line: 'a' })).toBe(object);
	expect(said(often, ['a'])).toBe(object);
	expect(said(often, { line: 'a' })).toBe('must be a list of objects');
});

describe('a choice', () => {
	it.each(['high', 'High', ' HIGH '])('is taken as %j', (given) => {
		expect(choice('level', 'Level', '', levels).input.parse(given)).toBe('high');
		expect(optionalChoice('level', 'Level', '', levels).input.parse(given)).toBe('high');
	});

	it('is taken by its label', () => {
		expect(choice('level', 'Level', '', levels).input.parse('out of office')).toBe('oof');
	});

	it.each(['', ' ', null, undefined])(
		'that is left empty (%j) is the default, or none',
		(given) => {
			expect(choice('level', 'Level', '', levels).input.parse(given)).toBe('high');
			expect(optionalChoice('level', 'Level', '', levels).input.parse(given)).toBeUndefined();
		},
	);

	it.each(['unchanged', 'Not Set'])('of the entry that changes nothing (%j) is none', (given) => {
		expect(optionalChoice('level', 'Level', '', levels).input.parse(given)).toBeUndefined();
	});

	it('that is not offered is refused with what is', () => {
		expect(
			choice('level', 'Level', '', levels).input.safeParse('hgih').error?.issues[0]?.message,
		).toBe('must be one of: oof, high, or left empty');
	});
});

describe('a choice that must be made', () => {
	const { options } = levels;
	const level = requiredChoice('level', 'Level', '', { options });

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
