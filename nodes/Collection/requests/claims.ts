/** How long a record is remembered, in milliseconds: well over any difference of clocks that matters. */
const MEMORY_MS = 3_600_000;

interface Claimable {
	accountId: string;
	id: string;
}

const keyOf = ({ accountId, id }: Claimable) => JSON.stringify([accountId, id]);

/**
 * Which records belong to an item of a run in this process. Another item that looks for its own record
 * after a lost answer must not take one of these.
 */
export function createClaims() {
	const claimed = new Map<string, number>();
	return {
		has: (record: Claimable) => claimed.has(keyOf(record)),
		/**
		 * @param now In milliseconds since the epoch.
		 * @returns false when the record was somebody's already.
		 */
		claim(record: Claimable, now: number): boolean {
			const key = keyOf(record);
			for (const [old, since] of claimed) {
				if (since < now - MEMORY_MS) claimed.delete(old);
			}
			if (claimed.has(key)) return false;
			claimed.set(key, now);
			return true;
		},
	};
}
