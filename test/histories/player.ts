import { NodeConnectionTypes } from 'n8n-workflow';
import type { Game } from './games';
import { GAMES } from './games';
import type { Load } from './loaded';
import { forgetCode, loadWith } from './loaded';
import type { Verdict } from './shrink';
import { stage } from './stage';

/** Histories after which the package is loaded anew, so that what its modules remember stays small. */
const FORGETS_AFTER = 50;

const STACK = 20;

let played = 0;

/** @param load evaluates the bundle of a node once more. */
export function begin(load: Load): void {
	loadWith(load);
	Error.stackTraceLimit = 0;
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

export async function play(seed: number, only: string): Promise<Verdict & { name: string }> {
	if (++played % FORGETS_AFTER === 0) forget();
	const game = gameOf(seed, only);
	return { name: game.name, ...(await withoutFailure(async () => await game.play(seed, stage))) };
}

/** What a shorter history of a seed shows; its errors tell where they were made, which takes time. */
export async function shrink(seed: number, only: string): Promise<Verdict> {
	const game = gameOf(seed, only);
	Error.stackTraceLimit = STACK;
	return await withoutFailure(
		async () => (await game.shrink(seed, stage)) ?? (await game.play(seed, stage)),
	);
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
