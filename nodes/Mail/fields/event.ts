import { orSeveral } from '../../shared/step/eachId';
import { byModel } from '../../shared/step/field';
import { list, locator, moment, text } from '../../shared/step/fieldKinds';
import { rawText } from '../../shared/step/inputSchemas';
import { attendees } from '../calendar/attendees';
import { personFilter } from '../email/personText';
import { recipientsOrNames } from '../email/recipients';
import { itemId, itemIds, itemModes } from './itemId';

export const eventId = orSeveral(
	locator(
		'eventId',
		'Event ID',
		'The event, chosen from the list, by the ID that List Events, Create Event or another step returns, or by its link. The list shows the coming year of the default calendar. The ID of one occurrence means that occurrence alone, the one in "seriesMasterId" the whole series.',
		{
			required: true,
			...itemModes('an event', 'searchEvents'),
			input: itemId,
			byModel: 'ID from List Events, seriesMasterId for the whole series',
		},
	),
	itemIds,
);

export const eventSubject = byModel(
	text('subject', 'Subject', 'Title of the event', 'e.g. Project review'),
);

export const eventStart = moment(
	'start',
	'Start',
	'When the event starts, such as 2026-03-02T10:00; local time of the time zone unless it has an offset. For an all-day event its first day.',
	{ byModel: 'As 2026-03-02T10:00, local time; of an all-day event its first day' },
);

export const eventEnd = byModel(
	moment(
		'end',
		'End',
		'When the event ends, such as 2026-03-02T11:00. For an all-day event its last day. Leave empty for one hour, or one day.',
	),
	'As 2026-03-02T11:00; of an all-day event its last day; empty for one hour, or one day',
);

export const eventAttendees = byModel(
	text(
		'attendees',
		'Attendees',
		'Email addresses to invite, comma-separated; semicolons where names of contacts are among them. Microsoft sends the invitations immediately. Leave empty for an appointment without others.',
		{ placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com', input: attendees },
	),
	'Email addresses or names of contacts to invite, separated by semicolons; empty for nobody',
);

export const eventLocation = text(
	'location',
	'Location',
	'Where the event takes place, as text. To book a room, add Rooms and Equipment in Options.',
	{ placeholder: 'e.g. Room 4', byModel: 'Place, as text' },
);

export const eventBody = byModel(
	text('body', 'Description', 'Text of the event and its invitation, plain or HTML', {
		typeOptions: { rows: 4 },
		placeholder: 'e.g. We go through the open points.',
		input: rawText,
	}),
	'Plain text or HTML',
);

export const optionalAttendees = text(
	'optionalAttendees',
	'Optional Attendees',
	'Email addresses of those who need not come, comma-separated',
	{ placeholder: 'e.g. carla@contoso.com', input: recipientsOrNames },
);

export const eventLabels = list(
	'labels',
	'Labels',
	'Labels (categories) of the event, comma-separated',
	'e.g. Customer, Travel',
);

export const eventAttendee = byModel(
	text(
		'attendee',
		'Attendee',
		'Only events with this attendee or organizer, by address, domain or part of the name',
		{ placeholder: 'e.g. ann@contoso.com or Ann', input: personFilter },
	),
	'Only with this person: address, domain or part of the name',
);

/** A text that goes along with what is done to an event. @param description For whom it is, in a sentence. */
export function eventComment(description: string, placeholder: string) {
	const own = { typeOptions: { rows: 3 }, placeholder };
	return byModel(text('comment', 'Comment', `${description} Leave empty for none.`, own));
}
