import { provider, useCollection } from '../../../harness/collection';
import type { ModelLedger } from '../../../harness/collectionModel';
import { MODEL_EVENTS, playModel } from '../../../harness/collectionModel';
import { startCollectionTrigger } from '../../../harness/collectionTrigger';
import { createSkippingClock } from '../../../harness/skippingClock';
import { beginTest } from '../../../harness/testRuns';
import { createRandom } from '../../../simulator/faults';

jest.setTimeout(3_600_000);

useCollection();

/**
 * COLLECTION_MODEL=full plays 1,000 histories, which takes some minutes. COLLECTION_MODEL_SEED is that of
 * the first one; a failure names those that have to be played again.
 */
const HISTORIES = process.env.COLLECTION_MODEL === 'full' ? 1_000 : 8;
const EVENTS = 40;

/** One history, in an account and a trigger of its own. */
async function play(seed: number): Promise<ModelLedger> {
	await beginTest(provider());
	const clock = createSkippingClock(Date.now());
	const bench = await startCollectionTrigger(provider(), { events: MODEL_EVENTS }, clock);
	try {
		await bench.activate();
		return await playModel(provider(), bench, { events: EVENTS, random: createRandom(seed) });
	} finally {
		await bench.stop();
	}
}

it('tells every event once, and nothing that did not happen', async () => {
	const first = Number(process.env.COLLECTION_MODEL_SEED ?? Date.now() % 1_000_000);
	const sums: Record<string, number> = {};
	const wrong = [];
	for (let seed = first; seed < first + HISTORIES; seed++) {
		const { lost, repeated, invented, log, ...counts } = await play(seed);
		for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
		if ([lost, repeated, invented].some(({ length }) => length > 0)) {
			wrong.push({ seed, lost, repeated, invented, log });
		}
	}
	console.log(`${HISTORIES} histories from seed ${first}: ${JSON.stringify(sums)}`);
	expect(wrong).toEqual([]);
});
