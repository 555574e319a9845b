import { NodeConnectionTypes } from 'n8n-workflow';
import { createRandom } from '../simulator/faults';
import type { Game } from './games';
import { GAMES } from './games';
import type { Load } from './loaded';
import { forgetCode, loadWith } from './loaded';
import type { Verdict } from './shrink';
import type { Stage } from './stage';
import { stage } from './stage';

/** Histories after which the package is loaded anew, so that what its modules remember stays small. */
const FORGETS_AFTER = 50;

const STACK = 20;

let played = 0;

/** @param load evaluates the bundle of a node once more. */
export function begin(load: Load): void {
	loadWith(load);
	Error.stackTraceLimit = 0;
	// How long the machine takes for something decides nothing.
	Object.defineProperty(performance, 'now', { value: () => Date.now() });
}

/** The names of all kinds of histories. */
export const names = GAMES.map(({ name }) => name);

/** What the Collection Trigger keeps beside its modules, by the name that it has there. */
const SHELVES = 'n8n-nodes-mail-collection.collectionTrigger.2';

/** All that the package remembers in a process. */
function forget(): void {
	forgetCode();
	Reflect.deleteProperty(NodeConnectionTypes, Symbol.for(SHELVES));
}

/** The kind that a seed plays. @param only part of the name of those that may be played. */
function gameOf(seed: number, only: string): Game {
	const games = GAMES.filter(({ name }) => name.includes(only));
	const game = games[seed % games.length];
	if (!game) throw new Error(`No kind of histories has "${only}" in its name`);
	return game;
}

/**
 * Plays the history of a seed.
 * @param isReal also in n8n's own contexts and over HTTP.
 */
export async function play(
	seed: number,
	only: string,
	isReal: boolean,
): Promise<Verdict & { name: string }> {
	if (++played % FORGETS_AFTER === 0) forget();
	const { name, play: playOn } = gameOf(seed, only);
	Math.random = createRandom(seed);
	const within = await withoutFailure(async () => await playOn(seed, stage));
	if (!isReal || within.broken.length > 0) return { name, ...within };
	const real = await withoutFailure(async () => await playOn(seed, await openReal()));
	return { name, ...real, broken: real.broken.map((one) => `in n8n's own contexts: ${one}`) };
}

/** n8n-core is loaded where it is needed: that takes longer than fifty histories. */
async function openReal(): Promise<Stage> {
	return (await import('./realStage.js')).realStage;
}

/** What a shorter history of a seed shows; its errors tell where they were made, which takes time. */
export async function shrink(seed: number, only: string, isReal: boolean): Promise<Verdict> {
	const game = gameOf(seed, only);
	Error.stackTraceLimit = STACK;
	return await withoutFailure(async () => {
		const within = await game.shrink(seed, stage);
		if (within || !isReal) return within ?? (await game.play(seed, stage));
		return (await game.shrink(seed, await openReal())) ?? { broken: [], log: [] };
	});
}

/** A history that cannot be played to its end is one that goes wrong. */
async function withoutFailure(task: () => Promise<Verdict>): Promise<Verdict> {
	try {
		return await task();
	} catch (error) {
		const stack = error instanceof Error ? error.stack : undefined;
		return { broken: [stack ?? String(error)], log: [] };
	}
}
