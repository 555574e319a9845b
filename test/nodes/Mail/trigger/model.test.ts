import fc from 'fast-check';
import type { ModelRun } from '../../../harness/mailModel';
import { runModel } from '../../../harness/mailModel';
import { MINUTE, SECOND } from '../../../harness/trigger';

/**
 * The promise of the trigger, against the simulator through n8n's own PollContext: every mail once.
 * MAIL_MODEL=full runs each case with 5,000 mails over 1,000 polls, which takes some minutes;
 * MAIL_MODEL_SEED repeats a run whose seed was printed.
 */
const isFull = process.env.MAIL_MODEL === 'full';
const seed = Number(process.env.MAIL_MODEL_SEED ?? Date.now() % 2 ** 31);
const large = isFull ? { mails: 5_000, polls: 1_000 } : { mails: 400, polls: 80 };
const small = isFull ? large : { mails: 250, polls: 50 };

const lags = [0, 2, 10, 30, 600].map((seconds): [string, Omit<ModelRun, 'seed'>] => [
	`mail becomes visible up to ${seconds} s late`,
	{ ...large, lag: seconds * SECOND },
]);
const disturbances: Array<[string, Omit<ModelRun, 'seed'>]> = [
	["n8n's clock is 10 minutes fast", { ...small, lag: 30 * SECOND, skew: 10 * MINUTE }],
	["n8n's clock is 10 minutes slow", { ...small, lag: 30 * SECOND, skew: -10 * MINUTE }],
	[
		'5 % of the requests fail',
		{ ...small, lag: 30 * SECOND, faults: { rate: 0.05, kinds: [429, 503, 'cut'] } },
	],
	[
		'n8n dies before every fifth poll, with a state that is some polls old',
		{ ...small, lag: 30 * SECOND, restarts: 0.2, wanted: 0.1 },
	],
	['polls overlap', { ...small, lag: 30 * SECOND, overlaps: 0.3 }],
	[
		'everything happens at once, and polls deliver few mails',
		{
			...small,
			lag: 10 * MINUTE,
			skew: 10 * MINUTE,
			faults: { rate: 0.05, kinds: [429, 503, 'cut'] },
			restarts: 0.1,
			overlaps: 0.2,
			maxMails: 6,
			wanted: 0.5,
		},
	],
];

describe('every mail is delivered once', () => {
	it.each([...lags, ...disturbances])(
		'when %s',
		async (name, run) => {
			await fc.assert(
				fc.asyncProperty(fc.noBias(fc.nat()), async (runSeed) => {
					const result = await runModel({ ...run, seed: runSeed });
					const { lost, repeated, expected, delivered, ...figures } = result;
					const counts = `${run.mails} mails, ${expected} wanted, lost ${lost.length}, repeated ${repeated.length}`;
					process.stdout.write(
						`${name}: ${counts}, ${JSON.stringify(figures)}, seed ${seed} (${runSeed})\n`,
					);
					expect({ lost, repeated, delivered }).toEqual({
						lost: [],
						repeated: [],
						delivered: expected,
					});
				}),
				{ seed, numRuns: 1, endOnFailure: true },
			);
		},
		isFull ? 1_800_000 : 120_000,
	);
});
