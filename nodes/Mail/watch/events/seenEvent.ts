import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { eventTimes } from '../../calendar/event';
import { simplifyRecurrence } from '../../calendar/eventRecurrence';
import { eventMoments } from '../../calendar/span';
import { bodyOf } from '../../email/message';
import { changedFields } from '../changedFields';
import type { InvitationAnswer } from './answers';
import { answersTo } from './answers';
import type { ToldEvent, WatchedEvent } from './changes';
import type { Content } from './content';
import { contentOf, patternOf } from './content';

export interface SeenEvent {
	id: string;
	/** Short hash of the ID, which stays the same when an occurrence is changed. */
	key: string;
	/** `exception` is an occurrence that differs from its series. */
	type: 'single' | 'series' | 'occurrence' | 'exception';
	/** Key of the series. */
	series?: string;
	/** In milliseconds since the epoch; 0 where it cannot be read. Those of a series are of its first occurrence. */
	start: number;
	end: number;
	/** When it was made; undefined where that is not shown. */
	created?: number;
	isCancelled: boolean;
	content: Content;
	/** Short hash of when a series takes place. */
	pattern?: string;
	/** The answers to its own invitation; an answer to a series is only with the series. */
	answers: InvitationAnswer[];
	/** Without its description, unless that is empty: then later steps need not read it. */
	event: WatchedEvent;
	raw: IDataObject;
}

/** An event as a round told it, with its content; an occurrence may be told without any. */
export interface KeptEvent {
	event: WatchedEvent;
	raw: IDataObject;
	content?: Content;
}

/**
 * Keeps of a told event what is needed later: not its description, which may be long.
 * @param pause What reading it waits for now and then.
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
 * The events that were told; an occurrence gets from its series what it does not have itself.
 * @param zone IANA name of the zone in which days begin.
 */
export function toSeenEvents(told: Iterable<KeptEvent>, zone: string): Map<string, SeenEvent> {
	const all = [...told];
	const masters = all.filter(({ event }) => event.type === 'seriesMaster');
	const series = new Map(masters.map((master) => [master.event.id, master]));
	const seenEvents = all.map((kept) =>
		toSeenEvent(kept, series.get(kept.event.seriesMasterId ?? ''), zone),
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
	// A whole day begins at the midnight of whoever looks at the calendar.
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

/** The fields that differ; of a series also when it begins and how it repeats, as the output has them. */
export function changesBetween(before: SeenEvent, after: SeenEvent, zone: string): IDataObject {
	const isSeries = [before, after].some(({ type }) => type === 'series');
	const shown = ({ content: { fields }, event }: SeenEvent): IDataObject => {
		if (!isSeries) return fields;
		const { start, end } = eventTimes(event, zone);
		const recurrence = event.recurrence ? simplifyRecurrence(event.recurrence) : undefined;
		return { ...fields, start, end, recurrence };
	};
	return changedFields(shown(before), shown(after));
}

const toSecond = (moment: DateTime | undefined) => moment?.startOf('second').toMillis() ?? 0;
