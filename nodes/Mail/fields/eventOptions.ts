import type { InputOf } from '../../shared/step/field';
import { narrowing } from '../../shared/step/field';
import { number, optionalChoice, optionalToggle, text } from '../../shared/step/fieldKinds';
import type { Attendee } from '../calendar/attendees';
import { toAttendees } from '../calendar/attendees';
import type { EventProperties } from '../calendar/eventProperties';
import { onlyGiven } from '../calendar/eventProperties';
import { toBody } from '../email/messageProperties';
import { recipients } from '../email/recipients';
import { attachments, otherAttachments } from './attachments';
import type { eventAttendees, eventBody, eventLabels, eventLocation, eventSubject } from './event';
import { optionalAttendees } from './event';
import { importance, textFormat } from './message';
import { recurrence } from './recurrence';
import { timeZone } from './timeZone';

const hideAttendees = optionalToggle(
	'hideAttendees',
	'Hide Attendees',
	'Whether each attendee sees only themselves in the invitation',
);

const reminder = number('reminder', 'Reminder (Minutes)', 'How long before the start to remind', {
	typeOptions: { minValue: -1 },
	default: 15,
	hint: '-1 for no reminder',
});

const sensitivity = optionalChoice(
	'sensitivity',
	'Sensitivity',
	'Who may see more than the time when the calendar is shared',
	{
		options: {
			confidential: 'Confidential',
			normal: 'Normal',
			personal: 'Personal',
			private: 'Private',
		},
		default: 'normal',
	},
);

const otherOptions = [
	optionalToggle(
		'allowNewTimeProposals',
		'Allow New Time Proposals',
		'Whether attendees may propose another time',
	),
	attachments,
	textFormat('bodyFormat', 'Description Format', 'description'),
	importance,
	optionalAttendees,
	otherAttachments,
	recurrence,
	optionalToggle(
		'requestResponses',
		'Request Responses',
		'Whether attendees are asked to accept or decline',
	),
	text(
		'rooms',
		'Rooms and Equipment',
		'Email addresses of rooms and equipment to book, comma-separated',
		{ placeholder: 'e.g. room4@contoso.com', input: recipients, narrows: true },
	),
	optionalChoice('showAs', 'Show As', 'How others see the time in the calendar', {
		options: {
			busy: 'Busy',
			free: 'Free',
			oof: 'Out of Office',
			tentative: 'Tentative',
			workingElsewhere: 'Working Elsewhere',
		},
		default: 'busy',
	}),
	// Where it is left out, the mailbox reminds of the event as it does of others.
	reminder,
	timeZone,
] as const;

/** The options of an event that is changed, but for its labels; `toEventProperties` gives them to Graph. */
export const eventOptions = [...otherOptions, hideAttendees, sensitivity] as const;

export const newEventOptions = [
	...otherOptions,
	narrowing(hideAttendees),
	narrowing(sensitivity),
] as const;

type Options = InputOf<readonly [...typeof eventOptions, typeof eventLabels]>;
type Texts = InputOf<readonly [typeof eventSubject, typeof eventLocation, typeof eventBody]>;

/** What was given beside times and attendees, as Graph takes it; what was not given is left out. */
export function toEventProperties(given: Texts & { options: Options }): EventProperties {
	const { subject, location, body, options } = given;
	return onlyGiven({
		subject,
		body: toBody(body, options.bodyFormat),
		location: location === undefined ? undefined : { displayName: location },
		isReminderOn: options.reminder === undefined ? undefined : options.reminder >= 0,
		reminderMinutesBeforeStart: options.reminder === -1 ? undefined : options.reminder,
		showAs: options.showAs,
		sensitivity: options.sensitivity,
		importance: options.importance,
		categories: options.labels.length > 0 ? options.labels : undefined,
		allowNewTimeProposals: options.allowNewTimeProposals,
		hideAttendees: options.hideAttendees,
		responseRequested: options.requestResponses,
	});
}

/** Everybody who was named, once each. */
export function toEventAttendees({
	attendees,
	options,
}: InputOf<readonly [typeof eventAttendees]> & { options: Options }): Attendee[] {
	const { optionalAttendees: optional, rooms } = options;
	return toAttendees(attendees, { optional, rooms });
}
