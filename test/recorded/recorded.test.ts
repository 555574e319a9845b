import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ROOT } from '../../scripts/sources';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import { loadPayloads } from './payloads';
import { replay } from './replay';

const FOLDER = process.env.RECORDED_ANSWERS;
const payloads = FOLDER ? loadPayloads(FOLDER) : [];
const kinds = [...new Set(payloads.map(({ kind }) => kind))];

/** Aloud: the name says what is missing when the answers are not there. */
const describeIfPresent = FOLDER ? describe : describe.skip;

describeIfPresent(
	FOLDER
		? 'recorded answers'
		: 'SKIPPED, set RECORDED_ANSWERS to the folder of recorded answers: recorded answers',
	() => {
		let simulator: Simulator;

		beforeAll(async () => {
			simulator = await startSimulator();
		});
		afterAll(async () => {
			await simulator.stop();
		});

		it.each(FOLDER ? kinds : ['any kind'])(
			'of the kind %s are read as they are, and none is refused that could be read',
			async (kind) => {
				const ofKind = payloads.filter((payload) => payload.kind === kind);
				const findings = await replay(simulator, ofKind);
				const bad = findings.filter(({ verdict }) => ['wrong', 'unreadable'].includes(verdict));
				expect(bad).toEqual([]);
				expect(findings.length).toBeGreaterThanOrEqual(ofKind.length);
			},
			240_000,
		);
	},
);

describe('what planted.mjs breaks', () => {
	it('stands in its file, each once', () => {
		const faults = pathToFileURL(path.join(ROOT, 'test/recorded/plantedFaults.mjs')).href;
		const print = `import('${faults}').then(({ FAULTS }) => console.log(JSON.stringify(FAULTS)))`;
		const listed = execFileSync(process.execPath, ['-e', print], { encoding: 'utf8' });
		const known = z
			.array(z.object({ file: z.string(), find: z.string() }))
			.parse(JSON.parse(listed));
		const gone = known.filter(
			({ file, find }) => readFileSync(path.join(ROOT, file), 'utf8').split(find).length !== 2,
		);
		expect(gone).toEqual([]);
	});
});
