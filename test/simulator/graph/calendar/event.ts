import type { JsonObject } from '../../exchange';
import type { SimAttachment } from '../attachment';
import { createChangeKey, createGuid, createItemId, type IdKind } from '../ids';
import type { ItemBody, Recipient } from '../message';
import { htmlToText, textToHtml } from '../text';
import type { Recurrence } from './schemas';
import { type DateTimeZone, toDateTimeZone } from './zones';

export interface Attendee extends Recipient {
	type: 'required' | 'optional' | 'resource';
	status: { response: string; time: string };
	/** https://learn.microsoft.com/graph/api/resources/attendee */
	proposedNewTime?: { start: DateTimeZone; end: DateTimeZone };
}

export type ShowAs = 'free' | 'tentative' | 'busy' | 'oof' | 'workingElsewhere' | 'unknown';

const NEVER = '0001-01-01T00:00:00Z';

/** One event of a calendar: single, or the master of a series. */
export class SimEvent {
	subject = '';

	body: ItemBody = { contentType: 'html', content: '' };

	/** Milliseconds. */
	start = 0;

	end = 0;

	/** The zones they were given in. */
	startZone = 'UTC';

	endZone = 'UTC';

	location: JsonObject = { displayName: '' };

	attendees: Attendee[] = [];

	isAllDay = false;

	isCancelled = false;

	isOrganizer = true;

	organizer: Recipient = { emailAddress: { name: '', address: '' } };

	response = 'organizer';

	joinUrl: string | null = null;

	onlineMeetingProvider = 'unknown';

	recurrence: Recurrence | null = null;

	reminderMinutesBeforeStart = 15;

	isReminderOn = true;

	/** When it comes again, in milliseconds; undefined while nobody touched it. */
	reminder: number | 'dismissed' | undefined;

	/** Whether the organizer lets others forward it. */
	allowsForwarding = true;

	showAs: ShowAs = 'busy';

	sensitivity: 'normal' | 'personal' | 'private' | 'confidential' = 'normal';

	importance: 'low' | 'normal' | 'high' = 'normal';

	categories: string[] = [];

	transactionId: string | null = null;

	allowNewTimeProposals = true;

	hideAttendees = false;

	responseRequested = true;

	attachments: SimAttachment[] = [];

	/** Nobody can read its text any more (fact: damaged-text). */
	isDamaged = false;

	calendarId = '';

	createdDateTime = '';

	lastModifiedDateTime = '';

	/** Local days of a series that were taken out or changed, by yyyy-mm-dd. */
	readonly cancelledDays = new Set<string>();

	readonly exceptions = new Map<string, SimEvent>();

	/** What the client sent when it created the event: a repeated request is known by it. */
	createdFrom = '';

	readonly generation = 0;

	/** A changed occurrence with an ID that it did not have before. */
	isRenamed = false;

	private edits = 0;

	constructor(
		/** Unique over the whole simulated world. */
		readonly key: string,
		fields: Partial<SimEvent>,
		/** Set on occurrences of a series. */
		readonly master?: SimEvent,
		/** Local day of the occurrence. */
		readonly day?: string,
	) {
		Object.assign(this, fields);
	}

	get id(): string {
		return this.idOf('rest');
	}

	get changeKey(): string {
		return createChangeKey(`${this.key}/${this.edits}`);
	}

	/** The id in the asked format. */
	idOf(kind: IdKind): string {
		return createItemId(kind, this.isRenamed ? `${this.key}/exception` : this.key, 0);
	}

	get type(): 'singleInstance' | 'seriesMaster' | 'occurrence' | 'exception' {
		if (this.master === undefined) {
			return this.recurrence === null ? 'singleInstance' : 'seriesMaster';
		}
		return this.master.exceptions.get(this.day ?? '') === this ? 'exception' : 'occurrence';
	}

	/** Notes a change. */
	touch(lastModifiedDateTime: string): void {
		this.edits += 1;
		this.lastModifiedDateTime = lastModifiedDateTime;
	}
}

/** What an occurrence has from its series; it does not repeat itself. */
export function shownFields(master: SimEvent): Partial<SimEvent> {
	return {
		subject: master.subject,
		body: master.body,
		startZone: master.startZone,
		endZone: master.endZone,
		location: master.location,
		attendees: master.attendees,
		isAllDay: master.isAllDay,
		isCancelled: master.isCancelled,
		isOrganizer: master.isOrganizer,
		organizer: master.organizer,
		response: master.response,
		joinUrl: master.joinUrl,
		onlineMeetingProvider: master.onlineMeetingProvider,
		reminderMinutesBeforeStart: master.reminderMinutesBeforeStart,
		isReminderOn: master.isReminderOn,
		showAs: master.showAs,
		sensitivity: master.sensitivity,
		importance: master.importance,
		categories: master.categories,
		allowNewTimeProposals: master.allowNewTimeProposals,
		hideAttendees: master.hideAttendees,
		responseRequested: master.responseRequested,
		attachments: master.attachments,
		calendarId: master.calendarId,
		createdDateTime: master.createdDateTime,
		lastModifiedDateTime: master.lastModifiedDateTime,
	};
}

function showBody(body: ItemBody, type: 'text' | 'html'): ItemBody {
	if (body.contentType === type) return body;
	return type === 'text'
		? { contentType: 'text', content: htmlToText(body.content) }
		: { contentType: 'html', content: textToHtml(body.content) };
}

/** An event as Graph shows it; times in the asked zone, UTC by default (fact: event-zones). */
export function renderEvent(
	event: SimEvent,
	view: { kind: IdKind; bodyType: 'text' | 'html'; timeZone: string },
): JsonObject {
	const changeKey = event.changeKey;
	// The days of an all-day event stay the same in every zone.
	const time = (instant: number, own: string) =>
		event.isAllDay
			? { ...toDateTimeZone(instant, own), timeZone: view.timeZone }
			: toDateTimeZone(instant, view.timeZone);
	const id = event.idOf(view.kind);
	return {
		'@odata.etag': `W/"${changeKey}"`,
		id,
		createdDateTime: event.createdDateTime,
		lastModifiedDateTime: event.lastModifiedDateTime,
		changeKey,
		categories: event.categories,
		transactionId: event.transactionId,
		originalStartTimeZone: event.startZone,
		originalEndTimeZone: event.endZone,
		iCalUId: createGuid(`ical/${event.master?.key ?? event.key}`)
			.replace(/-/g, '')
			.toUpperCase(),
		reminderMinutesBeforeStart: event.reminderMinutesBeforeStart,
		isReminderOn: event.isReminderOn,
		hasAttachments: event.attachments.some(
			({ isInline, kind }) => !isInline || kind === 'reference',
		),
		subject: event.subject,
		bodyPreview: htmlToText(event.body.content).slice(0, 255),
		importance: event.importance,
		sensitivity: event.sensitivity,
		isAllDay: event.isAllDay,
		isCancelled: event.isCancelled,
		isOrganizer: event.isOrganizer,
		responseRequested: event.responseRequested,
		seriesMasterId: event.master?.idOf(view.kind) ?? null,
		showAs: event.showAs,
		type: event.type,
		webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(event.id)}&exvsurl=1&path=/calendar/item`,
		// Null for Teams: the link is in onlineMeeting.joinUrl (fact: online-meeting).
		onlineMeetingUrl: null,
		isOnlineMeeting: event.joinUrl !== null,
		onlineMeetingProvider: event.onlineMeetingProvider,
		allowNewTimeProposals: event.allowNewTimeProposals,
		isDraft: false,
		hideAttendees: event.hideAttendees,
		responseStatus: {
			response: event.response,
			time: event.response === 'organizer' ? NEVER : event.lastModifiedDateTime,
		},
		body: showBody(event.body, view.bodyType),
		start: time(event.start, event.startZone),
		end: time(event.end, event.endZone),
		location: event.location,
		locations: event.location.displayName === '' ? [] : [event.location],
		recurrence: event.recurrence,
		attendees: event.attendees,
		organizer: event.organizer,
		onlineMeeting: event.joinUrl === null ? null : { joinUrl: event.joinUrl },
		...(event.master === undefined ? {} : { occurrenceId: `OID.${id}.${event.day ?? ''}` }),
	};
}
