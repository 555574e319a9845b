import type { INodeProperties } from 'n8n-workflow';

/** Where a span of time begins. */
export const rangeStartField = {
	displayName: 'Start',
	name: 'start',
	type: 'dateTime',
	default: '',
	description:
		'Beginning of the time, such as 2026-03-02T08:00; local time unless it has an offset',
} as const satisfies INodeProperties;

/** Where a span of time ends. */
export const rangeEndField = {
	displayName: 'End',
	name: 'end',
	type: 'dateTime',
	default: '',
	description: 'End of the time, such as 2026-03-06T18:00; a date alone means its whole day',
} as const satisfies INodeProperties;
