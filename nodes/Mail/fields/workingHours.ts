import { choices, text } from '../../shared/step/fieldKinds';
import { optionalText, refuse } from '../../shared/step/inputSchemas';
import { weekdayChoices } from './recurrence';

const CLOCK_TIME = /^(\d{1,2})(?::(\d{2}))?(?::00)?$/;
const DAY_MINUTES = 1_440;

/** A time of day such as 9, 09:00 or 17:30, in minutes after midnight; 24:00 is the end of the day. */
const clockTime = (usual: string) =>
	optionalText.transform((text = usual, context) => {
		const [, hour, minute = '0'] = CLOCK_TIME.exec(text) ?? [];
		const minutes = Number(hour) * 60 + Number(minute);
		if (hour !== undefined && Number(minute) < 60 && minutes <= DAY_MINUTES) return minutes;
		return refuse(context, 'must be a time of day, such as 09:00');
	});

export const workingHours = [
	choices('workingDays', 'Working Days', 'Days on which free slots are looked for', {
		options: weekdayChoices,
		default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
		narrows: true,
	}),
	text(
		'workingHoursEnd',
		'Working Hours End',
		'The latest time of day when free slots end, in the time zone',
		{ default: '17:00', placeholder: 'e.g. 17:00', narrows: true, input: clockTime('17:00') },
	),
	text(
		'workingHoursStart',
		'Working Hours Start',
		'The earliest time of day when free slots begin, in the time zone',
		{ default: '09:00', placeholder: 'e.g. 09:00', narrows: true, input: clockTime('09:00') },
	),
] as const;
