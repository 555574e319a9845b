import type { TriggerSession } from '../../shared/trigger/session';
import type { Cursor, ReadCursor } from './cursor';
import { startCursor } from './cursor';
import { listFrom, listNewest } from './listing';
import type { Poll, TriggerMemory } from './openPoll';
import type { Verdict } from './settle';
import { candidates, settle, watchedSince } from './settle';

/**
 * How far the clocks of the provider's own machines may be apart, and a mail be late, at the moment of
 * the activation, in milliseconds.
 */
export const CLOCK_MARGIN_MS = 60_000;

/** Where the last poll ended; undefined when nothing usable was saved. */
export function positionToContinue(
	{ scope, places, context: { logger } }: Poll,
	session: TriggerSession<Cursor, TriggerMemory>,
	read: ReadCursor,
): Cursor | undefined {
	if (read.state === 'none') return undefined;
	if (read.state === 'sound') {
		const cursor = session.latestOf(read.cursor);
		if (cursor.scope === scope) {
			// What already lay in folders that were not watched before is no new mail.
			const isElsewhere = cursor.mark && cursor.mark.of !== places.of;
			return isElsewhere ? notOlderThan(cursor, watchedSince(cursor)) : cursor;
		}
		// What came to another account or mailbox before the change is no backlog of this one.
		const from = Math.max(cursor.since, watchedSince(cursor));
		const { seen, deliveries, emittedAt } = cursor;
		return { ...startCursor(scope, from), seen, deliveries, emittedAt };
	}
	if (read.since === undefined) {
		logger.warn('Mail Trigger: the saved state cannot be read; starting from now');
		return undefined;
	}
	logger.warn('Mail Trigger: the saved state is damaged; continuing after the last mail it names');
	// The mail of that second was delivered, but nobody remembers it: the next second begins.
	return startCursor(scope, read.since + 1_000);
}

/**
 * A position that lets through what becomes visible from now on, by the provider's clock: what was
 * received in the last minute and is visible already counts as handled.
 */
export async function positionNow(poll: Poll): Promise<Cursor> {
	const { now } = await listNewest(poll, 1);
	const start = now - CLOCK_MARGIN_MS;
	const cursor = startCursor(poll.scope, start);
	const listing = await listFrom(poll, {
		cursor,
		starts: poll.places.paths.map(() => start),
		enough: Infinity,
	});
	const there = candidates(cursor, listing).map(({ id }): [string, Verdict] => [id, 'done']);
	return { ...settle(cursor, { listing, verdicts: new Map(there) }, now), emittedAt: now };
}

/** The same position, but nothing that was received before a moment counts. */
export function notOlderThan(cursor: Cursor, moment: number): Cursor {
	const limit = Math.floor(moment / 1_000) * 1_000;
	return { ...cursor, since: Math.max(cursor.since, limit), from: Math.max(cursor.from, limit) };
}
