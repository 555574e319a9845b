/*
 * This folder keeps the promise of the Calendar Trigger: each thing that happens to an event starts the
 * workflow once.
 *
 * A poll asks Graph what changed in a window of the calendar (`calendarView/delta`), which is one small
 * request where nothing did. What it tells is kept in the memory of the process alone (`View`): a process
 * that has none reads the window anew. What of it is watched is decided here (`watch`). What n8n stores is what was handled of each event (`Position`): short
 * hashes of its ID and of its content, its times, and what was said of them. What happened is the
 * difference between the two (`compare`, `findGone`), so that it is the same from whichever older state
 * it begins, and the rounds of the provider may repeat, be lost, or come late.
 *
 * The folder must not know the operations of the Mail node. All moments are the provider's; n8n's clock
 * only measures how long something takes, and guesses the first window.
 */

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import { systemClock } from '../../shared/clock';
import type { PollInTurn, PollStart } from '../../shared/trigger/pollInTurn';
import { pollInTurn } from '../../shared/trigger/pollInTurn';
import { TriggerSessions } from '../../shared/trigger/session';
import { compare } from './compare';
import { toItems, withinLimit } from './deliver';
import { calendarTriggerProperties, readSettings } from './fields';
import { findGone } from './gone';
import type { Poll } from './openPoll';
import { openPoll } from './openPoll';
import type { Position } from './position';
import { readPosition, savePosition } from './position';
import { remember, settle, startPosition } from './settle';
import type { Sighting } from './sighting';
import { findForTest } from './testStep';
import type { View } from './view';
import { lookAt } from './view';
import { watch } from './watched';

/** What the polls of a trigger leave to each other; all of it can be read again. */
interface CalendarMemory {
	view?: View;
	/** Events as they were when they were handled, by key. */
	before: ReadonlyMap<string, Sighting>;
}

/** The sessions of all Calendar Triggers of this process. */
const sessions = new TriggerSessions<Position, CalendarMemory>(() => ({ before: new Map() }));

/**
 * Polls the calendar once. In n8n's manual mode: the next or the latest event that matches, and nothing
 * is saved.
 * @returns null when nothing happened.
 */
export async function poll(
	this: IPollFunctions,
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	return await pollInTurn<Position, CalendarMemory>(this, clock, {
		who: 'The Calendar Trigger',
		permission: ['Calendars.Read'],
		fields: calendarTriggerProperties,
		whenTooSlow: 'lower Look Ahead (Days)',
		sessions,
		savePosition,
		findForTest: async (start) => await findForTest(await open(start)),
		poll: async (run) => await pollCalendar(await open(run), run),
	});
}

async function open(start: PollStart<CalendarMemory>): Promise<Poll> {
	return await openPoll(start, readSettings.call(start.context));
}

/** Begins anew, or goes on where the last poll ended. */
async function pollCalendar(
	poll: Poll,
	run: PollInTurn<Position, CalendarMemory>,
): Promise<INodeExecutionData[][] | null> {
	const { memory } = run;
	const saved = readPosition(run.saved);
	if (saved && run.isBeingStored(saved)) return null;
	const since = saved?.scope === poll.scope ? saved.since : undefined;
	memory.view = await lookAt(poll, memory.view, since);
	const view = watch(memory.view, poll.wishes);
	if (run.isFirst || saved?.scope !== poll.scope) {
		memory.before = view.sightings;
		return await run.begin(startPosition(poll, view));
	}

	const position = run.session.latestOf(saved);
	const comparison = { position, view, before: memory.before, wishes: poll.wishes };
	const outcomes = [...compare(comparison), ...(await findGone(poll, comparison))];
	const { maxEvents, heartbeat } = poll.settings.options;
	const handled = withinLimit(outcomes, maxEvents);
	const happenings = handled.flatMap((outcome) => outcome.happenings);
	const items = await toItems(poll, happenings, view);
	const isWhole = handled.length === outcomes.length;
	memory.before = remember(memory.before, view, handled);
	return await run.deliver(settle(comparison, handled, isWhole), items, view.now, heartbeat);
}
