import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Operation } from '../../../../nodes/shared/step/operation';
import { parameterReader } from '../../../../nodes/shared/step/readParameters';
import { createRegistry } from '../../../../nodes/shared/step/registry';
import { createContext } from '../../../harness/itemRun';

const fields: INodeProperties[] = [
	{ displayName: 'Subject', name: 'subject', type: 'string', default: 'none' },
	{ displayName: 'Hint', name: 'hint', type: 'notice', default: '' },
	{ displayName: 'More', name: 'more', type: 'boolean', default: false },
	{
		displayName: 'Depth',
		name: 'depth',
		type: 'number',
		default: 5,
		displayOptions: { show: { more: [true] } },
	},
	{
		displayName: 'Folder',
		name: 'folder',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [{ displayName: 'By ID', name: 'id', type: 'string' }],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [{ displayName: 'Note', name: 'note', type: 'string', default: '' }],
	},
];

const read: Operation<object, never> = {
	label: 'Read',
	action: 'Read',
	summary: 'Read',
	fields,
	properties: fields,
	returns: 'nothing',
	permission: [],
	effects: [],
	output: z.unknown(),
	conditions: [],
	prepare: () => ({ run: async () => [] }),
};
const registry = createRegistry([
	{ resource: 'test', label: 'Test', defaultOperation: 'read', operations: { read } },
]);

const readFor = (
	parameters: Parameters<typeof createContext>[1]['parameters'],
	items = [{}],
	index = 0,
) => {
	const context = createContext(registry, {
		parameters: { resource: 'test', operation: 'read', ...parameters },
		items,
	});
	return parameterReader(context, fields)(index);
};

describe('parameterReader', () => {
	it('reads every field by name, with its default where nothing is stored', () => {
		expect(readFor({})).toMatchObject({
			subject: 'none',
			more: false,
			depth: 5,
			folder: { mode: 'list', value: '' },
			options: {},
		});
	});

	it('evaluates expressions for the item, inside locators and collections too', () => {
		const parameters = {
			subject: '={{ $json.word }}',
			folder: { __rl: true, mode: 'id', value: '={{ $json.word }}' },
			options: { note: '={{ $json.word }}' },
		};
		expect(readFor(parameters, [{ word: 'a' }, { word: 'b' }], 1)).toMatchObject({
			subject: 'b',
			folder: { mode: 'id', value: 'b' },
			options: { note: 'b' },
		});
	});

	it.each([
		'$now',
		'$today',
		'DateTime.fromISO("2026-03-02T10:00:00+01:00", { setZone: true })',
		'DateTime.fromFormat("02.03.2026", "dd.MM.yyyy")',
		'DateTime.fromMillis(1772442000000)',
	])('reads a date of luxon as text, alone as inside of collections: %s', (expression) => {
		// Two readings of the time may lie on both sides of a second.
		const given = `={{ ${expression}.startOf("year") }}`;
		const { subject, options } = readFor({ subject: given, options: { note: given } });
		expect(subject).toMatch(/^\d{4}-01-01T00:00:00\.000[Z+-]/);
		expect(options).toEqual({ note: subject });
	});

	it('a field that is hidden takes its default, although another value is stored', () => {
		expect(readFor({ more: true, depth: 9 })).toMatchObject({ depth: 9 });
		expect(readFor({ more: false, depth: 9 })).toMatchObject({ depth: 5 });
	});

	it('leaves out notices, which hold nothing', () => {
		expect(readFor({})).not.toHaveProperty('hint');
	});

	it('of two fields of one name, shown in turn, the one that is shown counts', () => {
		const turns: INodeProperties[] = [
			{ displayName: 'When', name: 'subject', type: 'string', default: '' },
			{ displayName: 'When Else', name: 'subject', type: 'string', default: '' },
		];
		const context = createContext(registry, {
			parameters: { resource: 'test', operation: 'read', subject: 'now' },
			items: [{}],
		});
		expect(parameterReader(context, turns)(0)).toEqual({ subject: 'now' });
	});

	it('asks n8n once for a run for what is the same for all items, and for each item for the rest', () => {
		const context = createContext(registry, {
			parameters: {
				resource: 'test',
				operation: 'read',
				depth: 3,
				folder: { __rl: true, mode: 'id', value: '={{ $json.word }}' },
				options: { note: '={{ $json.word }}' },
			},
			items: [{ word: 'a' }, { word: 'b' }, { word: 'c' }],
		});
		const ask = jest.spyOn(context, 'getNodeParameter');
		const readItem = parameterReader(context, fields);
		const read = [0, 1, 2].map(readItem);
		expect(read.map(({ options }) => options)).toEqual([
			{ note: 'a' },
			{ note: 'b' },
			{ note: 'c' },
		]);
		const asked = ask.mock.calls.map(([name]) => name);
		const times = (name: string) => asked.filter((one) => one === name).length;
		expect(['subject', 'depth', 'folder', 'options'].map(times)).toEqual([1, 1, 3, 3]);
	});

	it('an expression that cannot be evaluated is an error', () => {
		expect(() => readFor({ subject: '={{ $("Nowhere").item.json.word }}' })).toThrow();
	});
});
