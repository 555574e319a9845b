/**
 * `npm run test:e2e` and `npm run test:queue`: all files of one folder in one process, one after the
 * other, on one shared n8n. Arguments: the folder below test/, and words of which the names of files must
 * contain one.
 * The numbers go to artifacts/<folder>.json for the CI.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ROOT } from '../host/packPackage';

const [folder = 'e2e', ...wanted] = process.argv.slice(2);
const FOLDER = join(ROOT, 'test', folder);
const RESULTS = join(ROOT, 'artifacts', `${folder}.json`);
const files = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.test.ts'))
	.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
	.sort()
	.map((name) => join(FOLDER, name));

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
