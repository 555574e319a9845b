import { z } from 'zod';
import type { Clock } from '../../shared/http/clock';
import { rememberPerRun } from '../../shared/provider/perRun';
import { understand } from '../../shared/provider/understand';
import {
	deferralShape,
	deferredTo,
	listDeferred,
	SEND_TIME_EXPAND,
	sendTimeOf,
} from '../graph/deferral';
import { mailPath } from '../graph/paths';
import { providerTime } from '../graph/providerTime';
import type { GraphClient } from '../graph/types';

/** The length of what is counted. */
export const HOUR_MS = 3_600_000;
/** How long a look at the mailbox is added to before it is made again. */
const FRESH_MS = 60_000;

/** A mailbox, whatever it is called, and its time. */
export interface MailboxClock {
	/** Names the mailbox: the ID of its Sent Items, as the ID of its user need not be readable. */
	id: string;
	/** How far n8n's clock is behind the provider's, in milliseconds. */
	behind: number;
}

const folder = z.object({ id: z.string() });

/** Asks for them once in a run, under each name of the mailbox. */
export const readMailboxClocks = (clock: Clock) =>
	rememberPerRun(async (graph: GraphClient): Promise<MailboxClock> => {
		const path = mailPath`/mailFolders/${'sentitems'}`;
		const query = { $select: 'id' };
		const { headers, body } = await graph.request({ method: 'GET', path, query });
		const { id } = understand(folder, body);
		return { id, behind: providerTime([{ headers }]) - clock.now() };
	});

/** What leaves a mailbox, as it shows it. Times are the provider's, in milliseconds since the epoch. */
export interface Leaving {
	/** IDs of what left in the last hour. */
	sent: string[];
	/** What waits, by the ID of its draft. */
	waiting: ReadonlyMap<string, number>;
}

/** An email that this process lets out. */
export interface LetOut {
	/** When it was let out. */
	at: number;
	leavesAt: number;
	/** The ID of its draft, which it keeps; undefined for what has none, such as an invitation. */
	id?: string;
	/** It did leave; what may have failed counts for a minute. */
	isSure: boolean;
}

/** What left a mailbox, or waits to, and what this process let out. */
interface Count {
	at: number;
	seen: Promise<Leaving>;
	taken: LetOut[];
}

/**
 * The counts of this process by mailbox. What is sent shows in Sent Items with a delay, so that several at once
 * would all find the same number there; and what was moved out of them has left all the same.
 */
const counts = new Map<string, Count>();

/**
 * Takes one of the emails that may leave a mailbox in an hour: in any hour, those to come too, in which
 * what waits leaves by itself.
 * @param mailbox The credential and the mailbox.
 * @param one When the email leaves, now or later, and the ID of its draft, which does not wait yet.
 * @param look What leaves besides, as the mailbox shows it.
 * @returns undefined when none is left.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	{ now, leavesAt, id }: { now: number; leavesAt: number; id: string | undefined },
	look: () => Promise<Leaving>,
): Promise<LetOut | undefined> {
	const counted = ({ at, leavesAt: time, isSure }: LetOut) =>
		isSure ? time > now - HOUR_MS : at > now - FRESH_MS;
	for (const [key, { at, taken }] of counts) {
		if (now - at >= FRESH_MS && !taken.some(counted)) counts.delete(key);
	}
	const known = counts.get(mailbox);
	const isFresh = known && now - known.at < FRESH_MS;
	const { taken } = known ?? { taken: [] };
	const count = isFresh ? known : { at: now, seen: look(), taken: taken.filter(counted) };
	counts.set(mailbox, count);
	const { sent, waiting } = await count.seen.catch((error: unknown) => {
		// It is looked again the next time; what was let out stays known.
		counts.set(mailbox, { ...count, at: now - FRESH_MS });
		throw error;
	});
	// Some hour holds both.
	const isNear = (time: number) => Math.abs(time - leavesAt) < HOUR_MS;
	const near = count.taken.filter((one) => counted(one) && isNear(one.leavesAt));
	const named = new Set(near.flatMap((one) => (one.id === undefined ? [] : [one.id])));
	const unnamed = near.filter((one) => one.id === undefined);
	const waits = [...waiting].filter(([other, time]) => other !== id && isNear(time));
	const seen = new Set([...waits.map(([other]) => other), ...(isNear(now) ? sent : [])]);
	const others = [...seen].filter((other) => !named.has(other)).length;
	// What has no ID may be among what the mailbox shows, unless it left after the look.
	const shown = unnamed.filter(({ at }) => at < count.at).length;
	const leaving = named.size + Math.max(others, shown) + (unnamed.length - shown);
	if (leaving >= limit) return undefined;
	const one = { at: now, leavesAt, ...(id === undefined ? {} : { id }), isSure: false };
	count.taken.push(one);
	return one;
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

const sentShape = deferralShape.extend({ id: z.string(), sentDateTime: z.string().nullish() });

/**
 * The IDs of the emails that left in the hour before a moment. One that was scheduled bears the time at which it was
 * handed over, and was modified last when it left or later (fact: deferred-time).
 * @param now Milliseconds since the epoch.
 */
export async function readSent(graph: GraphClient, now: number): Promise<string[]> {
	const start = now - HOUR_MS;
	const query = {
		$filter: `lastModifiedDateTime ge ${new Date(start).toISOString()}`,
		$select: 'sentDateTime',
		$expand: SEND_TIME_EXPAND,
	};
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	const touched = await graph.list(path, sentShape, { query });
	const left = touched.filter((mail) => {
		const sent = Date.parse(mail.sentDateTime ?? '');
		const deferred = deferredTo(mail) ?? NaN;
		// What does not say when it was sent counts.
		return !(sent < start) || (deferred >= start && deferred <= now);
	});
	return left.map(({ id }) => id);
}

/** When a draft leaves by itself once it is sent; undefined for one that leaves at once. */
export async function readSendTime(graph: GraphClient, id: string): Promise<number | undefined> {
	const query = { $select: 'isDraft', $expand: SEND_TIME_EXPAND };
	return sendTimeOf(await graph.get(mailPath`/messages/${id}`, deferralShape, { query }));
}
