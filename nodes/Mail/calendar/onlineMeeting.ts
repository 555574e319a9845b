import { z } from 'zod';
import { recover } from '../../shared/http/failures';
import { calendarPath, eventPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphClient } from '../graph/types';
import type { RawEvent } from './event';
import { rawEvent } from './event';
import type { EventProperties } from './eventProperties';

const providerShape = z.object({
	defaultOnlineMeetingProvider: z.string().nullish(),
	allowedOnlineMeetingProviders: z.array(z.string()).nullish(),
});

/** The provider of work accounts: https://learn.microsoft.com/graph/api/resources/event */
const USUAL_PROVIDER = 'teamsForBusiness';

/** With these named as the provider, Graph makes no link (fact: online-personal). */
const NO_PROVIDERS = ['unknown', 'none', 'skypeForConsumer'];

/** The link to join may be made after the answer (fact: link-late). */
const LOOKS = 3;
const FIRST_PAUSE_MS = 1000;

/**
 * The properties that make an event an online meeting, at a provider of its calendar. The calendar of a
 * personal account has none: then no provider is named.
 */
export async function onlineMeeting(
	graph: GraphClient,
	calendarId: string | undefined,
): Promise<EventProperties> {
	const path = calendarId === undefined ? '/calendar' : calendarPath(calendarId);
	const offered = await graph.part(path, providerShape).catch(
		recover(['forbidden', 'rejected'], () => ({
			defaultOnlineMeetingProvider: USUAL_PROVIDER,
			allowedOnlineMeetingProviders: undefined,
		})),
	);
	const onlineMeetingProvider = [
		offered.defaultOnlineMeetingProvider,
		...(offered.allowedOnlineMeetingProviders ?? []),
	].find((provider) => provider && !NO_PROVIDERS.includes(provider));
	return { isOnlineMeeting: true, ...(onlineMeetingProvider && { onlineMeetingProvider }) };
}

/** Waits for the link to join of a new event. Where none comes, a note says why. */
export async function withLink(
	{ graph, clock, signal }: MailTransport,
	written: RawEvent,
	{ calendarId, prefer }: { calendarId?: string; prefer: string[] },
): Promise<{ found: RawEvent; note?: string }> {
	let found = written;
	for (let looks = 0; looks < LOOKS && isLate(found); looks++) {
		await clock.wait(FIRST_PAUSE_MS * 2 ** looks, signal);
		// The event was made: a failure to read it must not fail the step.
		found = await graph
			.get(eventPath(calendarId, written.event.id), rawEvent, { prefer })
			.catch(recover('any', () => written));
	}
	if (!found.event.isOnlineMeeting) return { found, note: NO_MEETINGS };
	return isLate(found) ? { found, note: LATE } : { found };
}

function isLate({ event }: RawEvent): boolean {
	return Boolean(event.isOnlineMeeting) && !event.onlineMeeting?.joinUrl && !event.onlineMeetingUrl;
}

const NO_MEETINGS =
	'Microsoft made no online meeting: the event has no link to join. Some accounts have none.';
const LATE = 'The link to join is not there yet: Get Event shows it later, as joinUrl.';
