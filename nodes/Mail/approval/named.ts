import type { Section } from './question';
import { NAMED_TITLE, UNREADABLE } from './texts';

/** A thing of the mailbox that an agent's call names by its ID. */
export interface NamedThing {
	kind: 'email' | 'event';
	/** The parameter that holds the ID. */
	parameter: string;
	id: string;
	/** The mailbox that the tool works on; empty for the account's own. */
	mailbox: string;
	/** Whom the tool answers. */
	answers: 'nobody' | 'sender' | 'all';
}

/** Things of one call that are looked up at most: nobody reads more of them, and a tool works mostly on one. */
const MAX_READ = 10;

/**
 * What the IDs of a call stand for; that one cannot be read is said as well.
 * @param read Describes one thing, a line for each fact.
 */
export async function describeNamed(
	things: NamedThing[],
	read: (thing: NamedThing) => Promise<string>,
): Promise<Section[]> {
	if (things.length === 0) return [];
	const entries = things.map(async (thing, index) => ({
		name: thing.parameter,
		value: index < MAX_READ ? await read(thing).catch(() => UNREADABLE) : UNREADABLE,
	}));
	return [{ title: NAMED_TITLE, entries: await Promise.all(entries) }];
}
