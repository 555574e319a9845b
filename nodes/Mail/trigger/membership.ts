import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { HASH_LENGTH, joinHashes, shortHash, splitHashes } from '../../shared/shortHash';
import type { Progress } from '../../shared/trigger/session';
import type { Verdict } from './settle';

/**
 * How long a set is believed to hold the same emails while it looks the same, in milliseconds: one may
 * join it just when another one leaves.
 */
const TRUST_MS = 10 * 60_000;

/** How many emails a set holds, and which is the newest. */
export interface SetLook {
	count: number;
	/** Short hash of its ID; empty for none. */
	newest: string;
}

/**
 * Which emails are in a set that is watched: the flagged ones, those with a label, those in a folder.
 * Never changed in place.
 */
export interface Membership extends Progress {
	/** Short hashes of the emails that were in it and handled. */
	members: ReadonlySet<string>;
	/** Polls that could not load an email, by its short hash. */
	attempts: ReadonlyMap<string, number>;
	/** How it looked when all in it was handled, and when that was listed. */
	look?: SetLook & { at: number };
}

/** A set in which all that is in it now counts as handled. */
export function startMembership(scope: string, ids: string[], look: SetLook, now: number) {
	const members = new Set(ids.map(shortHash));
	const start: Membership = { scope, since: now, deliveries: 0, members, attempts: new Map() };
	return { ...start, emittedAt: now, look: { ...look, at: now } };
}

/** True while nothing says that the set is another one than when it was handled. */
export function looksSame({ look }: Membership, { count, newest }: SetLook, now: number): boolean {
	if (!look || look.count !== count || look.newest !== newest) return false;
	return now < look.at + TRUST_MS;
}

/** Of the emails in the set those that joined it, in their order. */
export function joined<Mail extends { id: string }>(
	{ members }: Membership,
	listed: Mail[],
): Mail[] {
	return listed.filter(({ id }) => !members.has(shortHash(id)));
}

/**
 * The set after a poll: what left it may join again, and what has no verdict, or could not be loaded,
 * is still to come.
 * @param listed the IDs of all that is in it now.
 */
export function settleMembership(
	membership: Membership,
	listed: string[],
	verdicts: ReadonlyMap<string, Verdict>,
	look: SetLook,
	now: number,
): Membership {
	const members = new Set<string>();
	const attempts = new Map<string, number>();
	let isComplete = true;
	for (const id of listed) {
		const hash = shortHash(id);
		const verdict = membership.members.has(hash) ? 'done' : verdicts.get(id);
		const tried = membership.attempts.get(hash) ?? 0;
		if (verdict === 'done' || verdict === 'waiting') members.add(hash);
		else isComplete = false;
		if (verdict === 'failed') attempts.set(hash, tried + 1);
		else if (verdict === undefined && tried > 0) attempts.set(hash, tried);
	}
	const { scope, deliveries, emittedAt } = membership;
	return {
		scope,
		since: Math.max(membership.since, now),
		deliveries,
		emittedAt,
		members,
		attempts,
		look: isComplete ? { ...look, at: now } : undefined,
	};
}

const hash = z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${HASH_LENGTH}}$`));

const moment = z.number().finite();

const savedMembership = z.object({
	kind: z.literal('set'),
	scope: z.string(),
	since: moment,
	deliveries: z.number().int().safe().min(0),
	emittedAt: moment.optional(),
	members: z.string().regex(new RegExp(`^(?:[A-Za-z0-9_-]{${HASH_LENGTH}})*$`)),
	attempts: z.record(hash, z.number().int().min(1)),
	look: z.object({ count: z.number(), newest: z.string(), at: moment }).optional(),
});

/** The form in which n8n stores it. */
export function saveMembership({ members, attempts, ...rest }: Membership): IDataObject {
	return {
		kind: 'set',
		...rest,
		members: joinHashes(members),
		attempts: Object.fromEntries(attempts),
	};
}

/** Reads what `saveMembership` wrote, and trusts nothing of it; undefined for anything else. */
export function readMembership(saved: unknown): Membership | undefined {
	const parsed = savedMembership.safeParse(saved);
	if (!parsed.success) return undefined;
	const { scope, since, deliveries, emittedAt, look, members, attempts } = parsed.data;
	return {
		scope,
		since,
		deliveries,
		emittedAt,
		look,
		members: splitHashes(members),
		attempts: new Map(Object.entries(attempts)),
	};
}
