/**
 * Test files of real n8ns in one process, one after the other, on one shared n8n. Arguments: where the
 * numbers go, and the files.
 */
import { writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const [results = '', ...files] = process.argv.slice(2);

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
	writeFileSync(results, JSON.stringify({ passed, failed }));
	process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
