import type { Ledger } from '../../../shared/watch/ledger';
import type { Change, Look, Watch } from '../../../shared/watch/watch';
import type { FailedPolls } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { Comparison, EventChange, EventOutcome } from './compare';
import { isAsHandled, outcomeOf } from './compare';
import { toItems } from './deliver';
import { findGone } from './gone';
import type { Extra } from './position';
import { bySeries, positionOf, statesIn } from './position';
import type { SeenEvent } from './seenEvent';
import { lookAt } from './view';
import type { Watched } from './watched';
import { reachOf, watch } from './watched';

/** What the polls of a trigger leave to each other; all of it can be read again. */
export interface CalendarMemory {
	view?: Watched;
	/** Events as they were when they were handled, by key. */
	before: Map<string, SeenEvent>;
	failedPolls: FailedPolls;
}

interface Seen extends Look {
	view: Watched;
	/** What became of those that are not in view any more. */
	gone: EventOutcome[];
}

/** The events of a calendar; an entry is what was handled of one, by the short hash of its ID. */
export function watchEvents(
	poll: CalendarPoll,
	memory: CalendarMemory,
): Watch<Seen, EventChange, Extra> {
	const { wishes } = poll;
	const { before } = memory;

	/** Only what is as it was handled can tell later what changed. */
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
			const position = ledger && positionOf(ledger, view.zone);
			if (ledger && position && last) {
				remember(last.zone === view.zone ? position : positionOf(ledger, last.zone), last);
			}
			memory.view = view;
			const gone = position ? await findGone(poll, { position, view, before, wishes }) : [];
			return { now: view.now, view, gone };
		},
		diff(ledger, { view, gone }) {
			const comparison = { position: positionOf(ledger, view.zone), view, before, wishes };
			const there = [...view.inside.values()].map((event) => outcomeOf(comparison, event));
			const toState = statesIn(view.zone);
			const stateOf = ({ next }: EventOutcome) => (next ? toState(next) : null);
			const isOther = (outcome: EventOutcome) =>
				outcome.happenings.length > 0 ||
				stateOf(outcome)?.join() !== ledger.entries.get(outcome.key)?.state.join();
			const { zone, missing } = view;
			const outcomes = [...there, ...gone].filter(isOther).sort(inOrder);
			return outcomes.map((outcome): Change<EventChange> => {
				const { key, happenings } = outcome;
				const weight = happenings.length;
				const isTask = weight > 0 || isSeries(outcome);
				const told = isTask && { happening: { happenings, zone, missing }, weight };
				return { key, next: stateOf(outcome), ...told };
			});
		},
		load: async (change, { now }) => ({
			verdict: 'done',
			items: await toItems(poll, change, now),
		}),
		advance(ledger, { now, view }, open): Ledger<Extra> {
			const { window, link } = view;
			const startedAt = ledger.extra.startedAt || now;
			// What is left over is compared with what was handled again: that must not move past it.
			const before = open.length > 0 ? ledger.extra : undefined;
			const { zone, conditions } = before ?? { zone: view.zone, conditions: wishes.conditions };
			return {
				...ledger,
				since: before ? ledger.since : Math.max(ledger.since, now),
				entries: bySeries(ledger.entries),
				extra: { startedAt, window, zone, reach: reachOf(view, before), link, conditions },
			};
		},
	};
}

/**
 * A reminder cannot wait. A series is noted last: where something is left over, its occurrences are compared with the
 * series as it was once more.
 */
function inOrder(one: EventOutcome, other: EventOutcome): number {
	return (
		Number(isSeries(one)) - Number(isSeries(other)) ||
		reminders(other) - reminders(one) ||
		startOf(one) - startOf(other)
	);
}

const isSeries = ({ next }: EventOutcome) => next?.type === 'series';

function reminders({ happenings }: EventOutcome): number {
	return happenings.filter(({ changeType }) => changeType === 'startingSoon').length;
}

function startOf({ happenings: [first] }: EventOutcome): number {
	return first?.event.start ?? 0;
}
