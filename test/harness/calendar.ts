import type { INodeParameters } from 'n8n-workflow';
import type { CalendarBench } from './calendarBench';
import { openCalendarBench } from './calendarBench';
import { realStage } from './trigger';

export type { CalendarBench };
export { at, EVERYTHING, happened, utc } from './calendarBench';

/** A Calendar Trigger in n8n's own PollContext; nobody really waits. */
export async function startCalendarBench(
	parameters: INodeParameters = {},
	skew = 0,
): Promise<CalendarBench> {
	return await openCalendarBench(realStage, parameters, skew);
}
