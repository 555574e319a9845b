import type { IDataObject } from 'n8n-workflow';
import { withoutUsual } from '../../shared/step/outputs';

const USUAL = { isOrganizer: true, response: 'organizer', showAs: 'busy' };

/**
 * An event for a language model: every time has its offset, one without an organizer is the mailbox's own, and
 * it takes the time as most do.
 * @param full As people get it.
 * @param zone The one that its times are given in.
 */
export function leanEvent(full: IDataObject, zone: string): IDataObject {
	const own = full.isOrganizer === true ? { organizer: full.organizer } : {};
	return withoutUsual({ ...own, ...USUAL, timeZone: zone }, full);
}
