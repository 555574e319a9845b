import { z } from 'zod';
import { undefinedOn } from '../../../shared/http/failures';
import type { Answer } from '../../../shared/http/request';
import { anyObject, withRaw } from '../../../shared/provider/understand';
import { attendeeShape, eventShape } from '../../calendar/event';
import { inEventPages } from '../../calendar/eventChanges';
import { pagesOf } from '../../graph/changes';
import type { DeltaRound } from '../../graph/delta';
import { isEndless, readDelta } from '../../graph/delta';
import type { GraphClient } from '../../graph/types';
import { followUnlessBroken } from '../attempts';
import type { CalendarPoll } from './calendarPoll';

/** What a round told: an event, or of an occurrence only when it is and of what. */
const watchedShape = eventShape.extend({
	createdDateTime: z.string().nullish(),
	attendees: z
		.array(
			attendeeShape.extend({
				status: z.object({ response: z.string().nullish(), time: z.string().nullish() }).nullish(),
				proposedNewTime: anyObject.nullish(),
			}),
		)
		.nullish(),
});
export type WatchedEvent = z.output<typeof watchedShape>;

export const watchedEvent = withRaw(watchedShape);
export type ToldEvent = z.output<typeof watchedEvent>;

/** What became of the events of a window since the round before. */
export type Round = DeltaRound<ToldEvent>;

/**
 * Entries that one round may tell, some 30 MB of them: what the calendars of strangers can fill must not fill
 * the memory.
 */
const MAX_TOLD = 20_000;

/** How descriptions are compared. */
export const TEXT_BODY = 'outlook.body-content-type="text"';

/**
 * What changed since the round that the link is from.
 * @returns undefined when that is more than can be read, has no end, or the link is of no use any more.
 */
export async function readChanges(
	{ graph, failedPolls }: Pick<CalendarPoll, 'graph' | 'failedPolls'>,
	link: string,
): Promise<Round | undefined> {
	const ask = async (prefer: string[]) => await graph.follow(link, { prefer });
	const read = async () => await readRound(graph, ask).catch(undefinedOn(isEndless));
	return await followUnlessBroken(failedPolls, link, read);
}

/**
 * Reads a round, of which the first page is asked for with wishes.
 * @returns undefined when it tells more than can be read.
 * @throws ProviderFailure that `isEndless`.
 */
export async function readRound(
	graph: GraphClient,
	ask: (prefer: string[]) => Promise<Answer>,
): Promise<Round | undefined> {
	return await inEventPages(async (largest) => {
		// Times come in UTC, as no other zone is asked for.
		const prefer = [pagesOf(largest), TEXT_BODY];
		return await readDelta(graph, await ask(prefer), watchedEvent, { prefer }, MAX_TOLD);
	});
}
