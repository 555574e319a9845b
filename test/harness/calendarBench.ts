import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { SimEvent } from '../simulator/graph/calendar/event';
import type { CalendarStore, EventSeed } from '../simulator/graph/calendar/store';
import type { TriggerBench, TriggerStage } from './triggerBench';
import { MINUTE, openTriggerBench, START } from './triggerBench';

/** A Calendar Trigger against the simulator; nobody really waits. */
export interface CalendarBench extends TriggerBench {
	calendar: CalendarStore;
	/** An event of half an hour, so many minutes after the beginning of the bench. */
	add(subject: string, startsAfter: number, more?: Partial<EventSeed>): SimEvent;
}

/** A moment so many minutes after the beginning of the bench, as Graph takes it. */
export function utc(minutes: number) {
	const dateTime = new Date(START + minutes * MINUTE).toISOString().replace('.000Z', '');
	return { dateTime, timeZone: 'UTC' };
}

/** The same in milliseconds. */
export function at(minutes: number): number {
	return START + minutes * MINUTE;
}

/** All that can happen. */
export const EVERYTHING = [
	'created',
	'updated',
	'cancelled',
	'startingSoon',
	'ended',
	'answered',
] as const;

export async function openCalendarBench(
	stage: TriggerStage,
	parameters: INodeParameters = {},
	skew = 0,
): Promise<CalendarBench> {
	const bench = await openTriggerBench(stage, parameters, skew, 'calendarTrigger');
	const { calendar } = bench.mailbox;
	return Object.assign(bench, {
		calendar,
		add(subject: string, startsAfter: number, more: Partial<EventSeed> = {}) {
			const [start, end] = [utc(startsAfter), utc(startsAfter + 30)];
			return calendar.seed({ subject, start, end, ...more });
		},
	});
}

/** What happened to which event, in order. */
export function happened(items: INodeExecutionData[]): string[] {
	return items.map(({ json }) => [json.changeType, json.subject].map(String).join(' '));
}
