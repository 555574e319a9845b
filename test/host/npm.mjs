import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { clearInterval, setInterval } from 'node:timers';

/** Something a person can put right. Its message is shown alone, never a stack trace. */
export class Failure extends Error {}

/** Seconds between two progress lines of a long step. */
const PROGRESS_EVERY_S = 10;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Lines that name no cause: requests, and the look for a binary that is compiled here instead. */
const IS_NOISE = /^npm http|^prebuild-install/;

/** What npm prints for a problem a person knows by another name. First match wins. */
const KNOWN_PROBLEMS = [
	[/ENOSPC/, 'The disk is full. Free some space, then run the command again.'],
	[
		/EACCES|EPERM|EROFS/,
		'npm was not allowed to write there. Check the permissions of the folder and of the npm cache, then run the command again.',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/,
		'npm could not reach its package registry. Check the network or the proxy settings, then run the command again: what was downloaded already is kept.',
	],
	[/E401|E403/, 'The package registry refused the sign-in. Check the registry settings of npm.'],
	[/E404|ETARGET|notarget/, 'The package registry does not have one of the packages.'],
	[
		/EUSAGE.*\n?.*npm ci|can only install packages when/,
		'package-lock.json does not match package.json.',
	],
	[
		/not found: make|Could not find any Python|find Python|g\+\+: (command )?not found|`make` failed/,
		'A native module has to be compiled here, and a tool for that is missing. Install python3, make and g++ (Debian: apt-get install python3 make g++), then run the command again.',
	],
];

/**
 * The way to start npm that works from an npm script and from a plain shell.
 *
 * @param {string} node the Node binary that runs npm
 * @returns {{command: string, prefix: string[]}} the command, and the arguments before npm's own
 */
function npmCommand(node) {
	const cli = process.env.npm_execpath;
	// Other package managers set npm_execpath too; only npm's own entry point is of use here. A Node
	// that came with the tools is gone while they are installed anew.
	return cli?.endsWith('npm-cli.js')
		? { command: existsSync(node) ? node : 'node', prefix: [cli] }
		: { command: 'npm', prefix: [] };
}

/** Refuses with a clear message where npm is missing. */
export function requireNpm() {
	const { command, prefix } = npmCommand(process.execPath);
	const { error } = spawnSync(command, [...prefix, '--version'], { stdio: 'ignore' });
	if (error !== undefined)
		throw new Failure('npm was not found. Install Node.js 20 or newer with npm.');
}

/**
 * Runs npm with a progress line every few seconds, its full output in a log file.
 *
 * @param {string} title what is going on, for the progress lines
 * @param {string[]} args npm's arguments
 * @param {{cwd: string, log: string, node?: string, env?: Record<string, string>}} options
 *   the folder, the log file, the Node binary that runs npm, additional environment
 * @throws {Failure} when npm fails: the known cause, and where the log is
 */
export async function runNpm(title, args, { cwd, log, node = process.execPath, env = {} }) {
	const { command, prefix } = npmCommand(node);
	const out = createWriteStream(log, { flags: 'a' });
	out.write(`\n$ npm ${args.join(' ')}\n`);
	const child = spawn(command, [...prefix, ...args, '--loglevel=http'], {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const errors = [];
	let fetched = 0;
	const follow = (stream) =>
		createInterface({ input: stream }).on('line', (line) => {
			out.write(`${line}\n`);
			if (/^npm http .*\.tgz/.test(line)) fetched += 1;
			else if (!IS_NOISE.test(line)) errors.push(line);
		});
	follow(child.stdout);
	follow(child.stderr);
	// Without npm at work behind it, an interrupted install can simply be started again.
	const stop = (signal) => {
		child.kill(signal);
		process.exit(1);
	};
	for (const signal of SIGNALS) process.once(signal, stop);

	const before = await freeBytes(cwd);
	const startedAt = Date.now();
	const timer = setInterval(() => {
		void freeBytes(cwd).then((free) => {
			const details = [duration(Date.now() - startedAt)];
			if (fetched > 0) details.push(`${fetched.toLocaleString('en')} packages fetched`);
			if (before - free > 1e8) details.push(`${((before - free) / 1e9).toFixed(1)} GB written`);
			console.log(`    ${title}: ${details.join(', ')}`);
		});
	}, PROGRESS_EVERY_S * 1000);
	const code = await new Promise((resolve) => {
		child.on('error', (error) => {
			errors.push(String(error));
			resolve(-1);
		});
		child.on('close', resolve);
	});
	clearInterval(timer);
	for (const signal of SIGNALS) process.off(signal, stop);
	await new Promise((resolve) => out.end(resolve));
	if (code === 0) return;
	const text = errors.slice(-200).join('\n');
	const known = KNOWN_PROBLEMS.find(([pattern]) => pattern.test(text));
	throw new Failure(
		`${title} failed. ${known?.[1] ?? `npm ended with code ${code}.`}\nFull output: ${log}`,
	);
}

/**
 * @param {string} folder an existing folder
 * @returns {Promise<number>} bytes free on its disk
 */
export async function freeBytes(folder) {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

/**
 * @param {number} milliseconds a length of time
 * @returns {string} the same as minutes and seconds, "3:07"
 */
export function duration(milliseconds) {
	const seconds = Math.round(milliseconds / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
