import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { executeNode } from '../harness/executeNode';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';

/** The rules that hold for every step of both nodes. */

const nodes = [
	{ node: 'mail' as const, registry: mailRegistry },
	{ node: 'collection' as const, registry: collectionRegistry },
];

const operations = nodes.flatMap(({ node, registry }) =>
	registry.groups.flatMap(({ resource, operations: list }) =>
		list.map((operation) => ({
			node,
			resource,
			operation,
			name: `${node} ${resource}.${operation.id}`,
		})),
	),
);

const byName = operations.map((entry) => [entry.name, entry] as const);

/** Values that an ID field may be given and that must not leave their place in the path. */
const HOSTILE_IDS = [
	'../../users',
	'..',
	'.',
	'%2e%2e',
	'a/b',
	'a\\b',
	'a?x=1',
	'a#b',
	'a%2fb',
	'//evil.example',
	'https://evil.example/x',
	'a\r\nHost: evil.example',
	'a;b',
	' ',
	"'or 1 eq 1",
];

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	// Hundreds of runs: none may wait for a quota that another one used up.
	Object.assign(simulator.collection.rate, { reads: Infinity, writes: Infinity });
});

afterAll(async () => await simulator.stop());

beforeEach(() => simulator.requests.clear());

let credentials = 0;
const newCredential = () => `contract-${++credentials}`;

function shown(fields: INodeProperties[]): INodeProperties[] {
	return fields.filter(({ type }) => type !== 'notice' && type !== 'hidden');
}

/** The parameters of a fresh node: every field at its default. */
function defaults(fields: INodeProperties[]): INodeParameters {
	return Object.fromEntries(
		shown(fields).map((field) => [field.name, field.default]),
	) as INodeParameters;
}

/** Defaults, with something in every required field, so that only the field under test is at fault. */
function filled(fields: INodeProperties[], text: string): INodeParameters {
	const parameters = defaults(fields);
	for (const { name, type, required, default: fallback } of shown(fields)) {
		if (!required) continue;
		if (type === 'resourceLocator') parameters[name] = { __rl: true, mode: 'id', value: text };
		else if (type === 'string') parameters[name] = text;
		else parameters[name] = fallback as INodeParameters[string];
	}
	return parameters;
}

/** The keys of an object schema, also behind defaults, effects and optionals. */
function keysOf(schema: z.ZodTypeAny): string[] | undefined {
	if (schema instanceof z.ZodObject) return Object.keys(schema.shape as z.ZodRawShape);
	if (schema instanceof z.ZodIntersection) {
		return [schema._def.left, schema._def.right].flatMap(
			(side) => keysOf(side as z.ZodTypeAny) ?? [],
		);
	}
	if (schema instanceof z.ZodEffects) return keysOf(schema.innerType() as z.ZodTypeAny);
	if (schema instanceof z.ZodDefault) return keysOf(schema.removeDefault() as z.ZodTypeAny);
	if (schema instanceof z.ZodOptional) return keysOf(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodPipeline) return keysOf(schema._def.in as z.ZodTypeAny);
	return undefined;
}

/** The schema of one field. */
function schemaOf(schema: z.ZodTypeAny, name: string): z.ZodTypeAny | undefined {
	if (schema instanceof z.ZodIntersection) return schemaOf(schema._def.left as z.ZodTypeAny, name);
	return schema instanceof z.ZodObject ? (schema.shape as z.ZodRawShape)[name] : undefined;
}

describe.each(byName)('%s', (_, { node, resource, operation }) => {
	const { fields, input } = operation;
	const parameters = { resource, operation: operation.id };

	it('has one schema key for each field, and none more', () => {
		const names = new Set(shown(fields).map(({ name }) => name));
		expect([...names].sort()).toEqual([...new Set(keysOf(input))].sort());
	});

	it('has one schema key for each entry of its collections', () => {
		for (const field of shown(fields).filter(({ type }) => type === 'collection')) {
			const schema = schemaOf(input, field.name);
			const keys = schema && keysOf(schema);
			const entries = (field.options ?? []).map(({ name }) => name);
			expect({ field: field.name, keys: [...(keys ?? [])].sort() }).toEqual({
				field: field.name,
				keys: [...entries].sort(),
			});
		}
	});

	it('takes its own defaults, or names the required field that is missing', () => {
		const required = shown(fields).some((field) => field.required);
		const result = input.safeParse(defaults(fields));
		if (!required) return expect(result.error?.issues ?? []).toEqual([]);
		const names = new Set(shown(fields).map(({ name }) => name));
		for (const { path } of result.error?.issues ?? []) expect(names).toContain(path[0]);
	});

	it('describes every field, for people and language models', () => {
		for (const field of shown(fields)) {
			expect({ field: field.name, described: (field.description ?? '').length >= 10 }).toEqual({
				field: field.name,
				described: true,
			});
		}
	});

	it('has an action text that says what it does', () => {
		expect(operation.action.length).toBeGreaterThanOrEqual(25);
	});

	const requiredFields = shown(fields).filter(
		({ required, type, displayOptions }) =>
			required && !displayOptions && (type === 'string' || type === 'resourceLocator'),
	);
	if (requiredFields.length > 0) {
		it.each(requiredFields.map((field) => [field.displayName, field] as const))(
			'names "%s" when it is missing, and sends nothing',
			async (label, field) => {
				const empty = field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: '' } : '';
				const run = executeNode({
					node,
					credentialId: newCredential(),
					simulator,
					parameters: {
						...filled(fields, 'given@contoso.com'),
						...parameters,
						[field.name]: empty,
					},
				});
				await expect(run).rejects.toThrow(label);
				expect(simulator.requests.all).toEqual([]);
			},
		);

		it('gives one linked error item for each failed input under Continue On Fail', async () => {
			const [field] = requiredFields;
			if (!field) throw new Error('No required field');
			const empty = field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: '' } : '';
			const { items } = await executeNode({
				node,
				credentialId: newCredential(),
				simulator,
				parameters: {
					...filled(fields, 'given@contoso.com'),
					...parameters,
					[field.name]: empty,
				},
				items: [{ json: {} }, { json: {} }],
				continueOnFail: true,
			});
			// A step that holds the execution runs for the first item only.
			const linked = operation.once ? [{ item: 0 }] : [{ item: 0 }, { item: 1 }];
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(linked);
			for (const { json } of items) expect(String(json.error)).toContain(field.displayName);
		});

		it('keeps hostile IDs in their place of the path', async () => {
			for (const id of HOSTILE_IDS) {
				await executeNode({
					node,
					credentialId: newCredential(),
					simulator,
					parameters: { ...filled(fields, id), ...parameters },
					continueOnFail: true,
				}).catch(() => undefined);
			}
			const roots = { mail: '/graph/v1.0/me', collection: '/collection/partner_api/v1/' };
			for (const { url, parts } of simulator.requests.all) {
				const batched = /\/graph\/v1\.0\/\$batch$/.test(url);
				expect(batched || url.startsWith(roots[node])).toBe(true);
				expect(new URL(url, simulator.url).origin).toBe(simulator.url);
				expect(
					decodeURIComponent(new URL(url, simulator.url).pathname.split('/').pop() ?? ''),
				).not.toBe('..');
				for (const part of parts ?? []) expect(part.url).toMatch(/\/me(\/|\?|$)/);
			}
		}, 30_000);
	}
});

it('has no two steps of one node with the same action text', () => {
	for (const { registry } of nodes) {
		const actions = registry.groups.flatMap((group) =>
			group.operations.map(({ action }) => action),
		);
		expect(new Set(actions).size).toBe(actions.length);
	}
});
