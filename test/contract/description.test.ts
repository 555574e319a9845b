import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { manifest, shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { filesBelow, ROOT } from '../../scripts/sources';
import { lostNames, storedNames } from '../../scripts/storedNames';

const codexSchema = z.object({
	node: z.string(),
	categories: z.array(z.string()).nonempty(),
	alias: z.array(z.string()).nonempty(),
	resources: z.object({
		primaryDocumentation: z.array(z.object({ url: z.string().url() })).nonempty(),
		credentialDocumentation: z.array(z.object({ url: z.string().url() })).nonempty(),
	}),
});

describe('the names that workflows store, and the defaults that they do not', () => {
	it('are all still there: a workflow saved by an earlier version keeps working', () => {
		expect(lostNames()).toEqual([]);
	});
});

describe('storedNames', () => {
	it('writes one line for each field of an operation that its resource offers with its default, value, mode and nested field', () => {
		const show = { resource: ['email', 'event'], operation: ['find', 'move'] };
		const properties: INodeProperties[] = [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				options: [{ name: 'Email', value: 'email' }],
				default: 'email',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				displayOptions: { show: { resource: ['email'] } },
				options: [
					{ name: 'Find', value: 'find' },
					{ name: 'Move', value: 'move' },
				],
				default: 'find',
			},
			{
				displayName: 'Mailbox',
				name: 'mailbox',
				type: 'resourceLocator',
				modes: [{ displayName: 'By Address', name: 'address', type: 'string' }],
				displayOptions: { show },
				default: {},
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				displayOptions: { show: { resource: ['email'], operation: ['find'] } },
				options: [{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 }],
				default: {},
			},
			{
				displayName: 'Recipients',
				name: 'recipients',
				type: 'fixedCollection',
				options: [
					{
						displayName: 'Recipient',
						name: 'to',
						values: [{ displayName: 'Address', name: 'address', type: 'string', default: '' }],
					},
				],
				default: {},
			},
		];
		expect(storedNames('mail', properties)).toEqual([
			'mail: email.find.mailbox',
			'mail: email.find.mailbox in mode address',
			'mail: email.find.options',
			'mail: email.find.options.limit by default 50',
			'mail: email.move.mailbox',
			'mail: email.move.mailbox in mode address',
			'mail: email.operation = find',
			'mail: email.operation = move',
			'mail: email.operation by default "find"',
			'mail: recipients',
			'mail: recipients.to',
			'mail: recipients.to.address',
			'mail: resource = email',
			'mail: resource by default "email"',
		]);
	});
});

describe('each node', () => {
	const nodes = shippedNodes();

	it.each(nodes)('$className is found by a codex file of its own', ({ source, instance }) => {
		const file = source.replace(/\.ts$/, '.json');
		const codex = codexSchema.parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));
		expect(codex.node).toBe(`${manifest.name}.${instance.description.name}`);
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
	});

	it.each(nodes)('$className is called on the canvas as in the node panel', ({ instance }) => {
		const { defaults, displayName } = instance.description;
		expect(defaults.name).toBe(displayName);
	});

	it.each(nodes)('$className takes only credentials of this package', ({ instance }) => {
		const known = shippedCredentials().map(({ instance: { name } }) => name);
		const used = instance.description.credentials?.map(({ name }) => name) ?? [];
		expect(used).not.toHaveLength(0);
		expect(known).toEqual(expect.arrayContaining(used));
	});
});

describe('icons', () => {
	const owners = [
		...shippedNodes().map(({ source, instance }) => ({ source, icon: instance.description.icon })),
		...shippedCredentials().map(({ source, instance }) => ({ source, icon: instance.icon })),
	];

	it.each(owners)('of $source lie beside it, one for each theme', ({ source, icon }) => {
		if (typeof icon !== 'object') throw new Error('a light and a dark icon are needed');
		const files = [icon.light, icon.dark].map((url) => url.replace(/^file:/, ''));
		expect(new Set(files).size).toBe(2);
		for (const file of files) {
			expect(existsSync(path.join(ROOT, path.dirname(source), file))).toBe(true);
		}
	});

	it('of a credential are those of its node', () => {
		for (const file of filesBelow('credentials', '.svg')) {
			const name = path.basename(file);
			const [original] = filesBelow('nodes', name).filter((found) => path.basename(found) === name);
			if (!original) throw new Error(`no node has the icon ${name}`);
			expect(readFileSync(path.join(ROOT, file), 'utf8')).toBe(
				readFileSync(path.join(ROOT, original), 'utf8'),
			);
		}
	});
});
