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
			const changes = [...there, ...gone].flatMap((outcome): Array<Change<EventChange>> => {
				const { key, happenings, next } = outcome;
				const state = next ? toState(next) : null;
				const weight = happenings.length;
				if (weight === 0 && state?.join() === ledger.entries.get(key)?.state.join()) return [];
				const { zone, missing } = view;
				const told = weight > 0 && { happening: { happenings, zone, missing }, weight };
				return [{ key, next: state, ...told }];
			});
			return changes.sort(
				(one, other) => reminders(other) - reminders(one) || startOf(one) - startOf(other),
			);
		},
		load: async (change, { now }) => ({
			verdict: 'done',
			items: await toItems(poll, change, now),
		}),
		advance(ledger, { now, view }, open): Ledger<Extra> {
			const { window, zone, link } = view;
			const startedAt = ledger.extra.startedAt || now;
			const { conditions } = open.length > 0 ? ledger.extra : wishes;
			return {
				...ledger,
				// What is left over is compared with the moment of now again: that must not move past it.
				since: open.length > 0 ? ledger.since : Math.max(ledger.since, now),
				entries: bySeries(ledger.entries),
				extra: { startedAt, window, zone, reach: reachOf(view), link, conditions },
			};
		},
	};
}

/** A reminder cannot wait. */
function reminders({ happening }: Change<EventChange>): number {
	const told = happening?.happenings ?? [];
	return told.filter(({ changeType }) => changeType === 'startingSoon').length;
}

function startOf({ happening }: Change<EventChange>): number {
	return happening?.happenings[0]?.event.start ?? 0;
}
