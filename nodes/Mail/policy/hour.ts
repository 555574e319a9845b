import { deferralShape, SEND_TIME_EXPAND, sendTimeOf } from '../graph/deferral';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** The length of what is counted. */
export const HOUR_MS = 3_600_000;
/** How long a count of the mailbox is added to before it is made again. */
const FRESH_MS = 60_000;

/** What left a mailbox in the hour before a moment, and since then by this process. */
interface Count {
	/** Milliseconds since the epoch. */
	at: number;
	before: Promise<number>;
	since: number;
}

/**
 * The counts of this process by mailbox: what is sent shows in Sent Items with a delay, so that several
 * at once would all find the same number there. They are forgotten after a minute.
 */
const counts = new Map<string, Count>();

/**
 * Takes one of the emails that may leave a mailbox in an hour.
 * @param mailbox The credential and the mailbox.
 * @param now Milliseconds since the epoch.
 * @param countSent How many left in the last hour, as the mailbox shows it.
 * @returns false when none is left.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	now: number,
	countSent: () => Promise<number>,
): Promise<boolean> {
	for (const [key, { at }] of counts) if (now - at >= FRESH_MS) counts.delete(key);
	const count = counts.get(mailbox) ?? { at: now, before: countSent(), since: 0 };
	counts.set(mailbox, count);
	const before = await count.before.catch((error: unknown) => {
		counts.delete(mailbox);
		throw error;
	});
	if (before + count.since >= limit) return false;
	count.since += 1;
	return true;
}

/**
 * How many drafts wait to be sent by themselves. Whatever their times are, they count as if they left now:
 * that holds the limit in every hour to come.
 * @param since One whose time was before, in milliseconds since the epoch, was never handed over.
 */
export async function countWaiting(graph: GraphClient, since: number): Promise<number> {
	const path = mailPath`/mailFolders/${'drafts'}/messages`;
	const query = { $select: 'isDraft', $expand: SEND_TIME_EXPAND };
	const drafts = await graph.list(path, deferralShape, { query });
	return drafts.filter((draft) => (sendTimeOf(draft) ?? 0) > since).length;
}
