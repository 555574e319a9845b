import type { ProviderFailure } from '../../../shared/http/failures';
import { InvalidInput, recover, undefinedOn } from '../../../shared/http/failures';
import type { Window } from '../../calendar/eventChanges';
import { requestWindow } from '../../calendar/eventChanges';
import { ZONES_APART_MS } from '../../calendar/span';
import { isEndless } from '../../graph/delta';
import { isThingMissing } from '../../graph/failure';
import { localZone } from '../../graph/localZone';
import { eventPath } from '../../graph/paths';
import { readOrKnown, whereChosenIsMissing } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { Round, ToldEvent } from './changes';
import { changesSince, readRound, TEXT_BODY, watchedEvent } from './changes';
import type { KeptEvent, SeenEvent } from './seenEvent';
import { toKeptEvent, toSeenEvents } from './seenEvent';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long one window is watched before it moves on: a delta link keeps its window for ever. */
const MOVES_AFTER_MS = DAY_MS;
/** How far the window reaches back before what was handled: clocks differ, and what just ended may change. */
const BACK_MS = DAY_MS;
/** How far back a trigger catches up after it did not poll for long. */
const LONGEST_BACK_MS = 31 * DAY_MS;

/** The calendar as this process knows it; never changed in place. */
export interface View {
	/** Names the calendar, how far ahead it is watched, and the zone. */
	extent: string;
	window: Window;
	/** The window ends earlier than Look Ahead asks for: there are more events than can be read. */
	isNarrowed: boolean;
	/** When all of it was read; the provider's time, as all others. */
	readAt: number;
	/** When it was read last. */
	now: number;
	/** The link to later changes. */
	link: string;
	/** IANA name of the zone in which days begin. */
	zone: string;
	/** What rounds told, by ID. */
	told: ReadonlyMap<string, KeptEvent>;
	/** By key; also events just outside the window. */
	seenEvents: ReadonlyMap<string, SeenEvent>;
}

/**
 * Looks at the calendar. That is one small request where nothing changed. All of the window is read where there is no
 * view yet, the provider gave up its link, or the window has to move on.
 * @param since When all was last handled; undefined for now.
 */
export async function lookAt(
	poll: CalendarPoll,
	view: View | undefined,
	since: number | undefined,
): Promise<View> {
	const isSame = view?.extent === extentOf(poll);
	const round = isSame ? await changesSince(poll, view.link) : undefined;
	const known = view && round && (await afterRound(poll, view, round));
	if (known && Math.abs(known.now - known.readAt) < MOVES_AFTER_MS) return known;
	return await readAll(poll, since, known?.now ?? poll.clock.now());
}

function extentOf({ scope, settings, context }: CalendarPoll): string {
	const { lookAhead, options } = settings;
	return JSON.stringify([scope, lookAhead, options.timeZone, context.getTimezone()]);
}

/**
 * Reads the window; with half the look-ahead where it holds too much.
 * @param lookAhead in milliseconds.
 */
async function readAll(
	poll: CalendarPoll,
	since: number | undefined,
	now: number,
	lookAhead = poll.settings.lookAhead,
): Promise<View> {
	const { graph, calendarId, settings, context } = poll;
	const chosen = settings.options.timeZone;
	const explained = whereChosenIsMissing('calendar', calendarId === undefined);
	const source = { graph, timeZone: context.getTimezone() };
	const zone = await localZone(source, chosen).catch(explained);
	const from = Math.max(Math.min(since ?? now, now) - BACK_MS, now - LONGEST_BACK_MS);
	const to = now + lookAhead + MOVES_AFTER_MS;
	const around = { from: from - ZONES_APART_MS, to: to + ZONES_APART_MS };
	const ask = async (prefer: string[]) => await requestWindow(graph, calendarId, around, prefer);
	const isTooFar = (failure: ProviderFailure) => isEndless(failure) && lookAhead >= HOUR_MS;
	const round = await readRound(graph, ask).catch(undefinedOn(isTooFar)).catch(explained);
	if (!round && lookAhead < HOUR_MS) {
		throw new InvalidInput(
			'the calendar has too many events today to be watched',
			'calendar',
			'Delete what does not belong there, or choose another calendar.',
		);
	}
	if (!round) return await readAll(poll, since, now, lookAhead / 2);
	// n8n's clock may be wrong; the provider's decides.
	if (Math.abs(round.now - now) > BACK_MS / 2) return await readAll(poll, since, round.now);
	const empty = {
		extent: extentOf(poll),
		window: { from, to },
		isNarrowed: lookAhead < settings.lookAhead,
		zone,
		readAt: round.now,
		told: new Map(),
		seenEvents: new Map(),
	};
	return await afterRound(poll, empty, round);
}

/**
 * Brings the view up to date with a round. A series comes with all of its remaining occurrences, so that the known
 * ones are dropped first: nothing else says that one is gone (fact: series-again, fact: occurrence-tombstone).
 */
async function afterRound(
	poll: CalendarPoll,
	view: Omit<View, 'link' | 'now'>,
	round: Round,
): Promise<View> {
	const { link, now, removed } = round;
	if (round.told.length === 0 && removed.length === 0) return { ...view, link, now };
	const told = new Map(view.told);
	const replaced = new Set(
		round.told.flatMap(({ used }) => (used.type === 'seriesMaster' ? used.id : [])),
	);
	for (const id of removed) replaced.add(id);
	for (const [id, { event }] of told) {
		if (replaced.has(id) || replaced.has(event.seriesMasterId ?? '')) told.delete(id);
	}
	const read = await Promise.all(round.told.map(async (listed) => await inFull(poll, listed)));
	for (const [index, listed] of round.told.entries()) {
		const { used, raw } = listed;
		const known = read[index] ? undefined : view.told.get(used.id);
		// An event that cannot be read: what was known of it, with what the round told of it.
		const kept = known
			? { ...known, event: { ...known.event, ...used }, raw: { ...known.raw, ...raw } }
			: await toKeptEvent(read[index] ?? listed, poll.pause);
		told.set(used.id, kept);
	}
	return { ...view, link, now, told, seenEvents: toSeenEvents(told.values(), view.zone) };
}

/** Asks for a changed occurrence that was told without its changes; undefined where it cannot be read. */
async function inFull(
	{ graph, calendarId, failedPolls }: CalendarPoll,
	told: ToldEvent,
): Promise<ToldEvent | undefined> {
	const { type, subject, id } = told.used;
	if (type !== 'exception' || subject !== undefined) return told;
	const asked = { prefer: [TEXT_BODY] };
	const reading = graph
		.get(eventPath(calendarId, id), watchedEvent, asked)
		.catch(recover(isThingMissing, () => told));
	return await readOrKnown(failedPolls, id, reading, () => undefined);
}
