import { NodeConnectionTypes } from 'n8n-workflow';
import type { Reading } from '../../scripts/factRows';
import { readSwitches } from '../../scripts/factRows';
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

/** Share of the disputed and assumed facts that a history reads in another way than the nodes rest on. */
const OTHERWISE = 0.2;

/**
 * What a promise rests on, and is not kept without: where a series is not sent again whole, nothing tells the Calendar
 * Trigger for a day which of its occurrences are left; where its changed days are not told, what became of one that is
 * missing stays open.
 */
const RESTED_ON = ['changed-occurrences', 'series-again'];

const switches = readSwitches().filter(({ fact }) => !RESTED_ON.includes(fact));

/** How the providers of a seed's history read what nobody knows for sure. */
function readingsOf(seed: number): Reading[] {
	const random = createRandom(seed);
	return switches.flatMap(({ fact, readings }) => {
		const as = readings[1 + Math.floor(random() * (readings.length - 1))];
		return random() < OTHERWISE && as !== undefined ? [{ fact, as }] : [];
	});
}

/** Providers that read facts so; a model may choose on. */
function readingSo(on: Stage, readings: Reading[]): Stage {
	return {
		...on,
		async startSimulator(options) {
			const simulator = await on.startSimulator(options);
			simulator.readings.choose(...readings);
			return simulator;
		},
	};
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
	const game = gameOf(seed, only);
	const within = await playOn(stage, seed, game);
	if (!isReal || within.broken.length > 0) return { name: game.name, ...within };
	const real = await playOn(await openReal(), seed, game);
	const broken = real.broken.map((one) => `in n8n's own contexts: ${one}`);
	return { ...real, name: game.name, broken };
}

/** With the same chance each time. */
async function playOn(on: Stage, seed: number, game: Game): Promise<Verdict> {
	Math.random = createRandom(seed);
	const read = readingSo(on, readingsOf(seed));
	return await withoutFailure(async () => await game.play(seed, read));
}

/** n8n-core is loaded where it is needed: that takes longer than fifty histories. */
async function openReal(): Promise<Stage> {
	return (await import('./realStage.js')).realStage;
}

/** What a shorter history of a seed shows; its errors tell where they were made, which takes time. */
export async function shrink(seed: number, only: string, isReal: boolean): Promise<Verdict> {
	const game = gameOf(seed, only);
	Error.stackTraceLimit = STACK;
	const readings = readingsOf(seed);
	const { broken, log } = await withoutFailure(async () => {
		const within = await game.shrink(seed, readingSo(stage, readings));
		if (within || !isReal) return within ?? (await playOn(stage, seed, game));
		const real = await game.shrink(seed, readingSo(await openReal(), readings));
		return real ?? { broken: [], log: [] };
	});
	const read = readings.map(({ fact, as }) => `${fact}=${as}`).join(',');
	return { broken, log: [`READINGS=${read}`, ...log] };
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
