import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../../scripts/sources';
import type { ImportEdge } from './imports';
import { importsOf } from './imports';

interface Layer {
	name: string;
	holds: RegExp;
	/** Layers and packages it may load; its own layer is always allowed. */
	mayImport: string[];
}

/** What knows one thing of the provider: mails, events, files, or clients and requests. */
const THINGS =
	/^nodes\/(Mail\/((email|calendar|contacts|attachments|mailbox)\/|(connectGraph|failureTexts)\.ts$)|Collection\/((clients|requests|templates|team|webhooks)\/|connectCollection\.ts$))/;

/** The things of Mail from the ground up: one may import those below it. */
const FLOORS = [['attachments'], ['email', 'contacts'], ['calendar'], ['mailbox']];

/** The rooms of shared/ from the ground up, in the same way. */
const SHARED_ROOMS = ['http', 'text', 'html', 'outgoing', 'provider', 'step', 'watch'];

/** What the build puts into the package's own file; CONTRIBUTING says why each is there. */
const BUNDLED = ['entities/decode', 'culori/fn', 'css-what'];

/** The first layer that holds a file is its layer. Types of any package may be imported anywhere. */
const LAYERS: Layer[] = [
	// The address of the pages: every text may lead there.
	{ name: 'page', holds: /^credentials\/docsPage\.ts$/, mayImport: [] },
	{
		name: 'outgoing',
		holds: /^nodes\/[^/]+\/outgoing\//,
		mayImport: ['credentials', 'provider', 'shared', 'zod'],
	},
	{
		name: 'shared',
		holds: /^nodes\/shared\/[^/]+\//,
		mayImport: ['outgoing', 'page', 'n8n-workflow', 'zod', 'luxon', ...BUNDLED],
	},
	{
		name: 'shell',
		holds: /^nodes\/[^/]+\/(([a-z]+Trigger\/)?[^/]+\.node|openContexts|listSearch)\.ts$/,
		mayImport: [
			'actions',
			'fields',
			'outgoing',
			'approval',
			'watch',
			'things',
			'provider',
			'shared',
			'n8n-workflow',
			'luxon',
		],
	},
	{
		name: 'actions',
		holds: /^nodes\/[^/]+\/(actions\/|(registry|operation)\.ts$)/,
		mayImport: ['fields', 'outgoing', 'approval', 'things', 'provider', 'shared', 'zod', 'luxon'],
	},
	{
		name: 'fields',
		holds: /^nodes\/[^/]+\/fields\//,
		mayImport: ['things', 'provider', 'shared', 'zod', 'luxon'],
	},
	{
		name: 'approval',
		holds: /^nodes\/[^/]+\/approval\//,
		mayImport: ['things', 'shared', 'zod', 'luxon', 'n8n-workflow'],
	},
	{
		name: 'watch',
		holds: /^nodes\/[^/]+\/watch\//,
		mayImport: [
			'fields',
			'outgoing',
			'filter',
			'things',
			'provider',
			'shared',
			'n8n-workflow',
			'zod',
			'luxon',
		],
	},
	{ name: 'filter', holds: /^nodes\/[^/]+\/filter\//, mayImport: ['shared', 'zod', 'luxon'] },
	{
		name: 'things',
		holds: THINGS,
		mayImport: ['outgoing', 'filter', 'provider', 'credentials', 'shared', 'zod', 'luxon'],
	},
	{
		name: 'provider',
		holds: /^nodes\/[^/]+\/(graph|api)\//,
		mayImport: ['credentials', 'shared', 'zod', 'luxon'],
	},
	{ name: 'credentials', holds: /^credentials\//, mayImport: ['page'] },
];

const layerOf = (file: string) => LAYERS.find(({ holds }) => holds.test(file));
const thingOf = (file: string) =>
	/^nodes\/Mail\/(email|calendar|contacts|attachments|mailbox)\//.exec(file)?.[1];
const floorOf = (thing: string) => FLOORS.findIndex((things) => things.includes(thing));
const sharedRoomOf = (file: string) =>
	SHARED_ROOMS.indexOf(/^nodes\/shared\/([^/]+)\//.exec(file)?.[1] ?? '');
const nodeOf = (file: string) => /^nodes\/([^/]+)\//.exec(file)?.[1] ?? 'credentials';

/** Why an import breaks the rules, or undefined when it keeps them. */
function objectionTo({ file, specifier, target, typeOnly }: ImportEdge): string | undefined {
	const layer = layerOf(file);
	if (!layer) return `${file}: belongs to no layer`;
	if (nodeOf(file) === 'shared' && sharedRoomOf(file) < 0) return `${file}: belongs to no room`;
	if (target === undefined) {
		const allowed = typeOnly || layer.mayImport.includes(specifier);
		return allowed ? undefined : `${file}: ${layer.name} may not load the package ${specifier}`;
	}
	const targetLayer = layerOf(target);
	if (!targetLayer) return `${file}: ${specifier} lies outside nodes/ and credentials/`;
	if (/\.node\.ts$/.test(target)) return `${file}: ${specifier} is a node file`;
	if (!['shared', 'credentials', nodeOf(file)].includes(nodeOf(target))) {
		return `${file}: ${specifier} belongs to another node`;
	}
	const [thing, other] = [thingOf(file), thingOf(target)];
	if (thing && other && thing !== other && floorOf(other) >= floorOf(thing)) {
		return `${file}: ${thing} does not stand on ${other} (${target})`;
	}
	if (nodeOf(file) === 'shared' && sharedRoomOf(file) < sharedRoomOf(target)) {
		return `${file}: its room does not stand on that of ${target}`;
	}
	const allowed = targetLayer.name === layer.name || layer.mayImport.includes(targetLayer.name);
	return allowed
		? undefined
		: `${file}: ${layer.name} may not import ${targetLayer.name} (${target})`;
}

const files = [...filesBelow('nodes', '.ts'), ...filesBelow('credentials', '.ts')];
const edges = files.flatMap((file) => importsOf(file));

describe('imports', () => {
	it('point only where the layers allow', () => {
		expect(edges.map(objectionTo).filter((objection) => objection !== undefined)).toEqual([]);
	});

	it('lead to files that exist', () => {
		const missing = edges.filter(({ target }) => target !== undefined && !files.includes(target));
		expect(missing.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
	});

	it('come from where a name is defined, never through a barrel', () => {
		const barrels = files.filter((file) => path.posix.basename(file) === 'index.ts');
		const passedOn = edges.filter(({ reExport }) => reExport).map(({ file }) => file);
		expect([...barrels, ...passedOn]).toEqual([]);
	});

	it('lead from scripts to no test: what both need stands in scripts', () => {
		const all = filesBelow('scripts', '.ts').flatMap((file) => importsOf(file));
		expect(all.length).toBeGreaterThan(0);
		expect(all.filter(({ target }) => target?.startsWith('test/'))).toEqual([]);
	});

	it('form no circle, not of types either', () => {
		const circles: string[] = [];
		const done = new Set<string>();
		const visit = (file: string, trail: string[]): void => {
			if (trail.includes(file)) circles.push([...trail, file].join(' -> '));
			if (done.has(file) || trail.includes(file)) return;
			for (const edge of edges) {
				if (edge.file === file && edge.target) visit(edge.target, [...trail, file]);
			}
			done.add(file);
		};
		for (const file of files) visit(file, []);
		expect(circles).toEqual([]);
	});

	it('reach every source file from a listed node or credential', () => {
		const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const reached = new Set<string>();
		const visit = (file: string): void => {
			if (reached.has(file)) return;
			reached.add(file);
			for (const { target } of edges.filter((edge) => edge.file === file))
				if (target) visit(target);
		};
		for (const listed of [...n8n.nodes, ...n8n.credentials]) {
			visit(listed.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		}
		expect(files.filter((file) => !reached.has(file))).toEqual([]);
	});

	it('leave no exported name that nothing uses; n8n loads nodes and credentials by theirs', () => {
		const sources = new Map(
			files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]),
		);
		const words = new Map<string, number>();
		for (const [word] of [...sources.values()].join('\n').matchAll(/[\w$]+/g)) {
			words.set(word, (words.get(word) ?? 0) + 1);
		}
		const unused = [...sources].flatMap(([file, source]) =>
			/\.(node|credentials)\.ts$/.test(file)
				? []
				: [
						...source.matchAll(
							/^export (?:async )?(?:function|const|interface|type|class) ([\w$]+)/gm,
						),
					]
						.filter(([, name = '']) => words.get(name) === 1)
						.map(([, name]) => `${file}: ${name}`),
		);
		expect(unused).toEqual([]);
	});
});

describe('the rules for imports', () => {
	it.each([
		['nodes/Mail/graph/a.ts', "import { b } from '../actions/b';"],
		['nodes/Mail/actions/a.ts', "import { b } from '../Mail.node';"],
		['nodes/Mail/actions/a.ts', "import { b } from '../listSearch';"],
		['nodes/Mail/graph/a.ts', "import { b } from '../email/b';"],
		['nodes/Mail/attachments/a.ts', "import type { B } from '../email/b';"],
		['nodes/Mail/email/a.ts', "import { b } from '../calendar/b';"],
		['nodes/Mail/email/a.ts', "import { b } from '../contacts/b';"],
		['nodes/Mail/filter/a.ts', "import { b } from '../graph/b';"],
		['nodes/Collection/api/a.ts', "import { b } from '../requests/b';"],
		['nodes/Mail/actions/a.ts', "import { b } from '../../Collection/api/b';"],
		['nodes/Mail/actions/a.ts', "import { NodeApiError } from 'n8n-workflow';"],
		['nodes/Mail/watch/a.ts', "import { b } from '../actions/b';"],
		['nodes/shared/http/a.ts', "import { b } from '../../Mail/graph/b';"],
		['nodes/shared/http/a.ts', "import { b } from '../../../test/harness/b';"],
		['nodes/shared/http/a.ts', "import axios from 'axios';"],
		['nodes/shared/http/a.ts', "const axios = require('axios');"],
		['nodes/shared/http/a.ts', "const axios = await import('axios');"],
		['nodes/Mail/Mail.node.ts', "import { z } from 'zod';"],
		['credentials/a.ts', "import { z } from 'zod';"],
		['credentials/a.ts', "import { b } from '../nodes/shared/http/b';"],
		['nodes/shared/http/a.ts', "import { b } from '../../../credentials/b';"],
		['nodes/shared/http/a.ts', "import { b } from '../step/b';"],
		['nodes/shared/a.ts', "import { sleep } from 'n8n-workflow';"],
		['nodes/Mail/actions/a.ts', "import { b } from '../../../credentials/b';"],
		['nodes/Mail/graph/a.ts', "import { b } from '../outgoing/b';"],
		['nodes/Mail/outgoing/a.ts', "import { b } from '../email/b';"],
		['nodes/Mail/fields/a.ts', "import { b } from '../outgoing/b';"],
	])('refuse in %s: %s', (file, text) => {
		expect(importsOf(file, text).map(objectionTo)).toEqual([expect.stringContaining(file)]);
	});

	it.each([
		['nodes/Mail/Mail.node.ts', "import { b } from './registry';"],
		['nodes/Mail/actions/a.ts', "import type { INodeProperties } from 'n8n-workflow';"],
		['nodes/Mail/actions/a.ts', "import { b } from '../fields/b';"],
		['nodes/Mail/graph/a.ts', "import type { Message } from '@microsoft/microsoft-graph-types';"],
		['nodes/Mail/watch/a.ts', "import { b } from '../graph/b';"],
		['nodes/Mail/calendar/a.ts', "import { b } from '../email/b';"],
		['nodes/Mail/email/a.ts', "import { b } from '../attachments/b';"],
		['nodes/Mail/connectGraph.ts', "import { b } from '../../credentials/b';"],
		['nodes/Mail/outgoing/a.ts', "import { b } from '../../../credentials/b';"],
		['nodes/Mail/outgoing/a.ts', "import { b } from '../graph/b';"],
		['nodes/shared/http/a.ts', "import { sleep } from 'n8n-workflow';"],
		['nodes/shared/step/a.ts', "import { b } from '../http/b';"],
	])('allow in %s: %s', (file, text) => {
		expect(importsOf(file, text).map(objectionTo)).toEqual([undefined]);
	});
});
