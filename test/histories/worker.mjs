/** Plays histories in a thread of its own: its time, its clock and its chance are those of the history. */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const { player: playerText, code: codeText, file, only } = workerData;
const require = createRequire(file);

function compile(text, name) {
	const names = ['exports', 'require', 'module', '__filename', '__dirname'];
	const run = vm.compileFunction(text, names, { filename: name });
	return () => {
		const module = { exports: {} };
		run(module.exports, require, module, file, new URL('.', `file://${file}`).pathname);
		return module.exports;
	};
}

const player = compile(playerText, 'player.js')();
player.begin(compile(codeText, 'code.js'));

parentPort.on('message', async ({ from, to, shrinks }) => {
	if (shrinks) return parentPort.postMessage({ shrunk: await player.shrink(from, only) });
	for (let seed = from; seed < to; seed++) {
		const begun = process.cpuUsage === undefined ? 0 : performance.now();
		const { name, broken } = await player.play(seed, only);
		parentPort.postMessage({ seed, name, broken, ms: performance.now() - begun });
	}
	parentPort.postMessage({ done: true });
});
