import fc from 'fast-check';
import { EVENTS, historyOf, playHistory } from '../../../../harness/mailHistories';
import type { ModelRun } from '../../../../harness/mailModel';
import { runModel } from '../../../../harness/mailModel';
import { MINUTE, realStage, SECOND } from '../../../../harness/trigger';

/**
 * The promise of the trigger, against the simulator through n8n's own PollContext: every mail once.
 * MAIL_MODEL=full runs each case with 5,000 mails over 1,000 polls, which takes some minutes;
 * MAIL_MODEL_SEED repeats a run whose seed a failure named.
 */
const isFull = process.env.MAIL_MODEL === 'full';
const seed = Number(process.env.MAIL_MODEL_SEED ?? Date.now() % 2 ** 31);
const size = isFull ? { mails: 5_000, polls: 1_000 } : { mails: 100, polls: 20 };
/** Short histories of each event, which meet the edges of the trigger's windows often. */
const histories = isFull ? 1_000 : 1;
const faults: ModelRun['faults'] = { rate: 0.05, kinds: [429, 503, 'cut'] };

const lags = [0, 2, 10, 30, 600].map((seconds): [string, Partial<ModelRun>] => [
	`mail becomes visible up to ${seconds} s late`,
	{ lag: seconds * SECOND },
]);
const disturbances: Array<[string, Partial<ModelRun>]> = [
	["n8n's clock is 10 minutes fast", { skew: 10 * MINUTE }],
	["n8n's clock is 10 minutes slow", { skew: -10 * MINUTE }],
	['5 % of the requests fail', { faults }],
	[
		'n8n dies before every fifth poll, with a state that is some polls old',
		{ restarts: 0.2, wanted: 0.1 },
	],
	['polls overlap', { overlaps: 0.3 }],
	['n8n updates the package, also during a poll', { overlaps: 0.5, reloads: 0.3 }],
	[
		'everything happens at once, and polls deliver few mails',
		{
			lag: 10 * MINUTE,
			skew: 10 * MINUTE,
			faults,
			restarts: 0.1,
			overlaps: 0.2,
			reloads: 0.1,
			maxMails: 6,
			wanted: 0.5,
		},
	],
];

describe('every mail is delivered once', () => {
	it.each([...lags, ...disturbances])(
		'when %s',
		async (_name, trouble) => {
			await fc.assert(
				fc.asyncProperty(fc.noBias(fc.nat()), async (runSeed) => {
					const run = { ...size, lag: 30 * SECOND, ...trouble, seed: runSeed };
					const { expected, delivered } = await runModel(run);
					expect(delivered.sort()).toEqual(expected.sort());
				}),
				{ seed, numRuns: 1, endOnFailure: true },
			);
		},
		isFull ? 1_800_000 : 120_000,
	);
});

describe('every mail is delivered once where all happens at the edges of the windows', () => {
	it.each(EVENTS)(
		'when the trigger is about "%s"',
		async (event) => {
			await fc.assert(
				fc.asyncProperty(historyOf(event), async (history) => {
					const broken = await playHistory(history, realStage);
					expect(broken).toEqual({ lost: [], repeated: [], wrong: [] });
				}),
				{ seed, numRuns: histories, endOnFailure: true },
			);
		},
		isFull ? 3_600_000 : 120_000,
	);
});

it('a mail that shows twenty minutes late is found, although what came since was listed alone meanwhile', async () => {
	const happens = (
		what: 'comes' | 'comesByDetour' | 'changes' | 'leaves',
		number = 0,
		later = 0,
	) => ({
		what,
		number,
		later,
		before: 0,
	});
	const poll = (seconds: number, ...happenings: Array<ReturnType<typeof happens>>) => ({
		...{ wait: seconds * SECOND, happenings, overlaps: false, faults: 0 },
		n8n: 'goes on' as const,
	});
	const broken = await playHistory(
		{
			...{ event: 'sent', maxMails: 1, scheduledMailWaitsIn: 'drafts', wholeInLists: 'works' },
			sentItemsDelay: 20 * MINUTE,
			steps: [
				poll(0, happens('comesByDetour', 0, MINUTE), happens('comes')),
				poll(992, happens('comes')),
				poll(242, happens('comes')),
				// One shows, another one leaves: the look is the same.
				{ ...poll(208, happens('leaves', 2)), n8n: 'crash' },
				poll(60, happens('changes')),
				poll(605, happens('comes')),
			],
		},
		realStage,
	);
	expect(broken).toEqual({ lost: [], repeated: [], wrong: [] });
});
