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

/** What work accounts have: https://learn.microsoft.com/graph/api/resources/event */
const USUAL_PROVIDER = 'teamsForBusiness';

/** These make no link, and named they stand in the way of one (fact: online-personal). */
const NO_PROVIDERS = ['unknown', 'none', 'skypeForConsumer'];

/** The link to join may be made after the answer (fact: link-late). */
const LOOKS = 3;
const FIRST_PAUSE_MS = 1000;

/**
 * The properties that make an event an online meeting with a link to join, at the provider that its
 * calendar uses. That of a personal account names none, and none is then named to it.
 */
export async function onlineMeeting(
	graph: GraphClient,
	calendarId: string | undefined,
): Promise<EventProperties> {
	const path = calendarId === undefined ? '/calendar' : calendarPath(calendarId);
	const $select = 'defaultOnlineMeetingProvider,allowedOnlineMeetingProviders';
	const offered = await graph.get(path, providerShape, { query: { $select } }).catch(
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

/** The event with its link to join, for which it waits; without one, a note that says why. */
export async function withLink(
	{ graph, clock, signal }: MailTransport,
	written: RawEvent,
	{ calendarId, prefer }: { calendarId?: string; prefer: string[] },
): Promise<{ found: RawEvent; note?: string }> {
	let found = written;
	for (let looks = 0; looks < LOOKS && isLate(found); looks++) {
		await clock.wait(FIRST_PAUSE_MS * 2 ** looks, signal);
		// The event is there: what fails now changes nothing of that.
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
