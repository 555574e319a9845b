import type { Notices } from '../../shared/step/notices';
import type { Event } from './event';

/** An attendee can only change the own copy of an event (fact: event-copy). */
const NOBODY_TOLD =
	'Somebody else organizes this meeting: only this calendar was changed, and nobody was told. Use Respond to Event to write to the organizer.';
const EACH_DAY =
	'The new times hold for each day: days that were deleted are back, and those changed alone are as the others.';

/**
 * What to tell a user who changed an event beside the result, for `cut` of the notices.
 * @param isOfAll Something that all attendees share changed, unlike a reminder.
 */
export function noticesOf(
	{ isOrganizer, type }: Event,
	{ isOfAll, isMoved }: { isOfAll: boolean; isMoved: boolean },
	{ forModel }: Pick<Notices, 'forModel'>,
): Array<string | false> {
	return [
		isOfAll && isOrganizer === false && NOBODY_TOLD,
		forModel && isMoved && type === 'seriesMaster' && EACH_DAY,
	];
}
