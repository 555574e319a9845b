/**
 * What the package costs at n8n's start: n8n's own loader reads its description, and loads a node when a
 * workflow uses it: `npm run perf -- loading`, after `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { ROOT } from '../contract/sources';

/** CPU time and memory that an n8n process may give for a package that nobody uses. */
const MOST_CPU_MS = 30;
const MOST_HEAP_BYTES = 1_000_000;
const RUNS = 5;

const measured = z.object({ start: z.number(), use: z.number(), heap: z.number() });

/** Runs in a process of its own, with n8n-core loaded before anything is measured. */
const SCRIPT = `
const { LazyPackageDirectoryLoader } = require('n8n-core');
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000; };
(async () => {
	gc();
	const [before, heapBefore] = [cpu(), process.memoryUsage().heapUsed];
	const loader = new LazyPackageDirectoryLoader(${JSON.stringify(ROOT)});
	await loader.loadAll();
	const started = cpu();
	gc();
	const heap = process.memoryUsage().heapUsed - heapBefore;
	const again = cpu();
	loader.getNode('mail');
	console.log(JSON.stringify({ start: started - before, use: cpu() - again, heap }));
})();
`;

it('costs little while no workflow uses it', () => {
	const runs = Array.from({ length: RUNS }, () => {
		const printed = execFileSync(process.execPath, ['--expose-gc', '-e', SCRIPT], { cwd: ROOT });
		return measured.parse(JSON.parse(printed.toString()));
	});
	const start = Math.min(...runs.map((run) => run.start));
	const use = Math.min(...runs.map((run) => run.use));
	const heap = Math.min(...runs.map((run) => run.heap));
	console.log(
		`start ${start.toFixed(0)} ms, ${heap} bytes; first use of Mail ${use.toFixed(0)} ms`,
	);
	expect(start).toBeLessThan(MOST_CPU_MS);
	expect(heap).toBeLessThan(MOST_HEAP_BYTES);
});
