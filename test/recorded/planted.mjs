/**
 * `RECORDED_ANSWERS=<folder> node test/recorded/planted.mjs`: plants faults in the sources, one at a
 * time, and says which of them a replay of the recorded answers finds. Nothing is written to the disk.
 * Ends with 1 when it finds fewer than all but one, or something where none is planted. Some minutes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import runner from '../runner/n8nSettings.cjs';
import { FAULTS } from './plantedFaults.mjs';

/** Faults that may stay hidden: what no recorded answer shows cannot be seen by it. */
const MAY_HIDE = 1;

if (!process.env.RECORDED_ANSWERS) {
	console.log('SKIPPED, set RECORDED_ANSWERS to the folder of recorded answers');
	process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'n8n-harness-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const settings = runner.n8nSettings(folder);

function replay(planted) {
	const preload = ['./test/harness/loadTypeScript.cjs', './test/recorded/plant.cjs'];
	const output = execFileSync(
		process.execPath,
		[...preload.flatMap((file) => ['--require', file]), 'test/recorded/replayOnce.ts'],
		{
			env: { ...process.env, ...settings, ...(planted && { PLANTED: JSON.stringify(planted) }) },
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	return JSON.parse(output.trim().split('\n').at(-1));
}

const describe = ({ replays, bad }) =>
	bad ? `found by ${bad.payload} (${bad.step})` : `NOT FOUND in ${replays} replays`;

const sound = replay(undefined);
console.log(
	`nothing planted: ${sound.bad ? JSON.stringify(sound.bad) : `${sound.replays} replays, nothing wrong`}`,
);
const results = FAULTS.map((planted) => {
	const result = replay(planted);
	console.log(`${planted.fault}: ${describe(result)}`);
	return result;
});
const found = results.filter(({ bad }) => bad).length;
console.log(`${found} of ${FAULTS.length} faults found`);
process.exit(found >= FAULTS.length - MAY_HIDE && !sound.bad ? 0 : 1);
