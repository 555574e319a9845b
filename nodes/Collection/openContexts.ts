import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../shared/http/clock';
import { createBinaryFiles } from '../shared/step/binary';
import { createNotices } from '../shared/step/notices';
import { runOf } from '../shared/step/runKey';
import { zoneOrUtc } from '../shared/text/moments';
import { connectCollection } from './connectCollection';
import type { CollectionContext } from './operation';
import type { CollectionWrite } from './outgoing/writes';

/**
 * Items at work at the same time: more than Content Snare takes in a window of its quota, 50 reads and
 * 20 writes, so that there is always something to send when the next one opens.
 */
export const ITEMS_AT_ONCE = 80;

/** Opens the account for one run of a step; gives each input item what its step works with. */
export async function openContexts(
	this: IExecuteFunctions,
	effects: readonly CollectionWrite[],
	clock = systemClock,
): Promise<(itemIndex: number) => CollectionContext> {
	const signal = this.getExecutionCancelSignal();
	let hasLeftOut = false;
	const leaveOut = () => {
		hasLeftOut = true;
	};
	const run = runOf(this);
	const api = await connectCollection(this, { effects, signal, clock, leaveOut, run });
	const notices = createNotices(this, api.isForAgents);
	const timeZone = this.getTimezone();
	return (itemIndex) => ({
		api,
		files: createBinaryFiles(this, itemIndex),
		notices,
		hasLeftOut: () => hasLeftOut,
		now: DateTime.fromMillis(clock.now(), { zone: zoneOrUtc(timeZone) }),
		timeZone,
	});
}
