import { createRandom } from '../simulator/faults';

/** What came of a history: what does not hold, and what happened in it. */
export interface Verdict {
	broken: string[];
	log: string[];
}

/** The last number below 1: where chance is asked for something, it does not happen. */
const QUIET = 1 - 2 ** -32;
/** Histories that are played to make one shorter. */
const MOST_PLAYS = 400;

/** Numbers as a generator of this seed gives them. */
export function numbersOf(seed: number): { random: () => number; drawn: number[] } {
	const next = createRandom(seed);
	const drawn: number[] = [];
	const random = () => {
		const number = next();
		drawn.push(number);
		return number;
	};
	return { random, drawn };
}

/** These numbers, and then such that let nothing happen. */
function replay(numbers: number[]): () => number {
	let at = 0;
	return () => numbers[at++] ?? QUIET;
}

/**
 * Makes the history that some numbers decide shorter, as long as it still goes wrong: numbers are left out, or made
 * such that nothing happens, or the first of all choices; many at once first, then fewer.
 */
export async function shrinkNumbers(
	numbers: number[],
	play: (random: () => number) => Promise<Verdict>,
): Promise<Verdict | undefined> {
	let best = numbers;
	let verdict: Verdict | undefined;
	let plays = 0;
	const fails = async (candidate: number[]) => {
		plays += 1;
		const played = await play(replay(candidate));
		if (played.broken.length === 0) return false;
		[best, verdict] = [candidate, played];
		return true;
	};
	await fails(best);
	for (let size = best.length >> 1; size >= 1 && verdict; size >>= 1) {
		for (let at = Math.max(0, best.length - size); at >= 0 && plays < MOST_PLAYS; at -= size) {
			const [before, chunk, after] = [
				best.slice(0, at),
				best.slice(at, at + size),
				best.slice(at + size),
			];
			if (await fails([...before, ...after])) continue;
			for (const number of [QUIET, 0]) {
				if (chunk.every((one) => one === number)) break;
				if (await fails([...before, ...chunk.map(() => number), ...after])) break;
			}
		}
	}
	return verdict;
}
