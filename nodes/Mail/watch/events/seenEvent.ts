import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { eventMoments } from '../../calendar/span';
import { bodyOf } from '../../email/message';
import type { InvitationAnswer } from './answers';
import { answersTo } from './answers';
import type { ToldEvent, WatchedEvent } from './changes';
import type { Content } from './content';
import { contentOf, patternOf } from './content';

/** An event as it was seen last. */
export interface SeenEvent {
	id: string;
	/** Short hash of the ID, which stays the same when an occurrence is changed. */
	key: string;
	/** `exception` is an occurrence that differs from its series. */
	type: 'single' | 'series' | 'occurrence' | 'exception';
	/** Key of the series. */
	series?: string;
	/** In milliseconds since the epoch, 0 where they cannot be read; of a series those that it began with. */
	start: number;
	end: number;
	/** When it was made; undefined where that is not shown. */
	created?: number;
	isCancelled: boolean;
	content: Content;
	/** Names when a series is. */
	pattern?: string;
	/** To its own invitation: those to a series are with the series. */
	answers: InvitationAnswer[];
	/** Its description only where it has none. */
	event: WatchedEvent;
	raw: IDataObject;
}

/** An event as it was told, with what is compared of it; an occurrence may be told without anything. */
export interface KeptEvent {
	event: WatchedEvent;
	raw: IDataObject;
	content?: Content;
}

/**
 * What is kept of an event that was told: its description may be long.
 * @param pause What the reading of it waits for now and then.
 */
export async function toKeptEvent(
	{ used, raw }: ToldEvent,
	pause: () => Promise<void>,
): Promise<KeptEvent> {
	const isThin = used.seriesMasterId && used.subject === undefined;
	const text = used.body ? await bodyOf(used, 'text', pause) : undefined;
	return {
		event: { ...used, body: text?.trim() === '' ? used.body : undefined },
		raw: Object.fromEntries(Object.entries(raw).filter(([name]) => name !== 'body')),
		...(isThin ? {} : { content: contentOf(used, text) }),
	};
}

/**
 * The events, occurrences with what they have from their series.
 * @param zone IANA name of the zone in which days begin.
 */
export function toSeenEvents(told: Iterable<KeptEvent>, zone: string): Map<string, SeenEvent> {
	const all = [...told];
	const masters = all.filter(({ event }) => event.type === 'seriesMaster');
	const series = new Map(masters.map((one) => [one.event.id, one]));
	const seenEvents = all.map((one) =>
		toSeenEvent(one, series.get(one.event.seriesMasterId ?? ''), zone),
	);
	return new Map(seenEvents.map((seen) => [seen.key, seen]));
}

function toSeenEvent(
	{ event: own, raw, content }: KeptEvent,
	series: KeptEvent | undefined,
	zone: string,
): SeenEvent {
	const { start, end, id, type, seriesMasterId } = own;
	const isOwn = content !== undefined || !series;
	const ofSeries = { start, end, id, type, seriesMasterId, recurrence: undefined };
	const event = isOwn ? own : { ...series.event, ...ofSeries };
	const isAllDay = event.isAllDay ?? false;
	// A day is a day everywhere, and begins when it begins for who looks at the calendar.
	const moments = eventMoments(event, isAllDay ? zone : 'UTC');
	const from = toSecond(moments.start);
	const to = toSecond(moments.end);
	const created = Date.parse(event.createdDateTime ?? '');
	return {
		id,
		key: shortHash(id),
		type: typeOf(own, isOwn),
		series: seriesMasterId ? shortHash(seriesMasterId) : undefined,
		start: from || to,
		end: to || from,
		created: Number.isNaN(created) ? undefined : created,
		isCancelled: event.isCancelled ?? false,
		content: content ?? series?.content ?? contentOf(event),
		pattern: type === 'seriesMaster' ? patternOf(own) : undefined,
		answers: isOwn ? answersTo(event) : [],
		event,
		raw: isOwn ? raw : { ...series.raw, ...raw, recurrence: null },
	};
}

function typeOf({ type }: WatchedEvent, isOwn: boolean): SeenEvent['type'] {
	if (type === 'seriesMaster') return 'series';
	if (type === 'exception' && isOwn) return 'exception';
	return type === 'occurrence' || type === 'exception' ? 'occurrence' : 'single';
}

const toSecond = (moment: DateTime | undefined) => moment?.startOf('second').toMillis() ?? 0;
