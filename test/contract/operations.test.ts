import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { InvalidInput } from '../../nodes/shared/http/failures';
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

/** The verbs of the operations, and others that an action may begin with. */
const VERBS = [
	...operations.map(({ operation }) => /^[a-z]+/.exec(operation.id)?.[0] ?? ''),
	...['approve', 'call', 'mark'],
];

/** n8n cuts the name of a tool, which is its action and ` in Collection`, after 64 characters. */
const MAX_ACTION_LENGTH = 36;

/** What other people or other programs hear of as soon as it runs. */
const WRITES_AT_ONCE = [
	...['sendEmail', 'replyToEmail', 'forwardEmail', 'sendDraft', 'sendAndWait'],
	...['createEvent', 'updateEvent', 'cancelEvent', 'deleteEvent', 'respondToEvent', 'forwardEvent'],
	'unsubscribe',
	...['createRequest', 'createRequestWithForm', 'publishRequest'],
	...['inviteTeamMember', 'runIntegrationActions'],
];

/**
 * Graph's DELETE takes them out of their place; for good is another request, `permanentDelete`:
 * https://learn.microsoft.com/graph/api/event-permanentdelete
 */
const KEPT_BY_THE_MAILBOX = [
	...['deleteEmail', 'deleteFolder', 'deleteEvent', 'deleteCalendar', 'deleteContact'],
];

/** Where IDs stand before other keys, in the records of an output at any depth. */
function idsInFront(schema: z.ZodTypeAny, place = 'output'): string[] {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return idsInFront(schema.unwrap(), place);
	}
	if (schema instanceof z.ZodArray) return idsInFront(schema.element, `${place}[]`);
	if (schema instanceof z.ZodUnion) {
		const options: z.ZodTypeAny[] = schema.options;
		return options.flatMap((option) => idsInFront(option, place));
	}
	if (!(schema instanceof z.ZodObject)) return [];
	const shape = Object.entries<z.ZodTypeAny>(schema.shape);
	const isId = (name: string) => /^id$|^id[A-Z]|Id$|_id$/.test(name);
	const last = shape.findLastIndex(([name]) => !isId(name));
	const early = shape.slice(0, Math.max(0, last)).filter(([name]) => isId(name));
	return [
		...early.map(([name]) => `${place}.${name}`),
		...shape.flatMap(([name, inner]) => idsInFront(inner, `${place}.${name}`)),
	];
}

/** Words that say nothing. */
const FILLERS = ['a', 'an', 'and', 'by', 'for', 'in', 'is', 'of', 'on', 'or', 'the', 'to', 'with'];

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** What a text says that the name does not say already. */
function wordsBeyond(name: string, text: string): string[] {
	const known = [...wordsOf(name), ...FILLERS];
	return wordsOf(text).filter((word) => !known.includes(word));
}

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

/** The fields that a new node shows: those of another account than its own come in their place. */
function shown(fields: INodeProperties[]): INodeProperties[] {
	return fields.filter(
		({ type, displayOptions }) =>
			type !== 'notice' && type !== 'hidden' && !displayOptions?.show?.authentication,
	);
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
	for (const { name, type, required, default: fallback, options } of shown(fields)) {
		if (!required) continue;
		// A selector that is required starts at an entry that is no choice.
		const chosen = type === 'options' ? options?.at(-1) : undefined;
		if (chosen && 'value' in chosen) parameters[name] = chosen.value;
		else if (type === 'resourceLocator') parameters[name] = { __rl: true, mode: 'id', value: text };
		else if (type === 'string') parameters[name] = text;
		else parameters[name] = fallback as INodeParameters[string];
	}
	return parameters;
}

/** What a field is given that may stay as it is. */
function sampleFor({ type, options = [], default: fallback }: INodeProperties) {
	const other = options.find((option) => 'value' in option && option.value !== fallback);
	if (type === 'options' && other && 'value' in other) return other.value;
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: 'given@contoso.com' };
	return type === 'dateTime' ? '2031-12-05T09:00' : 'given@contoso.com';
}

/** The parameters of an operation with something in each of these fields that takes it. */
function filledToo(
	fields: INodeProperties[],
	{ prepare }: (typeof operations)[number]['operation'],
	given: INodeParameters,
) {
	return fields.reduce((parameters, field) => {
		const more = { ...parameters, [field.name]: sampleFor(field) };
		return isRefused(field.name, () => prepare(more)) ? parameters : more;
	}, given);
}

/** A day that half of the world reads as another one. */
const AMBIGUOUS = '05/12/2031';

/** The fields that take a date, also inside others, each with parameters that give it an ambiguous one. */
function dateFields(fields: INodeProperties[]): Array<{ label: string; given: INodeParameters }> {
	return shown(fields).flatMap(({ displayName, name, type, displayOptions, options = [] }) => {
		// A birthday has no time: it is a text.
		if (type === 'dateTime' || displayName === 'Birthday') {
			return [{ label: displayName, given: { ...revealing(displayOptions), [name]: AMBIGUOUS } }];
		}
		const inside = options.flatMap((option) => {
			if ('values' in option) {
				return dateFields(option.values).map(({ label, given }) => ({
					label,
					given: { [option.name]: given },
				}));
			}
			return 'type' in option ? dateFields([option]) : [];
		});
		return inside.map(({ label, given }) => ({
			label: `${displayName} > ${label}`,
			given: { ...revealing(displayOptions), [name]: given },
		}));
	});
}

/** What an expression may give where something else is meant. */
const OTHER_KINDS = [5, true, ['x'], [{}], { a: 1 }, new Date(0)];

/** Parameters in which one field each holds a value, also a field inside of others. */
function eachHolding(fields: INodeProperties[], value: unknown): Array<Record<string, unknown>> {
	return fields.flatMap(({ name, options = [], typeOptions: { multipleValues } = {} }) => {
		const inside = options.flatMap((option) => {
			if ('type' in option) return eachHolding([option], value);
			const held = 'values' in option ? eachHolding(option.values, value) : [];
			return held.map((group) => ({ [option.name]: multipleValues ? [group] : group }));
		});
		return [value, ...inside].map((held) => ({ [name]: held }));
	});
}

/** How zod's own messages begin, which tell nobody what to write. */
const WORDS_OF_ZOD = /^(Expected|Invalid|Required|Unrecognized|(Array|Number|String) must)\b/;

/** The values of other fields that a field is shown for. */
function revealing(displayOptions: INodeProperties['displayOptions']): INodeParameters {
	const shownFor = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(
		shownFor
			.filter(([name]) => name !== 'resource' && name !== 'operation')
			.map(([name, values]) => [name, values?.[0] as INodeParameters[string]]),
	);
}

/** What is wrong with the values of single fields, before rules across fields are asked. */
function faultsOf(take: () => unknown): z.ZodIssue[] {
	try {
		take();
		return [];
	} catch (error) {
		if (error instanceof z.ZodError) return error.issues;
		if (error instanceof InvalidInput) return [];
		throw error;
	}
}

/** Whether it is this field for whose sake the parameters are not taken. */
function isRefused(name: string, take: () => unknown): boolean {
	try {
		take();
		return false;
	} catch (error) {
		if (error instanceof z.ZodError) return error.issues.some(({ path }) => path[0] === name);
		if (error instanceof InvalidInput) return error.field === name;
		throw error;
	}
}

describe.each(byName)('%s', (_, { node, resource, operation }) => {
	const { fields } = operation;
	const parameters = { resource, operation: operation.id };

	it('takes its own defaults, or names the required field that is missing', () => {
		const faults = faultsOf(() => operation.prepare(defaults(fields)));
		if (!shown(fields).some((field) => field.required)) return expect(faults).toEqual([]);
		const names = new Set(shown(fields).map(({ name }) => name));
		for (const { path } of faults) expect(names).toContain(path[0]);
	});

	it('marks as required just the fields that it refuses when they are empty', () => {
		const faults = shown(fields).filter((field) => {
			const { name, displayOptions, required = false, default: fallback } = field;
			const isLocator = field.type === 'resourceLocator';
			if (!isLocator && fallback !== '') return required;
			const revealed = revealing(displayOptions);
			const empty = isLocator ? { __rl: true, mode: 'id', value: '' } : '';
			const given = { ...filled(fields, 'given@contoso.com'), ...revealed, [name]: empty };
			const isFault = (parameters: INodeParameters) =>
				isRefused(name, () => operation.prepare(parameters)) !== required;
			// What is shown only for some choices may be refused later, as it is optional for the others.
			if (required) return displayOptions ? false : isFault(given);
			// Where one of several fields would do, none of them is required.
			const others = shown(fields).filter((one) => one.name !== name && !(one.name in revealed));
			return isFault(filledToo(others, operation, given));
		});
		expect(faults.map(({ name }) => name)).toEqual([]);
	});

	it('describes every field with more than its name', () => {
		const silent = shown(fields).filter(
			({ displayName, description = '' }) => wordsBeyond(displayName, description).length === 0,
		);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	it('says in its action what it does: a verb and an object, on one line of the canvas', () => {
		expect(VERBS).toContain(wordsOf(operation.action)[0]);
		expect(operation.action).toMatch(/^[A-Z][a-z]+( [A-Za-z]+)+$/);
		expect(operation.action.length).toBeLessThanOrEqual(MAX_ACTION_LENGTH);
	});

	it('says in its summary more than its name', () => {
		expect(wordsBeyond(operation.label, operation.summary)).not.toEqual([]);
	});

	it('puts out IDs behind what people read', () => {
		expect(idsInFront(operation.output)).toEqual([]);
	});

	it('gives a language model keys that it puts out', () => {
		const { output, modelKeys = [] } = operation;
		const known = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
		expect(known).toEqual(expect.arrayContaining([...modelKeys]));
	});

	it('promises a language model no ID that it does not get', () => {
		const { output, modelKeys, returns } = operation;
		const known = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
		const left = modelKeys ? known.filter((key) => !modelKeys.includes(key)) : [];
		const ids = left
			.filter((key) => /.Id$/.test(key))
			.map((key) => key.replace(/[A-Z]/g, ' $&').toLowerCase());
		expect(ids.filter((words) => returns.toLowerCase().includes(words))).toEqual([]);
		expect(ids.length > 0 && /\bIDs\b/.test(returns)).toBe(false);
	});

	it('says in its text whether it writes to other people immediately, in its action whether it deletes permanently', () => {
		const { properties, summary } = operation;
		const forModels = properties.find(({ name }) => name === 'toolDescription')?.default ?? summary;
		const says = /\bimmediately\b/.test(String(forModels));
		expect(says || /^Send .* and wait\b/.test(operation.action)).toBe(
			WRITES_AT_ONCE.includes(operation.id),
		);
		const deletes = /^delete/.test(operation.id) && !KEPT_BY_THE_MAILBOX.includes(operation.id);
		expect(/\bpermanently$/.test(operation.action)).toBe(deletes);
	});

	it('says in words of its own what must be in a field that holds something else', () => {
		const held = OTHER_KINDS.flatMap((value) => eachHolding(fields, value));
		const said = held.flatMap((given) =>
			faultsOf(() => operation.prepare({ ...defaults(fields), ...given })).map(
				({ path, message }) => `${path.join('.')}: ${message}`,
			),
		);
		expect(said.filter((one) => WORDS_OF_ZOD.test(one.replace(/^.*?: /, '')))).toEqual([]);
	});

	const dates = dateFields(fields);
	if (dates.length > 0) {
		it.each(dates)('takes no date in "$label" whose day is a guess', async ({ given }) => {
			const run = executeNode({
				node,
				credentialId: newCredential(),
				simulator,
				parameters: { ...filled(fields, 'given@contoso.com'), ...parameters, ...given },
			});
			await expect(run).rejects.toMatchObject({
				message: expect.stringContaining('is not a date'),
			});
			expect(simulator.requests.all).toEqual([]);
		});
	}

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
			const linked = operation.firstItemOnly ? [{ item: 0 }] : [{ item: 0 }, { item: 1 }];
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

it('has no two steps of one node with the same ID, and starts a resource with a step that it has', () => {
	for (const { registry } of nodes) {
		const ids = registry.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
		expect(new Set(ids).size).toBe(ids.length);
		for (const { resource, defaultOperation } of registry.groups) {
			expect(registry.find(resource, defaultOperation)).toBeDefined();
		}
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

it('says of a call of any endpoint that it can send and delete: it goes around what guards other steps', () => {
	const actions = nodes.map(
		({ registry }) => registry.find('advanced', 'apiCall')?.action ?? 'missing',
	);
	for (const action of actions)
		expect(wordsOf(action)).toEqual(expect.arrayContaining(['send', 'delete']));
});
