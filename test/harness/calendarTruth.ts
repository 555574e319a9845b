import { DateTime } from 'luxon';
import type { SimEvent } from '../simulator/graph/calendar/event';
import type { CalendarStore } from '../simulator/graph/calendar/store';
import { toIana } from '../simulator/graph/calendar/zones';

/** An event as it is in the calendar, whatever anybody was told of it. */
export interface Truth {
	id: string;
	kind: 'single' | 'series' | 'occurrence' | 'exception';
	/** ID of the series. */
	series?: string;
	/** In milliseconds since the epoch; of a whole day its midnights where the mailbox is. */
	start: number;
	end: number;
	/** The first day, and the one after the last, where it is of whole days. */
	day?: string;
	until?: string;
	subject: string;
	/** When a series is. */
	pattern?: string;
	isCancelled: boolean;
	created: number;
	/** Who answered what. */
	answers: string[];
}

const DAY = 24 * 3_600_000;
/** How far around now occurrences are looked for: further than any window reaches. */
const AROUND = 15 * DAY;

/** All that is in the default calendar. @param zone IANA name of the mailbox's zone. */
export function truthOf(store: CalendarStore, now: number, zone: string): Map<string, Truth> {
	const calendar = store.calendar()?.id;
	const all = store.events
		.filter(({ calendarId }) => calendarId === calendar)
		.flatMap((event): Truth[] => {
			if (event.recurrence === null) return [read(event, zone, 'single')];
			const occurrences = store.instances(event, now - AROUND, now + AROUND);
			const pattern = JSON.stringify([event.recurrence, event.start, event.end]);
			return [
				{ ...read(event, zone, 'series'), pattern },
				...occurrences.map((one) =>
					read(one, zone, one.type === 'exception' ? 'exception' : 'occurrence'),
				),
			];
		});
	return new Map(all.map((one) => [one.id, one]));
}

function read(event: SimEvent, zone: string, kind: Truth['kind']): Truth {
	const dayOf = (moment: number) =>
		DateTime.fromMillis(moment, { zone: toIana(event.startZone) }).toISODate() ?? '';
	const isAlone = kind !== 'occurrence';
	const truth: Truth = {
		id: event.idOf('immutable'),
		kind,
		series: event.master?.idOf('immutable'),
		start: event.start,
		end: event.end,
		...(event.isAllDay ? { day: dayOf(event.start), until: dayOf(event.end) } : {}),
		subject: event.subject,
		isCancelled: event.isCancelled,
		created: Date.parse(event.createdDateTime),
		answers: isAlone
			? event.attendees.flatMap(({ emailAddress, status }) =>
					['accepted', 'declined'].includes(status.response)
						? [`${emailAddress.address} ${status.response}`]
						: [],
				)
			: [],
	};
	return placed(truth, zone);
}

/**
 * An event where its days begin in this zone. A day is a day everywhere:
 * https://github.com/microsoftgraph/microsoft-graph-docs/issues/1802
 */
export function placed(truth: Truth, zone: string): Truth {
	const { day, until } = truth;
	if (day === undefined || until === undefined) return truth;
	const [start, end] = [day, until].map((date) => DateTime.fromISO(date, { zone }).toMillis());
	return { ...truth, start: start ?? 0, end: end ?? 0 };
}
