import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { clearInterval, setInterval, setTimeout } from 'node:timers';

/** How often the holder shows that it is alive, and after how long others stop believing it. */
const HEARTBEAT_MS = 5_000;
const STALE_MS = 60_000;
const WAIT_MS = 1_000;

/**
 * Runs `work` while no other process on this machine runs it under the same lock file.
 * A lock whose holder is gone is taken over.
 *
 * @template T
 * @param {string} file the lock file
 * @param {(pid: string) => void} onWait called once, with the holder's process id, before waiting
 * @param {() => Promise<T>} work what needs the lock
 * @returns {Promise<T>} what `work` returned
 */
export async function withLock(file, onWait, work) {
	let told = false;
	while (!(await take(file))) {
		const holder = await read(file);
		if (holder === undefined) continue;
		if (await isStale(file, holder)) {
			await steal(file, holder);
			continue;
		}
		if (!told) onWait(holder);
		told = true;
		await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => clearInterval(heartbeat));
	}, HEARTBEAT_MS);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		await rm(file, { force: true });
	}
}

async function take(file) {
	try {
		const handle = await open(file, 'wx');
		await handle.writeFile(String(process.pid));
		await handle.close();
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

async function read(file) {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	}
}

async function isStale(file, holder) {
	const age = Date.now() - (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
	// An empty file is a lock in the making: believed for as long as a heartbeat.
	return age > STALE_MS || (holder === '' ? age > HEARTBEAT_MS : !isAlive(Number(holder)));
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

/** Moves the stale lock away; puts it back when another process took it over in between. */
async function steal(file, holder) {
	const aside = `${file}.${process.pid}`;
	try {
		await rename(file, aside);
	} catch (error) {
		if (error.code === 'ENOENT') return;
		throw error;
	}
	if ((await readFile(aside, 'utf8')) !== holder) await link(aside, file).catch(() => undefined);
	await rm(aside, { force: true });
}
