import type { GraphClient } from './types';

/*
 * What the last reading of a mailbox had to ask first. The next one asks it again, and goes by the old answer meanwhile:
 * only where the new one differs does it read a second time. No answer is taken without being checked.
 */

/** Mailboxes that are remembered. */
const MAX_MAILBOXES = 1_000;

interface Guesses {
	/** IDs of the folders whose mails were left out of a list. */
	aside: string[];
	/** Those of `aside` that have folders below. */
	parents: string[];
	/** IDs of the folders in which a list found mails, to read their names. */
	named: string[];
	/** ID of the folder in which a single mail lay. */
	place?: string;
	/** The zone that times are given in. */
	zone?: string;
}

/** By account and mailbox. */
const guesses = new Map<string, Guesses>();

/** What is guessed of a mailbox, to be written to as well. */
export function guessesOf({ key }: GraphClient): Guesses {
	const known = guesses.get(key) ?? { aside: [], parents: [], named: [] };
	if (guesses.size >= MAX_MAILBOXES) guesses.clear();
	guesses.set(key, known);
	return known;
}
