import type { Memory, Sighting } from './memory';
import { entriesOf } from './memory';
import { AT_BIRTH, eventsBetween, toldBy } from './told';

/** An event that has happened, by what was read, and of which nobody was told yet. */
export interface News {
	event: string;
	sighting: Sighting;
}

/**
 * The events that lie between what the trigger knows and what it read now, whichever of them was
 * delivered: of the delivery it matters only which thing to look at. Delivered twice, too late, in
 * another order, or by a stranger, it finds nothing new.
 *
 * Nothing is remembered by this; `Memory.note` does that once the news are told.
 * @param announced the event that was delivered; undefined for a look at the lists.
 */
export function newsIn(memory: Memory, sightings: Sighting[], announced?: string): News[] {
	return sightings.flatMap((sighting) =>
		entriesOf(sighting.states).flatMap(([aspect, now]) => {
			const before = memory.known(sighting, aspect) ?? assumed(memory, sighting, aspect, announced);
			if (before === undefined) return [];
			const events = eventsBetween(sighting.kind, aspect, before, now);
			return events.map((event) => ({ event, sighting }));
		}),
	);
}

/** What a thing was before, where nothing is remembered of it. */
function assumed(
	memory: Memory,
	{ kind, id, states }: Sighting,
	aspect: keyof Sighting['states'],
	announced = '',
): string | undefined {
	const told = toldBy(announced);
	const isAnnounced = told?.kind === kind;
	const isNew = memory.isNew(kind, id) ?? (isAnnounced && announced.endsWith('_created'));
	// What was in no list and is gone was never there, as far as anybody can tell.
	if (isNew && states.there === 'gone') return undefined;
	const atBirth = isNew ? AT_BIRTH[aspect] : undefined;
	return atBirth ?? (isAnnounced && told.aspect === aspect ? told.before : undefined);
}
