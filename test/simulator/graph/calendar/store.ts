import type { DateTime } from 'luxon';
import type { Readings } from '../../readings';
import { DeltaLinks } from '../deltaLinks';
import { createContainerId, type IdKind } from '../ids';
import type { Recipient } from '../message';
import { isoSeconds } from '../text';
import type { KnownCalendar } from './delta';
import { type Attendee, shownFields, SimEvent } from './event';
import { seriesDays } from './recurrence';
import { type DateTimeZone, toDateTimeZone, toInstant } from './zones';

export interface SimCalendar {
	id: string;
	name: string;
	color: string;
	isDefault: boolean;
	/** Somebody else's, who shares it: its events are found in it alone (fact: lent-calendar). */
	isLent?: boolean;
	/** Holidays, birthdays, or shared for reading (fact: calendar-fixed). */
	isReadOnly?: boolean;
}

const DAY_MS = 24 * 3_600_000;

/** A mail that the calendar sent by itself: invitation, update, cancellation, answer, or what was forwarded. */
export interface CalendarNotice {
	kind:
		| 'invitation'
		| 'update'
		| 'cancellation'
		| 'accepted'
		| 'declined'
		| 'tentativelyAccepted'
		| 'forward'
		| 'forwarded';
	eventId: string;
	to: string[];
	comment: string;
}

/** An event as a test describes it. */
export interface EventSeed extends Partial<
	Omit<SimEvent, 'start' | 'end' | 'organizer' | 'attendees'>
> {
	subject: string;
	start: DateTimeZone;
	end: DateTimeZone;
	/** Somebody else's address: the owner of the mailbox is then only invited. */
	organizer?: string;
	attendees?: string[];
}

function toRecipient(address: string): Recipient {
	return { emailAddress: { name: address, address } };
}

/** A change of the time takes back what attendees answered (fact: answers-taken-back). */
function withoutAnswer({ emailAddress, type }: Attendee): Attendee {
	return {
		emailAddress,
		type,
		status: { response: 'notResponded', time: '4501-01-01T00:00:00Z' },
	};
}

/** Calendars and events of one mailbox. */
export class CalendarStore {
	calendars: SimCalendar[];

	/** Those in Deleted Items, from where a second DELETE takes them for good (fact: calendar-delete). */
	deletedCalendars: SimCalendar[] = [];

	events: SimEvent[] = [];

	/** What went out because of events, oldest first. */
	notices: CalendarNotice[] = [];

	/** The links that tell what changed. */
	readonly delta = new DeltaLinks<KnownCalendar>();

	private readonly occurrences = new Map<string, SimEvent>();

	constructor(
		private readonly owner: { address: string; displayName: string },
		private readonly clock: () => number,
		private readonly nextKey: (kind: string) => string,
		private readonly readings: Readings,
	) {
		const id = createContainerId(`${owner.address}/calendar`);
		this.calendars = [{ id, name: 'Calendar', color: 'auto', isDefault: true }];
	}

	/** The calendar of an id, or the default one. */
	calendar(id?: string): SimCalendar | undefined {
		return this.calendars.find((entry) => (id === undefined ? entry.isDefault : entry.id === id));
	}

	/** Adds a calendar. */
	addCalendar(name: string, color = 'auto'): SimCalendar {
		const id = createContainerId(this.nextKey('calendar'));
		const calendar = { id, name, color, isDefault: false };
		this.calendars.push(calendar);
		return calendar;
	}

	/** Puts an event into a calendar, by default the default one. */
	add(fields: Partial<SimEvent>, calendarId?: string): SimEvent {
		const now = isoSeconds(this.clock());
		const { address, displayName } = this.owner;
		const event = new SimEvent(this.nextKey('event'), {
			organizer: { emailAddress: { name: displayName, address } },
			createdDateTime: now,
			lastModifiedDateTime: now,
			...fields,
			calendarId: calendarId ?? this.calendar()?.id ?? '',
		});
		this.events.push(event);
		return event;
	}

	/** The same for tests: times and zones as text, people as addresses. */
	seed(seed: EventSeed, calendarId?: string): SimEvent {
		const { start, end, organizer, attendees = [], ...rest } = seed;
		const fields: Partial<SimEvent> = rest;
		return this.add(
			{
				...fields,
				start: toInstant(start),
				end: toInstant(end),
				startZone: start.timeZone,
				endZone: end.timeZone,
				attendees: attendees.map((address) => ({
					...toRecipient(address),
					type: 'required',
					status: { response: 'none', time: '0001-01-01T00:00:00Z' },
				})),
				...(organizer === undefined
					? {}
					: {
							organizer: toRecipient(organizer),
							isOrganizer: false,
							response: 'notResponded',
						}),
			},
			calendarId,
		);
	}

	/** The event of an id in either format, occurrences that were shown included. */
	find(id: string): SimEvent | undefined {
		const fits = (event: SimEvent): boolean =>
			(['rest', 'immutable'] satisfies IdKind[]).some((kind) => event.idOf(kind) === id);
		return this.events.find(fits) ?? [...this.occurrences.values()].find(fits);
	}

	/** Takes an event out; an occurrence only out of its series. */
	remove(event: SimEvent): void {
		if (event.master !== undefined && event.day !== undefined) {
			event.master.cancelledDays.add(event.day);
			event.master.exceptions.delete(event.day);
			// Moves the stamp of the series (fact: event-stamp).
			event.master.touch(isoSeconds(this.clock()));
			this.occurrences.delete(event.key);
			return;
		}
		this.events = this.events.filter((entry) => entry !== event);
		for (const [key, entry] of this.occurrences) {
			if (entry.master === event) this.occurrences.delete(key);
		}
	}

	/** Changes an event; an occurrence becomes an exception of its series. */
	edit(event: SimEvent, fields: Partial<SimEvent>): void {
		const now = isoSeconds(this.clock());
		this.detach(event);
		const isMoved = ['start', 'end'].some((name) => name in fields);
		Object.assign(event, fields);
		if (isMoved) event.attendees = event.attendees.map(withoutAnswer);
		event.touch(now);
		// Moves the stamp of the series (fact: event-stamp).
		event.master?.touch(now);
	}

	/** What was changed in a series or deleted is as the others again (fact: series-reshaped). */
	restore(series: SimEvent): void {
		series.exceptions.clear();
		series.cancelledDays.clear();
	}

	/** An attendee answers the organiser, which moves the stamp of the event (fact: event-stamp). */
	answer(event: SimEvent, address: string, response: string, more: Partial<Attendee> = {}): void {
		const now = isoSeconds(this.clock());
		event.attendees = event.attendees.map((attendee) =>
			attendee.emailAddress.address === address
				? { ...attendee, ...more, status: { response, time: now } }
				: attendee,
		);
		event.touch(now);
	}

	/** The occurrences of a series that touch the time from `from` to `to` (milliseconds). */
	instances(master: SimEvent, from: number, to: number): SimEvent[] {
		if (master.recurrence === null) return [];
		const length = master.end - master.start;
		// Whole days end at midnight, also where the clocks change in between.
		const endOf = (day: DateTime) =>
			master.isAllDay
				? day.plus({ days: Math.round(length / DAY_MS) }).toMillis()
				: day.toMillis() + length;
		// One of a later day may have been moved here.
		const days = [...master.exceptions.keys()].map((day) => Date.parse(day) + 2 * DAY_MS);
		return seriesDays(master.recurrence, master.start, master.startZone, Math.max(to, ...days))
			.map((at) => ({ day: at.toISODate() ?? '', start: at.toMillis(), end: endOf(at) }))
			.filter(({ day }) => !master.cancelledDays.has(day))
			.map(
				({ day, start, end }) =>
					master.exceptions.get(day) ?? this.occurrence(master, day, start, end),
			)
			.filter((event) => this.isIn(event, from, to));
	}

	/** Whether an event touches the time from `from` to `to`, in milliseconds. */
	isIn(event: SimEvent, from: number, to: number): boolean {
		const byDay = event.isAllDay && this.readings.is({ fact: 'all-day-window', as: 'by-day' });
		const moment = (at: number, zone: string) =>
			byDay ? Date.parse(`${toDateTimeZone(at, zone).dateTime}Z`) : at;
		return moment(event.start, event.startZone) < to && moment(event.end, event.endZone) > from;
	}

	/** Everything that is on between two instants, series expanded (fact: calendar-view). */
	view(from: number, to: number, calendarId?: string): SimEvent[] {
		const id = calendarId ?? this.calendar()?.id;
		return this.events
			.filter((event) => event.calendarId === id)
			.flatMap((event) => {
				if (event.recurrence !== null) return this.instances(event, from, to);
				return this.isIn(event, from, to) ? [event] : [];
			})
			.sort((left, right) => left.start - right.start);
	}

	/** Makes an occurrence an exception of its series, so that it can be changed alone. */
	detach(event: SimEvent): void {
		if (event.master !== undefined && event.day !== undefined) {
			event.master.exceptions.set(event.day, event);
			event.isRenamed = this.readings.is({ fact: 'exception-id', as: 'other' });
		}
	}

	private occurrence(master: SimEvent, day: string, start: number, end: number): SimEvent {
		const key = `${master.key}/${day}`;
		const fields = { ...shownFields(master), start, end };
		const event = this.occurrences.get(key) ?? new SimEvent(key, fields, master, day);
		Object.assign(event, fields);
		this.occurrences.set(key, event);
		return event;
	}
}
