import { z } from 'zod';
import { wholeNumber } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { ownSchedule, readSchedules } from '../../calendar/availability';
import { readRange } from '../../calendar/range';
import { SLOT_MINUTES, toScheduleJson } from '../../calendar/schedule';
import { recipients } from '../../email/recipients';
import { rangeEndField, rangeStartField } from '../../fields/range';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { timeZoneInput } from '../../schemas/timeZone';

/** How far it reaches when no end is given, in days. */
const USUAL_DAYS = 1;
/** Length of a slot in minutes unless given: https://learn.microsoft.com/graph/api/calendar-getschedule */
const USUAL_SLOT = 30;

/** @see https://learn.microsoft.com/graph/api/calendar-getschedule */
export const getFreeBusySchedule = defineMailOperation({
	id: 'getFreeBusySchedule',
	label: 'Get Free/Busy Schedule',
	action: 'Get the free and busy times of people and rooms by their email addresses',
	summary: 'When people and rooms are free or taken, one item for each address',
	fields: [
		{
			displayName: 'Addresses',
			name: 'addresses',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@contoso.com, room4@contoso.com',
			description:
				'Email addresses of people, rooms and groups of the organization, with commas between them; any number. Leave empty for the own calendar.',
		},
		{ ...rangeStartField, description: `${rangeStartField.description}. Leave empty for now.` },
		{
			...rangeEndField,
			description: `${rangeEndField.description}. Leave empty for 24 hours after Start.`,
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Length of the slots, and the time zone',
			options: [
				{
					displayName: 'Slot Length',
					name: 'slotMinutes',
					type: 'number',
					typeOptions: { minValue: SLOT_MINUTES.min, maxValue: SLOT_MINUTES.max },
					default: 30,
					description: 'Minutes of one slot of "availability", 5 to 1440',
				},
				timeZoneField,
			],
		},
	],
	input: z.object({
		addresses: recipients,
		start: moment,
		end: moment,
		options: z.object({ slotMinutes: wholeNumber(SLOT_MINUTES), timeZone: timeZoneInput }),
	}),
	async run(input, { graph, now, timeZone }) {
		const { slotMinutes = USUAL_SLOT, timeZone: zone = timeZone } = input.options;
		const span = readRange(input, { now, zone, days: USUAL_DAYS });
		const addresses = [...new Set(input.addresses.map(({ emailAddress }) => emailAddress.address))];
		const request = { span, slotMinutes, zone };
		const schedules =
			addresses.length > 0
				? await readSchedules(graph, { ...request, addresses })
				: [await ownSchedule(graph, request, 'own calendar')];
		return schedules.map((schedule) => ({ json: toScheduleJson(schedule, zone) }));
	},
});
