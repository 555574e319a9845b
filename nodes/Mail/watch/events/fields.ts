import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../shared/http/failures';
import type { InputOf } from '../../../shared/step/field';
import { changed, narrowing, optionsOf } from '../../../shared/step/field';
import { choice, choices, number } from '../../../shared/step/fieldKinds';
import { wholeNumber } from '../../../shared/step/inputSchemas';
import { readPollParameters } from '../../../shared/step/pollParameters';
import { optionalCalendar } from '../../fields/calendar';
import { chosenOfEvent, eventTexts } from '../../fields/eventOutput';
import { watchedByApplication, watchedMailboxes } from '../../fields/mailbox';
import { heartbeat, mostPerPoll } from '../../fields/pollOptions';
import { timeZone } from '../../fields/timeZone';
import { conditions } from './conditions';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long before an event Outlook reminds by default, in minutes. */
const DEFAULT_TIME_BEFORE = 15;
/** The longest time before, in hours or minutes: two weeks of minutes. */
const LONGEST_BEFORE = 20_160;
/** A quarter of a year. */
const DEFAULT_DAYS = 90;
/** Longest window, in days: two years. */
const MOST_DAYS = 730;

const event = choices('event', 'Trigger On', 'What starts the workflow, one or several', {
	page: 'calendar-trigger.md#trigger-on',
	required: true,
	options: {
		cancelled: {
			name: 'Event Cancelled or Deleted',
			description: 'An event, or an occurrence of a series, was called off or is gone',
		},
		created: { name: 'Event Created', description: 'An event is new in the calendar' },
		ended: { name: 'Event Ended', description: 'The end of an event is reached' },
		startingSoon: {
			name: 'Event Starting Soon',
			description: 'An event is about to start; you choose below how long before',
		},
		updated: {
			name: 'Event Updated',
			description:
				'Subject, description, times, location, people, labels or the like were changed. Answers of attendees and edits that change nothing do not count.',
		},
		answered: {
			name: 'Invitation Answered',
			description: 'An attendee accepted, declined or proposed another time; for the organizer',
		},
	},
	default: ['created'],
});

const timeBefore = number(
	'timeBefore',
	'Time Before Start',
	'How long before its start an event starts soon',
	{
		typeOptions: { minValue: 1, maxValue: LONGEST_BEFORE },
		default: DEFAULT_TIME_BEFORE,
		displayOptions: { show: { event: ['startingSoon'] } },
		input: wholeNumber({ min: 1, max: LONGEST_BEFORE }).transform(
			(time = DEFAULT_TIME_BEFORE) => time,
		),
	},
);

const timeUnit = choice('timeUnit', 'Unit', 'What the time before the start is counted in', {
	options: { hours: 'Hours', minutes: 'Minutes' },
	default: 'minutes',
	displayOptions: { show: { event: ['startingSoon'] } },
});

const series = choice('series', 'Series', 'How recurring events count', {
	options: {
		series: {
			name: 'As One Event',
			description:
				'A change to the series counts once, a change to one occurrence for that occurrence. Each occurrence starts and ends by itself.',
		},
		occurrences: {
			name: 'Each Occurrence',
			description: 'What happens to a series happens to each of its occurrences',
		},
	},
	default: 'series',
});

/** Read in milliseconds. */
const lookAhead = number(
	'lookAhead',
	'Look Ahead (Days)',
	'Events further ahead than this are not watched, and do not start the workflow. At most 3,000 events can be watched.',
	{
		typeOptions: { minValue: 1, maxValue: MOST_DAYS },
		default: DEFAULT_DAYS,
		input: wholeNumber({ min: 1, max: MOST_DAYS }).transform(
			(days = DEFAULT_DAYS) => days * DAY_MS,
		),
	},
);

const output = choice('output', 'Output', 'What of each event to return', {
	options: {
		raw: { name: 'Raw', description: 'Everything, as Microsoft Graph returns it' },
		simplified: { name: 'Simplified', description: 'The most used properties, flat' },
	},
	default: 'simplified',
});

const options = optionsOf('', [
	...eventTexts,
	changed(chosenOfEvent, {
		description:
			'Names of the properties to return, as Microsoft Graph spells them, comma-separated. Used when Output is Raw.',
	}),
	heartbeat,
	mostPerPoll(
		'maxEvents',
		'Maximum Events per Poll',
		'How many items one execution gets at most, reminders first, then the earliest events, then series; the rest follows with the next polls',
	),
	timeZone,
]);

const calendarTriggerFields = [
	watchedMailboxes,
	watchedByApplication,
	event,
	timeBefore,
	timeUnit,
	optionalCalendar,
	series,
	narrowing(conditions),
	lookAhead,
	output,
	options,
] as const;

export const calendarTriggerProperties = calendarTriggerFields.map(({ property }) => property);

/** What the user chose, validated; times in milliseconds. */
export type CalendarSettings = InputOf<typeof calendarTriggerFields>;

/** @throws ZodError or InvalidInput, both of which name the field. */
export function readSettings(context: IPollFunctions): CalendarSettings {
	const settings = readPollParameters(context, calendarTriggerFields);
	const unit = settings.timeUnit === 'hours' ? HOUR_MS : MINUTE_MS;
	const before = settings.timeBefore * unit;
	if (before > settings.lookAhead) {
		throw new InvalidInput('must not be longer than Look Ahead (Days)', 'timeBefore');
	}
	return { ...settings, timeBefore: before };
}
