import type { z } from 'zod';
import { messageOutputInput } from './output';
import { timeZoneInput } from './timeZone';

/** The entries of `eventOutputFields` and the time zone, as given in an Options collection. */
export const eventOutputInput = { ...messageOutputInput, timeZone: timeZoneInput };

type OutputOptions = z.output<z.ZodObject<typeof eventOutputInput>>;

/** How a step puts events out, as the user chose. */
export function toEventOutput(
	{ simplify, options }: { simplify: boolean; options: OutputOptions },
	workflowZone: string,
) {
	return { ...options, simplify, zone: options.timeZone ?? workflowZone };
}
