import { shortHash } from '../../../shared/text/shortHash';
import { createEventMatch } from '../../calendar/eventMatch';
import type { CalendarSettings } from './fields';

/** What can happen to an event. */
export type ChangeType =
	'created' | 'updated' | 'cancelled' | 'deleted' | 'startingSoon' | 'ended' | 'answered';

/** What the user wants to be told. */
export type Wishes = ReturnType<typeof toWishes>;

/** The wishes that the settings hold. */
export function toWishes({ event, filters, series, timeBefore }: CalendarSettings) {
	const { onlineMeeting, allDay, ...others } = filters;
	const matches = createEventMatch({
		...others,
		onlineMeeting: onlineMeeting === 'any' ? undefined : onlineMeeting === 'with',
		allDay: allDay === 'include',
	});
	return {
		// Cancelled and deleted are one entry of Trigger On.
		wants: (change: ChangeType) => event.includes(change === 'deleted' ? 'cancelled' : change),
		matches: matches ?? (() => true),
		/** Short hash of the conditions. */
		conditions: shortHash(JSON.stringify(filters)),
		/** A series counts as one event, besides its exceptions. */
		seriesAsOne: series === 'series',
		/** How long before its start an event starts soon, in milliseconds. */
		timeBefore,
	};
}
