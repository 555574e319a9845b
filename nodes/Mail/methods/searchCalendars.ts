import { listCalendars } from '../graph/calendar/calendars';
import { mailboxSearch } from './mailboxSearch';

/** The calendars of the mailbox; one of somebody else with its owner. */
export const searchCalendars = mailboxSearch(async (graph) => {
	const calendars = await listCalendars(graph);
	const own = calendars.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address;
	return calendars.map(({ id, name, owner }) => ({
		name:
			owner?.address && owner.address !== own ? `${name ?? ''} (${owner.address})` : (name ?? ''),
		value: id,
	}));
});
