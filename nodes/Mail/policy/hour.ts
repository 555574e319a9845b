import { z } from 'zod';
import {
	deferralShape,
	deferredTo,
	listDeferred,
	SEND_TIME_EXPAND,
	sendTimeOf,
} from '../graph/deferral';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** The length of what is counted. */
export const HOUR_MS = 3_600_000;
/** How long a look at the mailbox is added to before it is made again. */
const FRESH_MS = 60_000;

/** What leaves a mailbox, as it shows it. Times are milliseconds since the epoch. */
export interface Leaving {
	/** How many left in the last hour. */
	sent: number;
	/** What waits, by the ID of its draft. */
	waiting: ReadonlyMap<string, number>;
}

/** What left a mailbox, or waits to, and what was taken since then by this process. */
interface Count {
	at: number;
	seen: Promise<Leaving>;
	taken: number[];
}

/**
 * The counts of this process by mailbox: what is sent shows in Sent Items with a delay, so that several
 * at once would all find the same number there. They are forgotten after a minute.
 */
const counts = new Map<string, Count>();

/**
 * Takes one of the emails that may leave a mailbox in an hour: in any hour, those to come too, in which
 * what waits leaves by itself.
 * @param mailbox The credential and the mailbox.
 * @param one When the email leaves, now or later, and the ID of its draft, which does not wait yet.
 * @param look What leaves besides, as the mailbox shows it.
 * @returns false when none is left.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	{ now, leavesAt, id }: { now: number; leavesAt: number; id: string | undefined },
	look: () => Promise<Leaving>,
): Promise<boolean> {
	for (const [key, { at }] of counts) if (now - at >= FRESH_MS) counts.delete(key);
	const count = counts.get(mailbox) ?? { at: now, seen: look(), taken: [] };
	counts.set(mailbox, count);
	const { sent, waiting } = await count.seen.catch((error: unknown) => {
		counts.delete(mailbox);
		throw error;
	});
	// Some hour holds both.
	const isNear = (time: number) => Math.abs(time - leavesAt) < HOUR_MS;
	const others = [...waiting].flatMap(([other, time]) => (other === id ? [] : [time]));
	const near = [...others, ...count.taken].filter(isNear).length + (isNear(now) ? sent : 0);
	if (near >= limit) return false;
	count.taken.push(leavesAt);
	return true;
}

const waitingShape = deferralShape.extend({ id: z.string() });

/**
 * When the drafts leave that wait to be sent by themselves.
 * @param mayWait Whether a draft, by its ID, can be one of those.
 */
export async function readSendTimes(
	graph: GraphClient,
	mayWait: (id: string) => boolean,
): Promise<ReadonlyMap<string, number>> {
	const deferred = await listDeferred(graph, waitingShape, 'id,isDraft');
	const waiting = deferred.filter(({ draft }) => mayWait(draft.id));
	return new Map(waiting.map(({ draft, sendTime }) => [draft.id, sendTime]));
}

const sentShape = deferralShape.extend({ sentDateTime: z.string().nullish() });

/**
 * How many emails left in the hour before a moment. One that was scheduled bears the time at which it was
 * handed over, and was modified last when it left or later (docs/graph.md 18).
 * @param now Milliseconds since the epoch.
 */
export async function countSent(graph: GraphClient, now: number): Promise<number> {
	const start = now - HOUR_MS;
	const query = {
		$filter: `lastModifiedDateTime ge ${new Date(start).toISOString()}`,
		$select: 'sentDateTime',
		$expand: SEND_TIME_EXPAND,
	};
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	const touched = await graph.list(path, sentShape, { query });
	return touched.filter((mail) => {
		const sent = Date.parse(mail.sentDateTime ?? '');
		const deferred = deferredTo(mail) ?? NaN;
		// What does not say when it was sent counts.
		return !(sent < start) || (deferred >= start && deferred <= now);
	}).length;
}

/** When a draft leaves by itself once it is sent; undefined for one that leaves at once. */
export async function readSendTime(graph: GraphClient, id: string): Promise<number | undefined> {
	const query = { $select: 'isDraft', $expand: SEND_TIME_EXPAND };
	return sendTimeOf(await graph.get(mailPath`/messages/${id}`, deferralShape, { query }));
}
