import { z } from 'zod';
import { optionalText } from '../../shared/inputSchemas';

const CLOCK_TIME = /^(\d{1,2})(?::(\d{2}))?(?::00)?$/;
const DAY_MINUTES = 1_440;

/** A time of day such as 9, 09:00 or 17:30, in minutes after midnight; 24:00 is the end of the day. */
export const clockTime = optionalText.transform((text, context) => {
	if (text === undefined) return undefined;
	const [, hour, minute = '0'] = CLOCK_TIME.exec(text) ?? [];
	const minutes = Number(hour) * 60 + Number(minute);
	if (hour !== undefined && Number(minute) < 60 && minutes <= DAY_MINUTES) return minutes;
	context.addIssue({ code: 'custom', message: 'must be a time of day, such as 09:00' });
	return z.NEVER;
});
