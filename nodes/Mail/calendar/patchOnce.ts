import { z } from 'zod';
import { rethrow } from '../../shared/http/failures';
import { REQUEST_ATTEMPTS } from '../../shared/http/retry';
import { once } from '../../shared/provider/once';
import { bodyOf } from '../email/message';
import type { MailTransport } from '../graph/transport';
import type { GraphOptions } from '../graph/types';
import { explainAttendees } from './attendees';
import type { Event, RawEvent } from './event';
import { rawEvent } from './event';
import type { EventProperties } from './eventProperties';
import { eventMoments } from './span';

/** Pause before the event is looked at, in milliseconds: the request may still be at work. */
const PAUSE_MS = 500;

/**
 * Changes an event. Its attendees are told each time (fact: event-invites), so that after a lost answer the event itself
 * tells whether it was changed.
 * @param path Of the event.
 */
export async function patchOnce(
	transport: MailTransport,
	path: string,
	asked: EventProperties,
	{ prefer, headers = {} }: Pick<GraphOptions, 'prefer' | 'headers'>,
): Promise<RawEvent> {
	const { graph, clock, signal } = transport;
	const options = { prefer, headers, repeatable: false };
	return await once({
		attempts: REQUEST_ATTEMPTS,
		limits: transport,
		act: async () => await graph.patch(path, asked, rawEvent, options).catch(explainAttendees),
		async lookUp(failure, made) {
			await clock.wait(PAUSE_MS * made, signal);
			const now = await graph.get(path, rawEvent, { prefer }).catch(rethrow('any', () => failure));
			const { 'If-Match': before } = headers;
			const isUntouched = before !== undefined && now.raw['@odata.etag'] === before;
			return !isUntouched && (await isAsAsked(now, asked)) ? now : undefined;
		},
		notDone: (failure) => failure.withDetails({ mayHaveHappened: false }),
	});
}

/** Whether an event is as it was to become. What Exchange writes in another way counts as missing. */
export async function isAsAsked(
	{ raw, event }: Pick<RawEvent, 'event'> & { raw: object },
	asked: EventProperties,
): Promise<boolean> {
	const is: object = { ...raw, ...(await comparable(event)) };
	const wanted: object = { ...asked, ...(await comparable(asked)) };
	return Object.keys(asked).every((name) =>
		holds(Reflect.get(is, name), Reflect.get(wanted, name)),
	);
}

/** The properties that Graph writes in other ways than the nodes do. */
async function comparable(event: Pick<Event, 'start' | 'end' | 'isAllDay' | 'attendees' | 'body'>) {
	const { start, end } = eventMoments(event, 'UTC');
	const attendees = (event.attendees ?? []).map(({ emailAddress, type }) =>
		`${emailAddress?.address} ${type}`.toLowerCase(),
	);
	const text = await bodyOf(event, 'text');
	return {
		start: start?.toMillis(),
		end: end?.toMillis(),
		attendees: attendees.sort(),
		body: text.replace(/\s+/g, ' ').trim(),
	};
}

const parts = z.record(z.unknown());

/** Whether a value has all that is wanted of it; it may have more. */
function holds(value: unknown, wanted: unknown): boolean {
	const [has, named] = [value, wanted].map((one) => parts.safeParse(one).data);
	if (!has || !named) return JSON.stringify(value) === JSON.stringify(wanted);
	return Object.entries(named).every(([name, one]) => one === undefined || holds(has[name], one));
}
