/** Plays histories in a thread of its own: its clock and its environment are those of the history. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import settings from '../runner/n8nSettings.cjs';

const { texts, file, only, real, folder } = workerData;
mkdirSync(folder, { recursive: true });
Object.assign(process.env, settings.n8nSettings(folder));

const require = createRequire(file);
/** Installed packages by name: finding them takes longer than what most bundles do. */
const packages = new Map();

function requireOnce(name) {
	if (!packages.has(name)) packages.set(name, require(name));
	return packages.get(name);
}

/** @returns what runs a bundle, anew each time, and gives its exports. */
function compile(text, filename) {
	const names = ['exports', 'require', 'module', '__filename', '__dirname'];
	const run = vm.compileFunction(text, names, { filename });
	return () => {
		const module = { exports: {} };
		run(module.exports, requireOnce, module, file, dirname(file));
		return module.exports;
	};
}

/** The machine's: what plays replaces it. */
const now = performance.now.bind(performance);

const bundles = new Map(texts.map(([name, text]) => [name, compile(text, `${name}.js`)]));
const player = bundles.get('player')();
player.begin((name) => bundles.get(name)());

/** What Node warns of while a history is played would stand in the log of n8n. */
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));

parentPort.on('message', async ({ seed, shrinks }) => {
	const begun = now();
	const verdict = await player[shrinks ? 'shrink' : 'play'](seed, only, seed % real === 0);
	const broken = [...verdict.broken, ...warnings.splice(0)];
	parentPort.postMessage({ ...verdict, broken, ms: now() - begun });
});
