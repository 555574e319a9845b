import { provider, useCollection } from '../../../harness/collection';
import { MODEL_EVENTS, playModel } from '../../../harness/collectionModel';
import { startCollectionTrigger } from '../../../harness/collectionTrigger';
import { createSkippingClock } from '../../../harness/skippingClock';

jest.setTimeout(600_000);

useCollection();

/** COLLECTION_MODEL=full for all of it; a sixth in every run. */
const EVENTS = process.env.COLLECTION_MODEL === 'full' ? 2_000 : 320;

it('tells every event once, and nothing that did not happen', async () => {
	const seed = Number(process.env.COLLECTION_MODEL_SEED ?? Date.now() % 1_000_000);
	const bench = await startCollectionTrigger(
		provider(),
		{ events: MODEL_EVENTS },
		createSkippingClock(Date.now()),
	);
	try {
		await bench.activate();
		const { lost, repeated, invented, ...counts } = await playModel(provider(), bench, {
			events: EVENTS,
			seed,
		});
		console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
		expect({ seed, lost, repeated, invented }).toEqual({
			seed,
			lost: [],
			repeated: [],
			invented: [],
		});
	} finally {
		await bench.stop();
	}
});
