import type { Reading } from '../../scripts/factRows';
import { readSwitches } from '../../scripts/factRows';
import { createRandom } from '../simulator/faults';
import { ASKED, check } from './check';
import { killAt, planRuns, type Run, runUnder, startBench } from './simulated';

/** What became of a reading: whether its probe told it, and told nothing else in any run. */
interface Told extends Reading {
	isTold: boolean;
	wrong: string[];
}

/** Rows that no account can be asked about, and why. */
const NEVER = new Map([
	['contact-delta-moved-in', 'Graph has no call that moves a contact.'],
	['moved-in-outlook', 'Graph has no call that moves an email as Outlook for Windows does.'],
	[
		'id-of-another-mailbox',
		'It takes two mailboxes on two servers, and the check has one mailbox.',
	],
]);

/** Every row with that reading in some run, as it was reported there. */
function judge(runs: Run[]): Told[] {
	const asked = readSwitches().filter(({ fact }) => !NEVER.has(fact));
	const readings = asked.flatMap(({ fact, readings }) => readings.map((as) => ({ fact, as })));
	return readings.map(({ fact, as }) => {
		const entries = runs
			.filter((run) => run.readings.some((one) => one.fact === fact && one.as === as))
			.flatMap(({ report }) => report.rows.filter(({ row }) => row === fact))
			.filter(({ notAsked }) => notAsked === undefined);
		const wrong = entries.map(({ reading = 'neither' }) => reading).filter((one) => one !== as);
		return { fact, as, isTold: entries.length > wrong.length, wrong };
	});
}

// Moments at which a run is killed. Hundreds of equal moves are left out of them.
const KILLS = 10;
const KILLED = ASKED.filter((fact) => fact !== 'moves-in-session');

/**
 * `npm run check:live -- --simulated`: the simulator under each reading of each row, and a run that is killed at ten
 * moments. Prints what was seen.
 * @returns whether each reading was told right, and nothing was ever left
 */
export async function prove(seed: number): Promise<boolean> {
	const bench = await startBench();
	const runs: Run[] = [];
	for (const readings of planRuns()) runs.push(await runUnder(bench, readings));
	for (const { fact, as, isTold } of judge(runs)) {
		if (!isTold) runs.push(await runUnder(bench, [{ fact, as }], { only: [fact] }));
	}
	for (const [fact, reason] of NEVER) console.log(`${fact} is not asked: ${reason}`);
	const told = judge(runs);
	for (const { fact, as, wrong, isTold } of told) {
		if (wrong.length > 0) console.log(`${fact}=${as} was taken for ${wrong.join(', ')}`);
		else if (!isTold) console.log(`${fact}=${as} was not told`);
	}
	const right = told.filter(({ isTold, wrong }) => isTold && wrong.length === 0).length;
	const clean = runs.filter(({ isAsBefore, report }) => isAsBefore && report.left === 0).length;
	const requests = runs.reduce((sum, run) => sum + run.requests, 0);
	console.log(
		`${right} of ${told.length} readings of ${ASKED.length - NEVER.size} rows told right in ${runs.length} runs, ` +
			`${requests} requests; ${clean} of ${runs.length} runs left the account as it was.`,
	);

	const whole = (await runUnder(bench, [], { only: KILLED })).requests;
	const random = createRandom(seed);
	let cleaned = 0;
	let litter = 0;
	for (let kill = 1; kill <= KILLS; kill += 1) {
		const at = 1 + Math.floor(random() * whole);
		await bench.prepare();
		const before = await bench.store();
		await killAt(bench, at, KILLED);
		const left = (await bench.store()) !== before;
		litter += Number(left);
		await check({ ...bench.options, only: [] });
		const isClean = (await bench.store()) === before;
		cleaned += Number(isClean);
		console.log(
			`Killed at request ${at} of ${whole}: ${left ? 'left something' : 'left nothing'}, ` +
				`${isClean ? 'nothing' : 'SOMETHING'} after the next run.`,
		);
	}
	console.log(`${cleaned} of ${KILLS} cleaned up (seed ${seed}); ${litter} had left something.`);
	await bench.stop();
	return right === told.length && clean === runs.length && cleaned === KILLS;
}
