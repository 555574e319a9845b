import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Takes the lock, writes when it came and went, and says whether it had to wait. */
const HOLDER = `
	const { withLock } = await import(process.argv[1]);
	const { appendFileSync } = await import('node:fs');
	const [, , file, log] = process.argv;
	await withLock(file, () => console.log('waits'), async () => {
		appendFileSync(log, 'in ');
		await new Promise((resolve) => setTimeout(resolve, 300));
		appendFileSync(log, 'out ');
	});
`;

describe('the lock around the installation', () => {
	const folder = mkdtempSync(join(tmpdir(), 'install-lock-'));
	const lock = join(folder, 'lock');
	const log = join(folder, 'log');
	afterAll(() => rmSync(folder, { recursive: true }));
	beforeEach(() => writeFileSync(log, ''));

	async function hold(): Promise<string> {
		const child = spawn(
			process.execPath,
			['--input-type=module', '-e', HOLDER, join(__dirname, 'installLock.mjs'), lock, log],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		let printed = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
		await new Promise((resolve) => child.once('close', resolve));
		return printed.trim();
	}

	it('lets one process in at a time, the others wait', async () => {
		const printed = await Promise.all([hold(), hold(), hold()]);
		expect(readFileSync(log, 'utf8')).toBe('in out in out in out ');
		expect(printed.filter((text) => text === 'waits').length).toBeGreaterThan(0);
	});

	it('is taken over when its holder is gone', async () => {
		// No process has this number: Linux goes up to 4,194,304.
		writeFileSync(lock, '9999999');
		expect(await hold()).toBe('');
		expect(readFileSync(log, 'utf8')).toBe('in out ');
	});

	it('is taken over when its holder shows no sign of life for a minute', async () => {
		writeFileSync(lock, String(process.pid));
		const longAgo = new Date(Date.now() - 61_000);
		utimesSync(lock, longAgo, longAgo);
		expect(await hold()).toBe('');
		expect(readFileSync(log, 'utf8')).toBe('in out ');
	});
});
