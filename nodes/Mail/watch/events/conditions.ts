import { changed, collection } from '../../../shared/step/field';
import { choice, choices, text } from '../../../shared/step/fieldKinds';
import { wantedText } from '../../../shared/step/inputSchemas';
import { personFilter } from '../../email/personText';
import { eventAttendee, eventLabels } from '../../fields/event';

export const conditions = collection(
	'filters',
	'Only Events That Match',
	'Events must match all conditions that you add',
	[
		choice('allDay', 'All-Day Events', 'Whether events of whole days count', {
			options: { include: 'Include', leaveOut: 'Leave Out' },
			default: 'include',
		}),
		eventAttendee,
		changed(eventLabels, {
			description: 'Only events with one of these labels (categories), comma-separated',
		}),
		choices(
			'responses',
			'My Response',
			'What the owner of the calendar answered to the invitation. Choose none for any answer.',
			{
				options: {
					accepted: 'Accepted',
					declined: 'Declined',
					none: 'Not Answered',
					organizer: 'Organized by Me',
					tentativelyAccepted: 'Tentatively Accepted',
				},
			},
		),
		choice('onlineMeeting', 'Online Meeting', 'Whether the event has an online meeting', {
			options: { any: 'Either', with: 'With', without: 'Without' },
			default: 'any',
		}),
		text(
			'organizer',
			'Organizer',
			'Who organizes the event, by address, domain or part of the name',
			{ placeholder: 'e.g. ann@contoso.com or @contoso.com', input: personFilter },
		),
		text('subject', 'Subject', 'A text in the subject; case and accents do not count', {
			placeholder: 'e.g. review',
			input: wantedText,
		}),
	],
	{ placeholder: 'Add Condition' },
);
