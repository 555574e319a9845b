import type { StepNotes } from '../../scripts/steps';

const MAIL = 'the email, small and flat';
const SENT = 'ID, conversation ID and Internet message ID of the email, and whether it was sent';
const EVENT = 'the event, small and flat, times in the asked zone';
const FOLDER = 'ID, name, parent and numbers of emails of the folder';
const CALENDAR = 'ID, name, color and owner of the calendar';
const ATTACHMENT = 'ID, name, type and size of each attachment';

const READ = ['Mail.Read'];
const WRITE = ['Mail.ReadWrite'];
const SEND = ['Mail.ReadWrite', 'Mail.Send'];

/**
 * What the steps of the Mail node return, and the delegated permissions they need at least.
 * @see https://learn.microsoft.com/graph/permissions-reference
 */
export const mailSteps: Record<string, StepNotes> = {
	'email.addAttachment': [ATTACHMENT, WRITE],
	'email.addLabel': [
		'ID and labels of the email',
		[...WRITE, 'MailboxSettings.Read', 'MailboxSettings.ReadWrite for Create Missing Labels'],
	],
	'email.copyEmail': ['the copy, small and flat', WRITE],
	'email.createDraft': [SENT, WRITE],
	'email.createFolder': [FOLDER, WRITE],
	'email.createLabel': ['ID, name and color of the label', ['MailboxSettings.ReadWrite']],
	'email.deleteAttachment': ['the ID, and that it was deleted', WRITE],
	'email.deleteEmail': ['the ID, and that it was deleted', WRITE],
	'email.deleteFolder': ['the ID, and that it was deleted', WRITE],
	'email.downloadAttachment': ['each file, with name, type and size', READ],
	'email.downloadEmail': ['the email as an .eml file', READ],
	'email.findEmail': ['one item for each email, small and flat, newest first', READ],
	'email.forwardEmail': [SENT, SEND],
	'email.getEmail': [MAIL, READ],
	'email.getFolder': [FOLDER, READ],
	'email.listAttachments': [ATTACHMENT, READ],
	'email.listFolders': ['one item for each folder of all levels, with its path', READ],
	'email.listLabels': ['ID, name and color of each label', ['MailboxSettings.Read']],
	'email.moveEmail': ['the email in its new place, small and flat', WRITE],
	'email.removeLabel': ['ID and labels of the email', WRITE],
	'email.renameFolder': [FOLDER, WRITE],
	'email.replyToEmail': [SENT, SEND],
	'email.sendAndWait': ['the answer, once a person has given it', SEND],
	'email.sendDraft': [SENT, SEND],
	'email.sendEmail': [SENT, SEND],
	'email.updateDraft': [SENT, WRITE],
	'email.updateEmail': [MAIL, WRITE],
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
