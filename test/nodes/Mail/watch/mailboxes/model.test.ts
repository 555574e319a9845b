import { playMailboxes } from '../../../../harness/mailboxesModel';
import { realStage } from '../../../../harness/trigger';
import { createRandom } from '../../../../simulator/faults';

const isWhole = process.env.MAIL_MODEL === 'full';
const RUNS = isWhole ? 1_000 : 25;
const STEPS = 20;

describe('several mailboxes in one trigger', () => {
	it('start a workflow once for each mail, with its mailbox, whatever happens to each of them', async () => {
		const first = Math.floor(Math.random() * 1e9);
		let told = 0;
		for (let seed = first; seed < first + RUNS; seed++) {
			const history = { random: createRandom(seed), steps: STEPS, reloads: seed % 10 === 0 };
			const { log, told: items, ...broken } = await playMailboxes(history, realStage);
			told += items;
			expect({ seed, log, ...broken }).toEqual({ seed, log, lost: [], repeated: [], wrong: [] });
		}
		expect(told).toBeGreaterThan(RUNS * 5);
	}, 600_000);
});
