import { spawn } from 'node:child_process';
import { Failure } from './failure';

/** Lines of a failed command's output that are shown. */
const SHOWN_LINES = 25;

/**
 * Runs a command to its end.
 *
 * @param title what the command does, for the error message
 * @param command program and arguments
 * @param options working folder, and milliseconds after which it is killed
 * @returns what it printed on stdout
 * @throws {Failure} when it is missing, fails or takes too long, with the end of its output
 */
export async function runCommand(
	title: string,
	[program = '', ...args]: string[],
	{ cwd, timeoutMs }: { cwd: string; timeoutMs: number },
): Promise<string> {
	return await new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			timeout: timeoutMs,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const stop = () => child.kill();
		process.once('exit', stop);
		const printed: string[] = [];
		const everything: string[] = [];
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			printed.push(text);
			everything.push(text);
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => everything.push(text));
		child.on('error', (error) => reject(new Failure(`${title}: ${error.message}`)));
		child.on('close', (code) => {
			process.off('exit', stop);
			if (code === 0) return resolve(printed.join(''));
			const end = everything.join('').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
			reject(new Failure(`${title} failed:\n${end}`));
		});
	});
}
