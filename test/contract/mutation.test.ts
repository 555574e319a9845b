import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../../scripts/sources';

const AREAS = JSON.parse(
	readFileSync(path.join(ROOT, 'test/mutation/areas.json'), 'utf8'),
) as Array<{ name: string; mutate: string[]; tests: string[] }>;

/** Texts and styles of pages: what is broken there is seen, and no test says how a page looks. */
const SHOWN_ONLY = [
	'nodes/Mail/approval/styles.ts',
	'nodes/Mail/approval/texts.ts',
	'nodes/Mail/approval/languages/',
];

/** It tries each step with each policy: a quarter of an hour for a few mutants. */
const TAKES_LONG = 'everyStep.test.ts';

describe('the areas of npm run test:mutation', () => {
	it('break every source file, each in one area', () => {
		const areasOf = (file: string) =>
			AREAS.filter(({ mutate }) => mutate.some((glob) => path.matchesGlob(file, glob))).length;
		const files = filesBelow('nodes', '.ts').filter(
			(file) => !SHOWN_ONLY.some((shown) => file.startsWith(shown)),
		);
		expect(files.filter((file) => areasOf(file) !== 1)).toEqual([]);
	});

	it('run the tests of the folder that each breaks', () => {
		const tests = filesBelow('test/nodes', '.test.ts').filter((file) => !file.endsWith(TAKES_LONG));
		const without = AREAS.flatMap((area) => {
			const broken = filesBelow('nodes', '.ts').filter((file) =>
				area.mutate.some((glob) => path.matchesGlob(file, glob)),
			);
			const folders = new Set(broken.map((file) => `test/${path.posix.dirname(file)}`));
			return tests.filter(
				(file) =>
					folders.has(path.posix.dirname(file)) &&
					!area.tests.some((glob) => path.matchesGlob(file, glob)),
			);
		});
		expect(without).toEqual([]);
	});

	it('have tests', () => {
		const tests = filesBelow('test', '.test.ts');
		const without = AREAS.flatMap((area) =>
			area.tests.filter((glob) => !tests.some((file) => path.matchesGlob(file, glob))),
		);
		expect(without).toEqual([]);
	});
});
