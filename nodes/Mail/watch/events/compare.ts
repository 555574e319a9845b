import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { changedFields } from '../changedFields';
import type { InvitationAnswer } from './answers';
import { moveDays, shownTimes } from './days';
import type { Known, Position } from './position';
import type { SeenEvent } from './seenEvent';
import { changesBetween } from './seenEvent';
import type { Watched } from './watched';
import { organizerOf } from './watched';
import type { ChangeType, Wishes } from './wishes';

export interface Happening {
	changeType: ChangeType;
	event: SeenEvent;
	/** Fields before and after, as far as they are known. */
	changed?: IDataObject;
	answer?: InvitationAnswer;
}

/** All that happened to one event: it is delivered together. */
export interface EventChange extends Pick<Watched, 'zone' | 'missing'> {
	happenings: Happening[];
}

/** What a comparison makes of one event. */
export interface EventOutcome {
	key: string;
	happenings: Happening[];
	/** What is known once that is delivered; undefined to forget the event. */
	next?: Known;
}

export interface Comparison {
	position: Position;
	view: Watched;
	/** Events as they were when they were handled, as far as this process knows. */
	before: ReadonlyMap<string, SeenEvent>;
	wishes: Wishes;
}

/**
 * How long after its creation an event still counts as new when it is first seen, in milliseconds. Before, it may have
 * been too far ahead to be watched, or not shown.
 */
const NEW_MS = 24 * 3_600_000;
/** How far the clocks of the provider's machines may be apart, in milliseconds. */
const CLOCK_MARGIN_MS = 60_000;
/** How late a reminder is still of use, in milliseconds: polls may be an hour apart. */
const LATEST_REMINDER_MS = 3_600_000;

/** Compares an event, wherever it lies now, with what is known of it. Asks nobody, and keeps nothing. */
export function outcomeOf(comparison: Comparison, event: SeenEvent): EventOutcome {
	const known = comparison.position.events.get(event.key);
	const happenings = [
		...contentHappenings(comparison, event, known),
		...answerHappenings(comparison, event, known),
		...timeHappenings(comparison, event, known),
	];
	const { position, view, wishes } = comparison;
	const matched = wishes.matches(event.event);
	const wanted = matched ? happenings.filter(({ changeType }) => wishes.wants(changeType)) : [];
	const { key, type, series, start, end, content, pattern, answers, isCancelled } = event;
	const next: Known = {
		type: type === 'exception' ? 'occurrence' : type,
		series,
		start,
		end,
		hash: content.hash,
		pattern,
		answers: answers.map(({ mark }) => mark),
		matched,
		reminded:
			start <= view.now ||
			wasReminded(position, event, known) ||
			wanted.some(({ changeType }) => changeType === 'startingSoon'),
		ended: end <= view.now || wasEnded(position, event, known),
		cancelled: isCancelled,
		allDay: event.event.isAllDay ?? false,
	};
	return { key, happenings: wanted, next };
}

/** True where a reminder was given, or comes too late: the event had begun before it was known, or moved there. */
function wasReminded(position: Position, event: SeenEvent, known: Known | undefined): boolean {
	if (known?.start === event.start && known.reminded) return true;
	return event.start <= (known ? position.since : firstKnown(position, event));
}

/** True where the end was told or is not due. An event ends again once it is moved to an end that lies ahead. */
function wasEnded(position: Position, event: SeenEvent, known: Known | undefined): boolean {
	if (!known) return event.end <= firstKnown(position, event);
	return known.ended && (known.end === event.end || event.end <= position.since);
}

/** Since when an event has existed that is seen for the first time, as far as it can be told. */
function firstKnown({ since }: Position, { created }: SeenEvent): number {
	return Math.max(since, created ?? since);
}

/** True for an event that was made since the trigger began, and not long before it was first seen. */
function isNew({ startedAt, since }: Position, { created }: SeenEvent): boolean {
	return created === undefined || created >= Math.max(startedAt - CLOCK_MARGIN_MS, since - NEW_MS);
}

/** Whether what happens to the event is told of itself. Else it is told of its series, or of its occurrences. */
function countsAlone({ seriesAsOne }: Wishes, { type }: SeenEvent): boolean {
	return seriesAsOne ? type !== 'occurrence' : type !== 'series';
}

function contentHappenings(
	comparison: Comparison,
	event: SeenEvent,
	known: Known | undefined,
): Happening[] {
	if (!countsAlone(comparison.wishes, event)) return [];
	if (!known) {
		const change = firstSeen(comparison, event);
		return change && !event.isCancelled ? [{ changeType: change, event }] : [];
	}
	if (event.isCancelled) return known.cancelled ? [] : [{ changeType: 'cancelled', event }];
	if (isAsHandled(event, known) && !beginsToMatch(comparison, event, known)) return [];
	const changed = {
		...changesOf(comparison, event, known),
		...timesOf(event, known, comparison.view.zone),
	};
	return [{ changeType: 'updated', event, changed }];
}

/** Whether an event is as it was handled. */
export function isAsHandled(event: SeenEvent, known: Known): boolean {
	const isSame = event.content.hash === known.hash && event.isCancelled === known.cancelled;
	return isSame && !isMoved(event, known);
}

/** Whether it takes place at another time. The times of a series are those of its occurrences, and not compared. */
function isMoved({ type, start, end, pattern }: SeenEvent, known: Known): boolean {
	if (pattern !== known.pattern) return true;
	return type !== 'series' && (start !== known.start || end !== known.end);
}

/**
 * True where an event matches only now, as by the owner's own answer. Under other conditions, `matched` says nothing.
 */
function beginsToMatch(
	{ position, wishes }: Comparison,
	{ event }: SeenEvent,
	known: Known,
): boolean {
	return position.conditions === wishes.conditions && !known.matched && wishes.matches(event);
}

/** What is told of an event that is seen for the first time; undefined for nothing. */
function firstSeen(
	{ position, view, wishes: { seriesAsOne } }: Comparison,
	event: SeenEvent,
): 'created' | 'updated' | undefined {
	// The window moves with time: an event that it reaches only now existed before.
	const until = watchedUntil(position, event);
	// A whole day moves too, where the zone is another one than before.
	const then = moveDays(view.zone, position.zone);
	const isWatched = ({ event: { isAllDay }, start, end }: SeenEvent) => {
		const [from, to] = isAllDay ? [then(start), then(end)] : [start, end];
		return from < until && to > position.window.from;
	};
	// An exception that was moved into the window does not bring its series along.
	const ofSeries = ({ series, type }: SeenEvent) => series === event.key && type === 'occurrence';
	const isReached =
		event.type === 'series'
			? ![...view.inside.values()].filter(ofSeries).some(isWatched)
			: !isWatched(event);
	const hasKnownSeries = event.series !== undefined && position.events.has(event.series);
	if (!hasKnownSeries && isNew(position, event)) {
		return seriesAsOne && event.series !== undefined ? undefined : 'created';
	}
	if (isReached) return undefined;
	// An exception existed as an occurrence of its series.
	if (!hasKnownSeries || event.type === 'exception') return 'updated';
	// A past occurrence comes into view with its changed series: it is not new.
	return event.end <= position.since ? undefined : 'created';
}

/** The moment from which on the events of this organizer were not watched before. */
function watchedUntil({ window, reach }: Position, event: SeenEvent): number {
	if (Object.keys(reach).length === 0) return window.to;
	const own = reach[shortHash(organizerOf(event))] ?? Infinity;
	return Math.min(window.to, own, reach[''] ?? Infinity);
}

function changesOf({ before, view }: Comparison, event: SeenEvent, known: Known): IDataObject {
	const old = before.get(event.key);
	if (old?.content.hash !== known.hash || old.pattern !== known.pattern) return {};
	return changesBetween(old, event, view.zone);
}

function timesOf({ type, event, ...times }: SeenEvent, known: Known, zone: string): IDataObject {
	if (type === 'series') return {};
	return changedFields(
		shownTimes(known, known.allDay, zone),
		shownTimes(times, event.isAllDay ?? false, zone),
	);
}

/** Answers that were not told yet. One to a series may stand in its exceptions too: the series tells it once. */
function answerHappenings(
	{ position, view }: Comparison,
	event: SeenEvent,
	known: Known | undefined,
): Happening[] {
	// Only the organizer gets new answers: in the copies of others they stay as they were.
	if (event.event.isOrganizer === false) return [];
	if (!known && (event.series !== undefined || !isNew(position, event))) return [];
	const { series = '' } = event;
	const ofSeries = view.inside.get(series)?.answers ?? [];
	const told = new Set([
		...(position.events.get(series)?.answers ?? []),
		...ofSeries.map(({ mark }) => mark),
	]);
	// Another time takes answers back (fact: answers-taken-back): what was answered since then is another answer.
	const isOld = ({ mark, at }: InvitationAnswer) =>
		known?.answers.includes(mark) && !(isMoved(event, known) && at > position.since);
	// An occurrence that was moved alone is answered again, maybe as its series was before.
	const isAgain = ({ mark, at }: InvitationAnswer) =>
		ofSeries.some((one) => one.mark === mark && one.at + CLOCK_MARGIN_MS < at);
	return event.answers
		.filter((answer) => !isOld(answer) && (!told.has(answer.mark) || isAgain(answer)))
		.map((answer) => ({ changeType: 'answered', event, answer }));
}

/** What the clock makes happen. A series has no time of its own: its occurrences have. */
function timeHappenings(
	{ position, view, wishes }: Comparison,
	event: SeenEvent,
	known: Known | undefined,
): Happening[] {
	if (event.type === 'series' || event.isCancelled) return [];
	const { now } = view;
	const isSoon = event.start - wishes.timeBefore <= now && event.start > now - LATEST_REMINDER_MS;
	const happenings: Happening[] = [];
	if (isSoon && !wasReminded(position, event, known)) {
		happenings.push({ changeType: 'startingSoon', event });
	}
	if (event.end <= now && !wasEnded(position, event, known)) {
		happenings.push({ changeType: 'ended', event });
	}
	return happenings;
}
