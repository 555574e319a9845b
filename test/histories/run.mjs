/**
 * `npm run histories`: random histories of triggers, sends and approvals, in threads side by side. The main thread
 * bundles the package, hands out seeds and counts; a seed that goes wrong is played again and made shorter.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundle, FILE } from './bundles.mjs';
import { planted, PLANTS } from './plants.mjs';

/** Seeds that a thread is given at once. */
const BLOCK = 25;
/** How long one history may take, on a machine that has much else to do. */
const LONGEST_MS = 120_000;
/** Shrinking plays hundreds of histories. */
const SHRINKING_MS = 600_000;
/** Of so many histories, one is played in n8n's own contexts and over HTTP as well. */
const REAL = 1_000;
const PROGRESS_MS = 30_000;
/** Seeds that are drawn are below. */
const SEEDS = 1_000_000_000;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '1000' },
		seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
		workers: { type: 'string', default: String(availableParallelism()) },
		only: { type: 'string', default: '' },
		real: { type: 'string', default: String(REAL) },
		plant: { type: 'string' },
	},
});

/** A whole number of at least so much. */
function wholeNumber(name, least) {
	const number = Number(values[name]);
	if (Number.isSafeInteger(number) && number >= least) return number;
	throw new Error(`--${name} must be a whole number of at least ${least}, not "${values[name]}".`);
}

const count = wholeNumber('count', 1);
const first = wholeNumber('seed', 0);
const threads = Math.min(wholeNumber('workers', 1), Math.ceil(count / BLOCK));
const real = wholeNumber('real', 1);
const { only, plant } = values;
if (plant !== undefined && !Object.hasOwn(PLANTS, plant)) {
	throw new Error(`--plant must be one of ${Object.keys(PLANTS).join(', ')}.`);
}

const folder = mkdtempSync(join(tmpdir(), 'n8n-histories-'));
const begun = performance.now();
const texts = await bundle(plant === undefined ? [] : [planted(plant)]);
const state = { next: first, played: 0, byName: new Map(), wrong: undefined, said: begun };

try {
	await Promise.all(Array.from({ length: threads }, (_, index) => playIn(index)));
	await report();
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function startWorker(index) {
	return new Worker(new URL('worker.mjs', import.meta.url), {
		workerData: { texts, file: FILE, only, real, folder: join(folder, String(index)) },
	});
}

/** One thread, until no seed is left or one went wrong. */
async function playIn(index) {
	const worker = startWorker(index);
	const ask = questioner(worker);
	try {
		while (state.next < first + count && !state.wrong) {
			const from = state.next;
			const to = Math.min(from + BLOCK, first + count);
			state.next = to;
			for (let seed = from; seed < to && !state.wrong; seed++) {
				note(seed, await ask({ seed }, LONGEST_MS));
			}
		}
	} finally {
		await worker.terminate();
	}
}

/** Asks a thread, and waits so long for what it says. */
function questioner(worker) {
	return async (question, patience) => {
		let timer;
		let fail;
		try {
			return await new Promise((resolve, reject) => {
				fail = reject;
				timer = setTimeout(
					() => resolve({ name: '?', broken: [`Nothing came of it in ${patience / 1_000} s`] }),
					patience,
				);
				worker.once('message', resolve);
				worker.once('error', reject);
				worker.postMessage(question);
			});
		} finally {
			clearTimeout(timer);
			worker.off('error', fail);
			worker.removeAllListeners('message');
		}
	};
}

function note(seed, { name, broken, ms = 0 }) {
	state.played += 1;
	const sum = state.byName.get(name) ?? { histories: 0, ms: 0 };
	state.byName.set(name, { histories: sum.histories + 1, ms: sum.ms + ms });
	// Of those that go wrong side by side, the first one.
	if (broken.length > 0 && !(state.wrong?.seed < seed)) state.wrong = { seed, name, broken };
	if (performance.now() - state.said < PROGRESS_MS) return;
	state.said = performance.now();
	console.log(`${state.played} of ${count}, ${rate()}`);
}

function rate() {
	const seconds = (performance.now() - begun) / 1_000;
	const cpu = process.cpuUsage();
	const used = (cpu.user + cpu.system) / 1_000_000;
	return `${(state.played / seconds).toFixed(1)} a second (${seconds.toFixed(0)} s, ${used.toFixed(0)} s of CPU)`;
}

async function report() {
	const { wrong, byName, played } = state;
	for (const [name, { histories, ms }] of [...byName].sort()) {
		console.log(`${String(histories).padStart(8)} ${name}, ${(ms / histories).toFixed(0)} ms each`);
	}
	console.log(`${played} histories from seed ${first} on, ${rate()}`);
	if (!wrong) return console.log('Nothing lost, nothing repeated, nothing wrong.');
	process.exitCode = 1;
	console.log(
		`\nThe history of seed ${wrong.seed} (${wrong.name}) goes wrong, number ${wrong.seed - first + 1}:`,
	);
	console.log(wrong.broken.join('\n'));
	const options = [
		real !== REAL && `--real ${real}`,
		only && `--only '${only}'`,
		plant && `--plant ${plant}`,
	].filter(Boolean);
	const again = ['npm run histories -- --count 1', `--seed ${wrong.seed}`, ...options].join(' ');
	console.log(`\nTo play it again: ${again}`);
	const worker = startWorker(threads);
	try {
		const { broken, log = [] } = await questioner(worker)(
			{ seed: wrong.seed, shrinks: true },
			SHRINKING_MS,
		);
		console.log(`\nAs short as it still goes wrong:\n${[...log, ...broken].join('\n')}`);
	} finally {
		await worker.terminate();
	}
}
