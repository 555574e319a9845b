import { z } from 'zod';
import { optionalFlag, textList, wholeNumber } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { readRange } from '../../calendar/range';
import { checkAvailability as check } from '../../calendar/readAvailability';
import { DAYS } from '../../calendar/recurrence';
import { recipients } from '../../email/recipients';
import { rangeEndField, rangeStartField } from '../../fields/range';
import { timeZoneField } from '../../fields/timeZone';
import { workingHoursFields } from '../../fields/workingHours';
import { defineMailOperation } from '../../operation';
import { clockTime } from '../../schemas/clockTime';
import { timeZoneInput } from '../../schemas/timeZone';

/** Usual working hours in minutes after midnight. */
const NINE = 540;
const FIVE = 1_020;
/** Length of a slot in days where only a start, or a start and a duration are given. */
const USUAL_HOUR = 1 / 24;
const USUAL_DAYS = 7;
/** Free slots that are returned unless asked otherwise. */
const USUAL_SLOTS = 5;

/** @see https://learn.microsoft.com/graph/api/calendar-getschedule */
export const checkAvailability = defineMailOperation({
	id: 'checkAvailability',
	label: 'Check Availability',
	action: 'Check whether the account and attendees are free and find free slots',
	summary: 'Whether everybody is free, what conflicts, and the next free slots',
	fields: [
		{ ...rangeStartField, required: true },
		{
			...rangeEndField,
			description:
				'End of the time, such as 2026-03-06T18:00; a date alone means its whole day. Leave empty for one hour, or for 7 days with a Slot Duration.',
		},
		{
			displayName: 'Attendees',
			name: 'attendees',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@contoso.com, room4@contoso.com',
			description:
				'Email addresses of people and rooms of the organization to check beside the own calendar, with commas between them',
		},
		{
			displayName: 'Slot Duration',
			name: 'duration',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Minutes that are needed: free slots of this length are looked for between Start and End. 0 checks the whole time from Start to End.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Working hours, time zone and what counts as taken',
			options: [
				{
					displayName: 'Ignore Unknown Attendees',
					name: 'ignoreUnknown',
					type: 'boolean',
					default: true,
					description:
						'Whether attendees whose calendar cannot be seen count as free; otherwise "available" is false with one of them',
				},
				{
					displayName: 'Include Own Calendar',
					name: 'includeOwn',
					type: 'boolean',
					default: true,
					description: 'Whether the calendar of the mailbox itself is checked too',
				},
				{
					displayName: 'Maximum Free Slots',
					name: 'maxSlots',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 5,
					description: 'Max number of free slots to return',
				},
				{
					displayName: 'Tentative Counts as Free',
					name: 'tentativeIsFree',
					type: 'boolean',
					default: true,
					description: 'Whether a time that is only tentatively taken counts as free',
				},
				timeZoneField,
				workingHoursFields.days,
				workingHoursFields.end,
				workingHoursFields.start,
			],
		},
	],
	input: z.object({
		start: moment.pipe(z.string({ required_error: 'is required' })),
		end: moment,
		attendees: recipients,
		duration: wholeNumber({ min: 0, max: 1_440 }),
		options: z.object({
			ignoreUnknown: optionalFlag,
			includeOwn: optionalFlag.transform((given) => given ?? true),
			maxSlots: wholeNumber({ min: 1 }),
			tentativeIsFree: optionalFlag,
			timeZone: timeZoneInput,
			workingDays: textList.pipe(z.array(z.enum(DAYS))),
			workingHoursEnd: clockTime,
			workingHoursStart: clockTime,
		}),
	}),
	rules: [
		{
			holds: ({ attendees, options }) => attendees.length > 0 || options.includeOwn,
			field: 'attendees',
			message: 'is needed when the own calendar is not included',
		},
		{
			holds: ({ options: { workingHoursStart = NINE, workingHoursEnd = FIVE } }) =>
				workingHoursStart < workingHoursEnd,
			field: 'options',
			message: 'Working Hours Start must be before Working Hours End',
		},
	],
	async run(input, { graph, now, timeZone }) {
		const { attendees, options } = input;
		const zone = options.timeZone ?? timeZone;
		const minutes = input.duration || undefined;
		const days = minutes === undefined ? USUAL_HOUR : USUAL_DAYS;
		const result = await check(graph, {
			...options,
			addresses: [...new Set(attendees.map(({ emailAddress }) => emailAddress.address))],
			span: readRange(input, { now, zone, days }),
			minutes,
			zone,
			maxSlots: options.maxSlots ?? USUAL_SLOTS,
			workingDays: options.workingDays.length > 0 ? options.workingDays : [...DAYS.slice(0, 5)],
			workingHours: {
				start: options.workingHoursStart ?? NINE,
				end: options.workingHoursEnd ?? FIVE,
			},
		});
		return [{ json: result }];
	},
});
