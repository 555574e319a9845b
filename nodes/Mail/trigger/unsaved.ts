import type { Cursor } from './cursor';

/**
 * Where polls that delivered nothing got to, by trigger. n8n writes the state of a trigger to its
 * database when mail is delivered. When it makes a workflow anew, as after an edit, it hands out the
 * state of that delivery, which may be weeks old: what nobody wanted since then would be looked at
 * again, and fire if the filter or the folders are others now.
 */
const unsaved = new Map<string, Cursor>();

/** The cursor, or the one that polls without mail made of it in this process. */
export function latestOf(trigger: string, cursor: Cursor): Cursor {
	const later = unsaved.get(trigger);
	const follows =
		later?.scope === cursor.scope &&
		later.deliveries === cursor.deliveries &&
		later.since >= cursor.since;
	return follows ? later : cursor;
}

/** @param cursor after a poll without mail; undefined when n8n writes the state itself. */
export function keepUnsaved(trigger: string, cursor?: Cursor): void {
	if (cursor) unsaved.set(trigger, cursor);
	else unsaved.delete(trigger);
}
