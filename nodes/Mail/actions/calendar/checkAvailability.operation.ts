import { byModel, changed, narrowing, optionsOf, required } from '../../../shared/step/field';
import { number, optionalToggle, text, toggleOn } from '../../../shared/step/fieldKinds';
import { wholeNumber } from '../../../shared/step/inputSchemas';
import { refusePast } from '../../../shared/step/modelTimes';
import { isDateAlone } from '../../../shared/text/moments';
import { availabilityItem, readAvailability } from '../../calendar/readAvailability';
import { WEEKDAYS } from '../../calendar/weekdays';
import { recipientsOrNames } from '../../email/recipients';
import { rangeEnd, rangeStart, readRange } from '../../fields/range';
import { timeZone } from '../../fields/timeZone';
import { workingHours } from '../../fields/workingHours';
import { readInZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** How far it reaches where only a start, or a start and a duration are given. */
const USUAL_SLOT = { hours: 1 };
const USUAL_SEARCH = { days: 7 };
/** Free slots that are returned unless asked otherwise. */
const USUAL_SLOTS = 5;

const UNSEEN =
	'freeSlots counts those in "unknown" as free: their calendars cannot be seen, so ask them.';

/** @see https://learn.microsoft.com/graph/api/calendar-getschedule */
export const checkAvailability = defineMailOperation({
	label: 'Check Availability',
	action: 'Check whether a time is free',
	summary: 'Whether everybody is free, what conflicts, and the next free slots',
	returns: 'whether the time is free, what is in the way, and the next free times',
	toolText:
		'Use it before Create Event. Without attendees it looks at your own calendar. Get Free/Busy Schedule shows what is on, Find Meeting Times lets Microsoft choose.',
	permission: ['Calendars.Read'],
	effects: [],
	output: availabilityItem,
	fields: [
		required(rangeStart),
		changed(rangeEnd, {
			description:
				'End of the time, such as 2026-03-06T18:00; a date alone means its whole day. Leave empty for one hour, or for the day if Start is a date alone. With a Slot Duration it is 7 days.',
			byModel:
				'End of the time, as 2026-03-06T18:00; a date alone means its whole day. Empty: one hour, the day if Start is a date alone, or 7 days with a Slot Duration.',
		}),
		byModel(
			narrowing(
				text(
					'attendees',
					'Attendees',
					'Email addresses of people and rooms of the organization to check too, next to your own calendar, comma-separated',
					{ placeholder: 'e.g. ann@contoso.com, room4@contoso.com', input: recipientsOrNames },
				),
			),
		),
		number(
			'duration',
			'Slot Duration (Minutes)',
			'Minutes that are needed: free slots of this length are looked for between Start and End',
			{
				typeOptions: { minValue: 0 },
				hint: '0 for the whole time from Start to End',
				narrows: true,
				input: wholeNumber({ min: 0, max: 1_440 }),
				byModel:
					'Minutes that are needed: free slots of this length are looked for; 0 for the whole time from Start to End',
			},
		),
		optionsOf('Working hours, time zone and what counts as taken', [
			optionalToggle(
				'ignoreUnknown',
				'Ignore Unknown Attendees',
				'Whether attendees whose calendar cannot be seen count as free; otherwise "available" is false with one of them',
			),
			toggleOn(
				'includeOwn',
				'Include Own Calendar',
				'Whether the calendar of the mailbox itself is checked too',
			),
			number('maxSlots', 'Maximum Free Slots', 'Max number of free slots to return', {
				typeOptions: { minValue: 1 },
				default: 5,
			}),
			optionalToggle(
				'tentativeIsFree',
				'Tentative Counts as Free',
				'Whether a time that is only tentatively taken counts as free',
			),
			timeZone,
			...workingHours,
		]),
	],
	rules: [
		{
			holds: ({ attendees, options }) => attendees.length > 0 || options.includeOwn,
			field: 'attendees',
			message: 'is needed when the own calendar is not included',
		},
		{
			holds: ({ options: { workingHoursStart, workingHoursEnd } }) =>
				workingHoursStart < workingHoursEnd,
			field: 'options',
			message: 'Working Hours Start must be before Working Hours End',
		},
	],
	async run(input, context) {
		const { attendees, options } = input;
		const minutes = input.duration || undefined;
		const usual = minutes === undefined ? USUAL_SLOT : USUAL_SEARCH;
		const wholeDay = minutes === undefined && isDateAlone(input.start) ? input.start : undefined;
		const { start, end = wholeDay } = input;
		const found = await readInZone(context, options.timeZone, [start, input.end], async (zone) => {
			const span = readRange({ start, end }, { now: context.now, zone, usual });
			refusePast(context, span.end, 'start');
			return await readAvailability(context.graph, {
				...options,
				addresses: attendees.map(({ emailAddress }) => emailAddress.address),
				span,
				minutes,
				zone,
				now: context.now,
				maxSlots: options.maxSlots ?? USUAL_SLOTS,
				workingDays: options.workingDays.length > 0 ? options.workingDays : WEEKDAYS.slice(0, 5),
				workingHours: { start: options.workingHoursStart, end: options.workingHoursEnd },
			});
		});
		const isUnclear = found.unknown && !options.ignoreUnknown && found.freeSlots.length > 0;
		return context.notices.cut([{ json: found }], isUnclear && UNSEEN);
	},
});
