import type { DateTime } from 'luxon';
import { InvalidInput } from '../http/failures';
import { nowText } from '../text/moments';
import type { Notices } from './notices';

/**
 * Refuses a time that is over, of a language model: it may not know what year it is. A workflow may mean it.
 * @param at The time, in the zone in which it was meant.
 * @param advice What to write instead.
 * @throws InvalidInput, which says what time it is there.
 */
export function refusePast(
	{ notices, now }: { notices: Pick<Notices, 'forModel'>; now: DateTime },
	at: DateTime,
	field: string,
	advice = 'Write a later time.',
): void {
	if (!notices.forModel || at >= now) return;
	const shown = nowText(now.setZone(at.zone));
	throw new InvalidInput('is in the past', field, `It is now ${shown}. ${advice}`);
}
