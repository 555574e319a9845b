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
/** The provider's times are in whole seconds. */
const SECOND_MS = 1_000;

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

/** What leaves a mailbox, as it shows it, by ID. Times are the provider's, in milliseconds since the epoch. */
export interface Leaving {
	/** What left in the last hour, and when it was sent; NaN where it does not say so. */
	sent: ReadonlyMap<string, number>;
	/** What waits. */
	waiting: ReadonlyMap<string, number>;
}

/** An email that this process lets out. */
export interface LetOut {
	/** When it was let out. */
	at: number;
	leavesAt: number;
	/** The ID of its draft, which it keeps; undefined for what has none, such as an invitation. */
	id?: string;
	/** What had left before, which is none of its copies. */
	before: Leaving['sent'];
	/** It did leave; what may have failed counts until a minute after its end. */
	isSure: boolean;
	/** When its request was over; undefined while it is on its way, which can take minutes. */
	endedAt?: number;
}

/** Whether what was let out may still leave, or may have left and not show yet. */
const isFresh = ({ endedAt }: LetOut, now: number) =>
	endedAt === undefined || now < endedAt + FRESH_MS;

/** Says that the request of what was let out is over: it left, if at all, by now. */
export function endLetOut(one: LetOut, now: number): void {
	one.endedAt = now;
	one.leavesAt = Math.max(one.leavesAt, now);
}

/** What a mailbox showed from a moment on. */
interface Look {
	at: number;
	seen: Promise<Leaving>;
}

/** The last look at each mailbox. */
const looks = new Map<string, Look>();
/**
 * What this process let out of each mailbox in the last hour. What is sent shows in Sent Items with a delay, so that
 * several at once would all find the same number there; and what was moved out of them has left all the same. A look
 * can last, and another one be made meanwhile: what is read here is never held while something is waited for.
 */
const letOuts = new Map<string, LetOut[]>();

function forget(now: number): void {
	for (const [mailbox, { at }] of looks) if (now - at >= FRESH_MS) looks.delete(mailbox);
	for (const [mailbox, all] of letOuts) {
		const kept = all.filter((one) => one.leavesAt > now - HOUR_MS || isFresh(one, now));
		if (kept.length > 0) letOuts.set(mailbox, kept);
		else letOuts.delete(mailbox);
	}
}

/** Takes away what was sent until a minute after something without an ID was on its way, one for each of those. */
function withoutCopies(sent: Array<[string, number]>, unnamed: LetOut[]): Array<[string, number]> {
	const left = [...sent].sort(([, one], [, other]) => one - other);
	for (const one of unnamed) {
		const found = left.findIndex(
			([id, time]) => !one.before.has(id) && time > one.at - SECOND_MS && isFresh(one, time),
		);
		if (found >= 0) left.splice(found, 1);
	}
	return left;
}

/**
 * Takes one of the emails that may leave a mailbox in an hour: in any hour, those to come too, in which
 * what waits leaves by itself.
 * @param mailbox The credential and the mailbox.
 * @param one When it is, when the email leaves, now unless later, and the ID of its draft, which does not wait yet.
 * @param look What leaves besides, as the mailbox shows it.
 * @returns undefined when none is left.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	one: { now: () => number; leavesAt: number | undefined; id: string | undefined },
	look: () => Promise<Leaving>,
): Promise<LetOut | undefined> {
	const { now, id } = one;
	forget(now());
	const last = looks.get(mailbox) ?? { at: now(), seen: look() };
	looks.set(mailbox, last);
	const { sent, waiting } = await last.seen.catch((error: unknown) => {
		// It is looked again the next time.
		looks.delete(mailbox);
		throw error;
	});
	const at = now();
	const leavesAt = Math.max(at, one.leavesAt ?? at);
	// Some hour holds both.
	const isNear = (time: number) => Math.abs(time - leavesAt) < HOUR_MS;
	const taken = letOuts.get(mailbox) ?? [];
	const near = taken.filter(
		(other) => isNear(other.leavesAt) && (other.isSure || isFresh(other, at)),
	);
	const named = new Set(near.flatMap((other) => (other.id === undefined ? [] : [other.id])));
	const unnamed = near.filter((other) => other.id === undefined);
	const waits = [...waiting].filter(([other, time]) => other !== id && isNear(time));
	const left = isNear(at) ? [...sent].filter(([other]) => !named.has(other)) : [];
	const others = withoutCopies(left, unnamed);
	const ids = new Set([
		...named,
		...waits.map(([other]) => other),
		...others.map(([other]) => other),
	]);
	if (ids.size + unnamed.length >= limit) return undefined;
	const letOut = { at, leavesAt, ...(id === undefined ? {} : { id }), before: sent, isSure: false };
	letOuts.set(mailbox, [...taken, letOut]);
	return letOut;
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
 * The emails that left in the hour before a moment, by ID, and when they were sent. One that was scheduled bears the time at which it was
 * handed over, and was modified last when it left or later (fact: deferred-time).
 * @param now Milliseconds since the epoch.
 */
export async function readSent(graph: GraphClient, now: number): Promise<Leaving['sent']> {
	const start = now - HOUR_MS;
	const query = {
		$filter: `lastModifiedDateTime ge ${new Date(start).toISOString()}`,
		$select: 'sentDateTime',
		$expand: SEND_TIME_EXPAND,
	};
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	const touched = await graph.list(path, sentShape, { query });
	const left = touched.flatMap((mail): Array<[string, number]> => {
		const sent = Date.parse(mail.sentDateTime ?? '');
		const deferred = deferredTo(mail) ?? NaN;
		// What does not say when it was sent counts.
		const counts = !(sent < start) || (deferred >= start && deferred <= now);
		return counts ? [[mail.id, sent]] : [];
	});
	return new Map(left);
}

/** When a draft leaves by itself once it is sent; undefined for one that leaves at once. */
export async function readSendTime(graph: GraphClient, id: string): Promise<number | undefined> {
	const query = { $select: 'isDraft', $expand: SEND_TIME_EXPAND };
	return sendTimeOf(await graph.get(mailPath`/messages/${id}`, deferralShape, { query }));
}
