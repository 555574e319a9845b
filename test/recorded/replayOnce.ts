import { startSimulator } from '../simulator/simulator';
import { loadPayloads } from './payloads';
import { replay } from './replay';

/** A replay for `planted.mjs`, up to the first thing that is wrong; says what it is. */
async function replayOnce(folder: string): Promise<void> {
	const simulator = await startSimulator();
	const isBad = ({ verdict }: { verdict: string }) => ['wrong', 'unreadable'].includes(verdict);
	const findings = await replay(simulator, loadPayloads(folder), (all) => all.some(isBad));
	const bad = findings.find(isBad);
	console.log(JSON.stringify({ replays: findings.length, bad }));
	await simulator.stop();
	process.exit(0);
}

void replayOnce(process.env.RECORDED_ANSWERS ?? '');
