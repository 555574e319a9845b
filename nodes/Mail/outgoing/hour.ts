import { z } from 'zod';
import type { Clock } from '../../shared/http/clock';
import { ProviderFailure } from '../../shared/http/failures';
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

/** The period in which emails are counted. */
const HOUR_MS = 3_600_000;
/** How long one look at a mailbox is used, in milliseconds: other processes send meanwhile. */
const LOOK_MS = 5_000;
/** How long after its request an email may still leave, or not show yet, in milliseconds. */
const FRESH_MS = 60_000;
/** The provider's times are in whole seconds. */
const SECOND_MS = 1_000;

/**
 * Reads the clock of a mailbox: once in a run for each of its names. Its `id` names it under all of them: that of its
 * Sent Items, as the ID of its user need not be readable. Its `now` is the provider's time in milliseconds.
 */
export const readMailboxClocks = (clock: Clock) =>
	rememberPerRun(async (graph: GraphClient): Promise<{ id: string; now: () => number }> => {
		const path = mailPath`/mailFolders/${'sentitems'}`;
		const query = { $select: 'id' };
		const { headers, body } = await graph.request({ method: 'GET', path, query });
		const { id } = understand(identified, body);
		const behind = providerTime([{ headers }]) - clock.now();
		return { id, now: () => clock.now() + behind };
	});

/** An email in Sent Items, and when it left: NaN where it does not say so. */
interface Sent {
	at: number;
	messageId?: string;
}

/** The emails that leave a mailbox, as it shows them, by ID. Times are the provider's, in milliseconds. */
export interface Leaving {
	/** Those that left in the last hour. */
	sent: ReadonlyMap<string, Sent>;
	/** When each of those leaves that wait. */
	waiting: ReadonlyMap<string, number>;
}

/** An email that this process lets out. */
export interface LetOut {
	/** The time at the provider of its mailbox. */
	now: () => number;
	/** When it was let out. */
	at: number;
	leavesAt: number;
	/** The ID of its draft, which it may keep; undefined for what has none, such as an invitation. */
	id?: string;
	/** Identifies a copy with another ID (fact: deferred-copy, fact: sent-draft-id, fact: sent-by-message-id). */
	messageId?: string;
	/** The emails that had left before: none of them is its copy. */
	before: Leaving['sent'];
	/** It surely left. One that may have failed counts until a minute after its request. */
	isSure: boolean;
	/** When its request was over; undefined while it is on its way, which can take minutes. */
	endedAt?: number;
}

/** Whether an email may still leave, or may have left and not show yet. */
const isFresh = ({ endedAt }: LetOut, now: number) =>
	endedAt === undefined || now < endedAt + FRESH_MS;

/** Notes that the request of an email is over: it left by now, if at all. */
export function endLetOut(email: LetOut): void {
	email.endedAt = email.now();
	email.leavesAt = Math.max(email.leavesAt, email.endedAt);
}

/** The last look at each mailbox, and when it began. */
const looks = new Map<string, { at: number; seen: Promise<Leaving> }>();
/**
 * The emails that this process let out of each mailbox in the last hour. Sent Items show them with a delay, so that
 * several at once would all count the same number there. One that was moved out of Sent Items has left all the same.
 * While one caller awaits its look, another may change this map: do not `await` between reading and writing it.
 */
const letOuts = new Map<string, LetOut[]>();

/** Notes that a draft was deleted: if it waited, it does not leave (fact: cancel-waiting). */
export function takeBackLetOut(id: string): void {
	for (const [mailbox, all] of letOuts) {
		const kept = all.filter((mail) => mail.id !== id || mail.leavesAt <= mail.now());
		if (kept.length === all.length) continue;
		letOuts.set(mailbox, kept);
		looks.delete(mailbox);
	}
}

function forget(now: number): void {
	for (const [mailbox, { at }] of looks) if (now - at >= LOOK_MS) looks.delete(mailbox);
	for (const [mailbox, all] of letOuts) {
		const kept = all.filter((email) => email.leavesAt > now - HOUR_MS || isFresh(email, now));
		if (kept.length > 0) letOuts.set(mailbox, kept);
		else letOuts.delete(mailbox);
	}
}

/**
 * Leaves out the copies of emails that this process let out, one for each. A copy has the same Message-ID. For an
 * email without a draft, it is any that was sent from its letting out until a minute after its request.
 */
function withoutCopies(sent: Array<[string, Sent]>, letOut: LetOut[]): Array<[string, Sent]> {
	const rest = [...sent].sort(([, a], [, b]) => a.at - b.at);
	for (const email of letOut) {
		const isCopy = ({ at, messageId }: Sent) =>
			email.id === undefined
				? at > email.at - SECOND_MS && isFresh(email, at)
				: messageId !== undefined && messageId === email.messageId;
		const copy = rest.findIndex(([id, mail]) => !email.before.has(id) && isCopy(mail));
		if (copy >= 0) rest.splice(copy, 1);
	}
	return rest;
}

/**
 * Takes one of the emails that may leave a mailbox in an hour. The limit holds for any hour, also for one to come, in
 * which waiting emails leave by themselves.
 * @param mailbox Names the credential and the mailbox.
 * @param email The time, when the email leaves (now unless later), and the IDs of its draft, which does not wait yet.
 * @param look Finds what else leaves, as the mailbox shows it.
 * @returns undefined when the limit is reached.
 */
export async function takeOne(
	mailbox: string,
	limit: number,
	email: { now: () => number; leavesAt?: number; id?: string; messageId?: string },
	look: () => Promise<Leaving>,
): Promise<LetOut | undefined> {
	const { now, id, messageId } = email;
	forget(now());
	const known = looks.get(mailbox);
	const last = known ?? { at: now(), seen: look() };
	looks.set(mailbox, last);
	const seen = await last.seen.catch((error: unknown) => {
		// The next email looks again, and so does this one where another run looked and was cancelled.
		looks.delete(mailbox);
		if (!known || error instanceof ProviderFailure) throw error;
	});
	if (!seen) return await takeOne(mailbox, limit, email, look);
	const { sent, waiting } = seen;
	const at = now();
	const leavesAt = Math.max(at, email.leavesAt ?? at);
	// True where some hour holds both emails.
	const isNear = (time: number) => Math.abs(time - leavesAt) < HOUR_MS;
	// An email that is tried again, as its answer was lost, counts once.
	const all = letOuts.get(mailbox) ?? [];
	const earlier = all.find((other) => id !== undefined && other.id === id);
	const taken = all.filter((other) => other !== earlier);
	const near = taken.filter(
		(other) => isNear(other.leavesAt) && (other.isSure || isFresh(other, at)),
	);
	// Each email counts once: those of this process, those that wait, and those that others sent.
	const draftIds = new Set(near.flatMap((other) => (other.id === undefined ? [] : [other.id])));
	const withoutDraft = near.filter((other) => other.id === undefined);
	const waitingNear = [...waiting].filter(([other, time]) => other !== id && isNear(time));
	const sentNear = isNear(at) ? [...sent].filter(([other]) => !draftIds.has(other)) : [];
	// Those with a Message-ID first, so that none of their copies is taken for that of an invitation.
	const movedOrCopied = near.filter((other) => other.id !== undefined && !sent.has(other.id));
	const others = withoutCopies(sentNear, [...movedOrCopied, ...withoutDraft]);
	const ids = new Set([...draftIds, ...[...waitingNear, ...others].map(([other]) => other)]);
	if (ids.size + withoutDraft.length >= limit) return undefined;
	const letOut = {
		now,
		at,
		leavesAt,
		id,
		messageId,
		before: earlier?.before ?? sent,
		isSure: false,
	};
	letOuts.set(mailbox, [...taken, letOut]);
	return letOut;
}

const waitingShape = deferralShape.extend({ id: z.string() });

/**
 * When each draft leaves that waits to be sent by itself.
 * @param mayWait Whether a draft, by its ID, can be one of those.
 */
export async function readSendTimes(
	graph: GraphClient,
	mayWait: (id: string) => boolean,
): Promise<ReadonlyMap<string, number>> {
	const deferred = await listDeferred(graph, waitingShape);
	const waiting = deferred.filter(({ draft }) => mayWait(draft.id));
	return new Map(waiting.map(({ draft, sendTime }) => [draft.id, sendTime]));
}

const messageId = z.string().optional().catch(undefined);
const sentKeys = { internetMessageId: messageId, sentDateTime: z.string().nullish() };
const sentShape = waitingShape.extend(sentKeys);

/**
 * The emails that left in the hour before `now` (milliseconds since the epoch), by ID. A scheduled email has the time at
 * which it was handed over, and was last modified when it left, or later (fact: deferred-time).
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
		// An email that does not say when it was sent counts.
		const counts = !(at < start) || (deferred >= start && deferred <= now);
		return counts ? [[mail.id, { at, messageId: mail.internetMessageId }]] : [];
	});
	return new Map(left);
}

const draftShape = deferralShape.extend({ internetMessageId: messageId });

/** How a draft leaves once it is sent. */
export async function readDeparture(graph: GraphClient, id: string): Promise<Departure> {
	const query = { $expand: SEND_TIME_EXPAND };
	const draft = await graph.part(mailPath`/messages/${id}`, draftShape, { query });
	return { sendTime: sendTimeOf(draft), messageId: draft.internetMessageId };
}
