import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadOutputSchema } from 'n8n-core';
import { z } from 'zod';
import { outputSchemas } from '../../scripts/outputSchemas';
import { importsOf } from './imports';
import { lint } from './lintGate';
import type { PackedPackage } from './packedPackage';
import { HOST_MODULES, packPackage } from './packedPackage';
import { manifest } from './shippedClasses';
import { filesBelow, ROOT } from './sources';

jest.setTimeout(120_000);

const run = promisify(execFile);

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
		const stale = sources.filter((source) => {
			const built = path.join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
			return (
				!existsSync(built) || statSync(built).mtimeMs < statSync(path.join(ROOT, source)).mtimeMs
			);
		});
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
			/^dist\/(nodes|credentials)\/.*(\.js|\.js\.map|\.d\.ts|\.svg|\.node\.json|\/__schema__\/.*\.json)$/;
		expect(inside.filter((file) => !known.test(file))).toEqual([]);
	});

	it('holds nothing whose source is gone', () => {
		const orphans = packed.files
			.filter((file) => file.startsWith('dist/') && file.endsWith('.js'))
			.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts'))
			.filter((source) => !existsSync(path.join(ROOT, source)));
		expect(orphans).toEqual([]);
	});

	it('loads in a process that has only the modules n8n lends, icons and codex in place', async () => {
		const { stdout } = await run(process.execPath, [path.join(__dirname, 'loadPackage.cjs')], {
			cwd: packed.folder,
			env: { NODE_PATH: packed.hostModules, PATH: process.env.PATH },
		});
		const { nodes, credentials } = loadedSchema.parse(JSON.parse(stdout));
		expect(nodes.map(({ name }) => name)).toEqual([
			'mail',
			'calendarTrigger',
			'mailTrigger',
			'collection',
			'collectionTrigger',
		]);
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
