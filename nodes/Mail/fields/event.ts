import { field } from '../../shared/field';
import { optionalText, rawText, textList } from '../../shared/inputSchemas';
import { locator } from '../../shared/locator';
import { moment } from '../../shared/moments';
import { attendees } from '../calendar/attendees';
import { personFilter } from '../email/personText';
import { recipients } from '../email/recipients';
import { itemId, itemModes } from './itemId';

/** The event that a step works on. */
export const eventId = field(
	locator({
		displayName: 'Event ID',
		name: 'eventId',
		required: true,
		...itemModes('an event', 'searchEvents'),
		description:
			'The event, chosen from the list, by the ID that List Events, Create Event or another step returns, or by its link. The list shows the coming year of the default calendar. The ID of one occurrence stands for that occurrence alone, the one in "seriesMasterId" for the whole series.',
	}),
	itemId,
);

export const eventSubject = field(
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. Project review',
		description: 'Title of the event',
	},
	optionalText,
);

export const eventStart = field(
	{
		displayName: 'Start (YYYY-MM-DDTHH:MM)',
		name: 'start',
		type: 'dateTime',
		default: '',
		description:
			'When the event starts, such as 2026-03-02T10:00; local time of the time zone unless it has an offset. For an all-day event its first day.',
	},
	moment,
);

export const eventEnd = field(
	{
		displayName: 'End (YYYY-MM-DDTHH:MM)',
		name: 'end',
		type: 'dateTime',
		default: '',
		description:
			'When the event ends, such as 2026-03-02T11:00. For an all-day event its last day. Leave empty for one hour, or one day.',
	},
	moment,
);

export const eventAttendees = field(
	{
		displayName: 'Attendees (Email Addresses)',
		name: 'attendees',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com',
		description:
			'Email addresses to invite, with commas between them. Microsoft sends the invitations at once. Leave empty for an appointment without others.',
	},
	attendees,
);

export const eventLocation = field(
	{
		displayName: 'Location',
		name: 'location',
		type: 'string',
		default: '',
		placeholder: 'e.g. Room 4',
		description:
			'Where the event takes place, as text. A room is booked by its address among Rooms.',
	},
	optionalText,
);

export const eventBody = field(
	{
		displayName: 'Description',
		name: 'body',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. We go through the open points.',
		description: 'Text of the event and its invitation, plain or HTML',
	},
	rawText,
);

export const optionalAttendees = field(
	{
		displayName: 'Optional Attendees',
		name: 'optionalAttendees',
		type: 'string',
		default: '',
		placeholder: 'e.g. carla@contoso.com',
		description: 'Email addresses of those who need not come, with commas between them',
	},
	recipients,
);

export const eventLabels = field(
	{
		displayName: 'Labels',
		name: 'labels',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customer, Travel',
		description: 'Labels (categories) of the event, with commas between them',
	},
	textList,
);

/** Who takes part in the events that are looked for. */
export const eventAttendee = field(
	{
		displayName: 'Attendee',
		name: 'attendee',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@contoso.com or Ann',
		description:
			'Only events with this attendee or organizer, by address, domain or part of the name',
	},
	personFilter,
);
