import { AT_BIRTH, eventsBetween, meaningOf } from './eventMeanings';
import type { AccountLedger, Snapshot } from './knownThings';
import { entriesOf, isNew, knownOf } from './knownThings';

/** An event that has happened, by what was read, and that was not told yet. */
export interface News {
	event: string;
	/** The ID of the thing that it happened to, if known. */
	id?: string;
}

/**
 * The events that lie between what the trigger knows and what it read now. A delivery only says which thing to look
 * at: if it comes twice, too late, in another order or from a stranger, nothing is new.
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
 * The part of a reading that is remembered. Of a thing in no list, an unknown aspect is remembered only if it fits the
 * delivery: otherwise an event whose delivery is still to come would be no news.
 */
export function learned(ledger: AccountLedger, snapshot: Snapshot, announced: string): Snapshot {
	if (isNew(ledger, snapshot) !== undefined) return snapshot;
	const aspects = entriesOf(snapshot.states).filter(([aspect, now]) => {
		const part = { ...snapshot, states: { [aspect]: now } };
		return knownOf(ledger, snapshot, aspect) ?? newsIn(ledger, [part], announced)[0];
	});
	return { ...snapshot, states: Object.fromEntries(aspects) };
}

/** The state of a thing before, assumed where none is remembered. */
function assumed(
	ledger: AccountLedger,
	snapshot: Snapshot,
	aspect: keyof Snapshot['states'],
	announced = '',
): string | undefined {
	const { kind, states } = snapshot;
	const meaning = meaningOf(announced);
	const isAnnounced = meaning?.kind === kind;
	const isFirst = isNew(ledger, snapshot) ?? (isAnnounced && announced.endsWith('_created'));
	// A thing that was in no list and is gone may never have been there.
	if (isFirst && states.there === 'gone') return undefined;
	const atBirth = isFirst ? AT_BIRTH[aspect] : undefined;
	return atBirth ?? (isAnnounced && meaning.aspect === aspect ? meaning.before : undefined);
}
