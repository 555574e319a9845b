import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

function run(...args: string[]) {
	return spawnSync(process.execPath, [join(__dirname, 'run.mjs'), ...args], { encoding: 'utf8' });
}

describe('a command', () => {
	it.each([
		{ command: 'start', options: ['--once', '--port', '--help'] },
		{ command: 'bench', options: ['--line', '--service', '--only', '--docs', '--help'] },
	])(
		'lists the options of $command without installing or starting anything',
		({ command, options }) => {
			const { status, stdout, stderr } = run(command, '--help');
			expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
			for (const option of options) expect(stdout).toContain(option);
			expect(stdout).not.toMatch(/install(ing|ed)/i);
		},
	);

	it('is refused under a name that is no command', () => {
		const { status, stderr } = run('strat', '--help');
		expect(status).toBe(1);
		expect(stderr).toContain('Unknown command "strat". Known: start,');
	});
});
