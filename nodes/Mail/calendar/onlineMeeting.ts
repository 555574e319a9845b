import { z } from 'zod';
import { recover } from '../../shared/http/failures';
import type { GraphClient } from '../graph/types';
import { calendarPath } from './calendars';
import type { EventProperties } from './eventProperties';

const providerShape = z.object({ defaultOnlineMeetingProvider: z.string().nullish() });

/** What work accounts have: https://learn.microsoft.com/graph/api/resources/event */
const USUAL_PROVIDER = 'teamsForBusiness';

/**
 * The properties that make an event an online meeting with a link to join, at the provider that its
 * calendar uses: personal and work accounts have different ones.
 */
export async function onlineMeeting(
	graph: GraphClient,
	calendarId: string | undefined,
): Promise<EventProperties> {
	const path = calendarId === undefined ? '/calendar' : calendarPath(calendarId);
	const { defaultOnlineMeetingProvider: provider } = await graph
		.get(path, providerShape, { query: { $select: 'defaultOnlineMeetingProvider' } })
		.catch(recover(['forbidden', 'rejected'], () => ({ defaultOnlineMeetingProvider: undefined })));
	return {
		isOnlineMeeting: true,
		onlineMeetingProvider: provider && provider !== 'unknown' ? provider : USUAL_PROVIDER,
	};
}
