import { field } from '../../shared/field';
import { requiredIdText } from '../../shared/inputSchemas';

/** The online meeting whose transcripts are read. */
export const meeting = field(
	{
		displayName: 'Meeting',
		name: 'meeting',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://teams.microsoft.com/l/meetup-join/...',
		description:
			'Link to join the meeting, as events have it in "joinUrl", or the ID of the online meeting. Needs the permission OnlineMeetingTranscript.Read.All, to which an administrator consents.',
	},
	requiredIdText,
);
