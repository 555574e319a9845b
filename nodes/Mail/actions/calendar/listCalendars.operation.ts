import { calendarItem, knownCalendars, toCalendarJson } from '../../calendar/calendars';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-calendars */
export const listCalendars = defineMailOperation({
	label: 'List Calendars',
	action: 'List calendars',
	summary: 'List all calendars of the mailbox, shared ones included',
	returns: 'one item for each calendar',
	toolText: 'Use it before a step that needs a calendar other than the default one.',
	permission: ['Calendars.Read'],
	effects: [],
	output: calendarItem,
	fields: [],
	async run(_input, { graph }) {
		return (await knownCalendars(graph)).map((calendar) => ({ json: toCalendarJson(calendar) }));
	},
});
