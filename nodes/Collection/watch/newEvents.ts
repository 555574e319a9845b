import { AT_BIRTH, eventsBetween, meaningOf } from './eventMeanings';
import type { AccountLedger, Snapshot } from './knownThings';
import { entriesOf, isNew, knownOf } from './knownThings';

/** An event that has happened, by what was read, and of which nobody was told yet. */
export interface News {
	event: string;
	/** Of what it happened to, as far as that is known. */
	id?: string;
}

/**
 * The events that lie between what the trigger knows and what it read now, whichever of them was
 * delivered: of the delivery it matters only which thing to look at. Delivered twice, too late, in
 * another order, or by a stranger, it finds nothing new.
 * @param announced the event that was delivered; undefined for a look at the lists.
 */
export function newsIn(ledger: AccountLedger, snapshots: Snapshot[], announced?: string): News[] {
	return snapshots.flatMap((snapshot) =>
		entriesOf(snapshot.states).flatMap(([aspect, now]) => {
			const before =
				knownOf(ledger, snapshot, aspect) ?? assumed(ledger, snapshot, aspect, announced);
			if (before === undefined) return [];
			const events = eventsBetween(snapshot.kind, aspect, before, now);
			return events.map((event) => ({ event, id: snapshot.id }));
		}),
	);
}

/**
 * What of a reading is remembered. Without a list, of a side that was unknown only what fits the delivery: an event of
 * which the delivery is still to come would be no news then.
 */
export function learned(ledger: AccountLedger, snapshot: Snapshot, announced: string): Snapshot {
	if (isNew(ledger, snapshot) !== undefined) return snapshot;
	const sides = entriesOf(snapshot.states).filter(([aspect, now]) => {
		const side = { ...snapshot, states: { [aspect]: now } };
		return knownOf(ledger, snapshot, aspect) ?? newsIn(ledger, [side], announced)[0];
	});
	return { ...snapshot, states: Object.fromEntries(sides) };
}

/** What a thing was before, where nothing is remembered of it. */
function assumed(
	ledger: AccountLedger,
	snapshot: Snapshot,
	aspect: keyof Snapshot['states'],
	announced = '',
): string | undefined {
	const { kind, states } = snapshot;
	const told = meaningOf(announced);
	const isAnnounced = told?.kind === kind;
	const isFirst = isNew(ledger, snapshot) ?? (isAnnounced && announced.endsWith('_created'));
	// What was in no list and is gone was never there, as far as anybody can tell.
	if (isFirst && states.there === 'gone') return undefined;
	const atBirth = isFirst ? AT_BIRTH[aspect] : undefined;
	return atBirth ?? (isAnnounced && told.aspect === aspect ? told.before : undefined);
}
