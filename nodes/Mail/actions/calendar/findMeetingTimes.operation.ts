import { z } from 'zod';
import { optionalFlag, optionalText, wholeNumber } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { findMeetingTimes as find } from '../../calendar/meetingTimes';
import { readRange } from '../../calendar/range';
import { recipients } from '../../email/recipients';
import { rangeEndField, rangeStartField } from '../../fields/range';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { choice } from '../../schemas/choice';
import { timeZoneInput } from '../../schemas/timeZone';

/** How far is looked when no end is given, in days. */
const USUAL_DAYS = 7;
/** Length of a meeting in minutes unless given. */
const USUAL_MINUTES = 60;
const DAY_MINUTES = 1_440;

/** @see https://learn.microsoft.com/graph/api/user-findmeetingtimes */
export const findMeetingTimes = defineMailOperation({
	id: 'findMeetingTimes',
	label: 'Find Meeting Times',
	action: 'Find meeting times that suit the organizer and attendees',
	summary:
		'Times that suit everybody, rated by Microsoft; for work accounts with shared permissions',
	fields: [
		{
			displayName: 'Attendees',
			name: 'attendees',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@contoso.com, bob@contoso.com',
			description: 'Email addresses of those who have to come, with commas between them',
		},
		{
			displayName: 'Duration',
			name: 'duration',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: DAY_MINUTES },
			default: 60,
			description: 'Length of the meeting in minutes',
		},
		{ ...rangeStartField, description: `${rangeStartField.description}. Leave empty for now.` },
		{
			...rangeEndField,
			description: `${rangeEndField.description}. Leave empty for ${USUAL_DAYS} days after Start.`,
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Optional attendees, hours, and how many must be free',
			options: [
				{
					displayName: 'Activity',
					name: 'activity',
					type: 'options',
					options: [
						{ name: 'Any Time', value: 'unrestricted', description: 'At any hour of any day' },
						{
							name: 'Personal Hours',
							value: 'personal',
							description: 'Working hours, Saturday and Sunday',
						},
						{ name: 'Working Hours', value: 'work', description: 'Working hours of the organizer' },
					],
					default: 'work',
					description: 'Hours in which times are looked for',
				},
				{
					displayName: 'Maximum Suggestions',
					name: 'maxSuggestions',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 10,
					description: 'Max number of times to return',
				},
				{
					displayName: 'Minimum Attendance',
					name: 'minimumAttendance',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 100 },
					default: 50,
					description: 'Least chance in percent that the attendees can come',
				},
				{
					displayName: 'Optional Attendees',
					name: 'optionalAttendees',
					type: 'string',
					default: '',
					placeholder: 'e.g. carla@contoso.com',
					description: 'Email addresses of those who need not come, with commas between them',
				},
				{
					displayName: 'Organizer Is Optional',
					name: 'organizerOptional',
					type: 'boolean',
					default: true,
					description: 'Whether the account itself need not come',
				},
				{
					displayName: 'Room',
					name: 'room',
					type: 'string',
					default: '',
					placeholder: 'e.g. room4@contoso.com',
					description: 'Email address of the room that has to be free too',
				},
				timeZoneField,
			],
		},
	],
	input: z.object({
		attendees: recipients,
		duration: wholeNumber({ min: 1, max: DAY_MINUTES }),
		start: moment,
		end: moment,
		options: z.object({
			activity: choice(['work', 'personal', 'unrestricted']),
			maxSuggestions: wholeNumber({ min: 1 }),
			minimumAttendance: wholeNumber({ min: 0, max: 100 }),
			optionalAttendees: recipients,
			organizerOptional: optionalFlag,
			room: optionalText,
			timeZone: timeZoneInput,
		}),
	}),
	async run({ attendees, duration = USUAL_MINUTES, options, ...range }, { graph, now, timeZone }) {
		const zone = options.timeZone ?? timeZone;
		const span = readRange(range, { now, zone, days: USUAL_DAYS });
		return [{ json: await find(graph, { ...options, attendees, minutes: duration, span, zone }) }];
	},
});
