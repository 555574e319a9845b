import type { Ledger } from '../../../shared/watch/ledger';
import type { Change, Look, Watch } from '../../../shared/watch/watch';
import type { FailedPolls } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { Comparison, EventChange, EventOutcome } from './compare';
import { isAsHandled, outcomeOf } from './compare';
import { toItems } from './deliver';
import { findGone } from './gone';
import type { Extra } from './position';
import { bySeries, notFarAhead, positionOf, statesIn } from './position';
import type { SeenEvent } from './seenEvent';
import { lookAt } from './view';
import type { Watched } from './watched';
import { reachOf, watch } from './watched';

/** What the polls of a trigger leave to each other. All of it can be read again. */
export interface CalendarMemory {
	view?: Watched;
	/** Events as they were when they were handled, by key. */
	before: Map<string, SeenEvent>;
	failedPolls: FailedPolls;
}

interface Seen extends Look {
	view: Watched;
	/** What became of known events that are not in the window now. */
	gone: EventOutcome[];
}

/** Watches the events of a calendar. An entry is what was handled of an event, by the short hash of its ID. */
export function watchEvents(
	poll: CalendarPoll,
	memory: CalendarMemory,
): Watch<Seen, EventChange, Extra> {
	const { wishes } = poll;
	const { before } = memory;

	/** Keeps the events that are as they were handled: only these can tell later what changed. */
	function remember({ events }: Comparison['position'], last: Watched): void {
		for (const [key, event] of [...last.beyond, ...last.inside]) {
			const known = events.get(key);
			if (known && isAsHandled(event, known)) before.set(key, event);
		}
		for (const key of before.keys()) if (!events.has(key)) before.delete(key);
	}

	return {
		async observe(ledger) {
			const last = memory.view;
			const view = watch(await lookAt(poll, last, ledger?.since), wishes);
			const position = ledger && positionOf(ledger, view);
			if (ledger && position && last) {
				remember(last.zone === view.zone ? position : positionOf(ledger, last), last);
			}
			memory.view = view;
			const gone = position ? await findGone(poll, { position, view, before, wishes }) : [];
			return { now: view.now, view, gone };
		},
		diff(ledger, { view, gone }) {
			const comparison = { position: positionOf(ledger, view), view, before, wishes };
			const there = [...view.inside.values()].map((event) => outcomeOf(comparison, event));
			const toState = statesIn(view.zone);
			const stateOf = ({ next }: EventOutcome) => (next ? toState(next) : null);
			const isNews = (outcome: EventOutcome) =>
				outcome.happenings.length > 0 ||
				stateOf(outcome)?.join() !== ledger.entries.get(outcome.key)?.state.join();
			const { zone, missing } = view;
			const outcomes = [...there, ...gone].filter(isNews).sort(inOrder);
			return outcomes.map((outcome): Change<EventChange> => {
				const { key, happenings } = outcome;
				const weight = happenings.length;
				const hasHappening = weight > 0 || isSeries(outcome);
				const toLoad = hasHappening && { happening: { happenings, zone, missing }, weight };
				return { key, next: stateOf(outcome), ...toLoad };
			});
		},
		load: async (change, { now }) => ({
			verdict: 'done',
			items: await toItems(poll, change, now),
		}),
		advance(ledger, { now, view }, open): Ledger<Extra> {
			const { window, link } = view;
			const startedAt = notFarAhead(ledger.extra.startedAt || now, now);
			// Unhandled events are compared with this extra again: what decides on them must stay as it is.
			const before = open.length > 0 ? ledger.extra : undefined;
			const { zone, conditions } = before ?? { zone: view.zone, conditions: wishes.conditions };
			return {
				...ledger,
				since: before ? ledger.since : Math.max(notFarAhead(ledger.since, now), now),
				entries: bySeries(ledger.entries),
				extra: { startedAt, window, zone, reach: reachOf(view, before), link, conditions },
			};
		},
	};
}

/**
 * Reminders come first: they cannot wait. A series comes last, so that occurrences left for the next poll are still
 * compared with the series as it was.
 */
function inOrder(a: EventOutcome, b: EventOutcome): number {
	return (
		Number(isSeries(a)) - Number(isSeries(b)) ||
		reminders(b) - reminders(a) ||
		startOf(a) - startOf(b)
	);
}

const isSeries = ({ next }: EventOutcome) => next?.type === 'series';

function reminders({ happenings }: EventOutcome): number {
	return happenings.filter(({ changeType }) => changeType === 'startingSoon').length;
}

function startOf({ happenings: [first] }: EventOutcome): number {
	return first?.event.start ?? 0;
}
