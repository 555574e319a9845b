import { createRegistry } from '../shared/step/registry';
import { apiCall } from './actions/advanced/apiCall.operation';
import { createRule } from './actions/advanced/createRule.operation';
import { deleteRule } from './actions/advanced/deleteRule.operation';
import { getAutomaticReplies } from './actions/advanced/getAutomaticReplies.operation';
import { getMailboxSettings } from './actions/advanced/getMailboxSettings.operation';
import { getMailTips } from './actions/advanced/getMailTips.operation';
import { listActivity } from './actions/advanced/listActivity.operation';
import { listRules } from './actions/advanced/listRules.operation';
import { setAutomaticReplies } from './actions/advanced/setAutomaticReplies.operation';
import { updateRule } from './actions/advanced/updateRule.operation';
import { cancelEvent } from './actions/calendar/cancelEvent.operation';
import { checkAvailability } from './actions/calendar/checkAvailability.operation';
import { createCalendar } from './actions/calendar/createCalendar.operation';
import { createEvent } from './actions/calendar/createEvent.operation';
import { deleteCalendar } from './actions/calendar/deleteCalendar.operation';
import { deleteEvent } from './actions/calendar/deleteEvent.operation';
import { findMeetingTimes } from './actions/calendar/findMeetingTimes.operation';
import { forwardEvent } from './actions/calendar/forwardEvent.operation';
import { getEvent } from './actions/calendar/getEvent.operation';
import { getEventChanges } from './actions/calendar/getEventChanges.operation';
import { getFreeBusySchedule } from './actions/calendar/getFreeBusySchedule.operation';
import { getMeetingTranscript } from './actions/calendar/getMeetingTranscript.operation';
import { listCalendars } from './actions/calendar/listCalendars.operation';
import { listEvents } from './actions/calendar/listEvents.operation';
import { listMeetingTranscripts } from './actions/calendar/listMeetingTranscripts.operation';
import { listRooms } from './actions/calendar/listRooms.operation';
import { respondToEvent } from './actions/calendar/respondToEvent.operation';
import { snoozeOrDismissReminder } from './actions/calendar/snoozeOrDismissReminder.operation';
import { updateCalendar } from './actions/calendar/updateCalendar.operation';
import { updateEvent } from './actions/calendar/updateEvent.operation';
import { createContact } from './actions/contacts/createContact.operation';
import { deleteContact } from './actions/contacts/deleteContact.operation';
import { findContact } from './actions/contacts/findContact.operation';
import { findPeople } from './actions/contacts/findPeople.operation';
import { getContact } from './actions/contacts/getContact.operation';
import { getContactChanges } from './actions/contacts/getContactChanges.operation';
import { listContacts } from './actions/contacts/listContacts.operation';
import { updateContact } from './actions/contacts/updateContact.operation';
import { upsertContact } from './actions/contacts/upsertContact.operation';
import { addAttachment } from './actions/email/addAttachment.operation';
import { addLabel } from './actions/email/addLabel.operation';
import { cancelScheduledEmail } from './actions/email/cancelScheduledEmail.operation';
import { copyEmail } from './actions/email/copyEmail.operation';
import { createDraft } from './actions/email/createDraft.operation';
import { createFolder } from './actions/email/createFolder.operation';
import { createLabel } from './actions/email/createLabel.operation';
import { deleteAttachment } from './actions/email/deleteAttachment.operation';
import { deleteEmail } from './actions/email/deleteEmail.operation';
import { deleteFolder } from './actions/email/deleteFolder.operation';
import { downloadAttachment } from './actions/email/downloadAttachment.operation';
import { downloadEmail } from './actions/email/downloadEmail.operation';
import { emptyFolder } from './actions/email/emptyFolder.operation';
import { findEmail } from './actions/email/findEmail.operation';
import { forwardEmail } from './actions/email/forwardEmail.operation';
import { getChanges } from './actions/email/getChanges.operation';
import { getConversation } from './actions/email/getConversation.operation';
import { getEmail } from './actions/email/getEmail.operation';
import { getFolder } from './actions/email/getFolder.operation';
import { listAttachments } from './actions/email/listAttachments.operation';
import { listFolders } from './actions/email/listFolders.operation';
import { listLabels } from './actions/email/listLabels.operation';
import { listScheduledEmails } from './actions/email/listScheduledEmails.operation';
import { moveEmail } from './actions/email/moveEmail.operation';
import { removeLabel } from './actions/email/removeLabel.operation';
import { renameFolder } from './actions/email/renameFolder.operation';
import { replyToEmail } from './actions/email/replyToEmail.operation';
import { restoreEmail } from './actions/email/restoreEmail.operation';
import { scheduleEmail } from './actions/email/scheduleEmail.operation';
import { sendAndWait } from './actions/email/sendAndWait.operation';
import { sendDraft } from './actions/email/sendDraft.operation';
import { sendEmail } from './actions/email/sendEmail.operation';
import { unsubscribe } from './actions/email/unsubscribe.operation';
import { updateDraft } from './actions/email/updateDraft.operation';
import { updateEmail } from './actions/email/updateEmail.operation';
import { updateEmails } from './actions/email/updateEmails.operation';

export const mailRegistry = createRegistry([
	{
		resource: 'email',
		label: 'Email',
		defaultOperation: 'findEmail',
		operations: {
			addAttachment,
			addLabel,
			cancelScheduledEmail,
			copyEmail,
			createDraft,
			createFolder,
			createLabel,
			deleteAttachment,
			deleteEmail,
			deleteFolder,
			downloadAttachment,
			downloadEmail,
			emptyFolder,
			findEmail,
			forwardEmail,
			getChanges,
			getConversation,
			getEmail,
			getFolder,
			listAttachments,
			listFolders,
			listLabels,
			listScheduledEmails,
			moveEmail,
			removeLabel,
			renameFolder,
			replyToEmail,
			restoreEmail,
			scheduleEmail,
			sendAndWait,
			sendDraft,
			sendEmail,
			unsubscribe,
			updateDraft,
			updateEmail,
			updateEmails,
		},
	},
	{
		resource: 'calendar',
		label: 'Calendar',
		defaultOperation: 'listEvents',
		operations: {
			cancelEvent,
			checkAvailability,
			createCalendar,
			createEvent,
			deleteCalendar,
			deleteEvent,
			findMeetingTimes,
			forwardEvent,
			getEvent,
			getEventChanges,
			getFreeBusySchedule,
			getMeetingTranscript,
			listCalendars,
			listEvents,
			listMeetingTranscripts,
			listRooms,
			respondToEvent,
			snoozeOrDismissReminder,
			updateCalendar,
			updateEvent,
		},
	},
	{
		resource: 'contact',
		label: 'Contact',
		defaultOperation: 'findContact',
		operations: {
			createContact,
			deleteContact,
			findContact,
			findPeople,
			getContact,
			getContactChanges,
			listContacts,
			updateContact,
			upsertContact,
		},
	},
	{
		resource: 'advanced',
		label: 'Advanced',
		defaultOperation: 'getMailboxSettings',
		operations: {
			apiCall,
			createRule,
			deleteRule,
			getAutomaticReplies,
			getMailboxSettings,
			getMailTips,
			listActivity,
			listRules,
			setAutomaticReplies,
			updateRule,
		},
	},
]);
