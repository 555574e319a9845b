import type { ProviderFailure } from '../../../shared/http/failures';
import { InvalidInput, recover, undefinedOn } from '../../../shared/http/failures';
import type { Window } from '../../calendar/eventChanges';
import { requestWindow } from '../../calendar/eventChanges';
import { ZONES_APART_MS } from '../../calendar/span';
import { isEndless } from '../../graph/delta';
import { localZone } from '../../graph/localZone';
import { eventPath } from '../../graph/paths';
import { readOrKnown } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { Round, ToldEvent } from './changes';
import { readChanges, readRound, TEXT_BODY, watchedEvent } from './changes';
import type { KeptEvent, SeenEvent } from './seenEvent';
import { toKeptEvent, toSeenEvents } from './seenEvent';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long one window is watched before it moves on: a link holds its window for ever. */
const MOVES_AFTER_MS = DAY_MS;
/** What the window reaches back before what was handled: clocks differ, and what just ended may change. */
const BACK_MS = DAY_MS;
/** How far back a trigger catches up that did not poll for long. */
const LONGEST_BACK_MS = 31 * DAY_MS;

/** The calendar as this process knows it; never changed in place. */
export interface View {
	/** Names what is watched, how much of it, and how it is read. */
	extent: string;
	window: Window;
	/** It ends before what is to be looked ahead: more cannot be read. */
	isNarrowed: boolean;
	/** When all of it was read; the provider's time, as all others. */
	readAt: number;
	/** When it was read last. */
	now: number;
	/** Tells what changes from then on. */
	link: string;
	/** IANA name of the zone in which days begin. */
	zone: string;
	/** By ID. */
	told: ReadonlyMap<string, KeptEvent>;
	/** By key, those just around the window too. */
	seenEvents: ReadonlyMap<string, SeenEvent>;
}

/**
 * Looks at the calendar: one small request where nothing changed, or all of the window where there is no
 * view yet, the provider gave up its link, or the window has to move on.
 * @param since When all was handled last; undefined for now.
 */
export async function lookAt(
	poll: CalendarPoll,
	view: View | undefined,
	since: number | undefined,
): Promise<View> {
	const known = view?.extent === extentOf(poll) ? await follow(poll, view) : undefined;
	if (known && known.now < known.readAt + MOVES_AFTER_MS) return known;
	return await readAll(poll, since, known?.now ?? poll.clock.now());
}

function extentOf({ scope, settings }: CalendarPoll): string {
	return JSON.stringify([scope, settings.lookAhead, settings.options.timeZone]);
}

/** @returns undefined when the provider does not know the link any more, or tells too much. */
async function follow(poll: CalendarPoll, view: View): Promise<View | undefined> {
	const round = await readChanges(poll, view.link);
	return round && (await afterRound(poll, view, round));
}

/**
 * Reads the window, or half as far ahead where it holds too much.
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
	const zone = await localZone({ graph, timeZone: context.getTimezone() }, chosen);
	const from = Math.max(Math.min(since ?? now, now) - BACK_MS, now - LONGEST_BACK_MS);
	const to = now + lookAhead + MOVES_AFTER_MS;
	const around = { from: from - ZONES_APART_MS, to: to + ZONES_APART_MS };
	const ask = async (prefer: string[]) => await requestWindow(graph, calendarId, around, prefer);
	const isTooFar = (failure: ProviderFailure) => isEndless(failure) && lookAhead >= HOUR_MS;
	const round = await readRound(graph, ask).catch(undefinedOn(isTooFar));
	if (!round && lookAhead < HOUR_MS) {
		throw new InvalidInput(
			'the calendar has too many events today to be watched',
			'calendar',
			'Delete what does not belong there, or choose another calendar.',
		);
	}
	if (!round) return await readAll(poll, since, now, lookAhead / 2);
	// The clock of n8n may be wrong; that of the provider decides.
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
 * A series comes with all that is left of it, as nothing else says that an occurrence is gone
 * (fact: series-again, fact: occurrence-tombstone).
 */
async function afterRound(
	poll: CalendarPoll,
	view: Omit<View, 'link' | 'now'>,
	round: Round,
): Promise<View> {
	const { link, now, removed } = round;
	if (round.told.length === 0 && removed.length === 0) return { ...view, link, now };
	const told = new Map(view.told);
	const again = new Set(
		round.told.flatMap(({ used }) => (used.type === 'seriesMaster' ? used.id : [])),
	);
	for (const id of removed) again.add(id);
	for (const [id, { event }] of told) {
		if (again.has(id) || again.has(event.seriesMasterId ?? '')) told.delete(id);
	}
	const read = await Promise.all(round.told.map(async (each) => await inFull(poll, each)));
	for (const [index, listed] of round.told.entries()) {
		const { id } = listed.used;
		const known = read[index] ? undefined : view.told.get(id);
		const kept = known
			? inPart(known, listed)
			: await toKeptEvent(read[index] ?? listed, poll.pause);
		told.set(id, kept);
	}
	return { ...view, link, now, told, seenEvents: toSeenEvents(told.values(), view.zone) };
}

/** What was known of an event, at the time that it has now. */
function inPart(known: KeptEvent, { used, raw }: ToldEvent): KeptEvent {
	return { ...known, event: { ...known.event, ...used }, raw: { ...known.raw, ...raw } };
}

/** A changed occurrence that is told without what changed in it is asked; undefined for one that cannot be read. */
async function inFull(
	{ graph, calendarId, failedPolls }: CalendarPoll,
	told: ToldEvent,
): Promise<ToldEvent | undefined> {
	const { type, subject, id } = told.used;
	if (type !== 'exception' || subject !== undefined) return told;
	const asked = { prefer: [TEXT_BODY] };
	const reading = graph
		.get(eventPath(calendarId, id), watchedEvent, asked)
		.catch(recover('notFound', () => told));
	return await readOrKnown(failedPolls, id, reading, () => undefined);
}
