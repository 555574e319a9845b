import { z } from 'zod';
import { byModel, required } from '../../shared/step/field';
import { text } from '../../shared/step/fieldKinds';
import { optionalIdText } from '../../shared/step/inputSchemas';
import { ownIn } from '../../shared/step/wrappedId';

export const meeting = byModel(
	required(
		text(
			'meeting',
			'Meeting',
			'Link to join the meeting, as events have it in "joinUrl", or the ID of the online meeting. Needs the permission OnlineMeetingTranscript.Read.All, to which an administrator consents.',
			{
				placeholder: 'e.g. https://teams.microsoft.com/l/meetup-join/...',
				input: z.preprocess(ownIn('meetingId', 'joinUrl'), optionalIdText),
			},
		),
	),
	'Link to join the meeting, as events have it in joinUrl, or the ID of the online meeting',
);
