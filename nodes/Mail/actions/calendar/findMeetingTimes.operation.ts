import { explain } from '../../../shared/http/failures';
import { lenient } from '../../../shared/provider/understand';
import { changed, narrowing, optionsOf } from '../../../shared/step/field';
import { choice, number, optionalToggle, text } from '../../../shared/step/fieldKinds';
import { refusePast } from '../../../shared/step/modelTimes';
import { toAttendees } from '../../calendar/attendees';
import {
	meetingTimesItem,
	meetingTimesShape,
	toMeetingTimesJson,
} from '../../calendar/meetingTimes';
import { optionalRecipient } from '../../email/recipients';
import { eventAttendees, optionalAttendees } from '../../fields/event';
import { rangeOr, readRange } from '../../fields/range';
import { timeZone } from '../../fields/timeZone';
import { readInZone } from '../../graph/localZone';
import { mailPath } from '../../graph/paths';
import { toGraphTime } from '../../graph/zones';
import { defineMailOperation } from '../../operation';

/** How far is looked when no end is given, in days. */
const USUAL_DAYS = 7;
/** Length of a meeting in minutes unless given. */
const USUAL_MINUTES = 60;
const DAY_MINUTES = 1_440;
/** Times for a language model unless asked otherwise, as in Check Availability. */
const USUAL_TIMES = 5;
const OTHER_TIMES = 'There may be more times: ask for a later Start, or another day.';
/** https://learn.microsoft.com/graph/api/user-findmeetingtimes, permissions */
const PERMISSION_HINT =
	'Finding meeting times needs a work account and the permission set "Mail, Calendar and Contacts + Shared Mailboxes". Check Availability works without it, and for App-Only access, for which Microsoft finds no meeting times.';

/** Refused with "Invalid user address": microsoft-graph-docs-contrib/issues/4636 */
const OF_OTHERS = {
	rejected:
		'Microsoft may find times for the account itself alone: leave Mailbox empty, or use Check Availability.',
};

/** @see https://learn.microsoft.com/graph/api/user-findmeetingtimes */
export const findMeetingTimes = defineMailOperation({
	label: 'Find Meeting Times',
	action: 'Find meeting times that suit all',
	summary:
		'Times that suit everybody, rated by Microsoft; for work accounts with shared permissions',
	returns: 'times that suit all, or why there are none',
	toolText:
		'Work accounts only. Check Availability tells for one time whether everybody is free, for every account.',
	permission: ['Calendars.Read.Shared, work accounts only'],
	effects: [],
	output: meetingTimesItem,
	fields: [
		changed(narrowing(eventAttendees), {
			placeholder: 'e.g. ann@contoso.com, bob@contoso.com',
			description: 'Email addresses of those who have to come, comma-separated',
			byModel: true,
		}),
		number('duration', 'Duration (Minutes)', 'Length of the meeting in minutes', {
			typeOptions: { minValue: 1, maxValue: DAY_MINUTES },
			default: 60,
			narrows: true,
			byModel: true,
		}),
		...rangeOr('now', `${USUAL_DAYS} days after Start`),
		optionsOf('Optional attendees, hours, and how many must be free', [
			choice('activity', 'Activity', 'Hours in which times are looked for', {
				options: {
					unrestricted: { name: 'Any Time', description: 'At any hour of any day' },
					personal: { name: 'Personal Hours', description: 'Working hours, Saturday and Sunday' },
					work: { name: 'Working Hours', description: 'Working hours of the organizer' },
				},
				default: 'work',
			}),
			number('maxSuggestions', 'Maximum Suggestions', 'Max number of times to return', {
				typeOptions: { minValue: 1 },
				default: 10,
			}),
			number(
				'minimumAttendance',
				'Minimum Attendance (%)',
				'Least chance in percent that the attendees can come',
				{
					typeOptions: { minValue: 0, maxValue: 100 },
					default: 50,
				},
			),
			changed(optionalAttendees, {
				// fact: optional-counts.
				description:
					'Email addresses of those who need not come, comma-separated. Microsoft counts them like all others: lower Minimum Attendance where they are often taken.',
			}),
			optionalToggle(
				'organizerOptional',
				'Organizer Is Optional',
				'Whether the organizer need not be free',
			),
			text('room', 'Room', 'Email address of the room that has to be free too', {
				placeholder: 'e.g. room4@contoso.com',
				input: optionalRecipient,
				narrows: true,
			}),
			timeZone,
		]),
	],
	async run({ attendees, duration = USUAL_MINUTES, options, ...range }, context) {
		const { timeZone: chosen, optionalAttendees: optional, room } = options;
		const { notices } = context;
		const few = notices.forModel ? USUAL_TIMES : undefined;
		const json = await readInZone(context, chosen, [range.start, range.end], async (zone) => {
			const span = readRange(range, { now: context.now, zone, usual: { days: USUAL_DAYS } });
			refusePast(context, span.end, 'start');
			const start = toGraphTime(span.start, 'Etc/UTC');
			const end = toGraphTime(span.end, 'Etc/UTC');
			const body = {
				attendees: toAttendees(attendees, { optional, rooms: room ? [room] : [] }),
				meetingDuration: `PT${duration}M`,
				timeConstraint: { activityDomain: options.activity, timeSlots: [{ start, end }] },
				returnSuggestionReasons: true,
				isOrganizerOptional: options.organizerOptional ?? false,
				maxCandidates: options.maxSuggestions ?? few,
				minimumAttendeePercentage: options.minimumAttendance,
			};
			const found = await context.graph
				.post(mailPath`/findMeetingTimes`, body, lenient(meetingTimesShape), { repeatable: true })
				.catch(explain({ forbidden: PERMISSION_HINT, ...(context.mailbox && OF_OTHERS) }));
			return toMeetingTimesJson(found, zone);
		});
		const isFull = options.maxSuggestions === undefined && json.suggestions.length === few;
		return notices.cut([{ json }], isFull && OTHER_TIMES);
	},
});
