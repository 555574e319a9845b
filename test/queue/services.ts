import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure } from '../host/failure';
import { findFreePort, LOOPBACK } from '../host/ports';

const run = promisify(execFile);

/** Where Debian and Ubuntu put the programs of PostgreSQL, by version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const USER = 'postgres';
const MISSING =
	'Redis and PostgreSQL are needed here. On Debian and Ubuntu: apt-get install redis-server postgresql.';
const START_TIMEOUT_MS = 30_000;
/** It lets others read, but not write. */
const LOCK = 'BEGIN; LOCK TABLE execution_entity IN SHARE MODE; SELECT 1;\n';
const WAITING =
	"SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'execution_entity'::regclass";
const LOOK_EVERY_MS = 100;
const GUARD = join(__dirname, '..', 'host', 'guard.mjs');

/** A lock on a table of PostgreSQL. */
export interface Lock {
	/** Whether somebody waits for it. */
	isFelt(): Promise<boolean>;
	release(): Promise<void>;
}

/** A Redis and a PostgreSQL of our own, on loopback, in scratch folders. */
export interface Services {
	/** What n8n has to know of them. */
	environment: Record<string, string>;
	/** Lets n8n wait with new executions until the lock is taken away. */
	lockExecutions(): Promise<Lock>;
	/** Ends both and deletes their folders. */
	stop(): Promise<void>;
}

/**
 * Starts both, empty.
 * @throws {Failure} when one is not installed, or does not start
 */
export async function startServices(): Promise<Services> {
	const programs = postgresPrograms();
	const folder = await mkdtemp(join(tmpdir(), 'n8n-mail-collection-queue-'));
	const started: ChildProcess[] = [];
	const stop = async () => {
		await Promise.all(started.splice(0).map(end));
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const owner = await postgresOwner();
		if (owner) await chown(folder, owner.uid, owner.gid);
		const data = join(folder, 'database');
		const settings = ['--auth=trust', '--encoding=UTF8', '--no-sync', `--username=${USER}`];
		await run(join(programs, 'initdb'), [...settings, '-D', data], { cwd: folder, ...owner });
		const [redis, postgres] = [await findFreePort(), await findFreePort()];
		// Nothing has to outlive the test: PostgreSQL need not wait for the disk, Redis keeps nothing.
		const quick = ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-h', LOOPBACK];
		started.push(
			launch(join(programs, 'postgres'), ['-D', data, '-p', `${postgres}`, ...quick], owner),
			launch('redis-server', ['--bind', LOOPBACK, '--port', `${redis}`, '--save', '']),
		);
		await Promise.all([untilOpen(redis), untilOpen(postgres)]);
		const psql = join(programs, 'psql');
		const asUser = ['-h', LOOPBACK, '-p', `${postgres}`, '-U', USER, '-qtA'];
		return {
			async lockExecutions() {
				// The transaction lasts as long as its connection.
				const holder = spawn(psql, asUser, { stdio: ['pipe', 'pipe', 'inherit'] });
				started.push(holder);
				const locked = once(holder.stdout, 'data');
				holder.stdin.write(LOCK);
				await locked;
				return {
					isFelt: async () => Number((await run(psql, [...asUser, '-c', WAITING])).stdout) > 0,
					release: async () => await end(holder),
				};
			},
			environment: {
				EXECUTIONS_MODE: 'queue',
				QUEUE_BULL_REDIS_HOST: LOOPBACK,
				QUEUE_BULL_REDIS_PORT: String(redis),
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: LOOPBACK,
				DB_POSTGRESDB_PORT: String(postgres),
				DB_POSTGRESDB_USER: USER,
				DB_POSTGRESDB_DATABASE: USER,
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The folder with the programs of the newest PostgreSQL. */
function postgresPrograms(): string {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
	if (newest === undefined) throw new Failure(MISSING);
	return join(POSTGRES_VERSIONS, newest, 'bin');
}

/** PostgreSQL refuses to run as root; the package brings a user for it. */
async function postgresOwner(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, USER])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

/** Ends with this process, whatever becomes of it. */
function launch(program: string, args: string[], owner = {}): ChildProcess {
	return spawn(process.execPath, [GUARD, program, ...args], {
		...owner,
		cwd: tmpdir(),
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'close');
	child.stdin?.end();
	await ended;
}

async function untilOpen(port: number): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (!(await isOpen(port))) {
		if (Date.now() > deadline) throw new Failure(MISSING);
		await sleep(LOOK_EVERY_MS);
	}
}

async function isOpen(port: number): Promise<boolean> {
	const socket = connect(port, LOOPBACK);
	return await new Promise((resolve) => {
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
	}).then((opened) => {
		socket.destroy();
		return opened === true;
	});
}
