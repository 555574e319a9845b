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

/** What a round tells: an event, or only the times and the series of an occurrence. */
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

/** The most entries of one round, some 30 MB: what strangers can put into a calendar must not fill the memory. */
const MAX_TOLD = 20_000;

/** Descriptions are read, and compared, as text. */
export const TEXT_BODY = 'outlook.body-content-type="text"';

/**
 * What changed since the round that the link is from.
 * @returns undefined when that is too much to read or has no end, or the link is no longer of use.
 */
export async function changesSince(
	{ graph, failedPolls }: Pick<CalendarPoll, 'graph' | 'failedPolls'>,
	link: string,
): Promise<Round | undefined> {
	const ask = async (prefer: string[]) => await graph.follow(link, { prefer });
	const read = async () => await readRound(graph, ask).catch(undefinedOn(isEndless));
	return await followUnlessBroken(failedPolls, link, read);
}

/**
 * Reads a round of changes. @param ask Asks for its first page, with values of the header `Prefer`.
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
