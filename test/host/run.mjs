/**
 * The door of `npm start`, `npm run dev`, `npm test`, `npm run test:e2e`, `npm run test:queue`,
 * `npm run pictures`, `npm run test:soak`, `npm run test:long`, `npm run histories`, `npm run bench` and
 * `npm run attack`. Runs on any
 * Node from 20 on and uses no package, because nothing may be installed yet: installs what is missing, then
 * runs the real work on Node 24.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './dependencies.mjs';
import { ensureHost } from './installHost.mjs';
import { Failure } from './npm.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;

const START_HELP = `npm start [-- options]

The package's main job on a real n8n, with simulated accounts, and a page that shows what they hold.
The first start installs n8n.

  --once           end after the job, with 0 or 1, instead of staying up until Ctrl-C
  --port <number>  where n8n listens: 5678, or the next free port
  --help           this text`;

const BENCH_HELP = `npm run bench [-- options]

This package beside n8n's own Microsoft Outlook nodes: one n8n, one simulated provider, one line.
The results go to artifacts/bench/bench.json.

  --line <ms>      of a request and its answer together: 50
  --service <ms>   that a request takes at the provider: 20
  --only <part>    the rows whose name has this in it, such as move, fault or trigger
  --docs           writes docs/benchmark.* too, the plot and the README's sentence
  --help           this text`;

const ATTACK_HELP = `npm run attack [-- options]

What an agent that obeys strangers does under each policy, in simulated accounts (test/policy/attacks).
Each attack and what became of it go to artifacts/attack.json.

  --policy <file>  under your own: { "mail": { fields of the credential }, "collection": { ... } }
  --docs           writes the tables of docs/policy.md
  --help           this text`;

const HISTORIES_HELP = `npm run histories [-- options]

Random histories of all triggers, of sends and of approvals, in virtual time and within the process. Each
seed is one history. One that goes wrong ends the run, and is shown as short as it still goes wrong.

  --count <number>    histories: 1000
  --seed <number>     of the first one; drawn unless given
  --workers <number>  threads: one for each core
  --only <part>       those whose name has this in it, such as calendar or 'mail sent'
  --real <number>     of so many one is played in n8n's own contexts and over HTTP too: 1000
  --plant <name>      with a fault that it has to find; test/histories/plants.mjs has them
  --help              this text`;

/**
 * Arguments of the Node 24 that does the work, whether it needs an installed n8n, what it finds in its
 * environment, and what --help says.
 */
const COMMANDS = {
	start: { host: true, args: ['--import', 'tsx', 'test/host/start.ts'], help: START_HELP },
	dev: { host: true, args: ['--import', 'tsx', 'test/host/dev.ts'] },
	test: { host: false, args: ['test/host/checks.mjs'] },
	e2e: { host: true, args: ['--import', 'tsx', 'test/host/lanes.ts', 'e2e'] },
	queue: { host: true, args: ['--import', 'tsx', 'test/host/lanes.ts', 'queue'] },
	pictures: { host: true, args: ['--import', 'tsx', 'test/newcomer/run.ts'] },
	soak: { host: true, args: ['--import', 'tsx', 'test/host/soak.ts'] },
	long: {
		host: false,
		env: {
			...{ MAIL_MODEL: 'full', CALENDAR_MODEL: 'full', CONTACT_MODEL: 'full' },
			COLLECTION_MODEL: 'full',
			EVERY_STEP: 'full',
		},
		args: [
			'node_modules/jest/bin/jest.js',
			// Each test plays many times as much as in `npm test`.
			'--testTimeout=600000',
			...['--testMatch=**/test/long/*.ts', '--testMatch=**/test/nodes/**/*odel.test.ts'],
			...['everyStep', 'dryRun'].map(
				(name) => `--testMatch=**/test/nodes/*/outgoing/${name}.test.ts`,
			),
		],
	},
	histories: { host: false, args: ['test/histories/run.mjs'], help: HISTORIES_HELP },
	attack: { host: false, args: ['test/policy/run.mjs'], help: ATTACK_HELP },
	bench: { host: true, args: ['--import', 'tsx', 'test/bench/run.ts'], help: BENCH_HELP },
};

async function main([name = '', ...rest]) {
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (command === undefined) {
		throw new Failure(`Unknown command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
	}
	if (command.help !== undefined && rest.includes('--help')) {
		console.log(command.help);
		return 0;
	}
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
		throw new Failure(`Node ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.`);
	}
	if (process.platform === 'win32') {
		throw new Failure('These commands need Linux or macOS; on Windows use WSL.');
	}
	const node = await ensureDependencies(ROOT);
	const host = command.host ? { N8N_HOST_FOLDER: await ensureHost(node) } : {};
	const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
	const child = spawn(node, [...command.args, ...rest], {
		cwd: ROOT,
		env: { ...process.env, ...command.env, ...host, PATH: path },
		stdio: 'inherit',
	});
	// A terminal's Ctrl-C reaches the child by itself; a signal to this process alone does not.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	// A signal to npm alone ends npm and its shell, and would leave us here.
	const { ppid } = process;
	const watch = setInterval(() => {
		if (process.ppid !== ppid) child.kill('SIGTERM');
	}, PARENT_CHECK_MS);
	watch.unref();
	return await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (code) => resolve(code ?? 1));
	});
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	const known = error instanceof Failure || typeof error?.code === 'string';
	console.error(`\n${known ? error.message : String(error)}`);
	process.exitCode = 1;
}
