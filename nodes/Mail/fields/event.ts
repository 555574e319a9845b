import type { INodeProperties } from 'n8n-workflow';

export const eventSubjectField = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Project review',
	description: 'Title of the event',
} as const satisfies INodeProperties;

export const eventStartField = {
	displayName: 'Start',
	name: 'start',
	type: 'dateTime',
	default: '',
	description:
		'When the event starts, such as 2026-03-02T10:00; local time of the time zone unless it has an offset. For an all-day event its first day.',
} as const satisfies INodeProperties;

export const eventEndField = {
	displayName: 'End',
	name: 'end',
	type: 'dateTime',
	default: '',
	description:
		'When the event ends, such as 2026-03-02T11:00. For an all-day event its last day. Leave empty for one hour, or one day.',
} as const satisfies INodeProperties;

export const attendeesField = {
	displayName: 'Attendees',
	name: 'attendees',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ann Lee <ann@contoso.com>, bob@contoso.com',
	description:
		'Email addresses to invite, with commas between them. Microsoft sends the invitations at once. Leave empty for an appointment without others.',
} as const satisfies INodeProperties;

export const locationField = {
	displayName: 'Location',
	name: 'location',
	type: 'string',
	default: '',
	placeholder: 'e.g. Room 4',
	description: 'Where the event takes place, as text. A room is booked by its address among Rooms.',
} as const satisfies INodeProperties;

export const eventBodyField = {
	displayName: 'Description',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description: 'Text of the event and its invitation, plain or HTML',
} as const satisfies INodeProperties;

/** Entries of an Options collection that every event can have, sorted by what they are called. */
export const eventOptionFields = {
	allowNewTimeProposals: {
		displayName: 'Allow New Time Proposals',
		name: 'allowNewTimeProposals',
		type: 'boolean',
		default: true,
		description: 'Whether attendees may propose another time',
	},
	bodyFormat: {
		displayName: 'Description Format',
		name: 'bodyFormat',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description: 'HTML when the description contains HTML tags, otherwise plain text',
			},
			{ name: 'HTML', value: 'html', description: 'The description is HTML' },
			{ name: 'Text', value: 'text', description: 'The description is plain text' },
		],
		default: 'auto',
		description: 'How the description is written',
	},
	hideAttendees: {
		displayName: 'Hide Attendees',
		name: 'hideAttendees',
		type: 'boolean',
		default: true,
		description: 'Whether each attendee sees only themselves in the invitation',
	},
	importance: {
		displayName: 'Importance',
		name: 'importance',
		type: 'options',
		options: [
			{ name: 'High', value: 'high' },
			{ name: 'Low', value: 'low' },
			{ name: 'Normal', value: 'normal' },
		],
		default: 'normal',
		description: 'How important the event is marked',
	},
	labels: {
		displayName: 'Labels',
		name: 'labels',
		type: 'string',
		default: '',
		placeholder: 'e.g. Customer, Travel',
		description: 'Labels (categories) of the event, with commas between them',
	},
	optionalAttendees: {
		displayName: 'Optional Attendees',
		name: 'optionalAttendees',
		type: 'string',
		default: '',
		placeholder: 'e.g. carla@contoso.com',
		description: 'Email addresses of those who need not come, with commas between them',
	},
	reminder: {
		displayName: 'Reminder',
		name: 'reminder',
		type: 'number',
		typeOptions: { minValue: -1 },
		default: 15,
		description: 'Minutes before the start at which to remind; -1 for no reminder',
	},
	requestResponses: {
		displayName: 'Request Responses',
		name: 'requestResponses',
		type: 'boolean',
		default: true,
		description: 'Whether attendees are asked to accept or decline',
	},
	rooms: {
		displayName: 'Rooms and Equipment',
		name: 'rooms',
		type: 'string',
		default: '',
		placeholder: 'e.g. room4@contoso.com',
		description: 'Email addresses of rooms and equipment to book, with commas between them',
	},
	sensitivity: {
		displayName: 'Sensitivity',
		name: 'sensitivity',
		type: 'options',
		options: [
			{ name: 'Confidential', value: 'confidential' },
			{ name: 'Normal', value: 'normal' },
			{ name: 'Personal', value: 'personal' },
			{ name: 'Private', value: 'private' },
		],
		default: 'normal',
		description: 'Who may see more than the time when the calendar is shared',
	},
	showAs: {
		displayName: 'Show As',
		name: 'showAs',
		type: 'options',
		options: [
			{ name: 'Busy', value: 'busy' },
			{ name: 'Free', value: 'free' },
			{ name: 'Out of Office', value: 'oof' },
			{ name: 'Tentative', value: 'tentative' },
			{ name: 'Working Elsewhere', value: 'workingElsewhere' },
		],
		default: 'busy',
		description: 'How others see the time in the calendar',
	},
} as const satisfies Record<string, INodeProperties>;
