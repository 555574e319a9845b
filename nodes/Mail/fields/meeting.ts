import type { INodeProperties } from 'n8n-workflow';

/** The online meeting whose transcripts are read. */
export const meetingField = {
	displayName: 'Meeting',
	name: 'meeting',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://teams.microsoft.com/l/meetup-join/...',
	description:
		'Link to join the meeting, as events have it in "joinUrl", or the ID of the online meeting. Needs the permission OnlineMeetingTranscript.Read.All, to which an administrator consents.',
} as const satisfies INodeProperties;
