import type { StepNotes } from './stepTable';

const EVENT = 'the event, small and flat, times in the asked zone';
const CALENDAR = 'ID, name, color and owner of the calendar';

/**
 * What the steps of the Mail node return, and the delegated permissions they need at least.
 * @see https://learn.microsoft.com/graph/permissions-reference
 */
export const mailSteps: Record<string, StepNotes> = {
	'calendar.cancelEvent': ['the ID, and that it was cancelled', ['Calendars.ReadWrite']],
	'calendar.checkAvailability': [
		'whether the time is free, what is in the way, and the next free times',
		['Calendars.Read'],
	],
	'calendar.createCalendar': [CALENDAR, ['Calendars.ReadWrite']],
	'calendar.createEvent': [EVENT, ['Calendars.ReadWrite']],
	'calendar.deleteCalendar': ['the ID, and that it was deleted', ['Calendars.ReadWrite']],
	'calendar.deleteEvent': ['the ID, and that it was deleted', ['Calendars.ReadWrite']],
	'calendar.findMeetingTimes': [
		'times that suit all, or why there are none',
		['Calendars.Read.Shared, work accounts only'],
	],
	'calendar.getEvent': [EVENT, ['Calendars.Read']],
	'calendar.getFreeBusySchedule': [
		'one item for each address, with what is busy and free, or why it cannot be seen',
		['Calendars.Read'],
	],
	'calendar.listCalendars': ['one item for each calendar', ['Calendars.Read']],
	'calendar.listEvents': ['one item for each event or occurrence, in order', ['Calendars.Read']],
	'calendar.respondToEvent': ['the ID and the response', ['Calendars.ReadWrite']],
	'calendar.updateCalendar': [CALENDAR, ['Calendars.ReadWrite']],
	'calendar.updateEvent': [EVENT, ['Calendars.ReadWrite']],
	'advanced.apiCall': [
		'one item for each result of a list, else the answer; on request with status and headers, or as a file',
		['that of the endpoint'],
	],
	'advanced.getMeetingTranscript': [
		'the text of the transcript',
		['OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
	],
	'advanced.listMeetingTranscripts': [
		'ID and time of each transcript',
		['OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
	],
};
