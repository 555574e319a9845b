import { z } from 'zod';
import type { Clock } from '../../shared/http/clock';
import type { Departure } from '../../shared/outgoing/write';
import { rememberPerRun } from '../../shared/provider/perRun';
import { understand } from '../../shared/provider/understand';
import {
	deferralShape,
	deferredTo,
	listDeferred,
	SEND_TIME_EXPAND,
	sendTimeOf,
} from '../graph/deferral';
import { identified } from '../graph/pages';
import { mailPath } from '../graph/paths';
import { providerTime } from '../graph/providerTime';
import type { GraphClient } from '../graph/types';

/** The length of what is counted. */
export const HOUR_MS = 3_600_000;
/** How long a look at the mailbox is added to before it is made again: other processes send meanwhile. */
const LOOK_MS = 5_000;
/** How long what was let out may still leave, or not show yet, once its request is over. */
const FRESH_MS = 60_000;
/** The provider's times are in whole seconds. */
const SECOND_MS = 1_000;

/** A mailbox, whatever it is called, and its time. */
interface MailboxClock {
	/** Names the mailbox: the ID of its Sent Items, as the ID of its user need not be readable. */
	id: string;
	/** How far n8n's clock is behind the provider's, in milliseconds. */
	behind: number;
}

/** Asks for them once in a run, under each name of the mailbox. */
export const readMailboxClocks = (clock: Clock) =>
	rememberPerRun(async (graph: GraphClient): Promise<MailboxClock> => {
		const path = mailPath`/mailFolders/${'sentitems'}`;
		const query = { $select: 'id' };
		const { headers, body } = await graph.request({ method: 'GET', path, query });
		const { id } = understand(identified, body);
		return { id, behind: providerTime([{ headers }]) - clock.now() };
	});

/** An email in Sent Items. */
interface Sent {
	/** NaN where it does not say so. */
	at: number;
	messageId?: string;
}

/** What leaves a mailbox, as it shows it, by ID. Times are the provider's, in milliseconds since the epoch. */
export interface Leaving {
	/** What left in the last hour. */
	sent: ReadonlyMap<string, Sent>;
	/** What waits. */
	waiting: ReadonlyMap<string, number>;
}

/** An email that this process lets out. */
export interface LetOut {
	/** How far n8n's clock is behind that of its mailbox, in milliseconds. */
	behind: number;
	/** When it was let out. */
	at: number;
	leavesAt: number;
	/** The ID of its draft, which it may keep; undefined for what has none, such as an invitation. */
	id?: string;
	/** By it the copy is known that has another ID (fact: deferred-copy, fact: sent-draft-id, fact: sent-by-message-id). */
	messageId?: string;
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
export function endLetOut(one: LetOut, clock: Clock): void {
	one.endedAt = clock.now() + one.behind;
	one.leavesAt = Math.max(one.leavesAt, one.endedAt);
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

/** Says that a draft was deleted: one that waited does not leave (fact: cancel-waiting). */
export function takeBackLetOut(id: string, clock: Clock): void {
	for (const [mailbox, all] of letOuts) {
		const kept = all.filter((one) => one.id !== id || one.leavesAt <= clock.now() + one.behind);
		if (kept.length === all.length) continue;
		letOuts.set(mailbox, kept);
		looks.delete(mailbox);
	}
}

function forget(now: number): void {
	for (const [mailbox, { at }] of looks) if (now - at >= LOOK_MS) looks.delete(mailbox);
	for (const [mailbox, all] of letOuts) {
		const kept = all.filter((one) => one.leavesAt > now - HOUR_MS || isFresh(one, now));
		if (kept.length > 0) letOuts.set(mailbox, kept);
		else letOuts.delete(mailbox);
	}
}

/**
 * Takes away the copies of what was let out, one for each: by its Message-ID, or, of something without a draft, what
 * was sent until a minute after it was on its way.
 */
function withoutCopies(sent: Array<[string, Sent]>, letOut: LetOut[]): Array<[string, Sent]> {
	const left = [...sent].sort(([, one], [, other]) => one.at - other.at);
	for (const one of letOut) {
		const isCopy = ({ at, messageId }: Sent) =>
			one.id === undefined
				? at > one.at - SECOND_MS && isFresh(one, at)
				: messageId !== undefined && messageId === one.messageId;
		const found = left.findIndex(([id, mail]) => !one.before.has(id) && isCopy(mail));
		if (found >= 0) left.splice(found, 1);
	}
	return left;
}

/**
 * Takes one of the emails that may leave a mailbox in an hour: in any hour, those to come too, in which
 * what waits leaves by itself.
 * @param mailbox The credential and the mailbox.
 * @param one When it is, when the email leaves, now unless later, and the IDs of its draft, which does not wait yet.
 * @param look What leaves besides, as the mailbox shows it.
 * @returns undefined when none is left.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	one: { now: () => number; behind: number; leavesAt?: number; id?: string; messageId?: string },
	look: () => Promise<Leaving>,
): Promise<LetOut | undefined> {
	const { now, behind, id, messageId } = one;
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
	// Tried again it is the same email: its answer was lost.
	const all = letOuts.get(mailbox) ?? [];
	const again = all.find((other) => id !== undefined && other.id === id);
	const taken = all.filter((other) => other !== again);
	const near = taken.filter(
		(other) => isNear(other.leavesAt) && (other.isSure || isFresh(other, at)),
	);
	const named = new Set(near.flatMap((other) => (other.id === undefined ? [] : [other.id])));
	const unnamed = near.filter((other) => other.id === undefined);
	const waits = [...waiting].filter(([other, time]) => other !== id && isNear(time));
	const left = isNear(at) ? [...sent].filter(([other]) => !named.has(other)) : [];
	// What is known by its Message-ID first: it is no copy of an invitation.
	const moved = near.filter((other) => other.id !== undefined && !sent.has(other.id));
	const others = withoutCopies(left, [...moved, ...unnamed]);
	const ids = new Set([...named, ...[...waits, ...others].map(([other]) => other)]);
	if (ids.size + unnamed.length >= limit) return undefined;
	const letOut = {
		behind,
		at,
		leavesAt,
		id,
		messageId,
		before: again?.before ?? sent,
		isSure: false,
	};
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

const messageId = z.string().optional().catch(undefined);
const sentShape = waitingShape.extend({
	internetMessageId: messageId,
	sentDateTime: z.string().nullish(),
});

/**
 * The emails that left in the hour before a moment, by ID. One that was scheduled bears the time at which it was
 * handed over, and was modified last when it left or later (fact: deferred-time).
 * @param now Milliseconds since the epoch.
 */
export async function readSent(graph: GraphClient, now: number): Promise<Leaving['sent']> {
	const start = now - HOUR_MS;
	const query = {
		$filter: `lastModifiedDateTime ge ${new Date(start).toISOString()}`,
		$select: 'sentDateTime,internetMessageId',
		$expand: SEND_TIME_EXPAND,
	};
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	const touched = await graph.list(path, sentShape, { query });
	const left = touched.flatMap((mail): Array<[string, Sent]> => {
		const at = Date.parse(mail.sentDateTime ?? '');
		const deferred = deferredTo(mail) ?? NaN;
		// What does not say when it was sent counts.
		const counts = !(at < start) || (deferred >= start && deferred <= now);
		return counts ? [[mail.id, { at, messageId: mail.internetMessageId }]] : [];
	});
	return new Map(left);
}

const draftShape = deferralShape.extend({ internetMessageId: messageId });

/** How a draft leaves once it is sent. */
export async function readDeparture(graph: GraphClient, id: string): Promise<Departure> {
	const query = { $select: 'isDraft,internetMessageId', $expand: SEND_TIME_EXPAND };
	const draft = await graph.get(mailPath`/messages/${id}`, draftShape, { query });
	return { sendTime: sendTimeOf(draft), messageId: draft.internetMessageId };
}
