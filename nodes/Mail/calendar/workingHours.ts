import { z } from 'zod';
import { ianaOf } from '../graph/zones';

/** When somebody works, as Graph gives it: https://learn.microsoft.com/graph/api/resources/workinghours */
export const workingHoursShape = z.object({
	daysOfWeek: z.array(z.string()).nullish(),
	startTime: z.string().nullish(),
	endTime: z.string().nullish(),
	timeZone: z.object({ name: z.string().nullish() }).nullish(),
});

/** The same as steps put it out. */
export const workingHoursItem = z.object({
	days: z.array(z.string()),
	start: z.string().optional(),
	end: z.string().optional(),
	timeZone: z.string().optional(),
});

/** Times of day as `08:00`, the zone by its IANA name where it has one. */
export function toWorkingHours(hours: z.output<typeof workingHoursShape>) {
	const zone = hours.timeZone?.name;
	return {
		days: hours.daysOfWeek ?? [],
		start: hours.startTime?.slice(0, 'HH:MM'.length),
		end: hours.endTime?.slice(0, 'HH:MM'.length),
		timeZone: zone ? (ianaOf(zone) ?? zone) : undefined,
	};
}
