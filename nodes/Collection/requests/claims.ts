import type { CollectionClient } from '../api/client';

/** How long a record is remembered, in milliseconds: well over any difference of clocks that matters. */
const MEMORY_MS = 3_600_000;

/**
 * The records that belong to an item of a run, and since when, in milliseconds since the epoch. Kept by the process, as
 * runs that are under way at the same time share nothing else.
 */
const claimed = new Map<string, number>();

type Account = Pick<CollectionClient, 'accountId'>;

const keyOf = ({ accountId }: Account, id: string) => JSON.stringify([accountId, id]);

/** Whether a record is somebody's: whoever looks for its own after a lost answer must not take it. */
export function isClaimed(account: Account, id: string): boolean {
	return claimed.has(keyOf(account, id));
}

/** Notes whose a record is. @returns false when it was somebody's already. */
export function claim(account: Account, id: string, now: number): boolean {
	for (const [old, since] of claimed) {
		if (since < now - MEMORY_MS) claimed.delete(old);
	}
	if (isClaimed(account, id)) return false;
	claimed.set(keyOf(account, id), now);
	return true;
}
