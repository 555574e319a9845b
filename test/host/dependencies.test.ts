import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROBE = `
	const { isInstalled } = await import(process.argv[1]);
	console.log(isInstalled(process.argv[2]));
`;
const WANTED = {
	'': { name: 'checkout' },
	'node_modules/a': { version: '1.0.0' },
	'node_modules/for-another-system': { version: '1.0.0', optional: true },
};

describe('whether the development tools are installed', () => {
	const root = mkdtempSync(join(tmpdir(), 'dependencies-'));
	const modules = join(root, 'node_modules');
	const note = join(modules, '.package-lock.json');
	afterAll(() => rmSync(root, { recursive: true }));
	beforeEach(() => {
		rmSync(modules, { recursive: true, force: true });
		writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: WANTED }));
	});

	function isInstalled(): string {
		const args = ['--input-type=module', '-e', PROBE, join(__dirname, 'dependencies.mjs'), root];
		return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
	}

	function leave(text: string): void {
		mkdirSync(modules);
		writeFileSync(note, text);
	}

	it('no: a fresh clone', () => {
		expect(isInstalled()).toBe('false');
	});

	it('no: an install that was interrupted, so that npm left no note of it', () => {
		mkdirSync(join(modules, 'a'), { recursive: true });
		expect(isInstalled()).toBe('false');
	});

	it('no: the note was cut off', () => {
		leave('{"packages": {"node_mod');
		expect(isInstalled()).toBe('false');
	});

	it('no: the lockfile has moved on', () => {
		leave(JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } }));
		expect(isInstalled()).toBe('false');
	});

	it('yes: everything but what belongs to another system', () => {
		leave(JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
		expect(isInstalled()).toBe('true');
	});
});
