import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { createBinaryFiles } from '../shared/binary';
import { systemClock } from '../shared/clock';
import { createNotices } from '../shared/notices';
import { LEFT_OUT } from '../shared/provider/understand';
import { connectCollection } from './connectCollection';
import type { CollectionContext } from './operation';

/**
 * Items at work at the same time: more than Content Snare takes in a window of its quota, 50 reads and
 * 20 writes, so that there is always something to send when the next one opens.
 */
export const ITEMS_AT_ONCE = 80;

/** Opens the account for one run; gives each input item what its step works with. */
export async function openContexts(
	this: IExecuteFunctions,
	clock = systemClock,
): Promise<(itemIndex: number) => CollectionContext> {
	const signal = this.getExecutionCancelSignal();
	const { hint } = createNotices(this);
	const leaveOut = () => hint(LEFT_OUT);
	const api = await connectCollection(this, { signal, clock, leaveOut });
	const timeZone = this.getTimezone();
	return (itemIndex) => ({
		api,
		files: createBinaryFiles(this, itemIndex),
		itemIndex,
		now: DateTime.fromMillis(clock.now(), { zone: timeZone }),
		timeZone,
	});
}
