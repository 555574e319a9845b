import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { StartResult } from '../../scripts/benchmark/results';
import { ROOT } from '../host/packPackage';

const RUNS = 5;

const measured = z.object({
	start: z.number(),
	heap: z.number(),
	use: z.number(),
	description: z.number(),
});

/**
 * Runs in a process of its own, as n8n does at its start: its loader reads the package, and loads a node when a
 * workflow uses it. What n8n has loaded itself is not counted. Arguments: the package, the node.
 */
const SCRIPT = `
const { LazyPackageDirectoryLoader } = require('n8n-core');
const [folder, name] = process.argv.slice(1);
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000; };
(async () => {
	gc();
	const [before, heapBefore] = [cpu(), process.memoryUsage().heapUsed];
	const loader = new LazyPackageDirectoryLoader(folder);
	await loader.loadAll();
	const start = cpu() - before;
	gc();
	const heap = process.memoryUsage().heapUsed - heapBefore;
	const again = cpu();
	loader.getNode(name);
	const use = cpu() - again;
	const told = loader.types.nodes.find((node) => node.name === name);
	console.log(JSON.stringify({ start, heap, use, description: JSON.stringify(told).length }));
})();
`;

/**
 * What the start of n8n takes for a package, and the first use of a node; the least of some runs.
 * @param host where n8n-core is installed.
 */
export function measurePackage(host: string, folder: string, name: string): StartResult {
	const runs = Array.from({ length: RUNS }, () => {
		const args = ['--expose-gc', '-e', SCRIPT, folder, name];
		return measured.parse(
			JSON.parse(execFileSync(process.execPath, args, { cwd: host }).toString()),
		);
	});
	const least = (key: keyof StartResult) => Math.min(...runs.map((run) => run[key]));
	return {
		start: least('start'),
		heap: least('heap'),
		use: least('use'),
		description: least('description'),
	};
}

/**
 * Both packages: the one of this checkout, and the one that n8n brings along, which holds all of its own nodes.
 * @param host where n8n is installed.
 */
export function measureStart(host: string): { ours: StartResult; theirs: StartResult } {
	const builtIn = join(host, 'node_modules', 'n8n-nodes-base');
	return {
		ours: measurePackage(ROOT, ROOT, 'mail'),
		theirs: measurePackage(host, builtIn, 'microsoftOutlook'),
	};
}
