import type { Notices } from '../../shared/step/notices';
import type { Event } from './event';

/** The change is of an attendee's own copy (fact: event-copy). */
const NOBODY_TOLD =
	'Somebody else organizes this meeting: only this calendar was changed, and nobody was told. Use Respond to Event to write to the organizer.';
const EACH_DAY =
	'The new times hold for each day: days that were deleted are back, and those changed alone are as the others.';

interface Changed {
	/** What it is for all who are in it, and not for the mailbox alone, such as its reminder. */
	isOfAll: boolean;
	/** Its times. */
	isMoved: boolean;
}

/** What whoever changed an event has to know of it beside what came of it, for `cut` of the notices. */
export function noticesOf(
	{ isOrganizer, type }: Event,
	{ isOfAll, isMoved }: Changed,
	{ forModel }: Pick<Notices, 'forModel'>,
): Array<string | false> {
	return [
		isOfAll && isOrganizer === false && NOBODY_TOLD,
		forModel && isMoved && type === 'seriesMaster' && EACH_DAY,
	];
}
