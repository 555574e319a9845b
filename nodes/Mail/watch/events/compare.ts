import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { changedFields } from '../changedFields';
import type { InvitationAnswer } from './answers';
import { moveDays, shownTimes } from './days';
import type { Known, Position } from './position';
import type { SeenEvent } from './seenEvent';
import type { Watched } from './watched';
import { organizerOf } from './watched';
import type { ChangeType, Wishes } from './wishes';

/** What happened to an event. */
export interface Happening {
	changeType: ChangeType;
	event: SeenEvent;
	/** Fields before and after, as far as they are known. */
	changed?: IDataObject;
	answer?: InvitationAnswer;
}

/** All that happened to one event, to be told as a whole. */
export interface EventChange extends Pick<Watched, 'zone' | 'missing'> {
	happenings: Happening[];
}

/** What a comparison makes of one event. */
export interface EventOutcome {
	key: string;
	happenings: Happening[];
	/** What is known once that is delivered; nothing of an event that is gone. */
	next?: Known;
}

/** What a comparison is about. */
export interface Comparison {
	position: Position;
	view: Watched;
	/** Events as they were when they were handled, as far as this process knows. */
	before: ReadonlyMap<string, SeenEvent>;
	wishes: Wishes;
}

/**
 * How long after it was made an event is still new when it is seen for the first time, in milliseconds: it
 * may have been too far ahead to be watched, or was not shown before.
 */
const NEW_MS = 24 * 3_600_000;
/** How far the clocks of the provider's machines may be apart, in milliseconds. */
const CLOCK_MARGIN_MS = 60_000;
/** How late a reminder is still of use, in milliseconds: polls may be an hour apart. */
const LATEST_REMINDER_MS = 3_600_000;

/** What happened to an event, wherever it lies now. It asks nobody, and keeps nothing. */
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

/** An event that had begun before it was new to the trigger, or was moved there, does not start soon. */
function wasReminded(position: Position, event: SeenEvent, known: Known | undefined): boolean {
	if (known?.start === event.start && known.reminded) return true;
	return event.start <= (known ? position.since : firstKnown(position, event));
}

/** An event whose end was told ends again when it is moved to an end that was still ahead. */
function wasEnded(position: Position, event: SeenEvent, known: Known | undefined): boolean {
	if (!known) return event.end <= firstKnown(position, event);
	return known.ended && (known.end === event.end || event.end <= position.since);
}

/** Since when an event that is seen for the first time is there, as far as it can be told. */
function firstKnown({ since }: Position, { created }: SeenEvent): number {
	return Math.max(since, created ?? since);
}

/** Made since the trigger began, and not long before it was seen. */
function isNew({ startedAt, since }: Position, { created }: SeenEvent): boolean {
	return created === undefined || created >= Math.max(startedAt - CLOCK_MARGIN_MS, since - NEW_MS);
}

/** Whether what happens to the event counts, or is part of what happens to its series. */
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
		...changesOf(event, comparison.before.get(event.key), known),
		...timesOf(event, known, comparison.view.zone),
	};
	return [{ changeType: 'updated', event, changed }];
}

/** Whether an event is what was handled of it. The times of a series are those of its occurrences. */
export function isAsHandled(event: SeenEvent, known: Known): boolean {
	const isThere =
		event.type === 'series' || (event.start === known.start && event.end === known.end);
	const isSame = event.content.hash === known.hash && event.pattern === known.pattern;
	return isThere && isSame && event.isCancelled === known.cancelled;
}

/** One's own answer is no change of an event, but it may match then. What other conditions made of it tells nothing. */
function beginsToMatch(
	{ position, wishes }: Comparison,
	{ event }: SeenEvent,
	known: Known,
): boolean {
	return position.conditions === wishes.conditions && !known.matched && wishes.matches(event);
}

/** What it means that an event is seen for the first time. */
function firstSeen(
	{ position, view, wishes: { seriesAsOne } }: Comparison,
	event: SeenEvent,
): 'created' | 'updated' | undefined {
	// The window moves on with time: what it reaches was there before.
	const until = watchedUntil(position, event);
	// So does a whole day, where the zone is another one since.
	const then = moveDays(view.zone, position.zone);
	const isWatched = ({ event: { isAllDay }, start, end }: SeenEvent) =>
		isAllDay ? then(start) < until && then(end) > position.window.from : start < until;
	// An occurrence that was moved here alone does not bring its series along.
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
	// One that differs from its series was there with it.
	if (!hasKnownSeries || event.type === 'exception') return 'updated';
	// What is over comes back into sight with its series: it is not new.
	return event.end <= position.since ? undefined : 'created';
}

/** From when on the events of an organizer were not watched. */
function watchedUntil({ window, reach }: Position, event: SeenEvent): number {
	if (Object.keys(reach).length === 0) return window.to;
	const own = reach[shortHash(organizerOf(event))] ?? Infinity;
	return Math.min(window.to, own, reach[''] ?? Infinity);
}

function changesOf(event: SeenEvent, before: SeenEvent | undefined, known: Known): IDataObject {
	if (before?.content.hash !== known.hash || before.pattern !== known.pattern) return {};
	const shown = ({ content, event: { recurrence } }: SeenEvent) => ({
		...content.fields,
		recurrence,
	});
	return changedFields(shown(before), shown(event));
}

function timesOf({ type, event, ...times }: SeenEvent, known: Known, zone: string): IDataObject {
	if (type === 'series') return {};
	return changedFields(
		shownTimes(known, known.allDay, zone),
		shownTimes(times, event.isAllDay ?? false, zone),
	);
}

/** An answer to a series may stand with its exceptions too: it is told once, with the series. */
function answerHappenings(
	{ position, view }: Comparison,
	event: SeenEvent,
	known: Known | undefined,
): Happening[] {
	// To anybody else, the answers of others are what they were once.
	if (event.event.isOrganizer === false) return [];
	if (!known && (event.series !== undefined || !isNew(position, event))) return [];
	const { series = '' } = event;
	const told = new Set([
		...(known?.answers ?? []),
		...(position.events.get(series)?.answers ?? []),
		...(view.inside.get(series)?.answers ?? []).map(({ mark }) => mark),
	]);
	return event.answers
		.filter(({ mark }) => !told.has(mark))
		.map((answer) => ({ changeType: 'answered', event, answer }));
}

/** A series is at no time: its occurrences are. */
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
