import { byModel, narrowing, optionsOf } from '../../../shared/step/field';
import { number, text } from '../../../shared/step/fieldKinds';
import { readOwnSchedule, readSchedules } from '../../calendar/readSchedules';
import { scheduleItem, SLOT_BOUNDS, toScheduleJson } from '../../calendar/schedule';
import { recipientsOrNames } from '../../email/recipients';
import { rangeOr, readRange } from '../../fields/range';
import { timeZone } from '../../fields/timeZone';
import { readInZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** How far it reaches when no end is given. */
const USUAL_HOURS = 24;
/** Length of a slot in minutes unless given: https://learn.microsoft.com/graph/api/calendar-getschedule */
const USUAL_SLOT = 30;

/** How many times of each kind a language model gets of an address: those of a usual week or two. */
const MODEL_TIMES = 100;
const TIMES_CUT = `Only the first ${MODEL_TIMES} appointments, and the first ${MODEL_TIMES} times of availability, are returned: ask for a shorter time.`;

/** @see https://learn.microsoft.com/graph/api/calendar-getschedule */
export const getFreeBusySchedule = defineMailOperation({
	label: 'Get Free/Busy Schedule',
	action: 'Get free and busy times of people',
	summary: 'When people and rooms are free or taken, one item for each address',
	returns: 'one item for each address, with what is busy and free, or why it cannot be seen',
	toolText:
		'Shows times, not what they are for. Check Availability says for one time whether everybody is free.',
	permission: ['Calendars.Read'],
	effects: [],
	output: scheduleItem,
	fields: [
		byModel(
			narrowing(
				text(
					'addresses',
					'Email Addresses',
					'Email addresses of people, rooms and groups of the organization, comma-separated; any number. Leave empty for the own calendar.',
					{ placeholder: 'e.g. ann@contoso.com, room4@contoso.com', input: recipientsOrNames },
				),
			),
		),
		...rangeOr('now', `${USUAL_HOURS} hours after Start`),
		optionsOf('Length of the slots, and the time zone', [
			number(
				'slotMinutes',
				'Slot Length (Minutes)',
				'Minutes of one slot of "availability", 5 to 1440',
				{
					typeOptions: SLOT_BOUNDS,
					default: 30,
				},
			),
			timeZone,
		]),
	],
	async run(input, context) {
		const { slotMinutes = USUAL_SLOT, timeZone: chosen } = input.options;
		const { notices } = context;
		return await readInZone(context, chosen, [input.start, input.end], async (zone) => {
			const span = readRange(input, { now: context.now, zone, usual: { hours: USUAL_HOURS } });
			const addresses = input.addresses.map(({ emailAddress }) => emailAddress.address);
			const request = { span, slotMinutes, zone };
			const schedules =
				addresses.length > 0
					? await readSchedules(context.graph, { ...request, addresses })
					: [await readOwnSchedule(context.graph, request)];
			const most = notices.forModel ? MODEL_TIMES : undefined;
			const results = schedules.map(({ items, slots, ...schedule }) => {
				const shown = { ...schedule, items: items.slice(0, most), slots: slots.slice(0, most) };
				return { json: toScheduleJson(shown, zone) };
			});
			const isCut = schedules.some(({ items, slots }) =>
				[items, slots].some(({ length }) => length > (most ?? Infinity)),
			);
			return notices.cut(results, isCut && TIMES_CUT);
		});
	},
});
