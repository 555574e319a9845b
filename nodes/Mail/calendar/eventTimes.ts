import type { DateTime } from 'luxon';
import { InvalidInput } from '../../shared/http/failures';
import { refusePast } from '../../shared/step/modelTimes';
import {
	isDateAlone,
	isMidnight,
	isValid,
	toDay,
	toMoment,
	withinReach,
} from '../../shared/text/moments';
import { toGraphDay, toGraphTime, windowsOf } from '../graph/zones';
import type { EventProperties } from './eventProperties';

/** A series is moved to another hour or weekday by less than so many days. */
const MOVED_DAYS = 7;
/** Length of an event of which only the start is given, in minutes: twice what Outlook suggests. */
const USUAL_MINUTES = 60;

/** When an event is, in the zone it is made for. */
export interface EventTimes {
	start: DateTime<true>;
	/** For an all-day event the midnight after its last day. */
	end: DateTime<true>;
	isAllDay: boolean;
	/** IANA name. */
	zone: string;
}

interface GivenTimes {
	start: string;
	/** For an all-day event its last day. */
	end?: string;
	allDay: boolean;
	/** The end is that of an event which is there: a reminder may have no length. */
	keepsEnd?: boolean;
}

/**
 * Reads the times of an event. Without an end it lasts an hour, or a day.
 * @param zone IANA name of the zone of times without offset.
 * @param own The zone the event is made for.
 * @throws InvalidInput, naming the field, for what is no time, or an end that is not after the start.
 */
export function readEventTimes(
	{ start, end, allDay, keepsEnd = false }: GivenTimes,
	zone: string,
	own = zone,
): EventTimes {
	const read = allDay ? toDay : toMoment;
	const first = read(start, zone, 'start');
	const last = end === undefined ? undefined : read(end, zone, 'end');
	const times = allDay
		? { start: first, end: withinReach((last ?? first).plus({ days: 1 }), 'end') }
		: {
				start: first.setZone(own),
				end: (last ?? first.plus({ minutes: USUAL_MINUTES })).setZone(own),
			};
	const isOrdered = times.end > times.start || (keepsEnd && +times.end === +times.start);
	if (isValid(times.start) && isValid(times.end) && isOrdered) {
		return { start: times.start, end: times.end, isAllDay: allDay, zone: own };
	}
	throw new InvalidInput(allDay ? 'must not be before Start' : 'must be after Start', 'end');
}

/** New times of an event as they were given; what is left out stays. */
export interface NewTimes extends Pick<GivenTimes, 'end'> {
	start?: string;
	/** Undefined where nobody can choose whole days. */
	allDay?: boolean;
	/** When a series began so far. It is moved as a whole, also where that is over. */
	first?: DateTime<true>;
	/** Its second day: with a start on that day or later, the series would lose its first. */
	second?: DateTime<true>;
}

/**
 * Refuses times that a language model writes without meaning them:
 * - a day without a time of day, which would be midnight, and a time of day for an all-day event
 * - a midnight in place of the last day
 * - a start that is over, or with which a series loses its first days
 * A workflow may mean all of them: n8n's date picker writes a day as its midnight.
 * @throws InvalidInput, naming the field and the form that is wanted.
 */
export function checkModelTimes(
	run: Parameters<typeof refusePast>[0],
	times: NewTimes,
	zone: string,
): void {
	const { start, end, allDay, first, second } = times;
	if (!run.notices.forModel) return;
	for (const [field, text] of Object.entries({ start, end })) {
		if (text === undefined) continue;
		const isDay = isDateAlone(text);
		if (!allDay && isDay) {
			const ofDays = allDay === undefined ? '' : ', or switch on All Day for whole days';
			throw new InvalidInput('has no time of day', field, `Write it as 2026-03-02T10:00${ofDays}.`);
		}
		if (allDay && !isDay && !isMidnight(text) && !isLastMinute(text, zone)) {
			throw new InvalidInput(
				'has a time of day, and the event lasts whole days',
				field,
				'Write the day alone, as 2026-03-02.',
			);
		}
	}
	if (allDay && end !== undefined && end !== start && isMidnight(end)) {
		throw new InvalidInput(
			'is a midnight, which ends one day and begins another',
			'end',
			'Write the last day alone, as 2026-03-02.',
		);
	}
	if (start === undefined) return;
	const at = allDay
		? toDay(start, zone, 'start').endOf('day')
		: toMoment(start, zone, 'start').setZone(zone);
	const day = first?.toISODate();
	const advice =
		day && `Write ${day}, its first day, with the new time. One day alone has an ID of its own.`;
	if (second && at >= second.startOf('day')) {
		throw new InvalidInput(
			'is a later day of this series, which would lose the days before',
			'start',
			advice,
		);
	}
	if (first && Math.abs(at.diff(first).as('days')) < MOVED_DAYS) return;
	refusePast(run, at, 'start', advice);
}

/** Whether a time is the last minute of a day by its own clock: some write the end of whole days so. */
function isLastMinute(text: string, zone: string): boolean {
	const at = toMoment(text, zone, 'end');
	return at.hour === 23 && at.minute === 59;
}

/**
 * Refuses a series whose start can only be written in UTC although its zone is another one: it would repeat by the
 * clock of UTC, which knows no summer time.
 */
export function checkRepeatable({ start, zone, isAllDay }: EventTimes): void {
	if (isAllDay || toGraphTime(start, zone).timeZone === windowsOf(zone)) return;
	throw new InvalidInput(
		'Recurrence: Outlook cannot repeat an event in this time zone at this hour',
		undefined,
		'Choose a time zone such as Europe/Berlin, and a start that is not in the hour its clock shows twice.',
	);
}

/** The times as properties of an event. */
export function toTimeProperties({ start, end, isAllDay, zone }: EventTimes) {
	const toGraph = isAllDay ? toGraphDay : toGraphTime;
	return {
		start: toGraph(start, zone),
		end: toGraph(end, zone),
		isAllDay,
	} satisfies EventProperties;
}
