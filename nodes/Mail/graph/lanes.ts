import type { Clock } from '../../shared/http/clock';
import type { Send } from '../../shared/http/request';
import { sharedLane } from '../../shared/http/sharedLane';
import { createSlotLane } from '../../shared/http/slotLane';
import type { Way } from '../../shared/provider/lanes';
import { createWay } from '../../shared/provider/lanes';

/** Requests that Graph runs at once for one app and mailbox: https://learn.microsoft.com/graph/throttling-limits */
export const SLOTS = 4;

/**
 * @param accountId The credential: Graph counts the requests of one app and mailbox together.
 * @returns the way to a mailbox by its root, such as `/me` or `/users/<address>`.
 */
export function createMailboxLanes(
	accountId: string,
	send: Send,
	clock: Clock,
): (root: string) => Way {
	return (root) => {
		// Addresses are the same in any case, and whether their @ is encoded or not.
		const name = `graph ${accountId} ${root.toLowerCase().replace('%40', '@')}`;
		return createWay(
			sharedLane(name, () => createSlotLane(SLOTS, clock)),
			send,
			clock,
		);
	};
}
