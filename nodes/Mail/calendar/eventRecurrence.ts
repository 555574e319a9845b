import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { anyObject } from '../../shared/provider/understand';

/** https://learn.microsoft.com/graph/api/resources/patternedrecurrence */
export const recurrenceShape = z.object({
	pattern: anyObject.nullish(),
	range: anyObject.nullish(),
});

export const recurrenceItem = z.object({
	pattern: z.object({
		type: z.string(),
		interval: z.number(),
		month: z.number().optional(),
		dayOfMonth: z.number().optional(),
		daysOfWeek: z.array(z.string()).optional(),
		firstDayOfWeek: z.string().optional(),
		index: z.string().optional(),
	}),
	range: z.object({
		type: z.string(),
		startDate: z.string(),
		endDate: z.string().optional(),
		recurrenceTimeZone: z.string().optional(),
		numberOfOccurrences: z.number().optional(),
	}),
});

export type Recurrence = z.output<typeof recurrenceItem>;

/** Values with which Graph fills parts that a recurrence does not have. */
const EMPTY: unknown[] = [0, '0001-01-01', '', null];

/** A recurrence without its empty parts. */
export function simplifyRecurrence({ pattern, range }: z.output<typeof recurrenceShape>) {
	const filled = (part: IDataObject | null | undefined) =>
		Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => !EMPTY.includes(value)));
	return { pattern: filled(pattern), range: filled(range) };
}
