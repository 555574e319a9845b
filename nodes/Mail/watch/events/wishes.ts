import { shortHash } from '../../../shared/text/shortHash';
import type { Event } from '../../calendar/event';
import { createEventMatch } from '../../calendar/eventMatch';
import type { CalendarSettings } from './fields';

/** What can happen to an event. */
export type ChangeType =
	'created' | 'updated' | 'cancelled' | 'deleted' | 'startingSoon' | 'ended' | 'answered';

/** What the user wants to be told. */
export interface Wishes {
	wants(change: ChangeType): boolean;
	matches(event: Event): boolean;
	/** Short hash of the conditions. */
	conditions: string;
	/** A series counts as one event, besides its exceptions. */
	seriesAsOne: boolean;
	/** How long before its start an event starts soon, in milliseconds. */
	timeBefore: number;
}

/** The wishes that the settings hold. */
export function toWishes({ event, filters, series, timeBefore }: CalendarSettings): Wishes {
	const { onlineMeeting, allDay, ...others } = filters;
	const matches = createEventMatch({
		...others,
		onlineMeeting: onlineMeeting === 'any' ? undefined : onlineMeeting === 'with',
		allDay: allDay === 'include',
	});
	return {
		// Cancelled and deleted are one entry of Trigger On.
		wants: (change) => event.includes(change === 'deleted' ? 'cancelled' : change),
		matches: matches ?? (() => true),
		conditions: shortHash(JSON.stringify(filters)),
		seriesAsOne: series === 'series',
		timeBefore,
	};
}
