import fc from 'fast-check';
import { playApprovals } from '../harness/approvalModel';
import { playEdges } from '../harness/calendarEdges';
import { MODEL_EVENTS, playModel } from '../harness/collectionModel';
import { openCollectionTrigger } from '../harness/collectionTriggerBench';
import { playContacts } from '../harness/contactModel';
import { playMailboxes } from '../harness/mailboxesModel';
import type { History } from '../harness/mailHistories';
import { EVENTS, historyOf, playHistory } from '../harness/mailHistories';
import { playReviews } from '../harness/reviewModel';
import type { SendBench } from '../harness/sendModel';
import { playSends } from '../harness/sendModel';
import { START } from '../harness/triggerBench';
import { playWrites } from '../harness/writeModel';
import type { Verdict } from './shrink';
import { numbersOf, shrinkNumbers } from './shrink';
import type { Stage } from './stage';

/** A kind of histories. */
export interface Game {
	name: string;
	/** The same for each seed, whatever was played before. */
	play(seed: number, stage: Stage): Promise<Verdict>;
	/** A shorter history that goes wrong, where that of the seed does. */
	shrink(seed: number, stage: Stage): Promise<Verdict | undefined>;
}

const SHRINKING_MS = 60_000;

/** A history that is decided number by number while it is played. */
function decided(
	name: string,
	play: (random: () => number, stage: Stage) => Promise<Verdict>,
): Game {
	return {
		name,
		play: async (seed, stage) => await play(numbersOf(seed).random, stage),
		async shrink(seed, stage) {
			const { random, drawn } = numbersOf(seed);
			await play(random, stage);
			return await shrinkNumbers(drawn, async (numbers) => await play(numbers, stage));
		},
	};
}

/** The Mail Trigger, in histories that are made before they are played. */
function mailGame(event: (typeof EVENTS)[number]): Game {
	async function check(seed: number, stage: Stage, more: fc.Parameters<[History]>) {
		let verdict: Verdict = { broken: [], log: [] };
		const property = fc.asyncProperty(historyOf(event), async (history) => {
			const broken = Object.entries(await playHistory(history, stage)).flatMap(([kind, mails]) =>
				(mails as string[]).map((mail) => `${kind}: ${mail}`),
			);
			if (broken.length > 0) verdict = { broken, log: describe(history) };
			return broken.length === 0;
		});
		await fc.check(property, { seed, numRuns: 1, ...more });
		return verdict;
	}
	return {
		name: `mail ${event}`,
		play: async (seed, stage) => await check(seed, stage, { endOnFailure: true }),
		async shrink(seed, stage) {
			const verdict = await check(seed, stage, { interruptAfterTimeLimit: SHRINKING_MS });
			return verdict.broken.length > 0 ? verdict : undefined;
		},
	};
}

function describe({ steps, ...history }: History): string[] {
	return [JSON.stringify(history), ...steps.map((step) => JSON.stringify(step))];
}

const CONTACT_POLLS = 15;
const MAILBOX_STEPS = 15;
const COLLECTION_EVENTS = 30;
/** No quota is in the way. */
const ALL = 100_000;
/** Of so many histories, one loads the package anew at times, which takes as long as some polls. */
const RELOADED = 10;

async function onSendBench(
	stage: Stage,
	play: (random: () => number, bench: SendBench) => Promise<Verdict>,
	random: () => number,
): Promise<Verdict> {
	const clock = stage.createClock(START);
	const simulator = await stage.startSimulator({ clock: clock.now });
	simulator.graph.latencyMs = 0;
	simulator.collection.latencyMs = 0;
	const realNow = Date.now;
	Date.now = clock.now;
	try {
		return await play(random, { simulator, clock, stage: stage.steps });
	} finally {
		await simulator.stop();
		Date.now = realNow;
	}
}

export const GAMES: Game[] = [
	...EVENTS.map(mailGame),
	decided('mailboxes', async (random, stage) => {
		const reloads = random() < 1 / RELOADED;
		const history = { random, steps: MAILBOX_STEPS, reloads };
		const { told, log, ...wrongs } = await playMailboxes(history, stage);
		const broken = Object.entries(wrongs).flatMap(([kind, mails]) =>
			mails.map((mail) => `${kind}: ${mail}`),
		);
		return { broken, log: [...log, `${told} delivered`] };
	}),
	decided('calendar', async (random, stage) => {
		const { faults: broken, log } = await playEdges(random, stage);
		return { broken, log };
	}),
	decided('contacts', async (random, stage) => {
		const reloads = random() < 1 / RELOADED;
		const { wrong, lost, log } = await playContacts(
			{ random, polls: CONTACT_POLLS, reloads },
			stage,
		);
		const broken = [...wrong.map((one) => `wrong: ${one}`), ...lost.map((one) => `lost: ${one}`)];
		return { broken, log };
	}),
	decided('collection', async (random, stage) => {
		const clock = stage.createClock(START);
		const simulator = await stage.startSimulator({ clock: clock.now });
		const { collection } = simulator;
		Object.assign(collection.rate, { reads: ALL, writes: ALL });
		collection.latencyMs = 0;
		const realNow = Date.now;
		Date.now = clock.now;
		const bench = await openCollectionTrigger(
			stage.collection,
			simulator,
			{ events: MODEL_EVENTS },
			clock,
		);
		try {
			await bench.activate();
			const { log, ...told } = await playModel(simulator, bench, {
				events: COLLECTION_EVENTS,
				random,
				edits: true,
			});
			const kinds = ['lost', 'repeated', 'invented'] as const;
			return { broken: kinds.flatMap((kind) => told[kind].map((one) => `${kind}: ${one}`)), log };
		} finally {
			await bench.stop();
			await simulator.stop();
			Date.now = realNow;
		}
	}),
	decided('sends', async (random, stage) => await onSendBench(stage, playSends, random)),
	decided('approvals', async (random, stage) => await onSendBench(stage, playApprovals, random)),
	decided('writes', async (random, stage) => await onSendBench(stage, playWrites, random)),
	decided('reviews', async (random, stage) => await onSendBench(stage, playReviews, random)),
];
