import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure';
import { n8nEnvironment } from './n8nEnvironment';
import { findFreePort, LOOPBACK } from './ports';

/** A first start migrates the database: about 25 s, several times that on a busy machine. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
const SHOWN_LOG_LINES = 20;

/** What a process of n8n does: all of it or the main part; executions; webhooks. */
export type Role = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	/** N8N_USER_FOLDER: database, key and community packages live below it */
	userFolder: string;
	/** Log file, appended to over restarts */
	logFile: string;
	/** Loopback port of editor and API */
	port: number;
	/** Additional or overriding environment variables */
	environment?: Record<string, string>;
	/** `start` when left out */
	role?: Role;
}

/** A real n8n that can be started again on the same folder. */
export interface N8n {
	/** http://127.0.0.1:<port> */
	url: string;
	/** Where it looks for community packages; of each process */
	userFolders: string[];
	logFile: string;
	/** Resolves when the readiness check answers 200. */
	start(): Promise<void>;
	/** Ends it as a service manager would (SIGTERM), and waits for the end. */
	stop(): Promise<void>;
	/** Ends it at once (SIGKILL), as a crash or the out-of-memory killer would. */
	kill(): Promise<void>;
}

/**
 * Prepares an n8n from the installed host; nothing runs before `start()`.
 *
 * @throws {Failure} from `start()`: no host installed, n8n ended early, or not ready in time
 */
export function createN8n(options: N8nOptions): N8n {
	const url = `http://${LOOPBACK}:${options.port}`;
	let running: { child: ChildProcess; ended: Promise<string> } | undefined;

	async function end(signal: NodeJS.Signals): Promise<void> {
		if (running === undefined) return;
		const { child, ended } = running;
		signalGroup(child, signal);
		const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
		await ended;
		clearTimeout(timer);
		running = undefined;
	}

	return {
		url,
		userFolders: [options.userFolder],
		logFile: options.logFile,
		async start() {
			await mkdir(dirname(options.logFile), { recursive: true });
			running = await launch(options);
			const { child, ended } = running;
			const deadline = Date.now() + START_TIMEOUT_MS;
			while (!(await isReady(url, options.role))) {
				if (child.exitCode !== null || child.signalCode !== null) {
					const reason = await ended;
					throw new Failure(
						`n8n ended before it was ready (${reason}).\n${await endOf(options.logFile)}`,
					);
				}
				if (Date.now() > deadline) {
					await end('SIGKILL');
					throw new Failure(
						`n8n was not ready after ${START_TIMEOUT_MS / 1000} s.\n${await endOf(options.logFile)}`,
					);
				}
				await sleep(POLL_MS);
			}
		},
		stop: async () => await end('SIGTERM'),
		kill: async () => await end('SIGKILL'),
	};
}

async function launch({ userFolder, logFile, port, environment, role = 'start' }: N8nOptions) {
	const host = process.env.N8N_HOST_FOLDER;
	if (host === undefined) {
		throw new Failure('No n8n is installed here. Start with npm start or npm run test:e2e.');
	}
	const out = createWriteStream(logFile, { flags: 'a' });
	const child = spawn(
		process.execPath,
		[
			join(__dirname, 'guard.mjs'),
			process.execPath,
			join(host, 'node_modules', 'n8n', 'bin', 'n8n'),
			role,
		],
		{
			cwd: userFolder,
			env: {
				...n8nEnvironment({ userFolder, port, brokerPort: await findFreePort() }),
				...environment,
			},
			// The guard and everything below it form one process group.
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		},
	);
	child.stdout?.pipe(out, { end: false });
	child.stderr?.pipe(out, { end: false });
	/** Why it ended, once its whole log is written. */
	const ended = new Promise<string>((resolve) => {
		child.once('error', ({ message }) => resolve(message));
		child.once('close', (code, signal) => out.end(() => resolve(signal ?? `code ${code}`)));
	});
	return { child, ended };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	process.kill(-child.pid, signal);
}

/** Older versions are ready some seconds before they answer the editor, which only the main part has. */
async function isReady(url: string, role: Role = 'start'): Promise<boolean> {
	const isOpen = async (path: string) => (await fetch(`${url}${path}`)).status === 200;
	try {
		return (
			(await isOpen('/healthz/readiness')) && (role !== 'start' || (await isOpen('/rest/settings')))
		);
	} catch (error) {
		// fetch reports a port that nobody listens on yet as a TypeError.
		if (error instanceof TypeError) return false;
		throw error;
	}
}

async function endOf(logFile: string): Promise<string> {
	const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
	return `The end of its log (${logFile}):\n${lines.join('\n')}`;
}
