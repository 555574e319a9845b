import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { LazyPackageDirectoryLoader, loadOutputSchema } from 'n8n-core';
import { z } from 'zod';
import { outputSchemas } from '../../scripts/outputSchemas';
import { manifest, shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { filesBelow, ROOT } from '../../scripts/sources';
import { importsOf } from './imports';
import { lint } from './lintGate';
import type { PackedPackage } from './packedPackage';
import { HOST_MODULES, packPackage } from './packedPackage';

jest.setTimeout(120_000);

const run = promisify(execFile);

/** All code of the package. */
const BUNDLE = 'dist/bundle.js';

const iconSchema = z.object({ light: z.string(), dark: z.string() });
const loadedSchema = z.object({
	nodes: z.array(
		z.object({ file: z.string(), name: z.string(), icon: iconSchema, codex: z.object({}) }),
	),
	credentials: z.array(z.object({ file: z.string(), name: z.string(), icon: iconSchema })),
});

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

describe('the packed package', () => {
	let packed: PackedPackage;

	beforeAll(async () => {
		const sources = ['nodes', 'credentials'].flatMap((folder) => filesBelow(folder, '.ts'));
		const bundle = path.join(ROOT, BUNDLE);
		const builtAt = existsSync(bundle) ? statSync(bundle).mtimeMs : 0;
		const stale = sources.filter((source) => statSync(path.join(ROOT, source)).mtimeMs > builtAt);
		if (stale.length > 0) throw new Error(`dist is older than ${stale[0]}: npm run build`);
		packed = await packPackage();
	});

	afterAll(async () => {
		await packed?.remove();
	});

	it('holds dist, its description and its licence, and nothing else', () => {
		const beside = ['LICENSE.md', 'README.md', 'index.js', 'package.json'];
		const outside = packed.files.filter((file) => !file.startsWith('dist/'));
		expect(outside).toEqual(beside);
		const inside = packed.files.filter((file) => file.startsWith('dist/'));
		const known =
			/^dist\/(bundle\.js|(known|types|methods)\/\w+\.json|(nodes|credentials)\/.*(\.js|\.svg|\.node\.json|\/__schema__\/.*\.json))$/;
		expect(inside.filter((file) => !known.test(file))).toEqual([]);
	});

	it('holds one file of code, and a thin one for each node and credential', () => {
		const code = packed.files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'));
		const { nodes, credentials } = manifest.n8n;
		expect(code).toEqual([BUNDLE, ...nodes, ...credentials].sort());
	});

	it('says under which licences the libraries in it are', () => {
		const text = readFileSync(path.join(packed.folder, BUNDLE), 'utf8');
		const inside = [...text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)];
		for (const name of new Set(inside.map(([, library = '']) => library))) {
			expect(text).toMatch(new RegExp(`/\\*!\\n${name}\\n[^]*(?:Copyright|copyright)`));
		}
	});

	it('tells n8n what it holds, so that a node is loaded when a workflow uses it', async () => {
		const loader = new LazyPackageDirectoryLoader(ROOT);
		await loader.loadAll();
		expect(loader.isLazyLoaded).toBe(true);
		const names = loader.types.nodes.map(({ name }) => name);
		expect(names).toEqual(shippedNodes().map(({ instance }) => instance.description.name));
		expect(loader.types.credentials.map(({ name }) => name)).toEqual(
			shippedCredentials().map(({ instance }) => instance.name),
		);
		expect(loader.nodeTypes).toEqual({});
		expect(loader.getNode('mail').type.description).toMatchObject({ displayName: 'Mail' });
	});

	it('loads in a process that has only the modules n8n lends, icons and codex in place', async () => {
		const { stdout } = await run(process.execPath, [path.join(__dirname, 'loadPackage.cjs')], {
			cwd: packed.folder,
			env: { NODE_PATH: packed.hostModules, PATH: process.env.PATH },
		});
		const { nodes, credentials } = loadedSchema.parse(JSON.parse(stdout));
		expect(nodes.map(({ name }) => name)).toEqual(
			shippedNodes().map(({ instance }) => instance.description.name),
		);
		expect(credentials.map(({ name }) => name)).toEqual([
			'mailOAuth2Api',
			'mailAppOAuth2Api',
			'collectionOAuth2Api',
		]);
		for (const { file, icon } of [...nodes, ...credentials]) {
			for (const url of [icon.light, icon.dark]) {
				const beside = path.posix.join(path.posix.dirname(file), url.replace('file:', ''));
				expect(packed.files).toContain(beside);
			}
		}
	});

	it('holds the output schema of every step where n8n looks for it, and no other', () => {
		const schemas = outputSchemas();
		for (const { folder, version, resource, operation, schema } of schemas) {
			const nodeDir = path.join(packed.folder, 'dist', folder);
			expect(loadOutputSchema({ nodeDir, version, resource, operation })).toEqual(schema);
		}
		const shipped = packed.files.filter((file) => file.includes('/__schema__/'));
		expect(shipped).toEqual(schemas.map(({ file }) => `dist/${file}`).sort());
	});

	it('loads no module at run time but those n8n lends', () => {
		const foreign = packed.files
			.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))
			.flatMap((file) => importsOf(file, readFileSync(path.join(packed.folder, file), 'utf8')))
			.filter(({ target, specifier }) => target === undefined && !HOST_MODULES.includes(specifier));
		expect(foreign.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
	});

	it("keeps the community scanner's rules", async () => {
		const patterns = ['**/*.{js,ts,json}'];
		const [found] = await lint('scanner', [{ patterns }], packed.folder);
		expect(found?.lines).toEqual([]);
		expect(found?.linted).toBeGreaterThan(10);
	});
});

describe('package.json', () => {
	const versions = z.record(z.string());
	const parsed = z
		.object({
			devDependencies: versions,
			peerDependencies: versions,
			dependencies: z.undefined(),
			optionalDependencies: z.undefined(),
			bundledDependencies: z.undefined(),
			overrides: z.undefined(),
		})
		.safeParse(readJson('package.json'));

	it('asks for nothing at run time but the host itself', () => {
		expect(parsed.error?.issues ?? []).toEqual([]);
		expect(parsed.data?.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('pins every version', () => {
		const loose = Object.entries(parsed.data?.devDependencies ?? { none: 'found' }).filter(
			([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
		);
		expect(loose).toEqual([]);
	});

	it('lists every node and credential of the sources', () => {
		const built = (file: string) => `dist/${file.replace(/\.ts$/, '.js')}`;
		const nodes = filesBelow('nodes', '.node.ts').map(built);
		const credentials = filesBelow('credentials', '.credentials.ts').map(built);
		expect([...manifest.n8n.nodes].sort()).toEqual(nodes);
		expect([...manifest.n8n.credentials].sort()).toEqual(credentials);
	});
});

describe('package-lock.json', () => {
	const { packages } = z
		.object({
			packages: z.record(
				z.object({
					resolved: z.string().optional(),
					devDependencies: z.record(z.string()).optional(),
				}),
			),
		})
		.parse(readJson('package-lock.json'));

	it('names no host to download from, so that it works with any registry', () => {
		const hosts = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
		expect(hosts).toEqual([]);
	});

	it('agrees with package.json', () => {
		const { devDependencies } = z
			.object({ devDependencies: z.record(z.string()) })
			.parse(readJson('package.json'));
		expect(packages['']?.devDependencies).toEqual(devDependencies);
	});
});
