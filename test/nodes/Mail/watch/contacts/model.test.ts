import { playContacts } from '../../../../harness/contactModel';
import { realStage } from '../../../../harness/trigger';
import { createRandom } from '../../../../simulator/faults';

/**
 * The promise of the trigger, against the simulator through n8n's own PollContext: everything that happens
 * once. CONTACT_MODEL=full plays 1,000 histories, which takes some minutes; CONTACT_MODEL_SEED repeats the one
 * whose seed a failure named.
 */
const isFull = process.env.CONTACT_MODEL === 'full';
const { CONTACT_MODEL_SEED: repeated } = process.env;
const histories = repeated ? 1 : isFull ? 1_000 : 25;
const first = Number(repeated ?? Date.now() % 2 ** 31);
/** Of so many histories, one in which n8n updates the package: it is loaded anew each time. */
const RELOADED = 25;

it(
	'everything that happens to contacts is told once, in histories with all kinds of trouble',
	async () => {
		let told = 0;
		for (let seed = first; seed < first + histories; seed++) {
			const reloads = seed % RELOADED === 0;
			const {
				told: items,
				wrong,
				lost,
			} = await playContacts({ random: createRandom(seed), polls: 20, reloads }, realStage);
			expect({ seed, wrong, lost }).toEqual({ seed, wrong: [], lost: [] });
			told += items;
		}
		// Histories in which next to nothing happened would show nothing.
		expect(told).toBeGreaterThan(histories * 5);
	},
	isFull ? 3_600_000 : 120_000,
);
