import type { IDataObject } from 'n8n-workflow';
import { withoutUsual } from '../../shared/step/outputs';

const USUAL = { isOrganizer: true, response: 'organizer', showAs: 'busy' };

/**
 * An event for a language model, without the values that most events have. The zone is left out, as each time has its
 * offset; so is the organizer where it is the mailbox itself.
 * @param full The event as people get it.
 * @param zone The zone of its times.
 */
export function leanEvent(full: IDataObject, zone: string): IDataObject {
	const own = full.isOrganizer === true ? { organizer: full.organizer } : {};
	return withoutUsual({ ...own, ...USUAL, timeZone: zone }, full);
}
