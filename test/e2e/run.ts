/**
 * `npm run test:e2e`: all files of this folder in one process, one after the other, on one
 * shared n8n. The numbers go to artifacts/e2e.json for the CI.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ROOT } from '../host/packPackage';

const RESULTS = join(ROOT, 'artifacts', 'e2e.json');
const wanted = process.argv[2] ?? '';
const files = readdirSync(__dirname)
	.filter((name) => name.endsWith('.test.ts') && name.includes(wanted))
	.sort()
	.map((name) => join(__dirname, name));

mkdirSync(join(ROOT, 'artifacts'), { recursive: true });
rmSync(RESULTS, { force: true });

let passed = 0;
let failed = 0;
const stream = run({ files, isolation: 'none', concurrency: false });
stream.on('test:pass', ({ details, skip }) => {
	if (details.type !== 'suite' && skip === undefined) passed += 1;
});
stream.on('test:fail', ({ details }) => {
	// A suite fails with its tests; alone only when its own hook failed.
	if (details.type !== 'suite' || !/subtest/.test(String(details.error.message))) failed += 1;
});
stream.compose(spec).pipe(process.stdout);
stream.once('end', () => {
	writeFileSync(RESULTS, JSON.stringify({ passed, failed }));
	process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
