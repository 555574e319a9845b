import { collectGarbage } from './collectGarbage';

/** Length in characters, just below the shortest limit of a long field: that of an endpoint. */
const LENGTH = 7_900;
/**
 * A text is compared with its parts, one after the other: they take as long together where the time is
 * linear, an eighth of it where it is square. What a busy machine adds to a long run, whose caches others
 * have used in between, it adds to both.
 */
const PARTS = 8;
/**
 * Halfway between both, as factors go. A linear time was seen to take 1.74 times as long at once: what is
 * made of a whole text outlives a collection of garbage, which copies it; what is made of a part does not.
 */
const MOST = Math.sqrt(PARTS);
const SHORT = Math.floor(LENGTH / PARTS);
/**
 * CPU time below which nothing is measured, in milliseconds: below it the collector and the compiler count
 * for more than the text. A square time is above it at this length, where it takes 31 million steps at
 * least; the simplest loop takes 0.6 nanoseconds a step.
 */
const FLOOR = 15;
/** Measurements before the verdict: what disturbs one only ever makes it longer. */
const ROUNDS = 20;
/** CPU time of a run from which nothing disturbs it any more, in milliseconds: two rounds are enough. */
const PATIENCE = 300;
/** CPU time up to which a longer text is tried too, in milliseconds: a square time takes seconds then. */
const BRIEF = 50;

/**
 * What this thread works for a run, in milliseconds: neither a machine that is busy with something else, nor the
 * threads that help the collector, make it longer. The space for what is new is empty at first: otherwise a
 * collection can fall into each text and into none of its parts, which made a linear time 3.1 times as long.
 */
async function cpuTime(run: () => unknown): Promise<number> {
	collectGarbage('minor');
	const before = process.threadCpuUsage();
	await run();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1_000;
}

/**
 * Says how long a text takes that takes longer than its parts do; undefined where that is as it should be.
 * @param run Works on a text of the given length, in characters.
 */
export async function growthFault(run: (length: number) => unknown): Promise<string | undefined> {
	let [short, long] = [Infinity, Infinity];
	for (let round = 0; round < ROUNDS && (round < 2 || long < PATIENCE); round++) {
		long = Math.min(long, await cpuTime(async () => await run(LENGTH)));
		if (long < FLOOR) return undefined;
		short = Math.min(short, await cpuTime(async () => await inParts(run)));
		if (round > 0 && long / short < MOST) return undefined;
	}
	if (long < BRIEF && (await growsOn(run, long))) return undefined;
	return `${short.toFixed(1)} ms for ${PARTS} times ${SHORT} characters, ${long.toFixed(1)} ms for ${LENGTH}`;
}

/**
 * Whether a text of eight times the length takes eight times as long. From some length on all that is made of a
 * text lies where large things lie, which costs more once: 0.8 ms for 10,000 characters, 22 for 80,000, 186 for
 * 640,000. A square time goes on; a text that is refused for its length takes less, and tells nothing.
 */
async function growsOn(run: (length: number) => unknown, long: number): Promise<boolean> {
	let longer = Infinity;
	for (let round = 0; round < 3; round++) {
		longer = Math.min(longer, await cpuTime(async () => await run(PARTS * LENGTH)));
	}
	return longer > (PARTS / MOST) * long && longer < PARTS * MOST * long;
}

async function inParts(run: (length: number) => unknown): Promise<void> {
	for (let part = 0; part < PARTS; part++) await run(SHORT);
}
