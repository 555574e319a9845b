import type { INodeProperties } from 'n8n-workflow';

/** The event that a step works on. */
export const eventIdField = {
	displayName: 'Event ID',
	name: 'eventId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
	description:
		'ID of the event, from the output of List Events, Create Event or another step. The ID of one occurrence stands for that occurrence alone, the one in "seriesMasterId" for the whole series.',
} as const satisfies INodeProperties;
