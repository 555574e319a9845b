import { changed, choice, choices, collection, field } from '../../shared/field';
import { wantedText } from '../../shared/inputSchemas';
import { personFilter } from '../email/personText';
import { eventAttendee, eventLabels } from '../fields/event';

/** Which events start the workflow. */
export const conditions = collection(
	{
		displayName: 'Only Events That Match',
		name: 'filters',
		placeholder: 'Add Condition',
		description: 'All that you add have to hold',
	},
	[
		choice({
			displayName: 'All-Day Events',
			name: 'allDay',
			type: 'options',
			options: [
				{ name: 'Include', value: 'include' },
				{ name: 'Leave Out', value: 'leaveOut' },
			],
			default: 'include',
			description: 'Whether events of whole days count',
		}),
		eventAttendee,
		changed(eventLabels, {
			description: 'Only events with one of these labels (categories), with commas between them',
		}),
		choices({
			displayName: 'My Response',
			name: 'responses',
			type: 'multiOptions',
			options: [
				{ name: 'Accepted', value: 'accepted' },
				{ name: 'Declined', value: 'declined' },
				{ name: 'Not Answered', value: 'none' },
				{ name: 'Organized by Me', value: 'organizer' },
				{ name: 'Tentatively Accepted', value: 'tentativelyAccepted' },
			],
			default: [],
			description:
				'What the owner of the calendar answered to the invitation; any when none is chosen',
		}),
		choice({
			displayName: 'Online Meeting',
			name: 'onlineMeeting',
			type: 'options',
			options: [
				{ name: 'Either', value: 'any' },
				{ name: 'With', value: 'with' },
				{ name: 'Without', value: 'without' },
			],
			default: 'any',
			description: 'Whether the event has an online meeting',
		}),
		field(
			{
				displayName: 'Organizer',
				name: 'organizer',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@contoso.com or @contoso.com',
				description: 'Who organizes the event, by address, domain or part of the name',
			},
			personFilter,
		),
		field(
			{
				displayName: 'Subject',
				name: 'subject',
				type: 'string',
				default: '',
				placeholder: 'e.g. review',
				description: 'A text in the subject; case and accents do not count',
			},
			wantedText,
		),
	],
);
