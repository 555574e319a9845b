import type { Cursor } from './cursor';

/** Where polls that delivered nothing got to, by trigger. */
const unsaved = new Map<string, Cursor>();

/** How many deliveries there had been with the last one, by trigger, until n8n shows that it stored it. */
const handedOver = new Map<string, number>();

/**
 * The cursor, or the one that polls without mail made of it in this process. n8n writes the state of a
 * trigger to its database when mail is delivered. When it makes a workflow anew, as after an edit, it
 * hands out the state of that delivery, which may be weeks old: what nobody wanted since then would be
 * looked at again, and fire if the filter or the folders are others now.
 */
export function latestOf(trigger: string, cursor: Cursor): Cursor {
	const later = unsaved.get(trigger);
	const follows =
		later?.scope === cursor.scope &&
		later.deliveries === cursor.deliveries &&
		later.since >= cursor.since;
	return follows ? later : cursor;
}

/**
 * True when the cursor is from before the last delivery of this process: n8n's scheduler reads it
 * before it starts a poll, and may have done so while that delivery was still being stored. Said once;
 * a cursor that is still the old one afterwards says that n8n could not store the delivery.
 */
export function isBeingStored(trigger: string, { deliveries }: Cursor): boolean {
	const last = handedOver.get(trigger);
	handedOver.delete(trigger);
	return last !== undefined && deliveries < last;
}

/** After a poll, with what it made of the cursor and whether it delivered mail. */
export function remember(trigger: string, cursor: Cursor, delivers: boolean): void {
	forget(trigger);
	if (delivers) handedOver.set(trigger, cursor.deliveries);
	else unsaved.set(trigger, cursor);
}

/** The trigger begins anew. */
export function forget(trigger: string): void {
	unsaved.delete(trigger);
	handedOver.delete(trigger);
}
